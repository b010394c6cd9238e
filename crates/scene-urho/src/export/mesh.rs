//! Shows geometries as meshes, one per level of detail.

use std::collections::HashMap;

use asset_scene::influences::joints_array;
use asset_scene::{
    ArrayId, Attribute, Error, ErrorKind, Id, LodLevel, Material, Mesh, Node, Primitive, Scene, Semantic, Topology,
    escape_name, winding,
};
use binio::{Budget, Findings, Limits, Path};
use scene_adapter::{ShowOptions, same};
use urho_mdl::{Lod, Model, Semantic as Meaning};

use super::morph::{self, Target};
use crate::blend::{self, blending, weights_of};
use crate::kinds;
use crate::vertex;

/// Added to the mesh name of parts that are not moved by a bone.
pub(crate) const RIGID_SUFFIX: &str = " rigid";

/// What a reference costs in the budget.
const REFERENCE: u64 = 64;

/// A mesh that is being created: its primitives, and which geometry and level they come from.
#[derive(Default)]
struct Level {
    primitives: Vec<Primitive>,
    places: Vec<(usize, usize)>,
}

/// The vertices of a buffer, as used by all primitives with this topology.
struct Vertices {
    attributes: Vec<Attribute>,
    targets: Vec<Option<Target>>,
}

/// The blend indices in a vertex buffer, after a bone mapping is applied.
struct Resolved {
    array: ArrayId,
    /// The vertices that use bones that don't exist.
    unresolved: Vec<u32>,
}

/// The primitive for a level of detail, and whether it needs a skin. `None` if it can't be shown.
type Drawn = Option<(Primitive, bool)>;

/// Converts geometries to primitives. If buffers are shared, the arrays will be too.
pub(crate) struct Builder<'b, 'm> {
    model: &'m Model<'m>,
    scene: &'b mut Scene<'m>,
    findings: &'b mut Findings,
    budget: Budget,
    /// The limit of the caller, if the budget uses it too.
    limit: Option<u64>,
    /// How many bytes of arrays may be created from this model.
    most: u64,
    vertices: HashMap<(usize, bool), Vertices>,
    joints: HashMap<(usize, &'m [u32]), Resolved>,
    indices: HashMap<(u32, urho_mdl::Range, Topology), ArrayId>,
    drawn: HashMap<(usize, usize), Drawn>,
    /// Morph targets that don't change anything, by the number of vertices.
    zeros: HashMap<usize, ArrayId>,
    /// For each vertex buffer, the morph buffers that change it.
    morphs: HashMap<u32, Vec<(usize, usize)>>,
}

impl<'b, 'm> Builder<'b, 'm> {
    pub(crate) fn new(
        model: &'m Model<'m>,
        scene: &'b mut Scene<'m>,
        findings: &'b mut Findings,
        options: &ShowOptions<'_>,
    ) -> Self {
        let vertices: usize = model.vertex_buffers.iter().map(|buffer| buffer.data.len()).sum();
        let indices: usize = model.index_buffers.iter().map(|buffer| buffer.data.len()).sum();
        // Levels that draw all indices, mappings that resolve all vertices: a small file can ask for any amount of arrays.
        let enough = (vertices.saturating_add(indices) as u64).saturating_mul(16).saturating_add(1 << 26);
        let allowed = options.limits.expanded_bytes();
        let limits = Limits::default().max_expanded_bytes(enough.min(allowed));
        Self {
            model,
            scene,
            findings,
            budget: limits.budget(),
            limit: Some(allowed).filter(|allowed| *allowed < enough),
            most: enough,
            vertices: HashMap::new(),
            joints: HashMap::new(),
            indices: HashMap::new(),
            drawn: HashMap::new(),
            zeros: HashMap::new(),
            morphs: morph::by_vertex_buffer(model),
        }
    }

    /// Adds the meshes for all levels, and the nodes that show them. Returns the geometry and level for each primitive,
    /// per mesh.
    pub(crate) fn build(mut self) -> Result<Vec<Vec<(usize, usize)>>, Error> {
        self.materials();
        let geometries: Vec<usize> =
            (0..self.model.geometries.len()).filter(|geometry| self.levels_of(*geometry) > 0).collect();
        let levels = geometries.iter().map(|geometry| self.levels_of(*geometry)).max().unwrap_or(0);
        let mut places = Vec::new();
        let mut shown: [Vec<(usize, Id<Mesh>)>; 2] = [Vec::new(), Vec::new()];
        for level in 0..levels {
            let Some(parts) = self.level(level, &geometries) else {
                // A model without its finest level would be no model.
                let limit = self.limit.or((level == 0).then_some(self.most));
                if let Some(limit) = limit {
                    let message = format!("expected arrays of at most {limit} bytes, found more");
                    return Err(Error::new(ErrorKind::Unsupported(message), Path::from([("LOD", level)])));
                }
                let message =
                    format!("levels of detail from {level} on are left out: there would be too many primitives");
                self.findings.loss(kinds::LODS_LOST, Path::from("geometries"), message);
                break;
            };
            for ((part, shown), suffix) in parts.into_iter().zip(&mut shown).zip(["", RIGID_SUFFIX]) {
                if !part.primitives.is_empty() {
                    let mesh = self.mesh(part.primitives, level, suffix);
                    places.push(part.places);
                    shown.push((level, mesh));
                }
            }
        }
        let [skinned, rigid] = shown;
        self.nodes(&skinned, &geometries, true);
        self.nodes(&rigid, &geometries, false);
        Ok(places)
    }

    /// Returns the number of levels of detail in a geometry.
    fn levels_of(&self, geometry: usize) -> usize {
        self.model.geometries.get(geometry).map_or(0, |geometry| geometry.lods.len())
    }

    /// Adds one material per geometry, so that other programs don't merge geometries.
    fn materials(&mut self) {
        for geometry in 0..self.model.geometries.len() {
            let name = geometry_name(self.model, geometry);
            let name = name.unwrap_or_else(|| format!("{} {geometry}", self.scene.name));
            self.scene.materials.push(Material::named(name));
        }
    }

    /// Returns the skinned part and the rigid part of a level, because glTF requires separate meshes for these. Returns
    /// `None` if the budget is used up.
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

    /// Returns a primitive. The inner option is `None` if it can't be shown, the outer if the budget is used up.
    fn primitive(&mut self, place: (usize, usize)) -> Option<Drawn> {
        if !self.drawn.contains_key(&place) {
            let drawn = self.draw(place)?;
            self.drawn.insert(place, drawn);
        }
        let drawn = self.drawn.get(&place)?;
        let references = drawn.as_ref().map_or(0, |(primitive, _)| {
            let targets = primitive.targets.len().saturating_add(primitive.targets.iter().flatten().count());
            primitive.attributes.len().saturating_add(targets).saturating_add(1)
        });
        self.budget.spend(cost(references.saturating_add(1), 0)).ok()?;
        Some(drawn.clone())
    }

    fn draw(&mut self, (geometry, level): (usize, usize)) -> Option<Drawn> {
        let model = self.model;
        let lod = model.geometries.get(geometry)?.lods.get(level)?;
        // A range beyond its indices costs nothing: it is refused before they are read.
        let indices = model.index_buffers.get(lod.index_buffer as usize).map_or(0, |buffer| buffer.data.len() as u64);
        self.budget.spend(u64::from(lod.draw.count).min(indices)).ok()?;
        let topology = match drawable(model, lod) {
            Ok(topology) => topology,
            Err(why) => {
                self.findings.loss(
                    kinds::GEOMETRY_NOT_SHOWN,
                    Path::from([("geometry", geometry), ("LOD", level)]),
                    format!("is not shown: {why}"),
                );
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
            attributes.push(self.joints((geometry, level), lod)?);
        }
        let indices = self.indices_of(lod, topology)?;
        let targets = self.targets_of(key, &attributes)?;
        let primitive = Primitive {
            topology,
            attributes,
            indices: Some(indices),
            material: Some(Id::new(geometry)),
            targets,
            ..Primitive::default()
        };
        Some(Some((primitive, skinned)))
    }

    /// Returns the joints for a level of detail. This applies the bone mapping of its geometry, so you can use the
    /// result as indices into the skeleton.
    fn joints(&mut self, (geometry, level): (usize, usize), lod: &Lod) -> Option<Attribute> {
        let model = self.model;
        let mapping = model.geometries.get(geometry)?.bone_mapping.as_slice();
        let key = (lod.vertex_buffer as usize, mapping);
        if !self.joints.contains_key(&key) {
            let resolved = self.resolve(key.0, mapping)?;
            self.joints.insert(key, resolved);
        }
        let Resolved { array, unresolved } = self.joints.get(&key)?;
        if !unresolved.is_empty() && model.indices(lod).any(|index| unresolved.binary_search(&index).is_ok()) {
            self.findings.warning(
                kinds::BONES_MISSING,
                Path::from([("geometry", geometry), ("LOD", level)]),
                "vertices are bound to bones that don't exist; they are bound to the first",
            );
        }
        Some(Attribute { semantic: Semantic::Joints(0), array: *array })
    }

    /// Returns all columns except joints, and their morph targets.
    fn vertices_of(&mut self, number: usize, skinned: bool, topology: Topology) -> Option<Vertices> {
        let model = self.model;
        let buffer = model.vertex_buffers.get(number)?;
        let columns = vertex::columns(&buffer.declaration, skinned, topology);
        let references = columns.len().saturating_add(model.morphs.len());
        self.budget.spend(cost(references, buffer.data.len())).ok()?;
        let mut attributes = Vec::with_capacity(columns.len().saturating_add(1));
        // The stride is a sum over all elements: once per buffer, not per column.
        let stride = buffer.stride();
        for column in columns.iter().filter(|column| column.semantic != Semantic::Joints(0)) {
            let array = self.scene.arrays.push(column.array(&buffer.data, stride));
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
        self.budget.spend((stored.len() as u64).saturating_mul(7)).ok()?;
        let blend::Joints { joints, unresolved } =
            blend::resolve(&stored, &weights_of(&weight_data, weights), mapping, bones);
        let rows: Vec<[u32; 4]> = joints.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect();
        let array = self.scene.arrays.push(joints_array(rows.into_iter(), bones));
        Some(Resolved { array, unresolved })
    }

    fn indices_of(&mut self, lod: &Lod, topology: Topology) -> Option<ArrayId> {
        let key = (lod.index_buffer, lod.draw, topology);
        if let Some(array) = self.indices.get(&key) {
            return Some(*array);
        }
        let buffer = self.model.index_buffer(lod)?;
        self.budget.spend(u64::from(lod.draw.count).saturating_mul(buffer.width() as u64)).ok()?;
        let whole = winding::whole(topology, lod.draw.count as usize);
        let array = winding::array(topology, self.model.indices(lod).take(whole), buffer.width());
        let array = self.scene.arrays.push(array);
        self.indices.insert(key, array);
        Some(array)
    }

    /// Returns the targets for a primitive, one per morph. If a morph doesn't change the primitive, its target is all
    /// zeros.
    fn targets_of(&mut self, key: (usize, bool), attributes: &[Attribute]) -> Option<Vec<Vec<Attribute>>> {
        let Vertices { targets, .. } = self.vertices.get(&key)?;
        self.budget.spend(cost(targets.len(), 0)).ok()?;
        let count = self.scene[attributes.first()?.array].count;
        let mut all = Vec::with_capacity(targets.len());
        for target in targets {
            all.push(match target {
                Some(target) => target.attributes.clone(),
                None => {
                    let zeros = self.zeros.entry(count);
                    let array = *zeros.or_insert_with(|| self.scene.arrays.push(morph::zeros(count)));
                    vec![Attribute { semantic: Semantic::Position, array }]
                }
            });
        }
        Some(all)
    }

    fn mesh(&mut self, primitives: Vec<Primitive>, level: usize, suffix: &str) -> Id<Mesh> {
        let name = &self.scene.name;
        let name = if level == 0 { format!("{name}{suffix}") } else { format!("{name}{suffix}_LOD{level}") };
        let morphs = &self.model.morphs;
        let morph_weights = if morphs.iter().any(|morph| morph.weight.is_some()) {
            // A version that holds weights holds them all.
            morphs.iter().map(|morph| morph.weight.unwrap_or(0.0)).collect()
        } else {
            Vec::new()
        };
        let morph_names = morphs.iter().map(|morph| escape_name(&morph.name)).collect();
        self.scene.meshes.push(Mesh { name, primitives, morph_names, morph_weights })
    }

    /// Adds a node for the finest mesh, and makes it refer to the nodes for the coarser meshes.
    fn nodes(&mut self, shown: &[(usize, Id<Mesh>)], geometries: &[usize], skinned: bool) {
        let skin = skinned.then_some(Id::new(0));
        let add = |scene: &mut Scene<'_>, mesh: Id<Mesh>| {
            let name = scene[mesh].name.clone();
            scene.nodes.push(Node { name, mesh: Some(mesh), skin, ..Node::default() })
        };
        let Some(((_, finest), coarser)) = shown.split_first() else { return };
        let first = add(self.scene, *finest);
        for (level, mesh) in coarser {
            let (node, distance) = (add(self.scene, *mesh), self.distance(*level, geometries));
            self.scene[first].lods.push(LodLevel { node, distance });
        }
    }

    /// Returns the distance at which a level begins, in metres. The engine stores it relative to the mean size of the
    /// model.
    fn distance(&self, level: usize, geometries: &[usize]) -> Option<f32> {
        let lods = geometries.iter().filter_map(|geometry| self.model.geometries.get(*geometry)?.lods.get(level));
        let distance = lods.map(|lod| lod.distance).reduce(f32::min)? * crate::mean_size(&self.model.bounds)?;
        distance.is_finite().then_some(distance)
    }
}

/// Returns the name that a model has for a geometry, as it is shown.
fn geometry_name(model: &Model<'_>, geometry: usize) -> Option<String> {
    let names = &model.tail.geometry_names.as_ref()?.names;
    names.get(geometry).filter(|name| !name.is_empty()).map(|name| escape_name(name))
}

/// Returns whether a material has the name that exports give to a geometry without a material file.
pub(crate) fn is_placeholder_name(name: &str, model: &Model<'_>, geometry: usize) -> bool {
    let stem = name.rsplit_once('.').filter(|(stem, _)| same::is_numbered(name, stem)).map_or(name, |(stem, _)| stem);
    match geometry_name(model, geometry) {
        Some(known) => stem == known,
        // The title in front of the number is the scene's, which other programs may change.
        None => stem.rsplit_once(' ').is_some_and(|(_, number)| number.parse() == Ok(geometry)),
    }
}

/// Returns what these references and bytes cost in the budget.
fn cost(references: usize, bytes: usize) -> u64 {
    (references as u64).saturating_mul(REFERENCE).saturating_add(bytes as u64)
}

/// Returns whether the vertices in a buffer are moved by a skin.
fn is_skinned(model: &Model<'_>, vertex_buffer: usize) -> bool {
    let buffer = model.vertex_buffers.get(vertex_buffer);
    !model.skeleton.bones.is_empty() && buffer.is_some_and(|buffer| vertex::can_be_skinned(&buffer.declaration))
}

/// Returns the topology of a level of detail, or the reason why it can't be shown.
fn drawable(model: &Model<'_>, lod: &Lod) -> Result<Topology, &'static str> {
    let topology = lod.primitive.topology().ok_or("its primitive type is unknown")?;
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
