//! Models and animations of Urho3D, U3D and rbfx.
//!
//! | to | take |
//! |---|---|
//! | look at a model | [`scene`] |
//! | have it move | [`add_animation`], any number of them |
//! | go back | [`restore_model`], [`restore_animation`]: the files as they were |
//!
//! **Space.** The engines' is left-handed. Positions, normals, tangents and morph deltas have the sign of x changed, rotations those of y and z,
//! matrices those of what couples x with the rest, as rbfx's own importer does it: forward stays +Z. The sign of tangents (`w`) and texture
//! coordinates mean the same on both sides. Triangles are turned around: a list swaps the second and third corner, a fan reverses all but the
//! first index, a strip is reversed, after its last index is repeated if it has an even number of them. Nothing but signs and orders changes, so
//! that everything comes back bit for bit, NaN and −0 included.
//!
//! **Bones** are nodes, in their order, and the joints of the one skin. Those that hang below themselves or below nothing become roots; several
//! roots get a node above them. **Blend indices** are resolved through the geometry's bone mapping; where the weight is 0, so is the joint.
//!
//! **Geometries** are primitives, each with a material of its own, which is called after the geometry or after the model and the geometry's
//! number. There is a mesh per level of detail: at level *k* each geometry has its level *k*, or its last. What has blend weights and what hasn't
//! are in two meshes. The node of the finest lists the nodes of the others; they begin at the engine's distance times [`mean_size`] of the
//! model, which are metres if the camera's LOD bias is 1. What can't be drawn (vertices without positions of three floats, indices beyond the
//! vertices, ranges beyond the indices) is in no mesh, but comes back all the same, as does what no geometry draws. Geometries that share
//! vertices share arrays.
//!
//! **Vertex elements** that glTF has no name for, or not in this type, are [`Semantic::Custom`](crate::Semantic::Custom) `URHO_NAME_index`, with
//! `_2` and so on behind the second and further of one name; whole numbers of 32 bits are two of 16. Sets of texture coordinates and colours are
//! numbered without gaps, in the order of their indices.
//!
//! **Morphs** are sparse morph targets. One that changes a vertex twice is the sum of it.
//!
//! # What the scene doesn't say
//! [`Source::layout`] of a model, with the format [`FORMAT`]. Floats are numbers, or `"nonfinite:0x7fc00000"`; names are as
//! [`escape_name`](crate::escape_name) makes them; bytes are Base64; numbers, boxes and distances are the engine's.
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `version`, `version_number` | `UMDL`, `UMD2`, `UMD3` and its number, `AMDL`, `AMD2`, or `2011` for none |
//! | `vertex_buffers[]` | number of `vertices`, `mask` or `elements` (their words), `morph_range`: first and number |
//! | `vertex_buffers[].joints` | of skinned ones: the `geometry` whose mapping leads from joints to blend indices, and the `slots` (4 × vertex + 0…3) whose `values` don't follow from it |
//! | `vertex_buffers[].data` | the vertices, if no primitive has them |
//! | `index_buffers[]` | `count`, `size`, and `gaps` (bytes `at` and `data`) that no primitive has |
//! | `geometries[]` | `bone_mapping`, `lods[]`: `distance`, `primitive`, `vertex_buffer`, `index_buffer`, `draw`: first and number |
//! | `meshes[][]` | of each primitive of each mesh of the scene: geometry and level |
//! | `morphs[]` | `name`, `weight`, `buffers[]`: `vertex_buffer`, `mask`, number of `vertices`, their `order` if they don't ascend, the records as `data` if no morph target has all of them |
//! | `bones[]` | `name`, `parent`, `collision` (the mask), `radius`, `bounds` |
//! | `loose_bounds` | true if there are vertices beyond the bounding box; if there weren't and now are, the model doesn't fit any more |
//! | `bounds`, `centers`, `lod_levels`, `geometry_names`, `rest` | box and tail |
//!
//! Names of bones and morphs, weights of morphs and places of bones are taken from the scene, so that they can be edited there.
//! The blocks are `vertex buffer 0`, `index buffer 0`, `morph 0 buffer 0` and so on, and `bones`: of each bone position, rotation (`w x y z`),
//! scale and offset matrix as 22 floats, of which those are taken that the scene still says, but for what glTF refuses.
//!
//! `Source::layout` of an animation, with the format [`ANIMATION_FORMAT`]:
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `version`, `version_number` | `UANI`, or `UAN2` and its number |
//! | `name`, `length`, `trailing` | the animation's own |
//! | `tracks[]` | `name`, `channels` (the mask), `weights`, and either the `node` whose channels are its keys, or the `keys` if a later track of the same name counts or if they move nothing |
//! | `era`, `variant_tracks[]` | `old` or `new` numbers of types; `name`, `type`, `interpolation`, `tension`, `weight`, `key_count`, `keys`, `tangents`: no node moves by them |
//!
//! The blocks are `track 0 keys` and so on.

mod ani_layout;
mod animation;
pub mod build;
mod layout;
mod mesh;
mod mirror;
mod morph;
mod restore;
mod restore_animation;
mod skin;
mod vertex;

use asset_geometry::Bounds;
use binio::Findings;
use urho_mdl::Model;

pub use animation::{ANIMATION_FORMAT, add_animation};
pub use restore::restore_model;
pub use restore_animation::restore_animation;

use crate::{Block, Scene, Source};
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

/// Whether the model's bounding box holds its vertices, but for rounding.
fn bounds_hold(model: &Model<'_>) -> bool {
    let outer = model.bounds;
    model.computed_bounds().is_none_or(|inner| {
        let margin = (inner.max - inner.min).max_element() * 1e-3 + 1e-5;
        (outer.min - margin).cmple(inner.min).all() && (outer.max + margin).cmpge(inner.max).all()
    })
}
