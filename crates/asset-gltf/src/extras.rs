//! What goes into `extras`: ours under `engine_assets`, and `targetNames`, on which everyone agrees.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Error, ErrorKind, error};
use crate::json::Integer;

/// Nesting beyond which a layout isn't written, since it wouldn't be read back.
const MAX_DEPTH: usize = 96;

/// What `extras` of any object may hold for us.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine_assets: Option<EngineAssets>,
}

/// What `extras` of a node may hold that everyone can read and change.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub(crate) struct NodeExtras {
    /// Distance at which this level of detail begins. Blender shows it as a custom property of the object.
    pub(crate) lod_distance: Option<f32>,
    /// Shares of the screen that the node covers at least while each level is shown, the finest first.
    #[serde(rename = "MSFT_screencoverage")]
    pub(crate) screen_coverage: Vec<f32>,
}

/// `extras` of a node.
#[derive(Debug, Serialize)]
struct WrittenNodeExtras<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    lod_distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_assets: Option<WrittenAssets<'e>>,
}

/// What is ours, as it is or as text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WrittenAssets<'e> {
    Plain(&'e EngineAssets),
    Text(String),
}

/// Names of morph targets in `extras` of a mesh.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct MeshExtras {
    pub(crate) target_names: Vec<String>,
}

/// What a scene holds and glTF can't express, in `extras.engine_assets`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct EngineAssets {
    /// Of the root, of animations, materials and images: the format of [`asset_scene::Source`] …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<String>,
    /// … its layout …
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(crate) layout: Value,
    /// … what the arrays were that went with its blocks …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accessors_sha256: Option<String>,
    /// … and the blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) blocks: Vec<BlockExtras>,
    /// Of the root: animations that glTF can't express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) animations: Vec<BareAnimation>,
    /// Of a node with `MSFT_lod`: distances of the levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lod_distances: Vec<Option<f32>>,
    /// Of an accessor: it is there because glTF wants one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) filler: bool,
    /// Of an image that is inside: the name of its file, if it is put beside again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
}

/// A block and where it is.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct BlockExtras {
    pub(crate) name: String,
    /// None for a block of no bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) buffer_view: Option<Integer>,
    pub(crate) sha256: String,
}

/// An animation without channels.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct BareAnimation {
    /// Its number among all animations.
    pub(crate) at: Integer,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine_assets: Option<Box<EngineAssets>>,
}

/// [`EngineAssets`] as text of JSON: programs that keep `extras` of materials keep a text as it is, but not always what is nested in them.
#[derive(Debug, Serialize)]
struct TextExtras {
    engine_assets: String,
}

/// What `extras` of any object may hold for us, in either way.
#[derive(Deserialize)]
struct AnyExtras<'e> {
    #[serde(borrow)]
    engine_assets: &'e RawValue,
}

/// What `extras` hold for us, if they are of our shape.
pub(crate) fn engine_assets(extras: Option<&RawValue>) -> Option<EngineAssets> {
    let own = serde_json::from_str::<AnyExtras<'_>>(extras?.get()).ok()?.engine_assets.get();
    match serde_json::from_str::<String>(own) {
        Ok(text) => serde_json::from_str(&text).ok(),
        Err(_) => serde_json::from_str(own).ok(),
    }
}

/// `extras` that hold a text of JSON.
pub(crate) fn text(ours: &EngineAssets) -> Result<Box<RawValue>, Error> {
    let text = serde_json::to_string(ours).map_err(|failure| error(ErrorKind::Json(failure.to_string())))?;
    raw(&TextExtras { engine_assets: text })
}

/// `extras` of a node: with a source as a text of JSON.
pub(crate) fn of_node(ours: Option<&EngineAssets>, lod_distance: Option<f32>) -> Result<Box<RawValue>, Error> {
    let failed = |failure: serde_json::Error| error(ErrorKind::Json(failure.to_string()));
    let engine_assets = match ours {
        Some(ours) if ours.format.is_some() => Some(WrittenAssets::Text(serde_json::to_string(ours).map_err(failed)?)),
        Some(ours) => Some(WrittenAssets::Plain(ours)),
        None => None,
    };
    raw(&WrittenNodeExtras { lod_distance, engine_assets })
}

/// What `extras` of a node hold for everyone; what isn't of its shape is as if it weren't there.
pub(crate) fn node(extras: Option<&RawValue>) -> NodeExtras {
    extras.and_then(|extras| serde_json::from_str(extras.get()).ok()).unwrap_or_default()
}

/// `extras` of a shape.
pub(crate) fn raw(extras: &impl Serialize) -> Result<Box<RawValue>, Error> {
    serde_json::value::to_raw_value(extras).map_err(|failure| error(ErrorKind::Json(failure.to_string())))
}

/// Whether a layout nests deeper than is written.
pub(crate) fn too_deep(value: &Value) -> bool {
    fn deeper(value: &Value, left: usize) -> bool {
        let Some(left) = left.checked_sub(1) else { return true };
        match value {
            Value::Array(items) => items.iter().any(|item| deeper(item, left)),
            Value::Object(items) => items.values().any(|item| deeper(item, left)),
            _ => false,
        }
    }
    deeper(value, MAX_DEPTH)
}
