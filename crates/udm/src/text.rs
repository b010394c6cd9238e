//! The text form (see [FORMAT.md, "Text"](crate::format#text)).

mod arrays;
pub mod base64;
mod check;
mod euler;
mod format;
mod lists;
mod moved;
mod number;
mod read;
mod rewrite;
mod rewrite_array;
mod scan;
mod single;
mod strings;
mod syntax;
mod tidy;
mod tree;
mod trivia;
mod write;

pub use single::ValueType;
pub use syntax::{Inside, SyntaxPart};
pub use tree::{Syntax, SyntaxNode};
pub use write::Style;

/// Converts between numbers and text the way the engine does. You only need this to print single values, or to test
/// against the engine's tables.
pub mod numbers {
    pub use super::euler::quaternion;
    pub use super::format::{double_reference, float_reference};
    pub use super::number::{double, float};
}
