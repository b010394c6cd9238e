//! New models of any scene.

mod mesh;
mod motion;
mod rig;

use asset_scene::appearance::appearances;
use asset_scene::unique_names::Names;
use asset_scene::world::World;
use asset_scene::{AnimationId, Error, Scene, escape_name, surface};
use binio::{Budget, Findings, Limits, Path};
use pragma_asset::{AnimationData, Frames, Model, Pose};

use crate::fault::{spend, unsupported};
use motion::Motion;
use rig::Rig;

/// How a new model is made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Frames of animations per second, each with a key; 24 unless set, as the engine's importer makes. 0 counts as 1.
    pub frames_per_second: u8,
    /// Units of the engine in a metre; 40 unless set.
    pub units_per_metre: f32,
    /// How much memory vertices, indices and frames may take, as [`Limits::max_expanded_bytes`].
    pub limits: Limits,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { frames_per_second: 24, units_per_metre: 40.0, limits: Limits::default() }
    }
}

impl BuildOptions {
    /// Sets the frames of animations per second.
    #[must_use]
    pub fn frames_per_second(mut self, frames: u8) -> Self {
        self.frames_per_second = frames;
        self
    }

    /// Sets the units of the engine in a metre.
    #[must_use]
    pub fn units_per_metre(mut self, units: f32) -> Self {
        self.units_per_metre = units;
        self
    }

    /// Sets how much memory vertices, indices and frames may take.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// The group that all meshes go into, as the engine's tools call it.
const GROUP: &str = "reference";

/// Makes a new model of a scene.
///
/// Meshes go into one group, in units, where their nodes stand at rest or where they were bound, with morph targets at their default weights.
/// Joints of skins and animated nodes become bones, and meshes without skin are bound to the bone above them. The reference pose is the one
/// that meshes were bound in, with the first joint of each skin where it is at rest. A joint that two skins were bound to at different
/// places becomes two bones. Animations are sampled, with a key of every bone at every frame. Names that are taken get a number. A scene
/// without materials gets one, `white`.
///
/// Findings name what is left out: levels of detail, morph targets, colours, sets of texture coordinates behind the second, which
/// becomes `lightmap`; and bones that shear while they move, which the engine can't show.
///
/// ```
/// # let scene = asset_scene::Scene::default();
/// use scene_pragma::BuildOptions;
/// let (model, findings) = scene_pragma::build(&scene, &BuildOptions::default().frames_per_second(30))?;
/// for finding in &findings {
///     eprintln!("{finding}");
/// }
/// # assert_eq!(model.meshes().len(), 0);
/// # Ok::<(), asset_scene::Error>(())
/// ```
///
/// # Errors
/// What [`Scene::check`] finds; indices beyond the vertices; joints that a skin doesn't have; bones that nest deeper than a document can; units
/// that aren't a positive number; more vertices, indices and frames than [`BuildOptions::limits`] allow.
pub fn build(scene: &Scene<'_>, options: &BuildOptions) -> Result<(Model<'static>, Findings), Error> {
    scene.check()?;
    let units = options.units_per_metre;
    if !units.is_finite() || units <= 0.0 {
        let why = format!("expected a positive number of units per metre, found {units}");
        return Err(unsupported(Path::from("options"), why));
    }
    let mut findings = Findings::new();
    let mut budget = options.limits.budget();
    let world = World::new(scene);
    let appearances = appearances(scene, &world, &mut findings);
    surface::spend(scene, &appearances, &mut budget)?;
    rig::spend_all(scene, &mut budget)?;
    let rig = Rig::new(scene, world, f64::from(units), &mut findings);
    let mut builder = Model::builder();
    for (name, parent, pose) in rig.bones() {
        builder = builder.bone(name, parent, pose);
    }
    let materials: Vec<&str> = scene.materials.iter().map(|material| material.name.as_str()).collect();
    let usual = ["white"];
    for material in if materials.is_empty() { &usual[..] } else { &materials } {
        builder = builder.material(material);
    }
    for mesh in mesh::meshes(scene, &rig, &appearances, &mut findings)? {
        builder = builder.mesh(GROUP, mesh);
    }
    // One of that name is the reference pose.
    let mut names = Names::default();
    names.take("reference", "", Path::new(), &mut findings);
    for animation in scene.animations.ids() {
        let path = Path::from([("animation", animation.index())]);
        if let Some(frames) = frames(scene, animation, &rig, options, (&mut budget, &mut findings))? {
            let otherwise = format!("animation{animation}");
            let name = text(&names.take(&scene[animation].name, &otherwise, path, &mut findings));
            let data = AnimationData { activity_weight: 1, frames, ..AnimationData::default() };
            builder = builder.animation(&name, data);
        } else {
            findings.loss(path, "isn't in the model: it moves no bone");
        }
    }
    let failed = |error| unsupported(Path::from("model"), error);
    Ok((builder.build().map_err(failed)?, findings))
}

/// A name as text: escaped if it isn't any.
fn text(name: &binio::Name<'_>) -> String {
    name.as_str().map_or_else(|| escape_name(name), str::to_owned)
}

/// An animation as frames of all bones; `None` if it moves none.
fn frames(
    scene: &Scene<'_>,
    animation: AnimationId,
    rig: &Rig,
    options: &BuildOptions,
    (budget, findings): (&mut Budget, &mut Findings),
) -> Result<Option<Frames>, Error> {
    let path = || Path::from([("animation", animation.index())]);
    let each = scene.nodes.len().max(rig.len());
    spend(budget, each, size_of::<Pose>(), path())?;
    let motion = Motion::read(scene, animation, findings);
    if motion.is_empty() || rig.len() == 0 {
        return Ok(None);
    }
    let rate = f32::from(options.frames_per_second.max(1));
    let count = ((motion.end() * rate).ceil() as usize).saturating_add(1);
    spend(budget, count.saturating_mul(each), size_of::<Pose>(), path())?;
    let mut poses = Vec::with_capacity(count.saturating_mul(rig.len()));
    let mut bent = std::collections::BTreeSet::new();
    for frame in 0..count {
        let time = (frame as f32 / rate).min(motion.end());
        poses.extend(rig.poses(motion.at(time), &mut bent));
    }
    if let Some(first) = bent.first() {
        let message = format!(
            "bones that shear, or grow from no size, which the engine can't show: {}, the first is \"{}\"",
            bent.len(),
            rig.name(*first)
        );
        findings.warning(path(), message);
    }
    let bones = (0..rig.len() as u32).collect();
    Ok(Some(Frames::new(rate, bones, poses)))
}
