//! Buffers, geometries and bones of the model file.

use std::collections::HashMap;

use asset_geometry::Topology;
use binio::{Bytes, Findings, Path};
use glam::{DAffine3, DVec3, Vec3};
use urho_mdl::{
    Bone, Bounds, Collision, Declaration, Element, ElementType, Geometry, IndexBuffer, Lod, Model, Primitive, Range,
    Semantic, Skeleton, VertexBuffer,
};

use super::morphs::Morphs;
use super::plan::Plan;
use super::space::Space;
use super::split::Draft;
use super::surface::Surface;
use crate::urho::mean_size;
use crate::{Error, ErrorKind};

/// Vertices up to which indices have 16 bits.
const SHORT: usize = 65_535;

/// A vertex buffer with its index buffer, while it grows.
#[derive(Debug)]
struct Buffer {
    elements: Vec<Element>,
    vertices: usize,
    data: Vec<u8>,
    indices: Vec<u32>,
}

/// All buffers. Surfaces of the same elements share one as long as 16 bits can count its vertices.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    list: Vec<Buffer>,
    /// The last buffer of each list of elements.
    last: HashMap<Vec<Element>, usize>,
}

impl Buffers {
    /// Adds what a geometry draws.
    pub(super) fn add(&mut self, draft: Draft, morphs: &mut Morphs, path: &Path) -> Result<Geometry, Error> {
        let mut geometry = Geometry { bone_mapping: draft.mapping, lods: Vec::new() };
        let mut last = 0;
        for (distance, surface) in draft.levels {
            let primitive = primitive(surface.topology);
            let mut draw = Range::default();
            if !surface.positions.is_empty() {
                last = self.buffer_for(&surface);
                draw = self.append(last, &surface, morphs).ok_or_else(|| too_large(path))?;
            }
            let buffer = last as u32;
            geometry.lods.push(Lod { distance, primitive, vertex_buffer: buffer, index_buffer: buffer, draw });
        }
        Ok(geometry)
    }

    fn buffer_for(&mut self, surface: &Surface) -> usize {
        let elements = elements(surface);
        let fits = |number: &usize| {
            let held = self.list.get(*number).map_or(0, |buffer| buffer.vertices);
            held + surface.positions.len() <= SHORT
        };
        if let Some(number) = self.last.get(&elements).copied().filter(fits) {
            return number;
        }
        let number = self.list.len();
        self.last.insert(elements.clone(), number);
        self.list.push(Buffer { elements, vertices: 0, data: Vec::new(), indices: Vec::new() });
        number
    }

    /// `None` if there are more indices than can be counted.
    fn append(&mut self, number: usize, surface: &Surface, morphs: &mut Morphs) -> Option<Range> {
        let buffer = self.list.get_mut(number)?;
        let first = u32::try_from(buffer.vertices).ok()?;
        morphs.collect(surface, number, first);
        let start = u32::try_from(buffer.indices.len()).ok()?;
        let count = u32::try_from(surface.indices.len()).ok()?;
        start.checked_add(count)?;
        buffer.indices.extend(surface.indices.iter().map(|index| index + first));
        (0..surface.positions.len()).for_each(|vertex| write_vertex(surface, vertex, &mut buffer.data));
        buffer.vertices += surface.positions.len();
        Some(Range { start, count })
    }

    pub(super) fn finish(self) -> (Vec<VertexBuffer<'static>>, Vec<IndexBuffer<'static>>) {
        self.list.into_iter().map(Buffer::finish).unzip()
    }
}

impl Buffer {
    fn finish(self) -> (VertexBuffer<'static>, IndexBuffer<'static>) {
        let short = self.vertices <= SHORT;
        let data: Vec<u8> = if short {
            self.indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect()
        } else {
            self.indices.iter().flat_map(|index| index.to_le_bytes()).collect()
        };
        let indices = IndexBuffer {
            index_count: self.indices.len() as u32,
            index_size: if short { 2 } else { 4 },
            data: Bytes::from(data),
        };
        let vertices = VertexBuffer {
            vertex_count: self.vertices as u32,
            declaration: Declaration::List(self.elements),
            morph_range: Range::default(),
            data: Bytes::from(self.data),
        };
        (vertices, indices)
    }
}

fn too_large(path: &Path) -> Error {
    Error::new(ErrorKind::Unsupported("more indices than 32 bits can count".into()), path.clone())
}

/// What a surface's vertices are made of, in AssetImporter's order (conventions 5.3).
fn elements(surface: &Surface) -> Vec<Element> {
    let mut elements = vec![Element::new(ElementType::VECTOR3, Semantic::POSITION, 0)];
    if !surface.normals.is_empty() {
        elements.push(Element::new(ElementType::VECTOR3, Semantic::NORMAL, 0));
    }
    let color = |(set, _): &(u8, Vec<[u8; 4]>)| Element::new(ElementType::UBYTE4_NORM, Semantic::COLOR, *set);
    elements.extend(surface.colors.iter().map(color));
    elements.extend(surface.uvs.iter().map(|(set, _)| Element::new(ElementType::VECTOR2, Semantic::TEXCOORD, *set)));
    if !surface.tangents.is_empty() {
        elements.push(Element::new(ElementType::VECTOR4, Semantic::TANGENT, 0));
    }
    if !surface.influences.is_empty() {
        elements.push(Element::new(ElementType::VECTOR4, Semantic::BLENDWEIGHTS, 0));
        elements.push(Element::new(ElementType::UBYTE4, Semantic::BLENDINDICES, 0));
    }
    elements
}

fn write_vertex(surface: &Surface, vertex: usize, data: &mut Vec<u8>) {
    let mut floats = |values: &[f32]| data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    surface.positions.get(vertex).into_iter().for_each(|value| floats(&value.to_array()));
    surface.normals.get(vertex).into_iter().for_each(|value| floats(&value.to_array()));
    surface.colors.iter().filter_map(|(_, column)| column.get(vertex)).for_each(|value| data.extend(value));
    let mut floats = |values: &[f32]| data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    surface.uvs.iter().filter_map(|(_, column)| column.get(vertex)).for_each(|value| floats(&value.to_array()));
    surface.tangents.get(vertex).into_iter().for_each(|value| floats(&value.to_array()));
    if let Some(influences) = surface.influences.get(vertex) {
        floats(&influences.0.map(|(_, weight)| weight));
        data.extend(influences.0.map(|(bone, _)| bone as u8));
    }
}

fn primitive(topology: Option<Topology>) -> Primitive {
    match topology {
        Some(Topology::TriangleStrip) => Primitive::TRIANGLE_STRIP,
        Some(Topology::TriangleFan) => Primitive::TRIANGLE_FAN,
        Some(Topology::Lines) => Primitive::LINE_LIST,
        Some(Topology::LineStrip) => Primitive::LINE_STRIP,
        Some(Topology::Points) => Primitive::POINT_LIST,
        Some(Topology::Triangles) | None => Primitive::TRIANGLE_LIST,
    }
}

/// The skeleton. A bone that nothing hangs on has the inverse of its place at rest as its offset.
pub(super) fn skeleton(plan: &Plan<'_>, space: Space) -> Skeleton<'static> {
    let bone = |bone: &super::plan::Bone| {
        let mut made = Bone {
            name: bone.name.clone(),
            parent: bone.parent as u32,
            position: space.point(bone.local.translation),
            rotation: Space::rotation(bone.local.rotation),
            scale: bone.local.scale.as_vec3(),
            offset_matrix: [0.0; 12],
            collision: Collision::default(),
        };
        let offset = space.affine(bone.offset.unwrap_or(bone.inverse));
        made.set_inverse_bind(&urho_mdl::glam::Affine3A::from_mat4(glam::DMat4::from(offset).as_mat4()));
        made
    };
    Skeleton { bones: plan.bones.iter().map(bone).collect() }
}

/// What the engine shows before anything moves.
pub(super) fn bounds_at_rest(skeleton: &Skeleton<'_>, drafts: &[(Path, Draft)]) -> Bounds {
    let locals: Vec<DAffine3> = skeleton.bones.iter().map(|bone| double(bone.local_transform())).collect();
    let worlds = skeleton.hierarchy().global_transforms(&locals).unwrap_or_default();
    let bones = worlds.iter().zip(&skeleton.bones).map(|(world, bone)| *world * double(bone.inverse_bind()));
    let bones: Vec<DAffine3> = bones.collect();
    let surfaces = drafts.iter().flat_map(|(_, draft)| &draft.levels).map(|(_, surface)| surface);
    let shown = surfaces.flat_map(|surface| {
        surface.positions.iter().zip(&surface.influences).map(|(position, influences)| {
            let moved = influences.0.iter().filter_map(|(bone, weight)| {
                let bone = bones.get(*bone as usize).filter(|_| *weight != 0.0)?;
                Some(bone.transform_point3(position.as_dvec3()) * f64::from(*weight))
            });
            moved.sum::<DVec3>().as_vec3()
        })
    });
    Bounds::from_points(shown)
}

fn double(matrix: urho_mdl::glam::Affine3A) -> DAffine3 {
    let translation: Vec3 = matrix.translation.into();
    DAffine3 { matrix3: glam::Mat3::from(matrix.matrix3).as_dmat3(), translation: translation.as_dvec3() }
}

/// Where the engine begins to show a level of detail, in mean sizes of the model, if the scene doesn't say it: the next at twice the
/// distance.
const FIRST_DISTANCE: f32 = 10.0;

/// The model of its parts, with what importers compute. Distances of levels of detail come in the scene's unit, of which the model has
/// `scale`.
pub(super) fn finish(
    mut model: Model<'static>,
    at_rest: Bounds,
    scale: f32,
    findings: &mut Findings,
) -> Result<Model<'static>, urho_mdl::Error> {
    model.compute_bounds();
    model.bounds = model.bounds.merge(at_rest);
    let mean = mean_size(&model.bounds);
    for (number, geometry) in model.geometries.iter_mut().enumerate() {
        let (mut last, mut made_up) = (0.0, false);
        for lod in geometry.lods.iter_mut().skip(1) {
            let distance = lod.distance * scale / mean.unwrap_or(1.0);
            let known = distance > last && distance.is_finite();
            made_up |= !known;
            lod.distance = if known { distance } else { (last * 2.0).max(FIRST_DISTANCE) };
            last = lod.distance;
        }
        if made_up {
            let message = "levels of detail without a distance beyond the one before begin at twice that, or at ten sizes of the model";
            findings.note([("geometry", number)], message);
        }
    }
    model.compute_centers()?;
    model.compute_morph_ranges();
    if !model.skeleton.bones.is_empty() {
        model.compute_bone_bounds();
    }
    Ok(model)
}
