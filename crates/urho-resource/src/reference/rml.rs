//! The references in RML documents and RCSS styles.
//!
//! The parser in RmlUi accepts more than XML allows, so the text is only scanned for tags and functions.

use binio::{Name, Path};

use super::Reference;
use crate::vocabulary::Rule;

/// Returns the references in a document: links, sources, the sounds of events, and what its styles refer to.
pub(super) fn document(text: &[u8]) -> Vec<Reference> {
    let mut references = Vec::new();
    let mut at = 0;
    while let Some(start) = find(text, at, b"<") {
        let rest = text.get(start..).unwrap_or_default();
        if rest.starts_with(b"<!--") {
            at = find(text, start + 4, b"-->").map_or(text.len(), |end| end + 3);
            continue;
        }
        let Some(tag) = Tag::read(text, start) else {
            at = start + 1;
            continue;
        };
        for (name, value, offset) in &tag.attributes {
            attribute(&tag.name, name, value, *offset, &tag, &mut references);
        }
        at = tag.end;
        if tag.name == b"style" {
            let end = find(text, at, b"</style").unwrap_or(text.len());
            functions(text.get(at..end).unwrap_or_default(), at, &mut references);
            at = end;
        }
    }
    references
}

/// Returns the references in a style.
pub(super) fn style(text: &[u8]) -> Vec<Reference> {
    let mut references = Vec::new();
    functions(text, 0, &mut references);
    references
}

fn find(text: &[u8], from: usize, part: &[u8]) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.windows(part.len()).position(|window| window == part).map(|at| from + at)
}

/// A start tag.
struct Tag {
    name: Vec<u8>,
    /// The name, the value, and the offset of the value.
    attributes: Vec<(Vec<u8>, Vec<u8>, usize)>,
    end: usize,
}

impl Tag {
    /// Reads the start tag at `start`. If this is an end tag or does not begin a tag, returns `None`.
    fn read(text: &[u8], start: usize) -> Option<Self> {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.');
        let word = |at: usize| -> Vec<u8> {
            text.get(at..).unwrap_or_default().iter().take_while(|byte| is_word(byte)).copied().collect()
        };
        let name = word(start + 1);
        if name.is_empty() {
            return None;
        }
        let mut at = start + 1 + name.len();
        let mut attributes = Vec::new();
        loop {
            let rest = text.get(at..)?;
            at += rest.len() - rest.trim_ascii_start().len();
            match text.get(at)? {
                b'>' => return Some(Self { name, attributes, end: at + 1 }),
                // The tag before it doesn't end.
                b'<' => return None,
                byte if is_word(byte) => {
                    let attribute = word(at);
                    at += attribute.len();
                    let rest = text.get(at..)?.trim_ascii_start();
                    let Some(rest) = rest.strip_prefix(b"=").map(<[u8]>::trim_ascii_start) else { continue };
                    let quote = *rest.first()?;
                    if !matches!(quote, b'"' | b'\'') {
                        continue;
                    }
                    let from = text.len() - rest.len() + 1;
                    let end = find(text, from, &[quote])?;
                    attributes.push((attribute, text.get(from..end)?.to_vec(), from));
                    at = end + 1;
                }
                _ => at += 1,
            }
        }
    }

    fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        self.attributes.iter().find(|(key, ..)| key == name).map(|(_, value, _)| &**value)
    }
}

fn push(path: Path, name: &[u8], offset: usize, resource: &str, rule: Rule, references: &mut Vec<Reference>) {
    // Bindings and addresses of other protocols are no names.
    let is_name = !name.windows(2).any(|pair| pair == b"{{") && !name.windows(3).any(|three| three == b"://");
    if is_name {
        let name = Name::from(name.trim_ascii().to_vec());
        references.push(Reference::named(path, name, Some(offset as u64), resource, rule));
    }
}

fn attribute(tag: &[u8], name: &[u8], value: &[u8], offset: usize, whole: &Tag, references: &mut Vec<Reference>) {
    let path = Path::new().name(tag).name(name);
    match (tag, name) {
        (b"link", b"href") => {
            let kind = whole.attribute(b"type").unwrap_or_default();
            let resource = if kind.ends_with(b"template") { "RML document" } else { "RCSS style" };
            push(path, value, offset, resource, Rule::BesideJoined, references);
        }
        (b"script" | b"template", b"src") => {}
        (_, b"src") => push(path, value, offset, "Texture2D", Rule::BesideJoined, references),
        (_, b"style") => functions(value, offset, references),
        _ if name.starts_with(b"on") => sounds(&path, value, offset, references),
        _ => {}
    }
}

/// Reads the sounds in `sound:20% Sounds/a.wav; event:Name {json}`. The parts are separated by `;`, but not inside
/// quotes.
fn sounds(path: &Path, value: &[u8], offset: usize, references: &mut Vec<Reference>) {
    let mut is_quoted = false;
    let parts = value.split(|byte| {
        is_quoted ^= *byte == b'\'';
        *byte == b';' && !is_quoted
    });
    for part in parts {
        let Some(sound) = part.trim_ascii().strip_prefix(b"sound:") else { continue };
        let sound = sound.trim_ascii();
        let volume = sound.iter().position(|byte| *byte == b'%');
        let digits = |end: usize| {
            sound.get(..end).is_some_and(|text| text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'))
        };
        let name = match volume.filter(|end| digits(*end)) {
            Some(end) => sound.get(end + 1..).unwrap_or_default().trim_ascii(),
            None => sound,
        };
        let name = name.strip_prefix(b"'").and_then(|name| name.strip_suffix(b"'")).unwrap_or(name);
        push(path.clone(), name, offset, "Sound", Rule::Absolute, references);
    }
}

/// Reads the images in `url()`, `image()`, `ninepatch()` and `tiled-…()`, and in sprite sheets.
fn functions(text: &[u8], offset: usize, references: &mut Vec<Reference>) {
    let text = without_comments(text);
    const NAMES: [&[u8]; 10] = [
        b"url",
        b"image",
        b"ninepatch",
        b"tiled-horizontal",
        b"tiled-vertical",
        b"tiled-box",
        b"source",
        b"image-set",
        b"mask-image",
        b"border-image",
    ];
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| **byte == b'(') {
        let before = text.get(..at).unwrap_or_default();
        let start =
            before.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-').map_or(0, |end| end + 1);
        if !NAMES.contains(&before.get(start..).unwrap_or_default()) {
            continue;
        }
        // Up to the next parenthesis: an argument with a function isn't an image.
        let rest = text.get(at + 1..).unwrap_or_default();
        let Some(end) = rest.iter().position(|byte| matches!(byte, b'(' | b')')) else { break };
        if rest.get(end) == Some(&b'(') {
            continue;
        }
        let arguments = rest.get(..end).unwrap_or_default();
        for argument in arguments.split(|byte| *byte == b',') {
            let word = unquoted(argument.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or_default());
            // A word without an extension is a sprite of a sheet.
            if word.contains(&b'.') {
                push("image".into(), word, offset + at + 1, "Texture2D", Rule::BesideJoined, references);
            }
        }
    }
    let mut at = 0;
    while let Some(sheet) = find(&text, at, b"@spritesheet") {
        let end = find(&text, sheet, b"}").unwrap_or(text.len());
        let body = text.get(sheet..end).unwrap_or_default();
        for source in body.windows(4).enumerate().filter(|(_, part)| *part == b"src:").map(|(start, _)| start) {
            let value = body.get(source + 4..).unwrap_or_default();
            let value = value.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
            push(
                "spritesheet".into(),
                unquoted(value),
                offset + sheet + source,
                "Texture2D",
                Rule::BesideJoined,
                references,
            );
        }
        at = end;
    }
}

fn unquoted(text: &[u8]) -> &[u8] {
    let strip = |quote: &[u8]| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    strip(b"\"").or_else(|| strip(b"'")).unwrap_or(text)
}

/// Replaces comments with blanks, so that offsets do not change.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut clean = text.to_vec();
    let mut at = 0;
    while let Some(start) = find(text, at, b"/*") {
        let end = find(text, start + 2, b"*/").map_or(text.len(), |end| end + 2);
        clean.get_mut(start..end).into_iter().flatten().for_each(|byte| *byte = b' ');
        at = end;
    }
    clean
}
