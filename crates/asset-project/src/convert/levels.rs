//! Scenes and prefabs of Urho3D, U3D and rbfx.

use asset_scene::Scene;
use binio::Findings;
use scene_urho::Target;
use scene_urho::level::{self, BuildLevelOptions, LevelOptions};
use urho_scene::{Form, Kind};

use super::{ConvertOptions, Converted, Goal, Input, names};
use crate::{Error, Format};

/// The scene of a file with all that it shows: nothing is lost, because what isn't shown is stored with its node.
pub(super) fn to_scene(
    document: &urho_scene::Document<'_>,
    name: &str,
    options: &ConvertOptions,
) -> Result<(Scene<'static>, Findings), Error> {
    let how = LevelOptions::default().limits(super::scenes::limits(options));
    super::looks::shown(options, |found| level::to_scene(document, name, found, &how))
}

/// A scene or prefab of glTF, with the models, animations, materials and textures that it refers to.
pub(super) fn of_gltf(
    input: &Input<'_, '_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let (mut scene, findings) = input.asset.to_scene(input.name)?;
    super::scenes::keep_lod(&mut scene, options)?;
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    let stem = names::stem(output);
    let is_there = |name: &str| super::materials::is_there(options, name);
    let (form, target, kind) = of_goal(goal, &scene);
    let how = BuildLevelOptions::default()
        .kind(if options.prefab { Some(Kind::Prefab) } else { kind })
        .form(form)
        .target(target)
        .materials(options.materials)
        .textures(options.textures)
        .folder(if options.own_folders { stem } else { "" })
        .limits(super::scenes::limits(options))
        .find(&is_there);
    let mut budget = super::scenes::limits(options).budget();
    let root = names::level_root(output);
    let built = options.giving(root, |give| {
        let how = give.map_or(how, |give| how.give(give));
        level::build(&scene, stem, &how, &mut budget).map_err(Error::convert)
    })??;
    let bytes = built.document.to_bytes().map_err(|error| Error::malformed(Format::UrhoScene, error))?;
    let mut findings = findings.without_expected_losses();
    findings.extend(built.findings);
    let files = built.files.into_iter().map(|file| (file.name, file.bytes));
    Ok(Converted { findings, ..Converted::of_level(files, output, bytes) })
}

/// The form, the engine and the kind that a goal asks for. An archive of rbfx stays one.
fn of_goal(goal: Goal, scene: &Scene<'_>) -> (Form, Target, Option<Kind>) {
    let stored = level::stored_form(scene);
    let was_archive = stored.is_some_and(Form::is_archive);
    let either = |plain: Form, archive: Form| if was_archive { archive } else { plain };
    let form = match goal {
        Goal::SceneJson | Goal::Json => either(Form::Json, Form::ArchiveJson),
        Goal::SceneBinary => either(Form::Binary, Form::ArchiveBinary),
        Goal::ArchiveXml => Form::ArchiveXml,
        Goal::ArchiveJson => Form::ArchiveJson,
        Goal::ArchiveBinary => Form::ArchiveBinary,
        Goal::SameFormat(_) => stored.filter(|form| form.is_archive()).unwrap_or(Form::ArchiveXml),
        _ => either(Form::Xml, Form::ArchiveXml),
    };
    let kind = match goal {
        Goal::SameFormat(Format::UrhoPrefab) => Some(Kind::Prefab),
        Goal::SameFormat(Format::UrhoScene) => Some(Kind::Scene),
        _ => None,
    };
    (form, if form.is_archive() { Target::Rbfx } else { Target::Urho3D }, kind)
}
