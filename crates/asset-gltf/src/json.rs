//! The JSON of glTF: what we read of it and write, and nothing checked beyond its syntax.
//!
//! Not `gltf-json`: it refuses valid files (channels without a node, as `KHR_animation_pointer` has them) and drops what we keep (the order of
//! attributes, morph targets of more than three attributes).

mod attributes;
mod compressed;
mod integer;
mod material;
mod root;
mod view;

pub(crate) use attributes::Attributes;
pub(crate) use compressed::*;
pub(crate) use integer::Integer;
pub(crate) use material::*;
pub(crate) use root::*;
pub(crate) use view::*;
