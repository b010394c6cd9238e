//! Restricts edits by conditions such as `--where "Light Type=Point"`.

use std::collections::HashMap;
use std::rc::Rc;

use super::error::PathError;
use super::find::{Match, find};
use super::grammar::ValuePath;
use super::part::{Form, Part};

/// A condition that another value must be equal to a text, for example `Light Type=Point`.
///
/// The path is relative to the group that contains the value to change. If you change a node, component or other group,
/// it is relative to this. With a leading `/`, it starts at the document. A pattern is true if one of its values is
/// equal.
///
/// ```
/// use asset_paths::Condition;
/// let condition: Condition = "Light Type=Point".parse()?;
/// assert_eq!(condition.to_string(), "Light Type=Point");
/// assert!("no value".parse::<Condition>().is_err());
/// # Ok::<(), asset_paths::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    path: ValuePath,
    is_absolute: bool,
    text: String,
}

impl std::str::FromStr for Condition {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let (path, value) =
            text.split_once('=').ok_or(PathError::Syntax { problem: "expected PATH=VALUE", at: text.len() })?;
        let (path, is_absolute) = path.strip_prefix('/').map_or((path, false), |path| (path, true));
        Ok(Self { path: path.parse()?, is_absolute, text: value.to_owned() })
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}={}", if self.is_absolute { "/" } else { "" }, self.path, self.text)
    }
}

impl Condition {
    /// Checks whether a value next to this part, or inside it, is equal.
    fn holds(&self, from: &Part<'_>) -> bool {
        let values = find(from, &self.path).unwrap_or_default();
        values.iter().filter_map(|matched| matched.part.value()).any(|value| {
            value.text() == self.text || value.parse("", &self.text).is_ok_and(|wanted| wanted == value.variant)
        })
    }
}

/// The conditions of an edit. Conditions about the whole document are only evaluated once, and all others only once for
/// the matches in the same part.
pub(super) struct Conditions<'c, 'd> {
    hold_in_document: bool,
    relative: Vec<&'c Condition>,
    /// The parts around the matches, by their address. The parts are kept, so that an address can't be used again.
    around: HashMap<*const Part<'d>, (Rc<Part<'d>>, bool)>,
}

impl<'c, 'd> Conditions<'c, 'd> {
    /// Evaluates the conditions about the whole document.
    pub(super) fn of(root: &Part<'d>, all: &'c [Condition]) -> Self {
        let hold_in_document =
            all.iter().filter(|condition| condition.is_absolute).all(|condition| condition.holds(root));
        let relative = all.iter().filter(|condition| !condition.is_absolute).collect();
        Self { hold_in_document, relative, around: HashMap::new() }
    }

    /// Checks whether all conditions are true for a match.
    pub(super) fn hold(&mut self, matched: &Match<'d>) -> bool {
        if matched.part.form() == Form::Group || self.relative.is_empty() {
            return self.hold_inside(&matched.part);
        }
        let key = Rc::as_ptr(&matched.around);
        if let Some((_, holds)) = self.around.get(&key) {
            return *holds;
        }
        let holds = self.hold_inside(&matched.around);
        self.around.insert(key, (matched.around.clone(), holds));
        holds
    }

    /// Checks whether all conditions are true for the values in a group, even for a value that is about to be added.
    pub(super) fn hold_inside(&self, group: &Part<'d>) -> bool {
        self.hold_in_document && self.relative.iter().all(|condition| condition.holds(group))
    }
}
