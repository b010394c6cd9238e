//! This module contains [`Input`], a document to convert.

use asset_formats::{Asset, SideFile};

/// A document to convert, with a name for the output files. The name is the file name without folder and extension.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i, 'a> {
    /// The name, for example `Jack` for `Models/Jack.mdl`. An animation in a scene will have this name, and material
    /// names are derived from it.
    pub name: &'i str,
    /// The document to convert.
    pub asset: &'i Asset<'a>,
    /// Whether to skip this animation, without a finding, if it doesn't move any part of the model. Set this for an
    /// animation that nobody asked for but that was next to the model.
    pub if_it_fits: bool,
    /// The resource name of the document's file, for example `Models/Jack.mdl`. It is needed to find the materials. By
    /// default, this is the name below `Models`.
    pub resource: Option<&'i str>,
    /// The side file of an Urho3D model or animation. It will be copied too: next to the output for the same engine, or
    /// into the `extras` of a glTF. In other formats it is lost.
    pub side: Option<&'i SideFile>,
}

impl<'i, 'a> Input<'i, 'a> {
    /// Creates an input with this name.
    pub const fn new(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { name, asset, if_it_fits: false, resource: None, side: None }
    }

    /// Creates an input for an animation that was found next to a model; see [`if_it_fits`](Self::if_it_fits).
    pub const fn beside(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { if_it_fits: true, ..Self::new(name, asset) }
    }

    /// Sets the [`resource`](Self::resource) name.
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
