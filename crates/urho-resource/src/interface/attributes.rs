//! Applies the attributes of elements in file order.

use urho_core::{HashAlgorithm, Variant, VariantKind};

use super::Surroundings;
use super::stage::{LARGEST, Mode, Stage};

fn ints<const N: usize>(kind: VariantKind, text: &[u8]) -> [i32; N] {
    let value = Variant::from_text(kind, text, HashAlgorithm::Urho18).value;
    let numbers = value.ints().unwrap_or_default();
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or_default())
}

fn point(text: &[u8]) -> [i32; 2] {
    ints(VariantKind::IntVector2, text).map(|value: i32| value.clamp(-LARGEST, LARGEST))
}

fn rect(text: &[u8]) -> [i32; 4] {
    ints(VariantKind::IntRect, text).map(|value: i32| value.clamp(-LARGEST, LARGEST))
}

fn floats<const N: usize>(kind: VariantKind, text: &[u8], default: f32) -> [f32; N] {
    let value = Variant::from_text(kind, text, HashAlgorithm::Urho18).value;
    let numbers = value.floats().unwrap_or_default();
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(default))
}

fn vector(text: &[u8]) -> [f32; 2] {
    floats(VariantKind::Vector2, text, 0.0)
}

fn color(text: &[u8]) -> [f32; 4] {
    floats(VariantKind::Color, text, 1.0)
}

fn float(text: &[u8]) -> f32 {
    match Variant::from_text(VariantKind::Float, text, HashAlgorithm::Urho18).value {
        Variant::Float(value) => value,
        _ => 0.0,
    }
}

fn int(text: &[u8]) -> i32 {
    match Variant::from_text(VariantKind::Int, text, HashAlgorithm::Urho18).value {
        Variant::Int(value) => value.clamp(-LARGEST, LARGEST),
        _ => 0,
    }
}

fn bool(text: &[u8]) -> bool {
    matches!(Variant::from_text(VariantKind::Bool, text, HashAlgorithm::Urho18).value, Variant::Bool(value) if value != 0)
}

/// Returns the index of a word. If the word is unknown, returns `None`, and the attribute does not change.
fn word(text: &[u8], words: &[&str]) -> Option<u8> {
    words.iter().position(|word| text.eq_ignore_ascii_case(word.as_bytes())).map(|index| index as u8)
}

/// Returns the name of a resource, for example from `Texture2D;Textures/UI.png`.
fn resource(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.split_once(';').map(|(_, name)| name.to_owned()).unwrap_or_default()
}

impl Stage {
    /// Sets an attribute of an element.
    pub(super) fn set(&mut self, index: usize, name: &str, text: &[u8], around: &mut dyn Surroundings) {
        if !self.set_place(index, name, text, around) && !self.set_layout(index, name, text, around) {
            self.set_look(index, name, text);
            self.set_part(index, name, text, around);
        }
    }

    /// Sets the position, the size or the anchors.
    fn set_place(&mut self, index: usize, name: &str, text: &[u8], around: &mut dyn Surroundings) -> bool {
        match name {
            "Position" if self.nodes[index].class.name() == "Sprite" => {
                self.nodes[index].position = vector(text).map(|value| (value as i32).clamp(-LARGEST, LARGEST));
            }
            "Position" => self.nodes[index].position = point(text),
            "Size" => self.set_size(index, point(text), around),
            "Min Size" => self.set_min(index, point(text), around),
            "Max Size" => self.set_max(index, ints(VariantKind::IntVector2, text), around),
            "Horiz Alignment" => {
                if let Some(alignment) = word(text, &["Left", "Center", "Right"]) {
                    self.set_alignment(index, 0, alignment);
                    self.anchor(index, around);
                }
            }
            "Vert Alignment" => {
                if let Some(alignment) = word(text, &["Top", "Center", "Bottom"]) {
                    self.set_alignment(index, 1, alignment);
                    self.anchor(index, around);
                }
            }
            "Min Anchor" => {
                self.nodes[index].anchors[0] = vector(text);
                self.anchor(index, around);
            }
            "Max Anchor" => {
                self.nodes[index].anchors[1] = vector(text);
                self.anchor(index, around);
            }
            "Min Offset" => {
                self.nodes[index].offsets[0] = point(text);
                self.anchor(index, around);
            }
            "Max Offset" => {
                self.nodes[index].offsets[1] = point(text);
                self.anchor(index, around);
            }
            "Pivot" => {
                self.nodes[index].pivot = vector(text);
                self.nodes[index].is_pivot_set = true;
            }
            "Enable Anchor" => {
                self.nodes[index].is_anchored = bool(text);
                self.anchor(index, around);
            }
            _ => return false,
        }
        true
    }

    /// Sets an attribute that arranges children.
    fn set_layout(&mut self, index: usize, name: &str, text: &[u8], around: &mut dyn Surroundings) -> bool {
        match name {
            "Layout Mode" => {
                if let Some(mode) = word(text, &["Free", "Horizontal", "Vertical"]) {
                    self.nodes[index].mode = [Mode::Free, Mode::Horizontal, Mode::Vertical][usize::from(mode)];
                    self.verify_alignment(index);
                }
            }
            "Layout Spacing" => self.nodes[index].spacing = int(text).max(0),
            "Layout Border" => self.nodes[index].border = rect(text).map(|edge| edge.max(0)),
            "Layout Flex Scale" => {
                self.nodes[index].flex = vector(text).map(|scale| scale.max(0.0));
                return true;
            }
            "Indent" | "Indent Spacing" => {
                if name == "Indent" {
                    self.nodes[index].indent = int(text);
                } else {
                    self.nodes[index].indent_spacing = int(text).max(0);
                }
                if let Some(parent) = self.nodes[index].parent {
                    self.arrange(parent, around);
                }
            }
            "Is Visible" => {
                self.set_visible(index, bool(text), around);
                return true;
            }
            _ => return false,
        }
        self.arrange(index, around);
        true
    }

    /// Sets an attribute that changes how the element looks.
    fn set_look(&mut self, index: usize, name: &str, text: &[u8]) {
        let node = &mut self.nodes[index];
        match name {
            "Name" => node.name = String::from_utf8_lossy(text).into_owned(),
            "Clip Border" => node.clip_border = rect(text).map(|edge| edge.max(0)),
            "Clip Children" => node.clips = bool(text),
            "Priority" => node.priority = int(text),
            "Opacity" => node.opacity = float(text).clamp(0.0, 1.0),
            "Use Derived Opacity" => node.derives_opacity = bool(text),
            "Color" => node.colors = [color(text); 4],
            "Top Left Color" => node.colors[0] = color(text),
            "Top Right Color" => node.colors[1] = color(text),
            "Bottom Left Color" => node.colors[2] = color(text),
            "Bottom Right Color" => node.colors[3] = color(text),
            "Texture" => node.image.texture = resource(text),
            "Image Rect" => node.image.rect = rect(text),
            "Border" => node.image.border = rect(text).map(|edge| edge.max(0)),
            "Image Border" => node.image.image_border = Some(rect(text)),
            "Tiled" => node.image.is_tiled = bool(text),
            "Blend Mode" => node.image.blend = String::from_utf8_lossy(text).to_ascii_lowercase(),
            "Is Checked" => node.image.is_checked = bool(text),
            "Checked Image Offset" => node.image.checked_offset = point(text),
            "Font" => node.text.font = resource(text),
            "Font Size" => node.text.font_size = float(text),
            "Text" => node.text.text = String::from_utf8_lossy(text).into_owned(),
            "Text Alignment" => {
                if let Some(alignment) = word(text, &["Left", "Center", "Right"]) {
                    node.text.alignment = alignment;
                }
            }
            "Row Spacing" => node.text.row_spacing = float(text),
            "Word Wrap" => node.text.is_wrapped = bool(text),
            "Auto Localizable" => node.text.is_localized = bool(text),
            "Text Effect" => node.text.effect = String::from_utf8_lossy(text).into_owned(),
            "Effect Color" => node.text.effect_color = color(text),
            "Stroke Thickness" => node.text.stroke = int(text),
            "Round Stroke" => node.text.is_round = bool(text),
            "Shadow Offset" => node.text.shadow_offset = point(text),
            _ => {}
        }
    }

    /// Sets an attribute of an inner part.
    fn set_part(&mut self, index: usize, name: &str, text: &[u8], around: &mut dyn Surroundings) {
        let class = self.nodes[index].class.name();
        let is_vertical = |text: &[u8]| word(text, &["Horizontal", "Vertical"]).map(|word| word == 1);
        match (class, name) {
            ("Slider" | "ProgressBar", "Orientation") => {
                if let Some(vertical) = is_vertical(text) {
                    self.nodes[index].parts.is_vertical = vertical;
                    self.resized(index, around);
                }
            }
            ("ScrollBar", "Orientation") => {
                if let Some(vertical) = is_vertical(text) {
                    self.set_orientation(index, vertical, around);
                }
            }
            ("Slider" | "ProgressBar", "Range" | "Value") => {
                let parts = &self.nodes[index].parts;
                let (range, value) =
                    if name == "Range" { (float(text), parts.value) } else { (parts.range, float(text)) };
                let parts = &mut self.nodes[index].parts;
                parts.range = range.max(0.0);
                parts.value = if name == "Value" { value.max(0.0).min(parts.range) } else { value };
                self.resized(index, around);
            }
            ("ProgressBar", "Show Percent Text") => {
                if let Some(label) = self.nodes[index].parts.inner.get(1).copied() {
                    self.set_visible(label, bool(text), around);
                }
            }
            ("DropDownList", "Selection") => {
                self.nodes[index].parts.selection = u32::try_from(int(text)).unwrap_or(u32::MAX);
            }
            ("ScrollBar", "Left Image Rect") => self.nodes[index].parts.rects[0] = rect(text),
            ("ScrollBar", "Right Image Rect") => self.nodes[index].parts.rects[1] = rect(text),
            ("ScrollBar", "Up Image Rect") => self.nodes[index].parts.rects[2] = rect(text),
            ("ScrollBar", "Down Image Rect") => self.nodes[index].parts.rects[3] = rect(text),
            ("ScrollView" | "ListView", "Auto Show/Hide Scrollbars") => self.set_bars(index, bool(text), around),
            ("ScrollView" | "ListView", "View Position") => {
                self.nodes[index].parts.view_attribute = point(text);
                self.set_view(index, point(text), around);
            }
            ("ListView", "Hierarchy Mode") => self.set_hierarchical(index, bool(text), around),
            _ => {}
        }
    }

    fn set_bars(&mut self, index: usize, by_content: bool, around: &mut dyn Surroundings) {
        if self.nodes[index].parts.bars_by_content == by_content {
            return;
        }
        self.nodes[index].parts.bars_by_content = by_content;
        if by_content {
            self.view_resized(index, around);
        } else {
            for bar in [0, 1] {
                if let Some(bar) = self.nodes[index].parts.inner.get(bar).copied() {
                    self.set_visible(bar, true, around);
                }
            }
        }
    }

    /// Does what a class does after all its attributes and children were loaded.
    pub(super) fn loaded(&mut self, index: usize, around: &mut dyn Surroundings) {
        match self.nodes[index].class.name() {
            "Text" => {
                if self.nodes[index].text.is_localized {
                    let id = self.nodes[index].text.text.clone();
                    self.nodes[index].text.text = around.localized(&id);
                    self.nodes[index].text.is_localized = false;
                }
                self.nodes[index].text.font_size = self.nodes[index].text.font_size.max(1.0);
                self.update_text(index, false, around);
            }
            "LineEdit" => {
                if let Some(text) = self.nodes[index].parts.inner.first().copied() {
                    let border = self.nodes[index].clip_border;
                    self.nodes[text].position = [self.nodes[index].indent_width() + border[0], border[1]];
                }
            }
            "DropDownList" => self.update_selection(index, around),
            "ScrollBar" => self.bar_images(index),
            "ScrollView" | "ListView" => {
                for (bar, is_vertical) in [(0, false), (1, true)] {
                    let bar = self.nodes[index].parts.inner[bar];
                    self.set_orientation(bar, is_vertical, around);
                }
                let panel = self.nodes[index].parts.inner[2];
                if let Some(content) = self.nodes[panel].children.first().copied() {
                    self.set_content(index, content, around);
                }
                self.view_resized(index, around);
                self.set_view(index, self.nodes[index].parts.view_attribute, around);
            }
            _ => {}
        }
    }
}
