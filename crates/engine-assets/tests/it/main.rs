//! Integration tests of `engine-assets`, in one binary.

mod tasks;
