//! Building and editing models.
//!
//! | to … | use |
//! |---|---|
//! | build a model from arrays | [`Model::builder`](crate::Model::builder), which returns a [`ModelBuilder`] |
//! | add, replace or remove a vertex element | [`VertexBuffer::set_column`](crate::VertexBuffer::set_column), [`remove_column`](crate::VertexBuffer::remove_column), [`with_declaration`](crate::VertexBuffer::with_declaration) |
//! | regroup vertices | [`Model::split_buffers`](crate::Model::split_buffers), [`join_buffers`](crate::Model::join_buffers), [`drop_unused_vertices`](crate::Model::drop_unused_vertices), [`drop_unused_buffers`](crate::Model::drop_unused_buffers) |
//! | change levels of detail | [`Model::add_lod`](crate::Model::add_lod), [`drop_lod`](crate::Model::drop_lod), [`set_indices`](crate::Model::set_indices), [`keep_lod`](crate::Model::keep_lod) |
//! | update the values that importers compute | [`Model::compute_bounds`](crate::Model::compute_bounds), [`compute_centers`](crate::Model::compute_centers), [`compute_bone_bounds`](crate::Model::compute_bone_bounds), [`compute_morph_ranges`](crate::Model::compute_morph_ranges) |
//! | scale, turn or move a whole model | [`Model::transform`](crate::Model::transform) |
//! | generate normals and tangents | [`Model::generate_normals`](crate::Model::generate_normals), [`generate_tangents`](crate::Model::generate_tangents) |
//! | fix what [`validate`](crate::Model::validate) reports | [`Model::repair`](crate::Model::repair), one [`Repair`] at a time |
//!
//! If an edit can't be applied, it returns an error with the path, and the model is not changed. Repairs can't fail:
//! they accept any model, and report what they changed.

mod buffers;
mod builder;
mod columns;
mod compact;
mod compute;
mod draws;
mod lods;
mod repair;
mod shading;
mod transform;

pub use asset_geometry::shading::Smoothing;
pub use builder::{Delta, ModelBuilder};
pub use lods::LodIndices;
pub use repair::Repair;
