//! Migrates projects for any other engine: each scene, prefab and model becomes a `.glb`, all in the same folder. They
//! share their textures, which are only written once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use asset_formats::{Asset, Detection, Error, Feature, Format, Typed};
use asset_project::Resources;
use asset_scene::Scene;
use binio::Limits;
use scene_adapter::ResourceLoader as _;
use scene_adapter::look::{file_name, made_of};
use urho_scene::Engine;

use super::context::Made;
use super::needs::{NAMES, Needs, Recorder};
use super::renames::resource_name;
use super::report::Action;
use super::{manifest, packages, texts};
use asset_convert::{Input, ToScene, matches_model_name, scene};

/// Models depend on all scenes. This name is used for the hash of all scenes among their needs; no resource has this
/// name.
const SCENES: &str = "*scenes";

/// A project that is being migrated to glTF.
pub(super) struct Gltf {
    resources: Arc<Resources>,
    /// The names of all animations.
    animations: Vec<String>,
    /// The output name for each file.
    names: BTreeMap<String, String>,
    /// Hash of all scenes, because they assign materials to models.
    scenes: String,
    /// Hash of all resource names.
    all_names: String,
    /// The engine to read scenes for, if the project is for rbfx.
    engine: Option<Engine>,
    class_table: String,
    hashes: Mutex<HashMap<String, Option<String>>>,
}

/// Returns whether a file with this name is a model.
pub(super) fn is_model(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("mdl"))
}

fn is_source(format: Format) -> bool {
    format.is_urho_scene() || format.has(Feature::AnimationsBeside)
}

impl Gltf {
    /// Opens the resources of a project. Pass the names and content of all files that can be scenes or prefabs as
    /// `scenes`, and the names of all models as `models`.
    pub(super) fn new(
        project: &Path,
        (engine, table): (Engine, &str),
        mut scenes: Vec<(String, Vec<u8>)>,
        models: Vec<String>,
    ) -> Result<Self, Error> {
        let refused = |error: asset_project::ResourceError| Error::Refused(error.to_string());
        let resources = Arc::new(Resources::around(project).map_err(refused)?);
        scenes.retain(|(name, bytes)| is_scene(name, bytes));
        let hashes: Vec<String> =
            scenes.iter().map(|(name, bytes)| format!("{name} {}", manifest::hash(bytes))).collect();
        let sources = scenes.iter().map(|(name, _)| name).chain(&models);
        // Searched now, so that no file is the one that reads all scenes.
        resources.materials_of("");
        let all = resources.names(&|_| true);
        let is_animation = |name: &str| name.to_ascii_lowercase().ends_with(".ani");
        Ok(Self {
            animations: all.iter().filter(|name| is_animation(name)).cloned().collect(),
            all_names: manifest::hash(all.join("\n").as_bytes()),
            resources,
            names: plan(sources.map(String::as_str)),
            scenes: manifest::hash(hashes.join("\n").as_bytes()),
            engine: (engine == Engine::Rbfx).then_some(engine),
            class_table: table.into(),
            hashes: Mutex::default(),
        })
    }

    /// Returns the output names. They depend on each other, so they are planned together.
    pub(super) fn names(&self) -> &BTreeMap<String, String> {
        &self.names
    }

    /// Converts a file, or the entries of a package.
    pub(super) fn migrated(&self, name: &str, bytes: &[u8]) -> Made {
        match Format::detect(bytes, bytes.len() as u64, bytes, Some(name.as_ref())) {
            Detection::Known(format) if format.has(Feature::Package) => self.package(name, bytes),
            Detection::Known(format) if is_source(format) => match self.converted(name, format, bytes) {
                Ok(result) => result,
                Err(error) => Made::refused(format.name(), error),
            },
            Detection::Known(format) => Made::new(format.name(), Action::LeftOut),
            _ => Made::new(texts::kind(name, bytes), Action::LeftOut),
        }
    }

    fn package(&self, name: &str, bytes: &[u8]) -> Made {
        let format = Format::URHO_PAK.name();
        let package = match packages::open(bytes) {
            Ok(package) => package,
            Err(error) => return Made::refused(format, error),
        };
        let mut migrated = Made::new(format, Action::Included);
        for entry in package.entries() {
            let inner = entry.name().to_string();
            let mut result = match entry.read_with(&package.extract_limits()) {
                Ok(content) => self.migrated(&format!("{name}/{inner}"), &content),
                Err(error) => Made::refused("unknown", error),
            };
            migrated.needs.extend(std::mem::take(&mut result.needs));
            migrated.outputs.append(&mut result.outputs);
            migrated.entries.push((inner, result));
        }
        migrated
    }

    fn converted(&self, name: &str, format: Format, bytes: &[u8]) -> Result<Made, Error> {
        let recorder = Recorder::new(self.resources.clone());
        let resources = Arc::new(self.resources.through(recorder.clone()));
        let animations =
            if format.has(Feature::AnimationsBeside) { self.animations(name, &resources) } else { Vec::new() };
        let options = ToScene::default().resources(resources);
        let asset = Asset::parse_as(format, bytes)?;
        let engine = self.engine.filter(|_| !is_archive(&asset));
        let read = asset.read_for_engine(engine, &self.class_table)?;
        let input = Input::new(stem(name), read.as_ref().unwrap_or(&asset)).resource(below_package(name));
        let besides = animations.iter().map(|(name, asset)| Input::beside(name, asset));
        let inputs: Vec<Input<'_, '_>> = std::iter::once(input).chain(besides).collect();
        let (mut scene, mut findings) = scene(&inputs, &options)?;
        if format.has(Feature::AnimationsBeside) {
            // The extras of the glTF store the rest of the model.
            findings = findings.without_losses();
        }
        let mut migrated = Made::new(format.name(), Action::Converted);
        let is_text = matches!(asset.typed(), Typed::UrhoScene(document) if document.encoding().is_text());
        migrated.tell(&findings, is_text.then_some(bytes));
        let output = self.names.get(name).cloned().unwrap_or_else(|| format!("{}.glb", stem(name)));
        write(&mut scene, output, &mut migrated)?;
        migrated.needs = recorder.needs(|name| self.hash(name));
        if format.has(Feature::AnimationsBeside) {
            migrated.needs.insert(SCENES.to_owned(), Some(self.scenes.clone()));
        }
        Ok(migrated)
    }

    /// Returns the animations that are named after a model and in the same folder.
    fn animations_of(&self, model: &str) -> impl Iterator<Item = &String> {
        let (folder, stem) = (folder(below_package(model)), stem(model));
        self.animations.iter().filter(move |name| {
            self::folder(name).eq_ignore_ascii_case(folder) && matches_model_name(self::stem(name), stem)
        })
    }

    /// Returns the animations for a model, with their names. If an animation can't be read, this is reported for its
    /// own file.
    fn animations(&self, model: &str, resources: &Resources) -> Vec<(&str, Asset<'static>)> {
        let read = |name: &String| {
            let resource = resources.read_with(name, &mut Limits::default().budget()).ok()??;
            Some(Asset::parse_as(Format::URHO_ANI, &resource.bytes).ok()?.into_owned())
        };
        self.animations_of(model).filter_map(|name| Some((stem(name), read(name)?))).collect()
    }

    /// Checks whether everything that a conversion has read is still the same.
    pub(super) fn is_unchanged(&self, name: &str, needs: &Needs) -> bool {
        let mut animations = self.animations_of(name).filter(|_| needs.contains_key(SCENES));
        needs.iter().all(|(name, hash)| self.hash(name) == *hash) && animations.all(|name| needs.contains_key(name))
    }

    /// Returns the hash of a resource, of all names, or of all scenes. Returns `None` if there is no such resource.
    fn hash(&self, name: &str) -> Option<String> {
        match name {
            NAMES => return Some(self.all_names.clone()),
            SCENES => return Some(self.scenes.clone()),
            _ => {}
        }
        let lock = || self.hashes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(name) {
            return known.clone();
        }
        let read = self.resources.read_with(name, &mut Limits::default().budget()).ok().flatten();
        let hash = read.map(|resource| manifest::hash(&resource.bytes));
        lock().insert(name.to_owned(), hash.clone());
        hash
    }
}

fn is_archive(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoScene(document) if document.encoding().is_archive())
}

fn is_scene(name: &str, bytes: &[u8]) -> bool {
    let detected = Format::detect(bytes, bytes.len() as u64, bytes, Some(name.as_ref()));
    matches!(detected, Detection::Known(format) if format.is_urho_scene())
}

/// Adds the file for a scene, and its textures.
fn write(scene: &mut Scene<'_>, output: String, migrated: &mut Made) -> Result<(), Error> {
    share_images(scene)?;
    let options = asset_gltf::WriteOptions::default().external_images(true);
    let (glb, changed) = asset_gltf::glb(scene, &options).map_err(Error::convert)?;
    migrated.tell_changes(&changed);
    for (image, bytes) in glb.images() {
        migrated.outputs.push((image.to_owned(), bytes.read()?.into_owned()));
    }
    let mut content = Vec::new();
    glb.write_to(&mut content)?;
    migrated.outputs.push((output, content));
    Ok(())
}

/// Sets the file names of images. The name contains a hash of the content: images from the same texture can differ
/// because materials change them, and equal images become one file, whatever file they come from.
fn share_images(scene: &mut Scene<'_>) -> Result<(), Error> {
    for image in &mut scene.images {
        let Some(extension) = image.media_type().and_then(|media| media.strip_prefix("image/")) else { continue };
        let source = made_of(image, scene_urho::TEXTURE_FORMAT).unwrap_or(&image.name);
        let hash = manifest::hash(&image.bytes.read()?);
        let hash = hash.get(..8).unwrap_or_default();
        image.file = Some(format!("Textures/{}-{hash}.{extension}", file_name(stem(source))));
    }
    Ok(())
}

/// Plans the output names. An output has the same name as the file if no other file has it; otherwise, the folders are
/// added.
fn plan<'f>(files: impl Iterator<Item = &'f str> + Clone) -> BTreeMap<String, String> {
    let ways: [fn(&str) -> String; 3] = [
        |name| file_name(stem(name)),
        |name| file_name(&name.rsplit_once('.').map_or(name, |(stem, _)| stem).replace('/', "_")),
        |name| file_name(&name.replace('/', "_")),
    ];
    let mut counts: HashMap<String, usize> = HashMap::new();
    for file in files.clone() {
        let names: BTreeSet<String> = ways.iter().map(|way| way(file).to_lowercase()).collect();
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
    }
    let mut taken = BTreeSet::new();
    let name = |file: &str| {
        let is_free = |name: &String| !name.is_empty() && counts.get(&name.to_lowercase()) == Some(&1);
        let free = ways.iter().map(|way| way(file)).find(is_free);
        let numbered = |number: usize| format!("{}_{number}", ways[2](file));
        let free = free.into_iter().chain((2..).map(numbered)).find(|name| taken.insert(name.to_lowercase()));
        (file.to_owned(), format!("{}.glb", free.unwrap_or_default()))
    };
    files.map(name).collect()
}

/// Returns the resource name of a file or package entry.
pub(super) fn below_package(name: &str) -> &str {
    let lower = name.to_ascii_lowercase();
    let entry = lower.find(".pak/").and_then(|at| name.get(at + ".pak/".len()..));
    entry.unwrap_or_else(|| resource_name(name))
}

fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns a name without folder and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
