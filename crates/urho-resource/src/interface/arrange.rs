//! Arranges children in rows and columns.

use super::Surroundings;
use super::stage::{LARGEST, Mode, Stage};

/// The sizes of the children along the layout.
struct Line {
    sizes: Vec<i32>,
    mins: Vec<i32>,
    maxs: Vec<i32>,
    flex: Vec<f32>,
    positions: Vec<i32>,
}

impl Stage {
    /// Arranges the children of an element. Does nothing if this is already going on.
    pub(super) fn arrange(&mut self, index: usize, around: &mut dyn Surroundings) {
        if self.nodes[index].arranging > 0 {
            return;
        }
        self.nodes[index].arranging += 1;
        match self.nodes[index].mode {
            Mode::Horizontal => self.arrange_line(index, 0, around),
            Mode::Vertical => self.arrange_line(index, 1, around),
            Mode::Free => {
                for child in self.nodes[index].children.clone() {
                    self.anchor(child, around);
                }
            }
        }
        self.arranged(index);
        self.nodes[index].arranging -= 1;
    }

    fn arrange_line(&mut self, index: usize, along: usize, around: &mut dyn Surroundings) {
        let across = 1 - along;
        let children: Vec<usize> =
            self.nodes[index].children.iter().copied().filter(|child| self.nodes[*child].is_visible).collect();
        let (border, spacing, indent) =
            (self.nodes[index].border, self.nodes[index].spacing, self.nodes[index].indent_width());
        let (begin, end) = (border[along], border[along + 2]);
        let (mut line, widest) = self.line(&children, along);
        line.fit(self.nodes[index].size[along], begin, end, spacing);
        let sides = border[across] + border[across + 2];
        let mut size = [0; 2];
        size[along] = total(&line.sizes, begin, end, spacing);
        size[across] = self.nodes[index].size[across].max(widest.saturating_add(sides));
        let mut min = [0; 2];
        min[along] = total(&line.mins, begin, end, spacing);
        min[across] = widest.saturating_add(sides);
        self.nodes[index].layout_min = min;
        self.set_size(index, size, around);
        let inner = self.nodes[index].size[across] - sides;
        for (number, child) in children.into_iter().enumerate() {
            let (Some(start), Some(length)) = (line.positions.get(number), line.sizes.get(number)) else { continue };
            let mut position = [0; 2];
            position[along] = (*start).clamp(-LARGEST, LARGEST);
            position[across] = match self.nodes[child].alignment(across) {
                Some(0) => border[across],
                Some(2) => -border[across + 2],
                _ => 0,
            };
            if along == 1 {
                position[0] += indent;
            }
            let mut size = [0; 2];
            size[along] = *length;
            size[across] = inner;
            self.nodes[child].position = position;
            self.set_size(child, size, around);
        }
    }

    /// Returns the sizes of the children, and the largest minimum in the other direction.
    fn line(&self, children: &[usize], along: usize) -> (Line, i32) {
        let mut line = Line { sizes: vec![], mins: vec![], maxs: vec![], flex: vec![], positions: vec![] };
        let mut widest = 0;
        for child in children.iter().map(|child| &self.nodes[*child]) {
            let indent = child.indent_width();
            let (along_indent, other) = if along == 0 { (indent, 0) } else { (0, indent) };
            line.sizes.push(child.size[along].saturating_add(along_indent));
            line.mins.push(child.effective_min()[along].saturating_add(along_indent));
            line.maxs.push(child.max[along].saturating_add(along_indent));
            line.flex.push(child.flex[along]);
            widest = widest.max(child.effective_min()[1 - along].saturating_add(other));
        }
        (line, widest)
    }
}

/// Returns the size that a parent needs for its children.
fn total(sizes: &[i32], begin: i32, end: i32, spacing: i32) -> i32 {
    let mut sum = begin.saturating_add(end);
    for size in sizes {
        if *size == i32::MAX {
            return i32::MAX;
        }
        sum = sum.saturating_add(*size).saturating_add(spacing);
    }
    if sizes.is_empty() { sum } else { sum.saturating_sub(spacing) }
}

/// Spreads a remainder evenly, by deciding for each child whether it gets an extra pixel.
struct Spread {
    remainder: i32,
    add: f32,
    sum: f32,
}

impl Spread {
    fn new(remainder: i32, count: usize) -> Self {
        Self { remainder, add: remainder as f32 / count as f32, sum: 0.0 }
    }

    fn next(&mut self) -> i32 {
        if self.remainder == 0 {
            return 0;
        }
        self.sum += self.add;
        if self.sum < 0.5 {
            return 0;
        }
        self.sum -= 1.0;
        self.remainder -= 1;
        1
    }
}

/// The maximum number of correction passes. Each pass settles at least one child, so this is always enough.
const MOST_PASSES: usize = 1 << 12;

impl Line {
    fn clamped(&self, index: usize, size: i32) -> i32 {
        let (min, max) = (self.mins[index], self.maxs[index]);
        if size < min {
            min
        } else if size > max {
            max
        } else {
            size
        }
    }

    /// Changes the sizes to fit into the parent, and sets the positions.
    fn fit(&mut self, target: i32, begin: i32, end: i32, spacing: i32) {
        let count = self.sizes.len();
        if count == 0 {
            return;
        }
        let gaps = spacing.saturating_mul(count as i32 - 1);
        let target = (target - begin - end).saturating_sub(gaps).max(0);
        let each = target / count as i32;
        let mut spread = Spread::new(target % count as i32, count);
        for index in 0..count {
            let size = ((each as f32 * self.flex[index]) as i32).saturating_add(spread.next());
            self.sizes[index] = self.clamped(index, size);
        }
        for _ in 0..MOST_PASSES {
            let sum = self.sizes.iter().fold(0_i32, |sum, size| sum.saturating_add(*size));
            let error = target.saturating_sub(sum);
            let can_change = |index: &usize| {
                error < 0 && self.sizes[*index] > self.mins[*index]
                    || error > 0 && self.sizes[*index] < self.maxs[*index]
            };
            let resizable: Vec<usize> = (0..count).filter(can_change).collect();
            if error == 0 || resizable.is_empty() {
                break;
            }
            let many = resizable.len() as i32;
            let mut spread = Spread::new(error.saturating_abs() % many, resizable.len());
            for index in resizable {
                let size =
                    self.sizes[index].saturating_add(error / many).saturating_add(error.signum() * spread.next());
                self.sizes[index] = self.clamped(index, size);
            }
        }
        let mut position = begin;
        for size in &self.sizes {
            self.positions.push(position);
            position = position.saturating_add(*size).saturating_add(spacing);
        }
    }
}
