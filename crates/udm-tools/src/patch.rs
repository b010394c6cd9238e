//! Application of changes to a document.

use alloc::string::String;
use alloc::vec::Vec;

use binio::{Limits, Name, Segment};
use udm::Document;

use crate::diff::Change;
use crate::error::{Error, ErrorKind, no_place, of_document};
use crate::same::{DiffOptions, same};

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
    // Items are removed from the last on, so that those before keep their places.
    let removed = changes.iter().rev().filter(|change| change.new.is_none());
    let mut removed: Vec<&Change<'_>> = removed.collect();
    removed.sort_by_key(|change| core::cmp::Reverse(index_of(&change.path)));
    let mut added: Vec<&Change<'_>> = changes.iter().filter(|change| change.new.is_some()).collect();
    added.sort_by_key(|change| index_of(&change.path));
    for change in added.into_iter().chain(removed) {
        apply(&mut patched, change).map_err(|error| within(error, &change.path))?;
    }
    *document = patched;
    Ok(())
}

fn apply(document: &mut Document<'_>, change: &Change<'_>) -> Result<(), Error> {
    let found = document.fetch(&change.path, &mut Limits::default().budget());
    let fits = match (&found, change.old) {
        (Ok(found), Some(old)) => same(found, old, &DiffOptions::default()),
        (Err(error), None) => matches!(error.kind(), udm::ErrorKind::NoSuchPath(_)),
        _ => false,
    };
    if !fits {
        return Err(no_place(ErrorKind::OtherValue));
    }
    let made = match change.new {
        Some(new) => document.insert(&change.path, new.clone().into_owned()).map(drop),
        None => document.remove(&change.path).map(drop),
    };
    made.map_err(of_document)
}

/// The last index of a path that ends in one.
fn index_of(path: &str) -> usize {
    let inside = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
    inside.and_then(|(_, index)| index.parse().ok()).unwrap_or(0)
}
