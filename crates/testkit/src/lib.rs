//! Shared code of the tests of all format crates.
//!
//! [`ByteBuilder`] and [`assert_bytes`] for golden vectors, [`corpus`] for real files and the engines' values, [`laws`] for
//! the guarantees of every format crate, [`hostile`] for invalid input, [`meter`] for the heap, [`gltf_validator`] for
//! written glTF, [`reluctant`] for readers and writers that are slow or fail, [`count`] for the number of cases per law.
//! Only depends on `binio`.

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
