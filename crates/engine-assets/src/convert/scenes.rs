//! Between formats: everything goes through a scene.

#![cfg_attr(
    not(any(feature = "scene-pragma", feature = "scene-urho", feature = "scene-zed")),
    allow(dead_code, unused_variables, reason = "without an adapter there is only glTF")
)]

use asset_gltf::WriteOptions;
#[cfg(feature = "scene-urho")]
use asset_scene::{AnimationId, Source};
use asset_scene::{ReadOptions, Scene};
use binio::Findings;
#[cfg(feature = "scene-urho")]
use binio::Path;

#[cfg(any(feature = "scene-pragma", feature = "scene-urho"))]
use super::materials;
#[cfg(feature = "scene-urho")]
use super::side;
use super::{ConvertOptions, Converted, Goal, Input, OutputFile, cannot_become, names, version};
use crate::{Asset, Error};

/// One glTF of a model and any number of animations, or of animations alone.
pub(super) fn to_gltf(
    inputs: &[Input<'_, '_>],
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    options.refuse_for_gltf()?;
    let mut model: Option<&Input<'_, '_>> = None;
    for input in inputs {
        match (input.asset, model) {
            #[cfg(feature = "scene-urho")]
            (Asset::UrhoAni(_), _) => {}
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
        store_side(model, scene.source.as_mut(), &mut findings)?;
    }
    #[cfg(feature = "scene-urho")]
    for input in inputs.iter().filter(|input| options.takes(input.name)) {
        if let Asset::UrhoAni(animation) = input.asset {
            let moves = |node: &asset_scene::Node| animation.track(node.name.as_bytes()).is_some();
            if input.if_it_fits && !scene.nodes.iter().any(moves) {
                continue;
            }
            let (id, added) = scene_urho::add_animation(&mut scene, animation.borrowed(), input.name);
            findings.extend(added);
            store_side(input, scene.animations.get_mut(id).and_then(|added| added.source.as_mut()), &mut findings)?;
        }
    }
    #[cfg(feature = "resources")]
    match model.map(|model| model.asset) {
        #[cfg(feature = "scene-urho")]
        Some(Asset::UrhoMdl(_)) => {
            let usual = format!("Models/{name}.mdl");
            let resource = model.and_then(|model| model.resource).unwrap_or(&usual);
            super::looks::urho::show(&mut scene, resource, options, &mut findings);
        }
        #[cfg(feature = "scene-pragma")]
        Some(Asset::PragmaModel(model)) => super::looks::pragma::show(&mut scene, model, options, &mut findings),
        _ => {}
    }
    // What the scene has no place for is stored beside it, and comes back; but not what glTF itself holds and a scene doesn't.
    let is_gltf = model.is_some_and(|model| matches!(model.asset, Asset::Gltf(_)));
    let mut findings = if is_gltf { findings } else { findings.without_losses() };
    keep_lod(&mut scene, options)?;
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    let how = WriteOptions::default().exact(options.exact).strict(options.strict);
    let mut files = Vec::new();
    if goal == Goal::Glb {
        let (bytes, changed) = asset_gltf::write_glb(&scene, &how).map_err(Error::convert)?;
        findings.extend(changed);
        files.push(OutputFile { name: output.to_owned(), bytes });
    } else {
        let numbers = format!("{}.bin", names::without_extension(output));
        let named = numbers.rsplit_once('/').map_or(numbers.as_str(), |(_, name)| name);
        let (gltf, changed) = asset_gltf::write_gltf(&scene, &how, named).map_err(Error::convert)?;
        findings.extend(changed);
        let folder = output.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        for asset_gltf::ImageFile { name, bytes } in gltf.images {
            files.push(OutputFile { name: format!("{folder}{name}"), bytes });
        }
        if !gltf.bin.is_empty() {
            files.push(OutputFile { name: numbers, bytes: gltf.bin });
        }
        files.push(OutputFile { name: output.to_owned(), bytes: gltf.json });
    }
    Ok(Converted { files, findings, restored: false })
}

/// A model, or animations, of a document of another format.
pub(super) fn from_scene(
    input: Input<'_, '_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let repaired = Repaired::new(input.asset, options)?;
    let (mut scene, findings) = repaired.to_scene(input.name)?;
    // Cameras, lights and looks of materials are no part of a model.
    let mut findings = findings.without_expected_losses();
    #[cfg(feature = "scene-urho")]
    {
        store_side(&input, scene.source.as_mut(), &mut findings)?;
        tell_sides(&scene, goal, options, &mut findings);
    }
    keep_lod(&mut scene, options)?;
    let has_look = |material: &&asset_scene::Material| {
        material.textures().next().is_some() || material.base_color != [1.0; 4] || material.unlit
    };
    let looks = scene.materials.iter().filter(has_look).count();
    let stored = scene.source.as_ref().filter(|_| matches!(input.asset, Asset::Gltf(_)));
    let stored = stored.map(|source| source.format.clone());
    let mut made: Converted = match goal.extension() {
        #[cfg(feature = "scene-urho")]
        Some("mdl") => urho_model(&scene, goal, output, options),
        #[cfg(feature = "scene-urho")]
        Some("ani") => urho_animations_alone(&scene, goal, output, options),
        #[cfg(feature = "scene-pragma")]
        Some("pmdl" | "pmdl_b") => pragma_model(scene, goal, output, options),
        #[cfg(feature = "scene-zed")]
        Some("zed") => zed_model(scene, goal, output, options),
        _ => Err(cannot_become(input.asset.format(), goal)),
    }?;
    let mut all = findings;
    let come_along = options.materials && goal.has_materials();
    if looks > 0 && !made.restored && !come_along && goal.extension() != Some("ani") {
        all.note("materials", format!("colours and textures of materials are left out: {looks}"));
    }
    if let Some(stored) = stored.filter(|_| !made.restored && goal.extension() != Some("ani")) {
        all.note("source", format!("a new file is made: what a {stored} file holds beside the scene isn't in it"));
    }
    all.extend(made.findings);
    made.findings = all;
    Ok(made)
}

/// Leaves one level of detail, if that is asked for.
fn keep_lod(scene: &mut Scene<'_>, options: &ConvertOptions) -> Result<(), Error> {
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
fn restored<T>(
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
            "source",
            format!("the scene no longer is the {what} that it came from, so a new one is made: {error}"),
        );
        None
    })
}

/// A model of Urho3D, and its animations beside it.
#[cfg(feature = "scene-urho")]
fn urho_model(scene: &Scene<'_>, goal: Goal, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    let mut made = Converted::default();
    let model = restored("model", options, &mut made.findings, || scene_urho::restore(scene));
    made.restored = model.is_some();
    let (model, geometries) = match model {
        Some(model) => (model, scene_urho::restored_materials(scene)),
        None => {
            let built = scene_urho::build(scene, &urho_options(scene, goal, options)).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            (built.model, built.materials)
        }
    };
    materials::urho(scene, &geometries, (goal, output), options, &mut made)?;
    // What is asked for is a version: a restored model may have another, a new one never is of the old ones.
    let (bytes, losses) = version::mdl_as(&model, goal)?;
    made.findings.extend(losses);
    let side = stored_side(scene.source.as_ref(), Path::from("side file"), &mut made.findings);
    if let Some(side) = side {
        made.files.extend(side::output(bytes_of(&side), goal, (output, None), &mut made.findings));
    }
    let mut beside = names::Beside::new(output);
    for animation in urho_animations(scene, goal, options, &mut made)? {
        let name = beside.name(&animation.name);
        animation.add(name, goal, &mut made);
    }
    made.files.push(OutputFile { name: output.to_owned(), bytes });
    Ok(made)
}

/// Animations without their model: the only one as `output`, several called after it.
#[cfg(feature = "scene-urho")]
fn urho_animations_alone(
    scene: &Scene<'_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let mut made = Converted::default();
    let animations = urho_animations(scene, goal, options, &mut made)?;
    let mut beside = names::Beside::new(output);
    let alone = animations.len() == 1;
    for animation in animations {
        let name = if alone { output.to_owned() } else { beside.name(&animation.name) };
        animation.add(name, goal, &mut made);
    }
    if made.files.is_empty() {
        return Err(Error::Refused("expected an animation, found none that is to come along".into()));
    }
    Ok(made)
}

/// An animation of Urho3D, as a file.
#[cfg(feature = "scene-urho")]
struct UrhoAnimation {
    name: String,
    bytes: Vec<u8>,
    /// In seconds.
    length: f32,
    side: Option<scene_urho::SideFile>,
}

#[cfg(feature = "scene-urho")]
impl UrhoAnimation {
    /// Adds the file, called `name`, behind its side file.
    fn add(self, name: String, goal: Goal, made: &mut Converted) {
        let Self { bytes, length, side, .. } = self;
        let beside = (name.as_str(), Some(length));
        let side = side.and_then(|side| side::output(bytes_of(&side), goal, beside, &mut made.findings));
        if let Some(side) = side {
            match made.files.iter().find(|file| file.name.eq_ignore_ascii_case(&side.name)) {
                // A model and an animation of one name share their side file.
                Some(other) if other.bytes == side.bytes => {}
                Some(_) => made.findings.loss("side file", format!("{} is that of another file already", side.name)),
                None => made.files.push(side),
            }
        }
        made.files.push(OutputFile { name, bytes });
    }
}

/// The animations: those that came from the same format as they were, the others new.
#[cfg(feature = "scene-urho")]
fn urho_animations(
    scene: &Scene<'_>,
    goal: Goal,
    options: &ConvertOptions,
    made: &mut Converted,
) -> Result<Vec<UrhoAnimation>, Error> {
    let malformed = |error: urho_ani::Error| Error::malformed(crate::Format::UrhoAni, error);
    let (mut files, mut new) = (Vec::new(), Vec::new());
    let side = |id: AnimationId, made: &mut Converted| {
        let path = Path::from([("animation", id.index())]);
        stored_side(scene[id].source.as_ref(), path, &mut made.findings)
    };
    for (id, animation) in scene.animations.enumerate().filter(|(_, one)| options.takes(&one.name)) {
        let restore = || scene_urho::restore_animation(scene, id);
        match restored("animation", options, &mut made.findings, restore) {
            Some(restored) => {
                let version = version::ani_version(goal).unwrap_or(restored.version);
                let (restored, losses) = restored.to_version_lossy(version);
                made.findings.extend(losses);
                let (bytes, length) = (restored.to_bytes().map_err(malformed)?, restored.length);
                files.push(UrhoAnimation { name: animation.name.clone(), bytes, length, side: side(id, made) });
            }
            None => new.push(id),
        }
    }
    if !new.is_empty() {
        let build = urho_options(scene, goal, options).animations(new);
        let (animations, findings) = scene_urho::build_animations(scene, &build).map_err(Error::convert)?;
        made.findings.extend(findings);
        for scene_urho::BuiltAnimation { id, name, animation, .. } in animations {
            let (bytes, length) = (animation.to_bytes().map_err(malformed)?, animation.length);
            files.push(UrhoAnimation { name, bytes, length, side: side(id, made) });
        }
    }
    Ok(files)
}

/// Stores the side file of a document with the source of what was made of it.
#[cfg(feature = "scene-urho")]
fn store_side(input: &Input<'_, '_>, source: Option<&mut Source<'_>>, findings: &mut Findings) -> Result<(), Error> {
    if let (Some(side), Some(source)) = (side::of(input, findings)?, source) {
        scene_urho::SideFile { is_json: side.is_json, bytes: side.bytes.to_vec() }.store(source);
    }
    Ok(())
}

/// The side file that is stored with a source. One that can't be read is lost.
#[cfg(feature = "scene-urho")]
fn stored_side(source: Option<&Source<'_>>, path: Path, findings: &mut Findings) -> Option<scene_urho::SideFile> {
    scene_urho::SideFile::stored(source?).unwrap_or_else(|error| {
        findings.loss(path, error.to_string());
        None
    })
}

#[cfg(feature = "scene-urho")]
fn bytes_of(side: &scene_urho::SideFile) -> side::Side<'_> {
    side::Side { is_json: side.is_json, bytes: &side.bytes }
}

/// Says which side files a goal of another engine has no place for.
#[cfg(feature = "scene-urho")]
fn tell_sides(scene: &Scene<'_>, goal: Goal, options: &ConvertOptions, findings: &mut Findings) {
    if matches!(goal.extension(), Some("mdl" | "ani")) {
        return;
    }
    let animations = scene.animations.enumerate().filter(|(_, animation)| options.takes(&animation.name));
    let animations = animations.map(|(id, own)| (Path::from([("animation", id.index())]), own.source.as_ref()));
    for (path, source) in std::iter::once((Path::new(), scene.source.as_ref())).chain(animations) {
        if stored_side(source, path.clone(), findings).is_some() {
            findings.loss(path.part("side file"), format!("{goal} has no place for it"));
        }
    }
}

#[cfg(feature = "scene-urho")]
fn urho_options(scene: &Scene<'_>, goal: Goal, options: &ConvertOptions) -> scene_urho::BuildOptions {
    use scene_urho::{BuildOptions, Target};
    let taken = scene.animations.enumerate().filter(|(_, animation)| options.takes(&animation.name));
    let taken: Vec<AnimationId> = taken.map(|(id, _)| id).collect();
    let for_rbfx = matches!(goal, Goal::Umd3 | Goal::Uan2);
    BuildOptions::default()
        .max_bones(options.max_bones)
        .scale(options.scale)
        .up(options.up)
        .target(if for_rbfx { Target::Rbfx } else { Target::Urho3D })
        .limits(limits(options))
        .animations(taken)
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
    let (mut model, looks) = match model {
        Some(model) => {
            let looks = scene_pragma::restored_materials(&scene, &model, &mut made.findings);
            (model, looks)
        }
        None => {
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

impl Asset<'_> {
    /// Returns the scene that a model shows, called `name`, with findings about what isn't in it. Bulk data is borrowed.
    ///
    /// Models of Urho3D, Pragma and the ZED engine, and glTF have one; animations of Urho3D are added with `scene_urho::add_animation`.
    ///
    /// # Errors
    /// [`Error::NoScene`] of any other format; [`Error::FeatureOff`] of one whose scene feature is off; [`Error::Convert`] of a model that
    /// unpacks to more than the limits allow.
    pub fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        self.to_scene_with(name, &ReadOptions::default())
    }

    /// As [`to_scene`](Self::to_scene), with other limits.
    ///
    /// # Errors
    /// As [`to_scene`](Self::to_scene).
    pub fn to_scene_with(&self, name: &str, options: &ReadOptions) -> Result<(Scene<'_>, Findings), Error> {
        match self {
            Self::Gltf(crate::GltfDocument { scene, findings, .. }) => {
                let mut scene = scene.borrowed();
                if scene.name.is_empty() {
                    scene.name = name.to_owned();
                }
                Ok((scene, findings.clone()))
            }
            #[cfg(feature = "scene-urho")]
            Self::UrhoMdl(model) => scene_urho::to_scene(model, name, options).map_err(Error::convert),
            #[cfg(feature = "scene-pragma")]
            Self::PragmaModel(model) => scene_pragma::to_scene(model, name, options).map_err(Error::convert),
            #[cfg(feature = "scene-zed")]
            Self::ZedModel(model) => scene_zed::to_scene(model, name, options).map_err(Error::convert),
            other => Err(no_scene(other.format())),
        }
    }
}

/// Why a document has no scene: it is no model, or the feature of its scene is off.
fn no_scene(format: crate::Format) -> Error {
    let feature = match format {
        crate::Format::UrhoMdl => "scene-urho",
        crate::Format::PragmaModel => "scene-pragma",
        crate::Format::ZedModel => "scene-zed",
        _ => return Error::NoScene(format),
    };
    Error::FeatureOff { format, feature }
}
