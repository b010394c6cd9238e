//! Integration tests of `asset-batch`.

mod folders;
mod isolate;
