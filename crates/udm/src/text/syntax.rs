//! Splits the inside of elements and arrays into parts, including the white space and comments around them.

use alloc::vec::Vec;
use core::ops::Range;

use super::tree::{SyntaxNode, item_spans};
use super::trivia::{Around, Piece, pieces};
use crate::kind::Type;

/// The inside of an element or array in a [`Syntax`](crate::Syntax). Together, the head, the parts and the tail are all
/// of [`SyntaxNode::range`] except the closing bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inside {
    /// The text before the first part: the key, the head if this is an array, and the opening bracket.
    pub head: Range<usize>,
    /// The properties, blocks or items, in order.
    pub parts: Vec<SyntaxPart>,
    /// White space and comments before the closing bracket.
    pub tail: Range<usize>,
    /// Where the item count is written, if this is an array that has one.
    pub count: Option<Range<usize>>,
}

/// A property, block or item, and the white space and comments around it. The commas between items do not belong to any
/// part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxPart {
    /// White space and comments before it.
    pub lead: Range<usize>,
    /// The property, block or item.
    pub content: Range<usize>,
    /// Comments after it on the same line.
    pub trail: Range<usize>,
}

impl SyntaxNode<'_> {
    /// Splits an element or an array into its parts. For other values, packed arrays and nil arrays, this is `None`.
    ///
    /// ```
    /// let text = b"// lamp\n$array steps [int8;2][1, 2] // two\n";
    /// let syntax = udm::Syntax::parse(text)?;
    /// let root = syntax.root().inside().unwrap();
    /// assert_eq!(&text[root.parts[0].lead.clone()], b"// lamp\n");
    /// assert_eq!(&text[root.parts[0].trail.clone()], b" // two");
    /// let items = syntax.find("steps").unwrap().inside().unwrap();
    /// assert_eq!(&text[items.parts[1].content.clone()], b"2");
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn inside(&self) -> Option<Inside> {
        let node = self.parts();
        match (node.ty, &node.array) {
            (Type::ELEMENT, _) => Some(self.element()),
            (_, Some(array)) if !array.packed && array.item != Type::NIL => {
                let text = self.text();
                let open = text.get(array.head_end..node.end)?.iter().position(|byte| *byte == b'[')?;
                let body = array.head_end.saturating_add(open).saturating_add(1)..node.end.saturating_sub(1);
                let spans = match array.item {
                    Type::ELEMENT | Type::ARRAY | Type::ARRAY_LZ4 | Type::UTF8 | Type::BLOB | Type::LZ4 => {
                        self.children().map(|child| child.range()).collect()
                    }
                    _ => item_spans(text, body.clone())?,
                };
                let (parts, tail) = items(text, &body, &spans);
                Some(Inside { head: node.begin..body.start, parts, tail, count: array.count.clone() })
            }
            _ => None,
        }
    }

    fn element(&self) -> Inside {
        let (text, node, is_text) = (self.text(), self.parts(), self.is_root());
        let inside = if is_text { 0..text.len() } else { node.value.saturating_add(1)..node.end.saturating_sub(1) };
        let nodes = self.tree().children(self.index());
        let around = Around::new(text, self.tree(), &nodes, inside.clone(), is_text, b"\t");
        let start = inside.start.saturating_add(around.start().len());
        let parts = self.children().enumerate().map(|(index, child)| SyntaxPart {
            lead: around.lead(index),
            content: child.range(),
            trail: around.trail(index),
        });
        let begin = if is_text { 0 } else { node.begin };
        Inside { head: begin..start, parts: parts.collect(), tail: around.tail(), count: None }
    }
}

/// Returns the array items in `body`, given their `spans`, and the text after the last.
fn items(text: &[u8], body: &Range<usize>, spans: &[Range<usize>]) -> (Vec<SyntaxPart>, Range<usize>) {
    let mut parts: Vec<SyntaxPart> = Vec::with_capacity(spans.len());
    let mut at = body.start;
    for span in spans {
        let comma = comma(text.get(at..span.start).unwrap_or_default()).map(|offset| at.saturating_add(offset));
        if let (Some(comma), Some(last)) = (comma, parts.last_mut()) {
            last.trail = last.trail.start..comma;
        }
        let lead = comma.map_or(at, |comma| comma.saturating_add(1))..span.start;
        parts.push(SyntaxPart { lead, content: span.clone(), trail: span.end..span.end });
        at = span.end;
    }
    (parts, at..body.end)
}

/// Returns where the first comma is that is not inside a comment.
fn comma(text: &[u8]) -> Option<usize> {
    let mut at = 0_usize;
    loop {
        let rest = text.get(at..)?;
        if rest.first() == Some(&b',') {
            return Some(at);
        }
        let (piece, range) = pieces(rest).next()?;
        at = at.saturating_add(range.end);
        if piece == Piece::Open {
            return None;
        }
    }
}
