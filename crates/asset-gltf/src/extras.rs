//! The content of `extras`. This crate stores its data in `engine_assets`, and also uses `targetNames`, which many
//! other programs know.

use asset_scene::{Source, sum};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::environment::EnvironmentExtras;
use crate::error::{Error, ErrorKind, error};
use crate::json::Integer;
use crate::packed::Packed;

/// How the keys in the `extras` of a scene begin.
pub(crate) const SCENE_KEY: &str = "engine_assets";

/// The maximum depth of a layout that is written. A deeper layout could not be read back.
const MAX_DEPTH: usize = 96;

/// The members of `extras` that this crate reads from any object.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine_assets: Option<EngineAssets>,
}

/// The `extras` of a scene, to be written: keys and data.
#[derive(Debug)]
pub(crate) struct SceneExtras(pub(crate) Vec<(String, EngineAssets)>);

impl Serialize for SceneExtras {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, data)| (key, data)))
    }
}

/// The `extras` of a node that other programs can read and change.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub(crate) struct NodeExtras {
    /// The distance at which this level of detail begins. In Blender, this is a custom property of the object.
    pub(crate) lod_distance: Option<f32>,
    /// The share of the screen that the node must cover for each level to be shown, finest first.
    #[serde(rename = "MSFT_screencoverage")]
    pub(crate) screen_coverage: Vec<f32>,
}

/// The `extras` of a node, without the members that this crate reads itself.
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

/// The `extras` of a node, to be written.
#[derive(Debug, Serialize)]
struct WrittenNodeExtras<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    lod_distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_assets: Option<WrittenAssets<'e>>,
    #[serde(flatten)]
    further: &'e Map<String, Value>,
}

/// The data of this crate, given as an object or as text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WrittenAssets<'e> {
    Plain(NodeAssets<'e>),
    Text(String),
}

/// The members of [`EngineAssets`] that a node can have.
#[derive(Debug, Serialize)]
struct NodeAssets<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'e Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lod_distances: &'e [Option<f32>],
}

/// The names of morph targets in the `extras` of a mesh.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct MeshExtras {
    pub(crate) target_names: Vec<String>,
}

/// Content of the scene that glTF can't express, stored in `extras.engine_assets`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct EngineAssets {
    /// The format of an [`asset_scene::Source`]. The root, animations, materials and images can have a source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<String>,
    /// The layout of the source.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(crate) layout: Value,
    /// The file of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) original: Option<Packed>,
    /// For the root: animations that glTF can't express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) animations: Vec<BareAnimation>,
    /// For the root: the sources of animations with channels. Not all programs keep the `extras` of animations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) clips: Vec<StoredClip>,
    /// For an animation: the index of its source among the clips of the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clip: Option<Integer>,
    /// For the root: the ambient light, fog and sky.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) environment: Option<EnvironmentExtras>,
    /// For a node with `MSFT_lod`: the distances of its levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lod_distances: Vec<Option<f32>>,
    /// For an accessor: this is `true` if it only exists because glTF requires it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) filler: bool,
    /// For an embedded image: the file name, to be used when the image is written to a file again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
}

/// An animation without channels.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct BareAnimation {
    /// The index of this animation among all animations.
    pub(crate) at: Integer,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine_assets: Option<Box<EngineAssets>>,
}

/// The source of an animation, which is found again by its name.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct StoredClip {
    pub(crate) name: String,
    pub(crate) engine_assets: Box<EngineAssets>,
}

/// The [`EngineAssets`] as JSON text. This is used because many programs keep text in the `extras` of materials, but
/// not nested values.
#[derive(Debug, Serialize)]
struct TextExtras {
    engine_assets: String,
}

/// The data of this crate in the `extras` of any object, in either encoding.
#[derive(Deserialize)]
struct AnyExtras<'e> {
    #[serde(borrow)]
    engine_assets: &'e RawValue,
}

/// Returns the data of this crate in `extras`, or `None` if it has the wrong shape.
pub(crate) fn engine_assets(extras: Option<&RawValue>) -> Option<EngineAssets> {
    let data = serde_json::from_str::<AnyExtras<'_>>(extras?.get()).ok()?.engine_assets.get();
    match serde_json::from_str::<String>(data) {
        Ok(text) => serde_json::from_str(&text).ok(),
        Err(_) => serde_json::from_str(data).ok(),
    }
}

/// Returns all members of a scene's `extras` that this crate has written, in file order.
pub(crate) fn of_scene(extras: Option<&RawValue>) -> Vec<EngineAssets> {
    let read = extras.and_then(|extras| serde_json::from_str::<SceneAssets>(extras.get()).ok());
    read.unwrap_or_default().0
}

/// The data of this crate in the `extras` of a scene. A map would lose the order.
#[derive(Default)]
struct SceneAssets(Vec<EngineAssets>);

impl<'de> Deserialize<'de> for SceneAssets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = SceneAssets;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<SceneAssets, M::Error> {
                let mut all = SceneAssets::default();
                while let Some(key) = members.next_key::<String>()? {
                    if key.starts_with(SCENE_KEY) {
                        // Somebody may have edited it.
                        all.0.extend(serde_json::from_value(members.next_value::<Value>()?).ok());
                    } else {
                        members.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(all)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Returns the key for the data of a source in the `extras` of a scene. If people import several files into one scene,
/// the keys of these files are different.
pub(crate) fn scene_key(source: Option<&Source<'_>>) -> String {
    match source.and_then(|source| source.original.as_deref()).map(sum) {
        Some(sum) => format!("{SCENE_KEY}_{}", sum.replace(':', "_")),
        None => SCENE_KEY.to_owned(),
    }
}

/// Creates `extras` that contain the data as JSON text.
pub(crate) fn text(ours: &EngineAssets) -> Result<Box<RawValue>, Error> {
    let text = serde_json::to_string(ours).map_err(|failure| error(ErrorKind::Json(failure.to_string())))?;
    raw(&TextExtras { engine_assets: text })
}

/// Creates the `extras` of a node, or returns `None` if they would be empty. The source is written as JSON text.
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

/// Returns the members of `extras` that are not read by this crate. Returns an empty list for a node whose `extras` is
/// not an object.
pub(crate) fn further(extras: Option<&RawValue>) -> Map<String, Value> {
    let read = extras.and_then(|extras| serde_json::from_str::<FurtherExtras>(extras.get()).ok());
    read.unwrap_or_default().further
}

/// Returns the data in a node's `extras` that other programs can change. If a value has the wrong shape, it is ignored.
pub(crate) fn node(extras: Option<&RawValue>) -> NodeExtras {
    extras.and_then(|extras| serde_json::from_str(extras.get()).ok()).unwrap_or_default()
}

/// Converts any value to `extras`.
pub(crate) fn raw(extras: &impl Serialize) -> Result<Box<RawValue>, Error> {
    serde_json::value::to_raw_value(extras).map_err(|failure| error(ErrorKind::Json(failure.to_string())))
}

/// Returns `true` if a layout is too deep to be written.
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
