//! A primitive of a mesh, unpacked.

use asset_geometry::Topology;
use binio::{Findings, Path};
use glam::{Vec2, Vec3, Vec4};

use super::influences::{self, Influences};
use crate::{Array, Error, ErrorKind, Mesh, Primitive, Scene, Semantic};

/// Vertices and indices. Columns that aren't there are empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) material: Option<usize>,
    pub(super) topology: Option<Topology>,
    pub(super) indices: Vec<u32>,
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) tangents: Vec<Vec4>,
    pub(super) uvs: Vec<(u8, Vec<Vec2>)>,
    pub(super) colors: Vec<(u8, Vec<[u8; 4]>)>,
    pub(super) influences: Vec<Influences>,
    /// What each morph target adds.
    pub(super) targets: Vec<Target>,
}

/// What a morph target adds to each vertex. Columns that aren't there are empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// Number of the model's morph.
    pub(super) morph: usize,
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) tangents: Vec<Vec3>,
}

impl Surface {
    /// The surface whose vertex `i` is what vertex `from[i]` is here. It has no indices.
    pub(super) fn picked(&self, from: &[u32]) -> Self {
        let target = |target: &Target| Target {
            morph: target.morph,
            positions: pick(&target.positions, from),
            normals: pick(&target.normals, from),
            tangents: pick(&target.tangents, from),
        };
        Self {
            material: self.material,
            topology: self.topology,
            indices: Vec::new(),
            positions: pick(&self.positions, from),
            normals: pick(&self.normals, from),
            tangents: pick(&self.tangents, from),
            uvs: self.uvs.iter().map(|(set, column)| (*set, pick(column, from))).collect(),
            colors: self.colors.iter().map(|(set, column)| (*set, pick(column, from))).collect(),
            influences: pick(&self.influences, from),
            targets: self.targets.iter().map(target).collect(),
        }
    }

    /// Makes vertex `i` what vertex `from[i]` was. The indices stay: they are the caller's to mend.
    pub(super) fn pick(&mut self, from: &[u32]) {
        let indices = std::mem::take(&mut self.indices);
        *self = Self { indices, ..self.picked(from) };
    }

    /// Leaves out vertices that nothing draws: files like to have one list of vertices for many primitives.
    fn drop_unused(&mut self) {
        let mut places = vec![None; self.positions.len()];
        for index in &self.indices {
            places.get_mut(*index as usize).into_iter().for_each(|place| *place = Some(0));
        }
        let used: Vec<u32> =
            (0..).zip(&places).filter(|(_, place)| place.is_some()).map(|(vertex, _)| vertex).collect();
        if used.len() == places.len() {
            return;
        }
        for (place, vertex) in (0..).zip(&used) {
            places.get_mut(*vertex as usize).into_iter().for_each(|slot| *slot = Some(place));
        }
        self.pick(&used);
        for index in &mut self.indices {
            *index = places.get(*index as usize).copied().flatten().unwrap_or_default();
        }
    }

    /// Makes a triangle list of a strip or a fan, a line list of a strip.
    pub(super) fn make_list(&mut self) {
        let indices = std::mem::take(&mut self.indices);
        (self.topology, self.indices) = match self.topology {
            Some(topology @ (Topology::TriangleStrip | Topology::TriangleFan)) => {
                let triangles = asset_geometry::triangles(topology, indices);
                // Those without a surface only stitch strips together.
                let triangles = triangles.filter(|corners| !asset_geometry::is_degenerate(*corners));
                (Some(Topology::Triangles), triangles.flatten().collect())
            }
            Some(Topology::LineStrip) => {
                (Some(Topology::Lines), asset_geometry::lines(Topology::LineStrip, indices).flatten().collect())
            }
            other => (other, indices),
        };
    }

    /// Whether triangles come out.
    pub(super) fn is_triangles(&self) -> bool {
        self.topology.is_some_and(Topology::is_triangles)
    }

    /// Adds the morph targets to the vertices, each times its weight.
    pub(super) fn morph(&mut self, weights: &[f32]) {
        for (target, weight) in self.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            self.positions.iter_mut().zip(&target.positions).for_each(|(value, delta)| *value += *delta * *weight);
            self.normals.iter_mut().zip(&target.normals).for_each(|(value, delta)| *value += *delta * *weight);
            for (value, delta) in self.tangents.iter_mut().zip(&target.tangents) {
                *value += (*delta * *weight).extend(0.0);
            }
        }
        if weights.iter().any(|weight| *weight != 0.0) {
            self.normals.iter_mut().for_each(|normal| *normal = normal.try_normalize().unwrap_or(*normal));
            for tangent in &mut self.tangents {
                let axis = tangent.truncate();
                *tangent = axis.try_normalize().unwrap_or(axis).extend(tangent.w);
            }
        }
    }
}

fn pick<T: Copy>(column: &[T], from: &[u32]) -> Vec<T> {
    from.iter().filter_map(|vertex| column.get(*vertex as usize).copied()).collect()
}

/// The primitive with the number `number` of a mesh, as it is in the file; `None` if there is nothing to show.
pub(super) fn read(
    scene: &Scene<'_>,
    mesh: (usize, &Mesh),
    number: usize,
    findings: &mut Findings,
) -> Result<Option<Surface>, Error> {
    let (mesh_number, mesh) = mesh;
    let path = Path::from([("mesh", mesh_number), ("primitive", number)]);
    let Some(primitive) = mesh.primitives.get(number) else { return Ok(None) };
    let array = |semantic| primitive.attribute(&semantic).and_then(|array| scene.arrays.get(array));
    let Some(positions) = array(Semantic::Position) else {
        findings.warning(path, "without positions there is nothing to show; left out");
        return Ok(None);
    };
    let positions = vectors(positions);
    let (topology, indices) = indices(scene, primitive, positions.len(), &path, findings)?;
    if indices.is_empty() {
        findings.warning(path, "makes no whole triangle, line or point; left out");
        return Ok(None);
    }
    let mut surface = Surface {
        material: primitive.material,
        topology: Some(topology),
        indices,
        positions,
        normals: array(Semantic::Normal).map(vectors).unwrap_or_default(),
        influences: influences::read(scene, primitive, &path, findings),
        ..Surface::default()
    };
    if let Some(tangents) = array(Semantic::Tangent).and_then(Array::to_f32s::<4>) {
        surface.tangents = tangents.into_iter().map(Vec4::from_array).collect();
    }
    read_sets(scene, primitive, &mut surface, &path, findings);
    surface.targets = (0..primitive.targets.len()).map(|target| read_target(scene, primitive, target)).collect();
    surface.drop_unused();
    Ok(Some(surface))
}

fn vectors(array: &Array<'_>) -> Vec<Vec3> {
    array.to_f32s::<3>().unwrap_or_default().into_iter().map(Vec3::from_array).collect()
}

fn read_target(scene: &Scene<'_>, primitive: &Primitive, target: usize) -> Target {
    let column = |semantic| {
        let array = primitive.target_attribute(target, &semantic).and_then(|array| scene.arrays.get(array));
        array.map(vectors).unwrap_or_default()
    };
    Target {
        morph: 0,
        positions: column(Semantic::Position),
        normals: column(Semantic::Normal),
        tangents: column(Semantic::Tangent),
    }
}

/// Topology and indices; whole primitives only, loops closed.
fn indices(
    scene: &Scene<'_>,
    primitive: &Primitive,
    vertices: usize,
    path: &Path,
    findings: &mut Findings,
) -> Result<(Topology, Vec<u32>), Error> {
    let topology = primitive.topology;
    let stored = primitive.indices.and_then(|array| scene.arrays.get(array));
    let too_many = |_| Error::new(ErrorKind::Unsupported("more vertices than 32 bits can count".into()), path.clone());
    let count = u32::try_from(vertices).map_err(too_many)?;
    let mut indices = match stored {
        Some(array) => array.to_u32s().unwrap_or_default(),
        None => (0..count).collect(),
    };
    if let Some(index) = indices.iter().find(|index| **index >= count) {
        return Err(Error::new(ErrorKind::NoSuch { what: "vertex", index: *index as usize }, path.clone()));
    }
    let whole = match topology {
        Topology::Triangles => indices.len() - indices.len() % 3,
        Topology::Lines => indices.len() - indices.len() % 2,
        _ if topology.primitive_count(indices.len()) == 0 => 0,
        _ => indices.len(),
    };
    if whole < indices.len() {
        findings.warning(path.clone(), "the last indices make no whole triangle or line; left out");
        indices.truncate(whole);
    }
    if topology == Topology::LineStrip && primitive.closed {
        indices.extend(indices.first().copied());
    }
    Ok((topology, indices))
}

/// Texture coordinates and colours.
fn read_sets(scene: &Scene<'_>, primitive: &Primitive, surface: &mut Surface, path: &Path, findings: &mut Findings) {
    let mut clamped = false;
    for attribute in &primitive.attributes {
        let Some(array) = scene.arrays.get(attribute.array) else { continue };
        let set = match attribute.semantic {
            Semantic::TexCoord(set) | Semantic::Color(set) => u8::try_from(set).ok(),
            Semantic::Custom(_) => None,
            _ => continue,
        };
        match (&attribute.semantic, set) {
            (Semantic::TexCoord(_), Some(set)) => {
                let rows = array.to_f32s::<2>().unwrap_or_default();
                surface.uvs.push((set, rows.into_iter().map(Vec2::from_array).collect()));
            }
            (Semantic::Color(_), Some(set)) => {
                let rows = colors(array);
                clamped |= rows.iter().flatten().any(|value| !(0.0..=1.0).contains(value));
                let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
                surface.colors.push((set, rows.into_iter().map(|row| row.map(byte)).collect()));
            }
            (semantic, _) => {
                findings.warning(path.clone(), format!("{semantic} has no place in a model; left out"));
            }
        }
    }
    if clamped {
        findings.note(path.clone(), "colours are held to 0 to 1, as glTF says");
    }
    surface.uvs.sort_by_key(|(set, _)| *set);
    surface.colors.sort_by_key(|(set, _)| *set);
}

/// Red, green, blue, alpha.
fn colors(array: &Array<'_>) -> Vec<[f32; 4]> {
    let opaque = || array.to_f32s::<3>().unwrap_or_default().into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect();
    array.to_f32s::<4>().unwrap_or_else(opaque)
}
