//! Integration tests of `udm`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
mod laws;
mod lazy;
mod moved;
#[cfg(feature = "serde")]
mod own_types;
mod structs;
mod text;
