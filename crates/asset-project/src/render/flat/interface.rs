//! Interfaces: images with borders, and texts.

use ab_glyph::{Font as _, Point};
use asset_image::Pixels;
use asset_render::{Blend, Canvas, Quad};
use urho_resource::interface::{Content, ImageContent, Interface, Shown, Surroundings as _, TextContent};
use urho_resource::{Document, Kind};

use super::MISSING;
use super::files::{Files, Font};

/// Style that games use unless they name another one.
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
            crate::kinds::DRAWING_INCOMPLETE,
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
        let clip = clips.iter().fold(None, |clip, (_, own)| Some(meet(clip, *own)));
        canvas.set_clip(clip);
        if element.is_visible {
            one(&element, files, canvas);
        }
        if let Some(own) = element.clip {
            clips.push((element.depth, own));
        }
    }
    canvas.set_clip(None);
    Ok(())
}

/// The part of two rectangles that both have.
fn meet(a: Option<[i32; 4]>, b: [i32; 4]) -> [i32; 4] {
    let Some(a) = a else { return b };
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

fn one(element: &Shown<'_>, files: &mut Files<'_>, canvas: &mut Canvas) {
    // Gradients are drawn in their mean colour.
    let mean = |part: usize| element.colors.iter().map(|color| color[part]).sum::<f32>() / 4.0;
    let color = [0, 1, 2, 3].map(mean);
    let rectangle = element.rectangle.map(|value| value as f32);
    match &element.content {
        Content::Image(image) if color[3] > 0.0 => {
            if image.texture.is_empty() {
                canvas.fill(rectangle, color);
            } else if let Some(pixels) = files.image(&[image.texture.to_owned()]) {
                patches(image, &pixels, rectangle, color, canvas);
            } else {
                canvas.frame(rectangle, MISSING);
            }
        }
        Content::Text(text) => rows(text, element.rectangle, color, files, canvas),
        _ => {}
    }
}

/// Draws nine parts: corners keep their size, edges and the middle are stretched.
fn patches(
    image: &ImageContent<'_>,
    pixels: &Pixels,
    [x, y, width, height]: [f32; 4],
    tint: [f32; 4],
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
            if size[0] <= 0.0 || size[1] <= 0.0 {
                continue;
            }
            let source = [u[column], v[row], u[column + 1], v[row + 1]];
            let target = [columns[column], rows[row], size[0], size[1]];
            canvas.draw(
                pixels,
                &Quad { tint, blend, is_smooth: is_scaled(source, size), ..Quad::upright(target, source) },
            );
        }
    }
}

fn is_scaled(source: [f32; 4], size: [f32; 2]) -> bool {
    (source[2] - source[0]).abs() != size[0] || (source[3] - source[1]).abs() != size[1]
}

fn rows(
    text: &TextContent<'_>,
    [x, y, width, _]: [i32; 4],
    color: [f32; 4],
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) {
    let Some(font) = (!text.font.is_empty()).then(|| files.font(text.font)).flatten() else { return };
    let step = (text.row_height * text.row_spacing + 0.5).floor() as i32;
    for (number, row) in text.rows.iter().enumerate() {
        let length = row.chars().map(|letter| files.advance(text.font, text.size, letter)).sum::<f32>() as i32;
        let start = match text.alignment {
            1 => x.saturating_add(width.saturating_sub(length) / 2),
            2 => x.saturating_add(width.saturating_sub(length)),
            _ => x,
        };
        let top = y.saturating_add(step.saturating_mul(number as i32));
        if let Some([right, down]) = text.shadow {
            line(
                &font,
                row,
                (start.saturating_add(right), top.saturating_add(down)),
                text,
                text.effect_color,
                files,
                canvas,
            );
        }
        line(&font, row, (start, top), text, color, files, canvas);
    }
}

fn line(
    font: &Font,
    row: &str,
    (mut x, y): (i32, i32),
    text: &TextContent<'_>,
    color: [f32; 4],
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) {
    for letter in row.chars() {
        match font {
            Font::Outline(outlines, metrics) => {
                let scale = Font::scale(outlines, metrics.em(text.size));
                let base = y as f32 + metrics.base_line(text.size);
                let glyph = outlines.glyph_id(letter).with_scale_and_position(scale, Point { x: x as f32, y: base });
                if let Some(outline) = outlines.outline_glyph(glyph) {
                    let bounds = outline.px_bounds();
                    let width = bounds.width().ceil() as usize;
                    let mut coverage = vec![0.0; width * bounds.height().ceil() as usize];
                    outline.draw(|column, row, value| {
                        if let Some(pixel) = coverage.get_mut(row as usize * width + column as usize) {
                            *pixel = value;
                        }
                    });
                    canvas.glyph((bounds.min.x as i32, bounds.min.y as i32), width, &coverage, color);
                }
            }
            Font::Bitmap(font, pages) => {
                let Some(glyph) = font.glyph(letter.into()) else { continue };
                let page = pages.get(glyph.page as usize).and_then(Option::as_ref);
                if let Some(page) = page {
                    let place =
                        [x.saturating_add(glyph.x_offset), y.saturating_add(glyph.y_offset), glyph.width, glyph.height];
                    let [left, top, width, height] =
                        [glyph.x, glyph.y, glyph.width, glyph.height].map(|value| value as f32);
                    let quad = Quad::upright(place.map(|value| value as f32), [left, top, left + width, top + height]);
                    canvas.draw(page, &Quad { tint: color, ..quad });
                }
            }
        }
        x = x.saturating_add(files.advance(text.font, text.size, letter) as i32);
    }
}
