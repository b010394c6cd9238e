//! Finds values in created UDM texts that the engine would refuse or misread.

use asset_formats::{Error, Format};
use binio::{Findings, Severity};

use super::{ConvertOptions, Converted, OutputFile, OutputFormat, UdmValues};

/// Adds findings about values in the created texts that the engine would misread.
///
/// # Errors
/// Returns [`Error::Misread`] if the options don't allow such values. A restored file is the same as the original,
/// so it is never refused.
/// Returns [`Error::Refused`] if you set this option but the output format is not UDM text.
pub(super) fn check(
    converted: &mut Converted,
    output_format: OutputFormat,
    source: Format,
    options: &ConvertOptions,
) -> Result<(), Error> {
    let requested = output_format.document_format(source);
    if requested.is_none() && options.output.udm_values.is_some() {
        return Err(Error::Refused(format!("the option udm_values has no effect on a conversion to {output_format}")));
    }
    let last = converted.files.len().saturating_sub(1);
    for (index, file) in converted.files.iter().enumerate() {
        let Some(format) = requested.filter(|_| index == last).or_else(|| named_format(file)) else { continue };
        let misread = misread_by_engine(&file.bytes);
        let is_wrong = misread.iter().any(|finding| finding.severity >= Severity::Warning);
        let allowed = options.output.udm_values.unwrap_or_else(|| UdmValues::default_for(format));
        if is_wrong && allowed == UdmValues::Engine && !converted.restored {
            return Err(Error::Misread(misread));
        }
        converted.findings.extend(misread);
    }
    Ok(())
}

/// Returns the format of a document, given the name of its text file.
fn named_format(file: &OutputFile) -> Option<Format> {
    OutputFormat::for_path(file.name.as_str()).ok()?.document_format(Format::UDM)
}

/// Returns the values in a text that the engine would refuse or misread. Binary documents don't have any.
fn misread_by_engine(text: &[u8]) -> Findings {
    if udm::Document::is_binary(text) {
        return Findings::new();
    }
    udm::Syntax::parse(text).map(|syntax| syntax.engine_findings()).unwrap_or_default()
}
