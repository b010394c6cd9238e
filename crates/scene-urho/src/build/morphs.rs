//! Morphs, which in the engine belong to the model and not to a mesh.

use std::collections::{HashMap, HashSet};

use asset_geometry::glam::Vec3;
use binio::{Bytes, Findings, Name, Path};
use urho_mdl::{ElementMask, Morph, MorphBuffer};

use super::names::Names;
use super::options::Target;
use super::surface::Surface;
use crate::{Mesh, Scene};

/// The morphs of a model.
#[derive(Debug, Default)]
pub(super) struct Morphs {
    list: Vec<NewMorph>,
    /// The morph of each target of a mesh.
    of_mesh: HashMap<usize, Vec<usize>>,
    names: Names,
    /// The morph that a name with a default weight leads to.
    named: HashMap<(String, u32), usize>,
}

#[derive(Debug)]
struct NewMorph {
    name: Name<'static>,
    weight: f32,
    /// Of each vertex buffer.
    deltas: Vec<(usize, Vec<Delta>)>,
}

/// What a morph adds to a vertex: position, normal, tangent.
#[derive(Debug)]
struct Delta {
    vertex: u32,
    values: [Vec3; 3],
}

const MORPHED: [ElementMask; 3] = [ElementMask::POSITION, ElementMask::NORMAL, ElementMask::TANGENT];

impl Morphs {
    /// Makes a morph of each target of a mesh. Targets of one name in several meshes are one morph: with that name the engine moves them
    /// together; but not if they begin with different weights and the file holds these.
    pub(super) fn add_mesh(&mut self, number: usize, scene: &Scene<'_>, target: Target, findings: &mut Findings) {
        let Some(mesh) = scene.meshes.get(number).filter(|_| !self.of_mesh.contains_key(&number)) else { return };
        let path = Path::from([("mesh", number)]);
        let (mut own, mut morphs) = (HashSet::new(), Vec::new());
        for (place, name) in mesh.morph_names.iter().enumerate() {
            let weight = if target == Target::Rbfx { default_weight(mesh, place) } else { 0.0 };
            let key = (name.clone(), weight.to_bits());
            let shared = self.named.get(&key).copied().filter(|morph| !name.is_empty() && !own.contains(morph));
            let morph = shared.unwrap_or_else(|| {
                let path = path.clone().item("morph target", place);
                let name = self.names.take(name, &format!("Morph{place}"), path, findings);
                self.list.push(NewMorph { name, weight, deltas: Vec::new() });
                self.named.entry(key).or_insert(self.list.len() - 1);
                self.list.len() - 1
            });
            own.insert(morph);
            morphs.push(morph);
        }
        if target == Target::Urho3D && mesh.morph_weights.iter().any(|weight| *weight != 0.0) {
            let message =
                "default weights of morph targets are baked into the vertices: weight 0 in the engine stands for them";
            findings.note(path, message);
        }
        self.of_mesh.insert(number, morphs);
    }

    /// Tells the targets of a mesh's surface which morphs they are.
    pub(super) fn number(&self, mesh: usize, surface: &mut Surface) {
        let morphs = self.of_mesh.get(&mesh).map(Vec::as_slice).unwrap_or_default();
        surface.targets.iter_mut().zip(morphs).for_each(|(target, morph)| target.morph = *morph);
    }

    /// Takes up what morphs do to a surface whose first vertex has the number `first` in its buffer. Vertices that stay are left out.
    pub(super) fn collect(&mut self, surface: &Surface, buffer: usize, first: u32) {
        for target in &surface.targets {
            let Some(morph) = self.list.get_mut(target.morph) else { continue };
            let value = |column: &[Vec3], held: bool, vertex: usize| {
                column.get(vertex).copied().filter(|_| held).unwrap_or(Vec3::ZERO)
            };
            let delta = |vertex: usize| Delta {
                vertex: first + vertex as u32,
                values: [
                    value(&target.positions, true, vertex),
                    value(&target.normals, !surface.normals.is_empty(), vertex),
                    value(&target.tangents, !surface.tangents.is_empty(), vertex),
                ],
            };
            let moved = |delta: &Delta| delta.values.iter().any(|value| *value != Vec3::ZERO);
            let deltas = (0..surface.positions.len()).map(delta).filter(moved);
            let place = morph.deltas.iter().position(|(number, _)| *number == buffer).unwrap_or_else(|| {
                morph.deltas.push((buffer, Vec::new()));
                morph.deltas.len() - 1
            });
            if let Some((_, held)) = morph.deltas.get_mut(place) {
                held.extend(deltas);
            }
        }
    }

    /// The morphs as the file holds them.
    pub(super) fn finish(self, target: Target) -> Vec<Morph<'static>> {
        let finish = |morph: NewMorph| {
            let changed = morph.deltas.iter().filter(|(_, deltas)| !deltas.is_empty());
            let buffers = changed.map(|(buffer, deltas)| morph_buffer(*buffer, deltas)).collect();
            Morph { name: morph.name, weight: (target == Target::Rbfx).then_some(morph.weight), buffers }
        };
        self.list.into_iter().map(finish).collect()
    }
}

/// The weight that a mesh's morph target begins with.
fn default_weight(mesh: &Mesh, target: usize) -> f32 {
    mesh.morph_weights.get(target).copied().unwrap_or_default()
}

fn morph_buffer(buffer: usize, deltas: &[Delta]) -> MorphBuffer<'static> {
    let moved =
        |place: usize| deltas.iter().any(|delta| delta.values.get(place).is_some_and(|value| *value != Vec3::ZERO));
    // The engine expects positions even if they stay.
    let held: Vec<(usize, ElementMask)> =
        MORPHED.into_iter().enumerate().filter(|(place, _)| *place == 0 || moved(*place)).collect();
    let mut data = Vec::new();
    for delta in deltas {
        data.extend(delta.vertex.to_le_bytes());
        for value in held.iter().filter_map(|(place, _)| delta.values.get(*place)) {
            data.extend(value.to_array().into_iter().flat_map(f32::to_le_bytes));
        }
    }
    MorphBuffer {
        vertex_buffer: buffer as u32,
        mask: ElementMask(held.iter().fold(0, |bits, (_, element)| bits | element.0)),
        vertex_count: deltas.len() as u32,
        data: Bytes::from(data),
    }
}
