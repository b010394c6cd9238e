//! Shows models and animations as scenes.

pub(crate) mod animation;
mod bones;
mod mesh;
mod morph;

use asset_scene::{Error, Scene, Source};
use binio::Findings;
use scene_adapter::ShowOptions;
use serde::Serialize;
use urho_mdl::{Model, Version};

pub use animation::add_animation;
pub(crate) use mesh::{RIGID_SUFFIX, is_placeholder_name};

use crate::FORMAT;

/// Converts a model to a scene with the name `name`. Bulk data is borrowed, not copied. The findings tell you what was
/// skipped or changed.
///
/// ```
/// use scene_urho::{Model, ShowOptions};
/// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
/// let model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build()?;
/// let (scene, findings) = scene_urho::to_scene(&model, "sign", &ShowOptions::default())?;
/// assert!(findings.is_empty() && scene.meshes.len() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the arrays in the scene would need more memory than [`ShowOptions::limits`] allow, or if there are more
/// than 65 536 bones.
pub fn to_scene<'m>(
    model: &'m Model<'m>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Findings), Error> {
    let Shown { scene, findings, .. } = show(model, name, options)?;
    Ok((scene, findings))
}

/// A model as a scene, and which parts of both belong together.
pub(crate) struct Shown<'m> {
    pub(crate) scene: Scene<'m>,
    /// The geometry and level of detail for each primitive, per mesh.
    pub(crate) places: Vec<Vec<(usize, usize)>>,
    pub(crate) findings: Findings,
}

/// Does the same as [`to_scene`], but also returns where all primitives come from.
pub(crate) fn show<'m>(model: &'m Model<'m>, name: &str, options: &ShowOptions<'_>) -> Result<Shown<'m>, Error> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    bones::add_bones(&model.skeleton, &mut scene, &mut findings)?;
    let places = mesh::Builder::new(model, &mut scene, &mut findings, options).build()?;
    let mut source = source(FORMAT, model.to_bytes().ok());
    if let Some(layout) = source.layout.as_object_mut().filter(|_| model.version == Version::Bare2011) {
        layout.insert(crate::original::BARE.to_owned(), true.into());
    }
    scene.source = Some(source);
    Ok(Shown { scene, places, findings })
}

/// Returns a layout as it will be stored.
#[allow(clippy::expect_used, reason = "records of numbers and text: no map with other keys, nothing that can fail")]
pub(crate) fn stored(layout: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(layout).expect("layouts are records of numbers and text")
}

/// Creates the source for a document with its file, so that edits can be written to this file.
pub(crate) fn source(format: &str, file: Option<Vec<u8>>) -> Source<'static> {
    let layout = serde_json::Value::Object(serde_json::Map::new());
    Source { format: format.to_owned(), layout, original: file.map(Into::into) }
}
