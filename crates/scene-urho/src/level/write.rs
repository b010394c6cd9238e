//! Writes the models, animations and materials that a file uses.

use std::collections::{HashMap, HashSet};

use asset_scene::{Error, Id, Material, Mesh, Scene, Skin};
use binio::{Budget, Findings, Path};
use scene_adapter::look::{CopyNames, MaterialPlan, ResourceFile, ResourceFiles, file_name};
use scene_adapter::same;
use scene_adapter::sub_scene::SubScene;
use urho_mdl::Model;
use urho_scene::urho_core::{ResourceRef, ResourceRefList};
use urho_scene::{AttributeAnimation, Engine, HashedName, Name, Variant};

use super::options::CreateLevelOptions;
use super::parts::stem;
use super::project_model::{ProjectModel, Shown};
use super::stored::resource_name;
use crate::apply::{self, create::CreatedAnimation};
use crate::kinds;
use crate::look::{CreateMaterialOptions, edited};
use crate::weights;
use crate::{CreateModelOptions, create_materials};

/// A model that was created.
#[derive(Clone, Debug)]
pub(super) struct BuiltModel {
    pub(super) name: String,
    /// The material for each geometry.
    pub(super) materials: Vec<Option<Id<Material>>>,
    /// The default morph weights to store in the component. This is empty if the model can store them, or if there are
    /// none.
    pub(super) weights: Vec<f32>,
}

/// What a model is created from: a mesh and its skin.
type Key = (Id<Mesh>, Option<Id<Skin>>);

/// The material of a geometry in the scene.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// The scene doesn't show the geometry.
    Unshown,
    /// The geometry is shown without a material: exports show a placeholder at least, so somebody has taken it off.
    Bare,
    Material(Id<Material>),
}

impl Slot {
    /// The slot of a geometry that the scene shows.
    pub(super) fn shown(material: Option<Id<Material>>) -> Self {
        material.map_or(Self::Bare, Self::Material)
    }

    fn material(self) -> Option<Id<Material>> {
        match self {
            Self::Material(material) => Some(material),
            Self::Unshown | Self::Bare => None,
        }
    }
}

/// A component whose material names will be set at the end.
pub(super) struct List {
    pub(super) node: usize,
    pub(super) component: usize,
    pub(super) materials: Vec<Slot>,
    /// The resource names before, if the component comes from a file.
    pub(super) before: Option<Vec<Option<String>>>,
}

/// The names that are used by the scene that shows a prefab, to be respected in the prefab's file.
#[derive(Default)]
pub(super) struct Around {
    /// File names that can't be used, in lower case.
    pub(super) taken: HashSet<String>,
    /// The material names in the scene.
    pub(super) materials: Option<HashMap<Id<Material>, String>>,
    /// Resources that other files use, in lower case.
    pub(super) named: HashSet<String>,
}

/// The files for a scene.
pub(super) struct Models<'s, 'o> {
    scene: &'s Scene<'s>,
    name: &'s str,
    pub(super) options: &'o CreateLevelOptions<'o>,
    engine: Engine,
    pub(super) files: ResourceFiles<'o>,
    pub(super) findings: Findings,
    /// The scene that shows the prefab. For a scene, the names that can't be used.
    pub(super) around: Around,
    /// Resources that prefabs in the scene use, in lower case.
    pub(super) named: HashSet<String>,
    /// The last number that was added to each name.
    numbers: HashMap<String, usize>,
    copies: CopyNames,
    built: HashMap<Key, Option<BuiltModel>>,
    /// The lengths of all animations in the scene, by name.
    lengths: HashMap<&'s str, f32>,
    /// The names of models that were written.
    pub(super) written: HashSet<String>,
    pub(super) lists: Vec<List>,
}

impl<'s, 'o> Models<'s, 'o> {
    pub(super) fn new(
        scene: &'s Scene<'s>,
        name: &'s str,
        options: &'o CreateLevelOptions<'o>,
        (engine, around): (Engine, Around),
    ) -> Self {
        Self {
            scene,
            name,
            options,
            engine,
            files: ResourceFiles::new(options.files),
            findings: Findings::new(),
            around,
            named: HashSet::new(),
            numbers: HashMap::new(),
            copies: CopyNames::default(),
            built: HashMap::new(),
            lengths: lengths(scene),
            written: HashSet::new(),
            lists: Vec::new(),
        }
    }

    /// Returns why a resource must not be changed, or `None` if it may be.
    pub(super) fn protection(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        if self.named.contains(&lower) || self.around.named.contains(&lower) {
            return Some("another part of the scene uses this file too".to_owned());
        }
        self.options.files.protection(name).map(|protection| protection.to_string())
    }

    /// Returns the engine for models and materials. Only rbfx reads archives, whoever wrote the scene.
    fn engine_of_files(&self) -> Engine {
        if self.options.encoding.is_archive() { Engine::Rbfx } else { self.engine }
    }

    fn how(&self) -> CreateModelOptions {
        let files = &self.options.files;
        let mut options = CreateModelOptions::default().engine(self.engine_of_files()).limits(files.limits);
        options.has_component = true;
        options.optimization(files.optimization).tangents(files.tangents).smooth(files.smooth)
    }

    /// Returns a name for a new file. This name is not used by another file of this conversion, and not by a file in
    /// the project with other content.
    fn free(&mut self, folder: &str, wanted: &str, (extension, bytes): (&str, &[u8])) -> String {
        let plain = Some(file_name(wanted)).filter(|name| !name.is_empty()).unwrap_or_else(|| file_name(self.name));
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut name = format!("{folder}{plain}.{extension}");
        while self.options.files.is_other(&name, bytes) || !self.around.taken.insert(name.to_lowercase()) {
            let number = self.numbers.entry(plain.clone()).or_insert(1);
            *number = number.saturating_add(1);
            name = format!("{folder}{plain}_{number}.{extension}");
        }
        name
    }

    /// Returns the folder for new models and animations.
    fn folder(&self) -> String {
        let below = file_name(self.options.files.folder);
        if below.is_empty() { "Models".to_owned() } else { format!("Models/{below}") }
    }

    /// Returns a name similar to `file` that is not used in the output and not in the project.
    pub(super) fn free_beside(&mut self, file: &str) -> String {
        let (options, taken) = (self.options.files, &mut self.around.taken);
        self.copies.beside(file, |name| !options.exists(name) && taken.insert(name.to_lowercase()))
    }

    /// Returns the new model for a mesh that doesn't come from a file. It is named after the mesh.
    pub(super) fn model(&mut self, shown: Shown<'_>) -> Result<Option<BuiltModel>, Error> {
        let key = (shown.mesh, shown.node.skin);
        if let Some(known) = self.built.get(&key) {
            return Ok(known.clone());
        }
        let made = self.make(shown, None)?;
        let built = match made {
            None => None,
            Some((model, materials)) => {
                let name = &self.scene[shown.mesh].name;
                let bytes = model.to_bytes().map_err(|error| failed(name, &error))?;
                let folder = self.folder();
                let name = self.free(&folder, name, ("mdl", &bytes));
                self.add_file(&name, bytes);
                let weights = self.component_weights(&self.scene[shown.mesh]);
                Some(BuiltModel { name, materials, weights })
            }
        };
        self.built.insert(key, built.clone());
        Ok(built)
    }

    /// Returns the default weights of a mesh, if the component of its model must store them.
    fn component_weights(&self, mesh: &Mesh) -> Vec<f32> {
        let is_set = self.engine_of_files() != Engine::Rbfx && mesh.morph_weights.iter().any(|weight| *weight != 0.0);
        if is_set { mesh.morph_weights.clone() } else { Vec::new() }
    }

    /// Creates the model for a mesh, and returns it with the material for each geometry. If there is an original, it is
    /// updated instead; its flag says whether bones were edited, so that they come from the scene too. Returns `None` if
    /// the mesh shows nothing.
    pub(super) fn make(
        &mut self,
        shown: Shown<'_>,
        original: Option<(&ProjectModel, bool)>,
    ) -> Result<Option<Made>, Error> {
        let mut alone = match shown.bones.filter(|_| shown.is_first) {
            Some(bones) => SubScene::of_first_mesh(self.scene, shown.node, bones),
            None => SubScene::of_mesh(self.scene, shown.node, shown.bones),
        };
        let path = || Path::from([("mesh", shown.mesh.index())]);
        if alone.is_empty() {
            self.findings.warning(kinds::NO_MODEL_FOR_EMPTY, path(), "shows nothing; it gets no model");
            return Ok(None);
        }
        if let Some((original, false)) = original {
            // The pose of bones in the scene doesn't determine their bind pose.
            alone.scene.take_skeleton_of(&original.scene)?;
        }
        let original = original.map(|(original, _)| &original.model);
        let made = apply::model(original, &alone.scene, &self.how(), None)?;
        self.findings.extend(made.findings.into_iter().map(|finding| finding.inside(path())));
        let materials = made.materials.into_iter().map(|material| alone.material(material)).collect();
        Ok(Some((made.model, materials)))
    }

    /// Adds the file for a model.
    pub(super) fn add_model(&mut self, name: &str, model: &Model<'_>) -> Result<(), Error> {
        let bytes = model.to_bytes().map_err(|error| failed(name, &error))?;
        self.add_file(name, bytes);
        Ok(())
    }

    fn add_file(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.add(name, bytes);
        self.written.insert(name.to_owned());
    }

    /// Adds the file for an animation.
    pub(super) fn add_animation(&mut self, name: &str, animation: &urho_ani::Animation<'_>) -> Result<String, Error> {
        let bytes = animation.to_bytes().map_err(|error| failed(name, &error))?;
        Ok(self.files.add(name, bytes))
    }

    /// Reads a file in the project, or returns `None` if it doesn't exist.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match self.options.files.project {
            Some(project) => project.read(name, &mut self.options.files.limits.budget()),
            None => Ok(None),
        }
    }

    /// Creates new animations from a scene.
    pub(super) fn create_animations(&mut self, alone: &SubScene<'_>) -> Result<Vec<CreatedAnimation>, Error> {
        if alone.scene.animations.is_empty() {
            return Ok(Vec::new());
        }
        let (mut animations, findings) = crate::create_animations(&alone.scene, &self.how())?;
        self.findings.extend(findings);
        // Parts of an action repeat together.
        for created in &mut animations {
            let whole = self.lengths.get(alone.scene[created.id].name.as_str()).copied().unwrap_or(0.0);
            created.animation.length = created.animation.length.max(whole);
        }
        Ok(animations)
    }

    /// Writes the animations of nodes to files, for example `Models/Walk.ani`.
    pub(super) fn animations(&mut self, alone: &SubScene<'_>) -> Result<Clips, Error> {
        let created = self.create_animations(alone)?;
        let folder = self.folder();
        self.clips(created, (&folder, ""))
    }

    /// Writes the animations of a model beside it, for example `Models/Fox_Walk.ani`. These move its bones, and have its
    /// morph weights.
    pub(super) fn model_animations(
        &mut self,
        bones: Option<&SubScene<'_>>,
        morphs: Option<&SubScene<'_>>,
        model: &str,
    ) -> Result<Clips, Error> {
        let mut created = bones.map(|bones| self.create_animations(bones)).transpose()?.unwrap_or_default();
        for weights in morphs.map(|morphs| self.create_animations(morphs)).transpose()?.unwrap_or_default() {
            match created.iter_mut().find(|known| known.name == weights.name) {
                Some(known) => {
                    known.animation.length = known.animation.length.max(weights.animation.length);
                    known.animation.variant_tracks.extend(weights.animation.variant_tracks);
                    known.morphs = weights.morphs;
                }
                None => created.push(weights),
            }
        }
        let folder = model.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.clips(created, (folder, stem(model)))
    }

    fn clips(&mut self, created: Vec<CreatedAnimation>, (folder, prefix): (&str, &str)) -> Result<Clips, Error> {
        let mut clips = Clips::default();
        for CreatedAnimation { name, animation, morphs, .. } in created {
            let is_of_weights = morphs.is_some() && animation.tracks.is_empty();
            clips.weights.extend(morphs.map(|morphs| weights::of_component(&morphs)));
            if !is_of_weights {
                let own = if name.starts_with(prefix) { name } else { format!("{prefix}_{name}") };
                let bytes = animation.to_bytes().map_err(|error| failed(&own, &error))?;
                let file = self.free(folder, &own, ("ani", &bytes));
                clips.animations.push(self.files.add(&file, bytes));
            }
        }
        Ok(clips)
    }

    /// Writes the materials of a scene, including those in its prefabs.
    pub(super) fn name_materials(&mut self, budget: &mut Budget) {
        if self.around.materials.is_none() {
            self.around.materials = Some(self.materials(budget));
        }
    }

    /// Sets the material names in all components that wait for them. Returns all files, the scene, the findings and the
    /// names that can't be used any more.
    pub(super) fn finish(mut self, mut level: urho_scene::Scene<'static>) -> Finished {
        let names = self.around.materials.take().unwrap_or_default();
        self.resources();
        let engine = self.engine;
        for list in std::mem::take(&mut self.lists) {
            let component = level.nodes.get_mut(list.node).and_then(|node| node.components.get_mut(list.component));
            if let Some((component, names)) = component.zip(self.names_of(&list, &names)) {
                let names = names.into_iter().map(Name::from).collect();
                let list = ResourceRefList { kind: kind(engine, "Material"), names };
                component.attributes.set(engine, "Material", Variant::ResourceRefList(Box::new(list)));
            }
        }
        Finished { files: self.files.into_files(), level, findings: self.findings, taken: self.around.taken }
    }

    /// Returns the material names for a component, or `None` if it should not be changed.
    fn names_of(&self, list: &List, names: &HashMap<Id<Material>, String>) -> Option<Vec<String>> {
        let name = |slot: &Slot| slot.material().and_then(|material| names.get(&material)).cloned();
        let Some(before) = &list.before else {
            let names: Vec<String> = list.materials.iter().map(|slot| name(slot).unwrap_or_default()).collect();
            return Some(names).filter(|names| names.iter().any(|name| !name.is_empty()));
        };
        if !self.options.files.materials {
            return None;
        }
        let before = |geometry: usize| before.get(geometry).cloned().flatten().unwrap_or_default();
        let now = |(geometry, slot): (usize, &Slot)| {
            let before = before(geometry);
            if matches!(slot, Slot::Unshown) {
                return before;
            }
            let own = slot.material().and_then(|material| self.scene.materials.get(material));
            // A placeholder material has no file: the engine's default is as plain.
            let is_it = own.is_some_and(|own| own.name == stem(&before) || same::is_numbered(&own.name, stem(&before)));
            name(slot).unwrap_or_else(|| if is_it { before } else { String::new() })
        };
        let now: Vec<String> = list.materials.iter().enumerate().map(now).collect();
        let is_other = now.iter().enumerate().any(|(geometry, now)| !now.eq_ignore_ascii_case(&before(geometry)));
        is_other.then_some(now)
    }

    /// Writes images that are separate resources and don't exist yet.
    fn resources(&mut self) {
        for image in &self.scene.images {
            let Some(name) = resource_name(image).filter(|name| !self.options.files.exists(name)) else { continue };
            if self.around.taken.contains(&name.to_lowercase()) {
                match image.bytes.read() {
                    Ok(bytes) => drop(self.files.add(name, bytes.into_owned())),
                    Err(error) => self.findings.warning(
                        kinds::FILE_UNWRITABLE,
                        Path::from("file").name(name.as_bytes()),
                        error.to_string(),
                    ),
                }
            }
        }
    }

    /// Writes each material that does not exist yet or was edited. Returns the names of all materials.
    fn materials(&mut self, budget: &mut Budget) -> HashMap<Id<Material>, String> {
        if !self.options.files.materials {
            return HashMap::new();
        }
        let (scene, options) = (self.scene, self.options);
        let mut plan = MaterialPlan::of(scene, &options.files, |own| edited(scene, own), |file| self.free_beside(file));
        self.findings.extend(std::mem::take(&mut plan.findings));
        let how = CreateMaterialOptions::default().engine(self.engine_of_files()).copies(&plan.copies);
        let name = self.name;
        let built = self.files.receive(|on_file| {
            let mut files = options.files;
            files.on_file = Some(on_file);
            create_materials(scene, name, &plan.wanted, &how.files(files), budget)
        });
        self.findings.extend(built.findings);
        plan.names(built.names)
    }
}

/// Returns the lengths of all animations in a scene, by name.
fn lengths<'s>(scene: &'s Scene<'_>) -> HashMap<&'s str, f32> {
    let all = scene.animations.enumerate();
    all.filter_map(|(id, own)| Some((own.name.as_str(), scene.duration(id)?))).collect()
}

/// Everything that was created for a file.
pub(super) struct Finished {
    pub(super) files: Vec<ResourceFile>,
    pub(super) level: urho_scene::Scene<'static>,
    pub(super) findings: Findings,
    /// File names that can't be used any more, in lower case.
    pub(super) taken: HashSet<String>,
}

/// A new model, and the material for each of its geometries.
pub(super) type Made = (Model<'static>, Vec<Option<Id<Material>>>);

pub(super) fn failed(name: &str, error: &dyn std::fmt::Display) -> Error {
    Error::new(asset_scene::ErrorKind::Unsupported(error.to_string()), Path::from("file").name(name.as_bytes()))
}

fn kind(engine: Engine, name: &'static str) -> HashedName<'static> {
    HashedName::of(engine.hashes(), name)
}

pub(super) fn reference(engine: Engine, of: &'static str, name: &str) -> Variant<'static> {
    Variant::ResourceRef(Box::new(ResourceRef { kind: kind(engine, of), name: name.to_owned().into() }))
}

/// The animations that a component plays.
#[derive(Debug, Default)]
pub(super) struct Clips {
    /// Files with animations for nodes and bones, and for morphs too if the engine is rbfx.
    pub(super) animations: Vec<String>,
    /// Animations of the component's morph weights, for Urho3D and U3D.
    pub(super) weights: Vec<AttributeAnimation<'static>>,
}
