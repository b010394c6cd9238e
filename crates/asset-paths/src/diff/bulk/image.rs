//! Compares the pixels in images.

use asset_formats::{Error, Format};
use asset_image::{Image, Info, Mip, Pixels, Surface};
use binio::{Budget, Limits};

use super::Spread;
use crate::diff::Change;

/// Compares the pixels of all surfaces that are in both images, if the sizes are equal.
pub(super) fn compare(old: &Image<'_>, new: &Image<'_>, changes: &mut Vec<Change>) -> Result<(), Error> {
    let (before, after) = (old.info(), new.info());
    if old.as_bytes() == new.as_bytes() || (before.width, before.height) != (after.width, after.height) {
        return Ok(());
    }
    let is_stored_alike = before.format == after.format && before.supercompression == after.supercompression;
    if let (Some(before), Some(after)) = (wide(old)?, wide(new)?) {
        let note = differing([&before, &after], new.info().width, u16::MAX.into());
        changes.extend(note.map(|note| Change::note(path(Mip(0).into(), new.info()), note)));
        return Ok(());
    }
    // For all surfaces of a file together.
    let (mut for_old, mut for_new) = (Limits::default().budget(), Limits::default().budget());
    for surface in surfaces(before, after) {
        let stored = old.surface(surface).zip(new.surface(surface)).filter(|_| is_stored_alike);
        if stored.is_some_and(|(old, new)| old == new) {
            continue;
        }
        let (before, after) = (decoded(old, surface, &mut for_old)?, decoded(new, surface, &mut for_new)?);
        let note = pixels(&before, &after).or_else(|| stored.and_then(|(old, new)| bytes(old, new)));
        changes.extend(note.map(|note| Change::note(path(surface, new.info()), note)));
    }
    Ok(())
}

/// Returns the surfaces of both images. The largest come first.
fn surfaces(old: &Info, new: &Info) -> impl Iterator<Item = Surface> {
    let [mips, layers, faces, depth] =
        [(old.mips, new.mips), (old.layers, new.layers), (old.faces, new.faces), (old.depth, new.depth)]
            .map(|(old, new)| old.min(new));
    (0..mips).flat_map(move |mip| {
        let slices = depth.checked_shr(mip).unwrap_or(0).max(1);
        (0..layers).flat_map(move |layer| {
            (0..faces).flat_map(move |face| (0..slices).map(move |slice| Mip(mip).layer(layer).face(face).slice(slice)))
        })
    })
}

/// Decodes a surface. If the pixels are stored directly, the time is proportional to the file size. Otherwise this
/// takes memory from `packed`, even for the data before the surface, which is unpacked again each time.
fn decoded(image: &Image<'_>, surface: Surface, packed: &mut Budget) -> Result<Pixels, Error> {
    let failed = |error| Error::malformed(Format::IMAGE, error);
    if image.surface(surface).is_some() {
        return image.decode(surface, &mut Limits::default().budget()).map_err(failed);
    }
    let info = image.info();
    let slices = info.mip_depth(Mip(surface.mip)).unwrap_or(1);
    let elements = u64::from(surface.layer).saturating_mul(info.faces.into()).saturating_add(surface.face.into());
    let before = elements.saturating_mul(slices.into()).saturating_add(surface.slice.into());
    let length = info.decoded_len(Mip(surface.mip)).unwrap_or(u64::MAX);
    if packed.spend(before.saturating_mul(length)).is_err() {
        let problem =
            "the file unpacks to more pixels than the limit of all surfaces; compare its surfaces as pictures";
        return Err(Error::Refused(problem.to_owned()));
    }
    image.decode(surface, packed).map_err(failed)
}

/// Returns the place of a surface. It leaves out everything of which there is only one.
fn path(surface: Surface, info: &Info) -> String {
    let mut path = "pixels".to_owned();
    if info.faces > 1 {
        path += &format!("[{}]", surface.face);
    }
    let parts = [
        ("layers", surface.layer, info.layers > 1),
        ("mips", surface.mip, surface.mip > 0),
        ("slices", surface.slice, info.depth > 1),
    ];
    for (name, index, _) in parts.into_iter().filter(|(_, _, is_shown)| *is_shown) {
        path += &format!("/{name}[{index}]");
    }
    path
}

/// Decodes an image with 16 bits per channel. For other images, this returns `None`.
fn wide(image: &Image<'_>) -> Result<Option<Vec<[u16; 4]>>, Error> {
    image.decode_wide(&mut Limits::default().budget()).map_err(|error| Error::malformed(Format::IMAGE, error))
}

/// Describes how the pixels differ.
fn pixels(old: &Pixels, new: &Pixels) -> Option<String> {
    differing([old.pixels(), new.pixels()], new.width(), u8::MAX.into())
}

/// Describes how the pixels differ, given that `white` is the maximum for each channel.
fn differing<C: Copy + PartialEq + Into<u32>>([old, new]: [&[[C; 4]]; 2], width: u32, white: u32) -> Option<String> {
    let mut spread = Spread::default();
    for (index, (old, new)) in old.iter().zip(new).enumerate() {
        if old != new {
            let most = old.iter().zip(new).map(|(old, new)| (*old).into().abs_diff((*new).into())).max().unwrap_or(0);
            spread.add(index, f64::from(most));
        }
    }
    let (most, index) = spread.most?;
    let width = (width as usize).max(1);
    let (count, total) = (spread.count, new.len());
    let pixel = format!("x {}, y {}", index % width, index / width);
    Some(format!("{count} of {total} pixels differ, most by {most} of {white} at {pixel}"))
}

/// Describes how stored pixels differ if this is not visible with 8 bits per channel.
fn bytes(old: &[u8], new: &[u8]) -> Option<String> {
    let count = old.iter().zip(new).filter(|(old, new)| old != new).count();
    let total = new.len();
    (count > 0).then(|| format!("{count} of {total} stored bytes differ; the pixels are equal at 8 bits a channel"))
}
