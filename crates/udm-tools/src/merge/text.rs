//! Merges texts, including comments, layout and spelling.

mod base_lines;
mod output;

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use binio::{MAX_DEPTH, Name};
use udm::{Array, Document, Element, Inside, Syntax, SyntaxNode, SyntaxPart, Type, Value};

use super::order::Numbered;
use super::values::unchanged;
use super::{Conflict, inner, trivia};
use crate::error::{Error, no_place, of_document};
use crate::same::array_items;
use base_lines::BaseLines;
use output::Output;

/// What to write when there is a conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnConflict {
    /// Write both values between markers, like git. The text is not a document until you call
    /// [`resolve`](super::resolve) to choose a side.
    #[default]
    Markers,
    /// Write our value.
    Ours,
}

/// Options to use with [`merge_text`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeOptions {
    /// What to write when there is a conflict.
    pub on_conflict: OnConflict,
    /// The length of a marker, which must be at least 7.
    pub marker_size: usize,
    /// The names of our version and of their version, which must not contain spaces.
    pub labels: (String, String),
}

impl Default for MergeOptions {
    fn default() -> Self {
        let labels = ("ours".to_string(), "theirs".to_string());
        Self { on_conflict: OnConflict::Markers, marker_size: 7, labels }
    }
}

/// The result of [`merge_text`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MergedText {
    /// The merged text.
    pub text: Vec<u8>,
    /// The values that were changed by both sides.
    pub conflicts: Vec<Conflict>,
}

/// Merges three texts. A part changed by only one side will be copied with its comments, layout and spelling. When both
/// sides have added parts, the result contains both of them, starting with ours. To match array items, this function
/// uses their `name`, `id` or `uuid` if all of them have one, and otherwise their order and value. An item moved by one
/// side goes to its new place, and an item moved by both goes to its place in `ours`. The result has the key order of
/// `ours`.
///
/// ```
/// let base = b"lamp\n{\n\t$float watts 5\n}\n";
/// let ours = b"lamp\n{\n\t$float watts 9\n}\n";
/// let theirs = b"// a lamp\nlamp\n{\n\t$float watts 7\n\t$float size 1.50 // metres\n}\n";
/// let merged = udm_tools::merge_text(base, ours, theirs, &Default::default())?;
/// assert_eq!(merged.conflicts[0].path, "lamp/watts");
/// let expected = "// a lamp
/// lamp
/// {
/// <<<<<<< ours lamp/watts
/// \t$float watts 9
/// =======
/// \t$float watts 7
/// >>>>>>> theirs lamp/watts
/// \t$float size 1.50 // metres
/// }
/// ";
/// assert_eq!(String::from_utf8_lossy(&merged.text), expected);
/// # Ok::<(), udm_tools::Error>(())
/// ```
///
/// # Errors
/// Returns an error for a version that is not a document, and [`udm::ErrorKind::Contradiction`] when only some of the
/// versions have a header.
pub fn merge_text(base: &[u8], ours: &[u8], theirs: &[u8], options: &MergeOptions) -> Result<MergedText, Error> {
    let versions = [Version::parse(base)?, Version::parse(ours)?, Version::parse(theirs)?];
    if ours == base || theirs == base || ours == theirs {
        let text = if ours == base { theirs } else { ours };
        return Ok(MergedText { text: text.to_vec(), conflicts: Vec::new() });
    }
    let [base, ours, theirs] = &versions;
    let (Some(old), Some(mine), Some(new)) = (base.root()?, ours.root()?, theirs.root()?) else {
        return Err(no_place(udm::ErrorKind::Contradiction("the text can't be cut into its parts")));
    };
    if [base, theirs].iter().any(|version| version.whole != ours.whole) {
        let problem = "some versions have a header and some have none: texts can't be merged";
        return Err(no_place(udm::ErrorKind::Contradiction(problem)));
    }
    let mut merge = TextMerge {
        out: Output::new(mine.text, options),
        base: BaseLines::new(old.text),
        conflicts: Vec::new(),
        levels: MAX_DEPTH,
    };
    let path = if ours.whole { ".." } else { "" };
    merge.body(path, Some(&old), &mine, &new);
    Ok(MergedText { text: merge.out.finish(), conflicts: merge.conflicts })
}

/// A version of the text.
struct Version<'t> {
    text: &'t [u8],
    document: Document<'t>,
    syntax: Syntax<'t>,
    /// Whether the text has a header.
    whole: bool,
}

impl<'t> Version<'t> {
    fn parse(text: &'t [u8]) -> Result<Self, Error> {
        let document = Document::parse_text(text).map_err(of_document)?;
        let syntax = Syntax::parse(text).map_err(of_document)?;
        let whole = syntax.find("../assetData").is_some_and(|data| data.ty() == Type::ELEMENT);
        Ok(Self { text, document, syntax, whole })
    }

    /// Returns the whole text as a block.
    fn root(&self) -> Result<Option<Block<'_>>, Error> {
        let element = if self.whole { &self.document.root } else { self.document.data() };
        Ok(Block::of(self.text, self.syntax.root(), Cow::Owned(Value::Element(element.clone()))))
    }
}

/// An element or array, split into parts.
struct Block<'s> {
    text: &'s [u8],
    inside: Inside,
    nodes: Vec<SyntaxNode<'s>>,
    value: Cow<'s, Value<'s>>,
}

impl<'s> Block<'s> {
    fn of(text: &'s [u8], node: SyntaxNode<'s>, value: Cow<'s, Value<'s>>) -> Option<Self> {
        let inside = node.inside()?;
        let nodes: Vec<SyntaxNode<'s>> = node.children().collect();
        let count = match &*value {
            Value::Element(element) => element.len(),
            Value::Array(array @ (Array::Plain(_) | Array::Strings(_) | Array::Structs(_) | Array::Items(_))) => {
                array.len()
            }
            _ => return None,
        };
        (count == inside.parts.len()).then_some(Self { text, inside, nodes, value })
    }

    fn slice(&self, range: core::ops::Range<usize>) -> &'s [u8] {
        self.text.get(range).unwrap_or_default()
    }

    fn head(&self) -> &'s [u8] {
        self.slice(self.inside.head.clone())
    }

    /// Returns the head with [`NO_COUNT`] in the place of the item count, because this can be changed by both sides.
    fn countless_head(&self) -> Vec<u8> {
        let Some(count) = &self.inside.count else { return self.head().to_vec() };
        let (begin, end) = (self.inside.head.start..count.start, count.end..self.inside.head.end);
        [self.slice(begin), NO_COUNT, self.slice(end)].concat()
    }

    /// Returns the distance from the item count to the end of the array head, in bytes. If the head has no count, this
    /// is `None`.
    fn count_from_end(&self) -> Option<usize> {
        let count = self.inside.count.as_ref()?;
        Some(self.inside.head.end.saturating_sub(count.end).saturating_add(NO_COUNT.len()))
    }

    fn tail(&self) -> &'s [u8] {
        self.slice(self.inside.tail.clone())
    }

    /// Returns the parts and their values by number.
    fn parts(&self, numbers: &[usize]) -> BTreeMap<usize, Part<'_>> {
        let values: Vec<Cow<'_, Value<'_>>> = match &*self.value {
            Value::Element(element) => element.iter().map(|(_, value)| Cow::Borrowed(value)).collect(),
            Value::Array(array) => array_items(array),
            _ => Vec::new(),
        };
        let mut parts = BTreeMap::new();
        let mut before = None;
        for (place, ((number, part), value)) in numbers.iter().zip(&self.inside.parts).zip(values).enumerate() {
            let SyntaxPart { lead, content, trail, .. } = part;
            let part = Part {
                text: self.text,
                lead: self.slice(lead.clone()),
                content: self.slice(content.clone()),
                trail: self.slice(trail.clone()),
                node: self.nodes.get(place).copied(),
                value,
                before,
            };
            before = Some(*number);
            parts.insert(*number, part);
        }
        parts
    }

    fn element(&self) -> Option<&Element<'s>> {
        self.value.as_element()
    }

    fn array(&self) -> Option<&Array<'s>> {
        self.value.as_array()
    }

    /// Returns `true` if each part begins a line.
    fn has_lines(&self) -> bool {
        self.inside.parts.iter().any(|part| self.slice(part.lead.clone()).contains(&b'\n'))
    }
}

/// A part of a block.
struct Part<'s> {
    text: &'s [u8],
    lead: &'s [u8],
    content: &'s [u8],
    trail: &'s [u8],
    node: Option<SyntaxNode<'s>>,
    value: Cow<'s, Value<'s>>,
    /// The number of the previous part.
    before: Option<usize>,
}

impl Part<'_> {
    fn block(&self) -> Option<Block<'_>> {
        Block::of(self.text, self.node?, Cow::Borrowed(&*self.value))
    }
}

/// The same part in all three versions.
type Three<'p, 's> = (Option<&'p Part<'s>>, Option<&'p Part<'s>>, Option<&'p Part<'s>>);

struct TextMerge<'t> {
    out: Output,
    base: BaseLines<'t>,
    conflicts: Vec<Conflict>,
    levels: u16,
}

impl TextMerge<'_> {
    /// Merges the inside of a block, including its head, but not the closing bracket. Returns `false` if there is a
    /// conflict in an item that is not an element.
    fn body<'s>(&mut self, path: &str, base: Option<&Block<'s>>, ours: &Block<'s>, theirs: &Block<'s>) -> bool {
        let numbered = match (ours.element(), theirs.element(), ours.array(), theirs.array(), base) {
            (Some(ours), Some(theirs), ..) => Numbered::keys(base.and_then(Block::element), ours, theirs),
            (_, _, Some(ours), Some(theirs), Some(base)) => match base.array() {
                Some(base) => Numbered::items(base, ours, theirs),
                None => return false,
            },
            _ => return false,
        };
        let old = base.map(|base| base.parts(&numbered.base)).unwrap_or_default();
        let (mine, new) = (ours.parts(&numbered.ours), theirs.parts(&numbered.theirs));
        let mine_head = ours.countless_head();
        let head = heads(&base.map_or(mine_head.clone(), Block::countless_head), &mine_head, &theirs.countless_head());
        self.out.text(&head);
        let head_end = self.out.len();
        let is_array = ours.array().is_some();
        self.out.open(is_array, ours.has_lines() || theirs.has_lines());
        let mut written = BTreeSet::new();
        for number in numbered.order() {
            let three = (old.get(&number), mine.get(&number), new.get(&number));
            let path = match (ours.element(), three) {
                (Some(_), (_, Some(part), _) | (_, _, Some(part))) => match part.node.and_then(|node| node.key()) {
                    Some(key) => inner(path, &key),
                    None => path.to_string(),
                },
                _ => format!("{path}[{}]", written.len()),
            };
            match self.part(&path, three) {
                Some(true) => drop(written.insert(number)),
                Some(false) => {}
                None => return false,
            }
        }
        self.tail(base, ours, theirs, &numbered);
        self.out.close();
        let count = if head == mine_head { ours } else { theirs };
        if let Some(from_end) = count.count_from_end() {
            let begin = head_end.saturating_sub(from_end);
            self.out.replace(begin..begin.saturating_add(NO_COUNT.len()), written.len().to_string().as_bytes());
        }
        true
    }

    /// Merges the white space and comments after the last part.
    fn tail<'s>(&mut self, base: Option<&Block<'s>>, ours: &Block<'s>, theirs: &Block<'s>, numbered: &Numbered) {
        let old = base.map_or(ours.tail(), Block::tail);
        let moved = numbered.base.last() != numbered.theirs.last();
        let plain = !trivia::has_comment(old) && !trivia::has_comment(theirs.tail());
        let grown = numbered.ours.is_empty();
        if grown {
            self.out.trivia(theirs.tail());
        } else if moved && plain {
            self.out.trivia(ours.tail());
        } else {
            self.out.trivia(&trivia::merge(old, ours.tail(), theirs.tail()));
        }
    }

    /// Merges a part that may not be in all versions. Returns whether it is in the result. If this is a conflict of the
    /// whole array, returns `None`.
    fn part<'s>(&mut self, path: &str, three: Three<'_, 's>) -> Option<bool> {
        let equal = |a: &Part<'s>, b: &Part<'s>| unchanged(Some(&*a.value), Some(&*b.value));
        match three {
            (base, Some(ours), Some(theirs)) => self.both(path, base, ours, theirs).then_some(true),
            (None, Some(only), None) | (None, None, Some(only)) => {
                self.out.lead(only.lead, only.before.is_none());
                self.out.text(only.content);
                self.out.trail(only.trail);
                Some(true)
            }
            (Some(base), Some(ours), None) if !equal(base, ours) => self.conflict(path, Some(ours), None),
            (Some(base), None, Some(theirs)) if !equal(base, theirs) => self.conflict(path, None, Some(theirs)),
            (Some(base), Some(one), None) | (Some(base), None, Some(one)) => {
                // Comments that were written to a value that the other side removed stay.
                if one.lead != base.lead && trivia::has_comment(one.lead) {
                    self.out.comments(one.lead);
                }
                Some(false)
            }
            _ => Some(false),
        }
    }

    /// Merges a part that is on both sides. Returns `false` if this is a conflict of the whole array.
    fn both<'s>(&mut self, path: &str, base: Option<&Part<'s>>, ours: &Part<'s>, theirs: &Part<'s>) -> bool {
        let moved = base.is_some_and(|base| base.before != theirs.before);
        let old = base.map_or(ours.lead, |base| base.lead);
        let mut lines = theirs.lead.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let lead = match moved && lines.all(|line| line.is_empty() || self.base.contains(line)) {
            true => ours.lead.to_vec(),
            false => trivia::merge(old, ours.lead, theirs.lead),
        };
        let trail = trivia::merge(base.map_or(ours.trail, |base| base.trail), ours.trail, theirs.trail);
        let start = self.out.mark();
        self.out.lead(&lead, ours.before.is_none());
        if self.content(path, base, ours, theirs) {
            self.out.trail(&trail);
            return true;
        }
        self.out.reset(start);
        if self.out.is_in_array() && ours.value.as_element().is_none() {
            return false;
        }
        self.out.comments(&lead);
        self.conflict(path, Some(ours), Some(theirs)).is_some()
    }

    /// Writes a property, block or item. If this returns `false` because of a conflict, you must discard the written
    /// text.
    fn content<'s>(&mut self, path: &str, base: Option<&Part<'s>>, ours: &Part<'s>, theirs: &Part<'s>) -> bool {
        let text = |part: &Part<'s>| base.is_some_and(|base| base.content == part.content);
        let means = |part: &Part<'s>| unchanged(base.map(|base| &*base.value), Some(&*part.value));
        if text(theirs) || ours.content == theirs.content {
            self.out.text(ours.content);
            return true;
        }
        if text(ours) {
            self.out.text(theirs.content);
            return true;
        }
        if self.blocks(path, base, ours, theirs) {
            return true;
        }
        let same = unchanged(Some(&*ours.value), Some(&*theirs.value));
        match (means(ours), means(theirs)) {
            (_, true) => self.out.text(ours.content),
            (true, false) => self.out.text(theirs.content),
            _ if same => self.out.text(ours.content),
            _ => return false,
        }
        true
    }

    /// Merges elements or arrays, part by part.
    fn blocks<'s>(&mut self, path: &str, base: Option<&Part<'s>>, ours: &Part<'s>, theirs: &Part<'s>) -> bool {
        let Some(levels) = self.levels.checked_sub(1) else { return false };
        let (Some(mine), Some(new)) = (ours.block(), theirs.block()) else { return false };
        let old = match base.map(Part::block) {
            Some(Some(old)) if kind_of(&old) == kind_of(&mine) => Some(old),
            Some(_) => return false,
            None => None,
        };
        if kind_of(&mine) != kind_of(&new) {
            return false;
        }
        let (start, found) = (self.out.mark(), self.conflicts.len());
        self.levels = levels;
        let merged = self.body(path, old.as_ref(), &mine, &new);
        self.levels = levels.saturating_add(1);
        if !merged {
            self.out.reset(start);
            self.conflicts.truncate(found);
            return false;
        }
        self.out.text(if mine.array().is_some() { b"]" } else { b"}" });
        true
    }

    /// Writes both values between markers, or only ours. Returns `true` if a part was written.
    fn conflict<'s>(&mut self, path: &str, ours: Option<&Part<'s>>, theirs: Option<&Part<'s>>) -> Option<bool> {
        if self.out.is_in_array() && ours.or(theirs).is_some_and(|part| part.value.as_element().is_none()) {
            return None;
        }
        self.conflicts.push(Conflict::new(path, ours.map(|part| &*part.value), theirs.map(|part| &*part.value)));
        let text = |part: Option<&Part<'_>>, both: bool| {
            part.map(|part| {
                let lead = if both { trivia::indent(part.lead) } else { trivia::after_line(part.lead) };
                [lead, part.content, part.trail].concat()
            })
        };
        let both = ours.is_some() && theirs.is_some();
        self.out.conflict(path, text(ours, both).as_deref(), text(theirs, both).as_deref());
        Some(ours.is_some())
    }
}

/// Used in the place of the item count until we know it.
const NO_COUNT: &[u8] = b"0";

/// Merges the heads of a block: the comments, and the line with the bracket, which must come from a single side.
fn heads(base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    let last = |head: &[u8]| head.rsplit(|byte| *byte == b'\n').next().map(<[u8]>::to_vec);
    let both = theirs != base && ours != base && ours != theirs;
    if both && last(ours) != last(theirs) { ours.to_vec() } else { trivia::merge(base, ours, theirs) }
}

/// The type of a block, and for an array also the item type and the struct fields.
type Kind<'b> = (Type, Option<Type>, Option<&'b [(Type, Name<'b>)]>);

fn kind_of<'b>(block: &'b Block<'_>) -> Kind<'b> {
    let layout = match block.array() {
        Some(Array::Structs(structs)) => Some(structs.layout().fields()),
        _ => None,
    };
    (block.value.ty(), block.array().map(Array::item_type), layout)
}
