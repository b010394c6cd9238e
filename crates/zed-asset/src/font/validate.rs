//! Checks fonts. To learn what the engine does when it loads a font, see [Fonts](crate::format#fonts).

use alloc::format;
use binio::{Findings, Path};

use super::glyph::{GlyphLayout, GlyphTable, Texture};
use super::{EngineFont, Font, FontContent, SizeWidth};
use crate::kinds;
use crate::model::frame_findings;

impl Font<'_> {
    /// Checks the font. This reports everything that is unusual or invalid, and what the engine will do about it.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        match self {
            Self::Engine(font) => {
                font.findings(&mut findings);
                binio::locate(font, &mut findings);
            }
            Self::Document(container) => {
                findings.note(
                    kinds::KEPT_AS_BYTES,
                    "header",
                    "a font by the document: no program reads one, its chunks are kept as bytes",
                );
                frame_findings(&container.chunks, &mut findings);
                binio::locate(container, &mut findings);
            }
        }
        findings
    }
}

impl EngineFont<'_> {
    fn findings(&self, findings: &mut Findings) {
        if self.sizes == SizeWidth::U32 {
            findings.error(
                kinds::CHUNK_SIZE_32_BIT,
                "chunks",
                "sizes of 32 bits; the engine reads 64 and refuses the file",
            );
        }
        if self.colour_key.iter().any(|channel| !channel.is_finite()) {
            findings.warning(kinds::COLOR_KEY_NOT_FINITE, "header", "the colour key is not finite");
        }
        frame_findings(&self.chunks, findings);
        let (mut tables, mut textures) = (0, 0);
        for (index, chunk) in self.chunks.list.iter().enumerate() {
            let path = Path::new().item("chunk", index);
            match &chunk.content {
                FontContent::Glyphs(table) => {
                    tables += 1;
                    table_findings(table, &path, findings);
                }
                FontContent::Texture(tga) => {
                    textures += 1;
                    texture_findings(&Texture::new(tga), &path, findings);
                }
                FontContent::Other(_) => {
                    findings.warning(
                        kinds::CHUNK_UNKNOWN,
                        path,
                        format!("{}: the engine knows glyphs and textures", chunk.token),
                    );
                }
            }
        }
        count_findings(tables, "tables of glyphs", findings);
        count_findings(textures, "textures", findings);
        self.size_findings(findings);
    }

    fn size_findings(&self, findings: &mut Findings) {
        let (Some(table), Some((width, height))) = (self.glyphs(), self.texture().and_then(|texture| texture.size()))
        else {
            return;
        };
        if (table.texture_width, table.texture_height) != (u32::from(width), u32::from(height)) {
            let (told_width, told_height) = (table.texture_width, table.texture_height);
            let message =
                format!("the glyphs are for a texture of {told_width}×{told_height}, the texture has {width}×{height}");
            findings.warning(kinds::TEXTURE_SIZE, "texture", message);
        }
    }
}

/// Reports a font that does not have exactly one chunk of a given type.
fn count_findings(count: usize, what: &str, findings: &mut Findings) {
    match count {
        0 => {
            let message = format!("no {what}; the engine loads the file, and draws nothing");
            findings.note(kinds::FONT_EMPTY, "chunks", message);
        }
        1 => {}
        _ => {
            let message = format!("{count} {what}; the engine keeps the last, other readers the first");
            findings.warning(kinds::CHUNK_DUPLICATE, "chunks", message);
        }
    }
}

fn table_findings(table: &GlyphTable<'_>, path: &Path, findings: &mut Findings) {
    if table.layout == GlyphLayout::Short {
        findings.error(
            kinds::GLYPH_BEARING,
            path.clone(),
            "glyphs without bearing; the engine reads 21 bytes of each and refuses the file",
        );
    }
    if table.texture_width == 0 || table.texture_height == 0 {
        findings.error(kinds::TEXTURE_MISSING, path.clone(), "a texture without pixels; the engine refuses the file");
    }
    let mut seen = [false; 256];
    for (index, glyph) in table.iter().enumerate() {
        let path = || path.clone().item("glyph", index);
        let over = |start: u32, length: u32, end: u32| u64::from(start) + u64::from(length) > u64::from(end);
        if over(glyph.x, glyph.width, table.texture_width) || over(glyph.y, glyph.height, table.texture_height) {
            findings.warning(kinds::GLYPH_OUTSIDE, path(), "reaches beyond the texture");
        }
        if let Some(seen) = seen.get_mut(usize::from(glyph.character)) {
            if core::mem::replace(seen, true) {
                findings.warning(kinds::GLYPH_DUPLICATE, path(), format!("character {} once more", glyph.character));
            }
        }
    }
}

fn texture_findings(texture: &Texture<'_>, path: &Path, findings: &mut Findings) {
    let Some((width, height)) = texture.size() else {
        findings.error(
            kinds::TGA_INVALID,
            path.clone(),
            "not a TGA file: it has no header; the engine reads beyond it",
        );
        return;
    };
    if texture.id_length() != Some(0) {
        findings.error(
            kinds::TGA_INVALID,
            path.clone(),
            "the TGA file has text after its header; the engine reads it as pixels",
        );
    }
    if texture.bits() != Some(32) || texture.image_type() != Some(2) {
        findings.warning(
            kinds::TGA_PIXELS,
            path.clone(),
            "the pixels are not plain 32-bit ones, which the engine takes them for",
        );
    }
    let pixels = u64::from(width) * u64::from(height) * 4;
    let behind = (texture.bytes().len() as u64).saturating_sub(18);
    if texture.bits() == Some(32) && texture.image_type() == Some(2) && behind < pixels {
        findings.error(
            kinds::TGA_INVALID,
            path.clone(),
            format!("{pixels} bytes of pixels by its header, but {behind} bytes follow; the engine reads past the end"),
        );
    }
    if texture.is_top_down() == Some(true) {
        findings.warning(
            kinds::TGA_UPSIDE_DOWN,
            path.clone(),
            "the top line comes first; the engine shows the glyphs upside down",
        );
    }
}
