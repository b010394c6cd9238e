//! XPath of patch files: the part that patches use.
//!
//! Paths with `/`, `//`, `.`, `..`, `*`, names, `@name` and predicates with numbers, comparisons, `and`, `or`, `not()`, `position()`, `last()`,
//! `count()`, `contains()` and `starts-with()`. Other functions and axes are reported as not supported.

mod evaluate;
mod parse;

use urho_core::tree::Element;

/// A node that an expression selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The document itself, whose child is the root.
    Document,
    /// Number of an element in its tree.
    Element(u32),
    /// Number of the element, and the name of the attribute.
    Attribute(u32, Vec<u8>),
}

/// Why an expression can't be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelectError {
    /// XPath doesn't allow it: the engine throws an exception that nobody catches.
    Syntax(&'static str),
    /// XPath allows it, and this crate doesn't evaluate it.
    Unsupported(&'static str),
}

/// Returns the first node in document order that the expression selects.
pub(crate) fn select(root: Element<'_, '_>, expression: &[u8]) -> Result<Option<Node>, SelectError> {
    let path = parse::parse(expression)?;
    evaluate::first(root, &path)
}
