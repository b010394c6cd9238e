//! Finds values by paths with patterns. A query can match any number of values.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use binio::{Budget, Limits, MAX_DEPTH};
use udm::{Document, Style, Value, child_path};

use crate::error::{Error, ErrorKind, no_place, of_document};
use crate::same::array_items;

/// A path with patterns. Use `*` to match any key, `**` to match any number of keys and items, `[*]` for any item,
/// `[1:3]` for a range of items, `[-1]` for the last item, and `[type=spot]` for elements and items that have this text
/// under the given key.
///
/// ```
/// use udm::Document;
/// use udm_tools::Query;
/// let text = br#"lamps { hall { $string type spot $float watts 5 } door { $string type point $float watts 9 } }
///     $array steps [int8;3][1,2,3]"#;
/// let document = Document::parse(text)?;
/// let find = |query: &str| Query::parse(query).unwrap().find(&document).unwrap();
/// assert_eq!(find("lamps/*/watts"), ["lamps/hall/watts", "lamps/door/watts"]);
/// assert_eq!(find("lamps/*[type=spot]/watts"), ["lamps/hall/watts"]);
/// assert_eq!(find("**/watts").len(), 2);
/// assert_eq!(find("steps[1:]"), ["steps[1]", "steps[2]"]);
/// assert_eq!(find("steps[-1]"), ["steps[2]"]);
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    steps: Vec<Step>,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A path without patterns.
    Path(String),
    /// Any key.
    AnyKey,
    /// Any number of keys and items.
    Deep,
    /// Items from the first index up to the second, which is not included. A negative index counts from the end.
    Items(Option<i64>, Option<i64>),
    /// A single item, counted from the end.
    FromEnd(i64),
    /// Elements that have this text under the given key.
    Filter(String, String),
}

/// A query may look at up to this many values.
const MOST_VALUES: usize = 10_000_000;

impl Query {
    /// Reads a query from text.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Query`] if it is not well-formed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut steps = Vec::new();
        for component in split(text, '/') {
            let mut parts = split(component, '[');
            let key = parts.remove(0);
            match key {
                "**" => steps.push(Step::Deep),
                "*" => steps.push(Step::AnyKey),
                "" if text.is_empty() || parts.is_empty() => {}
                key => steps.push(Step::Path(key.to_string())),
            }
            for part in parts {
                let bad = |problem: &str| no_place(ErrorKind::Query(format!("[{part}: {problem}").into()));
                let inside = part.strip_suffix(']').ok_or_else(|| bad("expected ']' after '['"))?;
                steps.push(
                    brackets(inside).ok_or_else(|| {
                        bad("expected an index, a range such as 1:3, * or a filter such as name=hall")
                    })?,
                );
            }
        }
        Ok(Self { steps, text: text.to_string() })
    }

    /// Returns `true` if the query has no patterns, so that it can only match a single value.
    pub fn is_plain(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Path(_)))
    }

    /// Returns the paths to all values that match, in document order.
    ///
    /// # Errors
    /// Fails if packed values can't be unpacked. If the query has no patterns and there is no such value, you get the
    /// error from [`Document::fetch`].
    pub fn find(&self, document: &Document<'_>) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        self.visit(document, |path, _| found.push(path.to_string()))?;
        Ok(found)
    }

    /// Calls `visit` for every value that [`find`](Self::find) would return. Use this if you need the values and not
    /// only the paths, because to fetch all of them by path would take quadratic time.
    ///
    /// ```
    /// use udm::Document;
    /// let document = Document::parse(b"lamps { $float a 5 $float b 9 }")?;
    /// let mut sum = 0.0;
    /// udm_tools::Query::parse("lamps/*").unwrap().visit(&document, |_, value| sum += value.as_f64().unwrap()).unwrap();
    /// assert_eq!(sum, 14.0);
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails when [`find`](Self::find) does. Note that `visit` may have been called before.
    pub fn visit(&self, document: &Document<'_>, mut visit: impl FnMut(&str, &Value<'_>)) -> Result<(), Error> {
        let mut budget = Limits::default().budget();
        if self.is_plain() {
            let value = document.fetch(&self.text, &mut budget).map_err(of_document)?;
            visit(&self.text, &value);
            return Ok(());
        }
        let mut find = Find { budget, visit: &mut visit, last: None, left: MOST_VALUES };
        let (base, steps) = match self.steps.as_slice() {
            [Step::Path(up), Step::Path(key), rest @ ..] if up == ".." => (format!("../{key}"), rest),
            steps => (String::new(), steps),
        };
        match document.fetch(&base, &mut find.budget) {
            Ok(value) => find.look(&base, &value, steps, MAX_DEPTH),
            Err(_) => Ok(()),
        }
    }
}

fn brackets(inside: &str) -> Option<Step> {
    let number = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    if inside == "*" {
        return Some(Step::Items(None, None));
    }
    if let Some((key, value)) = inside.split_once('=') {
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        return Some(Step::Filter(key.to_string(), value.to_string()));
    }
    if let Some((begin, end)) = inside.split_once(':') {
        return Some(Step::Items(number(begin)?, number(end)?));
    }
    let index: i64 = inside.parse().ok()?;
    Some(if index < 0 { Step::FromEnd(index) } else { Step::Path(format!("[{index}]")) })
}

/// Splits a text at every separator that does not follow a backslash. A `/` in brackets is not a separator.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut begin, mut escaped, mut depth) = (Vec::new(), 0, false, 0_usize);
    for (at, character) in text.char_indices() {
        let cuts = character == separator && !escaped && (separator != '/' || depth == 0);
        if cuts {
            parts.push(text.get(begin..at).unwrap_or_default());
            begin = at.saturating_add(character.len_utf8());
        }
        match character {
            '[' if !escaped => depth = depth.saturating_add(1),
            ']' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    parts.push(text.get(begin..).unwrap_or_default());
    parts
}

struct Find<'v> {
    budget: Budget,
    visit: &'v mut dyn FnMut(&str, &Value<'_>),
    /// The path to the value that was visited last.
    last: Option<String>,
    left: usize,
}

impl Find<'_> {
    fn look(&mut self, path: &str, value: &Value<'_>, steps: &[Step], levels: u16) -> Result<(), Error> {
        let (Some(left), Some(inner)) = (self.left.checked_sub(1), levels.checked_sub(1)) else {
            return Err(no_place(ErrorKind::Query("the query matches too many values".into())));
        };
        self.left = left;
        let Some((step, rest)) = steps.split_first() else {
            if self.last.as_deref() != Some(path) {
                (self.visit)(path, value);
                self.last = Some(path.to_string());
            }
            return Ok(());
        };
        match step {
            Step::Path(key) => {
                if key.starts_with('[') {
                    return self.item(path, value, key, rest, inner);
                }
                let Ok(next) = value.fetch(key, &mut self.budget) else { return Ok(()) };
                self.look(&join(path, key), &next, rest, inner)
            }
            Step::AnyKey => self.children(path, value, false, rest, inner),
            Step::Deep => {
                self.look(path, value, rest, inner)?;
                self.children(path, value, true, steps, inner)
            }
            Step::Filter(key, wanted) => match value {
                Value::Array(_) => self.items(path, value, (None, None), steps, inner),
                _ if self.is(value, key, wanted) => self.look(path, value, rest, inner),
                _ => Ok(()),
            },
            Step::Items(begin, end) => self.items(path, value, (*begin, *end), rest, inner),
            Step::FromEnd(index) => {
                let end = index.checked_add(1).filter(|end| *end != 0);
                self.items(path, value, (Some(*index), end), rest, inner)
            }
        }
    }

    /// Looks at a single item, given its index.
    fn item(&mut self, path: &str, value: &Value<'_>, key: &str, rest: &[Step], levels: u16) -> Result<(), Error> {
        let index: Option<i64> = key.strip_prefix('[').and_then(|key| key.strip_suffix(']')?.parse().ok());
        let Some(index) = index else { return Ok(()) };
        self.items(path, value, (Some(index), index.checked_add(1)), rest, levels)
    }

    /// Returns `true` if an element has this text under the given key.
    fn is(&mut self, value: &Value<'_>, key: &str, wanted: &str) -> bool {
        let Ok(found) = value.fetch(key, &mut self.budget) else { return false };
        match found.as_text() {
            Some(text) => text == wanted.as_bytes(),
            None => found.to_text(Style::Compact).is_ok_and(|text| text == wanted.as_bytes()),
        }
    }

    /// Looks at the values in an element or struct. If `deep` is set, this includes the items of an array.
    fn children(&mut self, path: &str, value: &Value<'_>, deep: bool, rest: &[Step], levels: u16) -> Result<(), Error> {
        match value {
            Value::Element(element) => {
                for (key, child) in element.iter() {
                    self.look(&child_path(path, key), child, rest, levels)?;
                }
            }
            Value::Struct(structure) => {
                for (key, child) in structure.fields() {
                    self.look(&child_path(path, key), &child, rest, levels)?;
                }
            }
            Value::Array(_) if deep => self.items(path, value, (None, None), rest, levels)?,
            _ => {}
        }
        Ok(())
    }

    fn items(
        &mut self,
        path: &str,
        value: &Value<'_>,
        (begin, end): (Option<i64>, Option<i64>),
        rest: &[Step],
        levels: u16,
    ) -> Result<(), Error> {
        let Value::Array(array) = value else { return Ok(()) };
        let unpacked = array.unpack(&mut self.budget).map_err(of_document)?;
        let items: Vec<Cow<'_, Value<'_>>> = array_items(&unpacked);
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let place = |index: i64| {
            let index = if index < 0 { index.saturating_add(length) } else { index };
            usize::try_from(index).unwrap_or(0)
        };
        let (begin, end) = (begin.map_or(0, place), end.map_or(items.len(), place));
        for (index, item) in items.iter().enumerate().take(end).skip(begin) {
            self.look(&format!("{path}[{index}]"), item, rest, levels)?;
        }
        Ok(())
    }
}

fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_string() } else { format!("{path}/{step}") }
}
