//! Writes the models and materials that a new map needs.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use asset_scene::world::World;
use asset_scene::{Error, Id, Material, Mesh, Node, Scene, Skin};
use binio::{Budget, FindingKind, Findings, Name, Path};
use pragma_asset::{Encoding, Reference};
use scene_adapter::kinds::PART_NOT_WRITTEN;
use scene_adapter::look::{CopyNames, MaterialPlan, ResourceFile, ResourceFiles, is_resource_name, without_extension};
use scene_adapter::sub_scene::{Bones, SubScene};

use super::options::CreateMapOptions;
use crate::apply;
use crate::fault::unsupported;
use crate::kinds;
use crate::look::apply::edited;
use crate::look::apply::resource_names::{name_in, plain, texture_path};
use crate::{CreateMaterialOptions, CreateModelOptions, create_materials};

/// A mesh, and the skin that moves it.
type Key = (Id<Mesh>, Option<Id<Skin>>);

/// A model that was written.
pub(super) struct Written {
    /// The name to use in maps.
    pub(super) name: String,
    /// The files of its materials.
    materials: Vec<Option<String>>,
}

/// The files of a map.
pub(super) struct Files<'s, 'o> {
    scene: &'s Scene<'s>,
    pub(super) options: &'o CreateMapOptions<'o>,
    encoding: Encoding,
    /// The folder for its models, in the folder for all models, for example `maps/room`.
    folder: String,
    files: ResourceFiles<'o>,
    findings: Findings,
    /// The material file names.
    names: HashMap<Id<Material>, String>,
    built: HashMap<Key, Option<String>>,
    /// The models that entities from a map use, as files in lower case without extension. New models must not have the
    /// same name.
    pub(super) named: HashSet<String>,
    copies: CopyNames,
    /// The bones by skin.
    bones: HashMap<Id<Skin>, Rc<Bones>>,
    /// The materials of new models, as maps name them.
    materials: Vec<String>,
}

impl<'s, 'o> Files<'s, 'o> {
    pub(super) fn new(scene: &'s Scene<'s>, name: &str, options: &'o CreateMapOptions<'o>, encoding: Encoding) -> Self {
        let name = Some(plain(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| "map".to_owned());
        Self {
            scene,
            options,
            encoding,
            folder: format!("maps/{name}"),
            files: ResourceFiles::new(options.files),
            findings: Findings::new(),
            names: HashMap::new(),
            built: HashMap::new(),
            named: HashSet::new(),
            copies: CopyNames::default(),
            bones: HashMap::new(),
            materials: Vec::new(),
        }
    }

    /// Writes materials that don't exist yet, or look different from their files.
    pub(super) fn looks(&mut self, budget: &mut Budget) {
        if !self.options.files.materials {
            return;
        }
        let (scene, options) = (self.scene, self.options);
        let mut plan = MaterialPlan::of(scene, &options.files, |own| edited(scene, own), |file| self.free_beside(file));
        self.findings.extend(std::mem::take(&mut plan.findings));
        let how = CreateMaterialOptions::default().encoding(self.encoding).copies(&plan.copies);
        let folder = &self.folder;
        let built = self.files.receive(|on_file| {
            let mut files = options.files;
            (files.folder, files.on_file) = (folder, Some(on_file));
            create_materials(scene, &plan.wanted, &how.files(files), budget)
        });
        self.findings.extend(built.findings);
        self.names = plan.names(built.names);
    }

    /// Returns the file for a model name, and whether it exists in the project. Returns `None` if this name can't be
    /// used for a file.
    pub(super) fn place_of(&self, model: &str) -> Option<(String, bool)> {
        let candidates = Reference::model(Path::new(), &Name::from(model)).candidates;
        if let Some(there) = candidates.iter().find(|name| self.options.files.exists(name)) {
            return Some((there.clone(), true));
        }
        let wanted = candidates.iter().find(|name| name.ends_with(extension(self.encoding)));
        let file = wanted.or(candidates.first()).filter(|name| is_resource_name(name))?;
        Some((file.clone(), false))
    }

    /// Returns a name similar to `file` that is not used in the output and not in the project.
    pub(super) fn free_beside(&mut self, file: &str) -> String {
        let files = self.options.files;
        self.copies.beside(file, |name| {
            let base = without_extension(name);
            !["", ".pmdl", ".pmdl_b"].iter().any(|end| files.exists(&format!("{base}{end}")))
        })
    }

    /// Reads a model in the project.
    pub(super) fn read(&self, file: &str) -> Option<pragma_asset::Model<'static>> {
        let found = self.options.files.project?.find(&[file]).ok().flatten()?;
        let bytes = self.options.files.project?.read(&found, &mut self.options.files.limits.budget()).ok()??;
        pragma_asset::Model::parse(&bytes).ok().map(pragma_asset::Model::into_owned)
    }

    /// Returns whether a material had no file, but has one now.
    pub(super) fn has_new(&self, material: Id<Material>) -> bool {
        let is_of_file = || edited(self.scene, &self.scene[material]).is_some();
        self.names.contains_key(&material) && !is_of_file()
    }

    /// Reports something about a part of the map.
    pub(super) fn tell(&mut self, kind: &'static FindingKind, path: Path, message: String) {
        if [kinds::PART_COPIED, kinds::MODELS_KEPT, PART_NOT_WRITTEN].contains(&kind) {
            self.findings.note(kind, path, message);
        } else {
            self.findings.warning(kind, path, message);
        }
    }

    /// Returns the model name for a node's mesh, and the node that decides where it is. If the mesh has a skin, this is
    /// another node, or `None` if the mesh is in the scene's own space.
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
        let alone = SubScene::of_mesh(self.scene, node, bones.as_deref());
        let made = if alone.is_empty() {
            self.findings.warning(kinds::NO_MODEL_FOR_EMPTY, path, "shows nothing; it gets no model");
            None
        } else {
            let wanted = [&self.scene[mesh].name, &node.name].into_iter().map(|name| plain(name));
            let own =
                wanted.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| format!("mesh_{}", mesh.index()));
            let mut file = format!("models/{}/{own}.{}", self.folder, extension(self.encoding));
            if self.named.contains(&without_extension(&file).to_lowercase()) {
                file = self.free_beside(&file);
            }
            let written = self.write(alone, (&file, None), &path)?;
            written.map(|Written { name, materials }| {
                self.materials.extend(materials.iter().flatten().map(|file| texture_path(file).to_lowercase()));
                name
            })
        };
        self.built.insert(key, made.clone());
        Ok((made, place))
    }

    /// Writes a model. If there is an original, this updates the original instead. Returns `None` if the model is
    /// empty.
    pub(super) fn write(
        &mut self,
        mut alone: SubScene<'_>,
        (file, original): (&str, Option<&pragma_asset::Model<'_>>),
        path: &Path,
    ) -> Result<Option<Written>, Error> {
        if alone.is_empty() {
            return Ok(None);
        }
        let how = CreateModelOptions::default()
            .limits(self.options.files.limits)
            .optimization(self.options.files.optimization)
            .smooth(self.options.files.smooth);
        if let Some(original) = original {
            let (before, _) = crate::to_scene(original, &alone.scene.name, &Default::default())?;
            alone.scene.take_skeleton_and_names_of(&before)?;
        }
        let built = apply::model(original, &alone.scene, &how)?;
        self.findings.extend(built.findings.into_iter().map(|finding| finding.inside(path.clone())));
        let mut model = built.model;
        model.set_encoding(self.encoding);
        let own = built.materials.into_iter().map(|material| alone.material(material));
        let names: Vec<Option<String>> = own.map(|own| self.names.get(&own?).cloned()).collect();
        let failed = |error: pragma_asset::Error| unsupported(path.clone(), error);
        name_in(&mut model, &names).map_err(failed)?;
        let file = self.files.add(file, model.to_bytes().map_err(failed)?);
        let name = without_extension(&file);
        Ok(Some(Written { name: name.strip_prefix("models/").unwrap_or(name).to_owned(), materials: names }))
    }

    /// Returns all files, the materials for the map to preload, and the findings.
    pub(super) fn finish(mut self) -> (Vec<ResourceFile>, Vec<String>, Findings) {
        self.materials.sort_unstable();
        self.materials.dedup();
        (self.files.into_files(), self.materials, self.findings)
    }
}

/// Returns the file extension for models.
fn extension(encoding: Encoding) -> &'static str {
    if encoding == Encoding::Text { "pmdl" } else { "pmdl_b" }
}
