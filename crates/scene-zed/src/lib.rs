//! Models of the ZED engine.
//!
//! Space is the scene's own: right-handed, Y up; nothing in the format names a unit, and its numbers are taken as they are. The engine culls
//! nothing; its author's exporter makes fronts clockwise, so triangles are turned around on the way in and out. Where V begins nothing says
//! either; it is left alone.
//!
//! [`scene`] makes a mesh and a node per ZED mesh, and a primitive per array of indices; [`restore_model`] gives the file back; [`model`]
//! makes a new one of any scene.
//!
//! # What the scene doesn't say
//! [`Source::layout`](crate::Source::layout) with the [`FORMAT`] `zed-model`:
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `version`, `flags` | of the header |
//! | `big_endian`, `dialect` | order of bytes; `engine`, `document`, `engine-u32`, `document-u16` |
//! | `chunks` | in the file's order, each `token`, `size` if it is a wrong one, `end` (what the END chunk behind it claims, or nothing), and one of `metadata`, `mesh`, `data` |
//! | `chunks[].metadata` | `totals` in the file's order, `name` (Base64, up to its last byte that isn't 0), `version` |
//! | `chunks[].mesh` | `material`, number of `vertices`, `strips`, `lists`, `fans`, `mesh` (the scene's, if it has any of it), `data` (Base64) of the vertices if it hasn't |
//! | `strips[]` … | number of `indices`, and those which no primitive has as `rest` (Base64), all of them if there is no `primitive` |
//! | `end`, `trailing` | what the END chunk of the file claims, and what stands behind it |
//!
//! Blocks are `mesh 0 vertices`, `mesh 0 strip 0`, `mesh 0 list 0`, `mesh 0 fan 0`, meshes counted through the file.

mod build;
mod layout;
mod restore;

use binio::{Findings, Path};
use zed_asset::{Attribute as Element, ByteOrder, Content, MeshView, Model, Topology};

pub use build::{Dialect, model};
pub use restore::restore_model;

use crate::winding;
use crate::{
    Array, Attribute, Block, Component, Material, Mesh, Node, Primitive, Scene, Semantic, Source, escape_name,
};
use layout::{ArrayLayout, Layout, MeshLayout};

/// Name of the format in [`Source::format`].
pub const FORMAT: &str = "zed-model";

/// What a vertex is made of, as attributes, with the number of floats.
const ELEMENTS: [(Element, Semantic, usize); 3] = [
    (Element::Position, Semantic::Position, 3),
    (Element::Normal, Semantic::Normal, 3),
    (Element::TexCoord, Semantic::TexCoord(0), 2),
];

/// Attributes that glTF has no name for: what joints are in the engine nobody has said.
const CUSTOM: [(Element, &str, usize); 2] =
    [(Element::JointWeights, "ZED_JOINT_WEIGHTS", 4), (Element::JointIndices, "ZED_JOINT_INDICES", 4)];

/// The attributes of a layout of vertices: semantic, floats, and where they begin.
fn attributes(layout: zed_asset::VertexLayout) -> Vec<(Semantic, usize, usize)> {
    let known = ELEMENTS.into_iter();
    let all = known.chain(CUSTOM.map(|(element, name, floats)| (element, Semantic::Custom(name.to_owned()), floats)));
    let mut offset = 0;
    let held = all.filter(|(element, ..)| element.is_in(layout)).map(|(_, semantic, floats)| {
        let place = (semantic, floats, offset);
        offset += floats * size_of::<f32>();
        place
    });
    held.collect()
}

/// A model as a scene, called `name`.
pub fn scene<'m>(model: &'m Model<'_>, name: &str) -> (Scene<'m>, Findings) {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let mut layout = Layout::of(model);
    let mut blocks = Vec::new();
    let mut number = 0;
    let contents = model.chunks.list.iter().map(|chunk| &chunk.content);
    for (content, layout) in contents.zip(&mut layout.chunks) {
        if let (Content::Mesh(_), Some(layout)) = (content, &mut layout.mesh) {
            if let Some(view) = model.mesh(number) {
                add_mesh(&mut scene, view, model.byte_order, layout, (number, &mut findings));
                add_blocks(&mut blocks, view.mesh(), number);
            }
            number += 1;
        }
    }
    if model.joints().is_some() {
        findings.warning(Path::from("skeleton"), "isn't in the scene: nobody has said what its numbers mean");
    }
    let layout = serde_json::to_value(&layout).unwrap_or_default();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, blocks });
    (scene, findings)
}

fn add_blocks<'m>(blocks: &mut Vec<Block<'m>>, mesh: &'m zed_asset::Mesh<'_>, number: usize) {
    blocks.push(Block { name: format!("mesh {number} vertices"), data: mesh.vertices.borrowed() });
    for (kind, arrays) in [("strip", &mesh.strips), ("list", &mesh.lists), ("fan", &mesh.fans)] {
        for (place, array) in arrays.iter().enumerate() {
            blocks.push(Block { name: format!("mesh {number} {kind} {place}"), data: array.borrowed() });
        }
    }
}

/// Adds what can be shown of a mesh, and says in the layout where it is and what isn't there.
fn add_mesh(
    scene: &mut Scene<'_>,
    view: MeshView<'_>,
    order: ByteOrder,
    layout: &mut MeshLayout,
    (number, findings): (usize, &mut Findings),
) {
    let mut shown: Vec<(Topology, Array<'static>)> = Vec::new();
    for (place, array) in view.arrays().enumerate() {
        let Some(layout) = layout.arrays_mut().nth(place) else { continue };
        let path = || Path::from([("mesh", number), ("array", place)]);
        let whole = winding::whole(array.topology(), array.len());
        if array.iter().any(|index| usize::from(index) >= view.vertex_count()) {
            findings.warning(path(), "is not shown: indices beyond its vertices");
        } else if whole == 0 {
            findings.note(path(), "is not shown: it draws nothing");
        } else {
            layout.primitive = Some(shown.len());
            let indices = array.iter().take(whole).map(u32::from);
            shown.push((array.topology(), winding::array(array.topology(), indices, size_of::<u16>())));
        }
    }
    keep_rest(view.mesh(), layout);
    if shown.is_empty() {
        layout.data = Some(crate::json::Base64(view.mesh().vertices.to_vec()));
        return;
    }
    layout.mesh = Some(scene.meshes.len());
    let mut columns = Vec::new();
    for (semantic, floats, offset) in attributes(view.layout()) {
        let data = column(&view.mesh().vertices, view.layout().stride(), offset, floats, order);
        let array = scene.add_array(Array::packed(Component::F32, floats, data));
        columns.push(Attribute { semantic, array });
    }
    let material = material(scene, view.material());
    let primitives = shown.into_iter().map(|(topology, indices)| {
        let indices = Some(scene.add_array(indices));
        Primitive { topology, indices, material: Some(material), attributes: columns.clone(), ..Primitive::default() }
    });
    let primitives = primitives.collect();
    let name = if number == 0 { scene.name.clone() } else { format!("{} {number}", scene.name) };
    scene.nodes.push(Node { name: name.clone(), mesh: Some(scene.meshes.len()), ..Node::default() });
    scene.meshes.push(Mesh { name, primitives, ..Mesh::default() });
}

/// Puts into the layout the indices that no primitive has.
fn keep_rest(mesh: &zed_asset::Mesh<'_>, layout: &mut MeshLayout) {
    for ((topology, stored), layout) in mesh.arrays().zip(layout.arrays_mut()) {
        let kept = if layout.primitive.is_some() { winding::whole(topology, stored.len() / 2) * 2 } else { 0 };
        layout.rest = crate::json::Base64(stored.get(kept..).unwrap_or_default().to_vec());
    }
}

/// The material of a number, called after it.
fn material(scene: &mut Scene<'_>, number: u32) -> usize {
    let name = escape_name(format!("Material {number}").as_bytes());
    let known = scene.materials.iter().position(|material| material.name == name);
    known.unwrap_or_else(|| {
        scene.materials.push(Material { name, double_sided: true });
        scene.materials.len() - 1
    })
}

/// One element of all vertices, little-endian.
fn column(vertices: &[u8], stride: usize, offset: usize, floats: usize, order: ByteOrder) -> Vec<u8> {
    let size = floats * size_of::<f32>();
    let values = vertices.chunks_exact(stride).filter_map(|vertex| vertex.get(offset..)?.get(..size));
    let mut data = Vec::with_capacity(vertices.len() / stride * size);
    values.for_each(|value| data.extend_from_slice(value));
    if order == ByteOrder::Big {
        data.chunks_exact_mut(size_of::<f32>()).for_each(<[u8]>::reverse);
    }
    data
}

impl ArrayLayout {
    fn of(array: &[u8]) -> Self {
        Self { indices: array.len() / 2, primitive: None, rest: crate::json::Base64::default() }
    }
}
