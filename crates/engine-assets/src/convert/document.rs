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
        // A text stays as it is: only a style that is asked for lays it out anew.
        Goal::PmdlText | Goal::DocumentText(_) if document.form() == udm::Form::Text => {
            let bytes = document.to_bytes().map_err(|error| Error::malformed(asset.format(), error));
            return Some(bytes.map(|bytes| (bytes, Findings::new())));
        }
        Goal::UdmText | Goal::PmdlText | Goal::DocumentText(_) => Some(Style::Pretty),
        Goal::UdmCompact => Some(Style::Compact),
        Goal::UdmReference => Some(Style::Reference { header: true, expand_lz4: false }),
        #[cfg(feature = "serde")]
        Goal::Json | Goal::JsonPlain => return Some(json(asset, document, goal)),
        _ => return None,
    };
    let (bytes, losses) = match style {
        None => (document.to_binary(), Findings::new()),
        Some(style) => (document.to_text(style), losses_as_text(document, style)),
    };
    Some(bytes.map(|bytes| (bytes, losses)).map_err(|error| Error::malformed(asset.format(), error)))
}

/// A document as JSON, with types or without.
#[cfg(all(feature = "udm", feature = "serde"))]
fn json(asset: &Asset<'_>, document: &udm::Document<'_>, goal: Goal) -> Result<(Vec<u8>, Findings), Error> {
    let json = if goal == Goal::Json {
        serde_json::to_vec_pretty(&document.tagged())
    } else {
        let data = udm::Value::Element(document.data().clone());
        serde_json::to_vec_pretty(&udm::json::Plain(&data))
    };
    let failed = |error: serde_json::Error| binio::Error::<serde_json::Error>::new(error, binio::Path::new());
    let mut bytes = json.map_err(|error| Error::malformed(asset.format(), failed(error)))?;
    bytes.push(b'\n');
    Ok((bytes, Findings::new()))
}

#[cfg(not(feature = "udm"))]
pub(super) fn convert(_: &Asset<'_>, _: Goal) -> Option<Result<(Vec<u8>, Findings), Error>> {
    None
}

/// What text has no place for.
#[cfg(feature = "udm")]
fn losses_as_text(document: &udm::Document<'_>, style: udm::Style) -> Findings {
    let mut losses = Findings::new();
    if !document.trailing.is_empty() {
        losses.warning("trailing", format!("text has no place for {} bytes behind the end", document.trailing.len()));
    }
    if document.header_version != udm::CURRENT_VERSION {
        let message = format!("text has no place for header version {}", document.header_version);
        losses.warning("header", message);
    }
    if let udm::Style::Reference { .. } = style {
        misread(document, style, &mut losses);
    }
    losses
}

/// What the engine's own text of a document doesn't say so that it is read back: strings with quotation marks and the like.
/// That it rounds numbers is what it is for.
#[cfg(feature = "udm")]
fn misread(document: &udm::Document<'_>, style: udm::Style, losses: &mut Findings) {
    use udm::{Array, Document, Value};
    let Ok(text) = document.to_text(style) else { return };
    let read = match Document::parse_text(&text) {
        Ok(read) => read,
        Err(error) => return losses.warning("text", format!("can't be read back: {error}")),
    };
    let text_of = |value: &Value<'_>| match value {
        Value::Array(Array::Strings(strings)) => Some(strings.as_bytes().to_vec()),
        other => other.as_text().map(<[u8]>::to_vec),
    };
    for (path, _) in document.walk() {
        let Some(value) = document.get(&path) else { continue };
        match read.get(&path) {
            Some(read) if text_of(read) == text_of(value) => {}
            _ => losses
                .warning(binio::Path::new().name(path.as_bytes()), "the engine's text of it reads as another value"),
        }
    }
}
