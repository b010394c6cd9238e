//! Creates a model from a scene.

use crate::kinds;
use std::collections::{HashMap, HashSet};

use asset_scene::appearance::{Appearance, Level};
use asset_scene::{
    Attribute, Error, ErrorKind, Id, Material, Mesh, Node, Primitive, Scene, Semantic, Skin, unescape_name,
};
use asset_scene::{cores, curve};
use binio::{Findings, Name, Path};
use scene_adapter::surface::{self, Surface};
use urho_mdl::Model;

use super::morphs::Morphs;
use super::options::CreateModelOptions;
use super::place::place;
use super::plan::{self, Plan};
use super::space::Space;
use super::split::{self, Draft, Origin};
use super::write::{self, Writer};
use crate::vertex;

/// A model that was created from a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedModel {
    /// The model, in the version that [`CreateModelOptions::engine`] needs.
    pub model: Model<'static>,
    /// For each geometry, the material in the scene, or `None` if the primitive has none.
    pub materials: Vec<Option<Id<Material>>>,
    /// What was changed, generated or lost.
    pub findings: Findings,
    /// For each geometry and level, the primitive that it was created from.
    pub(crate) origins: Vec<Vec<Origin>>,
    /// The bones that are skin joints, with the names of their nodes.
    pub(crate) joints: HashMap<u32, Name<'static>>,
}

impl CreatedModel {
    /// Creates the result for a model with these materials, without saying where it comes from.
    pub(crate) fn new(model: Model<'static>, materials: Vec<Option<Id<Material>>>, findings: Findings) -> Self {
        Self { model, materials, findings, origins: Vec::new(), joints: HashMap::new() }
    }
}

/// Adds tangents to a surface and optimises it, and returns it with its findings. Returns `None` if no triangle is left.
fn complete(
    scene: &Scene<'_>,
    options: &CreateModelOptions,
    surface: Option<Surface>,
    material: Option<Id<Material>>,
    path: Path,
    mut findings: Findings,
) -> (Option<Surface>, Findings) {
    let Some(mut surface) = surface else { return (None, findings) };
    if options.tangents.are_for(scene, material) {
        surface.add_tangents(&path, &mut findings);
    }
    if options.fills_tangents && !surface.tex_coords(0).is_empty() && surface.tangents.is_empty() {
        surface.fill_tangents();
    }
    surface.optimize(options.optimization, scene);
    if surface.indices.is_empty() {
        let message = "all its triangles lie between no more than two vertices; left out";
        findings.warning(kinds::DEGENERATE_PRIMITIVE, path, message);
        return (None, findings);
    }
    (Some(surface), findings)
}

/// One surface per primitive, or `None` if there is nothing to show.
type Surfaces = Vec<Option<Surface>>;

/// A mesh, and the skin if it is bound to one.
type Shown = (Id<Mesh>, Option<Id<Skin>>);

/// The state while a model is created.
struct Work<'s, 'o> {
    plan: Plan<'s>,
    options: &'o CreateModelOptions,
    findings: Findings,
    morphs: Morphs,
    /// Surfaces of meshes that will be needed again, in mesh space.
    meshes: HashMap<Shown, Surfaces>,
    /// How often each mesh will still be needed.
    left: HashMap<Shown, usize>,
    /// Meshes whose findings were already reported, and whether this was with a skin.
    told: HashSet<(Id<Mesh>, bool)>,
    vertices: usize,
}

/// Creates a model from everything that a scene shows. See the front page of this crate for how this works.
///
/// # Errors
/// Fails if the scene doesn't pass its [check](Scene::check), if it shows no mesh, if it uses vertices or joints that
/// don't exist, or if it is larger than `options` allow.
pub fn create(scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    options.check(scene)?;
    let mut budget = options.budget();
    curve::spend(scene, plan::channels(scene, options), &mut budget)?;
    let mut findings = Findings::new();
    let plan = Plan::new(scene, options, &mut findings);
    if plan.appearances.is_empty() {
        return Err(Error::new(
            ErrorKind::Unsupported("expected a scene that shows a mesh, found none".into()),
            Path::new(),
        ));
    }
    surface::spend(scene, &plan.appearances, &mut budget, &mut findings)?;
    let (morphs, meshes, told) = (Morphs::new(scene, options), HashMap::new(), HashSet::new());
    let mut left: HashMap<Shown, usize> = HashMap::new();
    for level in plan.appearances.iter().flat_map(|appearance| &appearance.levels) {
        let left = left.entry((level.mesh, level.skin)).or_default();
        *left = left.saturating_add(1);
    }
    let mut work = Work { plan, options, findings, morphs, meshes, left, told, vertices: 0 };
    let mut drafts = Vec::new();
    for appearance in std::mem::take(&mut work.plan.appearances) {
        work.drafts(&appearance, &mut drafts)?;
    }
    work.finish(drafts)
}

impl Work<'_, '_> {
    /// Creates the geometries for a mesh, with their levels of detail.
    fn drafts(&mut self, appearance: &Appearance, drafts: &mut Vec<(Path, Draft)>) -> Result<(), Error> {
        let Some((finest, further)) = appearance.levels.split_first() else { return Ok(()) };
        let path = |number: usize| match finest.node {
            Some(node) => Path::from([("node", node.index()), ("primitive", number)]),
            None => primitive_path(finest.mesh, number),
        };
        let mut made: Vec<Option<Draft>> = Vec::new();
        for surface in self.placed(finest)? {
            made.push(surface.map(|surface| Draft {
                levels: vec![(0.0, surface)],
                origins: vec![origin(finest, made.len())],
                mapping: Vec::new(),
            }));
        }
        for level in further {
            let distance = level.distance.unwrap_or(f32::NAN);
            for (number, surface) in self.placed(level)?.into_iter().enumerate() {
                match (made.get_mut(number).and_then(Option::as_mut), surface) {
                    (Some(draft), Some(surface)) => {
                        draft.levels.push((distance, surface));
                        draft.origins.push(origin(level, number));
                    }
                    (None, Some(_)) => {
                        let message = "a level of detail has more primitives than the finest; left out";
                        self.findings.loss(kinds::LODS_LOST, path(number), message);
                    }
                    (_, None) => {}
                }
            }
        }
        if self.options.optimization.weld && !has_tangents(self.plan.scene, appearance) {
            for draft in made.iter_mut().flatten() {
                surface::share_tangents(draft.levels.iter_mut().map(|(_, surface)| surface));
            }
        }
        drafts.extend(made.into_iter().enumerate().filter_map(|(number, draft)| Some((path(number), draft?))));
        Ok(())
    }

    /// Returns the surfaces of a level in the engine's space, one per primitive.
    fn placed(&mut self, level: &Level) -> Result<Surfaces, Error> {
        let surfaces = self.unplaced(level)?;
        let space = Space::new(self.options.scale);
        let mut placed = Vec::with_capacity(surfaces.len());
        for (number, mut surface) in surfaces.into_iter().enumerate() {
            if let Some(surface) = &mut surface {
                place(surface, level, &mut self.plan, space, &primitive_path(level.mesh, number))?;
            }
            placed.push(surface);
        }
        Ok(placed)
    }

    /// Returns the surfaces of a level in mesh space. If another level will need them too, this returns a copy.
    fn unplaced(&mut self, level: &Level) -> Result<Surfaces, Error> {
        let key = (level.mesh, level.skin);
        let surfaces = match self.meshes.remove(&key) {
            Some(surfaces) => surfaces,
            None => self.prepare(level.mesh, level.skin)?,
        };
        for (number, surface) in surfaces.iter().enumerate() {
            let Some(surface) = surface else { continue };
            self.vertices = self.vertices.saturating_add(size(surface, surface.positions.len()));
            fits(self.vertices, self.options, &primitive_path(level.mesh, number))?;
        }
        let left = self.left.get(&key).map_or(0, |left| left.saturating_sub(1));
        self.left.insert(key, left);
        if left > 0 {
            self.meshes.insert(key, surfaces.clone());
        }
        Ok(surfaces)
    }

    /// Unpacks a mesh, and generates missing data.
    fn prepare(&mut self, id: Id<Mesh>, skin: Option<Id<Skin>>) -> Result<Surfaces, Error> {
        let (scene, options) = (self.plan.scene, self.options);
        self.morphs.add_mesh(id, scene, options, &mut self.findings);
        let mut unfinished = Vec::new();
        for (number, primitive) in scene[id].primitives.iter().enumerate() {
            let (path, mut findings) = (primitive_path(id, number), Findings::new());
            let mut surface = surface::read(scene, id, number, skin, &mut findings)?;
            if let Some(surface) = &mut surface {
                hold(primitive, surface, &path, options.home.is_some(), &mut findings);
                self.morphs.number(id, surface);
                surface.morph(self.morphs.baked(id));
                if surface.is_triangles() && surface.normals.is_empty() {
                    // Every corner may become a vertex.
                    surface.make_list();
                    fits(size(surface, surface.indices.len()), options, &path)?;
                    surface.shade(options.smooth, &path, &mut findings);
                }
            }
            unfinished.push((surface, primitive.material, path, findings));
        }
        // Tangents take most of the time, and a primitive doesn't need those of another one.
        let finish = |(surface, material, path, findings)| complete(scene, options, surface, material, path, findings);
        let (surfaces, findings): (Vec<_>, Vec<_>) = cores::each(unfinished, finish).into_iter().unzip();
        if self.told.insert((id, skin.is_some())) {
            findings.into_iter().for_each(|findings| self.findings.extend(findings));
        }
        Ok(surfaces)
    }

    fn finish(mut self, drafts: Vec<(Path, Draft)>) -> Result<CreatedModel, Error> {
        let skeleton = write::skeleton(&self.plan, Space::new(self.options.scale));
        let bounds = write::bounds(&skeleton, &drafts)?;
        let most = usize::from(self.options.max_bones.clamp(1, 256));
        let mapped = skeleton.bones.len() > most;
        let (mut materials, mut origins) = (Vec::new(), Vec::new());
        let mut writer = Writer::new(self.options, &self.morphs, bounds);
        for (path, draft) in drafts {
            let parts = if mapped { split::split(draft, most, &path, &mut self.findings)? } else { vec![draft] };
            let is_part = parts.len() > 1;
            for part in parts {
                materials.push(part.levels.first().and_then(|(_, surface)| surface.material));
                origins.push(part.origins.iter().map(|origin| Origin { is_part, ..*origin }).collect());
                writer = writer.geometry(&part, &mut self.findings);
            }
        }
        let model = writer.finish(skeleton)?;
        let joints = self.plan.scene.skins.iter().flat_map(|skin| &skin.joints);
        let named = |joint: &Id<Node>| {
            let name = Name::from(unescape_name(&self.plan.scene[*joint].name));
            Some((self.plan.bone(*joint).ok()?.index() as u32, name))
        };
        let joints = joints.filter_map(named).collect();
        Ok(CreatedModel { model, materials, findings: self.findings, origins, joints })
    }
}

/// Returns where a primitive of a level comes from.
fn origin(level: &Level, primitive: usize) -> Origin {
    Origin { mesh: level.mesh, primitive, has_skin: level.skin.is_some(), is_part: false }
}

/// Returns whether a mesh already has tangents.
fn has_tangents(scene: &Scene<'_>, appearance: &Appearance) -> bool {
    let primitives = appearance.levels.iter().flat_map(|level| &scene[level.mesh].primitives);
    primitives.into_iter().any(|primitive| primitive.attribute(&Semantic::Tangent).is_some())
}

fn primitive_path(mesh: Id<Mesh>, number: usize) -> Path {
    Path::from([("mesh", mesh.index()), ("primitive", number)])
}

/// Returns the size of these vertices in a surface, including their morphs.
fn size(surface: &Surface, vertices: usize) -> usize {
    vertices.saturating_mul(surface.targets.len().saturating_add(1))
}

fn fits(vertices: usize, options: &CreateModelOptions, path: &Path) -> Result<(), Error> {
    if vertices <= options.max_vertices {
        return Ok(());
    }
    let message = format!("more than {} vertices", options.max_vertices);
    Err(Error::new(ErrorKind::Unsupported(message), path.clone()))
}

/// Removes vertex data that the format can't store, because it uses only a byte for set numbers.
fn hold(primitive: &Primitive, surface: &mut Surface, path: &Path, is_home: bool, findings: &mut Findings) {
    let held = |set: u32| u8::try_from(set).is_ok();
    for Attribute { semantic, .. } in &primitive.attributes {
        let lost = match semantic {
            Semantic::TexCoord(set) | Semantic::Color(set) => !held(*set),
            // The original has those that it was shown with.
            Semantic::Custom(name) => !is_home || !vertex::is_own(name),
            _ => false,
        };
        if lost {
            findings.loss(kinds::ATTRIBUTE_LOST, path.clone(), format!("{semantic} has no place in a model; left out"));
        }
    }
    surface.tex_coords.retain(|(set, _)| held(*set));
    surface.colors.retain(|(set, _)| held(*set));
    let mut numbers = surface.colors.iter().flat_map(|(_, colors)| colors.as_flattened());
    if numbers.any(|number| !(0.0..=1.0).contains(number)) {
        findings.note(kinds::COLORS_CLAMPED, path.clone(), "colours are clamped to 0 to 1");
    }
}
