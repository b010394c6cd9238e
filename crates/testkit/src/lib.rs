//! Code to use in the tests of all format crates. It only depends on `binio`.
//!
//! * To write golden vectors, use [`ByteBuilder`] and [`assert_bytes`].
//! * To run tests on real files, and to compare them with the values from the engines, see [`corpus`].
//! * To check the guarantees that every format crate gives, see [`laws`].
//! * To create invalid input, see [`hostile`].
//! * To measure the heap, see [`meter`].
//! * To validate glTF files when you have written them, see [`gltf_validator`].
//! * To test with readers and writers that can be slow or fail, see [`reluctant`].
//! * To count the cases for each law, see [`count`].

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
