//! Converts materials between XML and JSON, and shows them on a sphere for glTF.

use asset_scene::Scene;
use binio::{Findings, Path};
use urho_material::{Form, Material, kinds};

use super::{ConvertOptions, Input, OutputFormat};
use crate::{Error, Format};

/// Findings about content that the engine doesn't read, so it can't be stored in the other form.
const UNREAD: [&str; 5] = [
    kinds::ELEMENT_UNKNOWN.as_str(),
    kinds::ATTRIBUTE_UNKNOWN.as_str(),
    kinds::STRAY_TEXT.as_str(),
    kinds::EXTRA_ELEMENT.as_str(),
    kinds::ELEMENT_DUPLICATE.as_str(),
];

/// Writes a material as XML or JSON. If it already is in this form, it stays unchanged.
pub(crate) fn convert(
    material: &Material<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    let malformed = |error| Error::malformed(Format::URHO_MATERIAL, error);
    let bytes = match (output_format, material.form()) {
        (OutputFormat::JSON, Form::Xml) => material.data().to_json(),
        (OutputFormat::XML, Form::Json) => material.data().to_xml(match options.engine {
            Some(urho_scene::Engine::Rbfx) => urho_material::Engine::Rbfx,
            _ => urho_material::Engine::Urho3d,
        }),
        _ => return Ok((material.to_bytes().map_err(malformed)?, Findings::new())),
    };
    Ok((bytes.map_err(malformed)?, losses(material)))
}

/// Returns what the other form can't store: everything that the engine doesn't read, and comments.
fn losses(material: &Material<'_>) -> Findings {
    let mut findings = Findings::new();
    for finding in material.validate().iter().filter(|finding| UNREAD.contains(&finding.kind.as_str())) {
        findings.loss(
            finding.kind,
            finding.path.clone(),
            format!("{}; the other form has no place for it", finding.message),
        );
    }
    if material.to_bytes().is_ok_and(|bytes| bytes.windows(4).any(|letters| letters == b"<!--")) {
        let message = "comments are left out, because JSON has none";
        findings.expected_loss(crate::kinds::COMMENTS_LOST, Path::new(), message);
    }
    findings
}

/// If the only input is a material, this returns a scene with a sphere that shows it. Otherwise the result is `None`.
#[cfg(feature = "render")]
pub(super) fn sphere<'i>(inputs: &[Input<'i, '_>], options: &ConvertOptions) -> Option<(Scene<'i>, Findings)> {
    let [input] = inputs else { return None };
    input.asset.format().is_material().then(|| crate::render::sphere(input, options))
}

/// Returns `None`, because materials can't be shown on a sphere without the feature `render`.
#[cfg(not(feature = "render"))]
pub(super) fn sphere<'i>(_: &[Input<'i, '_>], _: &ConvertOptions) -> Option<(Scene<'i>, Findings)> {
    None
}
