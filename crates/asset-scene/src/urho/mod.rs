//! Models and animations of Urho3D, U3D and rbfx.

pub mod build;
