//! Binary encoding of Urho3D, U3D and rbfx's `Scene::Save`: adjacent values, without names or types.

mod read;
mod write;

pub(crate) use read::{Packing, read};
pub(crate) use write::{pack, write};
