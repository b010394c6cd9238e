//! Summary of an asset as a serde value (feature `serde`): the output of `inspect --json`.
//!
//! It contains the whole document as a [`udm::Summary`], and the engine's view of it.

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

/// An asset: its document, and the engine's view of it.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'d> {
    /// The whole document: `version`, `trailing`, `root`.
    #[serde(flatten)]
    pub document: udm::Summary<'d>,
    /// `PMDL`, `PMAP` …; `nil` for text without a type.
    pub asset_type: String,
    /// Version of the asset.
    pub asset_version: u32,
    /// `binary` or `text`.
    pub form: &'static str,
    /// The engine's view, under a name for its kind.
    #[serde(flatten)]
    pub content: Content<'d>,
}

/// The engine's view of an asset.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Content<'d> {
    /// For a [`Model`](crate::Model).
    Model(ModelSummary<'d>),
    /// For a [`Material`](crate::Material).
    Material(MaterialSummary<'d>),
    /// For a [`Map`](crate::Map).
    Map(MapSummary<'d>),
    /// For a [`NavMesh`](crate::NavMesh).
    Navmesh(NavMeshSummary<'d>),
    /// For [`Particles`](crate::Particles).
    Particles(Vec<ParticleSystemSummary<'d>>),
    /// For [`Animations`](crate::Animations).
    Animations(Vec<ChannelAnimationSummary<'d>>),
    /// For an [`IkRig`](crate::IkRig).
    IkRig(IkSummary<'d>),
}

pub(crate) fn vec3(vector: Vec3) -> [Float; 3] {
    floats(vector.to_array())
}

/// A pose.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct PoseSummary {
    /// Position: x, y, z.
    pub origin: [Float; 3],
    /// Rotation: x, y, z, w.
    pub rotation: [Float; 4],
    /// Scale: x, y, z.
    pub scale: [Float; 3],
}

impl From<Pose> for PoseSummary {
    fn from(pose: Pose) -> Self {
        Self { origin: vec3(pose.origin), rotation: floats(pose.rotation.to_array()), scale: vec3(pose.scale) }
    }
}
