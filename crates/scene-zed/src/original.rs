//! Reads the original file that is stored in a scene.

use asset_scene::{Error, Scene};
use scene_adapter::origin::mismatch;
use serde_json::{Value, json};
use zed_asset::{Encoding, Model, ReadOptions};

use crate::FORMAT;

/// Key of a layout: the encoding, which no file contains.
const ENCODING: &str = "dialect";

pub(crate) fn layout_of(model: &Model<'_>) -> Value {
    json!({ ENCODING: model.encoding.as_str() })
}

/// Returns the original model of a scene, or `None` if the scene doesn't contain the file.
///
/// Use this with [`update`](crate::update()), which writes the edits of the scene into the original.
///
/// # Errors
/// The file is damaged, or no encoding has the name that is stored with it.
pub fn original(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(file) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    let mut options = ReadOptions::default();
    if let Some(name) = file.layout.get(ENCODING).and_then(Value::as_str) {
        let encoding = Encoding::ALL.into_iter().find(|encoding| encoding.as_str() == name);
        options =
            options.encoding(encoding.ok_or_else(|| mismatch("layout", format!("no encoding is called {name:?}")))?);
    }
    let model = Model::parse_with(bytes, &options).map_err(|error| mismatch("original", error))?;
    Ok(Some(model.into_owned()))
}
