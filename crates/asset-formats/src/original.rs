//! This module contains [`Original`], so that content that glTF doesn't show can be kept.

use std::fmt;

use crate::{Asset, Error, drivers};

/// The model or scene that a glTF was exported from, so that edits can be written into it.
///
/// ```
/// # fn original(mdl: &[u8]) -> Result<(), asset_formats::Error> {
/// use asset_formats::{Asset, Original};
/// let original = Original::new(Asset::parse(mdl, Some("Jack.mdl".as_ref()))?)?;
/// # Ok(())
/// # }
/// ```
#[non_exhaustive]
pub struct Original {
    /// The document.
    pub asset: Asset<'static>,
    /// The animations that belong to the document. Only Urho3D models have any.
    pub animations: Vec<OriginalAnimation>,
    /// The side file, if there is one.
    pub side: Option<crate::SideFile>,
}

/// An animation that belongs to an Urho3D model.
#[non_exhaustive]
pub struct OriginalAnimation {
    /// The file name, without folder and extension.
    pub name: String,
    /// The animation.
    pub animation: urho_ani::Animation<'static>,
    /// The side file, if there is one.
    pub side: Option<crate::SideFile>,
}

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Original({})", self.asset.format().title())
    }
}

impl Original {
    /// Creates an original from a model, a scene, a prefab or a map of an engine.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] for any other document.
    pub fn new(asset: Asset<'_>) -> Result<Self, Error> {
        let format = asset.format();
        let known = drivers::all().any(|driver| driver.originals.contains(&format));
        if !known {
            return Err(Error::Refused(format!(
                "expected a model, a scene, a prefab or a map of an engine as the original, found {}",
                format.title()
            )));
        }
        Ok(Self { asset: asset.into_owned(), animations: Vec::new(), side: None })
    }

    /// Sets the side file of the model.
    #[must_use]
    pub fn side(mut self, side: impl Into<Option<crate::SideFile>>) -> Self {
        self.side = side.into();
        self
    }

    /// Adds an animation to an Urho3D model, given the file name without folder and extension, and the side file.
    /// Assets in other formats are ignored.
    #[must_use]
    pub fn animation(mut self, name: &str, asset: Asset<'_>, side: impl Into<Option<crate::SideFile>>) -> Self {
        if let Some(animation) = asset.into_owned().downcast() {
            self.animations.push(OriginalAnimation { name: name.to_owned(), animation, side: side.into() });
        }
        self
    }
}
