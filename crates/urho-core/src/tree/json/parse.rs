//! The JSON parser. It parses the structure itself, because other parsers do not report ranges, but `serde_json` checks
//! strings and numbers.

use alloc::string::String;
use alloc::vec::Vec;

use binio::Limits;
use serde::de::IgnoredAny;

use super::super::{Span, byte_order_mark, json_error, too_deep};
use super::{JsonKind, Node};
use crate::error::Error;

pub(super) fn json(text: &[u8], limits: &Limits) -> Result<Vec<Node>, Error> {
    let at = byte_order_mark(text)?;
    if let Err(error) = core::str::from_utf8(text) {
        return Err(json_error("not UTF-8", error.valid_up_to()));
    }
    let mut parser = Parser { text, at, depth: limits.depth(), nodes: Vec::new(), open: Vec::new() };
    parser.blank()?;
    parser.value()?;
    while let Some(&open) = parser.open.last() {
        parser.inside(open as usize)?;
    }
    parser.blank()?;
    match parser.peek() {
        None => Ok(parser.nodes),
        Some(_) => Err(json_error("the end of the file expected", parser.at)),
    }
}

/// Skips white space and comments. If a comment does not end, returns `None`.
pub(super) fn skip_blank(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let rest = text.get(at..)?;
        at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        let rest = text.get(at..)?;
        if rest.starts_with(b"//") {
            at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            at += 4 + rest.get(2..)?.windows(2).position(|pair| pair == b"*/")?;
        } else {
            return Some(at);
        }
    }
}

struct Parser<'x> {
    text: &'x [u8],
    at: usize,
    depth: u16,
    nodes: Vec<Node>,
    /// The objects and arrays that are open.
    open: Vec<u32>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn blank(&mut self) -> Result<(), Error> {
        self.at = skip_blank(self.text, self.at).ok_or_else(|| json_error("a comment that does not end", self.at))?;
        Ok(())
    }

    fn push(&mut self, kind: JsonKind, start: usize) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { kind, span: Span::new(start, self.at), next });
    }

    /// Reads the next item of the open value, or its end.
    fn inside(&mut self, open: usize) -> Result<(), Error> {
        let is_object = self.nodes.get(open).is_some_and(|node| node.kind == JsonKind::Object);
        let close = if is_object { b'}' } else { b']' };
        self.blank()?;
        let is_first = self.nodes.len() == open + 1;
        if !is_first && self.eat(b',') {
            self.blank()?;
        } else if !is_first && self.peek() != Some(close) {
            return Err(json_error(if is_object { "`,` or `}` expected" } else { "`,` or `]` expected" }, self.at));
        }
        if self.eat(close) {
            let next = self.nodes.len() as u32;
            if let Some(node) = self.nodes.get_mut(open) {
                node.next = next;
                node.span.end = self.at as u32;
            }
            self.open.pop();
            return Ok(());
        }
        if is_object {
            self.string()?;
            self.blank()?;
            if !self.eat(b':') {
                return Err(json_error("`:` expected", self.at));
            }
            self.blank()?;
        }
        self.value()
    }

    /// Reads a value. For an object or an array, this only reads its start.
    fn value(&mut self) -> Result<(), Error> {
        let start = self.at;
        match self.peek() {
            Some(open @ (b'{' | b'[')) => {
                if self.open.len() >= usize::from(self.depth) {
                    return Err(too_deep(start));
                }
                self.open.push(self.nodes.len() as u32);
                self.at += 1;
                self.push(if open == b'{' { JsonKind::Object } else { JsonKind::Array }, start);
                Ok(())
            }
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                for (word, kind) in [("null", JsonKind::Null), ("true", JsonKind::Bool), ("false", JsonKind::Bool)] {
                    if self.text.get(start..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
                        self.at += word.len();
                        self.push(kind, start);
                        return Ok(());
                    }
                }
                Err(json_error("a value expected", start))
            }
        }
    }

    fn string(&mut self) -> Result<(), Error> {
        let start = self.at;
        if !self.eat(b'"') {
            return Err(json_error("a text in double quotes expected", start));
        }
        let mut escaped = false;
        loop {
            match self.peek() {
                None => return Err(json_error("a text that does not end", start)),
                Some(0..32) => return Err(json_error("a control character in a text", self.at)),
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.at += 2;
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let raw = self.text.get(start..self.at).unwrap_or_default();
        if escaped && serde_json::from_slice::<String>(raw).is_err() {
            return Err(json_error("a text with an invalid escape", start));
        }
        self.push(JsonKind::String, start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Error> {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')).count();
        let raw = rest.get(..len).unwrap_or_default();
        if serde_json::from_slice::<IgnoredAny>(raw).is_err() {
            return Err(json_error("not a number", start));
        }
        self.at += len;
        self.push(JsonKind::Number, start);
        Ok(())
    }
}
