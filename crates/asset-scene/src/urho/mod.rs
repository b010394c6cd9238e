//! Models and animations of Urho3D, U3D and rbfx.

mod indices;
mod layout;
mod mesh;
mod mirror;
mod morph;
mod restore;
mod skin;
mod vertex;

use std::fmt::Display;

use asset_geometry::Bounds;
use binio::{Findings, Path};
use urho_mdl::Model;

pub use restore::restore_model;

use crate::{Block, Error, ErrorKind, Scene, Source};
use layout::Layout;

/// Name of the model format in [`Source::format`].
pub const FORMAT: &str = "urho-mdl";

/// A model as a scene, called `name`.
pub fn scene<'m>(model: &'m Model<'m>, name: &str) -> (Scene<'m>, Findings) {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let mut layout = Layout::of(model);
    skin::add_bones(&model.skeleton, &mut scene, &mut findings);
    mesh::Builder::new(model, &mut scene, &mut findings).build(&mut layout);
    let layout = serde_json::to_value(&layout).unwrap_or_default();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, blocks: blocks(model) });
    (scene, findings)
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
        blocks.push(block(skin::BLOCK.to_owned(), skin::block(&model.skeleton)));
    }
    blocks
}

/// The unit that the engine counts distances of levels of detail in: the mean size of the model's bounding box.
pub fn mean_size(bounds: &Bounds) -> Option<f32> {
    let size = bounds.size()?;
    let mean = (size.x + size.y + size.z) / 3.0;
    (mean.is_finite() && mean > 0.0).then_some(mean)
}

/// The scene isn't what the layout says.
fn unfit(path: Path, why: impl Display) -> Error {
    Error::new(ErrorKind::Unsupported(format!("not as it was: {why}")), path)
}
