//! Content of `extras`: data of this crate in `engine_assets`, and `targetNames`, which many programs share.

use asset_scene::Source;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::environment::EnvironmentExtras;
use crate::error::{Error, ErrorKind, error};
use crate::json::Integer;
use crate::packed::Packed;

/// Nesting beyond which a layout isn't written, since it wouldn't be read back.
const MAX_DEPTH: usize = 96;

/// `extras` of any object, as far as this crate reads them.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine_assets: Option<EngineAssets>,
}

/// `extras` of a node that every program can read and change.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub(crate) struct NodeExtras {
    /// Distance at which this level of detail begins. Blender shows it as a custom property of the object.
    pub(crate) lod_distance: Option<f32>,
    /// Shares of the screen that the node covers at least while each level is shown, the finest first.
    #[serde(rename = "MSFT_screencoverage")]
    pub(crate) screen_coverage: Vec<f32>,
}

/// `extras` of a node without the members that this crate reads itself.
#[derive(Default, Deserialize)]
struct FurtherExtras {
    #[serde(rename = "engine_assets")]
    _engine_assets: Option<IgnoredAny>,
    #[serde(rename = "lod_distance")]
    _lod_distance: Option<IgnoredAny>,
    #[serde(rename = "MSFT_screencoverage")]
    _screen_coverage: Option<IgnoredAny>,
    #[serde(flatten)]
    further: Map<String, Value>,
}

/// `extras` of a node.
#[derive(Debug, Serialize)]
struct WrittenNodeExtras<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    lod_distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_assets: Option<WrittenAssets<'e>>,
    #[serde(flatten)]
    further: &'e Map<String, Value>,
}

/// Data of this crate, as an object or as text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WrittenAssets<'e> {
    Plain(NodeAssets<'e>),
    Text(String),
}

/// Members of [`EngineAssets`] that nodes have.
#[derive(Debug, Serialize)]
struct NodeAssets<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'e Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lod_distances: &'e [Option<f32>],
}

/// Names of morph targets in `extras` of a mesh.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct MeshExtras {
    pub(crate) target_names: Vec<String>,
}

/// Scene content that glTF can't express, in `extras.engine_assets`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct EngineAssets {
    /// Of the root, of animations, materials and images: the format of [`asset_scene::Source`] …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<String>,
    /// … its layout …
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(crate) layout: Value,
    /// … and its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) original: Option<Packed>,
    /// Of the root: animations that glTF can't express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) animations: Vec<BareAnimation>,
    /// Of the root: even light, fog and sky.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) environment: Option<EnvironmentExtras>,
    /// Of a node with `MSFT_lod`: distances of the levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lod_distances: Vec<Option<f32>>,
    /// Of an accessor: it only exists because glTF requires one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) filler: bool,
    /// Of an embedded image: its file name, for writing it to a separate file again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
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

/// [`EngineAssets`] as JSON text: programs that keep `extras` of materials keep text unchanged, but not always nested values.
#[derive(Debug, Serialize)]
struct TextExtras {
    engine_assets: String,
}

/// Data of this crate in `extras` of any object, in either encoding.
#[derive(Deserialize)]
struct AnyExtras<'e> {
    #[serde(borrow)]
    engine_assets: &'e RawValue,
}

/// Returns the data of this crate in `extras`, if it has the right shape.
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

/// `extras` of a node, if there are any: a source is a text of JSON.
pub(crate) fn of_node(
    source: Option<&Source<'_>>,
    lod_distances: &[Option<f32>],
    lod_distance: Option<f32>,
    further: &Map<String, Value>,
) -> Result<Option<Box<RawValue>>, Error> {
    let failed = |failure: serde_json::Error| error(ErrorKind::Json(failure.to_string()));
    let format = source.map(|source| source.format.as_str());
    let layout = source.map(|source| &source.layout).filter(|layout| !layout.is_null());
    let ours = NodeAssets { format, layout, lod_distances };
    let engine_assets = match source {
        Some(_) => Some(WrittenAssets::Text(serde_json::to_string(&ours).map_err(failed)?)),
        None if !lod_distances.is_empty() => Some(WrittenAssets::Plain(ours)),
        None => None,
    };
    if engine_assets.is_none() && lod_distance.is_none() && further.is_empty() {
        return Ok(None);
    }
    raw(&WrittenNodeExtras { lod_distance, engine_assets, further }).map(Some)
}

/// Returns the members of a node's `extras` that this crate doesn't read itself; none if `extras` is no object.
pub(crate) fn further(extras: Option<&RawValue>) -> Map<String, Value> {
    let read = extras.and_then(|extras| serde_json::from_str::<FurtherExtras>(extras.get()).ok());
    read.unwrap_or_default().further
}

/// Returns the shared data in `extras` of a node; data of any other shape is ignored.
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
