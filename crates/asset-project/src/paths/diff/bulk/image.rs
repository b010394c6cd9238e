//! Pixels of images.

use asset_image::{Image, Mip};
use binio::Limits;

use super::Spread;
use crate::detect::Format;
use crate::error::Error;
use crate::paths::diff::Change;

/// Compares the pixels of the largest mip level, of all faces, if the sizes are equal.
pub(super) fn compare(old: &Image<'_>, new: &Image<'_>, changes: &mut Vec<Change>) -> Result<(), Error> {
    let (before, after) = (old.info(), new.info());
    if old.as_bytes() == new.as_bytes() || (before.width, before.height) != (after.width, after.height) {
        return Ok(());
    }
    let faces = before.faces.min(after.faces);
    for face in 0..faces {
        let decoded = |image: &Image<'_>| {
            let pixels = image.decode(Mip(0).face(face), &mut Limits::default().budget());
            pixels.map_err(|error| Error::malformed(Format::Image, error))
        };
        let (old, new) = (decoded(old)?, decoded(new)?);
        let mut spread = Spread::default();
        for (index, (old, new)) in old.pixels().iter().zip(new.pixels()).enumerate() {
            if old != new {
                let most = old.iter().zip(new).map(|(old, new)| old.abs_diff(*new)).max().unwrap_or(0);
                spread.add(index, f64::from(most));
            }
        }
        let Some((most, index)) = spread.most else { continue };
        let width = (after.width as usize).max(1);
        let path = if faces > 1 { format!("pixels[{face}]") } else { "pixels".to_owned() };
        let (count, total) = (spread.count, new.pixels().len());
        let place = format!("x {}, y {}", index % width, index / width);
        changes.push(Change::note(path, format!("{count} of {total} pixels differ, most by {most} of 255 at {place}")));
    }
    Ok(())
}
