//! The model of a scene.

use std::collections::HashMap;

use binio::{Findings, Path};
use urho_mdl::{Bounds, Model, Tail, Version};

use super::assemble::{self, Buffers};
use super::morphs::Morphs;
use super::options::{BuildOptions, Target};
use super::place::place;
use super::plan::{Appearance, Level, Plan};
use super::space::Space;
use super::split::{self, Draft};
use super::surface::{self, Surface};
use crate::{Error, ErrorKind, Scene};

/// A model, and what a caller may want to know of it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The model.
    pub model: Model<'static>,
    /// The material of each geometry: a number in [`Scene::materials`].
    pub materials: Vec<Option<usize>>,
    /// What was changed, generated or left out.
    pub findings: Findings,
}

/// The work on one model.
struct Work<'s, 'o> {
    plan: Plan<'s>,
    options: &'o BuildOptions,
    findings: Findings,
    morphs: Morphs,
    /// Surfaces of the meshes that were met, in their own space.
    meshes: HashMap<usize, Vec<Option<Surface>>>,
    vertices: usize,
}

/// Builds a model; see [`build_model`](super::build_model).
///
/// # Errors
/// As there.
pub fn build(scene: &Scene<'_>, options: &BuildOptions) -> Result<Built, Error> {
    options.check(scene)?;
    let mut findings = Findings::new();
    let plan = Plan::new(scene, options, &mut findings);
    if plan.appearances.is_empty() {
        return Err(Error::new(ErrorKind::Unsupported("there is no mesh to make a model of".into()), Path::new()));
    }
    let (morphs, meshes) = (Morphs::default(), HashMap::new());
    let mut work = Work { plan, options, findings, morphs, meshes, vertices: 0 };
    let mut drafts = Vec::new();
    for appearance in std::mem::take(&mut work.plan.appearances) {
        work.drafts(&appearance, &mut drafts)?;
    }
    work.finish(drafts)
}

impl Work<'_, '_> {
    /// The geometries of a mesh that is shown, each with its levels of detail.
    fn drafts(&mut self, appearance: &Appearance, drafts: &mut Vec<(Path, Draft)>) -> Result<(), Error> {
        let Some((finest, further)) = appearance.levels.split_first() else { return Ok(()) };
        let path = |number: usize| match finest.node {
            Some(node) => Path::from([("node", node), ("primitive", number)]),
            None => Path::from([("mesh", finest.mesh), ("primitive", number)]),
        };
        let mut made: Vec<Option<Draft>> = Vec::new();
        for surface in self.placed(finest)? {
            made.push(surface.map(|surface| Draft { levels: vec![(0.0, surface)], mapping: Vec::new() }));
        }
        for level in further {
            let distance = level.distance.unwrap_or(f32::NAN);
            for (number, surface) in self.placed(level)?.into_iter().enumerate() {
                match (made.get_mut(number).and_then(Option::as_mut), surface) {
                    (Some(draft), Some(surface)) => draft.levels.push((distance, surface)),
                    (None, Some(_)) => {
                        let message = "a level of detail has more primitives than the finest; left out";
                        self.findings.warning(path(number), message);
                    }
                    (_, None) => {}
                }
            }
        }
        drafts.extend(made.into_iter().enumerate().filter_map(|(number, draft)| Some((path(number), draft?))));
        Ok(())
    }

    /// The surfaces of a level in the engine's space, one per primitive.
    fn placed(&mut self, level: &Level) -> Result<Vec<Option<Surface>>, Error> {
        self.prepare(level.mesh)?;
        let mut surfaces = Vec::new();
        let count = self.meshes.get(&level.mesh).map_or(0, Vec::len);
        for number in 0..count {
            let prepared = self.meshes.get(&level.mesh).and_then(|surfaces| surfaces.get(number));
            let Some(prepared) = prepared.and_then(Option::as_ref) else {
                surfaces.push(None);
                continue;
            };
            let more = prepared.positions.len().saturating_mul(1 + prepared.targets.len());
            self.vertices = self.vertices.saturating_add(more);
            let path = Path::from([("mesh", level.mesh), ("primitive", number)]);
            if self.vertices > self.options.max_vertices {
                let message = format!("more than {} vertices", self.options.max_vertices);
                return Err(Error::new(ErrorKind::Unsupported(message), path));
            }
            let mut surface = prepared.clone();
            place(&mut surface, level, &mut self.plan, Space::new(self.options.scale), &path)?;
            surfaces.push(Some(surface));
        }
        Ok(surfaces)
    }

    /// Unpacks a mesh, and generates what it lacks.
    fn prepare(&mut self, number: usize) -> Result<(), Error> {
        let scene = self.plan.scene;
        let Some(mesh) = scene.meshes.get(number).filter(|_| !self.meshes.contains_key(&number)) else { return Ok(()) };
        self.morphs.add_mesh(number, scene, self.options.target, &mut self.findings);
        let mut surfaces = Vec::new();
        for place in 0..mesh.primitives.len() {
            let mut surface = surface::read(scene, (number, mesh), place, &mut self.findings)?;
            if let Some(surface) = &mut surface {
                self.morphs.number(number, surface);
                if self.options.target == Target::Urho3D {
                    surface.morph(&mesh.morph_weights);
                }
                surface.flatten();
                if self.options.tangents {
                    surface.add_tangents(&Path::from([("mesh", number), ("primitive", place)]), &mut self.findings);
                }
            }
            if surface.as_ref().is_some_and(|surface| surface.indices.is_empty()) {
                let message = "all its triangles lie between no more than two vertices; left out";
                self.findings.warning([("mesh", number), ("primitive", place)], message);
                surface = None;
            }
            surfaces.push(surface);
        }
        self.meshes.insert(number, surfaces);
        Ok(())
    }

    fn finish(mut self, drafts: Vec<(Path, Draft)>) -> Result<Built, Error> {
        let skeleton = assemble::skeleton(&self.plan, Space::new(self.options.scale));
        let at_rest =
            if skeleton.bones.is_empty() { Bounds::UNDEFINED } else { assemble::bounds_at_rest(&skeleton, &drafts) };
        let most = self.options.max_bones.clamp(1, 256);
        let mapped = skeleton.bones.len() > most;
        let (mut buffers, mut geometries, mut materials) = (Buffers::default(), Vec::new(), Vec::new());
        for (path, draft) in drafts {
            let parts = if mapped { split::split(draft, most, &path, &mut self.findings) } else { vec![draft] };
            for part in parts {
                materials.push(part.levels.first().and_then(|(_, surface)| surface.material));
                geometries.push(buffers.add(part, &mut self.morphs, &path)?);
            }
        }
        let (vertex_buffers, index_buffers) = buffers.finish();
        let target = self.options.target;
        let model = Model {
            version: if target == Target::Rbfx { Version::Umd3(2) } else { Version::Umd2 },
            vertex_buffers,
            index_buffers,
            geometries,
            morphs: self.morphs.finish(target),
            skeleton,
            bounds: Bounds::UNDEFINED,
            tail: Tail::default(),
        };
        let failed = |error: urho_mdl::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::new());
        let model = assemble::finish(model, at_rest, self.options.scale, &mut self.findings).map_err(failed)?;
        Ok(Built { model, materials, findings: self.findings })
    }
}
