//! Compares two documents by what they mean.

mod bulk;
mod compare;
mod describe;
mod sentence;
mod tree;

use asset_formats::{Asset, Error};

use self::compare::Compare;
use self::tree::Tree;

/// A difference between two documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Change {
    /// The path of the value in the new document. If the value was removed, this is the path in the old document.
    pub path: String,
    /// The old value as text, or `None` if the part is new.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub old: Option<String>,
    /// The new value as text, or `None` if the part was removed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub new: Option<String>,
    /// Describes a change to many values, such as vertices or pixels. `old` and `new` are then `None`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub note: Option<String>,
}

/// The kind of a [`Change`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// The part is only in the new document.
    Added,
    /// The part is only in the old document.
    Removed,
    /// The part is in both, but the content is different.
    Changed,
}

impl Change {
    fn note(path: impl Into<String>, note: impl Into<String>) -> Self {
        Self { path: path.into(), note: Some(note.into()), ..Self::default() }
    }

    /// Returns whether the part was added, removed or changed.
    pub fn kind(&self) -> ChangeKind {
        match (&self.old, &self.new) {
            (None, Some(_)) => ChangeKind::Added,
            (Some(_), None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        }
    }
}

binio::options! {
    /// Options for comparing documents.
    #[derive(Clone, Debug)]
    pub struct DiffOptions {
        /// How much two numbers can differ to count as equal. By default, numbers must be equal bit by bit.
        pub(crate) tolerance: f64 = 0.0,
    }
}

/// Returns the differences between two documents in the same format, in the order of the new document.
///
/// Parts are matched by id, then by name, then by content and place, so if a part has only moved in its list, the parts
/// after it are not different. Encodings and layout don't matter; for example, an XML scene is equal to the same scene
/// as binary. Vertices, keyframes and pixels are compared one by one, but each array is reported in a single line.
///
/// Note that glTF, FBX, shaders, scripts and other files without value tables are only compared by the parts that
/// [`Values::part`](crate::Values::part) lists, where bulk data is represented by hashes. Even if there are no
/// differences, other bytes in these files can differ.
///
/// This takes time linear in the size of both documents.
///
/// # Errors
/// Returns an error if the documents have different formats, or if an image can't be decoded.
///
/// ```
/// use asset_paths::{DiffOptions, diff};
/// use asset_formats::Asset;
/// let scene = |x: u8| format!(r#"<scene id="1"><node id="2"><attribute name="Name" value="Jack"/><attribute name="Position" value="{x} 0 0"/></node></scene>"#);
/// let (old, new) = (scene(1), scene(2));
/// let parse = |bytes| Asset::parse(bytes, Some("Yard.xml".as_ref()));
/// let changes = diff(&parse(old.as_bytes())?, &parse(new.as_bytes())?, &DiffOptions::default())?;
/// assert_eq!(changes[0].path, "nodes/Jack/Position");
/// assert_eq!((changes[0].old.as_deref(), changes[0].new.as_deref()), (Some("1 0 0"), Some("2 0 0")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(old: &Asset<'_>, new: &Asset<'_>, options: &DiffOptions) -> Result<Vec<Change>, Error> {
    let (before, after) = (old.format(), new.format());
    if !before.is_variant_of(after) {
        let (before, after) = (before.title(), after.title());
        return Err(Error::Refused(format!("the old file is a file of {before}, the new one of {after}")));
    }
    if let (Some(old), Some(new)) = (old.as_udm(), new.as_udm()) {
        return Ok(of_udm(old, new, options));
    }
    let mut changes = Vec::new();
    if let (Some(before), Some(after)) = (Tree::of(old), Tree::of(new)) {
        Compare { options, changes: &mut changes }.document(&before, &after);
    }
    bulk::compare(old, new, options, &mut changes)?;
    Ok(changes)
}

/// Lists the path and the text of every value that a document stores, in file order. Use this to feed a document to a
/// program that compares texts, for example a version control system. Bulk data is represented by hashes.
///
/// ```
/// use asset_formats::Asset;
/// let scene = Asset::parse(br#"<scene id="1"><attribute name="Time Scale" value="2"/></scene>"#, Some("Yard.xml".as_ref()))?;
/// let values = asset_paths::list(&scene);
/// assert!(values.iter().any(|(path, value)| path.ends_with("Time Scale") && value == "2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(asset: &Asset<'_>) -> Vec<(String, String)> {
    if let Some(document) = asset.as_udm() {
        let values = document.walk().filter(|(_, value)| value.as_element().is_none());
        return values.map(|(path, value)| (path.clone(), describe::udm_value(value))).collect();
    }
    let mut changes = Vec::new();
    if let Some(tree) = Tree::with_hashes(asset) {
        let options = DiffOptions::default();
        Compare { options: &options, changes: &mut changes }.all_of(&tree);
    }
    changes.into_iter().filter_map(|change| Some((change.path, change.new?))).collect()
}

fn of_udm(old: &udm::Document<'_>, new: &udm::Document<'_>, options: &DiffOptions) -> Vec<Change> {
    let options = udm_tools::DiffOptions::default().tolerance(options.tolerance);
    let changes = udm_tools::diff_with(old, new, &options);
    let text = |value: Option<&udm::Value<'_>>| value.map(describe::udm_value);
    changes
        .iter()
        .map(|change| Change {
            path: change.path.to_string(),
            old: text(change.old.as_deref()),
            new: text(change.new.as_deref()),
            note: None,
        })
        .collect()
}
