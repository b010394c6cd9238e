//! Creates engine files from documents by converting them to a scene first.

use std::cell::RefCell;
use std::path::Path;

use asset_formats::{Error, Format, Typed, kinds};
use asset_project::{Globs, Resources};
use asset_scene::{Animation, Material, Mesh, Node, Scene};
use binio::Findings;
use scene_adapter::look::ResourceFile;
use scene_adapter::surface::Optimization;
use scene_adapter::{CreateOptions, Created, Replaces, ResourceLoader, Role, Target};

use super::carry::{Carrier, Overlay};
use super::companions::companions;
use super::home::{Home, InPlace, Place};
use super::lod::keep_lod;
use super::motion;
use super::output::safe;
use super::prepare::{check_original, prepare};
use super::repaired::Repaired;
use super::{
    ConvertOptions, Converted, Input, OutputFile, OutputFormat, carried, engine, home, mesh_care, names, rewrite,
    selection, shown, words,
};
use crate::engines;

/// Creates the files for a model, for animations, or for a scene, prefab or map.
pub(super) fn from_scene(
    input: &Input<'_, '_>,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let repaired = Repaired::new(input, options);
    // The name inside an animation stays, which need not be that of the file.
    let name = own_name(input);
    let (mut scene, mut findings) = repaired.to_scene(options)?;
    if engines::role(input.asset) == Some(Role::Animation) {
        let named = Input { name: name.as_deref().unwrap_or(input.name), ..*input };
        shown::complete(&mut scene, None, std::slice::from_ref(&named), &options.shown, &mut findings)?;
    }
    // Cameras, lights and looks of materials are no part of a model.
    let mut findings = findings.without_expected_losses();
    let options = &engine::for_output(&scene, output_format, options, &mut findings);
    let options = &selected(&mut scene, options, &mut findings)?;
    motion::apply(&mut scene, options, &mut findings)?;
    let target = engines::target(output_format, options);
    let target = target.ok_or_else(|| output_format.cannot_come_from(input.asset.format()))?;
    let place = Place { format: output_format, output, root: root(output_format, output, options) };
    let is_edit = input.asset.format().carries_originals();
    let mut is_told = false;
    if is_edit {
        home::find(&mut scene, place.resource(), options);
        let is_named = options.engine_files.into_original.is_some();
        is_told = !is_named && home::tell_missing(&scene, output_format, options, &mut findings);
        carried::undo(&mut scene, options, &mut findings);
    }
    let (edited_options, later) =
        if is_edit { rewrite::split(&scene, output_format, options) } else { (options.clone(), None) };
    let options = &edited_options;
    check_original(output_format, options)?;
    let is_level = output_format.is_level();
    if !is_level {
        mesh_care::still_levels(&mut scene);
        prepare(&mut scene, input, (output_format, target.as_ref()), options, &mut findings)?;
    }
    keep_lod(&mut scene, options)?;
    mesh_care::apply(&mut scene, options, &mut findings)?;
    let before = (!is_level).then(|| Before::of(&scene, is_edit && !is_told));
    let home = is_edit.then(|| Home::of(&scene, place, options));
    let (mut created, mut files) = create(&mut scene, target.as_ref(), place, (options, home.as_ref()), &mut findings)?;
    if let Some(later) = &later {
        for file in &mut created.files {
            rewrite::change(file, output_format, later, &mut findings)?;
        }
    }
    match before {
        None => findings.extend(created.findings),
        Some(before) => {
            before.tell(output_format, options, created.restored, &mut findings);
            findings.extend(words::named(created.findings, &before.names));
        }
    }
    if let Some(home) = home {
        home.tell(created.files.last(), options, &mut findings);
    }
    // The requested file is last.
    for file in created.files {
        files.push(OutputFile { name: safe(&file.name, output)?, bytes: file.bytes });
    }
    Ok(Converted { files, findings, restored: created.restored, ..Converted::default() })
}

/// Returns the name that an Urho3D animation stores, or `None` if it has none.
fn own_name(input: &Input<'_, '_>) -> Option<String> {
    let Typed::UrhoAni(animation) = input.asset.typed() else { return None };
    Some(animation.name.to_string()).filter(|name| !name.is_empty())
}

/// Checks which animations are selected. If they are going to be changed, all others are removed from the scene, and
/// the pattern is cleared because it would not match the new names.
fn selected(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<ConvertOptions, Error> {
    let mut options = options.clone();
    if options.changes.motion.is_empty() && options.shown.animated {
        selection::check(scene, &options, findings)?;
    } else {
        selection::keep_selected(scene, &options, findings)?;
        options.shown.animations = Globs::default();
    }
    Ok(options)
}

/// Creates the files for a scene. Returns them together with copies of the resources that they name.
fn create(
    scene: &mut Scene<'_>,
    target: &dyn Target,
    place: Place<'_>,
    (options, home): (&ConvertOptions, Option<&Home<'_, '_>>),
    findings: &mut Findings,
) -> Result<(Created, Vec<OutputFile>), Error> {
    let Place { format, output, root } = place;
    let carrier = RefCell::new(Carrier::new(options, root));
    let project = options.shown.resources.as_deref();
    let overlay = options.engine_files.copy_from.as_deref().map(|source| Overlay { target: project, source });
    let (title, takes) = (format.to_string(), |animation: &str| options.takes(animation));
    let mut how = create_options(output, options);
    let owned = project.filter(|_| options.engine_files.replaces).map(|project| companions(place.resource(), project));
    how.files.replaces = match &owned {
        _ if options.engine_files.keeps_names => Replaces::All,
        Some(owned) => Replaces::Owned(owned),
        None => Replaces::Nothing,
    };
    how.target = &title;
    how.root = root;
    how.takes = &takes;
    let files: Option<&dyn ResourceLoader> = match &overlay {
        Some(overlay) => Some(overlay),
        None => project.map(|resources| resources as _),
    };
    let in_place = files.filter(|_| !options.engine_files.shared).map(|files| InPlace {
        project: files,
        users: &options.engine_files.users,
        output: place.resource(),
        roots: project.into_iter().flat_map(Resources::roots).map(Path::to_path_buf).collect(),
    });
    how.files.project = in_place.as_ref().map(|project| project as _).or(files);
    let created = options.with_file_sender(output, |on_file| {
        let on_file = on_file.map(|on_file| {
            |file: ResourceFile| {
                carrier.borrow_mut().add(&file);
                home.into_iter().for_each(|home| home.add(&file));
                on_file(file);
            }
        });
        let mut how = how;
        how.files.on_file = on_file.as_ref().map(|on_file| on_file as _);
        target.create(scene, &how).map_err(Error::from)
    })??;
    let mut carrier = carrier.into_inner();
    created.files.iter().for_each(|file| carrier.add(file));
    created.files.iter().for_each(|file| home.into_iter().for_each(|home| home.add(file)));
    let mut copies = Vec::new();
    let mut write = |file: ResourceFile| {
        let length = file.bytes.len() as u64;
        options.add(&mut copies, (&file.name, output), length, &mut |out| out.write_all(&file.bytes))
    };
    carrier.carry(&mut write, findings)?;
    Ok((created, copies))
}

/// Returns the part of the output name up to the folder for resources.
fn root<'o>(output_format: OutputFormat, output: &'o str, options: &ConvertOptions) -> &'o str {
    match output_format.is_level() {
        _ if options.engine_files.from_root => "",
        true => names::level_root(output),
        false => names::root(output),
    }
}

/// Returns those options of a conversion that its target understands.
fn create_options<'o>(output: &'o str, options: &ConvertOptions) -> CreateOptions<'o> {
    let mut how = CreateOptions::new(output);
    how.below_models = names::below_models(output);
    how.is_plain = options.is_plain();
    how.is_reshaped = options.reshapes();
    how.scale = options.changes.scale;
    how.up = options.changes.up;
    how.files.tangents = options.changes.tangents;
    how.files.smooth = options.changes.smooth;
    how.curve_tolerance = options.engine_files.curve_tolerance;
    how.files.materials = options.shown.materials;
    how.files.textures = options.shown.textures;
    how.files.texture_output = options.texture_output();
    how.files.folder = if options.engine_files.own_folders { how.stem() } else { "" };
    how.files.optimization = Optimization {
        weld: options.engine_files.weld,
        order: options.engine_files.optimize && !options.changes.optimize_meshes,
    };
    how.files.limits = options.limits();
    how
}

/// Remembers names and counts in the scene, because they are gone when the files have been created.
struct Before {
    /// The names in the scene, and nothing else.
    names: Scene<'static>,
    /// Number of materials that have an appearance.
    looks: usize,
    lights: usize,
    cameras: usize,
    /// Number of custom properties of nodes, and the first.
    properties: usize,
    property: Option<String>,
    /// The format of the file that a glTF was exported from, if the file is at hand.
    stored: Option<String>,
}

impl Before {
    fn of(scene: &Scene<'_>, is_edit: bool) -> Self {
        let has_look = |material: &&Material| {
            material.textures().next().is_some() || material.base_color != [1.0; 4] || material.unlit
        };
        let stored = scene.source.as_ref().filter(|_| is_edit);
        Self {
            names: named_only(scene),
            looks: scene.materials.iter().filter(has_look).count(),
            lights: scene.lights.len(),
            cameras: scene.cameras.len(),
            properties: scene.nodes.iter().map(|node| node.extras.len()).sum(),
            property: scene.nodes.iter().find_map(|node| node.extras.keys().next()).cloned(),
            stored: stored.map(|source| source.format.clone()),
        }
    }

    /// Reports the materials, lights and cameras that are not in the files of a model or animation.
    fn tell(&self, output_format: OutputFormat, options: &ConvertOptions, restored: bool, findings: &mut Findings) {
        let is_animation = output_format.format().is_some_and(Format::is_urho_animation);
        let come_along = options.shown.materials && output_format.has_materials();
        if self.looks > 0 && !restored && !come_along && !is_animation {
            let message = format!("colours and textures of materials are left out: {}", self.looks);
            findings.note(kinds::MATERIALS_LEFT_OUT, "materials", message);
        }
        for (count, what) in [(self.lights, "lights"), (self.cameras, "cameras")] {
            if count > 0 {
                let message = format!("{what} are no part of a model and left out: {count}");
                findings.note(kinds::PARTS_LEFT_OUT, "scene", message);
            }
        }
        if let Some(first) = &self.property {
            let message = format!(
                "custom properties of objects are no part of a model and left out: {}, the first is {first:?}",
                self.properties
            );
            findings.note(kinds::PARTS_LEFT_OUT, "nodes", message);
        }
        let is_new = !restored && options.engine_files.into_original.is_none() && !is_animation;
        if let Some(stored) = self.stored.as_ref().filter(|_| is_new) {
            let message =
                format!("a new file is written: data of the {stored} file that a scene can't store is not copied");
            findings.note(scene_adapter::kinds::NEW_FILE, "source", message);
        }
    }
}

fn named_only(scene: &Scene<'_>) -> Scene<'static> {
    Scene {
        nodes: scene.nodes.iter().map(|node| Node { name: node.name.clone(), ..Node::default() }).collect(),
        meshes: scene.meshes.iter().map(|mesh| Mesh { name: mesh.name.clone(), ..Mesh::default() }).collect(),
        materials: scene.materials.iter().map(|material| Material::named(material.name.clone())).collect(),
        animations: scene
            .animations
            .iter()
            .map(|animation| Animation { name: animation.name.clone(), ..Animation::default() })
            .collect(),
        ..Scene::default()
    }
}
