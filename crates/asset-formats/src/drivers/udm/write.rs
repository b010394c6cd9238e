//! Writes UDM documents in another encoding.

use binio::Findings;

use crate::OutputFormat;
use crate::{Error, Format};

/// Writes a UDM document, of any kind, in the encoding for this output format. The findings are the losses.
pub(in crate::drivers) fn write(
    document: &udm::Document<'_>,
    format: Format,
    output_format: OutputFormat,
) -> Result<(Vec<u8>, Findings), Error> {
    use udm::Style;
    let malformed = |error| Error::malformed(format, error);
    let style = match output_format {
        OutputFormat::UDM_TEXT => Style::Pretty,
        OutputFormat::UDM_COMPACT => Style::Compact,
        OutputFormat::UDM_REFERENCE => Style::Reference { header: true, expand_lz4: false },
        #[cfg(feature = "serde")]
        OutputFormat::JSON | OutputFormat::JSON_PLAIN => return json(document, format, output_format),
        // A text stays as it is: only a style that is asked for lays it out anew.
        _ if output_format.is_document_text() && document.encoding() == udm::Encoding::Binary => Style::Pretty,
        _ if output_format == OutputFormat::UDM_BINARY || output_format.is_document_binary() => {
            return Ok((document.to_binary().map_err(malformed)?, Findings::new()));
        }
        _ => return Ok((document.to_bytes().map_err(malformed)?, Findings::new())),
    };
    let text = match style {
        Style::Reference { .. } => as_reference(document, style),
        _ => document.to_text(style),
    };
    Ok((text.map_err(malformed)?, losses_as_text(document)))
}

/// Writes a document as JSON, with or without types.
#[cfg(feature = "serde")]
fn json(
    document: &udm::Document<'_>,
    format: Format,
    output_format: OutputFormat,
) -> Result<(Vec<u8>, Findings), Error> {
    let json = if output_format == OutputFormat::JSON {
        serde_json::to_vec_pretty(&udm_tools::json::tagged(document))
    } else {
        let data = udm::Value::Element(document.data().clone());
        serde_json::to_vec_pretty(&udm_tools::json::Plain(&data))
    };
    let failed = |error: serde_json::Error| binio::Error::<serde_json::Error>::new(error, binio::Path::new());
    let mut bytes = json.map_err(|error| Error::malformed(format, failed(error)))?;
    bytes.push(b'\n');
    Ok((bytes, Findings::new()))
}

/// Writes a document like the reference implementation does. This doesn't escape quotation marks and empty names, so
/// the text must be read again to check that it still means the same, except for rounded numbers.
fn as_reference(document: &udm::Document<'_>, style: udm::Style) -> Result<Vec<u8>, udm::Error> {
    let text = document.to_text(style)?;
    match misread(document, &text) {
        Some(path) => Err(udm::Error::new(udm::ErrorKind::NotInText(MISREAD), path)),
        None => Ok(text),
    }
}

const MISREAD: &str = "this in the style of the reference, which writes quotation marks and empty names as they are: it would be read as something else";

/// Returns the first value that has another meaning when the text in the style of the reference is read again. Rounded
/// numbers are ignored.
fn misread(document: &udm::Document<'_>, text: &[u8]) -> Option<binio::Path> {
    let Ok(back) = udm::Document::parse(text) else { return Some(binio::Path::new()) };
    let changes = udm_tools::diff(document, &back);
    let wrong = changes.iter().find(|change| {
        !change.old.as_deref().zip(change.new.as_deref()).is_some_and(|(old, new)| differs_in_numbers(old, new))
    });
    wrong.map(|change| binio::Path::new().name(change.path.as_bytes()))
}

/// Checks whether two values differ only in numbers.
fn differs_in_numbers(old: &udm::Value<'_>, new: &udm::Value<'_>) -> bool {
    use udm::Type;
    let numbers = |ty: Type| !matches!(ty, Type::STRING | Type::REF | Type::ELEMENT | Type::NIL);
    match (old.as_array(), new.as_array()) {
        (Some(old), Some(new)) => {
            old.item_type() == new.item_type() && old.len() == new.len() && numbers(old.item_type())
        }
        (None, None) => old.ty() == new.ty() && numbers(old.ty()) && old.as_text().is_none(),
        _ => false,
    }
}

/// Reports the content that can't be stored as text.
fn losses_as_text(document: &udm::Document<'_>) -> Findings {
    let mut losses = Findings::new();
    if !document.trailing.is_empty() {
        losses.loss(
            crate::kinds::TRAILING_LOST,
            "trailing",
            format!("text can't store {} bytes after the end", document.trailing.len()),
        );
    }
    if document.header_version != udm::CURRENT_VERSION {
        let message = format!("text can't store header version {}", document.header_version);
        losses.loss(crate::kinds::HEADER_LOST, "header", message);
    }
    losses
}
