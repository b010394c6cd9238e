//! Integration tests of `engine-assets`, in one binary.

mod first_tries;
mod tasks;
