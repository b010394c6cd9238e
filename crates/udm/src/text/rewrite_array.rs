//! Writes an edited array using the text that it was read from. If an item was not edited, its text is not changed.

use alloc::vec::Vec;
use core::ops::Range;

use super::format::integer;
use super::rewrite::{Rewriter, common};
use super::scan::Scanner;
use super::tree::{ArrayNode, item_spans};
use super::trivia;
use super::write::Writer;
use crate::array::{Array, Items};
use crate::error::Error;
use crate::kind::Type;
use crate::layout::StructLayout;
use crate::value::Value;

/// The items of an array and their place in the text.
struct List {
    /// Where the array begins.
    begin: usize,
    /// Where the count is written.
    count: Option<Range<usize>>,
    /// After the opening bracket.
    open: usize,
    /// At the closing bracket.
    close: usize,
    spans: Vec<Range<usize>>,
}

/// The number of items, and the number of unchanged items at the beginning and at the end.
#[derive(Clone, Copy)]
struct Lengths {
    old: usize,
    new: usize,
    begin: usize,
    end: usize,
}

impl Rewriter<'_, '_> {
    /// Writes the array that is the value of node `index`.
    pub(super) fn array(&mut self, index: usize, old: &Array<'_>, new: &Array<'_>, base: &[u8]) -> Result<(), Error> {
        let Some(node) = self.tree.node(index) else { return Ok(()) };
        let begin = self.out.len();
        if let Some(array) = &node.array {
            if array.item == new.item_type() && !array.packed && self.parts(index, array, old, new, base)? {
                return Ok(());
            }
        }
        self.out.truncate(begin);
        self.render(base, |writer| writer.array(new))
    }

    /// Writes the array item by item. If this is not possible, returns `false`.
    fn parts(
        &mut self,
        index: usize,
        node: &ArrayNode,
        old: &Array<'_>,
        new: &Array<'_>,
        base: &[u8],
    ) -> Result<bool, Error> {
        match (old, new) {
            (Array::Packed(old), Array::Packed(new)) => {
                let (Ok(old), Ok(new)) = (old.unpack(self.budget), new.unpack(self.budget)) else { return Ok(false) };
                self.parts(index, node, &old, &new, base)
            }
            (Array::Items(old), Array::Items(new)) => {
                let nodes = self.tree.children(index);
                let spans = nodes.iter().filter_map(|node| self.tree.node(*node));
                let spans: Vec<Range<usize>> = spans.map(|node| node.begin..node.end).collect();
                let Some(list) = self.list(index, node, Some(spans)).filter(|list| list.spans.len() == old.len())
                else {
                    return Ok(false);
                };
                self.nested(|rewriter| rewriter.values(&nodes, &list, (old, new), base))?;
                Ok(true)
            }
            (Array::Structs(old), Array::Structs(new)) if old.layout() != new.layout() => Ok(false),
            _ => match self.list(index, node, None) {
                Some(list) => self.leaves(&list, old, new, base),
                None => Ok(false),
            },
        }
    }

    /// Writes numbers, strings or structs, which have no nodes. If this is not possible, returns `false`.
    fn leaves(&mut self, list: &List, old: &Array<'_>, new: &Array<'_>, base: &[u8]) -> Result<bool, Error> {
        let (Some(old), Some(items)) = (leaves(old), leaves(new)) else { return Ok(false) };
        if list.spans.len() != old.len() {
            return Ok(false);
        }
        let layout = match new {
            Array::Structs(structs) => Some(structs.layout()),
            _ => None,
        };
        let (begin, end) = common(&old, &items);
        let lengths = Lengths { old: old.len(), new: items.len(), begin, end };
        self.splice(list, lengths, base, |rewriter, item_index, was, base| {
            let Some(bytes) = items.get(item_index) else { return Ok(()) };
            let span = was.filter(|was| old.get(*was) == Some(bytes)).and_then(|was| list.spans.get(was));
            if let Some(span) = span {
                rewriter.copy(span.clone());
                return Ok(());
            }
            rewriter.render(base, |writer| leaf(writer, new.item_type(), layout, bytes))
        })?;
        Ok(true)
    }

    /// Writes elements, arrays and other values that have nodes.
    fn values(
        &mut self,
        nodes: &[usize],
        list: &List,
        (old, new): (&Items<'_>, &Items<'_>),
        base: &[u8],
    ) -> Result<(), Error> {
        let (begin, end) = common::<Value<'_>, Value<'_>>(old, new);
        let lengths = Lengths { old: old.len(), new: new.len(), begin, end };
        self.splice(list, lengths, base, |rewriter, item_index, was, base| {
            let Some(item) = new.get(item_index) else { return Ok(()) };
            match was.and_then(|was| Some((nodes.get(was)?, old.get(was)?))) {
                Some((node, old)) if old.ty() == item.ty() => rewriter.value(*node, old, item, base),
                _ => rewriter.render(base, |writer| match item.as_element() {
                    Some(element) => writer.braces(element, 0),
                    None => writer.value(item),
                }),
            }
        })
    }

    /// Finds the items of node `index` in the text.
    fn list(&self, index: usize, array: &ArrayNode, spans: Option<Vec<Range<usize>>>) -> Option<List> {
        let node = self.tree.node(index)?;
        let mut scanner = Scanner::at(self.text, array.head_end);
        scanner.next()?;
        let (open, close) = (scanner.offset().checked_add(1)?, node.end.checked_sub(1)?);
        let spans = match spans {
            Some(spans) => spans,
            None => item_spans(self.text, open..close)?,
        };
        Some(List { begin: node.value, count: array.count.clone(), open, close, spans })
    }

    /// Copies an array, starting with its head, and replaces the changed items. `write` is given the index of a new
    /// item, the index of the old item if there is one, and the beginning of its lines.
    fn splice(
        &mut self,
        list: &List,
        lengths: Lengths,
        base: &[u8],
        mut write: impl FnMut(&mut Self, usize, Option<usize>, &[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut at = list.begin;
        if let Some(count) = list.count.clone().filter(|_| lengths.old != lengths.new) {
            self.copy(at..count.start);
            integer(lengths.new, &mut self.out);
            at = count.end;
        }
        let span = |item_index: usize| list.spans.get(item_index).cloned().unwrap_or(list.close..list.close);
        let rest = |length: usize| length.saturating_sub(lengths.begin).saturating_sub(lengths.end);
        let (old, new) = (rest(lengths.old), rest(lengths.new));
        let both = lengths.begin.saturating_add(old.min(new));
        for item_index in lengths.begin..both {
            let item = span(item_index);
            self.copy(at..item.start);
            let indent = trivia::indent_before(self.text, item.start).unwrap_or(base).to_vec();
            write(self, item_index, Some(item_index), &indent)?;
            at = item.end;
        }
        if old > new {
            at = self.cut(at, list, both..lengths.begin.saturating_add(old));
        } else if new > old {
            let added = both..lengths.begin.saturating_add(new);
            at = self.add(at, list, (both, added), base, &mut write)?;
        }
        self.copy(at..list.close.saturating_add(1));
        Ok(())
    }

    /// Removes items after copying the text from `at` up to them. Returns the place to continue from.
    fn cut(&mut self, at: usize, list: &List, gone: Range<usize>) -> usize {
        let span = |item_index: usize| list.spans.get(item_index).cloned();
        match (gone.start.checked_sub(1).and_then(span), span(gone.start), span(gone.end)) {
            // Up to the next that stays.
            (_, Some(first), Some(next)) => {
                self.copy(at..first.start);
                next.start
            }
            (Some(before), _, None) => {
                self.copy(at..before.end.max(at));
                span(gone.end.saturating_sub(1)).map_or(at, |last| last.end)
            }
            _ => {
                self.copy(at..list.open);
                list.close
            }
        }
    }

    /// Returns the text to write between a comma and the next item. For items on their own lines, `lines` is the
    /// indentation.
    fn separator(&self, list: &List, lines: Option<&[u8]>) -> Vec<u8> {
        let between = match (list.spans.first(), list.spans.get(1)) {
            (Some(first), Some(second)) => self.slice(first.end..second.start),
            _ => b"",
        };
        match lines {
            Some(indent) => [self.line_end, indent].concat(),
            None if between.ends_with(b" ") => b" ".to_vec(),
            None => Vec::new(),
        }
    }

    /// Inserts items before the old item at `place`. Returns where to continue.
    fn add(
        &mut self,
        at: usize,
        list: &List,
        (item_index, added): (usize, Range<usize>),
        base: &[u8],
        write: &mut impl FnMut(&mut Self, usize, Option<usize>, &[u8]) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let lines = list.spans.first().and_then(|first| trivia::indent_before(self.text, first.start));
        let separator = self.separator(list, lines);
        let base = lines.unwrap_or(base).to_vec();
        let before = item_index.checked_sub(1).and_then(|before| list.spans.get(before));
        let at = match (before, list.spans.first()) {
            (Some(before), _) => {
                self.copy(at..before.end.max(at));
                before.end.max(at)
            }
            (None, Some(first)) => {
                self.copy(at..first.start);
                first.start
            }
            (None, None) => {
                self.copy(at..list.open);
                list.open
            }
        };
        for new in added.clone() {
            if before.is_some() || list.spans.is_empty() && new > added.start {
                self.out.push(b',');
                self.out.extend_from_slice(&separator);
            }
            write(self, new, None, &base)?;
            if before.is_none() && !list.spans.is_empty() {
                self.out.push(b',');
                self.out.extend_from_slice(&separator);
            }
        }
        Ok(at)
    }
}

/// Returns the bytes of every item in an array of numbers, strings or structs. Returns `None` for nil, because its
/// items are only commas.
fn leaves<'d>(array: &'d Array<'_>) -> Option<Vec<&'d [u8]>> {
    match array {
        Array::Plain(plain) => {
            let size = plain.item_type().size().filter(|size| *size > 0)?;
            Some(plain.as_bytes().chunks_exact(size).collect())
        }
        Array::Strings(strings) => Some(strings.iter().collect()),
        Array::Structs(structs) if structs.layout().size() > 0 => {
            Some(structs.as_bytes().chunks_exact(structs.layout().size()).collect())
        }
        _ => None,
    }
}

/// Writes an item, given its bytes.
fn leaf(writer: &mut Writer<'_>, item: Type, layout: Option<&StructLayout<'_>>, bytes: &[u8]) -> Result<(), Error> {
    match (item, layout) {
        (Type::STRING | Type::REF, _) => writer.string(bytes),
        (_, Some(layout)) => writer.fields(layout, bytes)?,
        _ => {
            if let Some(value) = Value::from_trivial(item, bytes) {
                writer.value(&value)?;
            }
        }
    }
    Ok(())
}
