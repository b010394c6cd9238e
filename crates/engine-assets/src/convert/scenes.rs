//! Between formats: everything goes through a scene.

#![cfg_attr(
    not(any(feature = "scene-pragma", feature = "scene-urho", feature = "scene-zed")),
    allow(dead_code, unused_variables, reason = "without an adapter there is only glTF")
)]
#![cfg_attr(
    not(all(feature = "scene-urho", feature = "resources")),
    allow(unused_mut, unused_variables, reason = "side files and animations add to scenes and findings")
)]

use std::collections::HashSet;

use asset_gltf::WriteOptions;
use asset_scene::Scene;
use binio::Findings;

#[cfg(feature = "scene-pragma")]
use super::materials;
#[cfg(feature = "scene-urho")]
use super::urho;
use super::{ConvertOptions, Converted, Goal, Input, OutputFile, cannot_become, held, names, original, version, words};
use crate::kinds;
use crate::{Asset, Error};

/// One glTF of a model and any number of animations, or of animations alone.
pub(super) fn to_gltf(
    inputs: &[Input<'_, '_>],
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    options.refuse_for_gltf()?;
    inputs.iter().try_for_each(|input| options.refuse_for_format(input.asset.format()))?;
    let mut model: Option<&Input<'_, '_>> = None;
    for input in inputs {
        match (input.asset, model) {
            #[cfg(feature = "scene-urho")]
            (Asset::UrhoAni(_), _) => {}
            #[cfg(feature = "scene-urho")]
            (Asset::UrhoScene(_), None) if inputs.len() == 1 => return level_to_gltf(input, goal, output, options),
            #[cfg(feature = "scene-pragma")]
            (Asset::PragmaMap(_), None) if inputs.len() == 1 => return level_to_gltf(input, goal, output, options),
            (asset, None) if asset.format().is_model() => model = Some(input),
            (asset, Some(first)) if asset.format().is_model() => {
                let message = format!("expected one model for one file, found {} and {}", first.name, input.name);
                return Err(Error::Refused(message));
            }
            (asset, _) => return Err(cannot_become(asset.format(), goal)),
        }
    }
    let repaired = model.map(|model| Repaired::new(model.asset, options)).transpose()?;
    let name = model.map_or(names::stem(output), |model| model.name);
    let (mut scene, mut findings) = match &repaired {
        Some(repaired) => repaired.to_scene(name)?,
        None => (Scene { name: name.to_owned(), ..Scene::default() }, Findings::new()),
    };
    #[cfg(feature = "scene-urho")]
    if let Some(model) = model {
        urho::store_side(model, scene.source.as_mut(), &mut findings)?;
    }
    complete(&mut scene, model, inputs, options, &mut findings)?;
    // What the scene has no place for is stored beside it, and comes back; but not what glTF itself holds and a scene doesn't.
    let is_gltf = model.is_some_and(|model| matches!(model.asset, Asset::Gltf(_)));
    let mut findings = if is_gltf { findings } else { findings.without_losses() };
    keep_lod(&mut scene, options)?;
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    held::store(&mut scene, inputs);
    let frame_rate = check_rate(&scene, &mut findings);
    let (files, changed) = written(&scene, goal, output, options)?;
    findings.extend(changed);
    let findings = words::named(findings, &scene);
    Ok(Converted { files, findings, frame_rate, ..Converted::default() })
}

/// Reports animation keys that are not on whole frames at 24 frames per second, the default of Blender, which writes whole frames only. Returns
/// the rate that fits, if one of the usual rates does.
fn check_rate(scene: &Scene<'_>, findings: &mut Findings) -> Option<u16> {
    let whole = |rate: f32, time: f32| (time * rate - (time * rate).round()).abs() < 0.02;
    // Channels share their times, often all of them.
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let arrays: HashSet<_> = channels.map(|channel| channel.times).collect();
    let times = || arrays.iter().filter_map(|times| scene.arrays.get(*times)?.rows::<1>()).flatten();
    let fits = |rate: u16| times().all(|[time]| whole(f32::from(rate), time));
    if times().next().is_none() || fits(24) {
        return None;
    }
    let known = [30, 25, 60, 50, 120].into_iter().find(|rate| fits(*rate));
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

/// A scene as the files of a glTF, and what had to be changed.
fn written(
    scene: &Scene<'_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<(Vec<OutputFile>, Findings), Error> {
    let how =
        WriteOptions::default().exact(options.exact).strict(options.strict).gpu_instancing(options.gpu_instancing);
    let mut files = Vec::new();
    if goal == Goal::Glb {
        let (glb, findings) = asset_gltf::glb(scene, &how).map_err(Error::convert)?;
        options.add(&mut files, output, glb.encoded_len(), &mut |out| glb.write_to(out))?;
        return Ok((files, findings));
    }
    let numbers = format!("{}.bin", names::without_extension(output));
    let named = numbers.rsplit_once('/').map_or(numbers.as_str(), |(_, name)| name);
    let (gltf, findings) = asset_gltf::gltf(scene, &how, named).map_err(Error::convert)?;
    let folder = output.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    for (name, bytes) in gltf.images() {
        let name = format!("{folder}{name}");
        options.add(&mut files, &name, bytes.len(), &mut |out| out.write_all(&bytes.read()?))?;
    }
    if gltf.bin_len() > 0 {
        options.add(&mut files, &numbers, gltf.bin_len(), &mut |out| gltf.write_bin_to(out))?;
    }
    options.add(&mut files, output, gltf.json.len() as u64, &mut |out| out.write_all(&gltf.json))?;
    Ok((files, findings))
}

/// One glTF of a scene, prefab or map with all that it shows.
#[cfg(any(feature = "scene-pragma", feature = "scene-urho"))]
fn level_to_gltf(
    input: &Input<'_, '_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    if options.repairs_anything() {
        return Err(Error::Refused("the option repair has no effect on scenes: repair their models".into()));
    }
    let (mut scene, mut findings) = level(input, options)?;
    keep_lod(&mut scene, options)?;
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    let (files, changed) = written(&scene, goal, output, options)?;
    findings.extend(changed);
    Ok(Converted { files, findings, ..Converted::default() })
}

/// A scene, prefab or map with all that it shows.
#[cfg(any(feature = "scene-pragma", feature = "scene-urho"))]
pub(crate) fn level(input: &Input<'_, '_>, options: &ConvertOptions) -> Result<(Scene<'static>, Findings), Error> {
    match input.asset {
        #[cfg(feature = "scene-urho")]
        Asset::UrhoScene(document) => super::levels::to_scene(document, input.name, options),
        #[cfg(feature = "scene-pragma")]
        Asset::PragmaMap(map) => super::maps::to_scene(map, input.name, options),
        other => Err(cannot_become(other.format(), Goal::Glb)),
    }
}

/// Adds to the scene of a model the animations among the inputs and the looks of its materials.
#[cfg_attr(
    not(all(feature = "scene-urho", feature = "resources")),
    allow(unused_variables, reason = "what there is to add depends on the features")
)]
pub(crate) fn complete<'i>(
    scene: &mut Scene<'i>,
    model: Option<&Input<'i, '_>>,
    inputs: &[Input<'i, '_>],
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    #[cfg(feature = "scene-urho")]
    for input in inputs.iter().filter(|input| options.takes(input.name)) {
        if let Asset::UrhoAni(animation) = input.asset {
            let moves = |node: &asset_scene::Node| animation.track(node.name.as_bytes()).is_some();
            if input.if_it_fits && !scene.nodes.iter().any(moves) {
                continue;
            }
            let (id, added) = scene_urho::add_animation(scene, animation.borrowed(), input.name);
            findings.extend(added);
            urho::animation_side(scene, id, input, findings)?;
        }
    }
    #[cfg(feature = "resources")]
    match model.map(|model| model.asset) {
        #[cfg(feature = "scene-urho")]
        Some(Asset::UrhoMdl(_)) => {
            let usual = format!("Models/{}.mdl", scene.name);
            let resource = model.and_then(|model| model.resource).unwrap_or(&usual);
            super::looks::urho::show(scene, resource, options, findings);
        }
        #[cfg(feature = "scene-pragma")]
        Some(Asset::PragmaModel(model)) => super::looks::pragma::show(scene, model, options, findings),
        _ => {}
    }
    Ok(())
}

/// A model, or animations, of a document of another format.
pub(super) fn from_scene(
    input: Input<'_, '_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    #[cfg(feature = "scene-urho")]
    if goal.is_urho_scene() {
        return super::levels::of_gltf(&input, goal, output, options);
    }
    #[cfg(feature = "scene-pragma")]
    if goal.is_pragma_map() {
        return super::maps::of_gltf(&input, goal, output, options);
    }
    let repaired = Repaired::new(input.asset, options)?;
    let (mut scene, findings) = repaired.to_scene(input.name)?;
    // Cameras, lights and looks of materials are no part of a model.
    let mut findings = findings.without_expected_losses();
    original::prepare(&mut scene, &input, goal, options, &mut findings)?;
    held::forget(&mut scene);
    #[cfg(feature = "scene-urho")]
    {
        urho::store_side(&input, scene.source.as_mut(), &mut findings)?;
        urho::tell_sides(&scene, goal, options, &mut findings);
    }
    asset_scene::look::adopt_sources(&mut scene);
    keep_lod(&mut scene, options)?;
    let names = named_only(&scene);
    let has_look = |material: &&asset_scene::Material| {
        material.textures().next().is_some() || material.base_color != [1.0; 4] || material.unlit
    };
    let looks = scene.materials.iter().filter(has_look).count();
    let views = (scene.lights.len(), scene.cameras.len());
    let stored = scene.source.as_ref().filter(|_| matches!(input.asset, Asset::Gltf(_)));
    let stored = stored.map(|source| source.format.clone());
    let mut made: Converted = match goal.extension() {
        #[cfg(feature = "scene-urho")]
        Some("mdl") => urho::model(&scene, goal, output, options),
        #[cfg(feature = "scene-urho")]
        Some("ani") => urho::animations_alone(&scene, goal, output, options),
        #[cfg(feature = "scene-pragma")]
        Some("pmdl" | "pmdl_b") => pragma_model(scene, goal, output, options),
        #[cfg(feature = "scene-zed")]
        Some("zed") => zed_model(scene, goal, output, options),
        _ => Err(cannot_become(input.asset.format(), goal)),
    }?;
    let mut all = findings;
    let come_along = options.materials && goal.has_materials();
    if looks > 0 && !made.restored && !come_along && goal.extension() != Some("ani") {
        all.note(
            kinds::MATERIALS_LEFT_OUT,
            "materials",
            format!("colours and textures of materials are left out: {looks}"),
        );
    }
    for (count, what) in [(views.0, "lights"), (views.1, "cameras")] {
        if count > 0 {
            all.note(kinds::PARTS_LEFT_OUT, "scene", format!("{what} are no part of a model and left out: {count}"));
        }
    }
    if let Some(stored) = stored.filter(|_| !made.restored && options.into.is_none() && goal.extension() != Some("ani"))
    {
        all.note(
            kinds::NEW_FILE,
            "source",
            format!("a new file is made: what a {stored} file holds beside the scene isn't in it"),
        );
    }
    all.extend(words::named(made.findings, &names));
    made.findings = all;
    Ok(made)
}

/// The names of a scene, without anything else.
fn named_only(scene: &Scene<'_>) -> Scene<'static> {
    use asset_scene::{Animation, Material, Mesh, Node};
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

/// Leaves one level of detail, if that is asked for.
pub(super) fn keep_lod(scene: &mut Scene<'_>, options: &ConvertOptions) -> Result<(), Error> {
    let Some(level) = options.lod else { return Ok(()) };
    let levels = scene.nodes.iter().map(|node| node.lods.len()).max().unwrap_or(0).saturating_add(1);
    version::check_lod(level, levels)?;
    scene.keep_lod(level);
    Ok(())
}

/// A document after the repairs that the options name.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum Repaired<'r, 'a> {
    AsItIs(&'r Asset<'a>),
    #[cfg(feature = "scene-urho")]
    Mdl(urho_mdl::Model<'a>, Findings),
}

impl<'r, 'a> Repaired<'r, 'a> {
    fn new(asset: &'r Asset<'a>, options: &ConvertOptions) -> Result<Self, Error> {
        match asset {
            _ if !options.repairs_anything() => Ok(Self::AsItIs(asset)),
            #[cfg(feature = "scene-urho")]
            Asset::UrhoMdl(model) => {
                let (model, findings) = version::repaired(model, options);
                Ok(Self::Mdl(model, findings))
            }
            other => Err(Error::Refused(format!(
                "expected {} to repair, found {}",
                crate::Format::UrhoMdl.title(),
                other.format().title()
            ))),
        }
    }

    fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        match self {
            Self::AsItIs(asset) => asset.to_scene(name),
            #[cfg(feature = "scene-urho")]
            Self::Mdl(model, repairs) => {
                let (scene, findings) =
                    scene_urho::to_scene(model, name, &Default::default()).map_err(Error::convert)?;
                let mut all = repairs.clone();
                all.extend(findings);
                Ok((scene, all))
            }
        }
    }
}

/// A file that a scene came from, if it still is that and nothing of it is to change; why it isn't, is a finding.
pub(super) fn restored<T>(
    what: &str,
    options: &ConvertOptions,
    findings: &mut Findings,
    restore: impl FnOnce() -> Result<Option<T>, asset_scene::Error>,
) -> Option<T> {
    if !options.is_plain() {
        return None;
    }
    restore().unwrap_or_else(|error| {
        findings.note(
            kinds::NEW_FILE,
            "source",
            format!("the scene no longer is the {what} that it came from, so a new one is made: {error}"),
        );
        None
    })
}

/// A model of Pragma with its animations.
#[cfg(feature = "scene-pragma")]
fn pragma_model(mut scene: Scene<'_>, goal: Goal, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    use pragma_asset::Form;
    let mut made = Converted::default();
    scene.animations.retain_ids({
        let taken: Vec<bool> = scene.animations.iter().map(|animation| options.takes(&animation.name)).collect();
        move |id| taken.get(id.index()) == Some(&true)
    });
    let model = restored("model", options, &mut made.findings, || scene_pragma::restore(&scene));
    made.restored = model.is_some();
    let into = options.into.as_ref().map(|original| &original.asset);
    let (mut model, looks) = match (model, into) {
        (Some(model), _) => {
            let looks = scene_pragma::restored_materials(&scene, &model, &mut made.findings);
            (model, looks)
        }
        (None, Some(Asset::PragmaModel(original))) => {
            let build = scene_pragma::BuildOptions::default().limits(limits(options));
            let built = scene_pragma::build_into(original, &scene, &build).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            (built.model, built.materials)
        }
        (None, _) => {
            if options.scale != 1.0 {
                scene.scale(options.scale);
            }
            let build = scene_pragma::BuildOptions::default().limits(limits(options));
            let built = scene_pragma::build(&scene, &build).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            (built.model, built.materials)
        }
    };
    model.set_form(if goal == Goal::PmdlText { Form::Text } else { Form::Binary });
    materials::pragma(&scene, &mut model, &looks, output, options, &mut made)?;
    let bytes = model.to_bytes().map_err(|error| Error::malformed(crate::Format::PragmaModel, error))?;
    made.files.push(OutputFile { name: output.to_owned(), bytes });
    Ok(made)
}

/// A model of the ZED engine.
#[cfg(feature = "scene-zed")]
fn zed_model(mut scene: Scene<'_>, goal: Goal, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    use zed_asset::Dialect;
    let mut made = Converted::default();
    let dialect = if goal == Goal::ZedDocument { Dialect::DOCUMENT } else { Dialect::ENGINE };
    let model = restored("model", options, &mut made.findings, || scene_zed::restore(&scene));
    made.restored = model.is_some();
    let model = match model {
        Some(model) => model,
        None => {
            if options.scale != 1.0 {
                scene.scale(options.scale);
            }
            let build = scene_zed::BuildOptions::default().dialect(dialect).limits(limits(options));
            let built = scene_zed::build(&scene, &build).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            built.model
        }
    };
    let model = if goal == Goal::ZedLists { model.to_lists() } else { model };
    let bytes = model.to_bytes().map_err(|error| Error::malformed(crate::Format::ZedModel, error))?;
    made.files.push(OutputFile { name: output.to_owned(), bytes });
    Ok(made)
}

#[cfg(any(feature = "scene-pragma", feature = "scene-urho", feature = "scene-zed"))]
pub(super) fn limits(options: &ConvertOptions) -> binio::Limits {
    let mut limits = binio::Limits::default();
    limits.max_expanded_bytes = options.max_expanded_bytes;
    limits
}
