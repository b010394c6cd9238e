//! The text form ([FORMAT.md, "Text"](crate::format#text)).

mod arrays;
pub mod base64;
mod check;
mod euler;
mod format;
mod lists;
mod moved;
mod number;
mod parts;
mod read;
mod rewrite;
mod rewrite_array;
mod scan;
mod single;
mod tidy;
mod tree;
mod trivia;
mod write;

pub use parts::{Inside, SyntaxPart};
pub use single::ValueType;
pub use tree::{Syntax, SyntaxNode};
pub use write::Style;

/// Conversions between numbers and text, as the engine makes them: for tests against its tables and for who prints single
/// values.
pub mod numbers {
    pub use super::euler::quaternion;
    pub use super::format::{double_reference, float_reference};
    pub use super::number::{double, float};
}
