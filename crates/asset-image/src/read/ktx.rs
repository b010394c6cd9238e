//! Reads the header of a ktx (see FORMAT.md, section 3.6).

use binio::{Fault, Input, Within, bytes, chunk, record};

use super::{Read, Texture, bad, check_data, check_size, gl, slices, word};
use crate::error::ErrorKind;
use crate::headers::KtxHeader;
use crate::image::Level;
use crate::info::{ColorSpace, Info, extent};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat};

/// Where to find the fields.
mod at {
    pub(super) const ORDER: u64 = 12;
    pub(super) const WIDTH: u64 = 36;
    pub(super) const FACES: u64 = 52;
    pub(super) const MIPS: u64 = 56;
}

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, at::ORDER).within("header")?;
    let (behind, order) = chunk::<4, ErrorKind>(behind).within("header")?;
    let big_endian = match order {
        [1, 2, 3, 4] => false,
        [4, 3, 2, 1] => true,
        _ => return Err(bad(at::ORDER, ErrorKind::Header("neither order of bytes"))).within("header"),
    };
    let (behind, header) = record::<KtxHeader, ErrorKind>(behind).within("header")?;
    let (data, _) = bytes::<ErrorKind>(behind, word(header.key_value_bytes, big_endian).into()).within("key values")?;
    let number = |field: [u8; 4]| word(field, big_endian);
    let [internal, format, ty] = [header.gl_internal_format, header.gl_format, header.gl_type].map(number);
    let (mut format, srgb) = gl::format(internal, format, ty);
    if big_endian && number(header.gl_type_size) > 1 && !format.is_block() {
        format = PixelFormat::Other(FormatCode::Named("pixels of big-endian numbers"));
    }
    let mut info = Info::new(Kind::Ktx, number(header.width), number(header.height).max(1), format);
    info.depth = number(header.depth).max(1);
    info.layers = number(header.array_elements).max(1);
    info.faces = number(header.faces);
    info.mips = number(header.mips).max(1);
    if srgb {
        info.color_space = ColorSpace::Srgb;
    }
    if info.faces != 1 && info.faces != 6 {
        return Err(bad(at::FACES, ErrorKind::Header("neither 1 face nor 6"))).within("header");
    }
    super::float_is_linear(&mut info);
    check_size(&info, at::WIDTH, at::MIPS)?;
    let is_array = number(header.array_elements) > 0;
    let levels = levels(input, data, &info, is_array, big_endian)?;
    check_data(input, &info, &levels)?;
    Ok((info, levels))
}

/// Reads where the levels are. Each mip begins with its length, which for a cube map is the length of a single face.
/// Rows, faces and mips begin at multiples of four.
fn levels(input: Input<'_>, data: Input<'_>, info: &Info, is_array: bool, big_endian: bool) -> Read<Vec<Level>> {
    let (mut at, mut levels) = (data, Vec::new());
    for (slice, mip) in slices(info, at::WIDTH)?.into_iter().zip(0..) {
        let slice = padded_slice(info, slice, mip);
        let face = slice.saturating_mul(extent(info.depth, mip).into());
        let stride = if info.is_cube() && !is_array { padded(face) } else { face };
        let all = stride.saturating_mul(u64::from(info.layers).saturating_mul(info.faces.into()));
        let expected = if info.is_cube() && !is_array { face } else { all };
        let index = usize::try_from(mip).unwrap_or(usize::MAX);
        let (behind, length) = chunk::<4, ErrorKind>(at).within_item("mip", index)?;
        let actual = word(*length, big_endian).into();
        // Some tools write the length of all faces: without padding it says the same.
        if actual != expected && actual != all {
            return Err(at.fail(ErrorKind::WrongLength { expected, actual })).within_item("mip", index);
        }
        levels.push(Level { offset: behind.offset(), stride, slice });
        if mip.saturating_add(1) < info.mips {
            at = match bytes::<ErrorKind>(behind, padded(all)) {
                Ok((next, _)) => next,
                // Says which face is cut off.
                Err(_) => return check_data(input, info, &levels).and(Err(behind.fail(Fault::Limit("padding")))),
            };
        }
    }
    Ok(levels)
}

/// Returns how many bytes a slice takes if its rows begin at multiples of four.
fn padded_slice(info: &Info, slice: u64, mip: u32) -> u64 {
    if info.format.is_block() {
        return slice;
    }
    let height = u64::from(extent(info.height, mip));
    slice.checked_div(height).map_or(slice, |row| padded(row).saturating_mul(height))
}

fn padded(length: u64) -> u64 {
    length.checked_next_multiple_of(4).unwrap_or(u64::MAX)
}
