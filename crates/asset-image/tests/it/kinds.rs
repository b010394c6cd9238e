//! Every format of every kind, in files of a few bytes: what a header says of it, and its pixels.

mod blocks;
mod files;
mod formats;
mod headers;
mod pixels;
mod streams;
