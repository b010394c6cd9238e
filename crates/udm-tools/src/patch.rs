//! Applies changes to a document.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use binio::{Limits, Name, Segment};
use udm::{Array, Batch, Document, PackedArray, Value};

use crate::diff::Change;
use crate::error::{Error, ErrorKind, no_place, of_document};
use crate::same::{DiffOptions, array_items, array_of, same};

/// Applies the changes from [`diff`](crate::diff()) to another document, which must have the old values. Missing
/// elements and arrays on the way to a new value will be created.
///
/// ```
/// use udm::Document;
/// let old = Document::parse(b"$int8 a 1 $int8 b 2")?;
/// let new = Document::parse(b"$int8 a 1 $int8 b 3")?;
/// let mut other = Document::parse(b"// kept\n$int8 b 2\n")?;
/// udm_tools::patch(&mut other, &udm_tools::diff(&old, &new))?;
/// assert_eq!(other.to_bytes()?, b"// kept\n$int8 b 3\n");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`ErrorKind::OtherValue`] if the document does not have the old value. Also fails when [`Document::insert`]
/// or [`Document::remove`] does. The document is not changed then.
pub fn patch(document: &mut Document<'_>, changes: &[Change<'_>]) -> Result<(), Error> {
    let mut patched = document.clone();
    let mut arrays = BTreeMap::<_, Vec<(usize, &Change<'_>)>>::new();
    let mut others = Vec::new();
    for change in changes {
        match item_of(&change.path) {
            // Indices refer to the previous document: changes in an item are made before items move.
            Some((array, index)) => {
                arrays.entry((Reverse(array.matches('[').count()), array)).or_default().push((index, change));
            }
            None => others.push(change),
        }
    }
    patched.batch(|batch| {
        others.into_iter().try_for_each(|change| apply(batch, change).map_err(|error| within(error, change)))?;
        arrays.into_iter().try_for_each(|((_, array), changes)| change_items(batch, array, &changes))
    })?;
    *document = patched;
    Ok(())
}

/// Adds the path of a change to an error.
fn within(error: Error, change: &Change<'_>) -> Error {
    error.within(Segment::Name(Name::from(String::from(&*change.path))))
}

fn apply(batch: &mut Batch<'_, '_>, change: &Change<'_>) -> Result<(), Error> {
    let found = batch.find(&change.path, &mut Limits::default().budget()).map_err(of_document)?;
    let fits = match (found, &change.old) {
        (Some(found), Some(old)) => same(&found, old, &DiffOptions::default()),
        (None, None) => true,
        _ => false,
    };
    if !fits {
        return Err(no_place(ErrorKind::OtherValue));
    }
    let made = match &change.new {
        Some(new) => batch.insert(&change.path, new.clone().into_owned().into_owned()).map(drop),
        None => batch.remove(&change.path).map(drop),
    };
    made.map_err(of_document)
}

/// Makes all changes to the items of an array together, because a single change may have to move or copy all other
/// items.
fn change_items(batch: &mut Batch<'_, '_>, path: &str, changes: &[(usize, &Change<'_>)]) -> Result<(), Error> {
    let Some((_, first)) = changes.first() else { return Ok(()) };
    let about_array = |error: udm::Error| within(of_document(error), first);
    let other_value = |change: &Change<'_>| within(no_place(ErrorKind::OtherValue), change);
    let mut budget = Limits::default().budget();
    let value = batch.find(path, &mut budget).map_err(about_array)?;
    let Some(array) = value.as_deref().and_then(Value::as_array) else { return Err(other_value(first)) };
    let unpacked = array.unpack(&mut budget).map_err(about_array)?.into_owned();
    let is_packed = matches!(array, Array::Packed(_));
    let items = array_items(&unpacked);
    // By the index in the previous array, and by the index in the new one.
    let (mut replaced, mut added) = (BTreeMap::new(), BTreeMap::new());
    for (index, change) in changes {
        let is_first = match (&change.old, &change.new) {
            (None, Some(_)) => added.insert(*index, *change).is_none(),
            (Some(old), _) => {
                let fits = items.get(*index).is_some_and(|item| same(item, old, &DiffOptions::default()));
                fits && replaced.insert(*index, change.new.as_deref()).is_none()
            }
            (None, None) => false,
        };
        if !is_first {
            return Err(other_value(change));
        }
    }
    let mut kept = items.iter().enumerate().filter_map(|(index, item)| match replaced.get(&index) {
        Some(new) => new.map(owned),
        None => Some(owned(item)),
    });
    let mut made: Vec<Value<'static>> = Vec::with_capacity(items.len().saturating_add(added.len()));
    for (index, change) in added {
        while made.len() < index {
            made.push(kept.next().ok_or_else(|| other_value(change))?);
        }
        made.extend(change.new.as_deref().map(owned));
    }
    made.extend(kept);
    let made = array_of(&unpacked, made).map_err(about_array)?;
    let made =
        if is_packed { Array::Packed(Box::new(PackedArray::compress(&made).map_err(about_array)?)) } else { made };
    batch.set(path, Value::Array(made)).map(drop).map_err(about_array)
}

fn owned(value: &Value<'_>) -> Value<'static> {
    value.clone().into_owned()
}

/// Splits a path that ends in an index into the array and the index.
fn item_of(path: &str) -> Option<(&str, usize)> {
    let (array, index) = path.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}
