//! Entries that an edit moved to another element: their text goes along, with its comments.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use binio::Limits;
use core::ops::Range;

use super::rewrite::{Entry, Rewriter, common, matches};
use super::scan::{Scanner, is_end};
use super::tree::Node;
use super::trivia::{self, Around, Piece, pieces};
use super::write::{Style, Writer};
use crate::array::{Array, Items};
use crate::element::Element;
use crate::error::Error;
use crate::value::Value;

/// An entry of the source that its element no longer has.
pub(super) struct Removed<'t> {
    node: usize,
    /// The beginning of its lines.
    indent: &'t [u8],
    /// From the first of its comments to the end of those on its line.
    text: Range<usize>,
    /// Whether the rest of its line is a comment.
    has_line_comment: bool,
}

/// The removed entries by what they hold, the first one last.
pub(super) type Pool<'t> = BTreeMap<Vec<u8>, Vec<Removed<'t>>>;

/// Returns what a moved entry has in common with the entry that it was. Small values are often equal by chance, so they keep their key.
fn content((key, value): Entry<'_, '_>) -> Result<Vec<u8>, Error> {
    let is_block = value.as_element().is_some_and(|element| !element.is_empty());
    let mut budget = Limits::default().budget();
    let mut writer = Writer::new(Style::Compact, &mut budget);
    writer.entry(if is_block { b"" } else { key.as_bytes() }, value)?;
    Ok(writer.out)
}

impl<'t> Rewriter<'t, '_> {
    /// Writes an entry that its element did not have: the text of the entry that was removed elsewhere, or a new one. Returns whether it ends in a
    /// comment that takes the rest of the line.
    pub(super) fn added(&mut self, entry: Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        if self.pool.is_none() {
            let mut pool = Pool::new();
            self.removed_entries(0, self.roots, &mut pool)?;
            pool.values_mut().for_each(|entries| entries.reverse());
            self.pool = Some(pool);
        }
        let pool = self.pool.as_mut().filter(|pool| !pool.is_empty());
        let Some(pool) = pool else { return self.rendered(entry, base) };
        let content = content(entry)?;
        if let Some(moved) = pool.get_mut(&content).and_then(Vec::pop) {
            return self.moved(&moved, entry, base);
        }
        match entry.1 {
            Value::Element(element) if !element.is_empty() => self.block(entry, element, base),
            _ => self.rendered(entry, base),
        }
    }

    fn rendered(&mut self, (key, value): Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        self.render(base, |writer| writer.entry(key, value))?;
        Ok(false)
    }

    /// A new element, as [`Style::Pretty`] lays it out, whose entries may be moved ones.
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

    /// The text of a moved entry, on lines that begin with `base`.
    fn moved(&mut self, moved: &Removed<'t>, (key, _): Entry<'_, '_>, base: &[u8]) -> Result<bool, Error> {
        let Some(node) = self.tree.node(moved.node) else { return Ok(false) };
        let name = Scanner::at(self.slice(0..node.key.end), node.key.start).name();
        if name.is_ok_and(|name| name == *key) {
            self.indented(moved.text.clone(), moved.indent, base);
        } else {
            self.indented(moved.text.start..node.key.start, moved.indent, base);
            self.new_key(node, key)?;
            self.indented(node.key.end..moved.text.end, moved.indent, base);
        }
        Ok(moved.has_line_comment)
    }

    /// Copies a part of the text whose lines begin with `indent`, so that they begin with `base`.
    fn indented(&mut self, part: Range<usize>, indent: &[u8], base: &[u8]) {
        let text = self.slice(part);
        self.separate(text);
        let mut scanner = Scanner::at(text, 0);
        loop {
            let begin = scanner.offset();
            let next = scanner.next();
            let trivia = text.get(begin..scanner.offset()).unwrap_or_default();
            let mut lines = trivia.split(|byte| *byte == b'\n').peekable();
            self.out.extend_from_slice(lines.next().unwrap_or_default());
            while let Some(line) = lines.next() {
                self.out.push(b'\n');
                // Empty lines get no indentation.
                if lines.peek().is_none() || !line.trim_ascii().is_empty() {
                    self.out.extend_from_slice(base);
                }
                self.out.extend_from_slice(line.strip_prefix(indent).unwrap_or(line));
            }
            let begin = scanner.offset();
            match next {
                None => break,
                Some(byte) if is_end(byte) => scanner.advance(1),
                Some(_) => drop(scanner.string_here()),
            }
            self.out.extend_from_slice(text.get(begin..scanner.offset()).unwrap_or_default());
        }
        self.next = None;
    }

    /// Adds the entries that the element of the `index`-th node no longer has, also those of elements in it.
    fn removed_entries(
        &self,
        index: usize,
        (old, new): (&Element<'_>, &Element<'_>),
        pool: &mut Pool<'t>,
    ) -> Result<(), Error> {
        let Some(node) = self.tree.node(index) else { return Ok(()) };
        let nodes = self.tree.children(index);
        let matches = matches(old, new);
        let mut stays = alloc::vec![false; nodes.len()];
        for (was, (_, new)) in matches.iter().zip(new.iter()) {
            let Some(was) = *was else { continue };
            if let (Some(stays), Some(node), Some((_, old))) =
                (stays.get_mut(was), nodes.get(was), old.entries().get(was))
            {
                *stays = true;
                self.removed_inside(*node, (old, new), pool)?;
            }
        }
        let around = Around::new(self.text, self.tree, &nodes, self.inside(index, node), (index == 0, self.unit));
        let outer = around.outer_indent();
        for (place, (key, value)) in old.iter().enumerate().filter(|(place, _)| stays.get(*place) == Some(&false)) {
            let node = nodes.get(place).and_then(|index| Some((*index, self.tree.node(*index)?)));
            if let Some((index, node)) = node.filter(|(_, node)| !self.is_cut_off(node)) {
                let indent = trivia::indent_before(self.text, node.begin).unwrap_or(outer);
                let (text, has_line_comment) = self.with_comments(&around, place, node);
                let removed = Removed { node: index, indent, text, has_line_comment };
                pool.entry(content((key, value))?).or_default().push(removed);
            }
        }
        Ok(())
    }

    /// The text of an entry with its comments, and whether the rest of the line is one.
    fn with_comments(&self, around: &Around<'_>, place: usize, node: &Node) -> (Range<usize>, bool) {
        let before = around.kept(place).end..node.begin;
        let comment = pieces(self.slice(before.clone())).find(|(piece, _)| *piece != Piece::Space);
        let begin = comment.map_or(node.begin, |(_, comment)| before.start.saturating_add(comment.start));
        (begin..around.trail(place).end, around.has_line_comment(place))
    }

    /// As [`removed_entries`](Self::removed_entries), of a value that may have changed.
    fn removed_inside(
        &self,
        index: usize,
        (old, new): (&Value<'_>, &Value<'_>),
        pool: &mut Pool<'t>,
    ) -> Result<(), Error> {
        match (old, new) {
            (Value::Element(old), Value::Element(new)) if old != new => self.removed_entries(index, (old, new), pool),
            (Value::Array(Array::Items(old)), Value::Array(Array::Items(new))) => {
                self.removed_in_items(index, (old, new), pool)
            }
            _ => Ok(()),
        }
    }

    fn removed_in_items(
        &self,
        index: usize,
        (old, new): (&Items<'_>, &Items<'_>),
        pool: &mut Pool<'t>,
    ) -> Result<(), Error> {
        let (begin, end) = common::<Value<'_>, Value<'_>>(old, new);
        let nodes = self.tree.children(index);
        let changed = old.len().min(new.len()).saturating_sub(end);
        let pairs = nodes.iter().zip(old.iter().zip(new.iter())).take(changed).skip(begin);
        pairs.into_iter().try_for_each(|(node, pair)| self.removed_inside(*node, pair, pool))
    }
}
