//! Integration tests of `asset-fbx`, in one binary: linking takes longer than most of them run.

mod animations;
mod hostile;
mod materials;
mod meshes;
mod morphs;
mod obj;
mod parts;
mod skins;
mod support;
mod transforms;
