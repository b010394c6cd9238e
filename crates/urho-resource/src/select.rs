//! XPath as far as patch files use it.
//!
//! This supports paths with `/`, `//`, `.`, `..`, `*`, names and `@name`, and predicates with numbers, comparisons,
//! `and`, `or`, `not()`, `position()`, `last()`, `count()`, `contains()` and `starts-with()`. Other functions and axes
//! are reported as not supported.

mod evaluate;
mod parse;

use urho_core::tree::Element;

/// A node that an expression selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The document itself. Its child is the root.
    Document,
    /// The id of an element in its tree.
    Element(u32),
    /// The id of the element, and the name of the attribute.
    Attribute(u32, Vec<u8>),
}

/// The reason why an expression can't be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelectError {
    /// XPath does not allow it. The engine throws an exception that is never caught.
    Syntax(&'static str),
    /// XPath allows it, but this crate does not support it.
    Unsupported(&'static str),
}

/// Returns the first node in document order that the expression selects.
pub(crate) fn select(root: Element<'_, '_>, expression: &[u8]) -> Result<Option<Node>, SelectError> {
    let path = parse::parse(expression)?;
    evaluate::first(root, &path)
}
