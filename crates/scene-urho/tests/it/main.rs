//! Integration tests of `scene-urho`, in one binary: linking takes longer than most of them run.

mod build;
mod built_looks;
mod edits;
mod environment;
mod fit;
mod flat;
mod gltf_laws;
mod golden;
mod home_edits;
mod hostile;
#[path = "../kit/mod.rs"]
mod kit;
mod laws;
mod level;
mod level_lights;
mod level_limits;
mod looks;
mod material_edits;
mod originals;
mod prefab_edits;
mod side;
mod staging;
mod surfaces;
mod texture_files;
mod unseen_faces;
mod variables;
mod vertex_colors;
mod view_edits;
mod weights;
mod zones;
