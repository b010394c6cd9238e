//! What the tests of all format crates share.
//!
//! [`ByteBuilder`] and [`assert_bytes`] for golden vectors, [`corpus`] for real files and what the engines read from them,
//! [`laws`] for what every format crate promises, [`hostile`] for bad input, [`meter`] for the heap,
//! [`gltf_validator`] for what is written as glTF,
//! [`reluctant`] for readers and writers that are slow or fail, [`count`] for how often a law was tried. Knows `binio` only.

mod builder;
pub mod corpus;
pub mod count;
mod diff;
pub mod gltf_validator;
pub mod hostile;
pub mod laws;
pub mod meter;
pub mod reluctant;
mod truth;

pub use builder::ByteBuilder;
pub use diff::assert_bytes;
pub use laws::Format;
pub use truth::differences;
