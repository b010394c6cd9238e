//! Converts the side file that belongs to an Urho3D model or animation.

use asset_formats::{Error, Feature, SideFile, Typed};
use binio::Findings;
use scene_urho::adapter::SideOwner;
use urho_core::Sidecar;

use super::output::safe;
use super::{ConvertOptions, Input, OutputFile, OutputFormat};

/// Returns the side file, but only if it contains metadata or triggers. Problems in it are added to `findings`.
pub(crate) fn of(input: &Input<'_, '_>, findings: &mut Findings) -> Result<Option<scene_urho::SideFile>, Error> {
    let format = input.asset.format();
    if format.has(Feature::SideFileInside) {
        return Ok(input.asset.document().side_file());
    }
    let Some(SideFile { bytes, is_json, content, findings: stored, .. }) = input.side else { return Ok(None) };
    if !format.has(Feature::SideFile) {
        let message = format!("expected a model or an animation of Urho3D for a side file, found a {}", format.title());
        return Err(Error::Refused(message));
    }
    let Some(bytes) = bytes else {
        stored.iter().for_each(|finding| findings.loss(finding.kind, finding.path.clone(), finding.message.clone()));
        return Ok(None);
    };
    if content.is_none() {
        findings.extend(stored.clone());
    }
    let says_something = content.as_ref().is_none_or(is_meant);
    Ok(says_something.then(|| scene_urho::SideFile { is_json: *is_json, bytes: bytes.clone() }))
}

/// Checks whether the content really is a side file, because the engine reads any XML file with the same name as the
/// model.
fn is_meant(content: &Sidecar) -> bool {
    let named = content.root == "model" || content.root == "animation";
    let empty = content.metadata.is_empty() && content.triggers.is_empty();
    !empty || named && !content.other.is_empty()
}

/// Returns the side file for a document that is converted to another version of its format. The name is derived from
/// the output.
pub(super) fn output(
    input: &Input<'_, '_>,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<Option<OutputFile>, Error> {
    let written = output_format.format().unwrap_or(input.asset.format());
    let is_in_file = written.has(Feature::SideFileInside);
    let Some(side) = of(input, findings)?.filter(|_| !is_in_file) else { return Ok(None) };
    let length = match input.asset.typed() {
        Typed::UrhoAni(animation) => Some(animation.length),
        _ => None,
    };
    let engine = output_format.engine_of_models(options.shown.engine);
    let owner = SideOwner { engine, title: &output_format.to_string(), name: output, length };
    let file = scene_urho::adapter::side_file(side, &owner, findings);
    file.map(|file| Ok(OutputFile { name: safe(&file.name, output)?, bytes: file.bytes })).transpose()
}
