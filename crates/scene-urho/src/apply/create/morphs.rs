//! Creates morphs. In the engine, these belong to the model, not to a mesh.

use crate::kinds;
use std::collections::{HashMap, HashSet};

use asset_scene::glam::Vec3;
use asset_scene::{Id, Mesh, Scene};
use binio::{Findings, Name, Path};
use scene_adapter::surface::{Surface, Target as MorphTarget};
use scene_adapter::unique_names::Names;
use urho_mdl::{Delta, ModelBuilder};

use super::default_weights::BakedWeights;
use super::options::CreateModelOptions;
use super::plan::Plan;
use crate::Engine;

/// The morphs of a model.
#[derive(Debug, Default)]
pub(crate) struct Morphs {
    list: Vec<NewMorph>,
    /// For each mesh, the morphs that its targets became.
    of_mesh: HashMap<Id<Mesh>, Vec<usize>>,
    names: Names,
    /// Finds the morph for a name. The other numbers are how often the mesh has used this name before, and the default
    /// weight.
    named: HashMap<(String, usize, u32), usize>,
    baked: BakedWeights,
}

#[derive(Debug)]
struct NewMorph {
    name: Name<'static>,
    weight: f32,
}

impl Morphs {
    /// Creates an empty list. This looks at the animations to convert, to see which default weights can be baked.
    pub(crate) fn new(scene: &Scene<'_>, options: &CreateModelOptions) -> Self {
        Self { baked: BakedWeights::new(scene, options), ..Self::default() }
    }

    /// Adds the morph targets of a mesh. If several meshes have a target with the same name, this creates only one
    /// morph, because the engine moves them together anyway. The exception is when they start with different weights
    /// and the file can store these.
    pub(crate) fn add_mesh(
        &mut self,
        id: Id<Mesh>,
        scene: &Scene<'_>,
        options: &CreateModelOptions,
        findings: &mut Findings,
    ) {
        if self.of_mesh.contains_key(&id) {
            return;
        }
        let (mesh, target) = (&scene[id], options.engine);
        let path = Path::from([("mesh", id.index())]);
        let (mut own, mut morphs, mut times) = (HashSet::new(), Vec::new(), HashMap::<&str, usize>::new());
        for (place, name) in mesh.morph_names.iter().enumerate() {
            // Without weights all are 0.
            let stored = mesh.morph_weights.get(place).copied().unwrap_or(0.0);
            let weight = if target == Engine::Rbfx { stored } else { 0.0 };
            let time = times.entry(name).or_default();
            *time = time.saturating_add(1);
            let key = (name.clone(), *time, weight.to_bits());
            // Meshes that one model is shown as have its morphs, named or not.
            let is_known = !name.is_empty() || options.home.is_some();
            let shared = self.named.get(&key).copied().filter(|morph| is_known && !own.contains(morph));
            let morph = shared.unwrap_or_else(|| {
                let path = path.clone().item("morph target", place);
                let name = self.names.take(name, &format!("Morph{place}"), path, findings);
                let morph = self.list.len();
                self.list.push(NewMorph { name, weight });
                self.named.entry(key).or_insert(morph);
                morph
            });
            own.insert(morph);
            morphs.push(morph);
        }
        if options.bakes_weights() {
            self.tell_weights(id, mesh, &path, findings);
        }
        self.of_mesh.insert(id, morphs);
    }

    /// Reports default weights that the file can't store.
    fn tell_weights(&self, id: Id<Mesh>, mesh: &Mesh, path: &Path, findings: &mut Findings) {
        let baked = self.baked.of(id);
        if baked.iter().any(|weight| *weight != 0.0) {
            let message =
                "default weights of morph targets are baked into the vertices: they become weight 0 in the engine";
            findings.note(kinds::DEFAULT_WEIGHTS_BAKED, path.clone(), message);
        }
        let left = mesh.morph_weights.iter().zip(baked).zip(&mesh.morph_names);
        let left = left.filter(|((default, baked), _)| **default != 0.0 && **baked == 0.0).map(|(_, name)| name);
        let left: Vec<&String> = left.collect();
        if let Some(first) = left.first() {
            let message = format!(
                "default weights of morph targets that animations move have no place in this version of a model: {}, the first is {first:?}; they are 0 until an animation plays",
                left.len()
            );
            findings.warning(kinds::DEFAULT_WEIGHTS_LOST, path.clone(), message);
        }
    }

    /// Returns the default weights that will be baked into the vertices of a mesh. This is empty if there is nothing to
    /// bake.
    pub(crate) fn baked(&self, mesh: Id<Mesh>) -> &[f32] {
        self.baked.of(mesh)
    }

    /// Returns the weight that the engine uses for a morph when there is no animation.
    pub(crate) fn weight(&self, morph: usize) -> f32 {
        self.list.get(morph).map_or(0.0, |morph| morph.weight)
    }

    /// Returns the morphs for a plan, in the same order as in [`create()`](crate::create()). This does not report any
    /// findings, because the model's conversion does it.
    pub(crate) fn of_plan(plan: &Plan<'_>, options: &CreateModelOptions) -> Self {
        let mut morphs = Self::new(plan.scene, options);
        for level in plan.appearances.iter().flat_map(|appearance| &appearance.levels) {
            morphs.add_mesh(level.mesh, plan.scene, options, &mut Findings::new());
        }
        morphs
    }

    /// Returns the morphs that the targets of a mesh became.
    pub(crate) fn of(&self, mesh: Id<Mesh>) -> &[usize] {
        self.of_mesh.get(&mesh).map_or(&[], Vec::as_slice)
    }

    /// Sets the morph numbers in the surface of a mesh.
    pub(crate) fn number(&self, mesh: Id<Mesh>, surface: &mut Surface) {
        let morphs = self.of_mesh.get(&mesh).into_iter().flatten();
        surface.targets.iter_mut().zip(morphs).for_each(|(target, morph)| target.morph = *morph);
    }

    /// Adds all morph names to the model, in order. This must be done before they change any vertices.
    pub(crate) fn declare(&self, mut builder: ModelBuilder<'static>, engine: Engine) -> ModelBuilder<'static> {
        for NewMorph { name, weight } in &self.list {
            builder = builder.morph(name.clone(), &[]);
            if engine == Engine::Rbfx {
                builder = builder.morph_weight(*weight);
            }
        }
        builder
    }

    /// Adds the morph offsets for the vertices that were last added to the builder. These must be the vertices of
    /// `surface`.
    pub(crate) fn change(&self, mut builder: ModelBuilder<'static>, surface: &Surface) -> ModelBuilder<'static> {
        let mut changes: HashMap<usize, Vec<Delta>> = HashMap::new();
        for target in &surface.targets {
            changes.entry(target.morph).or_default().extend(deltas(target, surface));
        }
        for (number, NewMorph { name, .. }) in self.list.iter().enumerate() {
            if let Some(deltas) = changes.get(&number).filter(|deltas| !deltas.is_empty()) {
                builder = builder.morph(name.clone(), deltas);
            }
        }
        builder
    }
}

/// Returns the offsets in a morph target. This skips vertices that don't change, and data that the surface does not
/// have.
fn deltas(target: &MorphTarget, surface: &Surface) -> impl Iterator<Item = Delta> {
    let (normals, tangents) = (!surface.normals.is_empty(), !surface.tangents.is_empty());
    let value =
        |column: &[Vec3], held: bool, vertex: usize| column.get(vertex).copied().filter(|_| held).unwrap_or(Vec3::ZERO);
    let delta = move |vertex: usize| Delta {
        vertex: vertex as u32,
        position: value(&target.positions, true, vertex),
        normal: value(&target.normals, normals, vertex),
        tangent: value(&target.tangents, tangents, vertex),
    };
    let moved = |delta: &Delta| [delta.position, delta.normal, delta.tangent].iter().any(|value| *value != Vec3::ZERO);
    (0..surface.positions.len()).map(delta).filter(moved)
}
