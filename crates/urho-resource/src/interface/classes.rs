//! The classes of interface elements: their inner parts, and what happens when they are resized.

use super::Surroundings;
use super::stage::{Mode, Node, Point, Stage};
use crate::vocabulary::UI_TYPES;

/// The class of an interface element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class(&'static str);

impl Class {
    pub(super) const UI_ELEMENT: Self = Self("UIElement");
    pub(super) const BORDER_IMAGE: Self = Self("BorderImage");
    pub(super) const BUTTON: Self = Self("Button");
    pub(super) const TEXT: Self = Self("Text");
    pub(super) const SLIDER: Self = Self("Slider");
    pub(super) const SCROLL_BAR: Self = Self("ScrollBar");
    pub(super) const LIST_VIEW: Self = Self("ListView");
    pub(super) const WINDOW: Self = Self("Window");
    /// Contains the items in a hierarchical list. A file can't name this class.
    const HIERARCHY: Self = Self("HierarchyContainer");

    /// Returns the class with this name, or `None` if it is not in the engine.
    pub(super) fn named(name: &str) -> Option<Self> {
        UI_TYPES.iter().find(|known| **known == name).map(|name| Self(name))
    }

    /// Returns the name of the class.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Returns whether elements of this class show an image with borders.
    pub(crate) fn has_image(self) -> bool {
        matches!(
            self.0,
            "BorderImage"
                | "Button"
                | "CheckBox"
                | "Cursor"
                | "Window"
                | "View3D"
                | "LineEdit"
                | "Slider"
                | "ScrollBar"
                | "Menu"
                | "DropDownList"
                | "ProgressBar"
                | "Sprite"
        )
    }

    pub(super) fn is_menu(self) -> bool {
        matches!(self.0, "Menu" | "DropDownList")
    }

    pub(super) fn is_view(self) -> bool {
        matches!(self.0, "ScrollView" | "ListView")
    }
}

/// The inner parts and values that only some classes have.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) is_vertical: bool,
    pub(super) range: f32,
    pub(super) value: f32,
    /// The rectangles of the buttons in a scroll bar: left, right, up, down.
    pub(super) rects: [[i32; 4]; 4],
    pub(super) inner: Vec<usize>,
    pub(super) popup: Option<usize>,
    pub(super) content: Option<usize>,
    pub(super) overlay: Option<usize>,
    /// The list in the pop-up of a drop-down list, and the index of the selected item.
    pub(super) list: Option<usize>,
    pub(super) selection: u32,
    pub(super) view: Point,
    pub(super) view_size: Point,
    pub(super) bars_by_content: bool,
    pub(super) ignores: bool,
    pub(super) is_hierarchical: bool,
    pub(super) view_attribute: Point,
    pub(super) shows_percent: bool,
}

impl Stage {
    /// Creates an element with its inner parts.
    pub(super) fn create(&mut self, class: Class) -> usize {
        let mut none = NoSurroundings;
        let around: &mut dyn Surroundings = &mut none;
        let index = self.push(Node::new(class));
        self.nodes[index].parts.range = 1.0;
        match class.name() {
            "Window" | "View3D" => self.nodes[index].clips = true,
            "Text" => self.nodes[index].derives_opacity = false,
            "ToolTip" => self.nodes[index].is_visible = false,
            "LineEdit" => {
                self.nodes[index].clips = true;
                self.inner(index, Class::TEXT, "LE_Text", around);
                let cursor = self.inner(index, Class::BORDER_IMAGE, "LE_Cursor", around);
                self.nodes[cursor].priority = 1;
            }
            "Slider" => {
                self.inner(index, Class::BORDER_IMAGE, "S_Knob", around);
            }
            "ProgressBar" => {
                self.inner(index, Class::BORDER_IMAGE, "S_Knob", around);
                self.inner(index, Class::TEXT, "S_Text", around);
                self.nodes[index].parts.shows_percent = true;
            }
            "ScrollBar" => {
                self.inner(index, Class::BUTTON, "SB_Back", around);
                self.inner(index, Class::SLIDER, "SB_Slider", around);
                self.inner(index, Class::BUTTON, "SB_Forward", around);
                self.nodes[index].colors = [[0.0; 4]; 4];
            }
            "ScrollView" | "ListView" => self.create_view(index, around),
            "DropDownList" => self.create_list(index, around),
            _ => {}
        }
        index
    }

    fn inner(&mut self, parent: usize, class: Class, name: &str, around: &mut dyn Surroundings) -> usize {
        let child = self.create(class);
        self.nodes[child].is_internal = true;
        name.clone_into(&mut self.nodes[child].name);
        self.insert_child(parent, None, child, around);
        self.nodes[parent].parts.inner.push(child);
        child
    }

    fn create_view(&mut self, index: usize, around: &mut dyn Surroundings) {
        self.nodes[index].clips = true;
        self.nodes[index].parts.bars_by_content = true;
        let horizontal = self.inner(index, Class::SCROLL_BAR, "SV_HorizontalScrollBar", around);
        self.set_alignment(horizontal, 1, 2);
        let vertical = self.inner(index, Class::SCROLL_BAR, "SV_VerticalScrollBar", around);
        self.set_alignment(vertical, 0, 2);
        self.set_orientation(vertical, true, around);
        let panel = self.inner(index, Class::BORDER_IMAGE, "SV_ScrollPanel", around);
        self.nodes[panel].clips = true;
        if self.nodes[index].class == Class::LIST_VIEW {
            self.nodes[index].parts.is_hierarchical = true;
            self.set_hierarchical(index, false, around);
        }
    }

    fn create_list(&mut self, index: usize, around: &mut dyn Surroundings) {
        let popup = self.create(Class::WINDOW);
        self.nodes[popup].is_internal = true;
        self.nodes[popup].mode = Mode::Vertical;
        let list = self.inner(popup, Class::LIST_VIEW, "", around);
        self.nodes[list].parts.bars_by_content = false;
        for bar in [0, 1] {
            let bar = self.nodes[list].parts.inner[bar];
            self.set_visible(bar, false, around);
        }
        self.nodes[index].parts.popup = Some(popup);
        self.nodes[index].parts.list = Some(list);
        let placeholder = self.inner(index, Class::UI_ELEMENT, "DDL_Placeholder", around);
        let text = self.inner(placeholder, Class::TEXT, "DDL_Placeholder_Text", around);
        self.nodes[text].is_visible = false;
    }

    /// Shows the placeholder text of a drop-down list if no item is selected.
    pub(super) fn update_selection(&mut self, index: usize, around: &mut dyn Surroundings) {
        let parts = &self.nodes[index].parts;
        let content = parts.list.and_then(|list| self.nodes[list].parts.content);
        let count = content.map_or(0, |content| self.nodes[content].children.len());
        let is_selected = (parts.selection as usize) < count;
        let text = parts.inner.first().and_then(|placeholder| self.nodes[*placeholder].children.first()).copied();
        if let Some(text) = text {
            self.set_visible(text, !is_selected, around);
        }
    }

    /// Creates a new container for the items of a list.
    pub(super) fn set_hierarchical(&mut self, index: usize, enable: bool, around: &mut dyn Surroundings) {
        if self.nodes[index].parts.is_hierarchical == enable {
            return;
        }
        self.nodes[index].parts.is_hierarchical = enable;
        if let Some(overlay) = self.nodes[index].parts.overlay.take() {
            self.remove_child(index, overlay, around);
        }
        if enable {
            let overlay = self.create(Class::UI_ELEMENT);
            let node = &mut self.nodes[overlay];
            (node.is_internal, node.sorts, node.clips) = (true, false, true);
            "LV_OverlayContainer".clone_into(&mut node.name);
            self.insert_child(index, None, overlay, around);
            self.nodes[index].parts.overlay = Some(overlay);
        }
        let container = self.create(if enable { Class::HIERARCHY } else { Class::UI_ELEMENT });
        let node = &mut self.nodes[container];
        (node.is_internal, node.sorts) = (true, false);
        "LV_ItemContainer".clone_into(&mut node.name);
        self.set_content(index, container, around);
    }

    pub(super) fn set_content(&mut self, index: usize, content: usize, around: &mut dyn Surroundings) {
        if self.nodes[index].parts.content == Some(content) {
            return;
        }
        let panel = self.nodes[index].parts.inner[2];
        if let Some(old) = self.nodes[index].parts.content.replace(content) {
            self.remove_child(panel, old, around);
        }
        if self.nodes[content].parent != Some(panel) {
            self.insert_child(panel, None, content, around);
        }
        self.view_resized(index, around);
    }

    /// Does what a class does after its size has changed.
    pub(super) fn resized(&mut self, index: usize, around: &mut dyn Surroundings) {
        match self.nodes[index].class.name() {
            "Text" if self.nodes[index].text.is_wrapped => self.update_text(index, true, around),
            "Slider" => self.update_slider(index, around),
            "ScrollBar" => self.bar_resized(index, around),
            "ProgressBar" => self.update_progress(index, around),
            "ScrollView" | "ListView" => self.view_resized(index, around),
            _ => {}
        }
    }

    /// Does what a class does after its children were arranged.
    pub(super) fn arranged(&mut self, index: usize) {
        if self.nodes[index].class.name() == "LineEdit" {
            self.update_cursor(index);
        }
    }

    /// Tells a view that the size of its content has changed.
    pub(super) fn content_resized(&mut self, index: usize, around: &mut dyn Surroundings) {
        let panel = self.nodes[index].parent;
        let view = panel.and_then(|panel| self.nodes[panel].parent);
        let Some(view) = view.filter(|view| self.nodes[*view].parts.content == Some(index)) else { return };
        if !self.nodes[view].parts.ignores {
            self.view_resized(view, around);
        }
    }

    /// Tells a view that one of its scroll bars was shown or hidden.
    pub(super) fn bar_shown(&mut self, view: usize, bar: usize, around: &mut dyn Surroundings) {
        let parts = &self.nodes[view].parts;
        let is_bar = self.nodes[view].class.is_view() && parts.inner.iter().take(2).any(|part| *part == bar);
        if is_bar && !parts.ignores && parts.inner.len() == 3 {
            self.view_resized(view, around);
        }
    }

    pub(super) fn set_orientation(&mut self, bar: usize, is_vertical: bool, around: &mut dyn Surroundings) {
        let slider = self.nodes[bar].parts.inner[1];
        self.nodes[slider].parts.is_vertical = is_vertical;
        self.update_slider(slider, around);
        self.bar_images(bar);
        self.bar_resized(bar, around);
    }

    /// Shows arrows on the buttons of a scroll bar, given its direction.
    pub(super) fn bar_images(&mut self, bar: usize) {
        let [back, slider, forward] = self.three(bar);
        let rects = self.nodes[bar].parts.rects;
        let first = if self.nodes[slider].parts.is_vertical { 2 } else { 0 };
        self.nodes[back].image.rect = rects[first];
        self.nodes[forward].image.rect = rects[first + 1];
    }

    fn three(&self, index: usize) -> [usize; 3] {
        [0, 1, 2].map(|part| self.nodes[index].parts.inner[part])
    }

    fn bar_resized(&mut self, bar: usize, around: &mut dyn Surroundings) {
        if self.nodes[bar].parts.inner.len() < 3 {
            return;
        }
        let [back, slider, forward] = self.three(bar);
        let along = usize::from(self.nodes[slider].parts.is_vertical);
        let size = self.nodes[bar].size;
        let thick = size[1 - along];
        let length = (size[along] - 2 * thick).max(0);
        let mut slider_size = [thick; 2];
        slider_size[along] = length;
        self.set_size(back, [thick; 2], around);
        self.set_size(slider, slider_size, around);
        self.set_size(forward, [thick; 2], around);
        let at = |start: i32| {
            let mut position = [0; 2];
            position[along] = start;
            position
        };
        self.nodes[back].position = at(0);
        self.nodes[slider].position = at(thick);
        self.nodes[forward].position = at(thick + length);
    }

    pub(super) fn update_slider(&mut self, index: usize, around: &mut dyn Surroundings) {
        let Some(knob) = self.nodes[index].parts.inner.first().copied() else { return };
        let Node { size, parts, .. } = &self.nodes[index];
        let (size, range, value, along) = (*size, parts.range, parts.value, usize::from(parts.is_vertical));
        let is_fixed = self.nodes[knob].min == self.nodes[knob].max;
        if range <= 0.0 {
            if !is_fixed {
                self.set_size(knob, size, around);
            }
            self.nodes[knob].position = [0; 2];
            return;
        }
        let border = self.nodes[knob].image.border;
        let edges = (border[along] + border[along + 2]) as f32;
        let mut length = (size[along] as f32 / (range + 1.0)).max(edges) as i32;
        if self.nodes[knob].is_fixed(along) {
            length = self.nodes[knob].size[along];
        }
        let start = (size[along] - length) as f32 * value / range;
        if !is_fixed {
            let mut new = size;
            new[along] = length;
            self.set_size(knob, new, around);
        }
        let rounded = if is_fixed && along == 0 { start as i32 } else { round(start) };
        let most = size[along] - self.nodes[knob].size[along];
        let mut position = [0; 2];
        position[along] = if rounded < 0 { 0 } else { rounded.min(most) };
        self.nodes[knob].position = position;
    }

    pub(super) fn set_slider(&mut self, slider: usize, range: f32, value: f32, around: &mut dyn Surroundings) {
        let parts = &mut self.nodes[slider].parts;
        parts.range = range.max(0.0);
        parts.value = value.max(0.0).min(parts.range);
        self.update_slider(slider, around);
    }

    pub(super) fn update_progress(&mut self, index: usize, around: &mut dyn Surroundings) {
        let [knob, text] = [0, 1].map(|part| self.nodes[index].parts.inner.get(part).copied());
        let (Some(knob), Some(text)) = (knob, text) else { return };
        let Node { size, parts, .. } = &self.nodes[index];
        let (size, range, value, along) = (*size, parts.range, parts.value, usize::from(parts.is_vertical));
        let mut new = size;
        let border = self.nodes[knob].image.border;
        if range > 0.0 {
            new[along] = (size[along] as f32 * value / range).max((border[along] + border[along + 2]) as f32) as i32;
        }
        self.set_size(knob, new, around);
        let rest = (size[1] - self.nodes[knob].size[1]).max(0);
        self.nodes[knob].position = if along == 1 && range > 0.0 { [0, rest] } else { [0; 2] };
        self.set_alignment(text, 0, 1);
        self.set_alignment(text, 1, 1);
        self.nodes[text].text.text = format!("{} %", round(value / range * 100.0));
        self.update_text(text, false, around);
    }

    /// Adjusts the panel, scroll bars and content of a view to its size.
    pub(super) fn view_resized(&mut self, index: usize, around: &mut dyn Surroundings) {
        if self.nodes[index].parts.inner.len() < 3 {
            return;
        }
        self.update_panel(index, around);
        self.update_view_size(index, around);
        if self.nodes[index].parts.bars_by_content {
            let [horizontal, vertical, _] = self.three(index);
            let ignores = std::mem::replace(&mut self.nodes[index].parts.ignores, true);
            for bar in [horizontal, vertical] {
                let slider = self.nodes[bar].parts.inner[1];
                let is_needed = self.nodes[slider].parts.range > 0.000_001;
                self.set_visible(bar, is_needed, around);
            }
            self.nodes[index].parts.ignores = ignores;
            self.nodes[index].parts.ignores = false;
            self.update_panel(index, around);
        }
        if let Some(overlay) = self.nodes[index].parts.overlay {
            let panel = self.nodes[index].parts.inner[2];
            self.set_size(overlay, self.nodes[panel].size, around);
        }
    }

    fn update_panel(&mut self, index: usize, around: &mut dyn Surroundings) {
        self.nodes[index].parts.ignores = true;
        let [horizontal, vertical, panel] = self.three(index);
        let mut size = self.nodes[index].size;
        if self.nodes[vertical].is_visible {
            size[0] -= self.nodes[vertical].size[0];
        }
        if self.nodes[horizontal].is_visible {
            size[1] -= self.nodes[horizontal].size[1];
        }
        self.set_size(panel, size, around);
        let size = self.nodes[panel].size;
        self.set_size(horizontal, [size[0], self.nodes[horizontal].size[1]], around);
        self.set_size(vertical, [self.nodes[vertical].size[0], size[1]], around);
        let content = self.nodes[index].parts.content;
        if let Some(content) = content.filter(|_| self.nodes[index].class == Class::LIST_VIEW) {
            let border = self.nodes[panel].clip_border;
            let width = size[0] - border[0] - border[2];
            self.set_size(content, [width, self.nodes[content].size[1]], around);
            self.update_view_size(index, around);
        }
        self.nodes[index].parts.ignores = false;
    }

    fn inside(&self, index: usize) -> Point {
        let panel = &self.nodes[self.nodes[index].parts.inner[2]];
        [0, 1].map(|axis| panel.size[axis] - panel.clip_border[axis] - panel.clip_border[axis + 2])
    }

    fn update_view_size(&mut self, index: usize, around: &mut dyn Surroundings) {
        let content = self.nodes[index].parts.content.map_or([0; 2], |content| self.nodes[content].size);
        let inside = self.inside(index);
        self.nodes[index].parts.view_size = [0, 1].map(|axis| content[axis].max(inside[axis]));
        self.set_view(index, self.nodes[index].parts.view, around);
    }

    pub(super) fn set_view(&mut self, index: usize, position: Point, around: &mut dyn Surroundings) {
        let inside = self.inside(index);
        let panel = self.nodes[index].parts.inner[2];
        let border = self.nodes[panel].clip_border;
        let size = self.nodes[index].parts.view_size;
        let view =
            [0, 1].map(|axis| if position[axis] < 0 { 0 } else { position[axis].min(size[axis] - inside[axis]) });
        self.nodes[index].parts.view = view;
        self.nodes[panel].child_offset = [0, 1].map(|axis| border[axis] - view[axis]);
        for axis in 0..2 {
            if inside[axis] > 0 && size[axis] > 0 {
                let slider = self.nodes[self.nodes[index].parts.inner[axis]].parts.inner[1];
                let width = inside[axis] as f32;
                self.set_slider(slider, size[axis] as f32 / width - 1.0, view[axis] as f32 / width, around);
            }
        }
    }

    /// Makes the cursor in a text field as high as the text.
    pub(super) fn update_cursor(&mut self, index: usize) {
        let [Some(text), Some(cursor)] = [0, 1].map(|part| self.nodes[index].parts.inner.get(part).copied()) else {
            return;
        };
        let border = self.nodes[index].clip_border;
        let position = [self.nodes[index].indent_width() + border[0], border[1]];
        self.nodes[text].position = position;
        self.nodes[cursor].position = position;
        let height = self.nodes[text].text.row_height as i32;
        self.nodes[cursor].size[1] = height;
    }

    /// Does what the engine does in each frame: it shows the cursor only in the text field that has the focus, and
    /// sorts children.
    pub(super) fn update(&mut self, root: usize, _: &mut dyn Surroundings) {
        for (index, _) in self.walk(root) {
            if self.nodes[index].class.name() == "LineEdit" {
                self.update_cursor(index);
                if let Some(cursor) = self.nodes[index].parts.inner.get(1).copied() {
                    self.nodes[cursor].is_visible = false;
                }
            }
            let node = &self.nodes[index];
            if node.sorts && node.mode == Mode::Free {
                let mut children = node.children.clone();
                children.sort_by_key(|child| self.nodes[*child].priority);
                self.nodes[index].children = children;
            }
        }
    }
}

/// Rounds a half away from zero, as the engine does.
pub(super) fn round(value: f32) -> i32 {
    (if value < 0.0 { value - 0.5 } else { value + 0.5 }) as i32
}

/// Used while parts are created, because no text has a font yet.
struct NoSurroundings;

impl Surroundings for NoSurroundings {}
