//! Shows vertex animations as morph targets.

use std::collections::{BTreeMap, HashMap};

use asset_scene::{Array, Attribute, Component, Data, Error, Mesh, Scene, Semantic, escape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::model::{MorphFrame, MorphMesh};
use pragma_asset::{ErrorKind, Model, udm};

use crate::fault::{spend, unsupported};
use crate::kinds;

/// The group index, the mesh and the sub mesh.
type Id = (u32, u32, u32);

/// The vertex animations of a model, by the sub meshes that they move.
pub(crate) struct Morphs<'m> {
    of: HashMap<Id, Vec<Morph<'m>>>,
}

struct Morph<'m> {
    /// Which animation it belongs to.
    number: usize,
    name: String,
    path: Path,
    mesh: MorphMesh<'m>,
}

/// The index of a vertex animation, and the index of a frame in it.
pub(crate) type Key = (usize, usize);

/// A frame of a vertex animation.
pub(crate) struct Target {
    key: Key,
    name: String,
    attributes: Vec<Attribute>,
}

impl<'m> Morphs<'m> {
    pub(crate) fn of(model: &'m Model<'_>) -> Self {
        let mut of: HashMap<Id, Vec<Morph<'m>>> = HashMap::new();
        for (number, animation) in model.morph_target_animations().iter().enumerate() {
            let path = Path::from("morph target animation").name(&animation.name);
            for mesh in animation.meshes() {
                let id = (mesh.mesh_group(), mesh.mesh(), mesh.sub_mesh());
                let name = escape_name(&animation.name);
                of.entry(id).or_default().push(Morph { number, name, path: path.clone(), mesh });
            }
        }
        Self { of }
    }

    /// Returns the morph targets for a sub mesh.
    pub(crate) fn targets(
        &self,
        id: Id,
        (scene, vertices): (&mut Scene<'_>, usize),
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> Result<Vec<Target>, Error> {
        let mut targets = Vec::new();
        for morph in self.of.get(&id).into_iter().flatten() {
            let frames = morph.mesh.frame_count();
            for number in 0..frames {
                let frame = match morph.mesh.frame(number, budget) {
                    Ok(Some(frame)) => frame,
                    Ok(None) => continue,
                    Err(error) => match error.kind() {
                        ErrorKind::Document(udm::ErrorKind::Data(binio::Fault::Limit(_))) => {
                            return Err(unsupported(morph.path.clone(), error));
                        }
                        kind => {
                            findings.error(kinds::UNREADABLE, morph.path.clone(), kind.to_string());
                            continue;
                        }
                    },
                };
                if frame.vertices.iter().any(|vertex| usize::from(*vertex) >= vertices) {
                    findings.warning(
                        kinds::MORPH_OUT_OF_BOUNDS,
                        morph.path.clone(),
                        "moves vertices that aren't there",
                    );
                }
                let name = frame_name(&morph.name, number);
                let attributes = attributes(&frame, scene, vertices);
                targets.push(Target { key: (morph.number, number), name, attributes });
            }
        }
        Ok(targets)
    }
}

/// Returns the name to use for a frame's morph target.
pub(crate) fn frame_name(animation: &str, frame: usize) -> String {
    if frame == 0 { animation.to_owned() } else { format!("{animation} {}", frame.saturating_add(1)) }
}

fn attributes(frame: &MorphFrame<'_>, scene: &mut Scene<'_>, vertices: usize) -> Vec<Attribute> {
    let mut attributes: Vec<Attribute> = Vec::new();
    for attribute in &frame.attributes {
        let semantic = match &*attribute.property {
            b"position" => Semantic::Position,
            b"normal" if frame.has_normals => Semantic::Normal,
            _ => continue,
        };
        // If a vertex occurs twice, the last entry applies.
        let rows = frame.vertices.iter().zip(&attribute.values);
        let there = rows.filter(|(vertex, _)| usize::from(**vertex) < vertices);
        let moved: BTreeMap<u16, [f32; 3]> =
            there.map(|(vertex, value)| (*vertex, value.truncate().to_array())).collect();
        if moved.is_empty() || attributes.iter().any(|known| known.semantic == semantic) {
            continue;
        }
        let values: Vec<u8> = moved.values().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let data = Data::Sparse { rows: moved.keys().map(|row| u32::from(*row)).collect(), values: values.into() };
        let array = Array { component: Component::F32, width: 3, normalized: false, count: vertices, data };
        attributes.push(Attribute { semantic, array: scene.arrays.push(array) });
    }
    attributes
}

/// Adds morph targets to the primitives of a mesh. If any primitive has a target, then all primitives must have the
/// target. Returns which frames these are.
pub(crate) fn add(mesh: &mut Mesh, targets: Vec<Vec<Target>>, budget: &mut Budget) -> Result<Vec<Key>, Error> {
    let names: BTreeMap<Key, String> =
        targets.iter().flatten().map(|target| (target.key, target.name.clone())).collect();
    let lists = names.len().saturating_mul(mesh.primitives.len());
    spend(budget, lists, size_of::<Vec<Attribute>>(), Path::from("morph target animations"))?;
    for (primitive, targets) in mesh.primitives.iter_mut().zip(targets) {
        let mut own: HashMap<Key, Vec<Attribute>> =
            targets.into_iter().map(|target| (target.key, target.attributes)).collect();
        primitive.targets = names.keys().map(|key| own.remove(key).unwrap_or_default()).collect();
    }
    let keys = names.keys().copied().collect();
    mesh.morph_names = names.into_values().collect();
    Ok(keys)
}
