//! Creates mesh groups. Meshes with only one level of detail share a group. A mesh with coarser levels gets its own
//! group, and so does every level.

#![allow(clippy::arithmetic_side_effects, reason = "distances")]

use std::collections::{BTreeMap, HashSet};

use asset_scene::appearance::{Appearance, Level};
use asset_scene::{Error, Scene};
use binio::{Budget, Findings, Path};
use pragma_asset::model::{Lod, Replacement};
use pragma_asset::{Bounds, MeshData};
use scene_adapter::surface::{Optimization, Target};
use scene_adapter::unique_names::Names;

use super::faces::Faces;
use super::rig::Rig;
use super::skins::Skins;
use super::{mesh, text};
use crate::fault::spend;
use crate::kinds;

/// The group for all meshes without levels of detail. The engine's tools use the same name.
const GROUP: &str = "reference";
/// The number that means no group.
const NO_GROUP: u32 = u32::MAX;
/// If the scene doesn't say where to show the first coarser level, the engine will show it at this distance, in model
/// sizes. Further levels follow at twice the distance.
const FIRST_DISTANCE: f32 = 10.0;

/// The meshes of a model.
#[derive(Default)]
pub(crate) struct Groups {
    /// The group names with their sub meshes.
    pub(crate) groups: Vec<(String, Vec<MeshData>)>,
    /// The groups to draw when the camera is near.
    pub(crate) base: Vec<u32>,
    /// The levels of detail.
    pub(crate) lods: Vec<Lod>,
}

/// The groups that replace a group when the camera is farther away.
struct Coarser {
    source: u32,
    /// The groups with their distances in units.
    levels: Vec<(u32, Option<f32>)>,
}

/// Builds the groups.
pub(crate) struct Maker<'m, 's> {
    pub(crate) scene: &'s Scene<'s>,
    pub(crate) optimization: Optimization,
    /// The angle up to which a mesh without normals should be smooth. See `CreateModelOptions::smooth`.
    pub(crate) smooth: Option<f32>,
    pub(crate) rig: &'m Rig,
    pub(crate) skins: &'m Skins,
    pub(crate) faces: &'m mut Faces<'s>,
    pub(crate) budget: &'m mut Budget,
    pub(crate) findings: &'m mut Findings,
}

impl Maker<'_, '_> {
    /// Creates the groups for everything that is shown.
    pub(crate) fn groups(mut self, appearances: &[Appearance]) -> Result<Groups, Error> {
        let mut made = Groups::default();
        let (mut names, mut told) = (Names::default(), HashSet::new());
        let (several, single): (Vec<_>, Vec<_>) = appearances.iter().partition(|all| all.levels.len() > 1);
        let mut all = Vec::new();
        for level in single.iter().filter_map(|appearance| appearance.levels.first()) {
            self.level((level, level), (0, &mut all), &mut told)?;
        }
        if !all.is_empty() {
            names.take(GROUP, "", Path::new(), self.findings);
            made.base.push(0);
            made.groups.push((GROUP.to_owned(), all));
        }
        let mut coarser = Vec::new();
        for appearance in several {
            coarser.extend(self.detailed(&appearance.levels, &mut made, (&mut names, &mut told))?);
        }
        made.lods = self.lods(&coarser, &made)?;
        Ok(made)
    }

    /// Adds the groups for a mesh and its coarser levels.
    fn detailed(
        &mut self,
        levels: &[Level],
        made: &mut Groups,
        (names, told): (&mut Names, &mut HashSet<Told>),
    ) -> Result<Option<Coarser>, Error> {
        let [finest, others @ ..] = levels else { return Ok(None) };
        let path = Path::from([("mesh", finest.mesh.index())]);
        let name = finest.node.map_or(&self.scene[finest.mesh].name, |node| &self.scene[node].name);
        let source = made.groups.len();
        let mut meshes = Vec::new();
        self.level((finest, finest), (source, &mut meshes), told)?;
        if meshes.is_empty() {
            self.findings.loss(kinds::LODS_LOST, path, "levels of detail without a visible mesh are left out");
            return Ok(None);
        }
        made.base.push(source as u32);
        made.groups.push((text(&names.take(name, "mesh", path.clone(), self.findings)), meshes));
        let mut coarser = Coarser { source: source as u32, levels: Vec::new() };
        for (number, level) in (1..).zip(others) {
            let place = made.groups.len();
            let mut meshes = Vec::new();
            self.level((level, finest), (place, &mut meshes), told)?;
            let distance = level.distance.map(|distance| distance * self.rig.units() as f32);
            if meshes.is_empty() {
                coarser.levels.push((NO_GROUP, distance));
                continue;
            }
            coarser.levels.push((place as u32, distance));
            let name = names.take(&format!("{name}_LOD{number}"), "", path.clone(), self.findings);
            made.groups.push((text(&name), meshes));
        }
        Ok(Some(coarser))
    }

    /// Adds the sub meshes for one level.
    fn level(
        &mut self,
        (level, finest): (&Level, &Level),
        (group, meshes): (usize, &mut Vec<MeshData>),
        told: &mut HashSet<Told>,
    ) -> Result<(), Error> {
        let (scene, mut again) = (self.scene, Findings::new());
        // A mesh may be shown any number of times: findings tell of it once.
        let is_new = told.insert((level.mesh, level.skin));
        let mesh = &scene[level.mesh];
        let place = |meshes: &Vec<MeshData>| (group as u32, meshes.len() as u32);
        let findings = if is_new { &mut *self.findings } else { &mut again };
        mesh::tell(mesh, level.mesh, findings);
        let flexes =
            self.faces.targets(level.node, (level.mesh, finest.mesh), place(meshes), (self.budget, &mut *findings))?;
        for number in 0..mesh.primitives.len() {
            let path = Path::from([("mesh", level.mesh.index()), ("primitive", number)]);
            let Some(mut surface) = mesh::prepared(scene, level, number, self.smooth, findings)? else { continue };
            mesh::add_tangents(&mut surface, &path, findings);
            surface.optimize(self.optimization, scene);
            let name = level.node.map_or(&mesh.name, |node| &scene[node].name);
            let material_index = mesh.primitives.get(number).map_or(0, |primitive| self.skins.index(scene, primitive));
            let (mut data, targets): (MeshData, Vec<Target>) = mesh::data(surface, level, self.rig);
            mesh::make_finite(&mut data, &path, findings);
            self.faces.add(place(meshes), &targets, &flexes, (&path, &mut *findings));
            meshes.push(MeshData { name: name.clone(), material_index, ..data });
        }
        Ok(())
    }

    /// Returns the levels of the model. For a given distance, a level says which groups to replace.
    fn lods(&mut self, coarser: &[Coarser], made: &Groups) -> Result<Vec<Lod>, Error> {
        let all = made.groups.iter().flat_map(|(_, meshes)| meshes).map(MeshData::bounds);
        let size = all.fold(Bounds::UNDEFINED, Bounds::merge).size().map_or(1.0, |size| size.length().max(1e-3));
        let mut made_up = false;
        let mut steps: Vec<(f32, u32, u32)> = Vec::new();
        for Coarser { source, levels } in coarser {
            let mut last = 0.0_f32;
            for (target, distance) in levels {
                let known = distance.filter(|distance| distance.is_finite() && *distance > last);
                made_up |= known.is_none();
                last = known.unwrap_or((last * 2.0).max(FIRST_DISTANCE * size));
                steps.push((last, *source, *target));
            }
        }
        if made_up {
            let message = "levels of detail without a distance beyond the one before begin at twice that, or at ten sizes of the model";
            self.findings.note(kinds::LOD_DISTANCES, "meshes", message);
        }
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut shown: BTreeMap<u32, u32> = BTreeMap::new();
        let mut lods: Vec<Lod> = Vec::new();
        for same in steps.chunk_by(|a, b| a.0 == b.0) {
            shown.extend(same.iter().map(|(_, source, target)| (*source, *target)));
            // The engine reads a single level, so each level lists the replacements of all groups.
            spend(self.budget, shown.len(), 64, Path::from("levels of detail"))?;
            let replacements = shown.iter().map(|(source, target)| Replacement { source: *source, target: *target });
            let distance = same.first().map_or(0.0, |step| step.0);
            lods.push(Lod { lod: lods.len().saturating_add(1) as u32, distance, replacements: replacements.collect() });
        }
        Ok(lods)
    }
}

/// The meshes whose findings were already reported.
type Told = (asset_scene::Id<asset_scene::Mesh>, Option<asset_scene::Id<asset_scene::Skin>>);
