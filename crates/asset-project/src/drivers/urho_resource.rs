//! Other data files for Urho3D, U3D and rbfx.

use std::borrow::Cow;
use std::path::Path;

use binio::Findings;
use urho_resource::Document as Resource;

use super::opened;
use crate::document::{Document, Typed};
use crate::driver::{Driver, Evidence, cause_of};
use crate::paths::Edit;
use crate::resources::{Reference, references};
use crate::{Error, Format};

impl Format {
    /// Any other data file for Urho3D, U3D or rbfx: a particle effect, interface layout, sprite sheet, tile map, render
    /// path, font, sound and others.
    pub const URHO_RESOURCE: Self = Self::new("urho-resource", "Urho3D data file");
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
    fn format(&self) -> Format {
        Format::URHO_RESOURCE
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.kind().name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::URHO_RESOURCE, error))
    }

    fn into_owned(self: Box<Self>) -> Box<dyn Document> {
        Box::new((*self).into_owned())
    }

    #[cfg(feature = "serde")]
    fn summary(&self, _: bool) -> crate::Summary<'_> {
        crate::Summary::new(self.summary())
    }

    fn references(&self, own: Option<&str>) -> Vec<Reference> {
        references::of_resource(self, own)
    }

    fn edit(&mut self) -> Option<&mut dyn Edit> {
        Some(self)
    }

    fn typed(&self) -> Typed<'_> {
        Typed::UrhoResource(self)
    }
}
