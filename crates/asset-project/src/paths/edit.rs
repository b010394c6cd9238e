//! Changes values by their paths.

use std::collections::HashSet;
use std::sync::Arc;

use urho_core::{Variant, VariantKind};

use super::condition::{Condition, Conditions};
use super::error::PathError;
use super::find::{Match, find};
use super::grammar::{Step, ValuePath};
use super::part::{Form, Part};
use super::resource;
use super::value::Value;
use super::views::{Address, NOTHING_REMOVED, Place, editable};
use crate::{Asset, Resources};

/// A value that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The path of the value before the change.
    pub path: String,
    /// The text before the change, or `None` if the value was not in the file.
    pub before: Option<String>,
    /// The text after the change, or `None` if the value was removed.
    pub after: Option<String>,
}

/// Options for setting values.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct SetOptions {
    /// Whether to add the value if it is missing. This only works for a path that is not a pattern.
    pub create: bool,
    /// The type for a value that is added but not known to any table.
    pub kind: Option<VariantKind>,
    /// Conditions that must all be true for a value to be changed.
    pub conditions: Vec<Condition>,
    /// Where to find the files that values name. If this is set, it is an error to name a file that doesn't exist.
    pub resources: Option<Arc<Resources>>,
}

impl SetOptions {
    /// Sets whether to add a value that is missing.
    #[must_use]
    pub fn create(self, create: bool) -> Self {
        Self { create, ..self }
    }

    /// Sets the type for a value that is added but not known to any table.
    #[must_use]
    pub fn kind(self, kind: Option<VariantKind>) -> Self {
        Self { kind, ..self }
    }

    /// Sets where to find the files that values name. It is then an error to name a file that doesn't exist.
    #[must_use]
    pub fn resources(self, resources: Option<Arc<Resources>>) -> Self {
        Self { resources, ..self }
    }

    /// Adds a condition.
    #[must_use]
    pub fn only(mut self, condition: Condition) -> Self {
        self.conditions.push(condition);
        self
    }
}

/// Why values can't be set.
const READ_ONLY: &str = "files of this format are only read";

/// A value to set.
pub struct Setting {
    pub(crate) path: String,
    pub(crate) address: Address,
    pub(crate) variant: Variant<'static>,
    /// Whether the type is not known, so that the value is a text.
    pub(crate) is_untyped: bool,
    /// The text of the value, as it was passed.
    pub(crate) text: String,
}

impl Asset<'_> {
    /// Sets all values that match a path, and returns those that have changed. Nothing else in the file changes. If
    /// there is an error, nothing is changed at all.
    ///
    /// ```
    /// use asset_project::paths::SetOptions;
    /// let file = "<scene id=\"1\">\n\t<node id=\"2\"> <!-- hero -->\n\t\t<attribute name=\"Name\" value=\"Jack\" />\n\t</node>\n</scene>\n";
    /// let mut scene = asset_project::Asset::parse(file.as_bytes(), Some("Yard.xml".as_ref()))?;
    /// let edited = scene.set_values(&"nodes/Jack/Name".parse()?, "Jill", &SetOptions::default())?;
    /// assert_eq!(edited[0].after.as_deref(), Some("Jill"));
    /// assert_eq!(scene.to_bytes()?, file.replace("Jack", "Jill").as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`find`]. Returns [`PathError::Value`] if the text is not of the right type, [`PathError::Resource`] if
    /// there is no file with this name, [`PathError::Refused`] if the value can't be set, and any error from the
    /// format.
    pub fn set_values(&mut self, path: &ValuePath, text: &str, options: &SetOptions) -> Result<Vec<Edited>, PathError> {
        if options.create && self.lacks(path)? {
            return self.create_value(path, text, options);
        }
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        let matches = find(&root, path)?;
        let mut settings = Vec::new();
        let mut edited = Vec::new();
        let mut conditions = Conditions::of(&root, &options.conditions);
        for matched in matches.iter().filter(|matched| conditions.hold(matched)) {
            let settable = matched.part.value().filter(|value| !path.is_pattern() || value.read_only.is_none());
            let Some(value) = settable else {
                // A pattern matches more than values.
                if path.is_pattern() {
                    continue;
                }
                let is_value = matched.part.form() == Form::Value;
                let why = if is_value { "it has no value" } else { "it consists of parts; set them one by one" };
                return Err(PathError::refused(&matched.path, why));
            };
            let variant = value.parse(&matched.path, text)?;
            if let Some(resources) = options.resources.as_deref() {
                resource::check(resources, &matched.path, &value.resource, &variant)?;
            }
            let before = value.is_stored.then(|| value.text());
            if before.as_deref() == Some(text) {
                continue;
            }
            settings.push(Setting {
                path: matched.path.clone(),
                address: matched.part.address.clone(),
                variant,
                is_untyped: value.kind.is_none(),
                text: text.to_owned(),
            });
            edited.push(Edited { path: matched.path.clone(), before, after: Some(text.to_owned()) });
        }
        drop((matches, conditions, root));
        if !settings.is_empty() {
            editable(self, READ_ONLY)?.set(&settings)?;
        }
        Ok(edited)
    }

    /// Checks whether a path leads to nothing. Patterns never do.
    fn lacks(&self, path: &ValuePath) -> Result<bool, PathError> {
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        Ok(matches!(find(&root, path), Err(PathError::Missing { .. })))
    }

    /// Adds a value that is missing in a group.
    fn create_value(&mut self, path: &ValuePath, text: &str, options: &SetOptions) -> Result<Vec<Edited>, PathError> {
        let shown = path.to_string();
        let Some((around, Step::Name(name))) = path.split_last().map(|(around, step)| (around, step.clone())) else {
            return Err(PathError::refused(shown, "only a name can be added; use insert for items of lists"));
        };
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        let group = one(&root, &around)?.part;
        if !Conditions::of(&root, &options.conditions).hold_inside(&group) {
            return Ok(Vec::new());
        }
        let (before, address) = (stored(&group), group.address.clone());
        drop((group, root));
        let target = Place { path: &shown, address: &address, name: &name };
        let Some(resources) = options.resources.as_deref() else {
            editable(self, READ_ONLY)?.create(target, text, options.kind)?;
            return Ok(vec![Edited { path: shown, before: None, after: Some(text.to_owned()) }]);
        };
        // Only the document knows which values name resources; a copy, so that on errors nothing changes.
        let mut copy = Asset::from_box(editable(self, READ_ONLY)?.copy());
        editable(&mut copy, READ_ONLY)?.create(target, text, options.kind)?;
        let root = copy.part().ok_or_else(|| PathError::NoPaths(copy.format().title()))?;
        for part in one(&root, &around)?.part.parts() {
            let value = part.value().filter(|value| !before.contains(&(part.name().to_owned(), value.text())));
            if let Some(value) = value {
                resource::check(resources, &shown, &value.resource, &value.variant)?;
            }
        }
        drop(root);
        drop(copy);
        editable(self, READ_ONLY)?.create(target, text, options.kind)?;
        Ok(vec![Edited { path: shown, before: None, after: Some(text.to_owned()) }])
    }

    /// Removes all parts that match a path, and returns them. This can be a value, so that the engine will use the
    /// default, an item in a list, a component, or a node with its children.
    ///
    /// # Errors
    /// See [`find`]. Returns [`PathError::Refused`] if a part can't be removed, and any error from the format.
    pub fn remove_values(&mut self, path: &ValuePath, conditions: &[Condition]) -> Result<Vec<Edited>, PathError> {
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        let mut removed = Vec::new();
        let mut edited = Vec::new();
        let mut all = Conditions::of(&root, conditions);
        for matched in find(&root, path)? {
            // A value that only has its default isn't in the file.
            let is_absent = matched.part.value().is_some_and(|value| !value.is_stored);
            if is_absent || !all.hold(&matched) {
                continue;
            }
            let before = matched.part.value().map(Value::text).unwrap_or_default();
            removed.push((matched.path.clone(), matched.part.address.clone()));
            edited.push(Edited { path: matched.path, before: Some(before), after: None });
        }
        drop((all, root));
        if removed.is_empty() && !path.is_pattern() && conditions.is_empty() {
            return Err(PathError::refused(path, "the file doesn't have it; the value is the default"));
        }
        if !removed.is_empty() {
            editable(self, NOTHING_REMOVED)?.remove(&removed)?;
        }
        Ok(edited)
    }

    /// Inserts an item into a list. If the path leads to an item, the new item is inserted before it; if the path leads
    /// to a list, the item is added at the end. `text` is the value of the item, the name of a node, or the class of a
    /// component.
    ///
    /// # Errors
    /// See [`find`]. Returns [`PathError::Refused`] if the path is a pattern, or if no items can be inserted there, and
    /// any error from the format.
    pub fn insert_value(&mut self, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError> {
        if path.is_pattern() {
            return Err(PathError::refused(path, "expected one list or item, not a pattern"));
        }
        if !matches!(path.split_last(), Some((_, Step::Index(_)))) && self.lacks(path)? {
            return self.insert_first(path, text);
        }
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        let (list, index) = match path.split_last() {
            Some((list, Step::Index(index))) => (one(&root, &list)?, Some(*index)),
            _ => (one(&root, path)?, None),
        };
        if list.part.form() != Form::List {
            return Err(PathError::refused(&list.path, "only lists take items"));
        }
        let count = list.part.parts().len();
        if let Some(index) = index.filter(|index| *index > count) {
            return Err(PathError::refused(
                path,
                format!("the list has {count} items; the next position is {count}, not {index}"),
            ));
        }
        let (shown, address) = (list.path.clone(), list.part.address.clone());
        drop((list, root));
        let target = Place { path: &shown, address: &address, name: "" };
        editable(self, READ_ONLY)?.insert(target, index.filter(|index| *index < count), text)?;
        let path = format!("{shown}[{}]", index.unwrap_or(count));
        Ok(vec![Edited { path, before: None, after: Some(text.to_owned()) }])
    }
}

impl Asset<'_> {
    /// Inserts the first item into a list that is not in the document yet.
    fn insert_first(&mut self, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError> {
        let root = self.part().ok_or_else(|| PathError::NoPaths(self.format().title()))?;
        let Err(missing) = one(&root, path) else { return Ok(Vec::new()) };
        let Some((around, Step::Name(name))) = path.split_last() else { return Err(missing) };
        let Ok(group) = one(&root, &around) else { return Err(missing) };
        let (address, name) = (group.part.address.clone(), name.clone());
        drop((group, root));
        let shown = path.to_string();
        let target = Place { path: &shown, address: &address, name: &name };
        if !editable(self, READ_ONLY)?.insert_first(target, text)? {
            return Err(missing);
        }
        Ok(vec![Edited { path: shown, before: None, after: Some(text.to_owned()) }])
    }
}

/// Returns the names and texts of all values in a group.
fn stored(group: &Part<'_>) -> HashSet<(String, String)> {
    group.parts().iter().filter_map(|part| Some((part.name().to_owned(), part.value()?.text()))).collect()
}

/// Returns the only part that a path leads to.
fn one<'d>(root: &Part<'d>, path: &ValuePath) -> Result<Match<'d>, PathError> {
    let mut matches = find(root, path)?;
    match (matches.pop(), matches.is_empty()) {
        (Some(matched), true) => Ok(matched),
        _ => Err(PathError::refused(path, "expected one part, not a pattern")),
    }
}
