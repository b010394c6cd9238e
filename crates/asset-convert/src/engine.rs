//! Decides which engine a scene is for, and which components it can have.

use std::borrow::Cow;

use asset_formats::{Typed, kinds};
use asset_scene::Scene;
use binio::Findings;
use scene_urho::level;
use urho_scene::Engine;

use super::{ConvertOptions, Input, OutputFormat};

/// Returns the engine to read this scene or prefab for, if no option sets it and the project is for another engine than
/// the content suggests. If it is `None`, the scene was read correctly.
pub(super) fn of_input(input: &Input<'_, '_>, options: &ConvertOptions, findings: &mut Findings) -> Option<Engine> {
    let Typed::UrhoScene(document) = input.asset.typed() else { return None };
    if options.shown.engine.is_some() || document.encoding().is_archive() {
        return None;
    }
    if document.engine() == Engine::Rbfx {
        let message = "read for rbfx: its nodes and components have content that only rbfx has";
        findings.note(kinds::ENGINE_DETECTED, "scene", message);
        return None;
    }
    let (engine, evidence) = options.shown.resources.as_ref()?.engine()?;
    // Texts of all engines differ only in their classes and attributes; the classes of binary files were detected by reading them.
    if engine != Engine::Rbfx || !document.encoding().is_text() {
        return None;
    }
    let message = format!("read for {engine}: the project has {evidence}; the option engine sets another engine");
    findings.note(kinds::ENGINE_DETECTED, "scene", message);
    Some(engine)
}

/// If no option sets the engine that a scene is written for, this sets it from the source file, the materials or the
/// target project.
pub(super) fn for_output<'o>(
    scene: &Scene<'_>,
    output_format: OutputFormat,
    options: &'o ConvertOptions,
    findings: &mut Findings,
) -> Cow<'o, ConvertOptions> {
    let is_open = options.shown.engine.is_none() && output_format.leaves_engine_open();
    match evidence_of_rbfx(scene, options).filter(|_| is_open) {
        Some(evidence) => {
            findings.note(kinds::ENGINE_DETECTED, "scene", format!("written for rbfx: {evidence}"));
            Cow::Owned(options.clone().engine(Some(Engine::Rbfx)))
        }
        None => Cow::Borrowed(options),
    }
}

/// Returns why a scene is for rbfx, if there is evidence. This ignores archives, because only rbfx has them anyway.
fn evidence_of_rbfx(scene: &Scene<'_>, options: &ConvertOptions) -> Option<String> {
    if level::stored_encoding(scene).is_some_and(urho_scene::Encoding::is_archive) {
        return None;
    }
    if level::stored_engine(scene) == Some(Engine::Rbfx) {
        return Some("the source file is for it".to_owned());
    }
    if let Some(material) = scene_urho::material_of_rbfx(scene) {
        return Some(format!("the source file of the material {material} has texture slots of rbfx"));
    }
    let (engine, evidence) = options.shown.resources.as_ref()?.engine()?;
    (engine == Engine::Rbfx).then(|| format!("the target project has {evidence}"))
}
