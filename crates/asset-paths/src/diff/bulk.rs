//! Compares vertices, keyframes, pixels and package entries.

mod animation;
mod image;
mod model;
mod package;

use asset_formats::{Asset, Error, Typed};

use super::{Change, DiffOptions};

/// Adds the differences in bulk data.
pub(super) fn compare(
    old: &Asset<'_>,
    new: &Asset<'_>,
    options: &DiffOptions,
    changes: &mut Vec<Change>,
) -> Result<(), Error> {
    match (old.typed(), new.typed()) {
        (Typed::UrhoMdl(old), Typed::UrhoMdl(new)) => model::compare(old, new, options, changes),
        (Typed::UrhoAni(old), Typed::UrhoAni(new)) => animation::compare(old, new, options, changes),
        (Typed::UrhoPak(old), Typed::UrhoPak(new)) => package::compare(old, new, changes),
        (Typed::Image(old), Typed::Image(new)) => image::compare(old, new, changes)?,
        _ => {}
    }
    Ok(())
}

/// Counts the differences in a column of values.
#[derive(Default)]
pub(super) struct Spread {
    /// How many values differ.
    pub(super) count: usize,
    /// The largest difference, and the index of the value.
    pub(super) most: Option<(f64, usize)>,
}

impl Spread {
    /// Adds a difference.
    pub(super) fn add(&mut self, index: usize, difference: f64) {
        self.count += 1;
        // A NaN is the largest.
        if self.most.is_none_or(|(most, _)| difference > most || difference.is_nan() && !most.is_nan()) {
            self.most = Some((difference, index));
        }
    }
}

/// Returns a number with only as many digits as people need.
pub(super) fn short(number: f64) -> String {
    let digits = if number >= 100.0 {
        1
    } else if number >= 0.01 {
        4
    } else {
        9
    };
    let text = format!("{number:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads the float with this index in a record.
pub(super) fn float(bytes: &[u8], index: usize) -> f64 {
    let word = bytes.get(index * 4..).and_then(|rest| rest.first_chunk::<4>()).copied().unwrap_or_default();
    f64::from(f32::from_le_bytes(word))
}
