//! Compressed buffer views and primitives.

use serde::{Deserialize, Serialize};

use super::{Attributes, Integer, is_false};

/// The extensions of a buffer view.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression", skip_serializing_if = "Option::is_none")]
    pub(crate) meshopt: Option<Meshopt>,
    #[serde(rename = "KHR_meshopt_compression", skip_serializing_if = "Option::is_none")]
    pub(crate) meshopt_khr: Option<Meshopt>,
}

/// Describes the compressed bytes of a buffer view.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meshopt {
    pub(crate) buffer: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_offset: Option<Integer>,
    pub(crate) byte_length: Integer,
    pub(crate) byte_stride: Integer,
    pub(crate) count: Integer,
    pub(crate) mode: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) filter: Option<String>,
}

/// The extensions of a buffer.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct BufferExtensions {
    #[serde(rename = "EXT_meshopt_compression", skip_serializing_if = "Option::is_none")]
    pub(crate) meshopt: Option<Fallback>,
    #[serde(rename = "KHR_meshopt_compression", skip_serializing_if = "Option::is_none")]
    pub(crate) meshopt_khr: Option<Fallback>,
}

/// Marks a buffer that is only needed by readers without the extension.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Fallback {
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) fallback: bool,
}

/// Describes the compressed vertices and triangles of a primitive.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(not(feature = "draco"), allow(dead_code, reason = "only whether it is present matters"))]
pub(crate) struct Draco {
    pub(crate) buffer_view: Integer,
    /// The attribute names, and their numbers in the compressed stream.
    pub(crate) attributes: Attributes,
}
