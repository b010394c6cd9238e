//! This module contains [`FileKind`], to tell FBX and OBJ from other files.

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// Binary FBX.
    FbxBinary,
    /// FBX in text form.
    FbxText,
    /// Wavefront OBJ.
    Obj,
}

/// Binary files begin with these bytes, starting with FBX 5.0.
const MAGIC: &[u8] = b"Kaydara FBX Binary";
/// To decide whether a file is OBJ, you need this many bytes from the beginning.
const HEAD: usize = 4096;

impl FileKind {
    /// Detects an FBX file by its first bytes; a few hundred will be enough. Returns `None` for any other file. Note
    /// that this function can't detect OBJ, because OBJ has no identifier: use [`is_obj`](Self::is_obj) instead.
    ///
    /// ```
    /// use asset_fbx::FileKind;
    /// assert_eq!(FileKind::detect(b"Kaydara FBX Binary  \0\x1a\0"), Some(FileKind::FbxBinary));
    /// assert_eq!(FileKind::detect(b"; FBX 7.4.0 project file\n"), Some(FileKind::FbxText));
    /// assert_eq!(FileKind::detect(b"v 0 0 0\n"), None);
    /// ```
    pub fn detect(head: &[u8]) -> Option<Self> {
        if head.starts_with(MAGIC) {
            return Some(Self::FbxBinary);
        }
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii_start);
        // Comments come first, and often `; FBX 7.4.0 project file` among them.
        let first = lines.find(|line| !line.is_empty() && (!line.starts_with(b";") || line.starts_with(b"; FBX ")))?;
        let is_text =
            [b"; FBX ".as_slice(), b"FBXHeaderExtension:", b"FBXVersion:"].iter().any(|start| first.starts_with(start));
        is_text.then_some(Self::FbxText)
    }

    /// Returns true if a file can be OBJ. Pass the first 4096 bytes, or the whole file if it is shorter. To be OBJ, the
    /// text must consist of OBJ statements only, with at least one vertex or group. Because text in another format can
    /// look the same, you should also check the file extension.
    pub fn is_obj(head: &[u8]) -> bool {
        let mut has_geometry = false;
        // Some programs write other bytes at the end.
        let head = head.get(..HEAD).unwrap_or(head);
        let whole = head.iter().rposition(|byte| *byte == b'\n').map_or(head, |end| head.get(..end).unwrap_or(head));
        for line in whole.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii) {
            let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            match word {
                b"v" | b"o" | b"g" | b"f" => has_geometry = true,
                b"" | b"vt" | b"vn" | b"vp" | b"s" | b"l" | b"p" | b"usemtl" | b"mtllib" | b"mg" | b"lod" => {}
                _ if word.starts_with(b"#") => {}
                _ => return false,
            }
        }
        has_geometry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_apart() {
        let text = |text: &str| FileKind::detect(text.as_bytes());
        assert_eq!(text("\u{feff}; a comment\n\n;----\n; FBX 6.1.0 project file\n"), Some(FileKind::FbxText));
        assert_eq!(text("; a comment\r\nFBXHeaderExtension:  {\r\n"), Some(FileKind::FbxText));
        for other in ["", "; a comment\n", "; FBI\n[a]\n", "solid cube\n", "Kaydara FBX\n"] {
            assert_eq!(text(other), None, "{other:?}");
        }
    }

    #[test]
    fn statements_are_told_apart() {
        assert!(FileKind::is_obj(b"# Blender\nmtllib a.mtl\no Cube\nv 1 2 3\nvn 0 0 1\nthe rest is cut"));
        // ZBrush ends its files with a zero.
        assert!(FileKind::is_obj(&[&b"v 1 2 3\n".repeat(1000)[..], b"\0\n"].concat()));
        for other in [&b"# a comment\n"[..], b"", b"v 1 2 3\n<xml>\n", b"volume 1\n", b"\0\0\0"] {
            assert!(!FileKind::is_obj(other), "{other:?}");
        }
    }
}
