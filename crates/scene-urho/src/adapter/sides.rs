//! Writes the side files for models and animations.

use asset_scene::{Scene, Source};
use binio::{Findings, Path};
use scene_adapter::look::{ResourceFile, without_extension};
use urho_core::Sidecar;

use crate::kinds;
use crate::{Engine, SideFile};

/// The model or animation that a side file belongs to.
#[derive(Clone, Copy, Debug)]
pub struct SideOwner<'o> {
    /// The engine that will read the files.
    pub engine: Engine,
    /// The name of the output format, to use in messages.
    pub title: &'o str,
    /// The file name of the owner.
    pub name: &'o str,
    /// The length of an animation, in seconds. You must set it if this is an animation for rbfx.
    pub length: Option<f32>,
}

/// Returns the side file to write next to its owner. If it is JSON and the engine is rbfx, it is converted to XML,
/// because rbfx can't read anything else.
pub fn output(side: SideFile, owner: &SideOwner<'_>, findings: &mut Findings) -> Option<ResourceFile> {
    let SideOwner { engine, title, name, length } = *owner;
    let (extension, bytes) = match side {
        SideFile { is_json: true, bytes } if engine == Engine::Rbfx => match to_xml(&bytes, length) {
            Ok((xml, odd)) => {
                findings.extend(odd);
                ("xml", xml)
            }
            Err(error) => {
                let message = format!("can't become XML, and {title} can't store JSON: {error}");
                findings.loss(kinds::SIDE_FILE_LOST, "side file", message);
                return None;
            }
        },
        SideFile { is_json: true, bytes } => ("json", bytes),
        SideFile { is_json: false, bytes } => ("xml", bytes),
    };
    Some(ResourceFile { name: format!("{}.{extension}", without_extension(name)), bytes })
}

fn to_xml(json: &[u8], length: Option<f32>) -> Result<(Vec<u8>, Findings), urho_core::Error> {
    let (content, odd) = Sidecar::parse_json(json, length)?;
    Ok((content.to_xml()?, odd))
}

/// Returns the side file that is stored in a source. If it can't be read, this is reported as a loss.
pub(super) fn stored(source: Option<&Source<'_>>, path: Path, findings: &mut Findings) -> Option<SideFile> {
    SideFile::stored(source?).unwrap_or_else(|error| {
        findings.loss(kinds::SIDE_FILE_UNREADABLE, path, error.to_string());
        None
    })
}

/// Writes the morph weights into a side file, and returns it.
pub(super) fn with_morphs(side: Option<SideFile>, morphs: Option<&[u8]>, findings: &mut Findings) -> Option<SideFile> {
    let Some(morphs) = morphs else { return side };
    let made = crate::with_weights(side.as_ref(), morphs);
    if made.is_none() {
        let message = "can't be read, so that the morph weights aren't in it";
        findings.loss(kinds::SIDE_FILE_UNREADABLE, "side file", message);
    }
    made.or(side)
}

/// Reports that the side files in a scene will be lost, because the target can't store them. `target` is the name to
/// use in messages, and `takes` returns whether an animation is converted.
pub fn tell_side_files(scene: &Scene<'_>, target: &str, takes: &dyn Fn(&str) -> bool, findings: &mut Findings) {
    let animations = scene.animations.enumerate().filter(|(_, animation)| takes(&animation.name));
    let animations = animations.map(|(id, own)| (Path::from([("animation", id.index())]), own.source.as_ref()));
    for (path, source) in std::iter::once((Path::new(), scene.source.as_ref())).chain(animations) {
        if stored(source, path.clone(), findings).is_some() {
            findings.loss(kinds::SIDE_FILE_LOST, path.part("side file"), format!("{target} can't store it"));
        }
    }
}
