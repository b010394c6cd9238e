//! Models, animations and materials that a new file refers to.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use asset_scene::world::World;
use asset_scene::{Error, Id, Material, Mesh, Node, Scene, Skin};
use binio::{Budget, Findings, Path};
use scene_adapter::alone::{Alone, Bones};
use scene_adapter::look::{ResourceFile, ResourceFiles, file_name};
use urho_scene::urho_core::{ResourceRef, ResourceRefList};
use urho_scene::{Engine, HashedName, Name, Variant};

use super::create::{CreateLevelOptions, Work};
use super::parts;
use super::stored::{Made, NodeLayout, resource_name};
use crate::kinds;
use crate::look::{CreateMaterialOptions, stored_name};
use crate::{CreateModelOptions, Target, create_materials};

/// A model that was made.
#[derive(Clone, Debug)]
struct BuiltModel {
    name: String,
    /// The material of each geometry.
    materials: Vec<Option<Id<Material>>>,
}

/// What a model is made of: a mesh, and the skin that moves it.
type Key = (Id<Mesh>, Option<Id<Skin>>);

/// A component whose materials get their names at the end.
struct List {
    node: usize,
    component: usize,
    materials: Vec<Option<Id<Material>>>,
}

/// The files of a scene.
pub(super) struct Models<'s, 'o> {
    scene: &'s Scene<'s>,
    name: &'s str,
    options: &'o CreateLevelOptions<'o>,
    engine: Engine,
    files: ResourceFiles<'o>,
    findings: Findings,
    /// Names that are taken, in lower case.
    taken: HashSet<String>,
    /// Numbers that names have got.
    numbers: HashMap<String, usize>,
    built: HashMap<Key, Option<BuiltModel>>,
    /// Names of the models that were made.
    written: HashSet<String>,
    lists: Vec<List>,
}

impl<'s, 'o> Models<'s, 'o> {
    pub(super) fn new(
        scene: &'s Scene<'s>,
        name: &'s str,
        options: &'o CreateLevelOptions<'o>,
        engine: Engine,
    ) -> Self {
        Self {
            scene,
            name,
            options,
            engine,
            files: ResourceFiles::to(options.give),
            findings: Findings::new(),
            taken: HashSet::new(),
            numbers: HashMap::new(),
            built: HashMap::new(),
            written: HashSet::new(),
            lists: Vec::new(),
        }
    }

    fn target(&self) -> Target {
        if self.engine == Engine::Rbfx { Target::Rbfx } else { self.options.target }
    }

    fn how(&self) -> CreateModelOptions {
        CreateModelOptions::default().target(self.target()).limits(self.options.limits)
    }

    /// A name for a file that none has.
    fn free(&mut self, folder: &str, wanted: &str, extension: &str) -> String {
        let below = file_name(self.options.folder);
        let folder = if below.is_empty() { folder.to_owned() } else { format!("{folder}/{below}") };
        let plain = Some(file_name(wanted)).filter(|name| !name.is_empty()).unwrap_or_else(|| file_name(self.name));
        let mut name = format!("{folder}/{plain}.{extension}");
        while !self.taken.insert(name.to_lowercase()) {
            let number = self.numbers.entry(plain.clone()).or_insert(1);
            *number = number.saturating_add(1);
            name = format!("{folder}/{plain}_{number}.{extension}");
        }
        name
    }

    /// The model of a mesh, called `wanted` or after its mesh.
    fn model(&mut self, shown: Shown<'_>, wanted: Option<&str>) -> Result<Option<BuiltModel>, Error> {
        let key = (shown.mesh, shown.node.skin);
        if let Some(known) = self.built.get(&key).filter(|_| wanted.is_none()) {
            return Ok(known.clone());
        }
        let scene = self.scene;
        let alone = Alone::of_mesh(scene, shown.node, shown.bones);
        let path = || Path::from([("mesh", shown.mesh.index())]);
        if alone.is_empty() {
            self.findings.warning(kinds::NO_MODEL_FOR_EMPTY, path(), "shows nothing; it gets no model");
            self.built.insert(key, None);
            return Ok(None);
        }
        let made = crate::create(&alone.scene, &self.how())?;
        self.findings.extend(made.findings.into_iter().map(|mut finding| {
            let inner = std::mem::replace(&mut finding.path, path());
            inner.segments().iter().for_each(|segment| finding.path.push(segment.clone()));
            finding
        }));
        let name = match wanted {
            Some(name) => name.to_owned(),
            None => self.free("Models", &scene[shown.mesh].name, "mdl"),
        };
        let bytes = made.model.to_bytes().map_err(|error| failed(&name, &error))?;
        self.files.add(&name, bytes);
        self.written.insert(name.clone());
        let materials = made.materials.into_iter().map(|material| alone.material(material)).collect();
        let model = BuiltModel { name, materials };
        self.built.insert(key, Some(model.clone()));
        Ok(Some(model))
    }

    /// Animations of a scene of nodes, as files called `Models/Fox_Walk.ani`; `wanted` says the names of those that have one.
    fn animations(
        &mut self,
        alone: &Alone<'_>,
        prefix: &str,
        wanted: impl Fn(&str) -> Option<String>,
    ) -> Result<Vec<String>, Error> {
        if alone.scene.animations.is_empty() {
            return Ok(Vec::new());
        }
        let (animations, findings) = crate::create_animations(&alone.scene, &self.how())?;
        self.findings.extend(findings);
        let mut names = Vec::new();
        for built in animations {
            let name = wanted(&built.name).unwrap_or_else(|| {
                let own = if built.name.starts_with(prefix) || prefix.is_empty() {
                    built.name.clone()
                } else {
                    format!("{prefix}_{}", built.name)
                };
                self.free("Models", &own, "ani")
            });
            let bytes = built.animation.to_bytes().map_err(|error| failed(&name, &error))?;
            names.push(self.files.add(&name, bytes));
        }
        Ok(names)
    }

    /// Materials, and the lists of components that wait for their names. Returns all files, the scene and what is to be said.
    pub(super) fn finish(
        mut self,
        mut level: urho_scene::Scene<'static>,
        budget: &mut Budget,
    ) -> (Vec<ResourceFile>, urho_scene::Scene<'static>, Findings) {
        let names = self.materials(budget);
        self.resources();
        let engine = self.engine;
        for List { node, component, materials } in std::mem::take(&mut self.lists) {
            let names: Vec<Name<'static>> = materials
                .iter()
                .map(|material| material.and_then(|material| names.get(&material)).cloned().unwrap_or_default().into())
                .collect();
            let component = level.nodes.get_mut(node).and_then(|node| node.components.get_mut(component));
            if let Some(component) = component.filter(|_| names.iter().any(|name| !name.is_empty())) {
                let list = ResourceRefList { kind: kind(engine, "Material"), names };
                component.attributes.set(engine, "Material", Variant::ResourceRefList(Box::new(list)));
            }
        }
        (self.files.into_files(), level, self.findings)
    }

    /// Writes the images that are resources of their own and aren't there.
    fn resources(&mut self) {
        for image in &self.scene.images {
            let Some(name) = resource_name(image).filter(|name| !self.options.has(name)) else { continue };
            if self.taken.contains(&name.to_lowercase()) {
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

    /// Writes the materials that aren't there, and tells what all are called.
    fn materials(&mut self, budget: &mut Budget) -> HashMap<Id<Material>, String> {
        let mut names = HashMap::new();
        if !self.options.materials {
            return names;
        }
        let mut wanted = Vec::new();
        for (id, material) in self.scene.materials.enumerate() {
            match stored_name(material).filter(|name| self.options.has(name)) {
                Some(name) => drop(names.insert(id, name)),
                None => wanted.push(Some(id)),
            }
        }
        let is_there = |name: &str| self.options.has(name);
        let files = RefCell::new(std::mem::take(&mut self.files));
        let give = |ResourceFile { name, bytes }: ResourceFile| drop(files.borrow_mut().add(&name, bytes));
        let how = CreateMaterialOptions::default()
            .target(self.target())
            .give(&give)
            .without_textures(!self.options.textures)
            .folder(self.options.folder)
            .find(&is_there);
        let built = create_materials(self.scene, self.name, &wanted, &how, budget);
        self.findings.extend(built.findings);
        let named = wanted.iter().zip(built.names).filter_map(|(id, name)| Some(((*id)?, name?)));
        names.extend(named);
        self.files = files.into_inner();
        names
    }
}

/// A mesh as a node shows it.
#[derive(Clone, Copy)]
struct Shown<'n> {
    mesh: Id<Mesh>,
    node: &'n Node,
    bones: Option<&'n Bones>,
}

fn failed(name: &str, error: &dyn std::fmt::Display) -> Error {
    Error::new(asset_scene::ErrorKind::Unsupported(error.to_string()), Path::from("file").name(name.as_bytes()))
}

fn kind(engine: Engine, name: &'static str) -> HashedName<'static> {
    HashedName::of(engine.hashes(), name)
}

fn reference(engine: Engine, of: &'static str, name: &str) -> Variant<'static> {
    Variant::ResourceRef(Box::new(ResourceRef { kind: kind(engine, of), name: name.to_owned().into() }))
}

impl Work<'_, '_> {
    /// A component for each mesh that has none, and the files of models and animations that aren't there.
    pub(super) fn models(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        let (world, lods) = (World::new(scene), scene.lod_nodes());
        // What the file names stays free for what it names.
        for resource in self.level.resources() {
            self.models.taken.insert(parts::clean(&resource.name).to_lowercase());
        }
        let mut joints: HashSet<Id<Node>> = HashSet::new();
        for (id, node) in scene.nodes.enumerate().filter(|(id, _)| !lods[*id]) {
            let Some(mesh) = node.mesh else { continue };
            let of_prefab = self.layouts[id].as_ref().is_some_and(|own| own.made == Some(Made::Prefab));
            let bones = node.skin.map(|skin| Bones::of(scene, &world, skin));
            joints.extend(bones.iter().flat_map(|bones| bones.nodes.iter().copied()));
            if of_prefab {
                continue;
            }
            let shown = Shown { mesh, node, bones: bones.as_ref() };
            match &bones {
                Some(bones) => self.bound(id, shown, bones)?,
                None => self.still(id, shown)?,
            }
        }
        self.missing()?;
        self.moving_nodes(&joints)
    }

    /// The component that shows the mesh of a node in the file already: where it is and the model that it names.
    fn stored(&self, id: Id<Node>, owner: Option<Id<Node>>) -> Option<(usize, String)> {
        let layout = self.layouts[id].as_ref()?;
        let number = if layout.made.is_some() { layout.component } else { layout.mesh }?;
        let place = owner.and_then(|owner| self.places[owner])?;
        let component = self.level.nodes.get(place)?.components.get(number)?;
        Some((place, parts::resource(component, "Model")?))
    }

    /// Whether a component of the file shows the mesh of a node that isn't a model: a terrain, a group elsewhere.
    fn is_shown(layout: Option<&NodeLayout>) -> bool {
        layout.is_some_and(|layout| layout.made.is_some() || layout.mesh.is_some() || layout.group)
    }

    /// A mesh that no bones move.
    fn still(&mut self, id: Id<Node>, shown: Shown<'_>) -> Result<(), Error> {
        let owner = if self.made.is_kept(id) { Some(id) } else { self.made.above(id) };
        if let Some((_, name)) = self.stored(id, owner) {
            return self.write(shown, &name);
        }
        if Self::is_shown(self.layouts[id].as_ref()) {
            return Ok(());
        }
        let Some(place) = owner.and_then(|owner| self.places[owner]) else { return Ok(()) };
        let Some(model) = self.models.model(shown, None)? else { return Ok(()) };
        // Only this component morphs.
        let morphs = !self.scene[shown.mesh].morph_names.is_empty();
        self.show(place, if morphs { "AnimatedModel" } else { "StaticModel" }, model, &[]);
        Ok(())
    }

    /// Writes a model that the file names, if it isn't there.
    fn write(&mut self, shown: Shown<'_>, name: &str) -> Result<(), Error> {
        let key = (shown.mesh, shown.node.skin);
        let is_new =
            !self.models.written.contains(name) && !self.options.has(name) && !self.models.built.contains_key(&key);
        if is_new {
            self.models.model(shown, Some(name))?;
        }
        Ok(())
    }

    /// A mesh that bones move.
    fn bound(&mut self, id: Id<Node>, shown: Shown<'_>, bones: &Bones) -> Result<(), Error> {
        let holder = bones.holder.map(|node| if self.made.is_kept(node) { Some(node) } else { self.made.above(node) });
        let place = match holder.flatten() {
            Some(holder) => self.places[holder],
            None => bones.nodes.first().and_then(|top| self.made.holders.get(top)).copied(),
        };
        let Some(place) = place else { return Ok(()) };
        if let Some((_, name)) = self.stored(id, holder.flatten()) {
            self.write(shown, &name)?;
            let known = self.animations_at(place);
            let missing: Vec<&String> = known.iter().filter(|name| !self.options.has(name)).collect();
            if !missing.is_empty() {
                let alone = Alone::of_bones(self.scene, bones, |name| missing.iter().any(|one| stem(one) == name));
                let named = |name: &str| missing.iter().find(|one| stem(one) == name).map(|one| (*one).clone());
                self.models.animations(&alone, "", named)?;
            }
            return Ok(());
        }
        let Some(model) = self.models.model(shown, None)? else { return Ok(()) };
        let alone = Alone::of_bones(self.scene, bones, |_| true);
        let prefix = stem(&model.name).to_owned();
        let animations = self.models.animations(&alone, &prefix, |_| None)?;
        self.rename_bones(bones, &alone);
        self.show(place, "AnimatedModel", model, &animations);
        Ok(())
    }

    /// Bones are found by their names, so the nodes of the file have those of the model.
    fn rename_bones(&mut self, bones: &Bones, alone: &Alone<'_>) {
        for node in &bones.nodes {
            let name = alone.nodes.get(node).map(|own| alone.scene[*own].name.clone());
            let (Some(name), Some(place)) = (name, self.places[*node]) else { continue };
            let engine = self.engine;
            if let Some(node) = self.level.nodes.get_mut(place).filter(|node| *node.name() != *name.as_bytes()) {
                node.attributes.set(engine, "Name", Variant::String(name.into()));
            }
        }
    }

    /// Names of the animations that the components of a node play.
    fn animations_at(&self, place: usize) -> Vec<String> {
        let Some(node) = self.level.nodes.get(place) else { return Vec::new() };
        let mut alone = urho_scene::Scene::new(self.engine, urho_scene::Kind::Prefab);
        alone.nodes = vec![urho_scene::Node { parent: None, ..node.clone() }];
        let played = alone.resources().into_iter().filter(|resource| resource.kind == "Animation");
        played.map(|resource| parts::clean(&resource.name)).collect()
    }

    /// Adds the component that shows a model.
    fn show(&mut self, place: usize, class: &'static str, model: BuiltModel, animations: &[String]) {
        let engine = self.engine;
        let Some(component) = self.add(place, class) else { return };
        component.attributes.set(engine, "Model", reference(engine, "Model", &model.name));
        component.attributes.set(engine, "Cast Shadows", Variant::Bool(1));
        if !animations.is_empty() {
            component.attributes.set(engine, "Animation States", states(engine, animations, true));
        }
        let number = self.level.nodes.get(place).map_or(0, |node| node.components.len()).saturating_sub(1);
        self.models.lists.push(List { node: place, component: number, materials: model.materials });
        self.control(place, animations, false);
    }

    /// Plays the first of some animations in a loop.
    fn control(&mut self, place: usize, animations: &[String], of_nodes: bool) {
        let engine = self.engine;
        if animations.is_empty() {
            return;
        }
        let Some(controller) = self.add(place, "AnimationController") else { return };
        let mut items = vec![Variant::Int(i32::try_from(animations.len()).unwrap_or(i32::MAX))];
        for (number, name) in animations.iter().enumerate() {
            items.push(Variant::String(name.clone().into()));
            // Speed, weight, and what it fades to.
            items.push(Variant::Float(1.0));
            items.push(Variant::Float(if number == 0 { 1.0 } else { 0.0 }));
            items.extend([Variant::Float(0.0), Variant::Float(0.0)]);
        }
        controller.attributes.set(engine, "Animations", Variant::VariantVector(items));
        if of_nodes {
            controller.attributes.set(engine, "Node Animation States", states(engine, animations, false));
        }
    }

    /// Says which models the file names that are neither there nor can be made.
    fn missing(&mut self) -> Result<(), Error> {
        let mut seen = HashSet::new();
        let models = self.level.resources().into_iter().filter(|resource| resource.kind == "Model");
        let names: Vec<String> = models.map(|resource| parts::clean(&resource.name)).collect();
        for name in names {
            let is_known = !seen.insert(name.clone()) || self.models.written.contains(&name);
            if is_known || self.options.is_there.is_none() || self.options.has(&name) {
                continue;
            }
            let mesh = self.scene.nodes.iter().find(|node| {
                let mesh = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh));
                node.skin.is_none() && mesh.is_some_and(|mesh| mesh.name == stem(&name))
            });
            match mesh.and_then(|node| Some((node, node.mesh?))) {
                Some((node, mesh)) => drop(self.models.model(Shown { mesh, node, bones: None }, Some(&name))?),
                None => self.findings.warning(
                    kinds::MODEL_MISSING,
                    Path::from("model").name(name.as_bytes()),
                    "the scene refers to it; it is neither where the file goes to nor among what is shown",
                ),
            }
        }
        Ok(())
    }

    /// Animations of nodes that are no bones: they are played at the outermost node.
    fn moving_nodes(&mut self, joints: &HashSet<Id<Node>>) -> Result<(), Error> {
        let played: HashSet<String> = self
            .level
            .resources()
            .iter()
            .filter(|one| one.kind == "Animation")
            .map(|one| stem(&parts::clean(&one.name)).to_owned())
            .collect();
        let is_plain = |node: Id<Node>| !joints.contains(&node) && self.made.is_kept(node);
        let alone = Alone::of_nodes(self.scene, is_plain, |name| !played.contains(name));
        if alone.scene.animations.is_empty() {
            return Ok(());
        }
        let animations = self.models.animations(&alone, "", |_| None)?;
        let engine = self.engine;
        for (node, own) in &alone.nodes {
            let name = alone.scene[*own].name.clone();
            let node = self.places[*node].and_then(|place| self.level.nodes.get_mut(place));
            if let Some(node) = node.filter(|node| *node.name() != *name.as_bytes()) {
                node.attributes.set(engine, "Name", Variant::String(name.into()));
            }
        }
        let top = usize::from(self.level.kind == urho_scene::Kind::Prefab && self.engine == Engine::Rbfx);
        self.control(top, &animations, true);
        Ok(())
    }
}

/// States of animations, the first of which is seen: of a model, or of nodes.
fn states(engine: Engine, animations: &[String], of_model: bool) -> Variant<'static> {
    let mut items = vec![Variant::Int(i32::try_from(animations.len()).unwrap_or(i32::MAX))];
    for (number, name) in animations.iter().enumerate() {
        items.push(reference(engine, "Animation", name));
        let weight = if number == 0 { 1.0 } else { 0.0 };
        if of_model {
            // The bone that it begins at, whether it loops, weight, time, layer.
            items.extend([
                Variant::String("".into()),
                Variant::Bool(1),
                Variant::Float(weight),
                Variant::Float(0.0),
                Variant::Int(0),
            ]);
        } else {
            items.extend([Variant::Bool(1), Variant::Float(0.0)]);
        }
    }
    Variant::VariantVector(items)
}

/// The name of a file without folder and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
