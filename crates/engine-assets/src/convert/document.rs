//! UDM documents in another form.

use binio::Findings;

use super::Goal;
use crate::{Asset, Error};

/// Writes a UDM document in the form that a goal is; `None` if the document is none, or the goal leaves its form.
#[cfg(feature = "udm")]
pub(super) fn convert(asset: &Asset<'_>, goal: Goal) -> Option<Result<(Vec<u8>, Findings), Error>> {
    use udm::Style;
    let document = asset.as_udm()?;
    let style = match goal {
        Goal::UdmBinary | Goal::PmdlBinary | Goal::DocumentBinary(_) => None,
        Goal::UdmText | Goal::PmdlText | Goal::DocumentText(_) => Some(Style::Pretty),
        Goal::UdmCompact => Some(Style::Compact),
        Goal::UdmReference => Some(Style::Reference { header: true, expand_lz4: false }),
        _ => return None,
    };
    let (bytes, losses) = match style {
        None => (document.to_bytes(), Findings::new()),
        Some(style) => (document.to_text(style), losses_as_text(document)),
    };
    Some(bytes.map(|bytes| (bytes, losses)).map_err(|error| Error::malformed(asset.format(), error)))
}

#[cfg(not(feature = "udm"))]
pub(super) fn convert(_: &Asset<'_>, _: Goal) -> Option<Result<(Vec<u8>, Findings), Error>> {
    None
}

/// What text has no place for.
#[cfg(feature = "udm")]
fn losses_as_text(document: &udm::Document<'_>) -> Findings {
    let mut losses = Findings::new();
    if !document.trailing.is_empty() {
        losses.warning("trailing", format!("text has no place for {} bytes behind the end", document.trailing.len()));
    }
    if document.header_version != udm::CURRENT_VERSION {
        let message = format!("text has no place for header version {}", document.header_version);
        losses.warning("header", message);
    }
    losses
}
