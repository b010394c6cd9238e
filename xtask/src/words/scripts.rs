//! The prose of Python and JavaScript files: comments, documentation and strings.

use super::texts::{Kind, Text, prose, without_placeholders};

/// Returns the texts of a Python or JavaScript file.
pub(crate) fn texts_of_script(source: &str, is_python: bool) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let part = Part::at(rest, is_python);
        let length = part.as_ref().map_or(first.len_utf8(), |part| part.length);
        if let Some(Part { kind, text, .. }) = part {
            let prose = match kind {
                Kind::Messages => without_placeholders(text),
                _ => prose(&without_tags(text)),
            };
            if kind != Kind::Messages || text.split_whitespace().count() >= 3 {
                texts.push(Text { kind, line, prose });
            }
        }
        let (taken, after) = rest.split_at(length);
        line += taken.matches('\n').count();
        rest = after;
    }
    texts
}

/// A comment or a string, and its length with its marks.
struct Part<'s> {
    kind: Kind,
    text: &'s str,
    length: usize,
}

impl<'s> Part<'s> {
    /// Returns the part at the start of `rest`, or `None` if it starts with code.
    fn at(rest: &'s str, is_python: bool) -> Option<Self> {
        let comment = if is_python { "#" } else { "//" };
        if rest.starts_with(comment) {
            return Some(Self::until(rest, Kind::Comments, comment, "\n"));
        }
        if is_python {
            let mark = ["\"\"\"", "'''"].into_iter().find(|mark| rest.starts_with(mark));
            if let Some(mark) = mark {
                return Some(Self::until(rest, Kind::Docs, mark, mark));
            }
        } else if rest.starts_with("/*") {
            return Some(Self::until(rest, Kind::Docs, "/*", "*/"));
        } else if rest.starts_with('`') {
            return Some(Self::until(rest, Kind::Messages, "`", "`"));
        }
        rest.starts_with(['"', '\'']).then(|| Self::string(rest))
    }

    fn until(rest: &'s str, kind: Kind, begin: &str, end: &str) -> Self {
        let inside = rest.get(begin.len()..).unwrap_or_default();
        let length = inside.find(end).unwrap_or(inside.len());
        let marks = begin.len() + if inside.len() > length { end.len() } else { 0 };
        Self { kind, text: inside.get(..length).unwrap_or_default(), length: length + marks }
    }

    /// A string of one line. It ends at the end of the line, if its quote isn't closed.
    fn string(rest: &'s str) -> Self {
        let mut is_escaped = false;
        let quote = rest.chars().next();
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let ends = !is_escaped && Some(*c) == quote || *c == '\n';
            is_escaped = !is_escaped && *c == '\\';
            ends
        });
        let (end, last) = end.map_or((rest.len(), 0), |(at, c)| (at, c.len_utf8()));
        Self { kind: Kind::Messages, text: rest.get(1..end).unwrap_or_default(), length: end + last }
    }
}

/// Removes the tags of a JSDoc comment with their types and names, and the stars at the beginnings of lines.
fn without_tags(comment: &str) -> String {
    let lines: Vec<&str> = comment.lines().map(|line| line.trim().trim_start_matches(['*', ' '])).collect();
    let text = lines.join("\n");
    let mut parts = text.split('@');
    let mut prose = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, rest) = part.split_once([' ', '\n']).unwrap_or((part, ""));
        let rest = without_type(rest.trim_start());
        let has_name = matches!(tag, "param" | "property");
        prose.push('\n');
        prose.push_str(if has_name { rest.split_once([' ', '\n']).map_or("", |(_, after)| after) } else { rest });
    }
    prose
}

/// Removes a type in braces from the start of a text.
fn without_type(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if at == 0 { text } else { text.get(at + 1..).unwrap_or_default().trim_start() };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::texts_of_script;

    fn prose(source: &str, is_python: bool) -> Vec<(usize, String)> {
        let texts = texts_of_script(source, is_python).into_iter();
        texts.map(|text| (text.line, text.prose.trim().to_owned())).collect()
    }

    #[test]
    fn comments_documentation_and_messages_are_texts() {
        let source = "\"\"\"Reads a file.\"\"\"\nx = f'no file {what} here'  # A \"note\"\ny = 'short'\n";
        let expected = [(1, "Reads a file."), (2, "no file ` here"), (2, "A \"note\"")];
        assert_eq!(prose(source, true), expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn tags_have_types_and_names() {
        let source =
            "/** Adds it. @param {Map<string, {a: 1}>} what The value. */\nconst a = `is ${what} there`; // Ends.";
        let expected = [(1, "Adds it. The value."), (2, "is $` there"), (2, "Ends.")];
        assert_eq!(prose(source, false), expected.map(|(line, text)| (line, text.to_owned())));
    }
}
