//! Elements as a program has to draw them.

use super::classes::Class;
use super::stage::{Stage, TextState};

/// The maximum width of a stroke in pixels.
const MOST_STROKE: i32 = 32;

/// An element in an [`Interface`](super::Interface), with everything that you need to draw it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shown<'i> {
    /// The class of the element.
    pub class: Class,
    /// The name, which is often empty.
    pub name: &'i str,
    /// How many elements are around it in the layout.
    pub depth: usize,
    /// The rectangle on the screen in pixels, in the order left, top, width, height.
    pub rectangle: [i32; 4],
    /// Whether you can see it, because neither this element nor an element around it is hidden.
    pub is_visible: bool,
    /// If this element clips its children: where on the screen they are drawn, in the order left, top, right, bottom.
    pub clip: Option<[i32; 4]>,
    /// The colours of the corners, in the order top left, top right, bottom left, bottom right. Alpha includes the
    /// opacity.
    pub colors: [[f32; 4]; 4],
    /// What to draw, not including its children.
    pub content: Content<'i>,
}

/// What an element shows, not including its children.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Content<'i> {
    /// Nothing at all.
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
    /// The resource name of the texture. For a plain colour, this is empty.
    pub texture: &'i str,
    /// The part of the image, in the order left, top, right, bottom. If all are zero, this is the whole image.
    pub part: [i32; 4],
    /// The widths of the edges that are not stretched, on the screen: left, top, right, bottom.
    pub border: [i32; 4],
    /// The widths of the same edges in the image.
    pub image_border: [i32; 4],
    /// Whether to repeat the middle and not to stretch it.
    pub is_tiled: bool,
    /// The blend mode in lower case. For `replace`, this is empty.
    pub blend: &'i str,
}

/// Rows of text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextContent<'i> {
    /// The resource name of the font.
    pub font: &'i str,
    /// The size in points.
    pub size: f32,
    /// The rows from top to bottom.
    pub rows: &'i [String],
    /// The height of a row in pixels.
    pub row_height: f32,
    /// The row height is multiplied by this.
    pub row_spacing: f32,
    /// How to align the text in the rectangle: 0 left, 1 center, 2 right.
    pub alignment: u8,
    /// Copies of the text to draw below it, moved by this many pixels to the right and down. A shadow needs a single
    /// copy, and a stroke needs many.
    pub copies: Vec<[f32; 2]>,
    /// The colour of the copies. Alpha includes the opacity.
    pub effect_color: [f32; 4],
}

impl TextState {
    /// Returns where the engine draws the text again in the colour of its effect. A distance field font has no effects.
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
        let is_edge = |offset: &[i32; 2]| offset.iter().any(|part| part.abs() == thickness);
        all.filter(is_edge).map(|offset| offset.map(|part| part as f32)).collect()
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
