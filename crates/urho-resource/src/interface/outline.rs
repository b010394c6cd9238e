//! Measures outline fonts, rounding as FreeType does in the engine.

/// The measurements of a TrueType or OpenType font: row heights and advances. The outlines are not read.
#[derive(Clone, Debug)]
pub struct OutlineMetrics {
    units: f32,
    ascender: f32,
    descender: f32,
    height: f32,
    os2: Option<[f32; 4]>,
    advances: Vec<u16>,
    segments: Vec<Segment>,
    glyphs: Vec<u8>,
    is_whole: bool,
}

/// Characters with consecutive numbers whose glyphs also have consecutive numbers (cmap, format 4).
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: u16,
    end: u16,
    delta: u16,
    /// The offset in the glyph numbers, in bytes from where this offset is stored, or 0 if there is none.
    offset: u16,
    /// Where the offset is stored in the table.
    at: usize,
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn signed(bytes: &[u8], at: usize) -> Option<f32> {
    word(bytes, at).map(|word| f32::from(i16::from_be_bytes(word.to_be_bytes())))
}

fn table<'b>(bytes: &'b [u8], tag: &[u8; 4]) -> Option<&'b [u8]> {
    let count = usize::from(word(bytes, 4)?);
    let entry = bytes.get(12..)?.chunks_exact(16).take(count).find(|entry| entry.starts_with(tag))?;
    let number = |at: usize| Some(u32::from_be_bytes(*entry.get(at..)?.first_chunk()?) as usize);
    let (start, length) = (number(8)?, number(12)?);
    bytes.get(start..start.checked_add(length)?)
}

impl OutlineMetrics {
    /// Reads the tables `head`, `hhea`, `OS/2`, `hmtx` and `cmap`. Returns `None` if a table is missing or cut off, or
    /// if the characters are not in the first plane.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (head, hhea, hmtx) = (table(bytes, b"head")?, table(bytes, b"hhea")?, table(bytes, b"hmtx")?);
        let units = f32::from(word(head, 18)?.max(1));
        let (ascender, descender) = (signed(hhea, 4)?, signed(hhea, 6)?);
        let os2 = table(bytes, b"OS/2").and_then(|os2| {
            let unsigned = |at| word(os2, at).map(f32::from);
            Some([signed(os2, 68)?, signed(os2, 70)?, unsigned(74)?, unsigned(76)?])
        });
        let count = usize::from(word(hhea, 34)?);
        let advances = hmtx.chunks_exact(4).take(count).filter_map(|entry| word(entry, 0)).collect();
        let (segments, glyphs) = segments(table(bytes, b"cmap")?)?;
        let height = ascender - descender + signed(hhea, 8)?;
        let is_whole = word(head, 16)? & 8 != 0;
        Some(Self { units, ascender, descender, height, os2, advances, segments, glyphs, is_whole })
    }

    /// Converts a size in points to the size of an em in pixels. The engine draws at 96 dots per inch.
    fn pixels(&self, size: f32) -> f32 {
        let pixels = size * 96.0 / 72.0;
        if self.is_whole { (pixels + 0.5).floor() } else { pixels }
    }

    /// Returns the size of an em in pixels, given a size in points. You need this to draw the outlines.
    pub fn em(&self, size: f32) -> f32 {
        self.pixels(size)
    }

    /// Returns how many pixels there are from the top of a row to its base line, and the row height.
    fn rows(&self, size: f32) -> (f32, f32) {
        let pixels = self.pixels(size);
        let scaled = |value: f32| value * pixels / self.units;
        // A font that is drawn at whole sizes only has rounded measures, any other ones that contain all of it.
        let up = scaled(self.ascender);
        let down = scaled(self.descender);
        let (mut ascender, descender) =
            if self.is_whole { ((up + 0.5).floor(), (down + 0.5).floor()) } else { (up.ceil(), down.floor()) };
        let mut row = (scaled(self.height) + 0.5).floor();
        if let Some([typo_up, typo_down, win_up, win_down]) = self.os2 {
            let whole = (pixels + 0.5).floor();
            let scaled = |value: f32| value * whole / self.units;
            ascender = ascender.max(scaled(win_up)).max(scaled(typo_up));
            let below = descender.max(scaled(win_down)).max(scaled(typo_down));
            row = row.max(ascender + below);
        }
        (ascender, row)
    }

    /// Returns the height of a row in pixels.
    pub fn row_height(&self, size: f32) -> f32 {
        self.rows(size).1
    }

    /// Returns how many pixels there are from the top of a row to its base line.
    pub fn base_line(&self, size: f32) -> f32 {
        (self.rows(size).0 + 0.5).floor()
    }

    /// Returns the distance from a character to the next, rounded to whole pixels.
    pub fn advance(&self, size: f32, character: char) -> f32 {
        let glyph = u16::try_from(u32::from(character)).map_or(0, |character| self.glyph(character));
        let advance = self.advances.get(usize::from(glyph)).or(self.advances.last()).copied().unwrap_or_default();
        (f32::from(advance) * self.pixels(size) / self.units + 0.5).floor()
    }

    fn glyph(&self, character: u16) -> u16 {
        let Some(segment) = self.segments.iter().find(|segment| segment.end >= character) else { return 0 };
        if character < segment.start {
            return 0;
        }
        if segment.offset == 0 {
            return character.wrapping_add(segment.delta);
        }
        let at = segment.at + usize::from(segment.offset) + 2 * usize::from(character - segment.start);
        match word(&self.glyphs, at) {
            None | Some(0) => 0,
            Some(glyph) => glyph.wrapping_add(segment.delta),
        }
    }
}

/// Returns the segments in the first table with format 4, and this table.
fn segments(cmap: &[u8]) -> Option<(Vec<Segment>, Vec<u8>)> {
    let count = usize::from(word(cmap, 2)?);
    let starts = cmap
        .get(4..)?
        .chunks_exact(8)
        .take(count)
        .filter_map(|entry| Some(u32::from_be_bytes(*entry.get(4..)?.first_chunk()?) as usize));
    let table = starts.filter_map(|start| cmap.get(start..)).find(|table| word(table, 0) == Some(4))?;
    let count = usize::from(word(table, 6)? / 2);
    let column = |number: usize, index: usize| 14 + number * 2 * count + if number > 0 { 2 } else { 0 } + 2 * index;
    let segment = |index: usize| {
        let at = column(3, index);
        Some(Segment {
            end: word(table, column(0, index))?,
            start: word(table, column(1, index))?,
            delta: word(table, column(2, index))?,
            offset: word(table, at)?,
            at,
        })
    };
    let segments: Option<Vec<Segment>> = (0..count).map(segment).collect();
    let length = usize::from(word(table, 2)?).min(table.len());
    Some((segments?, table.get(..length)?.to_vec()))
}
