//! Changes values by their paths.

use std::collections::HashSet;
use std::sync::Arc;

use asset_formats::Asset;
use asset_project::Resources;
use urho_core::{Variant, VariantKind};

use super::condition::{Condition, Conditions};
use super::error::PathError;
use super::find::{Match, find};
use super::grammar::{Step, ValuePath};
use super::part::{Form, Part};
use super::resource;
use super::value::Value;
use super::views::{self, Address, NOTHING_REMOVED, Place, change};

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
pub(crate) struct Setting {
    pub(crate) path: String,
    pub(crate) address: Address,
    pub(crate) variant: Variant<'static>,
    /// Whether the type is unknown. The value is then stored as text.
    pub(crate) is_untyped: bool,
    /// The text of the value, as it was passed.
    pub(crate) text: String,
}

/// See [`Values::set_values`](crate::Values::set_values).
pub(crate) fn set(
    asset: &mut Asset<'_>,
    path: &ValuePath,
    text: &str,
    options: &SetOptions,
) -> Result<Vec<Edited>, PathError> {
    if options.create && lacks(asset, path)? {
        return create_value(asset, path, text, options);
    }
    let root = root_of(asset)?;
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
        change(asset, READ_ONLY, |document| document.set(&settings))?;
    }
    Ok(edited)
}

/// Checks whether a path leads to nothing. Patterns never do.
fn lacks(asset: &Asset<'_>, path: &ValuePath) -> Result<bool, PathError> {
    let root = root_of(asset)?;
    Ok(matches!(find(&root, path), Err(PathError::Missing { .. })))
}

/// Adds a value that is missing in a group.
fn create_value(
    asset: &mut Asset<'_>,
    path: &ValuePath,
    text: &str,
    options: &SetOptions,
) -> Result<Vec<Edited>, PathError> {
    let shown = path.to_string();
    let Some((around, Step::Name(name))) = path.split_last().map(|(around, step)| (around, step.clone())) else {
        return Err(PathError::refused(shown, "only a name can be added; use insert for items of lists"));
    };
    let root = root_of(asset)?;
    let group = one(&root, &around)?.part;
    if !Conditions::of(&root, &options.conditions).hold_inside(&group) {
        return Ok(Vec::new());
    }
    let (before, address) = (stored(&group), group.address.clone());
    drop((group, root));
    let target = Place { path: &shown, address: &address, name: &name };
    change(asset, READ_ONLY, |document| {
        if let Some(resources) = options.resources.as_deref() {
            // Only the document knows which values name resources; a copy, so that on errors nothing changes.
            let mut copy = document.copy();
            change(&mut copy, READ_ONLY, |copy| copy.create(target, text, options.kind))?;
            for part in one(&root_of(&copy)?, &around)?.part.parts() {
                let value = part.value().filter(|value| !before.contains(&(part.name().to_owned(), value.text())));
                if let Some(value) = value {
                    resource::check(resources, &shown, &value.resource, &value.variant)?;
                }
            }
        }
        document.create(target, text, options.kind)
    })?;
    Ok(vec![Edited { path: shown, before: None, after: Some(text.to_owned()) }])
}

/// See [`Values::remove_values`](crate::Values::remove_values).
pub(crate) fn remove(
    asset: &mut Asset<'_>,
    path: &ValuePath,
    conditions: &[Condition],
) -> Result<Vec<Edited>, PathError> {
    let root = root_of(asset)?;
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
        change(asset, NOTHING_REMOVED, |document| document.remove(&removed))?;
    }
    Ok(edited)
}

/// See [`Values::insert_value`](crate::Values::insert_value).
pub(crate) fn insert(asset: &mut Asset<'_>, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError> {
    if path.is_pattern() {
        return Err(PathError::refused(path, "expected one list or item, not a pattern"));
    }
    if !matches!(path.split_last(), Some((_, Step::Index(_)))) && lacks(asset, path)? {
        return insert_first(asset, path, text);
    }
    let root = root_of(asset)?;
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
    let index_before = index.filter(|index| *index < count);
    change(asset, READ_ONLY, |document| document.insert(target, index_before, text))?;
    let path = format!("{shown}[{}]", index.unwrap_or(count));
    Ok(vec![Edited { path, before: None, after: Some(text.to_owned()) }])
}

/// Inserts the first item into a list that is not in the document yet.
fn insert_first(asset: &mut Asset<'_>, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError> {
    let root = root_of(asset)?;
    let Err(missing) = one(&root, path) else { return Ok(Vec::new()) };
    let Some((around, Step::Name(name))) = path.split_last() else { return Err(missing) };
    let Ok(group) = one(&root, &around) else { return Err(missing) };
    let (address, name) = (group.part.address.clone(), name.clone());
    drop((group, root));
    let shown = path.to_string();
    let target = Place { path: &shown, address: &address, name: &name };
    if !change(asset, READ_ONLY, |document| document.insert_first(target, text))? {
        return Err(missing);
    }
    Ok(vec![Edited { path: shown, before: None, after: Some(text.to_owned()) }])
}

/// Returns the document as a part.
fn root_of<'d>(asset: &'d Asset<'_>) -> Result<Part<'d>, PathError> {
    views::part(asset).ok_or_else(|| PathError::NoPaths(asset.format().title()))
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
