//! Computes tangents for normal maps. They are written because otherwise each reader would have to compute them itself.

use std::collections::HashMap;

use asset_scene::glam::{Vec2, Vec3, Vec4};
use asset_scene::tangents::{Triangles, perpendicular};
use asset_scene::{Array, ArrayId, Primitive, Scene, Semantic, Texture, Topology, cores};

use super::Export;
use super::materials::SETS;
use super::role::{Role, Usage};

/// The positions, normals and texture coordinates. If primitives share them, they also share their tangents.
type Columns = (ArrayId, ArrayId, Option<ArrayId>);

/// The tangents of all primitives that need them.
#[derive(Default)]
pub(super) struct Tangents {
    /// Computed tangents that no primitive has used yet. `None` means that there are no tangents.
    computed: HashMap<Columns, Option<Vec<Vec4>>>,
    /// The entries of the tangents that primitives use.
    known: HashMap<Columns, Option<usize>>,
}

impl Tangents {
    /// Computes the tangents, on all cores.
    pub(super) fn new(scene: &Scene<'_>) -> Self {
        // The primitives that use the same columns.
        let mut primitives: HashMap<Columns, Vec<&Primitive>> = HashMap::new();
        for primitive in scene.meshes.iter().flat_map(|mesh| &mesh.primitives) {
            if let Some(columns) = columns(scene, primitive) {
                primitives.entry(columns).or_default().push(primitive);
            }
        }
        let compute =
            |(columns, primitives): (Columns, Vec<&Primitive>)| (columns, computed(scene, columns, &primitives));
        Self {
            computed: cores::each(primitives.into_iter().collect(), compute).into_iter().collect(),
            known: HashMap::new(),
        }
    }
}

impl Export<'_> {
    /// Returns the tangents of a primitive. Returns `None` if it already has tangents, does not need them because there
    /// is no normal map, or if they can't be computed.
    pub(super) fn tangents(&mut self, primitive: &Primitive) -> Option<usize> {
        let columns = columns(self.scene, primitive)?;
        if let Some(known) = self.tangents.known.get(&columns) {
            return *known;
        }
        let entry = self.tangents.computed.remove(&columns).flatten().map(|tangents| {
            let rows = Array::from_f32s(tangents.into_iter().map(|tangent| tangent.to_array()));
            let packed = self.in_fewer_bits(&rows, Role::Tangent, None);
            let entry = self.arrays.add(packed.unwrap_or(rows), Usage::Vertex);
            self.arrays.mark(entry, |entry| entry.filler = true);
            entry
        });
        self.tangents.known.insert(columns, entry);
        entry
    }
}

/// Returns the columns that are needed to compute tangents, or `None` if a primitive does not need tangents.
fn columns(scene: &Scene<'_>, primitive: &Primitive) -> Option<Columns> {
    let is_shaded = matches!(primitive.topology, Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan);
    if !is_shaded || primitive.attribute(&Semantic::Tangent).is_some() {
        return None;
    }
    let mut materials = primitive.material.iter().chain(primitive.variants.iter().map(|(_, material)| material));
    let is_shown = |map: &Texture| scene[map.image].media_type().is_some();
    let map = materials.find_map(|material| scene[*material].normal_texture.filter(is_shown))?;
    let set = if map.tex_coord < SETS { map.tex_coord } else { 0 };
    let of_width = |semantic: Semantic, width: u8| {
        primitive.attribute(&semantic).filter(|array| scene[*array].width == width && scene[*array].count > 0)
    };
    Some((of_width(Semantic::Position, 3)?, of_width(Semantic::Normal, 3)?, of_width(Semantic::TexCoord(set), 2)))
}

/// Computes a tangent for each vertex, using the triangles of all primitives.
fn computed(
    scene: &Scene<'_>,
    (positions, normals, tex_coords): Columns,
    primitives: &[&Primitive],
) -> Option<Vec<Vec4>> {
    let positions = scene[positions].map_rows(Vec3::from_array)?;
    let normals = scene[normals].map_rows(|normal| Vec3::from_array(normal).try_normalize().unwrap_or(Vec3::Y))?;
    let tex_coords = match tex_coords {
        Some(array) => scene[array].map_rows(Vec2::from_array)?,
        None => vec![Vec2::ZERO; positions.len()],
    };
    let mut indices = Vec::new();
    for primitive in primitives {
        indices.extend(primitive.triangles(scene).ok()?.flatten());
    }
    let triangles = Triangles { positions: &positions, normals: &normals, tex_coords: &tex_coords, indices: &indices };
    let corners = triangles.tangents().ok()?;
    Some(of_vertices(&normals, &indices, &corners))
}

/// Returns a tangent for each vertex, which is the mean of its corners. Because a vertex has only one sign, corners
/// with the rarer handedness are ignored.
fn of_vertices(normals: &[Vec3], indices: &[u32], corners: &[Option<Vec4>]) -> Vec<Vec4> {
    let mut sums = vec![[(Vec3::ZERO, 0_u32); 2]; normals.len()];
    for (index, tangent) in indices.iter().zip(corners) {
        let (Some(sum), Some(tangent)) = (sums.get_mut(*index as usize), tangent) else { continue };
        let [plus, minus] = sum;
        let (direction, count) = if tangent.w < 0.0 { minus } else { plus };
        *direction += tangent.truncate();
        *count = count.saturating_add(1);
    }
    let mean = |(normal, [plus, minus]): (&Vec3, [(Vec3, u32); 2])| {
        let (sum, sign) = if minus.1 > plus.1 { (minus.0, -1.0) } else { (plus.0, 1.0) };
        let upright = sum - *normal * normal.dot(sum);
        upright.try_normalize().unwrap_or_else(|| perpendicular(*normal)).extend(sign)
    };
    normals.iter().zip(sums).map(mean).collect()
}
