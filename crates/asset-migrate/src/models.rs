//! Migrates models, animations and their side files.

use asset_formats::{Asset, Document as _, Format, Typed, WriteOptions};
use binio::Severity;
use scene_urho::adapter::SideOwner;
use urho_scene::Engine;

use super::context::{Context, Made};
use super::file_rules::FileRule;
use super::played::Use;
use super::renames::resource_name;
use asset_convert::OutputFormat;

/// Migrates a model.
pub(super) fn model(context: &Context, bytes: &[u8]) -> Made {
    let name = Format::URHO_MDL.name();
    let model = match urho_mdl::Model::parse(bytes) {
        Ok(model) => model,
        Err(error) => return Made::refused(name, error),
    };
    // The engines crash with some of these, and the other version would hide that the file was broken before.
    let findings = model.validate();
    if let Some(error) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Made::refused(name, format!("{}: {}", error.path, error.message));
    }
    use urho_mdl::Version;
    let target = match (context.to, model.version) {
        (Engine::Rbfx, Version::Umd3(_)) => OutputFormat::SAME,
        (Engine::Rbfx, _) => OutputFormat::UMD3,
        (_, Version::Umdl | Version::Umd2) => OutputFormat::SAME,
        _ => OutputFormat::UMD2,
    };
    written(name, bytes, target, model.write(target, &WriteOptions::default()))
}

/// Returns the result for a file that has the extension of a model or animation but isn't one. It can be empty, cut
/// off, or a Git LFS pointer.
pub(super) fn unreadable(file: &str, bytes: &[u8]) -> Option<Made> {
    let is_migrated = |format: &Format| (format.is_model() || format.is_animation()) && FileRule::of(*format).is_some();
    let format = asset_formats::expected_format(file.as_ref()).filter(is_migrated)?;
    let why = match bytes {
        [] => "the file is empty",
        _ if bytes.starts_with(b"version https://git-lfs.github.com/") => {
            "a pointer of Git LFS, not the file itself: run `git lfs pull`"
        }
        _ => "its content is no model or animation",
    };
    Some(Made::refused(format.name(), why))
}

/// Migrates an animation.
pub(super) fn animation(context: &Context, file: &str, bytes: &[u8]) -> Made {
    let name = Format::URHO_ANI.name();
    let mut animation = match urho_ani::Animation::parse(bytes) {
        Ok(animation) => animation,
        Err(error) => return Made::refused(name, error),
    };
    let of_node = if context.is_to_rbfx() { for_node(context, file, &mut animation) } else { None };
    let is_rbfx = context.to == Engine::Rbfx;
    let target = match animation.version {
        urho_ani::Version::Uani if is_rbfx => OutputFormat::UAN2,
        urho_ani::Version::Uani => OutputFormat::SAME,
        _ if is_rbfx => OutputFormat::SAME,
        _ => OutputFormat::UANI,
    };
    let mut migrated = match (&of_node, target) {
        (Some(Ok(_)), OutputFormat::SAME) => match animation.to_bytes() {
            Ok(content) => Made::converted(name, content, bytes),
            Err(error) => return Made::refused(name, error),
        },
        _ => written(name, bytes, target, animation.write(target, &WriteOptions::default())),
    };
    match of_node {
        Some(Ok(message)) => migrated.changed(message),
        Some(Err(message)) => migrated.by_hand(None, message),
        None => {}
    }
    migrated
}

/// Checks whether an XML animation must be converted to an `.ani`. The other engines don't read XML, and can only
/// animate nodes and bones.
pub(super) fn has_ani(bytes: &[u8], to: Engine) -> bool {
    let moves = |document: urho_ani::XmlAnimation<'_>| !document.animation().tracks.is_empty();
    to != Engine::Rbfx && urho_ani::XmlAnimation::parse(bytes).is_ok_and(moves)
}

/// Migrates an XML animation, and writes the triggers to a side file. `file` is the name of the `.ani`.
pub(super) fn xml_animation(context: &Context, file: &str, bytes: &[u8]) -> Made {
    let name = Format::URHO_XML_ANI.name();
    let document = match urho_ani::XmlAnimation::parse(bytes) {
        Ok(document) => document,
        Err(error) => return Made::refused(name, error),
    };
    if context.to == Engine::Rbfx {
        return Made::copied(name);
    }
    if !has_ani(bytes, context.to) {
        let mut migrated = Made::copied(name);
        let first = document.animation().variant_tracks.first().map(|track| track.name.to_string());
        let message = format!(
            "{} reads no animations in XML, and its animations move nodes and bones alone; animate {} in code, or by an `<objectanimation>`",
            context.to,
            first.unwrap_or_else(|| "the values".to_owned())
        );
        migrated.by_hand(None, message);
        return migrated;
    }
    let mut result = written(
        name,
        bytes,
        OutputFormat::UANI,
        document.animation().write(OutputFormat::UANI, &WriteOptions::default()),
    );
    let sidecar = document.sidecar();
    if !sidecar.triggers.is_empty() || !sidecar.metadata.is_empty() {
        match sidecar.to_xml() {
            // The name of the animation itself is free: it has another extension now.
            Ok(side) => result.outputs.push((format!("{}.xml", file.strip_suffix(".ani").unwrap_or(file)), side)),
            Err(error) => result.by_hand(None, format!("its triggers can't be written: {error}")),
        }
    }
    result
}

/// If controllers play this animation on nodes without a model, and it has a single track, the name of that track must
/// be removed, so that rbfx moves the same node. Returns the change, or why it must be done by hand.
fn for_node(context: &Context, file: &str, animation: &mut urho_ani::Animation<'_>) -> Option<Result<String, String>> {
    let is_single = animation.effective_tracks().len() == 1;
    let name =
        animation.tracks.first().map(|track| track.name.to_string()).filter(|name| is_single && !name.is_empty())?;
    match context.played.use_of(resource_name(file)) {
        Use::Other => None,
        Use::Nodes => {
            animation.tracks.iter_mut().for_each(|track| track.name = Default::default());
            Some(Ok(format!(
                "the track \"{name}\" has no name now: so it moves the node of the controller, as in Urho3D"
            )))
        }
        Use::Both => Some(Err(format!(
            "nodes and models play it: rbfx moves a node called \"{name}\", not the node of the controller; copy the animation and remove the name of its track"
        ))),
    }
}

fn written(
    name: &'static str,
    bytes: &[u8],
    target: OutputFormat,
    conversion: Result<(Vec<u8>, binio::Findings), asset_formats::Error>,
) -> Made {
    if target == OutputFormat::SAME {
        return Made::copied(name);
    }
    match conversion {
        Ok((content, findings)) => {
            let mut result = Made::converted(name, content, bytes);
            result.tell(&findings, None);
            result
        }
        Err(error) => Made::refused(name, error),
    }
}

/// Converts a JSON side file to XML, because rbfx doesn't read JSON. Returns `None` if the file is not a side file.
/// `read` returns the content of a file.
pub(super) fn side_file(
    context: &Context,
    file: &str,
    bytes: &[u8],
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Option<Made> {
    let stem = file.strip_suffix(".json").filter(|_| context.to == Engine::Rbfx)?;
    if read(&format!("{stem}.xml")).is_some() {
        return None;
    }
    let owner = [".ani", ".mdl"].into_iter().find_map(|extension| read(&format!("{stem}{extension}")))?;
    let length = match Asset::parse(&owner, None).ok()?.typed() {
        Typed::UrhoAni(animation) => Some(animation.length),
        Typed::UrhoMdl(_) => None,
        _ => return None,
    };
    let mut findings = binio::Findings::new();
    let side = scene_urho::SideFile { is_json: true, bytes: bytes.to_vec() };
    let name = format!("{stem}.ani");
    let owner = SideOwner { engine: scene_urho::Engine::Rbfx, title: "rbfx", name: &name, length };
    let output = scene_urho::adapter::side_file(side, &owner, &mut findings)?;
    let mut migrated = Made::converted("side-file", output.bytes, bytes);
    migrated.changed("JSON becomes XML, the only encoding of side files that the engine reads");
    migrated.tell(&findings, None);
    Some(migrated)
}
