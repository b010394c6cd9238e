//! Prints the properties of a texture.

use std::fmt::Write as _;

use engine_assets::asset_image::{ColorSpace, Image, Mip};

use crate::counts::{counted, grouped};

/// Writes the properties of a texture.
pub(super) fn describe(image: &Image<'_>, text: &mut String) {
    let info = image.info();
    let mut size = format!("{} x {}", info.width, info.height);
    if info.depth > 1 {
        size += &format!(" x {}", info.depth);
    }
    let mut parts = vec![size, info.format.to_string(), counted(info.mips as usize, "mip")];
    if info.is_cube() {
        parts.push(format!("cube map of {} faces", info.faces));
    }
    if info.layers > 1 {
        parts.push(counted(info.layers as usize, "layer"));
    }
    parts.push(match info.color_space {
        ColorSpace::Srgb => String::from("sRGB"),
        ColorSpace::Linear => String::from("linear"),
        _ => String::from("colour space not said"),
    });
    if info.premultiplied {
        parts.push(String::from("premultiplied alpha"));
    }
    if let Some(normals) = info.normals {
        parts.push(format!("normals in {}", normals.name()));
    }
    if let Some(scheme) = info.supercompression {
        parts.push(format!("compressed by {scheme}"));
    }
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {}", parts.join(", "));
    for mip in (0..info.mips).map(Mip) {
        if let (Some((width, height)), Some(data)) = (info.mip_size(mip), image.surface(mip)) {
            let _ = writeln!(text, "  mip {}: {width} x {height}, {} bytes", mip.0, grouped(data.len() as u64));
        }
    }
}
