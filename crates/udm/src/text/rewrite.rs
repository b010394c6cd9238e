//! Writes an edited document using the text that it was read from. If a part was not edited, its text is not changed.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use binio::{Budget, Limits, MAX_DEPTH, Name};
use core::ops::Range;

use super::moved::Pool;
use super::read::{BYTE_ORDER_MARK, Root};
use super::scan::is_end;
use super::tree::{Node, Tree};
use super::trivia::{self, Around};
use super::write::{Lines, Style, Writer};
use crate::document::{Document, check_root, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::options::ReadOptions;
use crate::value::Value;

impl Document<'_> {
    /// Writes the document to text, and keeps the layout of its source.
    pub(crate) fn to_source_text(&self) -> Result<Vec<u8>, Error> {
        let Some(text) = self.source.text() else { return self.to_text(Style::Pretty) };
        check_root(&self.root).map_err(no_place)?;
        let (root, tree) = Tree::read(text, &ReadOptions::default())?;
        let mut budget = Limits::default().budget();
        let roots = match &root {
            Root::Whole(old) => (old, &self.root),
            Root::Data(old) => (old, self.data()),
        };
        let mut rewriter = Rewriter::new(text, &tree, roots, &mut budget);
        match &root {
            Root::Whole(old) if *old == self.root => return Ok(text.to_vec()),
            Root::Whole(old) => rewriter.body(0, old, &self.root)?,
            Root::Data(old) if self.has_default_header() && old == self.data() => return Ok(text.to_vec()),
            Root::Data(old) if self.has_default_header() => {
                rewriter.levels = rewriter.levels.saturating_sub(1);
                rewriter.body(0, old, self.data())?;
            }
            Root::Data(old) => rewriter.wrapped(old, self)?,
        }
        Ok(rewriter.out)
    }
}

/// Copies a text while replacing old values by new values.
pub(super) struct Rewriter<'t, 'b> {
    pub(super) text: &'t [u8],
    pub(super) tree: &'t Tree,
    pub(super) out: Vec<u8>,
    /// If the last part was copied from the source, this is where it ended there.
    pub(super) next: Option<usize>,
    /// The root in the source text, and the root in the edited document.
    pub(super) roots: (&'b Element<'b>, &'b Element<'b>),
    /// The removed entries. They aren't collected until the first new entry is written.
    pub(super) pool: Option<Pool<'t>>,
    /// If `out` has this length, no token can merge with the next: this is the case after a byte order mark.
    marked: usize,
    /// The line break that the text uses.
    pub(super) line_end: &'static [u8],
    /// The indentation for a level that the text uses.
    pub(super) unit: &'t [u8],
    /// How many more levels can be opened.
    pub(super) levels: u16,
    /// Whether more text will follow.
    followed: bool,
    pub(super) budget: &'b mut Budget,
}

/// A key and its value.
pub(super) type Entry<'d, 'a> = (&'d Name<'a>, &'d Value<'a>);

impl<'t, 'b> Rewriter<'t, 'b> {
    fn new(text: &'t [u8], tree: &'t Tree, roots: (&'b Element<'b>, &'b Element<'b>), budget: &'b mut Budget) -> Self {
        let (line_end, unit) = (trivia::line_end(text), trivia::unit(text, tree));
        let out = Vec::with_capacity(text.len());
        let (next, pool, marked, levels, followed) = (None, None, 0, MAX_DEPTH, false);
        Self { text, tree, out, next, roots, pool, marked, line_end, unit, levels, followed, budget }
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'t [u8] {
        self.text.get(range).unwrap_or_default()
    }

    pub(super) fn copy(&mut self, range: Range<usize>) {
        let bytes = self.slice(range.clone());
        if bytes.is_empty() {
            return;
        }
        if self.next != Some(range.start) {
            self.separate(bytes);
        }
        self.out.extend_from_slice(bytes);
        self.next = Some(range.end);
    }

    /// Copies a range without the white space at its beginning.
    fn copy_trimmed(&mut self, range: Range<usize>) {
        let rest = self.slice(range.clone()).trim_ascii_start().len();
        self.copy(range.end.saturating_sub(rest)..range.end);
    }

    /// Adds a space if the written text would merge with `following`, which came from another place in the source. Note
    /// that a quotation mark could be the end of a bare string.
    pub(super) fn separate(&mut self, following: &[u8]) {
        let is_open = |byte: Option<&u8>| byte.is_some_and(|byte| !is_end(*byte));
        if self.out.len() > self.marked && is_open(self.out.last()) && is_open(following.first()) {
            self.out.push(b' ');
        }
    }

    /// Runs `write` a level deeper.
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.levels = self.levels.checked_sub(1).ok_or_else(|| no_place(ErrorKind::Depth(MAX_DEPTH)))?;
        write(self)?;
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    /// Appends what `write` writes, using `base` at the beginning of its lines.
    pub(super) fn render(
        &mut self,
        base: &[u8],
        write: impl FnOnce(&mut Writer<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut writer = Writer::new(Style::Pretty, self.budget);
        writer.lines = Lines { base, unit: self.unit, end: self.line_end };
        writer.levels = self.levels;
        write(&mut writer)?;
        let Writer { mut out, .. } = writer;
        self.separate(&out);
        self.out.append(&mut out);
        self.next = None;
        Ok(())
    }

    /// Writes a header around a text that had none, because the document now needs it.
    fn wrapped(&mut self, old: &Element<'_>, document: &Document<'_>) -> Result<(), Error> {
        let mark = if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK } else { b"" };
        self.out.extend_from_slice(mark);
        for (name, value) in document.root.iter() {
            let Some(data) = value.as_element().filter(|_| *name == key::DATA) else {
                self.render(b"", |writer| writer.nested(|writer| writer.entry(name, value)))?;
                self.out.extend_from_slice(self.line_end);
                continue;
            };
            self.render(b"", |writer| {
                writer.block_key(name);
                Ok(())
            })?;
            self.out.extend_from_slice(self.line_end);
            self.out.push(b'{');
            self.out.extend_from_slice(self.line_end);
            let begin = self.out.len();
            self.followed = true;
            self.nested(|rewriter| rewriter.body(0, old, data))?;
            self.out.drain(begin..begin.saturating_add(mark.len()));
            if trivia::ends_open(self.text, self.tree) {
                self.out.extend_from_slice(b"*/");
            }
            if self.out.last() != Some(&b'\n') {
                self.out.extend_from_slice(self.line_end);
            }
            self.out.push(b'}');
            self.out.extend_from_slice(self.line_end);
        }
        Ok(())
    }

    /// Writes the inside of the element at node `index`.
    fn body(&mut self, index: usize, old: &Element<'_>, new: &Element<'_>) -> Result<(), Error> {
        let Some(node) = self.tree.node(index) else { return Ok(()) };
        let inside = self.inside(index, node);
        self.nested(|rewriter| {
            let nodes = rewriter.tree.children(index);
            let matches = matches(old, new);
            let mut removed = vec![true; nodes.len()];
            for index in matches.iter().flatten() {
                if let Some(slot) = removed.get_mut(*index) {
                    *slot = false;
                }
            }
            let around = Around::new(rewriter.text, rewriter.tree, &nodes, inside, index == 0, rewriter.unit);
            Body { around, nodes, matches, removed }.write(rewriter, old, new)
        })
    }

    /// Returns where to find the entries in node `index`, which must be an element. Note that the whole text has no
    /// braces.
    pub(super) fn inside(&self, index: usize, node: &Node) -> Range<usize> {
        if index == 0 { 0..self.text.len() } else { node.value.saturating_add(1)..node.end.saturating_sub(1) }
    }

    /// Writes a property or block, starting with its `$` or name.
    fn entry(
        &mut self,
        index: usize,
        old: Entry<'_, '_>,
        new: Entry<'_, '_>,
        base: &[u8],
        followed: bool,
    ) -> Result<(), Error> {
        let Some(node) = self.tree.node(index) else { return Ok(()) };
        let ((old_key, old), (new_key, new)) = (old, new);
        let cut_off = self.is_cut_off(node);
        if old_key == new_key && old == new && !(cut_off && followed) {
            self.copy(node.begin..node.end);
            return Ok(());
        }
        let layout = |value: &Value<'_>| value.as_struct().map(|value| value.layout().clone().into_owned());
        if cut_off || old.ty() != new.ty() || layout(old) != layout(new) {
            return self.render(base, |writer| writer.entry(new_key, new));
        }
        self.key(node, old_key, new_key)?;
        self.value(index, old, new, base)
    }

    /// Returns `true` if the text ends before the key or value of a property. It is then read as an empty string.
    pub(super) fn is_cut_off(&self, node: &Node) -> bool {
        let end = self.text.len();
        node.end == end && (node.key.start == end || node.value == end && node.ty != Type::NIL)
    }

    /// Writes everything before the value. If the key was changed, it is replaced.
    fn key(&mut self, node: &Node, old: &Name<'_>, new: &Name<'_>) -> Result<(), Error> {
        if old == new {
            self.copy(node.begin..node.value);
            return Ok(());
        }
        self.copy(node.begin..node.key.start);
        self.new_key(node, new)?;
        self.copy(node.key.end..node.value);
        Ok(())
    }

    /// Replaces the key of a property or block.
    pub(super) fn new_key(&mut self, node: &Node, new: &Name<'_>) -> Result<(), Error> {
        self.render(b"", |writer| {
            if node.begin == node.key.start {
                writer.block_key(new);
            } else {
                writer.key(new);
            }
            Ok(())
        })
    }

    /// Writes the value of node `index`. The old and the new value must have the same type.
    pub(super) fn value(&mut self, index: usize, old: &Value<'_>, new: &Value<'_>, base: &[u8]) -> Result<(), Error> {
        let Some(node) = self.tree.node(index) else { return Ok(()) };
        match (old, new) {
            _ if old == new => self.copy(node.value..node.end),
            (Value::Element(old), Value::Element(new)) => {
                self.out.push(b'{');
                self.body(index, old, new)?;
                self.out.push(b'}');
            }
            (Value::Array(old), Value::Array(new)) => self.array(index, old, new, base)?,
            _ => self.render(base, |writer| writer.value(new))?,
        }
        Ok(())
    }
}

/// Finds out which entry in `old` an entry in `new` comes from. This is the entry with the same key, or if the key was
/// changed, the entry at the same position.
pub(super) fn matches(old: &Element<'_>, new: &Element<'_>) -> Vec<Option<usize>> {
    let mut places: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (index, (key, _)) in old.iter().enumerate().rev() {
        places.entry(key.as_bytes()).or_default().push(index);
    }
    let mut take = |key: &[u8]| places.get_mut(key).and_then(Vec::pop);
    let mut matches: Vec<Option<usize>> = new.iter().map(|(key, _)| take(key.as_bytes())).collect();
    let mut taken = vec![false; old.len()];
    for index in matches.iter().flatten() {
        if let Some(slot) = taken.get_mut(*index) {
            *slot = true;
        }
    }
    // A key without a match between two neighbours that stay has been renamed.
    for unmatched in 0..matches.len() {
        let before = unmatched.checked_sub(1).map(|before| matches.get(before).copied().flatten());
        let candidate = match before {
            None => 0,
            Some(Some(before)) => before.saturating_add(1),
            Some(None) => continue,
        };
        let next = unmatched.saturating_add(1);
        let follows = match matches.get(next) {
            Some(after) => *after == Some(candidate.saturating_add(1)),
            None => candidate.saturating_add(1) == old.len(),
        };
        let kind = |element: &Element<'_>, index: usize| element.entries().get(index).map(|(_, value)| value.ty());
        let alike = kind(old, candidate).is_some() && kind(old, candidate) == kind(new, unmatched);
        if let (Some(slot @ None), Some(false), true, true) =
            (matches.get_mut(unmatched), taken.get(candidate), follows, alike)
        {
            *slot = Some(candidate);
        }
    }
    matches
}

/// Where the last comment that uses up its line was written.
#[derive(Default)]
struct LineComment(Option<usize>);

impl LineComment {
    /// Call this after every entry, and tell it whether the entry ended in such a comment.
    fn set(&mut self, rewriter: &Rewriter<'_, '_>, is_comment: bool) {
        self.0 = is_comment.then_some(rewriter.out.len());
    }

    /// Returns `true` if nothing was written after the comment.
    fn is_last(&self, rewriter: &Rewriter<'_, '_>) -> bool {
        self.0 == Some(rewriter.out.len())
    }
}

/// The inside of an element: its entries, and the text around every entry.
struct Body<'t> {
    around: Around<'t>,
    nodes: Vec<usize>,
    matches: Vec<Option<usize>>,
    /// Which nodes have no match, because they were removed.
    removed: Vec<bool>,
}

impl Body<'_> {
    fn write(&self, rewriter: &mut Rewriter<'_, '_>, old: &Element<'_>, new: &Element<'_>) -> Result<(), Error> {
        let around = &self.around;
        let base = around.indent().to_vec();
        // The preceding entry of the old element, if it was written last.
        let mut last: Option<usize> = None;
        let mut comment = LineComment::default();
        rewriter.out.extend_from_slice(around.start());
        rewriter.marked = rewriter.out.len();
        for (number, entry) in new.iter().enumerate() {
            let Some(index) = self.matches.get(number).copied().flatten() else {
                self.separate(rewriter, number == 0, comment.is_last(rewriter), &base);
                let is_comment = rewriter.added(entry, &base)?;
                last = None;
                comment.set(rewriter, is_comment);
                continue;
            };
            let mut next = last.map_or(0, |last| last.saturating_add(1));
            if number == 0 || last.is_some() {
                next = self.copy_kept(rewriter, next..index, &mut comment);
            }
            let lead = rewriter.slice(around.lead(index));
            let natural = next == index && (number == 0 || last.is_some());
            if natural && comment.is_last(rewriter) && !trivia::begins_line(lead) {
                // The line end was removed with the part before it.
                rewriter.out.extend_from_slice(rewriter.line_end);
            }
            if natural && (index == 0 || number > 0 || !around.is_text()) || trivia::begins_line(lead) && number > 0 {
                rewriter.copy(around.lead(index));
            } else if natural {
                // The line of a part that was removed from the beginning of the text is removed too.
                rewriter.copy_trimmed(around.lead(index));
            } else {
                self.separate(rewriter, number == 0, comment.is_last(rewriter), &base);
                rewriter.copy_trimmed(around.lead(index));
            }
            if let (Some(node), Some((old_key, old_value))) = (self.nodes.get(index), old.entries().get(index)) {
                let followed = rewriter.followed || number.saturating_add(1) < new.len();
                rewriter.entry(*node, (old_key, old_value), entry, &base, followed)?;
            }
            rewriter.copy(around.trail(index));
            comment.set(rewriter, around.has_line_comment(index));
            last = Some(index);
        }
        if last.is_some() || new.is_empty() {
            self.copy_kept(rewriter, last.map_or(0, |last| last.saturating_add(1))..usize::MAX, &mut comment);
        }
        self.finish(rewriter, last, comment.is_last(rewriter), new.is_empty());
        Ok(())
    }

    /// Copies the text that stays of removed entries, up to the first entry of `entries` that was not removed, and
    /// returns the index of this entry.
    fn copy_kept(&self, rewriter: &mut Rewriter<'_, '_>, entries: Range<usize>, comment: &mut LineComment) -> usize {
        let mut next = entries.start;
        while next < entries.end && self.removed.get(next) == Some(&true) {
            let kept = self.around.kept(next);
            if !kept.is_empty() {
                rewriter.copy(kept);
                comment.set(rewriter, self.around.keeps_line_comment(next));
            }
            next = next.saturating_add(1);
        }
        next
    }

    /// Writes the text before a new entry.
    fn separate(&self, rewriter: &mut Rewriter<'_, '_>, first: bool, comment: bool, base: &[u8]) {
        let at_start = first && self.around.is_text();
        if self.around.has_lines() || comment {
            if !at_start {
                rewriter.out.extend_from_slice(rewriter.line_end);
            }
            rewriter.out.extend_from_slice(base);
        } else if !at_start {
            rewriter.out.push(b' ');
        }
    }

    /// Writes the text after the last entry.
    fn finish(&self, rewriter: &mut Rewriter<'_, '_>, last: Option<usize>, comment: bool, empty: bool) {
        let around = &self.around;
        let tail = rewriter.slice(around.tail());
        let grown = !empty && last.is_none() && around.has_lines();
        let needs_line = if around.is_text() {
            grown && rewriter.text.is_empty() || comment && !tail.trim_ascii().is_empty()
        } else {
            grown || comment
        };
        if !needs_line || trivia::begins_line(tail) {
            return rewriter.copy(around.tail());
        }
        rewriter.out.extend_from_slice(rewriter.line_end);
        if !around.is_text() {
            rewriter.out.extend_from_slice(around.outer_indent());
        }
        rewriter.copy_trimmed(around.tail());
    }
}

/// Returns the number of unchanged items at the beginning and at the end.
pub(super) fn common<T: PartialEq<U>, U>(old: &[T], new: &[U]) -> (usize, usize) {
    let begin = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = |length: usize| length.saturating_sub(begin);
    let most = rest(old.len()).min(rest(new.len()));
    let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    (begin, end)
}
