//! Merges two versions of a document that have a common ancestor.

mod order;
mod resolve;
mod text;
mod trivia;
mod values;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use udm::{Document, Encoding, Value, child_path};

use crate::path::in_root;

pub use resolve::{Side, Unresolved, resolve, unresolved};
pub use text::{MergeOptions, MergedText, OnConflict, merge_text};

/// A value that both sides of a merge have changed, but not to the same value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conflict {
    /// The path to the value, which you can pass to [`Document::get`].
    pub path: String,
    /// The value in our document, which is kept. This is `None` if we have removed it.
    pub ours: Option<Value<'static>>,
    /// The value in their document. This is `None` if they have removed it.
    pub theirs: Option<Value<'static>>,
}

impl Conflict {
    fn new(path: &str, ours: Option<&Value<'_>>, theirs: Option<&Value<'_>>) -> Self {
        let owned = |value: Option<&Value<'_>>| value.map(|value| value.clone().into_owned());
        Self { path: path.into(), ours: owned(ours), theirs: owned(theirs) }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |value: &Option<Value<'_>>| if value.is_some() { "changed" } else { "removed" };
        write!(f, "{}: {} here, {} there", self.path, what(&self.ours), what(&self.theirs))
    }
}

/// Merges the changes from `base` to `theirs` into `ours`. If both sides have changed a value, this function keeps the
/// value of `ours` and returns the conflict, so that you can resolve it.
///
/// When you merge three texts, comments, layout and spelling will be merged too, like in [`merge_text`]. Otherwise,
/// only the values will be merged. The result has the key order of `ours`.
///
/// ```
/// use udm::Document;
/// let base = Document::parse(b"$int8 a 1\n$int8 b 2\n")?;
/// let mut ours = Document::parse(b"$int8 a 5 // why\n$int8 b 2\n")?;
/// let theirs = Document::parse(b"$int8 b 3 $int8 a 1")?;
/// assert!(udm_tools::merge(&base, &mut ours, &theirs).is_empty());
/// assert_eq!(ours.to_bytes()?, b"$int8 a 5 // why\n$int8 b 3\n");
/// # Ok::<(), udm::Error>(())
/// ```
pub fn merge(base: &Document<'_>, ours: &mut Document<'_>, theirs: &Document<'_>) -> Vec<Conflict> {
    if *ours == *base
        && base.encoding() == ours.encoding()
        && ours.encoding() == theirs.encoding()
        && is_unedited(base, ours)
    {
        *ours = theirs.clone().into_owned();
        return Vec::new();
    }
    let is_text = [base, &*ours, theirs].iter().all(|document| document.encoding() == Encoding::Text);
    merged_texts(base, ours, theirs).filter(|_| is_text).unwrap_or_else(|| values::merge(base, ours, theirs))
}

/// Returns `true` if two documents with the same values would be written to the same bytes.
fn is_unedited(base: &Document<'_>, ours: &Document<'_>) -> bool {
    ours.encoding() == Encoding::Binary || base.source.text() == ours.source.text()
}

/// Merges three texts. If text is not able to store the result, this is `None`.
fn merged_texts(base: &Document<'_>, ours: &mut Document<'_>, theirs: &Document<'_>) -> Option<Vec<Conflict>> {
    let texts = (base.to_bytes().ok()?, ours.to_bytes().ok()?, theirs.to_bytes().ok()?);
    let options = MergeOptions { on_conflict: OnConflict::Ours, ..MergeOptions::default() };
    let merged = merge_text(&texts.0, &texts.1, &texts.2, &options).ok()?;
    let document = Document::parse(&merged.text).ok()?;
    *ours = document.into_owned();
    Some(merged.conflicts)
}

/// Returns the path to `key` in the element at `path`. This can be the root.
fn inner(path: &str, key: &[u8]) -> String {
    if path == ".." { in_root(key) } else { child_path(path, key) }
}
