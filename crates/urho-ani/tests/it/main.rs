//! Integration tests of `urho-ani`, in one binary: linking takes longer than most of them run.

mod edit;
mod golden;
mod hostile;
mod laws;
mod sampling;
mod xml;
mod xml_document;
