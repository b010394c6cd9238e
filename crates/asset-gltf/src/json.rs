//! The JSON of glTF: the members that this crate reads and writes. Only the syntax is checked.
//!
//! Not `gltf-json`: it refuses valid files (channels without a node, as `KHR_animation_pointer` has them) and drops content that this crate keeps
//! (the order of attributes, morph targets of more than three attributes).

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

/// Whether a switch has its default value, which is not written.
fn is_false(value: &bool) -> bool {
    !value
}
