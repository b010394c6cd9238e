//! Output of `inspect --json` for an animation.

use alloc::string::String;
use alloc::vec::Vec;
use binio::summary::{Float, floats};
use serde::Serialize;

use super::Animation;
use crate::font::summary::{ContainerSummary, container_text};
use crate::joints::{Joint, Joints};
use crate::model::summary::ModelSummary;

/// An animation: its chunks, also as joints or as a model if possible.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'a> {
    /// The chunks as a model, if they are a model's.
    #[serde(flatten)]
    pub content: AnimationContent<'a>,
    /// The joints, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSummary>,
}

/// Content of an animation.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AnimationContent<'a> {
    /// The chunks of a model with another letter.
    Model(alloc::boxed::Box<ModelSummary<'a>>),
    /// Chunks of bytes.
    Chunks(ContainerSummary),
}

/// A joint, as `inspect --json` prints it.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct JointSummary {
    /// x, y, z, w.
    pub orientation: [Float; 4],
    /// x, y, z.
    pub position: [Float; 3],
    /// Number of the parent; 255 for none.
    pub parent: u8,
}

impl Animation<'_> {
    /// Returns the summary, with the SHA-256 of bulk data if `hashes`.
    pub fn summary(&self, hashes: bool) -> AnimationSummary<'static> {
        let model = self.as_model().filter(|model| model.metadata().is_some());
        let content = match model {
            Some(model) => AnimationContent::Model(alloc::boxed::Box::new(model.summary(hashes).into_owned())),
            None => AnimationContent::Chunks(ContainerSummary::of(&self.container, hashes)),
        };
        AnimationSummary { content, joints: self.joints().map(joints).unwrap_or_default() }
    }

    /// Returns the text of `inspect`: an animation in a few lines.
    pub fn to_text(&self) -> String {
        container_text("animation", &self.container)
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
