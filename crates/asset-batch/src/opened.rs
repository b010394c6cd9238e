//! This module contains [`Opened`].

use std::path::Path;

use crate::blend;
use crate::isolate::Isolate;
use asset_formats::{Asset, Error, OpenOptions, OutputFormat};
use asset_project::sources::Source;

/// An input that has been opened.
pub(crate) enum Opened {
    Bytes(Vec<u8>),
    /// A document that is read in parts.
    Gltf(Box<Asset<'static>>),
    Taken,
}

impl Opened {
    /// Opens an input. Blender files, and files that must be read in another process, are converted to glTF here.
    pub(crate) fn new(input: &Source, isolate: Option<&Isolate>, options: &OpenOptions) -> Result<Self, Error> {
        if input.is_file() && blend::is_blend(input.path()) {
            return Ok(Self::Gltf(Box::new(blend::open(input.path(), options)?)));
        }
        let isolated = isolate.filter(|_| input.is_file()).and_then(|isolate| isolate.open(input.path(), options));
        if let Some(asset) = isolated {
            return Ok(Self::Gltf(Box::new(asset?)));
        }
        Ok(match input.gltf() {
            Some(asset) => Self::Gltf(Box::new(asset?)),
            None => Self::Bytes(input.read()?),
        })
    }

    /// Returns the document. You can only call this once.
    pub(crate) fn asset(
        &mut self,
        input: &Source,
        output_format: OutputFormat,
        options: &OpenOptions,
    ) -> Result<Asset<'_>, Error> {
        match self {
            Self::Bytes(bytes) => parse(input, bytes, output_format, options),
            whole => match std::mem::replace(whole, Self::Taken) {
                Self::Gltf(asset) => Ok(*asset),
                _ => Err(Error::Refused("expected a document, found none".into())),
            },
        }
    }
}

/// Parses the document in a file. UDM text has no identifier, so a file in no known format is parsed as UDM text if
/// this can be converted to the output format.
fn parse<'a>(
    input: &Source,
    bytes: &'a [u8],
    output_format: OutputFormat,
    options: &OpenOptions,
) -> Result<Asset<'a>, Error> {
    input.asset_with(bytes, options).or_else(|error| match error {
        Error::Unknown { .. } => match Asset::parse(bytes, Some(Path::new("text.udm"))) {
            Ok(document) if output_format.is_for(document.format()) => Ok(document),
            _ => Err(error),
        },
        error => Err(error),
    })
}
