//! Every format of every kind, in files of a few bytes: properties and pixels.

mod blocks;
mod etc;
mod files;
mod formats;
mod gl_blocks;
mod headers;
mod pixels;
mod pvrtc;
mod streams;
