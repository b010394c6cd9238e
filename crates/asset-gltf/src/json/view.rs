//! Lights and cameras in the JSON.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Integer;

/// The `KHR_lights_punctual` of the root.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Lights {
    /// The lights as they are in the file, so that an invalid light does not affect the others.
    pub(crate) lights: Vec<Box<RawValue>>,
}

/// The `KHR_lights_punctual` of a node.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct LightOfNode {
    pub(crate) light: Integer,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Light {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) color: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) intensity: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spot: Option<Spot>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Spot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) inner_cone_angle: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outer_cone_angle: Option<f32>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Camera {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) perspective: Option<Perspective>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orthographic: Option<Orthographic>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Perspective {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) aspect_ratio: Option<f32>,
    pub(crate) yfov: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) zfar: Option<f32>,
    pub(crate) znear: f32,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Orthographic {
    pub(crate) xmag: f32,
    pub(crate) ymag: f32,
    pub(crate) zfar: f32,
    pub(crate) znear: f32,
}
