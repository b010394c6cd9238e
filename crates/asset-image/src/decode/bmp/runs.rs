//! Decodes the run-length encoding in bmp, which starts at the bottom row.

use crate::decode::Decoded;

/// What the byte after a 0 can be.
const END_OF_ROW: u8 = 0;
const END: u8 = 1;
const MOVE: u8 = 2;

/// Where to write the next pixel. If pixels are skipped, they will be black.
struct Canvas<'a> {
    out: &'a mut [u8],
    width: usize,
    height: usize,
    x: usize,
    /// The row, counted from the bottom.
    y: usize,
    palette: &'a [[u8; 4]; 256],
}

/// Decodes runs of numbers that have 8 or 4 bits.
pub(super) fn decode(
    data: &[u8],
    bits: u16,
    palette: &[[u8; 4]; 256],
    (width, height): (usize, usize),
    out: &mut [u8],
) -> Decoded {
    for pixel in out.chunks_exact_mut(4) {
        pixel[3] = 255;
    }
    let mut canvas = Canvas { out, width, height, x: 0, y: 0, palette };
    let per_byte = 8 / usize::from(bits);
    let mut data = Bytes(data);
    while canvas.y < height {
        let cut_off = || format!("data cut off in row {} of {height}", canvas.y);
        match *data.take(2).ok_or_else(cut_off)? {
            [0, END] => break,
            [0, END_OF_ROW] => (canvas.x, canvas.y) = (0, canvas.y + 1),
            [0, MOVE] => {
                let move_by = data.take(2).ok_or_else(cut_off)?;
                canvas.skip(move_by[0].into(), move_by[1].into())?;
            }
            [0, count] => {
                let count = usize::from(count);
                // Ends at a multiple of two bytes.
                let numbers = data.take(count.div_ceil(per_byte).next_multiple_of(2)).ok_or_else(cut_off)?;
                canvas.check(count)?;
                (0..count).for_each(|index| canvas.put(number(numbers, index, bits)));
            }
            [count, ref numbers @ ..] => {
                // Some programs write runs of bytes that are longer than the row.
                if bits == 4 {
                    canvas.check(count.into())?;
                }
                (0..usize::from(count)).for_each(|index| canvas.put(number(numbers, index % per_byte, bits)));
            }
            [] => {}
        }
    }
    Ok(())
}

/// The data that was not read yet.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

impl Canvas<'_> {
    fn put(&mut self, number: u8) {
        if self.x < self.width {
            let at = ((self.height - 1 - self.y) * self.width + self.x) * 4;
            self.out[at..at + 4].copy_from_slice(&self.palette[usize::from(number)]);
        }
        self.x += 1;
    }

    /// Checks that there are at least `count` pixels left in the row.
    fn check(&self, count: usize) -> Decoded {
        if self.x + count > self.width {
            return Err(format!("a run of {count} pixels leaves row {} of {}", self.y, self.height));
        }
        Ok(())
    }

    fn skip(&mut self, right: usize, up: usize) -> Decoded {
        self.y += up;
        if self.y >= self.height || (right, up) != (0, 0) && self.x + right > self.width {
            return Err(format!("a move leaves the {} x {} pixels", self.width, self.height));
        }
        self.x += right;
        Ok(())
    }
}

/// Reads a number that has 8 or 4 bits. The upper four bits come first.
fn number(numbers: &[u8], index: usize, bits: u16) -> u8 {
    match (bits, index % 2) {
        (8, _) => numbers[index],
        (_, 0) => numbers[index / 2] >> 4,
        _ => numbers[index / 2] & 15,
    }
}
