//! Creates contact sheets, which show many pictures and their names.

use asset_image::{ColorSpace, Pixels};

use crate::error::{Error, ErrorKind, of_image};
use crate::text::{self, SIZE};

/// A contact sheet, to be used when you want to look at many files together. It shows pictures in rows, with a name and
/// a line of text below each of them. A picture with errors will be marked.
///
/// ```
/// use asset_render::Sheet;
/// # let pixels = asset_image::Pixels::filled(96, 96, [200, 80, 40, 255])?;
/// let mut sheet = Sheet::new(96, 96);
/// sheet.add("fox.mdl", "1,204 triangles", Some(&pixels), false)?;
/// sheet.add("broken.mdl", "no vertices", None, true)?; // a picture that there isn't
/// let png = sheet.to_pixels()?.to_png()?;
/// # assert!(!png.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    width: u32,
    height: u32,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct Cell {
    name: String,
    about: String,
    pixels: Option<Pixels>,
    is_bad: bool,
}

/// The space between two pictures, in pixels.
const GAP: u32 = 8;
/// How many pixels the two lines below a picture take.
const LINES: u32 = 2 * (SIZE + 3);
/// How many pixels a sheet can have, in both directions.
const MOST: u32 = 16_384;

const PAPER: [u8; 4] = [250, 250, 250, 255];
const NAME: [u8; 3] = [20, 20, 20];
const ABOUT: [u8; 3] = [120, 120, 120];
const BAD: [u8; 3] = [208, 24, 24];

impl Sheet {
    /// Creates an empty sheet for pictures of this size.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width: width.clamp(16, MOST / 4), height: height.clamp(16, MOST / 4), cells: Vec::new() }
    }

    /// Adds a picture. If you do not have the picture, pass `None` to leave its place empty. A long text will be cut
    /// off, but a name will be cut off on the left.
    ///
    /// # Errors
    /// Fails if the picture does not have the right size, or if the sheet has no space for another picture.
    pub fn add(&mut self, name: &str, about: &str, pixels: Option<&Pixels>, is_bad: bool) -> Result<(), Error> {
        if pixels.is_some_and(|pixels| pixels.size() != (self.width, self.height)) {
            return Err(Error::new(ErrorKind::Frames("a picture of the size that the sheet is for"), "sheet"));
        }
        let (name, about) = (name.to_owned(), about.to_owned());
        self.cells.push(Cell { name, about, pixels: pixels.cloned(), is_bad });
        self.size().map(|_| ())
    }

    /// Returns the number of pictures.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns `true` if this contains no pictures.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the number of pictures in a row, and the width and height of the sheet in pixels.
    fn size(&self) -> Result<(u32, u32, u32), Error> {
        let count = u32::try_from(self.cells.len()).unwrap_or(u32::MAX).max(1);
        let (width, height) = (self.width + GAP, self.height + GAP + LINES);
        // About as wide as high.
        let wanted = f64::from(count) * f64::from(height) / f64::from(width);
        let across = (libm::ceil(libm::sqrt(wanted)) as u32).clamp(1, count);
        let size = (across.saturating_mul(width) + GAP, count.div_ceil(across).saturating_mul(height) + GAP);
        if size.0 > MOST || size.1 > MOST {
            return Err(Error::new(ErrorKind::Size { most: MOST, width: size.0, height: size.1 }, "sheet"));
        }
        Ok((across, size.0, size.1))
    }

    /// Draws the sheet.
    ///
    /// # Errors
    /// Fails if there are more pixels than this host can hold.
    pub fn to_pixels(&self) -> Result<Pixels, Error> {
        let (across, width, height) = self.size()?;
        let sheet = Pixels::filled(width, height, PAPER).map_err(of_image)?;
        let mut sheet = sheet.with_color_space(ColorSpace::Srgb);
        for (index, cell) in (0..).zip(&self.cells) {
            let left = GAP + index % across * (self.width + GAP);
            let top = GAP + index / across * (self.height + GAP + LINES);
            self.draw(&mut sheet, cell, (left, top));
        }
        Ok(sheet)
    }

    fn draw(&self, sheet: &mut Pixels, cell: &Cell, (left, top): (u32, u32)) {
        let letters = (self.width / SIZE) as usize;
        if let Some(pixels) = &cell.pixels {
            put(sheet, pixels, (left, top));
        }
        if cell.is_bad {
            frame(sheet, (left, top), (self.width, self.height));
            text::write(sheet, "!", (left + self.width.saturating_sub(SIZE + 4), top + 4), BAD);
        }
        let below = top + self.height + 3;
        let count = cell.name.chars().count();
        let name: String = if count > letters {
            let end = cell.name.chars().skip(count - letters.saturating_sub(1));
            std::iter::once('~').chain(end).collect()
        } else {
            cell.name.clone()
        };
        text::write(sheet, &name, (left, below), NAME);
        let about: String = cell.about.chars().take(letters).collect();
        text::write(sheet, &about, (left, below + SIZE + 2), if cell.is_bad { BAD } else { ABOUT });
    }
}

/// Copies a picture to the sheet.
fn put(sheet: &mut Pixels, pixels: &Pixels, (left, top): (u32, u32)) {
    let (width, across) = (sheet.width() as usize, pixels.width() as usize);
    let rows = pixels.pixels().chunks_exact(across.max(1));
    let target = sheet.pixels_mut().chunks_exact_mut(width.max(1)).skip(top as usize);
    for (row, target) in rows.zip(target) {
        for (pixel, [red, green, blue, alpha]) in target.iter_mut().skip(left as usize).zip(row.iter().copied()) {
            let alpha = u16::from(alpha);
            let mix = |below: u8, above: u8| {
                ((u16::from(above) * alpha + u16::from(below) * (255 - alpha) + 127) / 255) as u8
            };
            *pixel = [mix(pixel[0], red), mix(pixel[1], green), mix(pixel[2], blue), 255];
        }
    }
}

/// Draws a red frame that is two pixels wide.
fn frame(sheet: &mut Pixels, (left, top): (u32, u32), (width, height): (u32, u32)) {
    let across = sheet.width() as usize;
    for y in 0..height {
        for x in 0..width {
            if x < 2 || y < 2 || x + 2 >= width || y + 2 >= height {
                let index = (top + y) as usize * across + (left + x) as usize;
                let pixel = sheet.pixels_mut().get_mut(index);
                pixel.into_iter().for_each(|pixel| *pixel = [BAD[0], BAD[1], BAD[2], 255]);
            }
        }
    }
}
