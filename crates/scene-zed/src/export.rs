//! Shows models as scenes.

use std::collections::HashMap;

use asset_scene::{
    Array, Attribute, Component, Error, ErrorKind, Id, Material, Mesh, Node, Primitive, Scene, Semantic, Source,
    winding,
};
use binio::{Findings, Path};
use scene_adapter::ShowOptions;
use scene_adapter::columns;
use zed_asset::{Attribute as Element, ByteOrder, MeshView, Model, Topology, TriangleArray, VertexLayout};

use crate::FORMAT;
use crate::kinds;
use crate::original::layout_of;

/// The elements of a vertex, with the number of floats.
const ELEMENTS: [(Element, Semantic, usize); 3] = [
    (Element::Position, Semantic::Position, 3),
    (Element::Normal, Semantic::Normal, 3),
    (Element::TexCoord, Semantic::TexCoord(0), 2),
];

/// Elements for which there is no semantic, because it is not known what the joint numbers mean.
const CUSTOM: [(Element, &str, usize); 2] =
    [(Element::JointWeights, "ZED_JOINT_WEIGHTS", 4), (Element::JointIndices, "ZED_JOINT_INDICES", 4)];

/// Whether a custom attribute holds joint numbers or weights.
pub(crate) fn is_joints(name: &str) -> bool {
    CUSTOM.iter().any(|(_, custom, _)| *custom == name)
}

/// One element of the vertices.
pub(crate) struct Column {
    pub(crate) semantic: Semantic,
    /// Floats per vertex.
    pub(crate) floats: usize,
    /// The byte offset in a vertex.
    pub(crate) offset: usize,
}

impl Column {
    /// Returns the size of the element in a vertex, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.floats.saturating_mul(size_of::<f32>())
    }
}

/// Returns the elements in a vertex layout, in order.
pub(crate) fn columns_of(layout: VertexLayout) -> Vec<Column> {
    let custom = CUSTOM.map(|(element, name, floats)| (element, Semantic::Custom(name.to_owned()), floats));
    let mut offset = 0_usize;
    let held = ELEMENTS.into_iter().chain(custom).filter(|(element, ..)| element.is_in(layout));
    held.map(|(_, semantic, floats)| {
        let column = Column { semantic, floats, offset };
        offset = offset.saturating_add(column.size());
        column
    })
    .collect()
}

/// Reverses the bytes of all numbers when this is needed to read or write a file with the given byte order. `width` is
/// the size of a number in bytes.
pub(crate) fn swap(data: &mut [u8], width: usize, order: ByteOrder) {
    if order == ByteOrder::Big {
        data.chunks_exact_mut(width.max(1)).for_each(<[u8]>::reverse);
    }
}

/// Converts a model to a scene called `name`. Findings report content that the scene lacks. The scene carries the file, so
/// [`update`](crate::update()) keeps that content.
///
/// ```
/// # use zed_asset::{MeshBuilder, ModelBuilder, glam::Vec3};
/// # let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
/// # let model = ModelBuilder::new("sign").mesh(MeshBuilder::new(&corners).triangles(&[0, 1, 2])).build()?;
/// let (scene, findings) = scene_zed::to_scene(&model, "sign", &scene_zed::ShowOptions::default())?;
/// for (node, mesh) in scene.mesh_nodes() {
///     println!("{}: {} primitives", scene[node].name, scene[mesh].primitives.len());
/// }
/// # assert!(findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the vertices and indices need more memory than [`ShowOptions::limits`] allow.
pub fn to_scene<'m>(
    model: &'m Model<'_>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Findings), Error> {
    let Shown { mut scene, mut findings, .. } = show(model, name, options)?;
    if model.joints().is_some() {
        findings.loss(
            kinds::SKELETON_LOST,
            Path::from("skeleton"),
            "isn't in the scene: the meaning of its numbers is unknown",
        );
    }
    let original = model.to_bytes().ok().map(Into::into);
    scene.source = Some(Source { format: FORMAT.to_owned(), layout: layout_of(model), original });
    Ok((scene, findings))
}

/// A model as a scene, and which part of the model each mesh is.
pub(crate) struct Shown<'m> {
    pub(crate) scene: Scene<'m>,
    pub(crate) findings: Findings,
    /// The number of the model's mesh for each mesh of the scene.
    pub(crate) meshes: Vec<usize>,
}

/// Shows a model as a scene that doesn't carry the file.
pub(crate) fn show<'m>(model: &Model<'_>, name: &str, options: &ShowOptions<'_>) -> Result<Shown<'m>, Error> {
    spend(model, options)?;
    let shown = Shown {
        scene: Scene { name: name.to_owned(), ..Scene::default() },
        findings: Findings::new(),
        meshes: Vec::new(),
    };
    let mut exporter = Exporter { shown, materials: HashMap::new(), order: model.byte_order };
    for (number, view) in model.meshes().enumerate() {
        exporter.add(view, number);
    }
    Ok(exporter.shown)
}

/// Why an array isn't part of the scene.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unseen {
    /// It has indices beyond the vertices.
    OutOfBounds,
    /// It has less than a triangle.
    Empty,
}

/// Returns why a scene can't show an array, or `None` if it does.
pub(crate) fn unseen(view: &MeshView<'_>, array: &TriangleArray<'_>) -> Option<Unseen> {
    if array.iter().any(|index| usize::from(index) >= view.vertex_count()) {
        Some(Unseen::OutOfBounds)
    } else {
        (winding::whole(array.topology(), array.len()) == 0).then_some(Unseen::Empty)
    }
}

/// Subtracts the memory for all arrays from the budget. An array in the scene is not larger than in the file.
fn spend(model: &Model<'_>, options: &ShowOptions<'_>) -> Result<(), Error> {
    let size = |mesh: &zed_asset::Mesh<'_>| mesh.arrays().map(|(_, array)| array.len()).sum::<usize>();
    let total = model.meshes().map(|view| view.mesh().vertices.len().saturating_add(size(view.mesh())) as u64).sum();
    options.limits.budget().spend(total).map_err(|_| {
        let most = options.limits.expanded_bytes();
        let message = format!("expected at most {most} bytes of vertices and indices, found {total}");
        Error::new(ErrorKind::Unsupported(message), Path::from("meshes"))
    })
}

struct Exporter<'m> {
    shown: Shown<'m>,
    materials: HashMap<u32, Id<Material>>,
    order: ByteOrder,
}

impl Exporter<'_> {
    /// Adds the visible part of a mesh.
    fn add(&mut self, view: MeshView<'_>, number: usize) {
        let arrays = self.arrays(view, number);
        if arrays.is_empty() {
            return;
        }
        let attributes = self.attributes(view);
        let material = Some(self.material(view.material()));
        let scene = &mut self.shown.scene;
        let primitives = arrays.into_iter().map(|(topology, indices)| {
            let indices = Some(scene.arrays.push(indices));
            Primitive { topology, indices, material, attributes: attributes.clone(), ..Primitive::default() }
        });
        let primitives = primitives.collect();
        let name = name_of(&scene.name, number);
        let mesh = scene.meshes.push(Mesh { name: name.clone(), primitives, ..Mesh::default() });
        scene.nodes.push(Node { name, mesh: Some(mesh), ..Node::default() });
        self.shown.meshes.push(number);
    }

    /// The index arrays that can be drawn, turned around.
    fn arrays(&mut self, view: MeshView<'_>, number: usize) -> Vec<(Topology, Array<'static>)> {
        let mut shown = Vec::new();
        for (place, array) in view.arrays().enumerate() {
            let path = || Path::from([("mesh", number), ("array", place)]);
            let findings = &mut self.shown.findings;
            match unseen(&view, &array) {
                Some(Unseen::OutOfBounds) => {
                    findings.loss(kinds::MESH_NOT_SHOWN, path(), "is not shown: indices beyond its vertices");
                }
                Some(Unseen::Empty) => {
                    findings.note(kinds::MESH_NOT_SHOWN, path(), "is not shown: it draws nothing");
                }
                None => {
                    let whole = winding::whole(array.topology(), array.len());
                    let indices = array.iter().take(whole).map(u32::from);
                    shown.push((array.topology(), winding::array(array.topology(), indices, size_of::<u16>())));
                }
            }
        }
        shown
    }

    fn attributes(&mut self, view: MeshView<'_>) -> Vec<Attribute> {
        let stride = view.layout().stride();
        let columns = columns_of(view.layout()).into_iter().map(|column| {
            let mut data = columns::gather(&view.mesh().vertices, stride, column.offset, column.size());
            swap(&mut data, size_of::<f32>(), self.order);
            let array = self.shown.scene.arrays.push(Array::from_bytes(Component::F32, column.floats as u8, data));
            Attribute { semantic: column.semantic, array }
        });
        columns.collect()
    }

    /// Returns the material for a number, which is also its name.
    fn material(&mut self, number: u32) -> Id<Material> {
        let materials = &mut self.shown.scene.materials;
        let new = || materials.push(plain_material(&material_name(number)));
        *self.materials.entry(number).or_insert_with(new)
    }
}

/// Returns the name of a model's mesh in a scene of this name.
pub(crate) fn name_of(scene: &str, number: usize) -> String {
    if number == 0 { scene.to_owned() } else { format!("{scene} {number}") }
}

/// Returns the name of a material in a scene: models only have numbers.
pub(crate) fn material_name(number: u32) -> String {
    format!("Material {number}")
}

/// Returns a material as models show it: white on both sides.
pub(crate) fn plain_material(name: &str) -> Material {
    Material { double_sided: true, ..Material::named(name) }
}
