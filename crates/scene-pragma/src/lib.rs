//! Models of Pragma, with their animations.
//!
//! [`scene`] makes a scene of a model; [`restore_model`] gives the model back; [`build_model`] makes a new one of any scene.
//!
//! **Space.** The engine's is the scene's: right-handed, Y up, triangles counter-clockwise, texture coordinates from the top left. Its unit is
//! 0.025 m: numbers are kept, and a node called after the scene, number 0, scales whatever hangs below it. Skinned meshes don't: their joints
//! do. Bitangents point the other way than glTF's, so tangents have the other sign (`w`). Nothing else changes, not a bit.
//!
//! **Bones** are nodes 1 and up, in the order of their ids, below their parents; those without parent below node 0. The model's reference pose is
//! in the model's space: the nodes stand at it as seen from their parents, and inverse bind matrices are the inverse of it without scale, as the
//! engine has them. There is a skin if there are weights, one per pose of sub meshes. **Weights** of bone −1, or of bones that don't exist, are 0;
//! where a weight is 0, so is the joint. Weights 4 to 7 are a second set.
//!
//! **Mesh groups** are nodes and meshes of their name, and their sub meshes are primitives, called by the material that the first skin gives them.
//! Sub meshes that stand elsewhere than others of the group, or that have weights where others have none, get a node and a mesh of their own,
//! `name 2` and so on. Groups that only stand in for others far away have no parent and are listed at those as levels of detail. All others
//! are in the scene, those too that the engine shows only if a body group chooses them; a note says so.
//! What can't be drawn (no positions, indices beyond the vertices, incomplete triangles) isn't in the scene, but comes back.
//!
//! **Vertices** have position, normal, tangent, uv; tangents without direction, as maps have them, are left out. Further uv sets are numbered on in their order; alphas are the attribute `PRAGMA_ALPHA`.
//! **Animations of vertices** are sparse morph targets, one per frame, called after the animation, with ` 2` and so on from the second frame.
//! Flex controllers, which steer them, are not in the scene.
//!
//! **Animations** have their channels as stored. The engine holds the later of two keys until its time, but only where nothing changes a key is
//! left out, so that between keys all is straight. The animation `reference` is the reference pose, and isn't among them; nor are such that move
//! no bone. A bone that an animation names without saying where it is stands in the engine at its reference pose **in the model's space**,
//! taken as seen from its parent; where that is elsewhere than at rest, it gets a channel of one key. Gestures, which the engine adds to what
//! else is played, are put onto the reference pose; animations of the older kind that has frames are channels, too. Changes of the latter two
//! don't go back.
//!
//! # What the scene doesn't say
//! [`Source::layout`] of the scene, with the format [`FORMAT`]. Names are as [`escape_name`](crate::escape_name) makes them.
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `text` | whether the file was text |
//! | `document` | all of the model as UDM text, in which the arrays that the scene has are without items; or `binary`, the same in Base64, if text can't say it |
//! | `sub_meshes[]` | where it is: `group`, `mesh`, `sub_mesh`, and as what: `place`, mesh and primitive; how many `vertices` and `indices` |
//! | `sub_meshes[].keeps_vertices` | whether the document has all of the vertices, since they hold more than the scene |
//! | `sub_meshes[].no_tangents` | what stands for all tangents, if it has no direction: 16 bytes, as tangents of the scene |
//! | `sub_meshes[].uv_sets` | which of the document's the scene has |
//! | `sub_meshes[].weights`, `.extended_weights` | `unused`: the bone where a weight is 0; and the `slots` (4 × vertex + 0…3) whose bone and weight don't follow from the scene, with them as `values`, 8 bytes each |
//! | `sub_meshes[].alphas` | whether the scene has them |
//! | `animations` | names of those that are in the scene |
//!
//! The blocks are `sub mesh 0 vertices`, `sub mesh 0 indices`, `… uv set 0`, `… vertexWeights`, `… extendedVertexWeights`, `… alphas`, as stored,
//! packed where they are packed; sub meshes are counted as in `sub_meshes`.
//!
//! [`Source::layout`] of an animation, with the format [`ANIMATION_FORMAT`]: `layout`, 1; `animation`, its name; `channels`, the numbers of those
//! of the document's channels that the scene has bit for bit. The block `channels` is all of them, packed.
//!
//! Names, materials, morph targets and whatever else the scene has beside arrays, keys and places of bones come back from the document.

mod animation;
mod build;
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
pub use build::{BuildOptions, build_model};
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
        restore_animation::keys(&mut items, &layout.channels, bulk::take_out);
        *channels = match channels {
            Array::Packed(_) => Array::Packed(Box::new(PackedArray::compress(&items).map_err(failed)?)),
            _ => items,
        };
    }
    Ok(document)
}
