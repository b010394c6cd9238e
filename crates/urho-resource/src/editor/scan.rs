//! Finds out where in an XML text an offset is, even if the text is not finished.

use std::ops::Range;

/// The tag at an offset, and the elements around it.
pub(super) struct Scan<'s> {
    /// The elements that are open at this point, beginning with the outermost.
    pub(super) open: Vec<Tag<'s>>,
    /// The tag that contains the offset. If the offset is in the content of an element, this is empty.
    pub(super) tag: Tag<'s>,
    pub(super) part: Part<'s>,
}

/// What is at an offset.
#[derive(Clone)]
pub(super) enum Part<'s> {
    /// The name of an element.
    Element(Range<usize>),
    /// The name of an attribute, or the space where a name can begin.
    Attribute(Range<usize>),
    /// The value of the attribute with this name, without quotes.
    Value(&'s str, Range<usize>),
    /// The content between tags, with the word before the offset.
    Content(Range<usize>),
}

/// A start tag, or as much of it as has been typed.
#[derive(Clone, Default)]
pub(super) struct Tag<'s> {
    pub(super) name: &'s str,
    /// The name, the value, and where they are.
    attributes: Vec<Attribute<'s>>,
    name_range: Range<usize>,
    /// The offset after the tag.
    end: usize,
    is_empty: bool,
}

#[derive(Clone)]
struct Attribute<'s> {
    name: &'s str,
    value: &'s str,
    name_range: Range<usize>,
    /// This does not include the quotes. If there is no value yet, it is empty.
    value_range: Range<usize>,
}

impl<'s> Tag<'s> {
    /// Returns the value of an attribute as it was typed.
    pub(super) fn value_of(&self, name: &str) -> Option<&'s str> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.value)
    }

    /// Iterates over the names of all attributes, but without this one.
    pub(super) fn other_names(&self, except: Option<&'s str>) -> impl Iterator<Item = &'s str> + '_ {
        self.attributes.iter().map(|attribute| attribute.name).filter(move |name| Some(*name) != except)
    }

    /// Reads the start tag after the `<` at `start`. It ends at `>`, or at the next `<` that is not in quotes.
    fn read(text: &'s str, start: usize) -> Self {
        let bytes = text.as_bytes();
        let skip = |mut at: usize, is: &dyn Fn(u8) -> bool| {
            while bytes.get(at).is_some_and(|byte| is(*byte)) {
                at = at.saturating_add(1);
            }
            at
        };
        let is_name = |byte: u8| !byte.is_ascii_whitespace() && !b"<>/=\"'".contains(&byte);
        let part = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        let name_range = start..skip(start, &is_name);
        let mut tag = Self { name: part(&name_range), name_range, ..Self::default() };
        let mut at = tag.name_range.end;
        loop {
            at = skip(at, &|byte| byte.is_ascii_whitespace());
            match bytes.get(at) {
                None | Some(b'<') => break,
                Some(b'>') => {
                    at = at.saturating_add(1);
                    break;
                }
                Some(b'/') => {
                    tag.is_empty = bytes.get(at.saturating_add(1)) == Some(&b'>');
                    at = at.saturating_add(1);
                }
                Some(b'=' | b'"' | b'\'') => at = at.saturating_add(1),
                Some(_) => {
                    let name_range = at..skip(at, &is_name);
                    let equals = skip(name_range.end, &|byte| byte.is_ascii_whitespace());
                    let open = skip(equals.saturating_add(1), &|byte| byte.is_ascii_whitespace());
                    let quote = bytes.get(open).copied().filter(|quote| b"\"'".contains(quote));
                    let quote = quote.filter(|_| bytes.get(equals) == Some(&b'='));
                    let value_range = match quote {
                        Some(quote) => {
                            let from = open.saturating_add(1);
                            // A value that isn't ended ends with its line.
                            from..skip(from, &|byte| byte != quote && byte != b'<' && byte != b'\n')
                        }
                        None => name_range.end..name_range.end,
                    };
                    at = if quote.is_some() { value_range.end.saturating_add(1) } else { name_range.end };
                    let (name, value) = (part(&name_range), part(&value_range));
                    tag.attributes.push(Attribute { name, value, name_range, value_range });
                }
            }
        }
        tag.end = at.min(text.len());
        tag
    }

    /// Returns which part of the tag is at an offset.
    fn part(&self, offset: usize) -> Part<'s> {
        if offset <= self.name_range.end {
            return Part::Element(self.name_range.clone());
        }
        for attribute in &self.attributes {
            let (name, value) = (&attribute.name_range, &attribute.value_range);
            if (name.start..=name.end).contains(&offset) {
                return Part::Attribute(name.clone());
            }
            if value.start > name.end && (value.start..=value.end).contains(&offset) {
                return Part::Value(attribute.name, value.clone());
            }
        }
        Part::Attribute(offset..offset)
    }
}

/// If more elements than this are open, there is no help.
const DEEPEST: usize = 128;

impl<'s> Scan<'s> {
    /// Scans the text up to an offset. Returns `None` in a comment and before the root.
    pub(super) fn of(text: &'s str, offset: usize) -> Option<Self> {
        let mut open: Vec<Tag<'s>> = Vec::new();
        let mut at = 0;
        loop {
            let rest = text.get(at..)?;
            let start = rest.find('<').map(|start| at.saturating_add(start)).filter(|start| *start < offset);
            let Some(start) = start else { return Self::content(text, open, (at, offset)) };
            let inside = text.get(start..)?;
            let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"), ("</", ">")];
            if let Some((begin, end)) = skipped.iter().find(|(begin, _)| inside.starts_with(begin)) {
                at = start.saturating_add(inside.find(end)?.saturating_add(end.len()));
                if at > offset {
                    return None;
                }
                if *begin == "</" {
                    open.pop();
                }
                continue;
            }
            let tag = Tag::read(text, start.saturating_add(1));
            if offset < tag.end || tag.end == text.len() && !text.ends_with('>') {
                let part = tag.part(offset);
                return Some(Self { open, tag, part });
            }
            at = tag.end;
            if !tag.is_empty {
                open.push(tag);
            }
            if open.len() > DEEPEST {
                return None;
            }
        }
    }

    fn content(text: &'s str, open: Vec<Tag<'s>>, (from, offset): (usize, usize)) -> Option<Self> {
        let before = text.get(from..offset)?;
        let word = before.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '>');
        let is_word = word.chars().all(|letter| !letter.is_whitespace());
        let start = if is_word { offset.saturating_sub(word.len()) } else { offset };
        (!open.is_empty()).then(|| Self { open, tag: Tag::default(), part: Part::Content(start..offset) })
    }

    /// Returns the name of the attribute that contains the offset, in its name or in its value.
    pub(super) fn part_name(&self) -> Option<&'s str> {
        match &self.part {
            Part::Value(name, _) => Some(name),
            Part::Attribute(range) => self
                .tag
                .attributes
                .iter()
                .find(|attribute| attribute.name_range == *range)
                .map(|attribute| attribute.name),
            Part::Element(_) | Part::Content(_) => None,
        }
    }
}
