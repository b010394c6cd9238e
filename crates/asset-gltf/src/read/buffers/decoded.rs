//! Decodes buffer views that are compressed by `EXT_meshopt_compression`.

use binio::Budget;

use super::{Buffers, span};
use crate::error::{Error, ErrorKind, Within, error, unfit};
use crate::json::Meshopt;
use crate::meshopt::{Filter, Mode, Stream};

impl Buffers<'_> {
    /// Decodes all compressed views.
    pub(super) fn decode(&mut self, budget: &mut Budget) -> Result<(), Error> {
        for (index, view) in self.views.iter().enumerate() {
            let Some((compression, extension)) = view.meshopt() else { continue };
            let decoded = self.decode_one(compression, extension, view.byte_length.0, budget);
            let decoded = decoded.within(extension).within_item("bufferView", index)?;
            self.decoded.insert(index, decoded);
        }
        Ok(())
    }

    fn decode_one(
        &self,
        compression: &Meshopt,
        extension: &'static str,
        length: u64,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, Error> {
        let stream = stream(compression)?;
        if compression.count.0.checked_mul(compression.byte_stride.0) != Some(length) {
            return Err(unfit("as many bytes as the elements have", length));
        }
        let bytes = self.bytes(compression.buffer, span(compression.byte_offset, compression.byte_length)?)?;
        budget.spend(length).map_err(|fault| error(fault.into()))?;
        let decoded = stream.decode(bytes);
        decoded.map_err(|failure| error(ErrorKind::Compressed { extension, message: failure.to_string() }))
    }
}

fn stream(compression: &Meshopt) -> Result<Stream, Error> {
    let mode = match compression.mode.as_str() {
        "ATTRIBUTES" => Mode::Attributes,
        "TRIANGLES" => Mode::Triangles,
        "INDICES" => Mode::Indices,
        other => return Err(unfit("a mode of the extension", other)),
    };
    let filter = match compression.filter.as_deref() {
        None | Some("NONE") => Filter::None,
        Some("OCTAHEDRAL") => Filter::Octahedral,
        Some("QUATERNION") => Filter::Quaternion,
        Some("EXPONENTIAL") => Filter::Exponential,
        Some("COLOR") => Filter::Color,
        Some(other) => return Err(unfit("a filter of the extension", other)),
    };
    Ok(Stream { mode, filter, count: compression.count.index(), stride: compression.byte_stride.index() })
}
