//! Implementation of each format for [`Asset`](crate::Asset): one file per format.

mod fbx;
mod gltf;
mod image;
mod pragma_asset;
mod scene;
mod udm;
mod urho_ani;
mod urho_asc;
mod urho_material;
mod urho_mdl;
mod urho_pak;
mod urho_resource;
mod urho_scene;
mod urho_shader;
mod zed_asset;

pub use fbx::FbxDocument;
pub use gltf::GltfDocument;

use std::borrow::Cow;

use binio::Findings;

use crate::detect::Format;
use crate::error::Error;

/// Operations that all formats share.
pub(crate) trait Document {
    /// Its format.
    fn format(&self) -> Format;

    /// Returns the version or kind within the format, in one word.
    fn variant(&self) -> Cow<'static, str>;

    /// Returns everything that is unusual or wrong, with its place and severity.
    fn validate(&self) -> Findings;

    /// Its bytes.
    fn to_bytes(&self) -> Result<Vec<u8>, Error>;

    /// Returns whether writing the document reproduces the bytes that it was read from.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.to_bytes()? == bytes)
    }

    /// Returns the first difference between the original and the written bytes, or `None` if they are equal.
    fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        if self.round_trips(bytes)? {
            return Ok(None);
        }
        let written = self.to_bytes()?;
        let at = written.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(written.len().min(bytes.len()));
        Ok(Some(format!("{} bytes of {}, other ones from byte {at:#x} on", written.len(), bytes.len())))
    }
}

/// A document of an engine that a project adds.
impl Document for Box<dyn scene_adapter::EngineDocument> {
    fn format(&self) -> Format {
        Format::Other((**self).format())
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed((**self).format().name)
    }

    fn validate(&self) -> Findings {
        (**self).validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let format = Document::format(self);
        (**self).to_bytes().map_err(|error| Error::Malformed { format, error })
    }
}
