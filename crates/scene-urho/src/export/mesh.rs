//! Geometries as meshes, one per level of detail.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_geometry::Topology;
use binio::{Budget, Findings, Limits, Path};
use urho_mdl::{Lod, Model, Semantic as Meaning};

use super::layout::{Gap, Joints, Layout};
use super::morph::{self, Target};
use super::skin::{self, Weights};
use super::vertex::{self, Column};
use crate::json::Base64;
use crate::winding;
use crate::{Attribute, LodLevel, Material, Mesh, Node, Primitive, Scene, Semantic, escape_name};

/// What a reference costs of the budget.
const REFERENCE: u64 = 64;

/// A mesh on its way: its primitives, and the geometry and level that each of them is.
#[derive(Default)]
struct Level {
    primitives: Vec<Primitive>,
    places: Vec<(usize, usize)>,
}

/// The vertices of a buffer as primitives of a kind have them.
struct Vertices {
    attributes: Vec<Attribute>,
    targets: Vec<Option<Target>>,
}

/// Blend indices of a vertex buffer as a bone mapping resolves them.
struct Resolved {
    array: usize,
    /// Vertices that refer to bones that don't exist.
    astray: Vec<u32>,
    joints: Vec<u32>,
}

/// A level of detail of a geometry as a primitive, and whether a skin moves it; `None` if it can't be one.
type Drawn = Option<(Primitive, bool)>;

/// Turns geometries into primitives. What they share, their arrays share.
pub(super) struct Builder<'b, 'm> {
    model: &'m Model<'m>,
    scene: &'b mut Scene<'m>,
    findings: &'b mut Findings,
    budget: Budget,
    vertices: HashMap<(usize, bool), Vertices>,
    joints: HashMap<(usize, &'m [u32]), Resolved>,
    indices: HashMap<(u32, urho_mdl::Range, Topology), usize>,
    drawn: HashMap<(usize, usize), Drawn>,
    /// Targets that change nothing, by their number of vertices.
    zeros: HashMap<usize, usize>,
    /// Of each vertex buffer, the morph buffers that change it.
    morphs: HashMap<u32, Vec<(usize, usize)>>,
}

impl<'b, 'm> Builder<'b, 'm> {
    pub(super) fn new(model: &'m Model<'m>, scene: &'b mut Scene<'m>, findings: &'b mut Findings) -> Self {
        let vertices: usize = model.vertex_buffers.iter().map(|buffer| buffer.data.len()).sum();
        let indices: usize = model.index_buffers.iter().map(|buffer| buffer.data.len()).sum();
        // Levels that draw all indices, mappings that resolve all vertices: a small file can ask for any amount of arrays.
        let mut limits = Limits::default();
        limits.max_expanded_bytes = (1 << 26) + 16 * (vertices + indices) as u64;
        Self {
            model,
            scene,
            findings,
            budget: limits.budget(),
            vertices: HashMap::new(),
            joints: HashMap::new(),
            indices: HashMap::new(),
            drawn: HashMap::new(),
            zeros: HashMap::new(),
            morphs: morph::by_vertex_buffer(model),
        }
    }

    /// Adds the meshes of all levels and the nodes that show them, and says in the layout what is in none of them.
    pub(super) fn build(mut self, layout: &mut Layout) {
        self.materials();
        let geometries: Vec<usize> =
            (0..self.model.geometries.len()).filter(|geometry| self.levels_of(*geometry) > 0).collect();
        let levels = geometries.iter().map(|geometry| self.levels_of(*geometry)).max().unwrap_or(0);
        let mut shown: [Vec<(usize, usize)>; 2] = [Vec::new(), Vec::new()];
        for level in 0..levels {
            let Some(parts) = self.level(level, &geometries) else {
                let message =
                    format!("levels of detail from {level} on are left out: there would be too many primitives");
                self.findings.warning(Path::from("geometries"), message);
                break;
            };
            for ((part, shown), suffix) in parts.into_iter().zip(&mut shown).zip(["", " rigid"]) {
                if !part.primitives.is_empty() {
                    let mesh = self.mesh(part.primitives, level, suffix);
                    layout.meshes.push(part.places);
                    shown.push((level, mesh));
                }
            }
        }
        let [skinned, rigid] = shown;
        self.nodes(&skinned, &geometries, true);
        self.nodes(&rigid, &geometries, false);
        self.leftovers(layout);
    }

    /// How many levels of detail a geometry has.
    fn levels_of(&self, geometry: usize) -> usize {
        self.model.geometries.get(geometry).map_or(0, |geometry| geometry.lods.len())
    }

    /// One material per geometry, so that geometries stay apart in other programs.
    fn materials(&mut self) {
        let names = self.model.tail.geometry_names.as_ref();
        for geometry in 0..self.model.geometries.len() {
            let named = names.and_then(|names| names.names.get(geometry)).filter(|name| !name.is_empty());
            let name = named.map_or_else(|| format!("{} {geometry}", self.scene.name), |name| escape_name(name));
            self.scene.materials.push(Material { name, double_sided: false });
        }
    }

    /// What is skinned and what is rigid of a level; glTF wants them in meshes of their own. `None` if the budget is spent.
    fn level(&mut self, level: usize, geometries: &[usize]) -> Option<[Level; 2]> {
        let mut parts = [Level::default(), Level::default()];
        for geometry in geometries {
            let place = (*geometry, level.min(self.levels_of(*geometry).saturating_sub(1)));
            let Some((primitive, skinned)) = self.primitive(place)? else { continue };
            let [with_skin, rigid] = &mut parts;
            let part = if skinned { with_skin } else { rigid };
            part.primitives.push(primitive);
            part.places.push(place);
        }
        Some(parts)
    }

    /// A primitive; inner `None` if it can't be shown, outer if the budget is spent.
    fn primitive(&mut self, place: (usize, usize)) -> Option<Drawn> {
        if !self.drawn.contains_key(&place) {
            let drawn = self.draw(place)?;
            self.drawn.insert(place, drawn);
        }
        let drawn = self.drawn.get(&place)?;
        let references = drawn.as_ref().map_or(0, |(primitive, _)| {
            1 + primitive.attributes.len() + primitive.targets.len() + primitive.targets.iter().flatten().count()
        });
        self.budget.spend(REFERENCE * (1 + references as u64)).ok()?;
        Some(drawn.clone())
    }

    fn draw(&mut self, (geometry, level): (usize, usize)) -> Option<Drawn> {
        let model = self.model;
        let lod = model.geometries.get(geometry)?.lods.get(level)?;
        let mapping = model.geometries.get(geometry)?.bone_mapping.as_slice();
        self.budget.spend(u64::from(lod.draw.count)).ok()?;
        let topology = match drawable(model, lod) {
            Ok(topology) => topology,
            Err(why) => {
                self.findings
                    .warning(Path::from([("geometry", geometry), ("LOD", level)]), format!("is not shown: {why}"));
                return Some(None);
            }
        };
        let buffer = lod.vertex_buffer as usize;
        let skinned = is_skinned(model, buffer);
        let key = (buffer, topology == Topology::Points);
        if !self.vertices.contains_key(&key) {
            let vertices = self.vertices_of(buffer, skinned, topology)?;
            self.vertices.insert(key, vertices);
        }
        let mut attributes = self.vertices.get(&key)?.attributes.clone();
        if skinned {
            if !self.joints.contains_key(&(buffer, mapping)) {
                let resolved = self.resolve(buffer, mapping)?;
                self.joints.insert((buffer, mapping), resolved);
            }
            let Resolved { array, astray, .. } = self.joints.get(&(buffer, mapping))?;
            let lost = !astray.is_empty() && model.indices(lod).any(|index| astray.binary_search(&index).is_ok());
            attributes.push(Attribute { semantic: Semantic::Joints(0), array: *array });
            if lost {
                let path = Path::from([("geometry", geometry), ("LOD", level)]);
                self.findings
                    .warning(path, "vertices are bound to bones that don't exist; they are bound to the first");
            }
        }
        let indices = self.indices_of(lod, topology)?;
        let targets = self.targets_of(key, &attributes)?;
        let primitive = Primitive {
            topology,
            attributes,
            indices: Some(indices),
            material: Some(geometry),
            targets,
            ..Primitive::default()
        };
        Some(Some((primitive, skinned)))
    }

    /// All columns but joints, and what morphs do to them.
    fn vertices_of(&mut self, number: usize, skinned: bool, topology: Topology) -> Option<Vertices> {
        let model = self.model;
        let buffer = model.vertex_buffers.get(number)?;
        let columns = vertex::columns(&buffer.declaration, skinned, topology);
        let references = columns.len() + model.morphs.len();
        self.budget.spend(references as u64 * REFERENCE + buffer.data.len() as u64).ok()?;
        let mut attributes = Vec::with_capacity(columns.len() + 1);
        for column in columns.iter().filter(|column| column.semantic != Semantic::Joints(0)) {
            let array = self.scene.add_array(column.array(&buffer.data, buffer.stride()));
            attributes.push(Attribute { semantic: column.semantic.clone(), array });
        }
        let changes = self.morphs.get(&(number as u32)).map_or(&[][..], Vec::as_slice);
        let mut targets: Vec<Option<Target>> = Vec::new();
        targets.resize_with(model.morphs.len(), || None);
        for changes in changes.chunk_by(|(a, _), (b, _)| a == b) {
            let Some((morph, _)) = changes.first() else { continue };
            let target = morph::target((model, &mut *self.scene), (number, changes), &attributes, self.findings);
            if let Some(place) = targets.get_mut(*morph) {
                *place = target;
            }
        }
        Some(Vertices { attributes, targets })
    }

    fn resolve(&mut self, number: usize, mapping: &[u32]) -> Option<Resolved> {
        let buffer = self.model.vertex_buffers.get(number)?;
        let bones = self.model.skeleton.bones.len();
        let columns = vertex::columns(&buffer.declaration, true, Topology::Triangles);
        let (blend, weights) = blending(&columns)?;
        let (stored, weight_data) =
            (blend.stored(&buffer.data, buffer.stride()), weights.stored(&buffer.data, buffer.stride()));
        self.budget.spend(stored.len() as u64 * 7).ok()?;
        let skin::Joints { joints, astray } =
            skin::resolve(&stored, &weights_of(&weight_data, weights), mapping, bones);
        let array = self.scene.add_array(skin::array(&joints, bones));
        Some(Resolved { array, astray, joints })
    }

    fn indices_of(&mut self, lod: &Lod, topology: Topology) -> Option<usize> {
        let key = (lod.index_buffer, lod.draw, topology);
        if let Some(array) = self.indices.get(&key) {
            return Some(*array);
        }
        let buffer = self.model.index_buffer(lod)?;
        self.budget.spend(u64::from(lod.draw.count) * buffer.width() as u64).ok()?;
        let whole = winding::whole(topology, lod.draw.count as usize);
        let array = winding::array(topology, self.model.indices(lod).take(whole), buffer.width());
        let array = self.scene.add_array(array);
        self.indices.insert(key, array);
        Some(array)
    }

    /// The targets of a primitive, one per morph: what doesn't change it gets zeros.
    fn targets_of(&mut self, key: (usize, bool), attributes: &[Attribute]) -> Option<Vec<Vec<Attribute>>> {
        let Vertices { targets, .. } = self.vertices.get(&key)?;
        self.budget.spend(targets.len() as u64 * REFERENCE).ok()?;
        let count = attributes.first().and_then(|attribute| self.scene.arrays.get(attribute.array))?.count;
        let mut all = Vec::with_capacity(targets.len());
        for target in targets {
            all.push(match target {
                Some(target) => target.attributes.clone(),
                None => {
                    let zeros = self.zeros.entry(count);
                    let array = *zeros.or_insert_with(|| self.scene.add_array(morph::zeros(count)));
                    vec![Attribute { semantic: Semantic::Position, array }]
                }
            });
        }
        Some(all)
    }

    fn mesh(&mut self, primitives: Vec<Primitive>, level: usize, suffix: &str) -> usize {
        let name = &self.scene.name;
        let name = if level == 0 { format!("{name}{suffix}") } else { format!("{name}{suffix}_LOD{level}") };
        let morphs = &self.model.morphs;
        let morph_weights = if morphs.iter().any(|morph| morph.weight.is_some()) {
            morphs.iter().map(|morph| morph.weight.unwrap_or(0.0)).collect()
        } else {
            Vec::new()
        };
        let morph_names = morphs.iter().map(|morph| escape_name(&morph.name)).collect();
        self.scene.meshes.push(Mesh { name, primitives, morph_names, morph_weights });
        self.scene.meshes.len() - 1
    }

    /// A node for the finest mesh, which lists those of the coarser ones.
    fn nodes(&mut self, shown: &[(usize, usize)], geometries: &[usize], skinned: bool) {
        let first = self.scene.nodes.len();
        for (level, mesh) in shown {
            let name = self.scene.meshes.get(*mesh).map(|mesh| mesh.name.clone()).unwrap_or_default();
            let lods = if *level == shown.first().map_or(0, |(level, _)| *level) {
                let coarser = shown.iter().enumerate().skip(1);
                coarser
                    .map(|(place, (level, _))| LodLevel {
                        node: first + place,
                        distance: self.distance(*level, geometries),
                    })
                    .collect()
            } else {
                Vec::new()
            };
            let skin = skinned.then_some(0);
            self.scene.nodes.push(Node { name, mesh: Some(*mesh), skin, lods, ..Node::default() });
        }
    }

    /// Where a level begins, in metres: the engine counts in the model's mean size.
    fn distance(&self, level: usize, geometries: &[usize]) -> Option<f32> {
        let lods = geometries.iter().filter_map(|geometry| self.model.geometries.get(*geometry)?.lods.get(level));
        let distance = lods.map(|lod| lod.distance).reduce(f32::min)? * super::mean_size(&self.model.bounds)?;
        distance.is_finite().then_some(distance)
    }

    /// Says in the layout what no primitive carries.
    fn leftovers(&self, layout: &mut Layout) {
        let model = self.model;
        let mut shown: HashSet<(usize, bool)> = HashSet::new();
        let mut mappings: BTreeMap<usize, BTreeMap<&[u32], usize>> = BTreeMap::new();
        let mut covered: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
        for (geometry, level) in layout.meshes.iter().flatten() {
            let Some(geometry_here) = model.geometries.get(*geometry) else { continue };
            let Some(lod) = geometry_here.lods.get(*level) else { continue };
            let topology = lod.primitive.topology().unwrap_or(Topology::Points);
            shown.insert((lod.vertex_buffer as usize, topology == Topology::Points));
            let mappings = mappings.entry(lod.vertex_buffer as usize).or_default();
            mappings.entry(&geometry_here.bone_mapping).or_insert(*geometry);
            let start = lod.draw.start as usize;
            let run = (start, start + winding::whole(topology, lod.draw.count as usize));
            covered.entry(lod.index_buffer as usize).or_default().push(run);
        }
        for (number, (buffer, stored)) in layout.vertex_buffers.iter_mut().zip(&model.vertex_buffers).enumerate() {
            match mappings.get(&number) {
                Some(mappings) if is_skinned(model, number) => buffer.joints = self.joints_left(number, mappings),
                Some(_) => {}
                None => buffer.data = Some(Base64(stored.data.to_vec())),
            }
        }
        for (number, (buffer, stored)) in layout.index_buffers.iter_mut().zip(&model.index_buffers).enumerate() {
            let size = stored.index_size as usize;
            let runs = covered.remove(&number).filter(|_| stored.width() == size).unwrap_or_default();
            let runs = runs.into_iter().map(|(start, end)| (start * size, end * size)).collect();
            let gap = |(start, end): (usize, usize)| {
                let data = Base64(stored.data.get(start..end).unwrap_or_default().to_vec());
                Gap { at: start as u64, data }
            };
            buffer.gaps = winding::gaps(runs, stored.data.len()).into_iter().map(gap).collect();
        }
        self.morphs_left(layout, &shown);
    }

    /// Blend indices that don't follow from the joints that need the fewest such.
    fn joints_left(&self, number: usize, mappings: &BTreeMap<&[u32], usize>) -> Option<Joints> {
        let buffer = self.model.vertex_buffers.get(number)?;
        let columns = vertex::columns(&buffer.declaration, true, Topology::Triangles);
        let (blend, weights) = blending(&columns)?;
        let (stored, weight_data) =
            (blend.stored(&buffer.data, buffer.stride()), weights.stored(&buffer.data, buffer.stride()));
        let weights = weights_of(&weight_data, weights);
        let mut best: Option<Joints> = None;
        for (mapping, geometry) in mappings {
            let resolved = self.joints.get(&(number, *mapping))?;
            let (slots, values) = skin::differences(&skin::unresolve(&resolved.joints, &weights, mapping), &stored);
            if best.as_ref().is_none_or(|best| slots.len() < best.slots.len()) {
                best = Some(Joints { geometry: *geometry, slots, values });
            }
        }
        best
    }

    /// Morph buffers that are no target of any primitive.
    fn morphs_left(&self, layout: &mut Layout, shown: &HashSet<(usize, bool)>) {
        for (number, (morph, stored)) in layout.morphs.iter_mut().zip(&self.model.morphs).enumerate() {
            for (place, (buffer, stored)) in morph.buffers.iter_mut().zip(&stored.buffers).enumerate() {
                let keys = [false, true].map(|points| (stored.vertex_buffer as usize, points));
                let targets = keys.map(|key| self.vertices.get(&key).filter(|_| shown.contains(&key)));
                let mut targets =
                    targets.into_iter().flatten().filter_map(|vertices| vertices.targets.get(number)?.as_ref());
                if targets.any(|target| target.plain == Some(place)) {
                    buffer.order = morph::order(stored);
                } else {
                    buffer.data = Some(Base64(stored.data.to_vec()));
                }
            }
        }
    }
}

/// Whether a skin moves the vertices of a buffer.
pub(super) fn is_skinned(model: &Model<'_>, vertex_buffer: usize) -> bool {
    let buffer = model.vertex_buffers.get(vertex_buffer);
    !model.skeleton.bones.is_empty() && buffer.is_some_and(|buffer| vertex::can_be_skinned(&buffer.declaration))
}

/// The columns of joints and of weights.
pub(super) fn blending(columns: &[Column]) -> Option<(&Column, &Column)> {
    let find = |semantic: Semantic| columns.iter().find(|column| column.semantic == semantic);
    Some((find(Semantic::Joints(0))?, find(Semantic::Weights(0))?))
}

pub(super) fn weights_of<'w>(data: &'w [u8], column: &Column) -> Weights<'w> {
    Weights { data, size: column.shape().0.size() }
}

/// What a level of detail draws, or why it can't be a primitive.
fn drawable(model: &Model<'_>, lod: &Lod) -> Result<Topology, &'static str> {
    let topology = lod.primitive.topology().ok_or("nobody knows its primitive type")?;
    let vertices = model.vertex_buffer(lod).ok_or("its vertex buffer doesn't exist")?;
    let indices = model.index_buffer(lod).ok_or("its index buffer doesn't exist")?;
    if !lod.draw.fits(u64::from(indices.index_count)) {
        return Err("its draw range is beyond its index buffer");
    }
    if winding::whole(topology, model.indices(lod).len()) == 0 {
        return Err("it draws nothing");
    }
    if vertices.positions().is_none() || vertices.find(Meaning::POSITION, 0).is_none() {
        return Err("its vertices have no positions of three floats");
    }
    if model.indices(lod).any(|index| index >= vertices.vertex_count) {
        return Err("indices beyond its vertices");
    }
    Ok(topology)
}
