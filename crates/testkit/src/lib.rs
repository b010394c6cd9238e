//! Code that the tests of all format crates can use.
//!
//! * [`ByteBuilder`] and [`assert_bytes`] help you to write golden vectors.
//! * [`corpus`] runs tests on real files, and compares them to what the engines return.
//! * [`laws`] checks the guarantees of every format crate.
//! * [`hostile`] creates invalid input.
//! * [`meter`] measures the heap.
//! * [`gltf_validator`] checks glTF files after they were written.
//! * [`reluctant`] has readers and writers that are slow or fail.
//! * [`count`] counts how many cases were checked for each law.
//!
//! This crate only depends on `binio`.

mod builder;
pub mod corpus;
pub mod count;
mod diff;
pub mod gltf_validator;
pub mod hostile;
pub mod laws;
pub mod meshopt_decoder;
pub mod meter;
pub mod reluctant;
mod truth;

pub use builder::ByteBuilder;
pub use diff::assert_bytes;
pub use laws::Format;
pub use truth::differences;
