//! Texts in which names of files can be: scripts, code, data and lists.

use std::path::Path;

/// How a text marks its strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Strings in quotes that code may join.
    Code,
    /// Strings in quotes, and text between tags.
    Data,
    /// Lines and words.
    Plain,
    /// Wavefront OBJ: only its lines with material libraries are searched.
    Obj,
}

impl Language {
    /// Returns the language of a file by its extension; `None` if names aren't searched in such files.
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

/// Whether a file is a script or source code, which loads files by name. Shaders don't.
pub(super) fn is_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_shader = ["glsl", "hlsl"].iter().any(|shader| extension.eq_ignore_ascii_case(shader));
    extension.eq_ignore_ascii_case("asc") || Language::of(path) == Some(Language::Code) && !is_shader
}

/// A piece of a text that may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal<'t> {
    pub(crate) text: &'t str,
    /// Offset of the piece in the text.
    pub(crate) offset: usize,
    /// Line of the piece, from 1.
    pub(crate) line: u32,
    /// The code in the rest of the line, if the piece is a string in code.
    pub(crate) rest: Option<&'t str>,
}

/// Longest name of a file.
pub(crate) const MOST_BYTES: usize = 260;
/// Signs between the parts of a piece, each of which may be a name too: first those that are rarely in names.
pub(crate) const PART_SEPARATORS: [char; 12] = [';', ',', '|', '@', '=', '(', ')', ' ', '\t', '[', ']', ':'];

/// Passes all pieces of a text that may be names to `each`, some of them twice: strings in quotes, what is between tags, lines, words, and their parts
/// between separators.
///
/// Every piece between two quotes of a line is one, also between the end of a string and the beginning of the next: an odd quote in a comment
/// doesn't hide the names behind it, and no file is called like code.
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

/// Passes what follows the first word of a line: `mtllib My Materials.mtl`.
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

/// Passes a piece without the blanks around it, if it may be a name.
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

    fn found(text: &str, language: Language) -> Vec<(u32, usize, String)> {
        let mut found = Vec::new();
        literals(text, language, |literal| {
            assert_eq!(&text[literal.offset..literal.offset + literal.text.len()], literal.text);
            let entry = (literal.line, literal.offset, literal.text.to_owned());
            if literal.text.ends_with(".png") && !literal.text.contains(['"', '<', ' ', ';']) && !found.contains(&entry)
            {
                found.push(entry);
            }
        });
        found
    }

    #[test]
    fn strings_of_code_are_found_behind_odd_quotes() {
        let text = "// don't use \"a.png\", it's old: 5\" 'b.png'\nLoad(\"c.png\");";
        let names: Vec<_> = found(text, Language::Code).into_iter().map(|(line, _, name)| (line, name)).collect();
        assert_eq!(names, [(1, "a.png".into()), (1, "b.png".into()), (2, "c.png".into())]);
    }

    #[test]
    fn data_and_lists_have_parts() {
        assert_eq!(found("<a v=\"Texture2D;a.png\">b.png</a>", Language::Data).len(), 2);
        assert_eq!(found("icon = a.png\nb.png\n", Language::Plain).len(), 2);
        assert_eq!(found("{\"list\": [\"a.png\",\"b.png\"]}", Language::Data).len(), 2);
    }
}
