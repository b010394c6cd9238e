//! The summary of an animation, which is the output of `inspect --json`.

use alloc::vec::Vec;
use binio::summary::{Float, floats};
use serde::Serialize;

use super::Animation;
use crate::font::summary::ContainerSummary;
use crate::joints::{Joint, Joints};
use crate::model::summary::ModelSummary;

/// An animation. It shows the chunks, and if possible also what they would be as joints or as a model.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'a> {
    /// The chunks. They are shown as a model if this is possible.
    #[serde(flatten)]
    pub content: AnimationContent<'a>,
    /// The joints, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSummary>,
}

/// The content of an animation.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AnimationContent<'a> {
    /// The chunks of a model, under another letter.
    Model(alloc::boxed::Box<ModelSummary<'a>>),
    /// Chunks that contain bytes.
    Chunks(ContainerSummary),
}

/// A joint in the output of `inspect --json`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct JointSummary {
    /// The orientation (x, y, z, w).
    pub orientation: [Float; 4],
    /// The position (x, y, z).
    pub position: [Float; 3],
    /// The number of the parent, or 255 if there is none.
    pub parent: u8,
}

impl Animation<'_> {
    /// Returns the summary. Set `hashes` to get the SHA-256 of bulk data.
    pub fn summary(&self, hashes: bool) -> AnimationSummary<'static> {
        let model = self.as_model().filter(|model| model.metadata().is_some());
        let content = match model {
            Some(model) => AnimationContent::Model(alloc::boxed::Box::new(model.summary(hashes).into_owned())),
            None => AnimationContent::Chunks(ContainerSummary::of(&self.container, hashes)),
        };
        AnimationSummary { content, joints: self.joints().map(joints).unwrap_or_default() }
    }
}

fn joints(joints: Joints<'_>) -> Vec<JointSummary> {
    let joint = |joint: Joint| JointSummary {
        orientation: floats(joint.orientation.to_array()),
        position: floats(joint.position.to_array()),
        parent: joint.parent,
    };
    joints.iter().map(joint).collect()
}
