//! Elements as a program draws them.

use super::classes::Class;
use super::stage::{Stage, TextState};

/// Pixels of a stroke, at most.
const MOST_STROKE: i32 = 32;

/// An element of an [`Interface`](super::Interface).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shown<'i> {
    /// Class.
    pub class: Class,
    /// Name; often empty.
    pub name: &'i str,
    /// Number of elements around it in the layout.
    pub depth: usize,
    /// Left, top, width and height in pixels of the screen.
    pub rectangle: [i32; 4],
    /// Whether the element and all elements around it are visible.
    pub is_visible: bool,
    /// Left, top, right and bottom of the part of the screen where its children are drawn, if it clips them.
    pub clip: Option<[i32; 4]>,
    /// Colours of the corners: top left, top right, bottom left, bottom right. The opacity is part of alpha.
    pub colors: [[f32; 4]; 4],
    /// What it shows by itself.
    pub content: Content<'i>,
}

/// What an element shows by itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Content<'i> {
    /// Nothing.
    Nothing,
    /// A part of an image.
    Image(ImageContent<'i>),
    /// Rows of text.
    Text(TextContent<'i>),
}

/// A part of an image.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImageContent<'i> {
    /// Resource name of the texture; empty for a plain colour.
    pub texture: &'i str,
    /// Left, top, right and bottom in the image; all zero for the whole image.
    pub part: [i32; 4],
    /// Left, top, right and bottom edges on the screen that keep their size.
    pub border: [i32; 4],
    /// The same edges in the image.
    pub image_border: [i32; 4],
    /// Whether the middle is repeated and not stretched.
    pub is_tiled: bool,
    /// Blend mode in small letters; empty for `replace`.
    pub blend: &'i str,
}

/// Rows of text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextContent<'i> {
    /// Resource name of the font.
    pub font: &'i str,
    /// Size in points.
    pub size: f32,
    /// Rows from the top.
    pub rows: &'i [String],
    /// Height of a row in pixels.
    pub row_height: f32,
    /// Factor of the row height.
    pub row_spacing: f32,
    /// Alignment in the rectangle: 0 left, 1 center, 2 right.
    pub alignment: u8,
    /// Pixels by which the copies of the text below it are moved, right and down: one for a shadow, many for a stroke.
    pub copies: Vec<[f32; 2]>,
    /// Colour of the copies. The opacity is part of alpha.
    pub effect_color: [f32; 4],
}

impl TextState {
    /// Returns where the engine draws the text in the colour of its effect. Fonts of distances have no effects.
    fn copies(&self) -> Vec<[f32; 2]> {
        if self.font.to_ascii_lowercase().ends_with(".sdf") {
            return Vec::new();
        }
        if self.effect.eq_ignore_ascii_case("shadow") {
            return vec![self.shadow_offset.map(|offset| offset as f32)];
        }
        let thickness = self.stroke.min(self.font_size as i32).min(MOST_STROKE);
        if !self.effect.eq_ignore_ascii_case("stroke") || thickness < 0 {
            return Vec::new();
        }
        if self.is_round {
            let samples = thickness * thickness + if thickness % 2 == 0 { 4 } else { 3 };
            let around = |sample: i32| {
                let angle = (360.0 / samples as f32 * sample as f32).to_radians();
                [libm::cosf(angle), libm::sinf(angle)].map(|part| part * thickness as f32)
            };
            return (0..samples).map(around).collect();
        }
        let side = || -thickness..=thickness;
        let all = side().flat_map(|x| side().map(move |y| [x, y]));
        let is_edge = |place: &[i32; 2]| place.iter().any(|part| part.abs() == thickness);
        all.filter(is_edge).map(|place| place.map(|part| part as f32)).collect()
    }
}

impl Stage {
    pub(super) fn shown(&self, index: usize, depth: usize) -> Shown<'_> {
        let node = &self.nodes[index];
        let [x, y] = self.screen(index);
        let [width, height] = node.size;
        let clip = node.clips.then(|| {
            let [left, top, right, bottom] = node.clip_border;
            [
                x.saturating_add(left),
                y.saturating_add(top),
                x.saturating_add(width - right),
                y.saturating_add(height - bottom),
            ]
        });
        let opacity = self.opacity(index);
        let colors = node.colors.map(|[r, g, b, a]| [r, g, b, a * opacity]);
        let content = if node.class == Class::TEXT {
            Content::Text(self.text_of(index))
        } else if node.class.has_image() {
            Content::Image(self.image_of(index))
        } else {
            Content::Nothing
        };
        let rectangle = [x, y, width, height];
        Shown {
            class: node.class,
            name: &node.name,
            depth,
            rectangle,
            is_visible: self.is_visible(index),
            clip,
            colors,
            content,
        }
    }

    fn is_visible(&self, index: usize) -> bool {
        let mut at = Some(index);
        while let Some(index) = at {
            if !self.nodes[index].is_visible {
                return false;
            }
            at = self.nodes[index].parent;
        }
        true
    }

    fn opacity(&self, index: usize) -> f32 {
        let mut opacity = self.nodes[index].opacity;
        if self.nodes[index].derives_opacity {
            let mut at = self.nodes[index].parent;
            while let Some(parent) = at {
                opacity *= self.nodes[parent].opacity;
                at = self.nodes[parent].parent;
            }
        }
        opacity
    }

    fn image_of(&self, index: usize) -> ImageContent<'_> {
        let image = &self.nodes[index].image;
        let [x, y] = if image.is_checked { image.checked_offset } else { [0; 2] };
        let [left, top, right, bottom] = image.rect;
        ImageContent {
            texture: &image.texture,
            part: [left + x, top + y, right + x, bottom + y],
            border: image.border,
            image_border: image.image_border.filter(|border| *border != [0; 4]).unwrap_or(image.border),
            is_tiled: image.is_tiled,
            blend: &image.blend,
        }
    }

    fn text_of(&self, index: usize) -> TextContent<'_> {
        let text = &self.nodes[index].text;
        TextContent {
            font: &text.font,
            size: text.font_size,
            rows: &text.rows,
            row_height: text.row_height,
            row_spacing: text.row_spacing,
            alignment: text.alignment,
            copies: text.copies(),
            effect_color: {
                let [r, g, b, a] = text.effect_color;
                [r, g, b, a * self.opacity(index)]
            },
        }
    }
}
