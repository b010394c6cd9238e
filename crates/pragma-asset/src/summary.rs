//! A summary of an asset for use with serde (feature `serde`). This is the output of `inspect --json`.
//!
//! It contains the whole document as a [`udm::Summary`], followed by the asset the way the engine reads it.

mod model;
mod others;

use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::glam::Vec3;
use binio::summary::{Float, floats};
use serde::Serialize;

pub use model::{
    AnimationSummary, BoneSummary, CollisionSummary, HitBoxSummary, MeshGroupSummary, MeshSummary, ModelSummary,
};
pub use others::{
    BspSummary, ChannelAnimationSummary, ChannelSummary, EntitySummary, IkSummary, MapSummary, MaterialSummary,
    NavMeshSummary, ParticleSystemSummary,
};

use crate::pose::Pose;

/// An asset: its document, and the way the engine reads it.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'d> {
    /// The whole document, with `version`, `trailing` and `root`.
    #[serde(flatten)]
    pub document: udm::Summary<'d>,
    /// The asset type, for example `PMDL` or `PMAP`. For text without a type, this is `nil`.
    pub asset_type: String,
    /// The version of the asset.
    pub asset_version: u32,
    /// Either `binary` or `text`.
    pub encoding: &'static str,
    /// The asset the way the engine reads it, under the name of its kind.
    #[serde(flatten)]
    pub content: Content<'d>,
}

/// An asset the way the engine reads it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Content<'d> {
    /// Used for a [`Model`](crate::Model).
    Model(ModelSummary<'d>),
    /// Used for a [`Material`](crate::Material).
    Material(MaterialSummary<'d>),
    /// Used for a [`Map`](crate::Map).
    Map(MapSummary<'d>),
    /// Used for a [`NavMesh`](crate::NavMesh).
    Navmesh(NavMeshSummary<'d>),
    /// Used for [`Particles`](crate::Particles).
    Particles(Vec<ParticleSystemSummary<'d>>),
    /// Used for [`Animations`](crate::Animations).
    Animations(Vec<ChannelAnimationSummary<'d>>),
    /// Used for an [`IkRig`](crate::IkRig).
    IkRig(IkSummary<'d>),
}

pub(crate) fn vec3(vector: Vec3) -> [Float; 3] {
    floats(vector.to_array())
}

/// A pose.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct PoseSummary {
    /// The position (x, y, z).
    pub origin: [Float; 3],
    /// The rotation (x, y, z, w).
    pub rotation: [Float; 4],
    /// The scale (x, y, z).
    pub scale: [Float; 3],
}

impl From<Pose> for PoseSummary {
    fn from(pose: Pose) -> Self {
        Self { origin: vec3(pose.origin), rotation: floats(pose.rotation.to_array()), scale: vec3(pose.scale) }
    }
}
