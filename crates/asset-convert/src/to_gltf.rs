//! Converts documents to glTF.

use asset_formats::{Error, Typed, kinds};
use asset_gltf::WriteOptions;
use asset_project::Resources;
use asset_scene::Scene;
use binio::Findings;
use scene_adapter::Role;

use super::home::Recorder;
use super::lod::keep_lod;
use super::motion;
use super::options::{Conversion, Way};
use super::repaired::Repaired;
use super::{
    ConvertOptions, Converted, Input, OutputFile, OutputFormat, carried, gltf_textures, mesh_care, names, selection,
    shown, simple_scene, words,
};
use crate::engines;

/// Writes a glTF that contains a model and any number of animations, only animations, or a scene, prefab or map.
pub(super) fn to_gltf(
    inputs: &[Input<'_, '_>],
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    if let Some((scene, findings)) = simple_scene::only_material(inputs, &options.shown) {
        check(inputs.first(), Way::ModelToGltf, output_format, options)?;
        return material_to_gltf(scene, findings, (output_format, output), options);
    }
    let model = match main(inputs, output_format)? {
        Some((level, Role::Level)) => {
            check(Some(level), Way::LevelToGltf, output_format, options)?;
            return level_to_gltf(level, output_format, output, options);
        }
        model => model.map(|(model, _)| model),
    };
    check(model.or(inputs.first()), Way::ModelToGltf, output_format, options)?;
    let repaired = model.map(|model| Repaired::new(model, options));
    let model = repaired.as_ref().map(Repaired::input);
    let name = model.map_or(names::stem(output), |model| model.name);
    let (mut scene, mut findings) = match &repaired {
        Some(repaired) => repaired.to_scene(options)?,
        None => (Scene { name: name.to_owned(), ..Scene::default() }, Findings::new()),
    };
    shown::complete(&mut scene, model.as_ref(), inputs, &options.shown, &mut findings)?;
    match model.map(|model| model.asset) {
        Some(asset) if !asset.is_neutral() && options.changes.motion.is_empty() && options.shown.animated => {
            selection::check(&scene, options, &mut findings)?;
        }
        _ => selection::keep_selected(&mut scene, options, &mut findings)?,
    }
    motion::apply(&mut scene, options, &mut findings)?;
    // Losses of an engine's document are no losses: extras store them. Losses of other documents remain.
    let mut findings = match model.map(|model| model.asset.typed()) {
        Some(Typed::Gltf(_)) => findings,
        // No scene has these parts.
        Some(Typed::Fbx(_)) => findings.without_expected_losses(),
        _ => findings.without_losses(),
    };
    let nowhere = Resources::new();
    Recorder::new(&nowhere).store(&mut scene, model.as_ref().and_then(|model| model.resource));
    adapt(&mut scene, options, &mut findings)?;
    gltf_textures::apply(&mut scene, options, &mut findings)?;
    let frame_rate = check_rate(&scene, &mut findings);
    let (files, changed) = written(&scene, output_format, output, options)?;
    findings.extend(changed);
    let findings = words::named(findings, &scene);
    Ok(Converted { files, findings, frame_rate, ..Converted::default() })
}

/// Checks that the options have an effect on the conversion of this input.
fn check(
    input: Option<&Input<'_, '_>>,
    way: Way,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(), Error> {
    let Some(input) = input else { return Ok(()) };
    options.check(&Conversion { way, format: input.asset.format(), output_format })
}

/// Writes a glTF that shows a material on a sphere.
fn material_to_gltf(
    mut scene: Scene<'_>,
    findings: Findings,
    (output_format, output): (OutputFormat, &str),
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let mut findings = findings.without_losses();
    adapt(&mut scene, options, &mut findings)?;
    gltf_textures::apply(&mut scene, options, &mut findings)?;
    let (files, changed) = written(&scene, output_format, output, options)?;
    findings.extend(changed);
    Ok(Converted { files, findings, ..Converted::default() })
}

/// Returns the model, scene or map among the inputs, or `None` if all inputs are animations.
fn main<'s, 'i, 'a>(
    inputs: &'s [Input<'i, 'a>],
    output_format: OutputFormat,
) -> Result<Option<(&'s Input<'i, 'a>, Role)>, Error> {
    let mut chosen: Option<(&Input<'_, '_>, Role)> = None;
    for input in inputs {
        let role = engines::role(input.asset);
        match (role, chosen) {
            (Some(Role::Animation), _) => {}
            (Some(Role::Level), None) if inputs.len() == 1 => chosen = Some((input, Role::Level)),
            (Some(Role::Model), None) => chosen = Some((input, Role::Model)),
            (Some(Role::Model), Some((first, _))) => {
                let message = format!("expected one model for one file, found {} and {}", first.name, input.name);
                return Err(Error::Refused(message));
            }
            _ => return Err(output_format.cannot_come_from(input.asset.format())),
        }
    }
    Ok(chosen)
}

/// Writes a glTF that contains a scene, prefab or map with everything that it shows.
fn level_to_gltf(
    level: &Input<'_, '_>,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let nowhere = Resources::new();
    let recorder = Recorder::new(options.shown.resources.as_deref().unwrap_or(&nowhere));
    let (mut scene, mut findings) = shown::of_project(level, &recorder, &options.shown)?;
    recorder.store(&mut scene, level.resource);
    adapt(&mut scene, options, &mut findings)?;
    gltf_textures::apply(&mut scene, options, &mut findings)?;
    let (files, changed) = written(&scene, output_format, output, options)?;
    findings.extend(changed);
    Ok(Converted { files, findings, ..Converted::default() })
}

/// Keeps only the requested level of detail, simplifies and reorders meshes, and scales the scene.
fn adapt(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    carried::store(scene, options);
    keep_lod(scene, options)?;
    let nodes = scene.nodes.len();
    mesh_care::apply_for_gltf(scene, options, findings)?;
    carried::mark_levels(scene, nodes);
    if options.changes.scale != 1.0 {
        carried::scale(scene, options.changes.scale);
    }
    Ok(())
}

/// The frame rate of a new file in Blender.
const BLENDER: u16 = 24;

/// Blender can only write whole frames, at 24 frames per second by default. If the animation keys are not on such
/// frames, this reports it and returns a usual frame rate that fits, if there is one.
fn check_rate(scene: &Scene<'_>, findings: &mut Findings) -> Option<u16> {
    let all = || scene.animations.enumerate().map(|(id, _)| id);
    let known = scene_adapter::frame_rate(scene, all(), BLENDER);
    if known == Some(BLENDER) {
        return None;
    }
    let message = match known {
        Some(rate) => format!(
            "have {rate} frames per second: set that in Blender before importing (it begins with 24, and writes whole frames only)"
        ),
        None => {
            "have keys that are no whole frames at 24 or 30 per second: Blender writes whole frames only".to_owned()
        }
    };
    findings.note(kinds::ANIMATION_FRAMES, "animations", message);
    known
}

/// Writes the scene to glTF files. The findings are the changes that glTF has required.
fn written(
    scene: &Scene<'_>,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<(Vec<OutputFile>, Findings), Error> {
    let how = WriteOptions::default()
        .strict(options.gltf.strict)
        .gpu_instancing(options.gltf.gpu_instancing)
        .compression(options.gltf.compression)
        .quantize(options.gltf.quantize);
    let without = (!options.gltf.originals).then(|| carried::without_originals(scene));
    let scene = without.as_ref().unwrap_or(scene);
    let mut files = Vec::new();
    if output_format == OutputFormat::GLB {
        let (glb, findings) = asset_gltf::glb(scene, &how).map_err(Error::convert)?;
        options.add(&mut files, (output, output), glb.encoded_len(), &mut |out| glb.write_to(out))?;
        return Ok((files, findings));
    }
    let numbers = format!("{}.bin", names::without_extension(output));
    let named = numbers.rsplit_once('/').map_or(numbers.as_str(), |(_, name)| name);
    let (gltf, findings) = asset_gltf::gltf(scene, &how, named).map_err(Error::convert)?;
    let folder = output.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    for (name, bytes) in gltf.images() {
        let name = format!("{folder}{name}");
        options.add(&mut files, (&name, output), bytes.len(), &mut |out| out.write_all(&bytes.read()?))?;
    }
    if gltf.bin_len() > 0 {
        options.add(&mut files, (&numbers, output), gltf.bin_len(), &mut |out| gltf.write_bin_to(out))?;
    }
    options.add(&mut files, (output, output), gltf.json.len() as u64, &mut |out| out.write_all(&gltf.json))?;
    Ok((files, findings))
}
