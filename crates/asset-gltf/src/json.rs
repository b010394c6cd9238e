//! The JSON of glTF, with the members that this crate reads and writes. Only the syntax is checked here.
//!
//! The crate `gltf-json` can't be used for this. It refuses some valid files (for example, channels without a node, as
//! in `KHR_animation_pointer`), and it drops content that this crate must keep (the order of attributes, and morph
//! targets with more than three attributes).

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

/// Returns `true` if a flag is `false`. This is the default value, which is not written.
fn is_false(value: &bool) -> bool {
    !value
}
