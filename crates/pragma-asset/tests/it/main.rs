//! Integration tests of `pragma-asset`, in one binary: linking takes longer than most of them run.

mod channels;
mod edits;
mod golden;
mod hostile;
mod laws;
mod offsets;
