//! Finds the pieces of a text that can be file names, in scripts, code, data and lists.

use std::path::Path;

/// How strings are marked in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Strings are in quotes, and code can join them.
    Code,
    /// Strings are in quotes, or between tags.
    Data,
    /// There are only lines and words.
    Plain,
    /// Wavefront OBJ, where only the lines with material libraries are searched.
    Obj,
}

impl Language {
    /// Returns the language of a file, by its extension. This is `None` if such files are not searched for names.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        const CODE: [&str; 15] =
            ["as", "c", "cc", "cpp", "cs", "cxx", "glsl", "h", "hlsl", "hpp", "inl", "js", "lua", "py", "ts"];
        const DATA: [&str; 23] = [
            "assetpipeline",
            "gltf",
            "html",
            "inputmap",
            "json",
            "material",
            "pex",
            "plist",
            "pmap",
            "pmat",
            "pmdl",
            "prefab",
            "rcss",
            "renderpath",
            "rml",
            "scene",
            "scml",
            "tmx",
            "tsx",
            "udm",
            "udms",
            "wmi",
            "xml",
        ];
        const PLAIN: [&str; 10] = ["atlas", "cfg", "css", "csv", "fnt", "ini", "mtl", "toml", "txt", "yaml"];
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let is_in = |list: &[&str]| list.contains(&extension.as_str());
        match () {
            () if is_in(&CODE) => Some(Self::Code),
            () if is_in(&DATA) => Some(Self::Data),
            () if is_in(&PLAIN) => Some(Self::Plain),
            () if extension == "obj" => Some(Self::Obj),
            () => None,
        }
    }
}

/// Returns whether this is a script or source code, which can load files by name. A shader can't.
pub(super) fn is_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_shader = ["glsl", "hlsl"].iter().any(|shader| extension.eq_ignore_ascii_case(shader));
    extension.eq_ignore_ascii_case("asc") || Language::of(path) == Some(Language::Code) && !is_shader
}

/// A piece of text that can be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal<'t> {
    pub(crate) text: &'t str,
    /// The offset of the piece in the text.
    pub(crate) offset: usize,
    /// The line, counting from 1.
    pub(crate) line: u32,
    /// If this is a string in code, the code after it on the same line.
    pub(crate) rest: Option<&'t str>,
}

/// The longest file name.
pub(crate) const MOST_BYTES: usize = 260;
/// Separators between parts of a piece, each of which can be a name, too. Those that are rare in names come first.
pub(crate) const PART_SEPARATORS: [char; 12] = [';', ',', '|', '@', '=', '(', ')', ' ', '\t', '[', ']', ':'];

/// Calls `each` for all pieces of a text that can be names: strings in quotes, the text between tags, lines, words, and
/// their parts between separators. This can be called twice for a piece.
///
/// The pieces between two quotes on a line include those from the end of a string to the beginning of the next. This is
/// done because a single quote in a comment must not hide the names after it, and it does no harm since code doesn't
/// look like a file name.
pub(crate) fn literals<'t>(text: &'t str, language: Language, mut each: impl FnMut(Literal<'t>)) {
    let mut offset = 0;
    for (number, line) in (1_u32..).zip(text.split_inclusive('\n')) {
        let piece = Literal { text: line, offset, line: number, rest: None };
        offset += line.len();
        let is_geometry = language == Language::Obj && !line.trim_start().starts_with("mtllib");
        if is_geometry {
            continue;
        }
        quoted(piece, '"', language, &mut each);
        if line.contains('\'') {
            quoted(piece, '\'', language, &mut each);
        }
        if language == Language::Data && line.contains(['<', '>']) {
            pieces(piece, &['<', '>'], &mut |piece| whole(piece, &mut each));
        }
        if matches!(language, Language::Plain | Language::Obj) {
            after_keyword(piece, &mut each);
            whole(piece, &mut each);
        } else if !line.contains(['"', '\'']) {
            whole(piece, &mut each);
        }
    }
}

/// Passes what comes after the first word on a line, for example in `mtllib My Materials.mtl`.
fn after_keyword<'t>(line: Literal<'t>, each: &mut impl FnMut(Literal<'t>)) {
    let start = line.text.len() - line.text.trim_start().len();
    let Some(end) = line.text.get(start..).and_then(|text| text.find([' ', '\t'])).map(|end| start + end) else {
        return;
    };
    plausible(Literal { text: line.text.get(end..).unwrap_or_default(), offset: line.offset + end, ..line }, each);
}

/// Passes the pieces between quotes.
fn quoted<'t>(line: Literal<'t>, quote: char, language: Language, each: &mut impl FnMut(Literal<'t>)) {
    let mut is_string = false;
    pieces(line, &[quote], &mut |piece| {
        let end = piece.offset + piece.text.len() - line.offset + 1;
        let rest = line.text.get(end..).filter(|_| is_string && language == Language::Code);
        whole(Literal { rest, ..piece }, each);
        is_string = !is_string;
    });
}

/// Passes a piece and its parts.
fn whole<'t>(piece: Literal<'t>, each: &mut impl FnMut(Literal<'t>)) {
    plausible(piece, each);
    if piece.text.trim().contains(PART_SEPARATORS) {
        pieces(piece, &PART_SEPARATORS[..7], &mut |part| plausible(part, each));
        pieces(piece, &PART_SEPARATORS, &mut |part| plausible(part, each));
    }
}

/// Passes a piece without white space around it, if it can be a name.
fn plausible<'t>(piece: Literal<'t>, each: &mut impl FnMut(Literal<'t>)) {
    let start = piece.text.len() - piece.text.trim_start().len();
    let text = piece.text.trim();
    let is_name = (3..=MOST_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte >= b' ' && byte != b'"');
    if is_name {
        each(Literal { text, offset: piece.offset + start, ..piece });
    }
}

fn pieces<'t>(piece: Literal<'t>, separators: &[char], each: &mut impl FnMut(Literal<'t>)) {
    let mut offset = piece.offset;
    for text in piece.text.split(separators) {
        each(Literal { text, offset, ..piece });
        // All separators have one byte.
        offset += text.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: Language) -> Vec<(u32, usize, String)> {
        let mut texts = Vec::new();
        literals(text, language, |literal| {
            assert_eq!(&text[literal.offset..literal.offset + literal.text.len()], literal.text);
            let entry = (literal.line, literal.offset, literal.text.to_owned());
            if literal.text.ends_with(".png") && !literal.text.contains(['"', '<', ' ', ';']) && !texts.contains(&entry)
            {
                texts.push(entry);
            }
        });
        texts
    }

    #[test]
    fn strings_of_code_are_found_behind_odd_quotes() {
        let text = "// don't use \"a.png\", it's old: 5\" 'b.png'\nLoad(\"c.png\");";
        let names: Vec<_> = texts(text, Language::Code).into_iter().map(|(line, _, name)| (line, name)).collect();
        assert_eq!(names, [(1, "a.png".into()), (1, "b.png".into()), (2, "c.png".into())]);
    }

    #[test]
    fn data_and_lists_have_parts() {
        assert_eq!(texts("<a v=\"Texture2D;a.png\">b.png</a>", Language::Data).len(), 2);
        assert_eq!(texts("icon = a.png\nb.png\n", Language::Plain).len(), 2);
        assert_eq!(texts("{\"list\": [\"a.png\",\"b.png\"]}", Language::Data).len(), 2);
    }
}
