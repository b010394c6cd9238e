//! Compares two images, pixel by pixel.

use asset_image::Pixels;

use super::Comparison;
use crate::error::{Error, of_image};

/// How much of an image can still be seen below the marks.
const FADED: u32 = 90;
/// The grey to which images fade.
const GREY: u32 = 225;

impl Comparison {
    /// Compares two images. The pictures will not be larger than `most` (width and height), and not larger than the
    /// images. If the images do not have the same size, the smaller image will be enlarged first.
    ///
    /// ```
    /// use asset_render::Comparison;
    /// use asset_image::Pixels;
    /// let old = Pixels::filled(4, 2, [0, 0, 0, 255])?;
    /// let mut new = old.clone();
    /// new.pixels_mut()[5] = [255; 4];
    /// let compared = Comparison::of_images(old, new, (256, 256))?;
    /// assert_eq!(compared.restyled, 1);
    /// assert_eq!(compared.changes.get(1, 1), Some([178, 70, 160, 255]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if an image has no pixels.
    pub fn of_images(mut old: Pixels, mut new: Pixels, most: (u32, u32)) -> Result<Self, Error> {
        Pixels::make_equally_large(&mut old, &mut new).map_err(of_image)?;
        let size = fitting(new.size(), most);
        let small = |pixels: &Pixels| pixels.resized(size.0, size.1).map_err(of_image);
        let (before, after) = (small(&old)?, small(&new)?);
        let mut changes = after.clone();
        for pixel in changes.pixels_mut() {
            let [red, green, blue, alpha] = pixel.map(u32::from);
            let part = FADED * alpha / 255;
            let faded = |channel: u32| ((channel * part + GREY * (255 - part)) / 255) as u8;
            *pixel = [faded(red), faded(green), faded(blue), 255];
        }
        let restyled = mark(&mut changes, &old, &new);
        Ok(Self { before, after, changes, added: 0, removed: 0, restyled })
    }
}

/// Returns the size to use for a picture. This will not be larger than `most`, and has the proportions of the image.
fn fitting((width, height): (u32, u32), most: (u32, u32)) -> (u32, u32) {
    let scale = (f64::from(most.0) / f64::from(width)).min(f64::from(most.1) / f64::from(height)).min(1.0);
    let scaled = |size: u32| ((f64::from(size) * scale) as u32).max(1);
    (scaled(width), scaled(height))
}

/// Marks the pixels that differ, and returns their number. When the picture was shrunk, the marks will be wider, so
/// that you can still see a single pixel of a large image.
fn mark(changes: &mut Pixels, old: &Pixels, new: &Pixels) -> usize {
    let ((width, height), (across, down)) = (new.size(), changes.size());
    let reach = u32::from(across < width || down < height);
    let mut count = 0;
    let mut is_marked = vec![false; changes.pixels().len()];
    for (index, (before, after)) in old.pixels().iter().zip(new.pixels()).enumerate() {
        if before == after {
            continue;
        }
        count += 1;
        let (x, y) = (index as u64 % u64::from(width), index as u64 / u64::from(width));
        let scaled = |at: u64, from: u32, to: u32| (at * u64::from(to) / u64::from(from)) as u32;
        let (x, y) = (scaled(x, width, across), scaled(y, height, down));
        let index = |x: u32, y: u32| y as usize * across as usize + x as usize;
        if is_marked.get(index(x, y)) == Some(&true) {
            continue;
        }
        is_marked.iter_mut().skip(index(x, y)).take(1).for_each(|marked| *marked = true);
        let [red, green, blue] = Comparison::RESTYLED;
        for row in y.saturating_sub(reach)..(y + reach + 1).min(down) {
            for column in x.saturating_sub(reach)..(x + reach + 1).min(across) {
                let pixel = changes.pixels_mut().get_mut(index(column, row));
                pixel.into_iter().for_each(|pixel| *pixel = [red, green, blue, 255]);
            }
        }
    }
    count
}
