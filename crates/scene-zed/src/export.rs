//! Shows models as scenes.

use std::collections::HashMap;

use asset_scene::{
    Array, Attribute, Component, Error, ErrorKind, Id, Material, Mesh, Node, Primitive, Scene, Semantic, Source,
    winding,
};
use binio::{Findings, Path};
use scene_adapter::ShowOptions;
use scene_adapter::columns;
use scene_adapter::json::Base64;
use zed_asset::{Attribute as Element, ByteOrder, MeshView, Model, Topology, VertexLayout};

use crate::FORMAT;
use crate::kinds;
use crate::layout::{Layout, MeshLayout};

/// The elements of a vertex, with the number of floats.
const ELEMENTS: [(Element, Semantic, usize); 3] = [
    (Element::Position, Semantic::Position, 3),
    (Element::Normal, Semantic::Normal, 3),
    (Element::TexCoord, Semantic::TexCoord(0), 2),
];

/// Elements for which there is no semantic, because it is not known what the joint numbers mean.
const CUSTOM: [(Element, &str, usize); 2] =
    [(Element::JointWeights, "ZED_JOINT_WEIGHTS", 4), (Element::JointIndices, "ZED_JOINT_INDICES", 4)];

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

/// Converts a model to a scene with the name `name`. See the findings for content that can't be shown. Note that
/// [`restore`](crate::restore()) will still write this content into the file again.
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
    spend(model, options)?;
    let mut layout = Layout::of(model);
    let scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut exporter =
        Exporter { scene, findings: Findings::new(), materials: HashMap::new(), order: model.byte_order };
    let layouts = layout.chunks.iter_mut().filter_map(|chunk| chunk.mesh.as_mut());
    for ((number, view), layout) in model.meshes().enumerate().zip(layouts) {
        exporter.add(view, layout, number);
    }
    let Exporter { mut scene, mut findings, .. } = exporter;
    if model.joints().is_some() {
        findings.loss(
            kinds::SKELETON_LOST,
            Path::from("skeleton"),
            "isn't in the scene: the meaning of its numbers is unknown",
        );
    }
    // Keys are text and numbers finite: nothing can fail.
    let layout = serde_json::to_value(&layout).unwrap_or_default();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, original: model.to_bytes().ok().map(Into::into) });
    Ok((scene, findings))
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
    scene: Scene<'m>,
    findings: Findings,
    materials: HashMap<u32, Id<Material>>,
    order: ByteOrder,
}

impl Exporter<'_> {
    /// Adds the part of a mesh that can be shown, and stores the mesh index and everything else in the layout.
    fn add(&mut self, view: MeshView<'_>, layout: &mut MeshLayout, number: usize) {
        let shown = self.shown(view, layout, number);
        keep_rest(view.mesh(), layout);
        if shown.is_empty() {
            layout.data = Some(Base64(view.mesh().vertices.to_vec()));
            return;
        }
        let attributes = self.attributes(view);
        let material = Some(self.material(view.material()));
        let primitives = shown.into_iter().map(|(topology, indices)| {
            let indices = Some(self.scene.arrays.push(indices));
            Primitive { topology, indices, material, attributes: attributes.clone(), ..Primitive::default() }
        });
        let primitives = primitives.collect();
        let name = if number == 0 { self.scene.name.clone() } else { format!("{} {number}", self.scene.name) };
        let mesh = self.scene.meshes.push(Mesh { name: name.clone(), primitives, ..Mesh::default() });
        self.scene.nodes.push(Node { name, mesh: Some(mesh), ..Node::default() });
        layout.mesh = Some(mesh.index());
    }

    /// Returns the index arrays that can be drawn, after reversing them.
    fn shown(&mut self, view: MeshView<'_>, layout: &mut MeshLayout, number: usize) -> Vec<(Topology, Array<'static>)> {
        let mut shown = Vec::new();
        for ((place, array), layout) in view.arrays().enumerate().zip(layout.arrays_mut()) {
            let path = Path::from([("mesh", number), ("array", place)]);
            let whole = winding::whole(array.topology(), array.len());
            if array.iter().any(|index| usize::from(index) >= view.vertex_count()) {
                self.findings.loss(kinds::MESH_NOT_SHOWN, path, "is not shown: indices beyond its vertices");
            } else if whole == 0 {
                self.findings.note(kinds::MESH_NOT_SHOWN, path, "is not shown: it draws nothing");
            } else {
                layout.primitive = Some(shown.len());
                let indices = array.iter().take(whole).map(u32::from);
                shown.push((array.topology(), winding::array(array.topology(), indices, size_of::<u16>())));
            }
        }
        shown
    }

    fn attributes(&mut self, view: MeshView<'_>) -> Vec<Attribute> {
        let stride = view.layout().stride();
        let columns = columns_of(view.layout()).into_iter().map(|column| {
            let mut data = columns::gather(&view.mesh().vertices, stride, column.offset, column.size());
            swap(&mut data, size_of::<f32>(), self.order);
            let array = self.scene.arrays.push(Array::from_bytes(Component::F32, column.floats as u8, data));
            Attribute { semantic: column.semantic, array }
        });
        columns.collect()
    }

    /// Returns the material for a number, which is also its name.
    fn material(&mut self, number: u32) -> Id<Material> {
        let materials = &mut self.scene.materials;
        let new = || materials.push(Material { double_sided: true, ..Material::named(format!("Material {number}")) });
        *self.materials.entry(number).or_insert_with(new)
    }
}

/// Stores the indices that no primitive uses in the layout.
fn keep_rest(mesh: &zed_asset::Mesh<'_>, layout: &mut MeshLayout) {
    for ((topology, stored), layout) in mesh.arrays().zip(layout.arrays_mut()) {
        let shown = layout.primitive.map_or(0, |_| winding::whole(topology, stored.len() / 2));
        layout.rest = Base64(stored.get(shown.saturating_mul(2)..).unwrap_or_default().to_vec());
    }
}
