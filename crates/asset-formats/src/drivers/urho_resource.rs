//! Other data files for Urho3D, U3D and rbfx.

use std::path::Path;

use urho_resource::Document as Resource;

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::references::{self, Reference};
use crate::{Feature, Format};

impl Format {
    /// Any other data file for Urho3D, U3D or rbfx: a particle effect, interface layout, sprite sheet, tile map, render
    /// path, font, sound and others.
    pub const URHO_RESOURCE: Self =
        Self::new("urho-resource", "Urho3D data file").with_features(&[Feature::SideFileItself, Feature::Merged]);
}

pub(super) const DRIVERS: &[Driver] = &[Driver::new(
    Format::URHO_RESOURCE,
    // Any name may belong to another kind, so that this is the last guess.
    |head, evidence| {
        let kind = urho_resource::detect(head.start(), head.name());
        // XML animations are documents of their own.
        evidence == Evidence::Guess && kind.is_some_and(|kind| kind != urho_resource::Kind::XmlAnimation)
    },
    // Some kinds are told apart by their names.
    |bytes, opening| opened(Format::URHO_RESOURCE, Resource::parse(bytes, opening.path.and_then(Path::to_str))),
)
.causes(&[cause_of::<urho_resource::ErrorKind>])
.findings(&[urho_resource::kinds::ALL])];

impl Document for Resource<'_> {
    contract! {
        format(URHO_RESOURCE) variant(|document| document.kind().name())
        validate to_bytes into_owned summary() edit(urho_resource) typed(UrhoResource)
    }

    fn references(&self, own: Option<&str>) -> Vec<Reference> {
        references::of_resource(self, own)
    }
}
