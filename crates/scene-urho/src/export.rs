//! Models and animations as scenes.

mod animation;
mod bones;
mod leftovers;
mod mesh;
mod morph;

use asset_scene::{Block, Error, Scene, Source};
use binio::Findings;
use scene_adapter::ShowOptions;
use serde::Serialize;
use urho_mdl::Model;

pub use animation::add_animation;
pub(crate) use mesh::RIGID_SUFFIX;

use crate::layout::Layout;
use crate::{BONES, FORMAT};

/// Converts a model to a scene called `name`. Bulk data is borrowed. Findings report omitted and changed content.
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
/// The arrays of the scene would take more memory than [`ShowOptions::limits`] allow, or there are more than 65 536 bones.
pub fn to_scene<'m>(
    model: &'m Model<'m>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Findings), Error> {
    let Shown { scene, findings, .. } = show(model, name, options)?;
    Ok((scene, findings))
}

/// A model as a scene, and which part of it is which part of the model.
pub(crate) struct Shown<'m> {
    pub(crate) scene: Scene<'m>,
    /// Of each primitive of each mesh, its geometry and level of detail.
    pub(crate) places: Vec<Vec<(usize, usize)>>,
    pub(crate) findings: Findings,
}

/// As [`to_scene`], with the places of all primitives.
pub(crate) fn show<'m>(model: &'m Model<'m>, name: &str, options: &ShowOptions<'_>) -> Result<Shown<'m>, Error> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let mut layout = Layout::of(model);
    bones::add_bones(&model.skeleton, &mut scene, &mut findings)?;
    mesh::Builder::new(model, &mut scene, &mut findings, options).build(&mut layout)?;
    let places = layout.meshes.clone();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout: stored(&layout), blocks: blocks(model) });
    Ok(Shown { scene, places, findings })
}

/// A layout as it is stored.
#[allow(clippy::expect_used, reason = "records of numbers and text: no map with other keys, nothing that can fail")]
pub(crate) fn stored(layout: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(layout).expect("layouts are records of numbers and text")
}

/// Everything of the model that arrays and nodes repeat in other bits.
fn blocks<'m>(model: &'m Model<'m>) -> Vec<Block<'m>> {
    let block = |name: String, data| Block { name, data };
    let vertices = model.vertex_buffers.iter().enumerate();
    let vertices = vertices.map(|(number, buffer)| block(format!("vertex buffer {number}"), buffer.data.borrowed()));
    let indices = model.index_buffers.iter().enumerate();
    let indices = indices.map(|(number, buffer)| block(format!("index buffer {number}"), buffer.data.borrowed()));
    let mut blocks: Vec<Block<'m>> = vertices.chain(indices).collect();
    for (number, morph) in model.morphs.iter().enumerate() {
        for (place, buffer) in morph.buffers.iter().enumerate() {
            blocks.push(block(format!("morph {number} buffer {place}"), buffer.data.borrowed()));
        }
    }
    if !model.skeleton.bones.is_empty() {
        blocks.push(block(BONES.to_owned(), bones::block(&model.skeleton)));
    }
    blocks
}
