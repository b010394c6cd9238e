//! Draws interfaces, which consist of images with borders and of texts.

use ab_glyph::{Font as _, Point};
use asset_image::Pixels;
use asset_render::{Blend, Canvas, Quad};
use urho_resource::interface::{Content, ImageContent, Interface, Shown, Surroundings as _, TextContent};
use urho_resource::{Document, Kind};

use super::MISSING;
use super::files::{Files, Font};

/// The style that a game uses if it doesn't name another.
const STYLE: &str = "UI/DefaultStyle.xml";

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) -> Result<(), urho_resource::Error> {
    let style = files.read(&[STYLE.to_owned()]);
    let style = style.as_deref().and_then(|style| Document::parse_as(Kind::UiStyle, style).ok());
    if style.is_none() {
        let message = "the style isn't there: elements have no images and sizes of their own";
        files.findings.warning(
            asset_formats::kinds::DRAWING_INCOMPLETE,
            binio::Path::from("style").name(STYLE.as_bytes()),
            message,
        );
    }
    let (width, height) = canvas.pixels().size();
    let screen = [width, height].map(|size| u16::try_from(size).unwrap_or(u16::MAX));
    let interface = Interface::of(document, style.as_ref(), screen, files)?;
    canvas.findings_mut().extend(interface.findings().clone());
    let mut clips: Vec<(usize, [i32; 4])> = Vec::new();
    for element in interface.elements() {
        clips.retain(|(depth, _)| *depth < element.depth);
        let clip = clips.iter().fold(None, |clip, (_, element_clip)| Some(meet(clip, *element_clip)));
        canvas.set_clip(clip);
        if element.is_visible {
            one(&element, files, canvas);
        }
        if let Some(element_clip) = element.clip {
            clips.push((element.depth, element_clip));
        }
    }
    canvas.set_clip(None);
    Ok(())
}

/// Returns the intersection of two rectangles.
fn meet(a: Option<[i32; 4]>, b: [i32; 4]) -> [i32; 4] {
    let Some(a) = a else { return b };
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

/// The colours at the corners of an element.
struct Colors {
    corners: [[f32; 4]; 4],
    /// Left, top, width and height.
    rectangle: [f32; 4],
}

impl Colors {
    fn plain(color: [f32; 4]) -> Self {
        Self { corners: [color; 4], rectangle: [0.0; 4] }
    }

    fn is_plain(&self) -> bool {
        self.corners.iter().all(|color| *color == self.corners[0])
    }

    fn is_clear(&self) -> bool {
        self.is_plain() && self.corners[0][3] <= 0.0
    }

    /// Returns the colour at this place on the screen. An element without a size has the colour of its upper left
    /// corner everywhere.
    fn at(&self, x: f32, y: f32) -> [f32; 4] {
        let [left, top, width, height] = self.rectangle;
        if self.is_plain() || width <= 0.0 || height <= 0.0 {
            return self.corners[0];
        }
        let (s, t) = (((x - left) / width).clamp(0.0, 1.0), ((y - top) / height).clamp(0.0, 1.0));
        let [a, b, c, d] = self.corners;
        let mix = |from: f32, to: f32, share: f32| from + (to - from) * share;
        std::array::from_fn(|part| mix(mix(a[part], b[part], s), mix(c[part], d[part], s), t))
    }

    /// Returns a rectangle on the screen that has these colours.
    fn quad(&self, target: [f32; 4], source: [f32; 4]) -> Quad {
        let [x, y, width, height] = target;
        let quad = Quad { tint: self.corners[0], ..Quad::upright(target, source) };
        let corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
        Quad { corners: (!self.is_plain()).then(|| corners.map(|[x, y]| self.at(x, y))), ..quad }
    }
}

fn one(element: &Shown<'_>, files: &mut Files<'_>, canvas: &mut Canvas) {
    let rectangle = element.rectangle.map(|value| value as f32);
    let colors = Colors { corners: element.colors, rectangle };
    match &element.content {
        Content::Image(image) if !colors.is_clear() => {
            if image.texture.is_empty() {
                canvas.plain(&colors.quad(rectangle, [0.0; 4]));
            } else if let Some(pixels) = files.image(&[image.texture.to_owned()]) {
                patches(image, &pixels, rectangle, &colors, canvas);
            } else {
                canvas.frame(rectangle, MISSING);
            }
        }
        Content::Text(text) => rows(text, element.rectangle, &colors, files, canvas),
        _ => {}
    }
    if let Some(message) = unshown(element.class.name()) {
        canvas.frame(rectangle, MISSING);
        let path = binio::Path::from("element").name(element.name.as_bytes());
        canvas.findings_mut().warning(asset_formats::kinds::DRAWING_INCOMPLETE, path, message);
    }
}

/// Returns a message for elements whose content is set by the game, and not in the layout.
fn unshown(class: &str) -> Option<&'static str> {
    match class {
        "UIElement3D" => Some("a UIElement3D is drawn on a model, which the game sets: only its frame is shown"),
        "View3D" => Some("a View3D shows a scene that the game sets: only its frame is shown"),
        _ => None,
    }
}

/// Draws the nine parts of an image with borders. The corners keep their size, but the edges and the middle are
/// stretched or repeated.
fn patches(
    image: &ImageContent<'_>,
    pixels: &Pixels,
    [x, y, width, height]: [f32; 4],
    colors: &Colors,
    canvas: &mut Canvas,
) {
    let part = match image.part {
        [0, 0, 0, 0] => [0.0, 0.0, pixels.width() as f32, pixels.height() as f32],
        part => part.map(|edge| edge as f32),
    };
    let cuts = |start: f32, length: f32, before: i32, after: i32| {
        [start, start + before as f32, start + length - after as f32, start + length]
    };
    let (border, inner) = (image.border, image.image_border);
    let columns = cuts(x, width, border[0], border[2]);
    let rows = cuts(y, height, border[1], border[3]);
    let u = cuts(part[0], part[2] - part[0], inner[0], inner[2]);
    let v = cuts(part[1], part[3] - part[1], inner[1], inner[3]);
    let blend = match image.blend {
        "add" | "addalpha" => Blend::Add,
        "multiply" => Blend::Multiply,
        _ => Blend::Alpha,
    };
    for row in 0..3 {
        for column in 0..3 {
            let size = [columns[column + 1] - columns[column], rows[row + 1] - rows[row]];
            let source = [u[column], v[row], u[column + 1], v[row + 1]];
            let is_corner = row != 1 && column != 1;
            for (target, source) in
                tiles([columns[column], rows[row], size[0], size[1]], source, image.is_tiled && !is_corner)
            {
                let is_smooth = is_scaled(source, [target[2], target[3]]);
                canvas.draw(pixels, &Quad { blend, is_smooth, ..colors.quad(target, source) });
            }
        }
    }
}

/// How often a part can be repeated. Without this limit, an image of one pixel could take forever.
const MOST_TILES: f32 = 4096.0;

/// Returns a rectangle and its part of the image. If the part is repeated, there is an entry for each repetition, and
/// the last ones are cut off.
fn tiles([x, y, width, height]: [f32; 4], source: [f32; 4], is_tiled: bool) -> Vec<([f32; 4], [f32; 4])> {
    let [left, top, right, bottom] = source;
    let step = [right - left, bottom - top];
    if width <= 0.0 || height <= 0.0 {
        return Vec::new();
    }
    let counts = [width / step[0], height / step[1]].map(f32::ceil);
    let is_whole = step[0] <= 0.0 || step[1] <= 0.0 || counts[0] * counts[1] > MOST_TILES;
    if !is_tiled || is_whole {
        return vec![([x, y, width, height], source)];
    }
    let (columns, rows) = (counts[0] as u32, counts[1] as u32);
    let tile = |column: u32, row: u32| {
        let [right_by, down_by] = [column as f32 * step[0], row as f32 * step[1]];
        let size = [step[0].min(width - right_by), step[1].min(height - down_by)];
        ([x + right_by, y + down_by, size[0], size[1]], [left, top, left + size[0], top + size[1]])
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| tile(column, row))).collect()
}

fn is_scaled(source: [f32; 4], size: [f32; 2]) -> bool {
    (source[2] - source[0]).abs() != size[0] || (source[3] - source[1]).abs() != size[1]
}

fn rows(
    text: &TextContent<'_>,
    [x, y, width, _]: [i32; 4],
    colors: &Colors,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) {
    let Some(font) = (!text.font.is_empty()).then(|| files.font(text.font)).flatten() else { return };
    let step = (text.row_height * text.row_spacing + 0.5).floor() as i32;
    let effect = Colors::plain(text.effect_color);
    let copies = text.copies.iter().map(|offset| (*offset, &effect)).chain([([0.0; 2], colors)]);
    for ([right, down], colors) in copies {
        for (number, row) in text.rows.iter().enumerate() {
            let length = row.chars().map(|letter| files.advance(text.font, text.size, letter)).sum::<f32>() as i32;
            let start = match text.alignment {
                1 => x.saturating_add(width.saturating_sub(length) / 2),
                2 => x.saturating_add(width.saturating_sub(length)),
                _ => x,
            };
            let top = y.saturating_add(step.saturating_mul(number as i32));
            line(&font, row, (start as f32 + right, top as f32 + down), text, colors, files, canvas);
        }
    }
}

fn line(
    font: &Font,
    row: &str,
    (mut x, y): (f32, f32),
    text: &TextContent<'_>,
    colors: &Colors,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) {
    for letter in row.chars() {
        match font {
            Font::Outline(outlines, metrics) => {
                let scale = Font::scale(outlines, metrics.em(text.size));
                let base = y + metrics.base_line(text.size);
                let glyph = outlines.glyph_id(letter).with_scale_and_position(scale, Point { x, y: base });
                if let Some(outline) = outlines.outline_glyph(glyph) {
                    let bounds = outline.px_bounds();
                    let width = bounds.width().ceil() as usize;
                    let mut coverage = vec![0.0; width * bounds.height().ceil() as usize];
                    outline.draw(|column, row, value| {
                        if let Some(pixel) = coverage.get_mut(row as usize * width + column as usize) {
                            *pixel = value;
                        }
                    });
                    let corner = (bounds.min.x as i32, bounds.min.y as i32);
                    canvas.glyph(corner, width, &coverage, |x, y| colors.at(x, y));
                }
            }
            Font::Bitmap(font, pages) => {
                let Some(glyph) = font.glyph(letter.into()) else { continue };
                let page = pages.get(glyph.page as usize).and_then(Option::as_ref);
                if let Some(page) = page {
                    let [width, height] = [glyph.width as f32, glyph.height as f32];
                    let area = [x + glyph.x_offset as f32, y + glyph.y_offset as f32, width, height];
                    let [left, top] = [glyph.x as f32, glyph.y as f32];
                    canvas.draw(page, &colors.quad(area, [left, top, left + width, top + height]));
                }
            }
        }
        x += files.advance(text.font, text.size, letter).trunc();
    }
}
