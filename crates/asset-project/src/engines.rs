//! The list of engines: which document shows which scene, and which target makes which file. Whoever adds an engine to this crate adds it here.

use binio::Findings;
use scene_adapter::{Document, Engine, Role, ShowOptions, Target, Unshown};
use scene_urho::SideFile;
use scene_urho::adapter as urho;
use urho_scene::{Form, Kind};

use crate::convert::{ConvertOptions, Input, Original, OutputFormat, side, version};
use crate::{Asset, Error, Format};

/// Returns the engines of this crate and the engines that a project adds.
pub(crate) fn all(options: &ConvertOptions) -> impl Iterator<Item = &'static dyn Engine> + '_ {
    let own: [&'static dyn Engine; 2] = [&urho::Urho3d, &scene_pragma::adapter::Pragma];
    own.into_iter().chain(options.engines.iter().copied())
}

/// Returns an input as conversions see it; `None` if it can't be shown. Adds problems of its side file to `findings`.
pub(crate) fn document<'i>(
    input: &Input<'i, '_>,
    findings: &mut Findings,
) -> Result<Option<Box<dyn Document<'i> + 'i>>, Error> {
    let side = side::of(input, findings)?;
    Ok(with_side(input, side))
}

/// Returns an input as conversions see it, without its side file, which would be copied.
pub(crate) fn without_side<'i>(input: &Input<'i, '_>) -> Option<Box<dyn Document<'i> + 'i>> {
    with_side(input, None)
}

fn with_side<'i>(input: &Input<'i, '_>, side: Option<SideFile>) -> Option<Box<dyn Document<'i> + 'i>> {
    let content = input.side.and_then(|side| side.content.as_ref());
    let has_triggers = content.is_some_and(|content| !content.triggers.is_empty());
    Some(match input.asset {
        Asset::Fbx(fbx) => Box::new(fbx.shown()),
        Asset::Gltf(gltf) => Box::new(gltf.shown()),
        Asset::UrhoMdl(model) => Box::new(urho::ModelDocument { model, side, has_triggers }),
        Asset::UrhoAni(animation) => Box::new(urho::AnimationDocument { animation, side, has_triggers }),
        Asset::UrhoScene(document) => Box::new(urho::SceneDocument { document }),
        Asset::PragmaModel(model) => Box::new(scene_pragma::adapter::ModelDocument { model }),
        Asset::PragmaMap(map) => Box::new(scene_pragma::adapter::MapDocument { map }),
        Asset::ZedModel(model) => Box::new(scene_zed::adapter::ModelDocument { model }),
        Asset::Other(document) => document.show(),
        _ => return None,
    })
}

/// Returns the part that an asset plays in a conversion; `None` if it can't be shown.
pub(crate) fn role(asset: &Asset<'_>) -> Option<Role> {
    without_side(&Input::new("", asset)).map(|document| document.role())
}

/// Returns the content of an input that the scene doesn't show.
pub(crate) fn unshown(input: &Input<'_, '_>, scene: &asset_scene::Scene<'_>) -> Unshown {
    without_side(input).map(|document| document.unshown(scene)).unwrap_or_default()
}

/// Returns the target that creates the files of `output_format` from scenes, or `None` if the format isn't created from scenes.
pub(crate) fn target<'o>(output_format: OutputFormat, options: &'o ConvertOptions) -> Option<Box<dyn Target + 'o>> {
    Some(match output_format {
        OutputFormat::Mdl
        | OutputFormat::Umdl
        | OutputFormat::Umd2
        | OutputFormat::Umd3
        | OutputFormat::Amdl
        | OutputFormat::Amd2 => Box::new(mdl(output_format, options)),
        OutputFormat::Ani | OutputFormat::Uani | OutputFormat::Uan2 => {
            let mut target = urho::AnimationsTarget::default();
            target.version = version::ani_version(output_format);
            target.engine = version::engine(output_format, options);
            target.original = options.into.as_deref().and_then(urho_original);
            Box::new(target)
        }
        OutputFormat::PmdlText | OutputFormat::PmdlBinary => {
            let mut target = scene_pragma::adapter::ModelTarget::default();
            target.form = pragma_form(output_format == OutputFormat::PmdlText);
            target.original = options.into.as_deref().and_then(|original| match &original.asset {
                Asset::PragmaModel(model) => Some(model),
                _ => None,
            });
            Box::new(target)
        }
        OutputFormat::DocumentText(Format::PragmaMap) | OutputFormat::DocumentBinary(Format::PragmaMap) => {
            let mut target = scene_pragma::adapter::MapTarget::default();
            target.form = pragma_form(matches!(output_format, OutputFormat::DocumentText(_)));
            Box::new(target)
        }
        OutputFormat::Zed | OutputFormat::ZedEngine | OutputFormat::ZedDocument | OutputFormat::ZedLists => {
            let mut target = scene_zed::adapter::ModelTarget::default();
            target.lists = output_format == OutputFormat::ZedLists;
            if output_format == OutputFormat::ZedDocument {
                target.dialect = zed_asset::Dialect::DOCUMENT;
            }
            Box::new(target)
        }
        OutputFormat::Other(format) => return options.engines.iter().find_map(|engine| engine.target(format)),
        output_format if output_format.is_urho_scene() => Box::new(urho_scene(output_format, options)),
        _ => return None,
    })
}

/// Gives the only material of a scene the appearance of a material file of a name.
pub(crate) fn show_material(
    scene: &mut asset_scene::Scene<'_>,
    (format, name): (Format, &str),
    resources: &mut scene_adapter::ResourceReader<'_>,
    options: &ShowOptions<'_>,
) {
    let id = asset_scene::Id::new(0);
    match format {
        Format::UrhoMaterial => urho::show_material(scene, id, name, resources, options),
        Format::PragmaMaterial => scene_pragma::adapter::show_material(scene, id, name, resources, options),
        _ => {}
    }
}

fn mdl(output_format: OutputFormat, options: &ConvertOptions) -> urho::ModelTarget<'_> {
    let mut target = urho::ModelTarget::default();
    target.version = version::mdl_version(output_format);
    target.engine = version::engine(output_format, options);
    target.max_bones = options.max_bones;
    target.original = options.into.as_deref().and_then(urho_original);
    target.others = &options.others;
    target
}

fn pragma_form(is_text: bool) -> pragma_asset::Form {
    if is_text { pragma_asset::Form::Text } else { pragma_asset::Form::Binary }
}

/// A scene or prefab in the form that an output format is.
fn urho_scene(output_format: OutputFormat, options: &ConvertOptions) -> urho::SceneTarget<'_> {
    let mut target = urho::SceneTarget::default();
    target.engine = options.engine;
    target.original = options.into.as_deref().and_then(|original| match &original.asset {
        Asset::UrhoScene(document) => Some(document),
        _ => None,
    });
    target.is_exact =
        matches!(output_format, OutputFormat::SceneXml | OutputFormat::SceneJson | OutputFormat::SceneBinary);
    target.form = match output_format {
        OutputFormat::Xml | OutputFormat::SceneXml => Some(Form::Xml),
        OutputFormat::SceneJson | OutputFormat::Json => Some(Form::Json),
        OutputFormat::Binary | OutputFormat::SceneBinary => Some(Form::Binary),
        OutputFormat::ArchiveXml => Some(Form::ArchiveXml),
        OutputFormat::ArchiveJson => Some(Form::ArchiveJson),
        OutputFormat::ArchiveBinary => Some(Form::ArchiveBinary),
        _ => None,
    };
    target.kind = match output_format {
        _ if options.prefab => Some(Kind::Prefab),
        OutputFormat::SameFormat(Format::UrhoPrefab) => Some(Kind::Prefab),
        OutputFormat::SameFormat(Format::UrhoScene) => Some(Kind::Scene),
        _ => None,
    };
    target
}

/// Returns an original of Urho3D, with its readable side files.
fn urho_original(original: &Original) -> Option<urho::Original<'_>> {
    let Asset::UrhoMdl(model) = &original.asset else { return None };
    let side = |side: &Option<crate::SideFile>| {
        let side = side.as_ref()?;
        Some(SideFile { is_json: side.is_json, bytes: side.bytes.clone()? })
    };
    let animations = original.animations.iter().map(|one| urho::OriginalAnimation {
        name: &one.name,
        animation: &one.animation,
        side: side(&one.side),
    });
    Some(urho::Original { model, side: side(&original.side), animations: animations.collect() })
}

/// Options for showing a document of a conversion.
pub(crate) fn show_options<'o>(options: &'o ConvertOptions, resource: Option<&'o str>) -> ShowOptions<'o> {
    let mut show = ShowOptions::default();
    show.limits = options.limits();
    show.materials = options.materials;
    show.textures = options.textures;
    show.material_names = &options.material_names;
    show.resource = resource;
    show.collision = options.collision;
    show.navmesh = options.navmesh;
    show
}
