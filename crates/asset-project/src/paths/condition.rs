//! Conditions of edits: `--where "Light Type=Point"`.

use std::collections::HashMap;
use std::rc::Rc;

use super::error::PathError;
use super::find::{Match, find};
use super::grammar::ValuePath;
use super::part::{Form, Part};

/// A value that another value must have: `Light Type=Point`.
///
/// The path begins next to the changed value (in a node, component or other group at its parts), with a leading `/` at the document. A pattern holds if one of its values is equal.
///
/// ```
/// use asset_project::paths::Condition;
/// let condition: Condition = "Light Type=Point".parse()?;
/// assert_eq!(condition.to_string(), "Light Type=Point");
/// assert!("no value".parse::<Condition>().is_err());
/// # Ok::<(), asset_project::paths::PathError>(())
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
    /// Whether a value next to or in a part is equal.
    fn holds(&self, from: &Part<'_>) -> bool {
        let values = find(from, &self.path).unwrap_or_default();
        values.iter().filter_map(|found| found.part.value()).any(|value| {
            value.text() == self.text || value.parse("", &self.text).is_ok_and(|wanted| wanted == value.variant)
        })
    }
}

/// The conditions of an edit. Those of the document are looked up once, others once for all matches in a part.
pub(super) struct Conditions<'c, 'd> {
    hold_in_document: bool,
    relative: Vec<&'c Condition>,
    /// Parts around matches by their address, which stays theirs while they are held.
    around: HashMap<*const Part<'d>, (Rc<Part<'d>>, bool)>,
}

impl<'c, 'd> Conditions<'c, 'd> {
    /// Looks up the conditions of the document.
    pub(super) fn of(root: &Part<'d>, all: &'c [Condition]) -> Self {
        let hold_in_document =
            all.iter().filter(|condition| condition.is_absolute).all(|condition| condition.holds(root));
        let relative = all.iter().filter(|condition| !condition.is_absolute).collect();
        Self { hold_in_document, relative, around: HashMap::new() }
    }

    /// Whether all conditions hold for a match.
    pub(super) fn hold(&mut self, found: &Match<'d>) -> bool {
        if found.part.form() == Form::Group || self.relative.is_empty() {
            return self.hold_inside(&found.part);
        }
        let place = Rc::as_ptr(&found.around);
        if let Some((_, holds)) = self.around.get(&place) {
            return *holds;
        }
        let holds = self.hold_inside(&found.around);
        self.around.insert(place, (found.around.clone(), holds));
        holds
    }

    /// Whether all conditions hold for the values of a group, or for a new one.
    pub(super) fn hold_inside(&self, group: &Part<'d>) -> bool {
        self.hold_in_document && self.relative.iter().all(|condition| condition.holds(group))
    }
}
