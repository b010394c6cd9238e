//! Side files of Urho3D come along with what they stand beside.

use binio::Findings;
use urho_core::Sidecar;

use super::{Goal, Input, OutputFile, names};
use crate::kinds;
use crate::{Error, Format, SideFile};

/// The bytes of a side file.
#[derive(Clone, Copy)]
pub(super) struct Side<'s> {
    pub(super) is_json: bool,
    pub(super) bytes: &'s [u8],
}

/// The side file of a document, if it has one that says anything. What is wrong with it goes to `findings`.
pub(super) fn of<'i>(input: &Input<'i, '_>, findings: &mut Findings) -> Result<Option<Side<'i>>, Error> {
    let Some(SideFile { bytes, is_json, content, findings: odd, .. }) = input.side else { return Ok(None) };
    let format = input.asset.format();
    if !matches!(format, Format::UrhoMdl | Format::UrhoAni) {
        let message = format!("expected a model or an animation of Urho3D for a side file, found a {}", format.title());
        return Err(Error::Refused(message));
    }
    let Some(bytes) = bytes else {
        odd.iter().for_each(|odd| findings.loss(odd.kind, odd.path.clone(), odd.message.clone()));
        return Ok(None);
    };
    if content.is_none() {
        findings.extend(odd.clone());
    }
    let says_something = content.as_ref().is_none_or(is_meant);
    Ok(says_something.then_some(Side { is_json: *is_json, bytes }))
}

/// Whether a file says what a side file does: any XML may be called like a model, and the engine then reads that.
fn is_meant(content: &Sidecar) -> bool {
    let named = content.root == "model" || content.root == "animation";
    let empty = content.metadata.is_empty() && content.triggers.is_empty();
    !empty || named && !content.other.is_empty()
}

/// The side file of the file `beside`. JSON becomes XML where the engine reads nothing else; for that, `length` is the animation's.
pub(super) fn output(
    side: Side<'_>,
    goal: Goal,
    (beside, length): (&str, Option<f32>),
    findings: &mut Findings,
) -> Option<OutputFile> {
    let only_xml = matches!(goal, Goal::Umd3 | Goal::Uan2);
    let (extension, bytes) = match side {
        Side { is_json: true, bytes } if only_xml => match to_xml(bytes, length) {
            Ok((xml, odd)) => {
                findings.extend(odd);
                ("xml", xml)
            }
            Err(error) => {
                findings.loss(
                    kinds::SIDE_FILE_LOST,
                    "side file",
                    format!("can't become XML, and {goal} has no place for JSON: {error}"),
                );
                return None;
            }
        },
        Side { is_json: true, bytes } => ("json", bytes.to_vec()),
        Side { is_json: false, bytes } => ("xml", bytes.to_vec()),
    };
    Some(OutputFile { name: format!("{}.{extension}", names::without_extension(beside)), bytes })
}

fn to_xml(json: &[u8], length: Option<f32>) -> Result<(Vec<u8>, Findings), urho_core::Error> {
    let (content, odd) = Sidecar::parse_json(json, length)?;
    Ok((content.to_xml()?, odd))
}
