//! Checks the sizes and indices in baked light from rbfx.

use binio::{Findings, Severity};

use crate::kinds;

/// The number of bytes in a probe, a corner and a tetrahedron.
const PROBE: usize = 112;
const CORNER: usize = 12;
const TETRAHEDRON: usize = 80;
/// A number from here on is not a corner, because an outer tetrahedron has a corner at infinity.
const INFINITE: u32 = 0xffff_fffe;

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    /// Reads a number with one to four bytes.
    fn number(&mut self) -> Option<usize> {
        let mut value = 0;
        for index in 0..4 {
            let byte = usize::from(*self.bytes.get(self.at)?);
            self.at += 1;
            // The fourth byte has no mark.
            let (bits, is_last) = if index == 3 { (byte, true) } else { (byte & 0x7f, byte & 0x80 == 0) };
            value |= bits << (7 * index);
            if is_last {
                break;
            }
        }
        Some(value)
    }

    /// Reads a list. All items have the same size.
    fn list(&mut self, item: usize) -> Result<&'b [u8], String> {
        let size = self.number().ok_or("the size of a list is cut off")?;
        let end = self.at.checked_add(size).filter(|end| *end <= self.bytes.len());
        let list = end.and_then(|end| self.bytes.get(self.at..end));
        match (list, size % item) {
            (Some(list), 0) => {
                self.at += size;
                Ok(list)
            }
            (None, _) => Err(format!("a list of {size} bytes ends behind the file")),
            (Some(_), _) => Err(format!("a list of {size} bytes has no whole number of items of {item} bytes")),
        }
    }
}

pub(super) fn check(bytes: &[u8], findings: &mut Findings) {
    let mut reader = Reader { bytes, at: 0 };
    let read = match bytes.first() {
        Some(1) => probes(&mut reader),
        _ => tetrahedra(&mut reader, findings),
    };
    if let Err(fault) = read {
        let message = format!("{fault}: the engine has no baked light then");
        findings.add_at(kinds::LIGHT_DATA, Severity::Error, "light", message, reader.at as u64);
    }
}

fn probes(reader: &mut Reader<'_>) -> Result<(), String> {
    reader.number().ok_or("the version is cut off")?;
    reader.list(PROBE).map(|_| ())
}

fn tetrahedra(reader: &mut Reader<'_>, findings: &mut Findings) -> Result<(), String> {
    reader.number().ok_or("the version is cut off")?;
    let corners = reader.list(CORNER)?.len() / CORNER;
    let start = reader.at;
    let list = reader.list(TETRAHEDRON)?;
    let word = |item: &[u8], at: usize| {
        item.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u32::from_le_bytes(*word))
    };
    let is_wrong = |item: &[u8]| {
        (0..4).any(|index| {
            let corner = word(item, index * 4);
            corner < INFINITE && corner as usize >= corners
        })
    };
    let wrong = list.chunks_exact(TETRAHEDRON).enumerate().filter(|(_, item)| is_wrong(item));
    let (mut count, mut first) = (0, None);
    for (index, _) in wrong {
        count += 1;
        first = first.or(Some(index));
    }
    if let Some(first) = first {
        let message = format!(
            "{count} tetrahedra have corners that don't exist (first: {first}): the engine reads foreign memory"
        );
        findings.add_at(kinds::LIGHT_INDEX, Severity::Error, "light", message, (start + first * TETRAHEDRON) as u64);
    }
    reader.list(CORNER)?;
    reader.at += 4;
    probes(reader)
}
