//! Creates contact sheets, which show many pictures and their names.

use asset_image::{ColorSpace, Pixels};

use crate::background::{Background, is_light};
use crate::error::{Error, ErrorKind, of_image};
use crate::letters::Letters;

/// A contact sheet, to be used when you want to look at many files together. It shows pictures in rows, with a name and
/// a line of text below each of them. A picture with errors will be marked. All pictures share the background of the
/// sheet, so you should draw them on [`paper`](Self::paper).
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
    background: Background,
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
const GAP: u32 = 12;
/// The height of a line below a picture, in pixels.
const LINE: u32 = 17;
/// How many pixels the two lines below a picture take.
const LINES: u32 = 2 * LINE + 2;
/// How many pixels a sheet can have, in both directions.
const MOST: u32 = 16_384;

/// The background that suits most pictures: both white icons and surfaces without a material can be seen on it.
const SLATE: [u8; 3] = [43, 47, 54];
const BAD: [u8; 3] = [208, 24, 24];

/// Colours of text.
struct Ink {
    name: [u8; 3],
    about: [u8; 3],
    bad: [u8; 3],
}

const ON_DARK: Ink = Ink { name: [240, 242, 245], about: [165, 172, 184], bad: [255, 138, 128] };
const ON_LIGHT: Ink = Ink { name: [20, 20, 20], about: [96, 100, 108], bad: BAD };

impl Sheet {
    /// Creates an empty sheet for pictures of this size.
    pub fn new(width: u32, height: u32) -> Self {
        let [width, height] = [width, height].map(|size| size.clamp(16, MOST / 4));
        Self { width, height, background: Background::Auto, cells: Vec::new() }
    }

    /// Sets the background of the whole sheet. [`Background::Auto`] is a dark grey on which bright and dark pictures
    /// can be seen. A gradient is replaced by its middle.
    #[must_use]
    pub fn background(mut self, background: Background) -> Self {
        self.background = background;
        self
    }

    /// Adds a picture. If you do not have the picture, pass `None` to leave its place empty. A long name will be cut in
    /// the middle, and a long text at its end.
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
        let paper = self.color();
        let sheet = Pixels::filled(width, height, paper).map_err(of_image)?;
        let mut sheet = sheet.with_color_space(ColorSpace::Srgb);
        // A transparent sheet is put on white paper more often than on black.
        let ink = if paper[3] == 0 || is_light([paper[0], paper[1], paper[2]]) { &ON_LIGHT } else { &ON_DARK };
        let letters = Letters::new();
        for (index, cell) in (0..).zip(&self.cells) {
            let left = GAP + index % across * (self.width + GAP);
            let top = GAP + index / across * (self.height + GAP + LINES);
            self.draw(&mut sheet, cell, (left, top));
            if let Some(letters) = &letters {
                self.describe(&mut sheet, cell, (left, top + self.height + 3), letters, ink);
            }
        }
        Ok(sheet)
    }

    /// Returns the background of the sheet, which is either a single colour or transparent. Draw the pictures on it:
    /// content that adds light can't be put on another background later.
    pub fn paper(&self) -> Background {
        match (self.background, self.background.edges()) {
            (Background::Auto, _) => Background::Plain(SLATE),
            (_, Some([top, bottom])) => Background::Plain(std::array::from_fn(|part| top[part].midpoint(bottom[part]))),
            (_, None) => Background::Transparent,
        }
    }

    /// Returns the colour of the sheet.
    fn color(&self) -> [u8; 4] {
        let edges = self.paper().edges();
        edges.map_or([0; 4], |[[red, green, blue], _]| [red, green, blue, 255])
    }

    fn draw(&self, sheet: &mut Pixels, cell: &Cell, (left, top): (u32, u32)) {
        if let Some(pixels) = &cell.pixels {
            put(sheet, pixels, (left, top));
        }
        if cell.is_bad {
            frame(sheet, (left, top), (self.width, self.height));
        }
    }

    /// Writes the two lines below a picture.
    fn describe(&self, sheet: &mut Pixels, cell: &Cell, (left, top): (u32, u32), letters: &Letters, ink: &Ink) {
        letters.write_name(sheet, &cell.name, (left, top), self.width, ink.name);
        let color = if cell.is_bad { ink.bad } else { ink.about };
        letters.write(sheet, &cell.about, (left, top + LINE), self.width, color);
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
            *pixel = if pixel[3] == 0 {
                [red, green, blue, alpha as u8]
            } else {
                [mix(pixel[0], red), mix(pixel[1], green), mix(pixel[2], blue), 255]
            };
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
