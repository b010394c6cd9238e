//! Models and materials that a new map names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use asset_scene::world::World;
use asset_scene::{Each, Error, Id, Material, Mesh, Node, Scene, Skin};
use binio::{Budget, Findings, Name, Path};
use pragma_asset::{Form, Map, Reference};
use scene_adapter::alone::{Alone, Bones};
use scene_adapter::look::{ResourceFile, ResourceFiles, is_resource_name, without_extension};

use super::create::CreateMapOptions;
use super::entity::Values;
use super::stored::{EntityLayout, Made};
use crate::fault::unsupported;
use crate::kinds;
use crate::look::create::names::{name_in, plain, texture_path};
use crate::look::create::unchanged;
use crate::{CreateMaterialOptions, CreateModelOptions, create_materials};

/// A mesh, and the skin that moves it.
type Key = (Id<Mesh>, Option<Id<Skin>>);

/// A model that was written.
struct Written {
    /// What maps call it.
    name: String,
    /// The files of its materials.
    materials: Vec<Option<String>>,
}

/// The files of a map.
pub(super) struct Files<'s, 'o> {
    scene: &'s Scene<'s>,
    options: &'o CreateMapOptions<'o>,
    form: Form,
    /// The folder of its models below that of all, `maps/room`.
    folder: String,
    files: ResourceFiles<'o>,
    findings: Findings,
    /// Names of the files of materials.
    names: HashMap<Id<Material>, String>,
    built: HashMap<Key, Option<String>>,
    /// Of each skin.
    bones: HashMap<Id<Skin>, Rc<Bones>>,
    /// Materials of new models, as maps name them.
    materials: Vec<String>,
}

impl<'s, 'o> Files<'s, 'o> {
    pub(super) fn new(scene: &'s Scene<'s>, name: &str, options: &'o CreateMapOptions<'o>, form: Form) -> Self {
        let name = Some(plain(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| "map".to_owned());
        Self {
            scene,
            options,
            form,
            folder: format!("maps/{name}"),
            files: ResourceFiles::to(options.give),
            findings: Findings::new(),
            names: HashMap::new(),
            built: HashMap::new(),
            bones: HashMap::new(),
            materials: Vec::new(),
        }
    }

    /// Writes the materials that aren't there, or show something else than their files.
    pub(super) fn looks(&mut self, budget: &mut Budget) {
        if !self.options.materials {
            return;
        }
        let (scene, options) = (self.scene, self.options);
        let mut wanted = Vec::new();
        for (id, material) in scene.materials.enumerate() {
            match unchanged(scene, material).filter(|name| options.has(name)) {
                Some(name) => drop(self.names.insert(id, name)),
                None => wanted.push(Some(id)),
            }
        }
        let is_there = |name: &str| options.has(name);
        let files = RefCell::new(std::mem::take(&mut self.files));
        let give = |ResourceFile { name, bytes }: ResourceFile| drop(files.borrow_mut().add(&name, bytes));
        let mut how = CreateMaterialOptions::default().form(self.form).model(&self.folder).give(&give).find(&is_there);
        how.without_textures = !options.textures;
        let built = create_materials(scene, &wanted, &how, budget);
        self.findings.extend(built.findings);
        self.names.extend(wanted.iter().zip(built.names).filter_map(|(id, name)| Some(((*id)?, name?))));
        self.files = files.into_inner();
    }

    /// Writes the models that entities of a map name and that aren't there, as the scene shows them.
    pub(super) fn missing(
        &mut self,
        map: &Map<'_>,
        layouts: &Each<Node, Option<EntityLayout>>,
        world: &World,
    ) -> Result<(), Error> {
        let mut bound: HashMap<usize, Vec<Id<Node>>> = HashMap::new();
        let mut shown: HashMap<String, (usize, Id<Node>)> = HashMap::new();
        for (id, layout) in layouts.enumerate() {
            let Some(layout) = layout else { continue };
            match (layout.made, &layout.model) {
                (Some(Made::Mesh), _) if self.scene[id].skin.is_some() => {
                    bound.entry(layout.entity).or_default().push(id);
                }
                (Some(Made::Model), Some(model)) => {
                    shown.entry(model.to_lowercase()).or_insert((layout.entity, id));
                }
                _ => {}
            }
        }
        let mut known: HashMap<String, ()> = HashMap::new();
        let mut kept = 0_usize;
        for entity in map.entities() {
            let Some(model) = Values::of(entity).model() else { continue };
            if known.insert(model.to_lowercase(), ()).is_some() {
                continue;
            }
            let candidates = Reference::model(Path::new(), &Name::from(model.as_str())).candidates;
            if candidates.iter().any(|name| self.options.has(name)) {
                kept = kept.saturating_add(1);
                continue;
            }
            let path = || Path::from("model").name(model.as_bytes());
            let Some((entity, top)) = shown.get(&model.to_lowercase()) else {
                if self.options.is_there.is_some() {
                    let message = "the map names it; it is neither where the map goes to nor among what is shown";
                    self.findings.warning(kinds::MODEL_MISSING, path(), message);
                }
                continue;
            };
            let wanted = candidates.iter().find(|name| name.ends_with(extension(self.form)));
            let Some(file) = wanted.or(candidates.first()).filter(|name| is_resource_name(name)) else {
                self.findings.warning(
                    kinds::FILE_NAME_INVALID,
                    path(),
                    "isn't written: no file of a project can be called so",
                );
                continue;
            };
            let nothing = Vec::new();
            let alone = Alone::of_tree(self.scene, world, *top, bound.get(entity).unwrap_or(&nothing));
            self.write(&alone, file, &path())?;
        }
        if kept > 0 {
            let message = format!("models that are there already stay as they are: {kept}");
            self.findings.note(kinds::MODELS_KEPT, "models", message);
        }
        Ok(())
    }

    /// The model of a node's mesh, as the map names it, and the node where it stands: another one if bones move it, `None` for the scene's own space.
    pub(super) fn of_node(&mut self, id: Id<Node>, world: &World) -> Result<(Option<String>, Option<Id<Node>>), Error> {
        let node = &self.scene[id];
        let Some(mesh) = node.mesh else { return Ok((None, Some(id))) };
        let bones = node.skin.map(|skin| {
            let own = self.bones.entry(skin);
            Rc::clone(own.or_insert_with(|| Rc::new(Bones::of(self.scene, world, skin))))
        });
        let place = bones.as_ref().map_or(Some(id), |bones| bones.holder);
        let key = (mesh, node.skin);
        if let Some(known) = self.built.get(&key) {
            return Ok((known.clone(), place));
        }
        let path = Path::from([("mesh", mesh.index())]);
        let alone = Alone::of_mesh(self.scene, node, bones.as_deref());
        let made = if alone.is_empty() {
            self.findings.warning(kinds::NO_MODEL_FOR_EMPTY, path, "shows nothing; it gets no model");
            None
        } else {
            let wanted = [&self.scene[mesh].name, &node.name].into_iter().map(|name| plain(name));
            let own =
                wanted.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| format!("mesh_{}", mesh.index()));
            let file = format!("models/{}/{own}.{}", self.folder, extension(self.form));
            let written = self.write(&alone, &file, &path)?;
            written.map(|Written { name, materials }| {
                self.materials.extend(materials.iter().flatten().map(|file| texture_path(file).to_lowercase()));
                name
            })
        };
        self.built.insert(key, made.clone());
        Ok((made, place))
    }

    /// Writes a model. `None` of one that shows nothing.
    fn write(&mut self, alone: &Alone<'_>, file: &str, path: &Path) -> Result<Option<Written>, Error> {
        if alone.is_empty() {
            return Ok(None);
        }
        let built = crate::create(&alone.scene, &CreateModelOptions::default().limits(self.options.limits))?;
        let told = built.findings.into_iter().map(|mut finding| {
            let inner = std::mem::replace(&mut finding.path, path.clone());
            inner.segments().iter().for_each(|segment| finding.path.push(segment.clone()));
            finding
        });
        self.findings.extend(told);
        let mut model = built.model;
        model.set_form(self.form);
        let own = built.materials.into_iter().map(|material| alone.material(material));
        let names: Vec<Option<String>> = own.map(|own| self.names.get(&own?).cloned()).collect();
        let failed = |error: pragma_asset::Error| unsupported(path.clone(), error);
        name_in(&mut model, &names).map_err(failed)?;
        let file = self.files.add(file, model.to_bytes().map_err(failed)?);
        let name = without_extension(&file);
        Ok(Some(Written { name: name.strip_prefix("models/").unwrap_or(name).to_owned(), materials: names }))
    }

    /// All files, the materials that the map loads beforehand, and what is to be said.
    pub(super) fn finish(mut self) -> (Vec<ResourceFile>, Vec<String>, Findings) {
        self.materials.sort_unstable();
        self.materials.dedup();
        (self.files.into_files(), self.materials, self.findings)
    }
}

/// How models end.
fn extension(form: Form) -> &'static str {
    if form == Form::Text { "pmdl" } else { "pmdl_b" }
}
