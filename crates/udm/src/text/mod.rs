//! The text form (spec 4).

mod arrays;
mod base64;
mod euler;
mod format;
mod lists;
mod number;
mod read;
mod scan;
mod write;

pub use write::Style;

/// Conversions between numbers and text, as the engine makes them: for tests against its tables and for who prints single
/// values.
pub mod numbers {
    pub use super::euler::quaternion;
    pub use super::format::{double_reference, float_reference};
    pub use super::number::{double, float};
}
