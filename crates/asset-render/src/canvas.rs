//! Draws flat pictures from parts of images and plain colours.

use asset_image::Pixels;
use binio::Findings;

use crate::background::Background;
use crate::camera::{Camera, Lens};
use crate::error::{Error, of_image};
use crate::picture::Picture;
use crate::text;

/// How to mix new pixels with the pixels below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Blend {
    /// Mix by alpha.
    #[default]
    Alpha,
    /// Add, multiplied by alpha.
    Add,
    /// Multiply.
    Multiply,
    /// Replace what is below, and ignore alpha.
    Replace,
}

/// A parallelogram in the picture that shows a part of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    /// The upper left corner, in pixels of the picture.
    pub corner: [f32; 2],
    /// The way from there to the upper right corner.
    pub across: [f32; 2],
    /// The way from there to the lower left corner.
    pub down: [f32; 2],
    /// The part of the image to show (left, top, right, bottom), in pixels of the image. To mirror it, use a right that
    /// is less than left.
    pub part: [f32; 4],
    /// Multiplies red, green, blue and alpha by these factors.
    pub tint: [f32; 4],
    /// Factors to use instead of the tint, for the upper left, upper right, lower left and lower right corner. They
    /// will be interpolated in two triangles, as on a graphics card.
    pub corners: Option<[[f32; 4]; 4]>,
    /// How to mix this with what is below.
    pub blend: Blend,
    /// Whether to interpolate between the pixels of the image.
    pub is_smooth: bool,
}

impl Quad {
    /// Creates an upright rectangle. You need to pass left, top, width and height in the picture, and the part of the
    /// image to show.
    pub fn upright([x, y, width, height]: [f32; 4], part: [f32; 4]) -> Self {
        Self {
            corner: [x, y],
            across: [width, 0.0],
            down: [0.0, height],
            part,
            tint: [1.0; 4],
            corners: None,
            blend: Blend::Alpha,
            is_smooth: false,
        }
    }

    /// Returns the factors at a point, given as fractions of the way across and down.
    fn factors(&self, s: f32, t: f32) -> [f32; 4] {
        let Some([first, right, down, last]) = self.corners else { return self.tint };
        std::array::from_fn(|part| {
            if s + t <= 1.0 {
                first[part] + s * (right[part] - first[part]) + t * (down[part] - first[part])
            } else {
                last[part] + (1.0 - s) * (down[part] - last[part]) + (1.0 - t) * (right[part] - last[part])
            }
        })
    }
}

/// A flat picture to draw on.
///
/// ```
/// use asset_render::{Background, Canvas, Quad};
/// let mut canvas = Canvas::new(4, 4, Background::Plain([0, 0, 0]))?;
/// canvas.fill([1.0, 1.0, 2.0, 2.0], [1.0, 0.0, 0.0, 1.0]);
/// assert_eq!(canvas.pixels().get(1, 1), Some([255, 0, 0, 255]));
/// assert_eq!(canvas.pixels().get(0, 0), Some([0, 0, 0, 255]));
/// # Ok::<(), asset_render::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canvas {
    pixels: Pixels,
    clip: [i32; 4],
    findings: Findings,
    /// Whether any pixel was changed.
    is_drawn_on: bool,
}

impl Canvas {
    /// Creates a picture.
    ///
    /// # Errors
    /// Fails if there are more pixels than this host can hold.
    pub fn new(width: u32, height: u32, background: Background) -> Result<Self, Error> {
        let mut pixels = Pixels::filled(width, height, [0; 4]).map_err(of_image)?;
        if let Some([top, bottom]) = background.edges() {
            let rows = pixels.pixels_mut().chunks_mut(width.max(1) as usize);
            for (row, line) in rows.enumerate() {
                let t = row as f32 / height.saturating_sub(1).max(1) as f32;
                let mixed = std::array::from_fn(|part| f32::from(top[part]) * (1.0 - t) + f32::from(bottom[part]) * t);
                let [r, g, b]: [f32; 3] = mixed;
                line.fill([r.round() as u8, g.round() as u8, b.round() as u8, 255]);
            }
        }
        let clip = [0, 0, width as i32, height as i32];
        Ok(Self { pixels, clip, findings: Findings::new(), is_drawn_on: false })
    }

    /// Returns the pixels.
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }

    /// Returns whether anything in the picture differs from the background, or has ever done so.
    pub fn is_drawn_on(&self) -> bool {
        self.is_drawn_on
    }

    /// Sets where to draw from now on (left, top, right, bottom). To draw everywhere, pass `None`.
    pub fn set_clip(&mut self, clip: Option<[i32; 4]>) {
        let (width, height) = self.pixels.size();
        let [left, top, right, bottom] = clip.unwrap_or([0, 0, i32::MAX, i32::MAX]);
        self.clip = [left.max(0), top.max(0), right.min(width as i32), bottom.min(height as i32)];
    }

    /// Returns the findings, so that you can add to them if the picture differs from what it should show.
    pub fn findings_mut(&mut self) -> &mut Findings {
        &mut self.findings
    }

    /// Draws a part of an image.
    pub fn draw(&mut self, image: &Pixels, quad: &Quad) {
        let size = [image.width() as f32, image.height() as f32];
        if size.contains(&0.0) {
            return;
        }
        let sample = |s: f32, t: f32| {
            let [left, top, right, bottom] = quad.part;
            let (x, y) = (left + (right - left) * s, top + (bottom - top) * t);
            if quad.is_smooth { smooth(image, x - 0.5, y - 0.5) } else { nearest(image, x, y) }
        };
        self.cover(quad, sample);
    }

    /// Fills a parallelogram with its tint.
    pub fn plain(&mut self, quad: &Quad) {
        self.cover(quad, |_, _| [1.0; 4]);
    }

    /// Fills a rectangle (left, top, width, height) with a colour (red, green, blue and alpha, from 0 to 1).
    pub fn fill(&mut self, rectangle: [f32; 4], color: [f32; 4]) {
        self.plain(&Quad { tint: color, ..Quad::upright(rectangle, [0.0; 4]) });
    }

    /// Draws the edges of a rectangle (left, top, width, height). They will be inside the rectangle.
    pub fn frame(&mut self, [x, y, width, height]: [f32; 4], color: [f32; 4]) {
        for edge in [
            [x, y, width, 1.0],
            [x, y + height - 1.0, width, 1.0],
            [x, y, 1.0, height],
            [x + width - 1.0, y, 1.0, height],
        ] {
            self.fill(edge, color);
        }
    }

    /// Writes a line of text, about fifteen pixels high. Use this for names.
    pub fn write(&mut self, line: &str, (left, top): (u32, u32), color: [u8; 3]) {
        text::write(&mut self.pixels, line, (left, top), color);
        self.is_drawn_on = true;
    }

    /// Writes notes into the lower left corner of the picture, on black.
    pub fn notes(&mut self, lines: &[String]) {
        text::notes(&mut self.pixels, lines);
    }

    /// Draws a glyph. You have to pass how much of each pixel it covers, in rows of `width` values from 0 to 1. To get
    /// the colour of a pixel in the picture, this calls `color`.
    pub fn glyph(
        &mut self,
        (left, top): (i32, i32),
        width: usize,
        coverage: &[f32],
        color: impl Fn(f32, f32) -> [f32; 4],
    ) {
        for (row, line) in coverage.chunks(width.max(1)).enumerate() {
            for (column, value) in line.iter().enumerate().filter(|(_, value)| **value > 0.0) {
                let (x, y) = (left.saturating_add(column as i32), top.saturating_add(row as i32));
                let [r, g, b, a] = color(x as f32 + 0.5, y as f32 + 0.5);
                self.mix(x, y, [r, g, b, a * value.min(1.0)], Blend::Alpha);
            }
        }
    }

    /// Draws every pixel whose center is in the parallelogram.
    fn cover(&mut self, quad: &Quad, sample: impl Fn(f32, f32) -> [f32; 4]) {
        let Quad { corner, across, down, blend, .. } = *quad;
        let area = across[0] * down[1] - across[1] * down[0];
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let range = |axis: usize| {
            let ends = [0.0, across[axis], down[axis], across[axis] + down[axis]].map(|end| corner[axis] + end);
            let least = ends.iter().fold(f32::INFINITY, |least, end| least.min(*end));
            let most = ends.iter().fold(f32::NEG_INFINITY, |most, end| most.max(*end));
            (least.floor() as i32).max(self.clip[axis])..(most.ceil() as i32).min(self.clip[axis + 2])
        };
        let (columns, rows) = (range(0), range(1));
        for y in rows {
            for x in columns.clone() {
                let at = [x as f32 + 0.5 - corner[0], y as f32 + 0.5 - corner[1]];
                let s = (at[0] * down[1] - at[1] * down[0]) / area;
                let t = (at[1] * across[0] - at[0] * across[1]) / area;
                if (0.0..1.0).contains(&s) && (0.0..1.0).contains(&t) {
                    let (color, factors) = (sample(s, t), quad.factors(s, t));
                    self.mix(x, y, std::array::from_fn(|part| color[part] * factors[part]), blend);
                }
            }
        }
    }

    fn mix(&mut self, x: i32, y: i32, new: [f32; 4], blend: Blend) {
        let [left, top, right, bottom] = self.clip;
        if x < left || y < top || x >= right || y >= bottom {
            return;
        }
        let index = y as usize * self.pixels.width() as usize + x as usize;
        let Some(pixel) = self.pixels.pixels_mut().get_mut(index) else { return };
        let old = pixel.map(|part| f32::from(part) / 255.0);
        let alpha = new[3].clamp(0.0, 1.0);
        let mut mixed = old;
        for part in 0..3 {
            mixed[part] = match blend {
                Blend::Alpha => over(old, new, alpha, part),
                Blend::Add => old[part] + new[part] * alpha,
                Blend::Multiply => old[part] * new[part],
                Blend::Replace => new[part],
            };
        }
        mixed[3] = if blend == Blend::Replace { 1.0 } else { alpha + old[3] * (1.0 - alpha) };
        let mixed = mixed.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
        self.is_drawn_on |= *pixel != mixed;
        *pixel = mixed;
    }

    /// Finishes the picture.
    pub fn finish(self) -> Picture {
        let half = f64::from(self.pixels.height()) / 2.0;
        // A camera in front of the picture, in pixels.
        let camera = Camera {
            position: [0.0, 0.0, 1.0].into(),
            right: [1.0, 0.0, 0.0].into(),
            up: [0.0, 1.0, 0.0].into(),
            back: [0.0, 0.0, 1.0].into(),
            lens: Lens::Orthographic(half),
            near: 0.0,
            is_placed: false,
        };
        Picture { pixels: self.pixels, camera, triangles: 0, findings: self.findings }
    }
}

/// Mixes two colours, where both use straight alpha.
fn over(old: [f32; 4], new: [f32; 4], alpha: f32, part: usize) -> f32 {
    let whole = alpha + old[3] * (1.0 - alpha);
    if whole == 0.0 { 0.0 } else { (new[part] * alpha + old[part] * old[3] * (1.0 - alpha)) / whole }
}

fn nearest(image: &Pixels, x: f32, y: f32) -> [f32; 4] {
    let (width, height) = image.size();
    let at = |value: f32, size: u32| (value.max(0.0) as u32).min(size.saturating_sub(1));
    image.get(at(x, width), at(y, height)).unwrap_or([0; 4]).map(|part| f32::from(part) / 255.0)
}

/// Interpolates between four pixels by their distance. The colour of a transparent pixel will be ignored.
fn smooth(image: &Pixels, x: f32, y: f32) -> [f32; 4] {
    let (column, row) = (x.floor(), y.floor());
    let (s, t) = (x - column, y - row);
    let mut sum = [0.0; 4];
    for (dx, dy, weight) in
        [(0.0, 0.0, (1.0 - s) * (1.0 - t)), (1.0, 0.0, s * (1.0 - t)), (0.0, 1.0, (1.0 - s) * t), (1.0, 1.0, s * t)]
    {
        let [r, g, b, a] = nearest(image, column + dx, row + dy);
        let weight = weight * a;
        for (sum, part) in sum.iter_mut().zip([r, g, b, 1.0]) {
            *sum += part * weight;
        }
    }
    let [r, g, b, a] = sum;
    if a > 0.0 { [r / a, g / a, b / a, a] } else { [0.0; 4] }
}
