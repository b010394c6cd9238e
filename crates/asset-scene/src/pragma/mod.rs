//! Models of Pragma, with their animations.

mod animation;
mod bulk;
mod layout;
mod mesh;
mod morph;
mod restore;
mod restore_animation;
mod skin;
mod vertex;
mod weights;

use binio::{Budget, Findings, Path};
use pragma_asset::Model;
use pragma_asset::udm::{Array, Document, PackedArray, Value};

pub use animation::ANIMATION_FORMAT;
pub use restore::restore_model;

use crate::{Block, Error, Scene, Source, unescape_name};
use animation::{AnimationLayout, Animator};
use layout::{Layout, SubMeshLayout, unsupported};
use skin::Bones;

/// Name of the model format in [`Source::format`].
pub const FORMAT: &str = "pragma-model";

/// A unit of the engine: 40 of them are a metre.
pub const METRES_PER_UNIT: f32 = 0.025;

/// A model with its animations as a scene, called `name`. What is unpacked spends `budget`.
///
/// # Errors
/// If the budget is spent. What is broken or can't be shown isn't in the scene, is a finding, and comes back all the same.
pub fn scene<'m>(model: &'m Model<'m>, name: &str, budget: &mut Budget) -> Result<(Scene<'m>, Findings), Error> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let bones = Bones::of(model);
    skin::add_bones(model, &bones, &mut scene, &mut findings);
    let morphs = morph::Morphs::of(model);
    let builder = mesh::Builder::new((model, &bones, &morphs), &mut scene, &mut findings, budget);
    let sub_meshes = builder.build()?;
    let animations = Animator::new((model, &bones), &mut scene, &mut findings, budget).build()?;
    if !model.flex_animations().is_empty() {
        findings.note(Path::from("flex animations"), "aren't in the scene: they move flex controllers");
    }
    let document = without_bulk(model, &sub_meshes, &animations, budget)?;
    let mut layout = Layout::new(model, &document)?;
    layout.animations = animations.into_iter().map(|animation| animation.animation).collect();
    let blocks = blocks(model, &sub_meshes);
    layout.sub_meshes = sub_meshes;
    let layout = serde_json::to_value(&layout).unwrap_or_default();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, blocks });
    Ok((scene, findings))
}

/// The arrays of sub meshes as they are in the file.
fn blocks<'m>(model: &'m Model<'m>, sub_meshes: &[SubMeshLayout]) -> Vec<Block<'m>> {
    let groups = model.mesh_groups();
    let mut blocks = Vec::new();
    for (number, layout) in sub_meshes.iter().enumerate() {
        let name = unescape_name(&layout.group);
        let Some(group) = groups.iter().find(|group| *group.name == *name) else { continue };
        let meshes = group.meshes().into_iter().nth(layout.mesh).map(|mesh| mesh.meshes()).unwrap_or_default();
        let Some(data) = meshes.get(layout.sub_mesh).map(pragma_asset::Mesh::element) else { continue };
        for bulk in layout.bulk() {
            let Some(array) = bulk.of(data) else { continue };
            blocks.push(Block { name: bulk.block_name(number), data: bulk::stored(array).into() });
        }
    }
    blocks
}

/// The document of a model without what the scene has.
fn without_bulk<'m>(
    model: &'m Model<'m>,
    sub_meshes: &[SubMeshLayout],
    animations: &[AnimationLayout],
    budget: &mut Budget,
) -> Result<Document<'m>, Error> {
    let mut document = model.document.clone();
    let data = document.data_mut();
    for layout in sub_meshes {
        let Some(sub_mesh) = bulk::sub_mesh(data, layout) else { continue };
        layout.bulk().into_iter().for_each(|bulk| bulk.of_mut(sub_mesh).into_iter().for_each(bulk::take_out));
    }
    for layout in animations.iter().filter(|layout| !layout.channels.is_empty()) {
        let name = unescape_name(&layout.animation);
        let channels = bulk::animation(data, &name).and_then(|animation| animation.get_mut(animation::BLOCK));
        let Some(channels) = channels.and_then(Value::as_array_mut) else { continue };
        let failed = |error| unsupported(Path::from("animation").name(&name), error);
        let mut items = channels.unpack(budget).map_err(failed)?.into_owned();
        restore_animation::keys(&mut items, &layout.channels, |array| bulk::take_out(array));
        *channels = match channels {
            Array::Packed(_) => Array::Packed(Box::new(PackedArray::compress(&items).map_err(failed)?)),
            _ => items,
        };
    }
    Ok(document)
}
