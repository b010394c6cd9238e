//! Tidies a text. This keeps all comments, the order, and the spelling of numbers and strings.

use alloc::vec::Vec;
use core::ops::Range;

use super::read::BYTE_ORDER_MARK;
use super::scan::{Scanner, is_space};
use super::tree::{ArrayNode, Node, Syntax, Tree, item_spans};
use super::trivia::{self, Piece, pieces};
use crate::kind::Type;

impl Syntax<'_> {
    /// Tidies the text, like [`Style::Pretty`](crate::Style::Pretty): every property gets its own line, indented by
    /// tabs.
    ///
    /// This keeps comments, the order of properties, the spelling of numbers and strings, and single empty lines. Line
    /// breaks are all written like the first line break of the text. Tidying the result again does not change anything.
    pub fn to_tidy(&self) -> Vec<u8> {
        let text = self.as_bytes();
        let begin = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        // Empty lines at the beginning don't stay.
        let line = trivia::line_end(text.get(begin..).unwrap_or_default().trim_ascii_start());
        let mut tidy = Tidy { text, tree: self.tree(), out: Vec::with_capacity(text.len()), line };
        tidy.body(0, begin..text.len(), 0);
        if !tidy.out.is_empty() {
            tidy.out.extend_from_slice(tidy.line);
        }
        tidy.out
    }
}

struct Tidy<'t> {
    text: &'t [u8],
    tree: &'t Tree,
    out: Vec<u8>,
    line: &'static [u8],
}

/// The approximate number of characters on a line of structs.
const LONG: usize = 100;

impl<'t> Tidy<'t> {
    fn slice(&self, range: Range<usize>) -> &'t [u8] {
        self.text.get(range).unwrap_or_default()
    }

    fn put(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Starts a new line, unless this is the first, and indents it.
    fn new_line(&mut self, indent: usize) {
        if !self.out.is_empty() {
            self.out.extend_from_slice(self.line);
        }
        self.out.extend(core::iter::repeat_n(b'\t', indent));
    }

    /// Writes the content of the node at `index`, which must be an element. Every part gets its own line, even the
    /// first.
    fn body(&mut self, index: usize, inside: Range<usize>, indent: usize) {
        let mut at = inside.start;
        let mut first = true;
        for child in self.tree.children(index) {
            let Some(node) = self.tree.node(child) else { continue };
            let blank = self.comments(at..node.begin, indent, first);
            if blank {
                self.put(self.line);
            }
            self.new_line(indent);
            self.entry(child, node, indent);
            (at, first) = (node.end, false);
        }
        self.comments(at..inside.end, indent, first);
    }

    /// Writes the comments in `trivia`. Every comment gets its own line, unless it was on the same line as the previous
    /// part. Returns `true` if there is an empty line after them.
    fn comments(&mut self, trivia: Range<usize>, indent: usize, first: bool) -> bool {
        let begin = trivia.start;
        let (mut lines, mut nothing) = (0, first);
        // At the beginning, the line has no previous part.
        let mut same_line = !first || begin > 0 && self.text.get(begin.saturating_sub(1)) == Some(&b'{');
        for (piece, range) in pieces(self.slice(trivia)) {
            let bytes = self.slice(begin.saturating_add(range.start)..begin.saturating_add(range.end));
            if piece == Piece::Space {
                lines = memchr::memchr_iter(b'\n', bytes).count();
                same_line &= lines == 0;
                continue;
            }
            if same_line && !self.out.is_empty() && (piece == Piece::Line || !first) {
                self.put(b" ");
            } else {
                if lines > 1 && !nothing {
                    self.put(self.line);
                }
                self.new_line(indent);
            }
            self.put(bytes.trim_ascii_end());
            same_line &= piece != Piece::Line && !bytes.contains(&b'\n');
            (lines, nothing) = (0, false);
        }
        lines > 1 && !nothing
    }

    /// Writes a property or block.
    fn entry(&mut self, index: usize, node: &Node, indent: usize) {
        let head = self.slice(node.begin..node.value);
        if has_comments(head) || self.has_inner_comments(index, node) {
            // A property that the end of the text cuts off reaches to it, over comments and empty lines.
            return self.put(self.slice(node.begin..node.end).trim_ascii_end());
        }
        self.put(&tight(self.slice(node.begin..node.key.start)));
        if node.key.start > node.begin {
            self.put(b" ");
        }
        self.put(self.slice(node.key.clone()));
        if node.value == node.end {
            return;
        }
        if node.ty == Type::ELEMENT {
            self.new_line(indent);
        } else {
            self.put(b" ");
        }
        self.value(index, node, indent);
    }

    /// Returns `true` if a value contains comments, not counting those in elements.
    fn has_inner_comments(&self, index: usize, node: &Node) -> bool {
        match (node.ty, &node.array) {
            (Type::ELEMENT, _) => false,
            (_, Some(array)) if !array.packed && array.item == Type::ELEMENT => {
                let mut at = node.value;
                let children = self.tree.children(index);
                let ends = children.iter().filter_map(|child| self.tree.node(*child)).map(|node| node.begin..node.end);
                ends.chain(core::iter::once(node.end..node.end)).any(|item| {
                    let between = self.slice(at..item.start);
                    at = item.end;
                    has_comments(between)
                })
            }
            _ => has_comments(self.slice(node.value..node.end)),
        }
    }

    fn value(&mut self, index: usize, node: &Node, indent: usize) {
        match (node.ty, &node.array) {
            (Type::ELEMENT, _) => self.braces(index, node, indent),
            (_, Some(array)) if !array.packed => {
                self.put(&tight(self.slice(node.value..array.head_end)));
                match array.item {
                    Type::ELEMENT => self.elements(index, indent),
                    Type::ARRAY | Type::ARRAY_LZ4 | Type::UTF8 | Type::BLOB | Type::LZ4 => self.nested(index, indent),
                    _ => self.leaves(node, array, indent),
                }
            }
            _ => self.put(&tight(self.slice(node.value..node.end))),
        }
    }

    /// Writes an element in braces.
    fn braces(&mut self, index: usize, node: &Node, indent: usize) {
        let inside = node.value.saturating_add(1)..node.end.saturating_sub(1);
        self.put(b"{");
        if self.slice(inside.clone()).iter().any(|byte| !is_space(*byte)) {
            self.body(index, inside, indent.saturating_add(1));
        }
        self.new_line(indent);
        self.put(b"}");
    }

    /// Writes elements. They all get their own lines.
    fn elements(&mut self, index: usize, indent: usize) {
        let (children, inner) = (self.tree.children(index), indent.saturating_add(1));
        self.put(b"[");
        for (number, child) in children.iter().enumerate() {
            if number > 0 {
                self.put(b",");
            }
            self.new_line(inner);
            if let Some(node) = self.tree.node(*child) {
                self.braces(*child, node, inner);
            }
        }
        if !children.is_empty() {
            self.new_line(indent);
        }
        self.put(b"]");
    }

    /// Writes arrays and other values that have nodes.
    fn nested(&mut self, index: usize, indent: usize) {
        self.put(b"[");
        for (number, child) in self.tree.children(index).into_iter().enumerate() {
            if number > 0 {
                self.put(b",");
            }
            if let Some(node) = self.tree.node(child) {
                self.value(child, node, indent);
            }
        }
        self.put(b"]");
    }

    /// Writes numbers, strings, lists and structs.
    fn leaves(&mut self, node: &Node, array: &ArrayNode, indent: usize) {
        let body = self.slice(array.head_end..node.end);
        let lead = body.iter().position(|byte| *byte == b'[').unwrap_or(0);
        let open = array.head_end.saturating_add(lead).saturating_add(1);
        let spans =
            if array.item == Type::NIL { None } else { item_spans(self.text, open..node.end.saturating_sub(1)) };
        let Some(spans) = spans else {
            return self.put(&tight(body));
        };
        let wraps = array.item == Type::STRUCT;
        self.put(b"[");
        let (mut line_start, mut in_line, mut per_line) = (0, 0_usize, usize::MAX);
        for (number, span) in spans.iter().enumerate() {
            if wraps && (number == 0 || in_line == per_line) {
                if number > 0 {
                    self.put(b",");
                }
                self.new_line(indent.saturating_add(1));
                (line_start, in_line) = (self.out.len(), 0);
            } else if number > 0 {
                self.put(if wraps { b", " } else { b"," });
            }
            self.put(&tight(self.slice(span.clone())));
            in_line = in_line.saturating_add(1);
            if per_line == usize::MAX && self.out.len().saturating_sub(line_start) > LONG {
                per_line = in_line;
            }
        }
        if wraps && !spans.is_empty() {
            self.new_line(indent);
        }
        self.put(b"]");
    }
}

/// Returns `true` if there is a comment between tokens, where it will be recognised.
fn has_comments(text: &[u8]) -> bool {
    let mut scanner = Scanner::at(text, 0);
    loop {
        let begin = scanner.offset();
        let next = scanner.next();
        let skipped = text.get(begin..scanner.offset()).unwrap_or_default();
        if skipped.iter().any(|byte| !is_space(*byte)) {
            return true;
        }
        match next {
            None => return false,
            Some(byte) if super::scan::is_end(byte) => scanner.advance(1),
            Some(_) => {
                if scanner.string_here().is_err() {
                    return false;
                }
            }
        }
    }
}

/// Writes tokens without white space. If two tokens would merge, a comma is put between them. If the white space is an
/// empty string, a space is kept.
fn tight(text: &[u8]) -> Vec<u8> {
    let mut scanner = Scanner::at(text, 0);
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let (mut was_string, mut end) = (false, 0);
    while let Some(byte) = scanner.next() {
        let begin = scanner.offset();
        let is_string = !super::scan::is_end(byte);
        if !is_string {
            scanner.advance(1);
        } else if scanner.string_here().is_err() {
            break;
        }
        if is_string && was_string {
            out.push(b',');
        }
        let opens = matches!(out.last(), Some(b'[' | b',' | b';' | b':' | b'<')) && !was_string;
        if opens && begin > end && matches!(byte, b']' | b',' | b';' | b':' | b'>') {
            out.push(b' ');
        }
        out.extend_from_slice(text.get(begin..scanner.offset()).unwrap_or_default());
        (was_string, end) = (is_string, scanner.offset());
    }
    out
}
