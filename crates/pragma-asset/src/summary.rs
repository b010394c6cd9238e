//! What an asset holds, as a serde value (feature `serde`): what `inspect --json` prints.
//!
//! The whole document stands there as [`udm::Summary`] gives it, and beside it what the engine sees in it.

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

/// An asset: its document, and what the engine sees in it.
#[derive(Debug, Serialize)]
pub struct Summary<'d> {
    /// The whole document: `version`, `trailing`, `root`.
    #[serde(flatten)]
    pub document: udm::Summary<'d>,
    /// `PMDL`, `PMAP` …; `nil` for text that doesn't say.
    pub asset_type: String,
    /// The version of that kind.
    pub asset_version: u32,
    /// `binary` or `text`.
    pub form: &'static str,
    /// What the engine sees in it, under a name for its kind.
    #[serde(flatten)]
    pub content: Content<'d>,
}

/// What the engine sees in an asset.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Content<'d> {
    /// Of a [`Model`](crate::Model).
    Model(ModelSummary<'d>),
    /// Of a [`Material`](crate::Material).
    Material(MaterialSummary<'d>),
    /// Of a [`Map`](crate::Map).
    Map(MapSummary<'d>),
    /// Of a [`NavMesh`](crate::NavMesh).
    Navmesh(NavMeshSummary<'d>),
    /// Of [`Particles`](crate::Particles).
    Particles(Vec<ParticleSystemSummary<'d>>),
    /// Of [`Animations`](crate::Animations).
    Animations(Vec<ChannelAnimationSummary<'d>>),
    /// Of an [`IkRig`](crate::IkRig).
    IkRig(IkSummary<'d>),
}

pub(crate) fn vec3(vector: Vec3) -> [Float; 3] {
    floats(vector.to_array())
}

/// Where something is.
#[derive(Clone, Copy, Debug, Serialize)]
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
