//! Finds entries that were moved to another element, so that their text and comments can move with them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use binio::{Limits, MAX_DEPTH, Segment};
use core::ops::Range;

use super::rewrite::{Entry, Rewriter, common, matches};
use super::scan::Scanner;
use super::tree::Node;
use super::trivia::{self, Around};
use super::write::{Style, Writer};
use crate::array::{Array, Items};
use crate::element::Element;
use crate::error::Error;
use crate::value::Value;

/// An entry in the source that its element no longer has.
struct Removed<'t> {
    node: usize,
    /// The white space at the beginning of its lines.
    indent: &'t [u8],
    /// Everything from the first comment before it to the last comment on its line.
    text: Range<usize>,
    /// Whether it ends in a comment that uses up the line.
    has_line_comment: bool,
}

/// All entries that were removed from a document.
#[derive(Default)]
pub(super) struct Pool<'t> {
    /// An entry is taken out when we find its new place.
    removed: Vec<Option<Removed<'t>>>,
    /// The entry with this content, or `None` for several entries, because nothing can tell them apart.
    by_content: BTreeMap<Vec<u8>, Option<usize>>,
}

impl<'t> Pool<'t> {
    fn add(&mut self, entry: Entry<'_, '_>, removed: Removed<'t>) {
        let index = self.removed.len();
        self.removed.push(Some(removed));
        // A value that can't be written is in no other place of the text.
        for content in contents(entry, MAX_DEPTH).into_iter().flatten() {
            self.by_content.entry(content).and_modify(|only| *only = None).or_insert(Some(index));
        }
    }

    fn take(&mut self, contents: &[Vec<u8>]) -> Option<Removed<'t>> {
        let mut indices = contents.iter().filter_map(|content| *self.by_content.get(content)?);
        indices.find_map(|index| self.removed.get_mut(index)?.take())
    }
}

/// Returns the contents to compare to find out if an entry was moved: the key with the value, and for an element of
/// several entries, also the value alone. This is not used for smaller values, because they are often equal by chance.
fn contents((key, value): Entry<'_, '_>, levels: u16) -> Result<Vec<Vec<u8>>, Error> {
    let content = |key: &[u8]| {
        let mut budget = Limits::default().budget();
        let mut writer = Writer::new(Style::Compact, &mut budget);
        writer.levels = levels;
        writer.entry(key, value)?;
        Ok::<_, Error>(writer.out)
    };
    let mut contents = alloc::vec![content(key)?];
    if value.as_element().is_some_and(|element| element.len() > 1) {
        contents.push(content(b"")?);
    }
    Ok(contents)
}

impl<'t> Rewriter<'t, '_> {
    /// Writes an entry that is new in its element. If the same entry was removed from another place, this copies its
    /// text. Returns `true` if a comment uses up the rest of the line.
    pub(super) fn added(&mut self, entry: Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        if self.pool.is_none() {
            let mut pool = Pool::default();
            self.removed_entries(0, self.roots, &mut pool);
            self.pool = Some(pool);
        }
        let Some(pool) = self.pool.as_mut().filter(|pool| !pool.removed.is_empty()) else {
            return self.rendered(entry, base);
        };
        if let Some(moved) = pool.take(&contents(entry, self.levels)?) {
            return self.moved(&moved, entry, base);
        }
        match entry.1 {
            Value::Element(element) if !element.is_empty() => self
                .block(entry, element, base)
                .map_err(|error| error.within(Segment::Name(entry.0.clone().into_owned()))),
            _ => self.rendered(entry, base),
        }
    }

    fn rendered(&mut self, (key, value): Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        self.render(base, |writer| writer.entry(key, value))?;
        Ok(false)
    }

    /// Writes a new element in the style of [`Style::Pretty`], after looking for moved entries inside.
    fn block(&mut self, (key, _): Entry<'_, '_>, element: &Element<'_>, base: &[u8]) -> Result<bool, Error> {
        self.render(base, |writer| {
            writer.block_key(key);
            writer.new_line(0);
            writer.put(b"{");
            Ok(())
        })?;
        let inner = [base, self.unit].concat();
        self.nested(|rewriter| {
            for entry in element.iter() {
                rewriter.line(&inner);
                rewriter.added(entry, &inner)?;
            }
            Ok(())
        })?;
        self.line(base);
        self.out.push(b'}');
        Ok(false)
    }

    fn line(&mut self, base: &[u8]) {
        self.out.extend_from_slice(self.line_end);
        self.out.extend_from_slice(base);
    }

    /// Writes the text of a moved entry, using `base` at the beginning of its lines.
    fn moved(&mut self, moved: &Removed<'t>, (key, _): Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        let Some(node) = self.tree.node(moved.node) else { return Ok(false) };
        let comments = self.slice(moved.text.start..node.begin);
        if comments.contains(&b'\n') && trivia::indent_before(&self.out, self.out.len()).is_none() {
            // On the line of another entry they would be its comments.
            self.out.truncate(self.out.trim_ascii_end().len());
            self.line(base);
        }
        self.separate(self.slice(moved.text.clone()));
        let name = Scanner::at(self.slice(0..node.key.end), node.key.start).name();
        let keeps_key = name.is_ok_and(|name| name == *key);
        let mut at = moved.text.start;
        for (index, inner) in self.tree.within(moved.node) {
            let head = if index == moved.node && !keeps_key {
                inner.begin..inner.key.start
            } else {
                inner.begin..inner.key.end
            };
            self.trivia(at..head.start, moved.indent, base);
            self.out.extend_from_slice(self.slice(head.clone()));
            at = head.end;
            if index == moved.node && !keeps_key {
                self.new_key(inner, key)?;
                at = inner.key.end;
                self.separate(self.slice(at..moved.text.end));
            }
            if let Some(value) = self.tree.unbroken(index) {
                self.trivia(at..value.start, moved.indent, base);
                self.out.extend_from_slice(self.slice(value.clone()));
                at = value.end;
            }
        }
        self.trivia(at..moved.text.end, moved.indent, base);
        self.next = None;
        Ok(moved.has_line_comment)
    }

    /// Copies white space, comments and brackets, with `indent` replaced by `base` at the beginning of each line.
    fn trivia(&mut self, part: Range<usize>, indent: &[u8], base: &[u8]) {
        let mut lines = self.slice(part).split(|byte| *byte == b'\n').peekable();
        self.out.extend_from_slice(lines.next().unwrap_or_default());
        while let Some(line) = lines.next() {
            self.out.push(b'\n');
            // Empty lines get no indentation.
            if lines.peek().is_none() || !line.trim_ascii().is_empty() {
                self.out.extend_from_slice(base);
            }
            self.out.extend_from_slice(line.strip_prefix(indent).unwrap_or(line));
        }
    }

    /// Adds the entries that were removed from the element at node `index`, and from the elements inside it.
    fn removed_entries(&self, index: usize, (old, new): (&Element<'_>, &Element<'_>), pool: &mut Pool<'t>) {
        let Some(node) = self.tree.node(index) else { return };
        let nodes = self.tree.children(index);
        let matches = matches(old, new);
        let mut stays = alloc::vec![false; nodes.len()];
        for (was, (_, new)) in matches.iter().zip(new.iter()) {
            let Some(was) = *was else { continue };
            if let (Some(stays), Some(node), Some((_, old))) =
                (stays.get_mut(was), nodes.get(was), old.entries().get(was))
            {
                *stays = true;
                self.removed_inside(*node, (old, new), pool);
            }
        }
        let around = Around::new(self.text, self.tree, &nodes, self.inside(index, node), index == 0, self.unit);
        let outer = around.outer_indent();
        for (number, entry) in old.iter().enumerate().filter(|(index, _)| stays.get(*index) == Some(&false)) {
            let node = nodes.get(number).and_then(|index| Some((*index, self.tree.node(*index)?)));
            if let Some((index, node)) = node.filter(|(_, node)| !self.is_cut_off(node)) {
                let text = self.with_comments(&around, number, node);
                let indent = trivia::indent_before(self.text, text.start).unwrap_or(outer);
                let has_line_comment = around.has_line_comment(number);
                pool.add(entry, Removed { node: index, indent, text, has_line_comment });
            }
        }
    }

    /// Returns the text range for an entry and its comments.
    fn with_comments(&self, around: &Around<'_>, index: usize, node: &Node) -> Range<usize> {
        let before = around.kept(index).end..node.begin;
        let spaces = trivia::leading_space(self.slice(before.clone()));
        before.start.saturating_add(spaces)..around.trail(index).end
    }

    /// Does the same as [`removed_entries`](Self::removed_entries) for a value that may have been edited.
    fn removed_inside(&self, index: usize, (old, new): (&Value<'_>, &Value<'_>), pool: &mut Pool<'t>) {
        match (old, new) {
            (Value::Element(old), Value::Element(new)) if old != new => self.removed_entries(index, (old, new), pool),
            (Value::Array(Array::Items(old)), Value::Array(Array::Items(new))) => {
                self.removed_in_items(index, (old, new), pool);
            }
            _ => {}
        }
    }

    fn removed_in_items(&self, index: usize, (old, new): (&Items<'_>, &Items<'_>), pool: &mut Pool<'t>) {
        let (begin, end) = common::<Value<'_>, Value<'_>>(old, new);
        let nodes = self.tree.children(index);
        let changed = old.len().min(new.len()).saturating_sub(end);
        let pairs = nodes.iter().zip(old.iter().zip(new.iter())).take(changed).skip(begin);
        pairs.into_iter().for_each(|(node, pair)| self.removed_inside(*node, pair, pool));
    }
}
