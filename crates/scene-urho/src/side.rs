//! Side files, which are converted together with their models and animations.

use asset_scene::{Error, Source};
use scene_adapter::json::Base64;
use scene_adapter::origin::mismatch;
use serde::{Deserialize, Serialize};

/// A side file, byte for byte. This is `X.xml` or `X.json` next to `X.mdl` or `X.ani`, and it contains metadata and
/// triggers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFile {
    /// Whether the file is JSON. If not, it is XML.
    pub is_json: bool,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// The key in a layout.
const KEY: &str = "side_file";

/// A side file in a layout. It is stored as text, so that people can read and edit it, unless it isn't valid text.
#[derive(Deserialize, Serialize)]
struct Stored {
    format: Form,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<Base64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Xml,
    Json,
}

impl SideFile {
    /// Stores the side file in the source of its model or animation.
    pub fn store(&self, source: &mut Source<'_>) {
        let format = if self.is_json { Form::Json } else { Form::Xml };
        let stored = match std::str::from_utf8(&self.bytes) {
            Ok(text) => Stored { format, text: Some(text.to_owned()), data: None },
            Err(_) => Stored { format, text: None, data: Some(Base64(self.bytes.clone())) },
        };
        if let Some(layout) = source.layout.as_object_mut() {
            layout.insert(KEY.to_owned(), crate::export::stored(&stored));
        }
    }

    /// Returns the side file that was stored in a source by [`store`](Self::store). Use this when you write the model
    /// or animation of a scene to a file again. Returns `None` if there was no side file, or if the source has another
    /// format.
    ///
    /// # Errors
    /// Fails if the stored value was not written by [`store`](Self::store).
    pub fn stored(source: &Source<'_>) -> Result<Option<Self>, Error> {
        if ![crate::FORMAT, crate::ANIMATION_FORMAT].contains(&source.format.as_str()) {
            return Ok(None);
        }
        let Some(stored) = source.layout.get(KEY) else { return Ok(None) };
        let stored = Stored::deserialize(stored).map_err(|error| mismatch(KEY, error))?;
        let bytes = match (stored.text, stored.data) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(data)) => data.0,
            _ => return Err(mismatch(KEY, "expected text or data")),
        };
        Ok(Some(Self { is_json: stored.format == Form::Json, bytes }))
    }
}
