//! Converts packages.

use asset_formats::{Error, Format, OutputFormat, repackage};
use binio::Findings;
use urho_pak::Package;

use super::ConvertOptions;
use super::options::Conversion;

/// Prepares a package to be written in `output_format`. This only reads the directory, and returns the entries to write
/// and the losses. Call [`Builder::save`](urho_pak::Builder::save) next, which needs only a few blocks in memory;
/// [`convert`](crate::convert()) would need the memory for the whole package.
///
/// With the feature `hc`, packages are compressed by the same encoder as in the engine's own tool.
///
/// # Errors
/// Returns [`Error::CannotBecome`] if `output_format` is not a package, [`Error::Losses`] if there are losses that the
/// options don't allow, and [`Error::NoEffect`] if an option is for other formats, and [`Error::Refused`] if entries
/// share so much data that the package would be a bomb.
pub fn convert_package<'p, S: binio::ReadAt>(
    package: &'p Package<S>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(urho_pak::Builder<'p>, Findings), Error> {
    let format = Format::URHO_PAK;
    options.check(&Conversion::of(format, output_format, options))?;
    let (builder, losses) = repackage(package, output_format)?;
    options.consent(losses).map(|losses| (builder, losses))
}
