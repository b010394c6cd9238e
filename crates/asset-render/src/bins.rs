//! Finds out which triangles could touch a tile.

use crate::error::{Error, too_much};
use crate::raster::{Rect, TILE};

/// The triangle numbers for each tile, in drawing order.
#[derive(Debug)]
pub(crate) struct Bins {
    across: usize,
    /// Where to find the numbers for a tile. This has an additional entry for the end.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

/// How many numbers all tiles together can contain.
const MOST: u64 = 1 << 26;

impl Bins {
    /// Sorts triangles into tiles, using the pixels around them.
    pub(crate) fn of(picture: Rect, rects: impl Iterator<Item = Rect> + Clone) -> Result<Self, Error> {
        let tiles = |size: i32| (size.max(0) as usize).div_ceil(TILE);
        let (across, down) = (tiles(picture.right), tiles(picture.bottom));
        let touched = |rect: Rect| {
            let rect = rect.within(picture);
            let span = |from: i32, to: i32| from.max(0) as usize / TILE..(to.max(0) as usize).div_ceil(TILE);
            let rows = if rect.is_empty() { 0..0 } else { span(rect.top, rect.bottom) };
            rows.flat_map(move |row| span(rect.left, rect.right).map(move |column| row * across + column))
        };
        let mut starts = vec![0_u32; across * down + 1];
        let mut total = 0_u64;
        for rect in rects.clone() {
            for tile in touched(rect) {
                starts[tile + 1] = starts[tile + 1].saturating_add(1);
                total += 1;
            }
            if total > MOST {
                return Err(too_much("triangles in tiles", MOST, total));
            }
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; total as usize];
        for (number, rect) in (0..).zip(rects) {
            for tile in touched(rect) {
                numbers[next[tile] as usize] = number;
                next[tile] += 1;
            }
        }
        Ok(Self { across, starts, numbers })
    }

    /// Returns the triangles for a tile.
    pub(crate) fn tile(&self, column: usize, row: usize) -> &[u32] {
        let tile = row * self.across + column;
        &self.numbers[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }
}
