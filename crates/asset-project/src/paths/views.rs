//! Documents as parts: one file per format.

pub(crate) mod scene;

use crate::Asset;
use crate::paths::part::Part;

/// Where a part is in its document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Address {
    /// Several values, or a value that follows from others.
    None,
    /// Of a scene.
    Scene(scene::At),
}

impl<'a> Asset<'a> {
    /// Returns the document as a tree of its parts, whose names are those of `inspect --json`; `None` for formats without. Documents of UDM and Pragma have
    /// paths of their own: see [`as_udm`](Self::as_udm).
    ///
    /// ```
    /// let material = asset_project::Asset::parse(b"<scene id=\"1\" />", Some("Yard.xml".as_ref()))?;
    /// assert!(material.part().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part(&self) -> Option<Part<'_>> {
        match self {
            Self::UrhoScene(document) => Some(scene::root(document)),
            _ => None,
        }
    }
}
