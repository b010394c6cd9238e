//! A primitive after it is unpacked. All indices were checked, so that it can be moved, split and written in any
//! format.

mod equal;
mod levels;
mod optimize;
mod place;
mod shade;
mod smooth;

pub use levels::{share_tangents, shared};
pub use optimize::Optimization;
pub use shade::Tangents;

use asset_geometry::Topology;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::{Budget, Findings, Path};

use crate::kinds;
use asset_scene::appearance::Appearance;
use asset_scene::influences::{self, Influences};
use asset_scene::{Array, ArrayId, Error, ErrorKind, Id, Material, Mesh, Primitive, Scene, Semantic, Skin};

/// The vertices and indices of a primitive. If a column doesn't exist, it is empty; all others have one value per
/// vertex.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// The material of the primitive, or `None` for the default material.
    pub material: Option<Id<Material>>,
    /// How indices form triangles, lines or points. With `None`, the surface draws nothing.
    pub topology: Option<Topology>,
    /// The indices. They are all below the number of vertices, and there are no incomplete triangles or lines. Loops
    /// are closed.
    pub indices: Vec<u32>,
    /// The positions in mesh space, or in the space to which they were transformed.
    pub positions: Vec<Vec3>,
    /// The normals. They can have any length until a matrix is applied.
    pub normals: Vec<Vec3>,
    /// The tangents. `w` is the sign of the bitangent, `cross(normal, tangent) * w`.
    pub tangents: Vec<Vec4>,
    /// The sets of texture coordinates with their number, ascending. They start at the top left.
    pub tex_coords: Vec<(u32, Vec<Vec2>)>,
    /// The sets of colours with their number, ascending: red, green, blue and alpha.
    pub colors: Vec<(u32, Vec<[f32; 4]>)>,
    /// The joints that move each vertex.
    pub influences: Vec<Influences>,
    /// The morph targets, in the same order as in the mesh.
    pub targets: Vec<Target>,
}

/// The offsets that a morph target adds to each vertex. If a column doesn't exist, it is empty.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The number of the target in the mesh.
    pub morph: usize,
    /// The offsets for positions.
    pub positions: Vec<Vec3>,
    /// The offsets for normals.
    pub normals: Vec<Vec3>,
    /// The offsets for tangents.
    pub tangents: Vec<Vec3>,
}

/// How much memory is needed for a vertex and for an index while a model is created, in addition to their columns.
const PER_VERTEX: u64 = 128;
const PER_INDEX: u64 = 12;
/// How much memory is always needed for a primitive.
const PER_PRIMITIVE: u64 = 512;

/// If a mesh is repeated and needs more bytes than this, it is the reason why a model is large.
const MANY_COPIES: u64 = 16 << 20;

/// Subtracts the memory for all surfaces in a scene from the budget. You should call this before you read them, because
/// even a small scene can show a large mesh many times. This takes linear time in the number of primitives and
/// appearances. If a model is large because a mesh is repeated, this is reported as a finding.
///
/// # Errors
/// Fails if the budget is too small.
pub fn spend(
    scene: &Scene<'_>,
    appearances: &[Appearance],
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<(), Error> {
    let of_mesh =
        |mesh: &Mesh| mesh.primitives.iter().map(|primitive| cost(scene, primitive)).fold(0, u64::saturating_add);
    let costs: Vec<u64> = scene.meshes.iter().map(of_mesh).collect();
    let levels = appearances.iter().flat_map(|appearance| &appearance.levels);
    let total = levels.filter_map(|level| costs.get(level.mesh.index())).copied().fold(0, u64::saturating_add);
    budget.spend(total).map_err(|_| {
        let message = format!("expected at most {} bytes of vertices and indices, found {total}", budget.left());
        Error::new(ErrorKind::Unsupported(message), Path::from("meshes"))
    })?;
    tell_copies(scene, appearances, findings);
    Ok(())
}

/// Reports the mesh that makes a model large, because it is shown by many nodes.
fn tell_copies(scene: &Scene<'_>, appearances: &[Appearance], findings: &mut Findings) {
    let mut counts = vec![0_u64; scene.meshes.len()];
    for level in appearances.iter().flat_map(|appearance| &appearance.levels) {
        counts.get_mut(level.mesh.index()).into_iter().for_each(|count| *count = count.saturating_add(1));
    }
    let bytes = |(mesh, count): (&Mesh, u64)| {
        let of_primitives = mesh.primitives.iter().map(|primitive| stored(scene, primitive));
        count.saturating_sub(1).saturating_mul(of_primitives.fold(0, u64::saturating_add))
    };
    let sizes: Vec<u64> = scene.meshes.iter().zip(counts.iter().copied()).map(bytes).collect();
    let all = sizes.iter().copied().fold(0, u64::saturating_add);
    let Some((most, _)) = sizes.iter().enumerate().max_by_key(|(_, size)| **size).filter(|_| all >= MANY_COPIES) else {
        return;
    };
    let count = counts.get(most).copied().unwrap_or_default();
    let message = format!(
        "{count} nodes show it, and a model has the vertices of each: about {} MB are copies; a scene stores the mesh once",
        all >> 20
    );
    findings.warning(kinds::MESH_REPEATED, Path::from([("mesh", most)]), message);
}

/// Returns the size of a primitive's columns and indices in bytes.
fn stored(scene: &Scene<'_>, primitive: &Primitive) -> u64 {
    let columns = primitive.attributes.iter().map(|attribute| {
        let array = &scene[attribute.array];
        (array.count as u64).saturating_mul(u64::from(array.width).saturating_mul(4))
    });
    let indices = primitive.indices.map_or(0, |indices| (scene[indices].count as u64).saturating_mul(2));
    columns.fold(indices, u64::saturating_add)
}

fn cost(scene: &Scene<'_>, primitive: &Primitive) -> u64 {
    // No more vertices than indices are unpacked.
    let indices = primitive.indices.map_or(u64::MAX, |indices| scene[indices].count as u64);
    let rows = |array: ArrayId| (scene[array].count as u64).min(indices);
    let columns = primitive.attributes.iter().chain(primitive.targets.iter().flatten());
    let floats = columns.map(|attribute| {
        // Once as it is read, once as it is written. Equal vertices are joined surface by surface.
        rows(attribute.array).saturating_mul(u64::from(scene[attribute.array].width).saturating_mul(8))
    });
    let vertices = primitive.attribute(&Semantic::Position).map_or(0, rows);
    let indices = if primitive.indices.is_some() { indices } else { vertices };
    let bulk = vertices.saturating_mul(PER_VERTEX).saturating_add(indices.saturating_mul(PER_INDEX));
    floats.fold(bulk.saturating_add(PER_PRIMITIVE), u64::saturating_add)
}

/// Reads a primitive, and binds it to `skin` if there is one. You must [check](Scene::check) the scene first. Vertices
/// that are not drawn are skipped. If there is nothing to show, this reports a finding and returns `None`.
///
/// # Errors
/// Fails if an index is beyond the vertices, or if a joint is not in the skin.
pub fn read(
    scene: &Scene<'_>,
    mesh: Id<Mesh>,
    number: usize,
    skin: Option<Id<Skin>>,
    findings: &mut Findings,
) -> Result<Option<Surface>, Error> {
    let path = Path::from([("mesh", mesh.index()), ("primitive", number)]);
    let Some(primitive) = scene[mesh].primitives.get(number) else { return Ok(None) };
    let Some(positions) = primitive.attribute(&Semantic::Position).map(|array| &scene[array]) else {
        findings.warning(kinds::NO_POSITIONS, path, "has no positions; left out");
        return Ok(None);
    };
    let (topology, mut indices) = indices(scene, primitive, positions.count, &path, findings)?;
    if indices.is_empty() {
        findings.warning(kinds::NO_PRIMITIVE, path, "makes no whole triangle, line or point; left out");
        return Ok(None);
    }
    let rows = used_rows(&mut indices, positions.count);
    let columns = Columns { scene, primitive, rows: rows.as_deref() };
    let influences = match skin {
        Some(skin) => influences::read(scene, primitive, &scene[skin], columns.rows, &path, findings)?,
        None => Vec::new(),
    };
    let tangents = columns.array(&Semantic::Tangent).and_then(|tangents| tangents.map_rows(Vec4::from_array));
    let mut surface = Surface {
        material: primitive.material,
        topology: Some(topology),
        indices,
        positions: columns.vectors(&Semantic::Position),
        normals: columns.vectors(&Semantic::Normal),
        tangents: tangents.unwrap_or_default(),
        influences,
        ..Surface::default()
    };
    columns.read_sets(&mut surface);
    surface.targets = (0..primitive.targets.len()).map(|target| columns.target(target)).collect();
    Ok(Some(surface))
}

/// Renumbers the indices by the vertices that they use, and returns these vertices. Returns `None` if all vertices are
/// used. This is useful because in many files, primitives share one vertex list.
fn used_rows(indices: &mut [u32], count: usize) -> Option<Vec<u32>> {
    if indices.len() < count / MANY {
        let mut used: Vec<u32> = indices.to_vec();
        used.sort_unstable();
        used.dedup();
        // Every index is among them.
        indices.iter_mut().for_each(|index| *index = used.binary_search(index).unwrap_or(0) as u32);
        return Some(used);
    }
    let mut places: Vec<Option<u32>> = vec![None; count];
    for index in indices.iter() {
        places.get_mut(*index as usize).into_iter().for_each(|place| *place = Some(0));
    }
    let used: Vec<u32> = (0..).zip(&places).filter(|(_, place)| place.is_some()).map(|(vertex, _)| vertex).collect();
    if used.len() == count {
        return None;
    }
    for (number, vertex) in (0..).zip(&used) {
        places.get_mut(*vertex as usize).into_iter().for_each(|place| *place = Some(number));
    }
    indices.iter_mut().for_each(|index| *index = places.get(*index as usize).copied().flatten().unwrap_or(0));
    Some(used)
}

/// If there are this many times more vertices than indices, it is faster to sort the indices than to use a list of all
/// vertices.
const MANY: usize = 16;

/// The columns of a primitive, or only the rows that it uses.
struct Columns<'c> {
    scene: &'c Scene<'c>,
    primitive: &'c Primitive,
    rows: Option<&'c [u32]>,
}

impl Columns<'_> {
    fn of(&self, array: ArrayId) -> Array<'_> {
        let array = &self.scene[array];
        self.rows.map_or_else(|| array.borrowed(), |rows| array.picked(rows))
    }

    fn array(&self, semantic: &Semantic) -> Option<Array<'_>> {
        self.primitive.attribute(semantic).map(|array| self.of(array))
    }

    fn vectors(&self, semantic: &Semantic) -> Vec<Vec3> {
        self.array(semantic).map(|array| vectors(&array)).unwrap_or_default()
    }

    fn target(&self, morph: usize) -> Target {
        let column = |semantic| {
            let array = self.primitive.target_attribute(morph, &semantic);
            array.map(|array| vectors(&self.of(array))).unwrap_or_default()
        };
        Target {
            morph,
            positions: column(Semantic::Position),
            normals: column(Semantic::Normal),
            tangents: column(Semantic::Tangent),
        }
    }

    /// Reads texture coordinates and colours.
    fn read_sets(&self, surface: &mut Surface) {
        for attribute in &self.primitive.attributes {
            match attribute.semantic {
                Semantic::TexCoord(set) => {
                    let column = self.of(attribute.array).map_rows(Vec2::from_array).unwrap_or_default();
                    surface.tex_coords.push((set, column));
                }
                Semantic::Color(set) => surface.colors.push((set, self.of(attribute.array).to_colors())),
                _ => {}
            }
        }
        surface.tex_coords.sort_by_key(|(set, _)| *set);
        surface.colors.sort_by_key(|(set, _)| *set);
    }
}

fn vectors(array: &Array<'_>) -> Vec<Vec3> {
    array.map_rows(Vec3::from_array).unwrap_or_default()
}

/// Returns the topology and the indices, without incomplete primitives and with closed loops.
fn indices(
    scene: &Scene<'_>,
    primitive: &Primitive,
    vertices: usize,
    path: &Path,
    findings: &mut Findings,
) -> Result<(Topology, Vec<u32>), Error> {
    let topology = primitive.topology;
    let mut indices = primitive.checked_indices(scene, vertices).map_err(|error| locate(error, path))?;
    let whole = asset_scene::winding::whole(topology, indices.len());
    if whole < indices.len() {
        findings.warning(
            kinds::INCOMPLETE_PRIMITIVE,
            path.clone(),
            "the last indices make no whole triangle or line; left out",
        );
        indices.truncate(whole);
    }
    if topology == Topology::LineStrip && primitive.closed {
        indices.extend(indices.first().copied());
    }
    Ok((topology, indices))
}

fn locate(error: Error, path: &Path) -> Error {
    Error::new(error.into_kind(), path.clone().part("indices"))
}

impl Surface {
    /// Returns a set of texture coordinates. If there is no such set, the result is empty.
    pub fn tex_coords(&self, set: u32) -> &[Vec2] {
        self.tex_coords.iter().find(|(number, _)| *number == set).map_or(&[], |(_, values)| values)
    }

    /// Returns a surface in which vertex `i` is vertex `from[i]` of this surface. It has no indices.
    pub fn picked(&self, from: &[u32]) -> Self {
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
            tex_coords: self.tex_coords.iter().map(|(set, column)| (*set, pick(column, from))).collect(),
            colors: self.colors.iter().map(|(set, column)| (*set, pick(column, from))).collect(),
            influences: pick(&self.influences, from),
            targets: self.targets.iter().map(target).collect(),
        }
    }

    /// Replaces vertex `i` by vertex `from[i]`, column by column. You must renumber the indices yourself.
    pub fn pick(&mut self, from: &[u32]) {
        if from.len() == self.positions.len() && (0..).zip(from).all(|(place, vertex)| place == *vertex) {
            return;
        }
        replace(&mut self.positions, from);
        replace(&mut self.normals, from);
        replace(&mut self.tangents, from);
        self.tex_coords.iter_mut().for_each(|(_, column)| replace(column, from));
        self.colors.iter_mut().for_each(|(_, column)| replace(column, from));
        replace(&mut self.influences, from);
        for target in &mut self.targets {
            for column in [&mut target.positions, &mut target.normals, &mut target.tangents] {
                replace(column, from);
            }
        }
    }

    /// Converts a strip or fan to a triangle list, and a line strip to a line list.
    pub fn make_list(&mut self) {
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

    /// Returns whether the indices form triangles.
    pub fn is_triangles(&self) -> bool {
        self.topology.is_some_and(Topology::is_triangles)
    }

    /// Applies the morph targets with these weights to the vertices. After this, normals and tangents have unit length
    /// again.
    #[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
    pub fn morph(&mut self, weights: &[f32]) {
        for (target, weight) in self.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            let add = |(value, delta): (&mut Vec3, &Vec3)| *value += *delta * *weight;
            self.positions.iter_mut().zip(&target.positions).for_each(add);
            self.normals.iter_mut().zip(&target.normals).for_each(add);
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
    let mut picked = Vec::with_capacity(if column.is_empty() { 0 } else { from.len() });
    picked.extend(from.iter().filter_map(|vertex| column.get(*vertex as usize).copied()));
    picked
}

fn replace<T: Copy>(column: &mut Vec<T>, from: &[u32]) {
    *column = pick(column, from);
}
