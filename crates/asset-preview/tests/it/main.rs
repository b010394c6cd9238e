//! Integration tests of `asset-preview`.

mod drawings;
