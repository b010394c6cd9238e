//! The binary encoding of Urho3D, U3D, and `Scene::Save` in rbfx. It consists of adjacent values without names or
//! types.

mod read;
mod write;

pub(crate) use read::{Packing, read};
pub(crate) use write::{pack, write};
