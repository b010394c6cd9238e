//! Stores documents in a layout.

use asset_scene::Error;
use binio::Path;
use pragma_asset::udm::{Document, Style};
use scene_adapter::json::Base64;
use scene_adapter::origin;
use serde::{Deserialize, Serialize};

use crate::fault::unsupported;

/// A document that is stored in a layout.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// The document as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) document: Option<String>,
    /// The document in its binary form, if it can't be stored as text.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) binary: Base64,
}

impl Stored {
    /// Stores a document. `path` is used in errors.
    pub(crate) fn of(document: &Document<'_>, path: Path) -> Result<Self, Error> {
        let text = document.to_text(Style::Pretty).ok().and_then(|text| String::from_utf8(text).ok());
        let is_same = |text: &String| Document::parse_text(text.as_bytes()).is_ok_and(|back| back == *document);
        let text = text.filter(is_same);
        let binary = match text {
            Some(_) => Base64::default(),
            None => Base64(document.to_binary().map_err(|error| unsupported(path, error))?),
        };
        Ok(Self { document: text, binary })
    }

    pub(crate) fn document(&self) -> Result<Document<'_>, Error> {
        let document = match &self.document {
            Some(text) => Document::parse_text(text.as_bytes()),
            None => Document::parse(&self.binary.0),
        };
        document.map_err(|error| origin::mismatch("layout", error))
    }
}
