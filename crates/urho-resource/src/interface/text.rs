//! Texts: breaks them into rows, and computes their size.

use super::Surroundings;
use super::classes::round;
use super::stage::{Stage, TextState};

/// Returns the width of a text. The engine drops the fraction after each character.
fn width(text: &[char], next: Option<char>, state: &TextState, around: &mut dyn Surroundings) -> i32 {
    let mut sum = 0_i32;
    for (index, character) in text.iter().enumerate() {
        sum = (sum as f32 + around.advance(&state.font, state.font_size, *character)) as i32;
        if let Some(right) = text.get(index + 1).copied().or(next) {
            sum = (sum as f32 + around.kerning(&state.font, state.font_size, *character, right)) as i32;
        }
    }
    sum
}

impl Stage {
    /// Breaks a text into rows and sets its size.
    pub(super) fn update_text(&mut self, index: usize, is_resize: bool, around: &mut dyn Surroundings) {
        let state = self.nodes[index].text.clone();
        let height = (!state.font.is_empty()).then(|| around.row_height(&state.font, state.font_size)).flatten();
        self.nodes[index].text.rows.clear();
        if let Some(row_height) = height {
            let row = round(state.row_spacing * row_height);
            let rows = if state.is_wrapped {
                wrapped(&state, self.nodes[index].size[0], around)
            } else {
                state.text.split('\n').map(str::to_owned).collect()
            };
            let mut widest = 0;
            let mut count = rows.len() as i32;
            for (number, text) in rows.iter().enumerate() {
                let letters: Vec<char> = text.chars().collect();
                let line_width = width(&letters, None, &state, around);
                widest = widest.max(line_width);
                // A last row without width doesn't count, unless it is the only one.
                if number + 1 == rows.len() && line_width == 0 && number > 0 {
                    count -= 1;
                }
            }
            let node = &mut self.nodes[index];
            node.text.rows = rows;
            node.text.row_height = row_height;
            let height = row.saturating_mul(count.max(1));
            if !self.nodes[index].is_fixed(0) {
                let min = self.nodes[index].min;
                if state.is_wrapped {
                    self.set_min(index, [0, min[1]], around);
                } else {
                    self.set_min(index, [widest, min[1]], around);
                    self.set_size(index, [widest, self.nodes[index].size[1]], around);
                }
            }
            let node = &mut self.nodes[index];
            node.min[1] = height.max(0);
            node.max[1] = height.max(0);
            let width = node.size[0];
            self.set_size(index, [width, height], around);
        }
        if state.is_wrapped && !is_resize {
            let parent = self.nodes[index].parent;
            if let Some(parent) = parent.filter(|parent| self.nodes[*parent].mode != super::stage::Mode::Free) {
                self.arrange(parent, around);
            }
        }
    }
}

/// Breaks rows at blanks and after hyphens. If a word is too wide, it is cut.
fn wrapped(state: &TextState, most: i32, around: &mut dyn Surroundings) -> Vec<String> {
    let mut rows = Vec::new();
    for line in state.text.split('\n') {
        let letters: Vec<char> = line.chars().collect();
        let (mut start, mut at, mut blank) = (0, 0, None);
        while at < letters.len() {
            let letter = letters.get(at).copied().unwrap_or(' ');
            let row = letters.get(start..=at).unwrap_or_default();
            if letter != ' ' && at > start && width(row, None, state, around) > most {
                let end = blank.unwrap_or(at);
                rows.push(letters.get(start..end).unwrap_or_default().iter().collect::<String>().trim_end().to_owned());
                start = end;
                blank = None;
                // Blanks at the start of the next row stay out.
                while letters.get(start) == Some(&' ') {
                    start += 1;
                }
                at = at.max(start);
                continue;
            }
            if letter == ' ' || letter == '-' {
                blank = Some(at + 1);
            }
            at += 1;
        }
        rows.push(letters.get(start..).unwrap_or_default().iter().collect());
    }
    rows
}
