//! The tree of elements. If a value changes, everything that depends on it changes too.

use super::Surroundings;
use super::classes::{Class, Parts};

pub(super) type Point = [i32; 2];

/// The maximum size or position in pixels.
pub(super) const LARGEST: i32 = 1 << 24;

/// How an element arranges its children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Free,
    Horizontal,
    Vertical,
}

/// An element in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) class: Class,
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) is_internal: bool,
    pub(super) is_visible: bool,
    pub(super) position: Point,
    pub(super) size: Point,
    pub(super) min: Point,
    pub(super) max: Point,
    pub(super) child_offset: Point,
    pub(super) anchors: [[f32; 2]; 2],
    pub(super) pivot: [f32; 2],
    pub(super) is_pivot_set: bool,
    pub(super) is_anchored: bool,
    pub(super) offsets: [Point; 2],
    pub(super) mode: Mode,
    pub(super) spacing: i32,
    pub(super) border: [i32; 4],
    pub(super) flex: [f32; 2],
    pub(super) indent: i32,
    pub(super) indent_spacing: i32,
    pub(super) layout_min: Point,
    pub(super) clip_border: [i32; 4],
    pub(super) clips: bool,
    pub(super) priority: i32,
    pub(super) sorts: bool,
    pub(super) opacity: f32,
    pub(super) derives_opacity: bool,
    pub(super) colors: [[f32; 4]; 4],
    pub(super) style: String,
    pub(super) resizing: u32,
    pub(super) arranging: u32,
    pub(super) image: Image,
    pub(super) text: TextState,
    pub(super) parts: Parts,
}

/// The values of a class that shows an image.
#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    pub(super) texture: String,
    pub(super) rect: [i32; 4],
    pub(super) border: [i32; 4],
    pub(super) image_border: Option<[i32; 4]>,
    pub(super) is_tiled: bool,
    pub(super) blend: String,
    pub(super) is_checked: bool,
    pub(super) checked_offset: Point,
}

/// The values of a text.
#[derive(Clone, Debug)]
pub(super) struct TextState {
    pub(super) font: String,
    pub(super) font_size: f32,
    pub(super) text: String,
    pub(super) rows: Vec<String>,
    pub(super) row_height: f32,
    pub(super) row_spacing: f32,
    pub(super) is_wrapped: bool,
    pub(super) is_localized: bool,
    pub(super) alignment: u8,
    pub(super) effect: String,
    pub(super) effect_color: [f32; 4],
    pub(super) shadow_offset: Point,
    pub(super) stroke: i32,
    pub(super) is_round: bool,
}

impl Default for TextState {
    fn default() -> Self {
        Self {
            font: String::new(),
            font_size: 12.0,
            text: String::new(),
            rows: Vec::new(),
            row_height: 0.0,
            row_spacing: 1.0,
            is_wrapped: false,
            is_localized: false,
            alignment: 0,
            effect: String::new(),
            effect_color: [0.0, 0.0, 0.0, 1.0],
            shadow_offset: [1, 1],
            stroke: 1,
            is_round: false,
        }
    }
}

impl Node {
    pub(super) fn new(class: Class) -> Self {
        Self {
            class,
            name: String::new(),
            parent: None,
            children: Vec::new(),
            is_internal: false,
            is_visible: true,
            position: [0; 2],
            size: [0; 2],
            min: [0; 2],
            max: [i32::MAX; 2],
            child_offset: [0; 2],
            anchors: [[0.0; 2]; 2],
            pivot: [0.0; 2],
            is_pivot_set: false,
            is_anchored: false,
            offsets: [[0; 2]; 2],
            mode: Mode::Free,
            spacing: 0,
            border: [0; 4],
            flex: [1.0; 2],
            indent: 0,
            indent_spacing: 16,
            layout_min: [0; 2],
            clip_border: [0; 4],
            clips: false,
            priority: 0,
            sorts: true,
            opacity: 1.0,
            derives_opacity: true,
            colors: [[1.0; 4]; 4],
            style: String::new(),
            resizing: 0,
            arranging: 0,
            image: Image::default(),
            text: TextState::default(),
            parts: Parts::default(),
        }
    }

    pub(super) fn indent_width(&self) -> i32 {
        self.indent.saturating_mul(self.indent_spacing).clamp(-LARGEST, LARGEST)
    }

    pub(super) fn is_fixed(&self, axis: usize) -> bool {
        self.min[axis] == self.max[axis]
    }

    /// Returns the smallest size that is possible for the element and its children.
    pub(super) fn effective_min(&self) -> Point {
        if self.min == self.max || self.mode == Mode::Free || self.layout_min == [0; 2] {
            self.min
        } else {
            [0, 1].map(|axis| self.min[axis].max(self.layout_min[axis]))
        }
    }

    /// Returns the alignment along an axis as 0, 1 or 2, or `None` if the anchors are not an alignment.
    pub(super) fn alignment(&self, axis: usize) -> Option<u8> {
        let (min, max, pivot) = (self.anchors[0][axis], self.anchors[1][axis], self.pivot[axis]);
        [0.0, 0.5, 1.0]
            .iter()
            .position(|at| min == *at && max == *at && (!self.is_pivot_set || pivot == *at))
            .map(|index| index as u8)
    }
}

/// All elements.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) nodes: Vec<Node>,
}

impl Stage {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= super::MOST_ELEMENTS
    }

    pub(super) fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a child, at the end or at an index.
    pub(super) fn insert_child(
        &mut self,
        parent: usize,
        at: Option<usize>,
        child: usize,
        around: &mut dyn Surroundings,
    ) {
        let children = &mut self.nodes[parent].children;
        let at = at.unwrap_or(usize::MAX).min(children.len());
        children.insert(at, child);
        self.nodes[child].parent = Some(parent);
        self.verify_alignment(parent);
        self.arrange(parent, around);
    }

    pub(super) fn remove_child(&mut self, parent: usize, child: usize, around: &mut dyn Surroundings) {
        self.nodes[parent].children.retain(|other| *other != child);
        self.nodes[child].parent = None;
        self.arrange(parent, around);
    }

    pub(super) fn set_size(&mut self, index: usize, size: Point, around: &mut dyn Surroundings) {
        self.nodes[index].resizing += 1;
        let node = &self.nodes[index];
        let (min, max, old) = (node.effective_min(), node.max, node.size);
        // As the engine clamps: the largest size is compared first.
        let clamp = |value: i32, min: i32, max: i32| {
            if value < min {
                min
            } else if value > max {
                max
            } else {
                value
            }
        };
        // Larger than any screen: sums of such sizes don't overflow.
        let valid = [0, 1].map(|axis| clamp(size[axis], min[axis], max[axis]).clamp(-LARGEST, LARGEST));
        if valid != old {
            self.nodes[index].size = valid;
            if self.nodes[index].resizing == 1 {
                if let Some(parent) = self.nodes[index].parent {
                    self.arrange(parent, around);
                }
                self.resized(index, around);
                self.arrange(index, around);
                self.content_resized(index, around);
            }
        }
        self.nodes[index].resizing -= 1;
    }

    pub(super) fn set_min(&mut self, index: usize, min: Point, around: &mut dyn Surroundings) {
        self.nodes[index].min = min.map(|size| size.max(0));
        self.set_size(index, self.nodes[index].size, around);
    }

    pub(super) fn set_max(&mut self, index: usize, max: Point, around: &mut dyn Surroundings) {
        self.nodes[index].max = max.map(|size| size.max(0));
        self.set_size(index, self.nodes[index].size, around);
    }

    pub(super) fn set_visible(&mut self, index: usize, is_visible: bool, around: &mut dyn Surroundings) {
        if self.nodes[index].is_visible == is_visible {
            return;
        }
        self.nodes[index].is_visible = is_visible;
        if let Some(parent) = self.nodes[index].parent {
            self.arrange(parent, around);
            self.bar_shown(parent, index, around);
        }
    }

    /// Sets the alignment. Along the layout of its parent, an element is always at the start.
    pub(super) fn set_alignment(&mut self, index: usize, axis: usize, alignment: u8) {
        let along = [Mode::Horizontal, Mode::Vertical][axis];
        let is_arranged = self.nodes[index].parent.is_some_and(|parent| self.nodes[parent].mode == along);
        let at = f32::from(if is_arranged { 0 } else { alignment }) / 2.0;
        let node = &mut self.nodes[index];
        let length = node.anchors[1][axis] - node.anchors[0][axis];
        node.anchors[0][axis] = at;
        node.anchors[1][axis] = if node.is_anchored { at + length } else { at };
        node.pivot[axis] = at;
    }

    pub(super) fn verify_alignment(&mut self, parent: usize) {
        for child in self.nodes[parent].children.clone() {
            for axis in 0..2 {
                if let Some(alignment) = self.nodes[child].alignment(axis) {
                    self.set_alignment(child, axis, alignment);
                }
            }
        }
    }

    /// Sets the size and the position, given the anchors.
    pub(super) fn anchor(&mut self, index: usize, around: &mut dyn Surroundings) {
        let node = &self.nodes[index];
        let Some(parent) = node.parent.filter(|_| node.is_anchored) else { return };
        let outer = self.nodes[parent].size;
        let [min, max] = node.anchors;
        let size = [0, 1].map(|axis| {
            let share = (max[axis] - min[axis]).clamp(0.0, 1.0);
            ((outer[axis] as f32 * share) as i32).saturating_add(node.offsets[1][axis] - node.offsets[0][axis])
        });
        let position = node.offsets[0];
        self.nodes[index].position = position;
        if self.nodes[index].size != size {
            self.set_size(index, size, around);
        }
    }

    /// Returns the position on the screen.
    pub(super) fn screen(&self, index: usize) -> Point {
        let mut position = [0; 2];
        let mut at = Some(index);
        while let Some(index) = at {
            let node = &self.nodes[index];
            for (axis, value) in position.iter_mut().enumerate() {
                *value = node.position[axis].saturating_add(*value);
                if let Some(parent) = node.parent {
                    let outer = &self.nodes[parent];
                    *value = value.saturating_add((outer.size[axis] as f32 * node.anchors[0][axis]) as i32);
                    *value = value.saturating_sub((node.size[axis] as f32 * node.pivot[axis]) as i32);
                    *value = value.saturating_add(outer.child_offset[axis]);
                }
            }
            at = node.parent;
        }
        position
    }

    /// Returns an element and everything in it, depth first.
    pub(super) fn walk(&self, root: usize) -> Vec<(usize, usize)> {
        let mut elements = Vec::new();
        let mut open = vec![(root, 0)];
        while let Some((index, depth)) = open.pop() {
            elements.push((index, depth));
            open.extend(self.nodes[index].children.iter().rev().map(|child| (*child, depth + 1)));
        }
        elements
    }
}
