//! Reads the triangles of decals, which only pictures show.

use asset_scene::{Array, Attribute, Id, Material, Mesh, Primitive, Scene, Semantic};
use binio::zerocopy::little_endian::{F32, U16};
use binio::{Budget, Fault, Input, Parsed};

use crate::mirror;

/// The numbers of a vertex: its position, its normal, its texture coordinates and its tangent.
type Row = [F32; 12];

/// The number of bytes that a picture needs for each vertex and each index.
const VERTEX: u64 = 64;

/// The decals of a component.
pub(super) enum Decals {
    /// They follow the bones of a model.
    Bound,
    /// They are in the space of their node.
    Fixed(Vec<Decal>),
}

/// A piece of a surface that shows something else.
pub(super) struct Decal {
    vertices: Vec<Row>,
    indices: Vec<U16>,
}

impl Decals {
    /// Parses the attribute `Decals`. Decals that have disappeared at this time, in seconds, are left out.
    pub(super) fn of_attribute(bytes: &[u8], time: f32, budget: &mut Budget) -> Result<Self, String> {
        let size = (bytes.len() as u64).saturating_mul(VERTEX / 2);
        budget.spend(size).map_err(|fault| fault.to_string())?;
        let (input, is_bound) = binio::u8::<Fault>(Input::new(bytes)).map_err(said)?;
        if is_bound != 0 {
            return Ok(Self::Bound);
        }
        // The engine ignores bytes at the end.
        let (mut input, count) = binio::vle29::<Fault>(input).map_err(said)?;
        let mut decals = Vec::new();
        for _ in 0..count {
            let (rest, (timer, lifetime, decal)) = decal(input).map_err(said)?;
            if !(lifetime > 0.0 && timer + time >= lifetime) {
                decals.push(decal);
            }
            input = rest;
        }
        Ok(Self::Fixed(decals))
    }
}

fn said(failure: binio::nom::Err<binio::Failure<Fault>>) -> String {
    format!("the decals are damaged: {}", binio::Error::<Fault>::from(failure))
}

/// Reads a decal, after the time since it was added, and the time that it is shown for. For decals that are always
/// shown, the second is 0.
fn decal(input: Input<'_>) -> Parsed<'_, (f32, f32, Decal), Fault> {
    let (input, timer) = binio::f32_le(input)?;
    let (input, lifetime) = binio::f32_le(input)?;
    let (input, vertices) = binio::vle29(input)?;
    let (input, indices) = binio::vle29(input)?;
    let (input, vertices) = binio::records::<Row, Fault>(input, vertices as usize)?;
    let (input, indices) = binio::records::<U16, Fault>(input, indices as usize)?;
    Ok((input, (timer, lifetime, Decal { vertices: vertices.to_vec(), indices: indices.to_vec() })))
}

/// Adds a mesh for decals to the scene. Returns `None` if there are no triangles.
pub(super) fn mesh(
    decals: &[Decal],
    scene: &mut Scene<'static>,
    (name, material): (&str, Id<Material>),
) -> Option<Id<Mesh>> {
    let rows = || decals.iter().flat_map(|decal| &decal.vertices);
    let numbers = |row: &Row| row.map(F32::get);
    let three = |row: &Row, part: fn([f32; 12]) -> [f32; 3]| mirror::vector(part(numbers(row)));
    let positions = rows().map(|row| three(row, |[x, y, z, ..]| [x, y, z]));
    let normals = rows().map(|row| three(row, |[_, _, _, x, y, z, ..]| [x, y, z]));
    let coordinates = rows().map(|row| {
        let [_, _, _, _, _, _, u, v, ..] = numbers(row);
        [u, v]
    });
    let (mut indices, mut base) = (Vec::new(), 0_u32);
    for Decal { vertices, indices: own } in decals {
        let is_inside = |triangle: &&[U16]| triangle.iter().all(|index| usize::from(index.get()) < vertices.len());
        let triangles = own.chunks_exact(3).filter(is_inside).flatten();
        indices.extend(triangles.map(|index| base.saturating_add(u32::from(index.get()))));
        base = base.saturating_add(u32::try_from(vertices.len()).unwrap_or(u32::MAX));
    }
    if indices.is_empty() {
        return None;
    }
    let mut attribute = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let attributes = vec![
        attribute(Semantic::Position, Array::from_f32s(positions)),
        attribute(Semantic::Normal, Array::from_f32s(normals)),
        attribute(Semantic::TexCoord(0), Array::from_f32s(coordinates)),
    ];
    let indices = Some(scene.arrays.push(Array::from_u32s(indices)));
    let primitive = Primitive { attributes, indices, material: Some(material), ..Primitive::default() };
    Some(scene.meshes.push(Mesh { name: name.to_owned(), primitives: vec![primitive], ..Mesh::default() }))
}
