//! Input of a conversion.

use crate::{Asset, SideFile};

/// A document to convert, with a name for its outputs: the file name without folder and extension.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i, 'a> {
    /// Name, `Jack` of `Models/Jack.mdl`: animations are called so in a scene, materials get names from it.
    pub name: &'i str,
    /// Document to convert.
    pub asset: &'i Asset<'a>,
    /// Skips an animation that moves no part of the model, without a finding. For animations that were found next to a
    /// model and not requested.
    pub if_it_fits: bool,
    /// Name of the document's file as a resource, `Models/Jack.mdl`: its materials are found by it. By default the name below `Models`.
    pub resource: Option<&'i str>,
    /// Side file of a model or an animation of Urho3D. It is copied too: next to a file of the same engine, or into the
    /// `extras` of glTF. A conversion to any other format loses it.
    pub side: Option<&'i SideFile>,
}

impl<'i, 'a> Input<'i, 'a> {
    /// A document of this name.
    pub const fn new(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { name, asset, if_it_fits: false, resource: None, side: None }
    }

    /// Creates an input for an animation with this name that was found next to a model; see
    /// [`if_it_fits`](Self::if_it_fits).
    pub const fn beside(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { if_it_fits: true, ..Self::new(name, asset) }
    }

    /// Sets [`resource`](Self::resource).
    #[must_use]
    pub fn resource(mut self, resource: impl Into<Option<&'i str>>) -> Self {
        self.resource = resource.into();
        self
    }

    /// Sets the [`side`](Self::side) file.
    #[must_use]
    pub fn side(mut self, side: impl Into<Option<&'i SideFile>>) -> Self {
        self.side = side.into();
        self
    }
}
