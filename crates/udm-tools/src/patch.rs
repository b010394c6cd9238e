//! Application of changes to a document.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use binio::{Limits, Name, Segment};
use udm::{Array, Batch, Document, PackedArray, Value};

use crate::diff::Change;
use crate::error::{Error, ErrorKind, no_place, of_document};
use crate::same::{DiffOptions, array_items, array_of, same};

/// Applies changes that [`diff`](crate::diff()) found to a document that has the old values. Missing elements and arrays on
/// the way to a new value are created.
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
/// [`ErrorKind::OtherValue`] if a value isn't the old one; the errors of [`Document::insert`] and [`Document::remove`]. The
/// document is then unchanged.
pub fn patch(document: &mut Document<'_>, changes: &[Change<'_>]) -> Result<(), Error> {
    let mut patched = document.clone();
    let within = |error: Error, path: &str| error.within(Segment::Name(Name::from(String::from(path))));
    let (mut items, others): (Vec<&Change<'_>>, Vec<&Change<'_>>) =
        changes.iter().partition(|change| change.path.ends_with(']') && (change.old.is_none() || change.new.is_none()));
    // Indices refer to the previous document: changes in an item are applied before items move. In one array, items are removed from the last on and
    // added from the first on.
    items.sort_by_key(|change| {
        let (array, index) = item_of(&change.path).unwrap_or_default();
        let is_added = change.new.is_some();
        let order = if is_added { index } else { usize::MAX.saturating_sub(index) };
        (Reverse(array.matches('[').count()), array, is_added, order)
    });
    patched.batch(|batch| {
        others
            .into_iter()
            .chain(items)
            .try_for_each(|change| apply(batch, change).map_err(|error| within(error, &change.path)))
    })?;
    *document = patched;
    Ok(())
}

fn apply(batch: &mut Batch<'_, '_>, change: &Change<'_>) -> Result<(), Error> {
    if let (None, Some(new), Some((array, index))) = (&change.old, &change.new, item_of(&change.path)) {
        return add_item(batch, array, index, new);
    }
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

/// Adds an item to an array, before the item that is at this index now.
fn add_item(batch: &mut Batch<'_, '_>, path: &str, index: usize, item: &Value<'_>) -> Result<(), Error> {
    let mut budget = Limits::default().budget();
    let value = batch.find(path, &mut budget).map_err(of_document)?;
    let Some(array) = value.as_deref().and_then(Value::as_array) else { return Err(no_place(ErrorKind::OtherValue)) };
    let unpacked = array.unpack(&mut budget).map_err(of_document)?;
    if index > unpacked.len() {
        return Err(no_place(ErrorKind::OtherValue));
    }
    if index == unpacked.len() {
        let (path, item) = (format!("{path}[{index}]"), item.clone().into_owned());
        return batch.insert(&path, item).map(drop).map_err(of_document);
    }
    let mut items: Vec<Value<'static>> =
        array_items(&unpacked).into_iter().map(|item| item.into_owned().into_owned()).collect();
    items.insert(index, item.clone().into_owned());
    let made = array_of(&unpacked, items).map_err(of_document)?;
    let made = match array {
        Array::Packed(_) => Array::Packed(Box::new(PackedArray::compress(&made).map_err(of_document)?)),
        _ => made,
    };
    batch.set(path, Value::Array(made)).map(drop).map_err(of_document)
}

/// The array and the index of a path that ends in one.
fn item_of(path: &str) -> Option<(&str, usize)> {
    let (array, index) = path.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}
