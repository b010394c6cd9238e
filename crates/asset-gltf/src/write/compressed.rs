//! Writes views that are compressed by `EXT_meshopt_compression`.

use super::role::Usage;
use crate::json::{Buffer, BufferExtensions, Fallback, Integer, Meshopt, Root};

const EXTENSION: &str = "EXT_meshopt_compression";

/// Adds the buffer for the decoded bytes, which are not stored, and declares the extension. If there are no compressed
/// views, this does nothing.
pub(super) fn declare(root: &mut Root, fallback: usize) {
    if fallback == 0 {
        return;
    }
    let extensions = BufferExtensions { meshopt: Some(Fallback { fallback: true }), meshopt_khr: None };
    root.buffers.push(Buffer {
        byte_length: Integer::from(fallback),
        uri: None,
        extensions: Some(Box::new(extensions)),
    });
    root.extensions_used.push(EXTENSION.to_owned());
    root.extensions_required.push(EXTENSION.to_owned());
}

/// Encodes elements. Returns the bytes and their description, in which the offset is not set yet, or `None` if they
/// don't become shorter. Indices are encoded as triangles or as a sequence, whichever is shorter. If `turn` is set,
/// triangles can begin at another corner.
#[cfg(feature = "meshopt")]
pub(super) fn encode(elements: &[u8], stride: usize, usage: Usage, turn: bool) -> Option<(Vec<u8>, Meshopt)> {
    use crate::meshopt::{Filter, Mode, Stream};

    let count = elements.len().checked_div(stride)?;
    let stream = |mode| Stream { mode, filter: Filter::None, count, stride };
    let (packed, mode) = if usage == Usage::Index {
        let triangles = stream(Mode::Triangles);
        let triangles = if turn { triangles.encode_turned(elements) } else { triangles.encode(elements) };
        let both = [(triangles.ok(), "TRIANGLES"), (stream(Mode::Indices).encode(elements).ok(), "INDICES")];
        both.into_iter().filter_map(|(packed, mode)| Some((packed?, mode))).min_by_key(|(packed, _)| packed.len())?
    } else {
        (stream(Mode::Attributes).encode(elements).ok()?, "ATTRIBUTES")
    };
    let description = Meshopt {
        byte_length: Integer::from(packed.len()),
        byte_stride: Integer::from(stride),
        count: Integer::from(count),
        mode: mode.to_owned(),
        ..Meshopt::default()
    };
    (packed.len() < elements.len()).then_some((packed, description))
}

/// Returns `None`, because this build can't compress.
#[cfg(not(feature = "meshopt"))]
pub(super) fn encode(_: &[u8], _: usize, _: Usage, _: bool) -> Option<(Vec<u8>, Meshopt)> {
    None
}
