//! Packages for Urho3D, U3D and rbfx.

use binio::{Bytes, Findings};
use urho_pak::{Layout, Package, ReadOptions};

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, LookAlike, cause_of};
use crate::head::FileHead;
use crate::{Error, Feature, Format, OutputFormat, WriteOptions};

impl Format {
    /// A package for Urho3D, U3D or rbfx.
    pub const URHO_PAK: Self = Self::new("urho-pak", "Urho3D package").with_features(&[Feature::Package]);
}

impl OutputFormat {
    /// A package that is compressed only if it was before.
    pub const PAK: Self =
        Self::new(Format::URHO_PAK, "pak").named("pak", "Packages of the same encoding, written again");
    /// A package that is not compressed.
    pub const UPAK: Self = Self::PAK.in_version("UPAK").named("upak", "Uncompressed packages");
    /// A package with LZ4 blocks.
    pub const ULZ4: Self = Self::PAK.in_version("ULZ4").named("ulz4", "Packages with LZ4 blocks");
    /// A package for rbfx from 2019 to 2022, not compressed.
    pub const RPAK: Self = Self::PAK.in_version("RPAK").named("rpak", "rbfx packages of 2019 to 2022, uncompressed");
    /// A package for rbfx from 2019 to 2022, with LZ4 blocks.
    pub const RLZ4: Self = Self::PAK.in_version("RLZ4").named("rlz4", "rbfx packages of 2019 to 2022, with LZ4 blocks");
}

pub(super) const DRIVERS: &[Driver] = &[Driver::new(Format::URHO_PAK, detect, |bytes, opening| {
    let options = ReadOptions::default().limits(opening.options.limits);
    opened(Format::URHO_PAK, Package::open_with(Bytes::from(bytes), &options))
})
.written(
    &[OutputFormat::PAK, OutputFormat::UPAK, OutputFormat::ULZ4, OutputFormat::RPAK, OutputFormat::RLZ4],
    &[("pak", OutputFormat::PAK)],
)
.own_extensions(&["pak"])
.look_alikes(&[LookAlike::new(b"PACK", "a Quake package"), LookAlike::new(b"GDPC", "a Godot package")])
.causes(&[cause_of::<urho_pak::ErrorKind>])
.findings(&[urho_pak::kinds::ALL, asset_unpack::kinds::ALL])];

/// Detects packages. If there is no identifier at the start, a package can be appended: the last four bytes are then
/// the package size. Since any file can end in such a number by chance, this must be a program, or have the extension
/// of a package.
fn detect(head: &FileHead<'_>, evidence: Evidence) -> bool {
    /// The size of the identifier, number of entries, checksum and trailer.
    const SMALLEST: u64 = 16;
    let size = || head.end().last_chunk().map_or(0, |word| u64::from(u32::from_le_bytes(*word)));
    match evidence {
        Evidence::Identifier => head.begins_with(&[b"UPAK", b"ULZ4", b"RPAK", b"RLZ4"]),
        Evidence::Ending => {
            let may = head.begins_with(&[b"MZ", b"\x7fELF"]) || head.has_extension(&["pak"]);
            may && (SMALLEST..head.length()).contains(&size())
        }
        _ => false,
    }
}

impl Document for Package<Bytes<'_>> {
    contract! { format(URHO_PAK) variant(|document| document.encoding().as_str()) validate summary(hashes) typed(UrhoPak) }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        // A package is read in place; only its layout is parsed and written again.
        let layout = Layout::parse(self.source()).and_then(|layout| layout.to_bytes());
        layout.map_err(|error| Error::malformed(Format::URHO_PAK, error))
    }

    fn into_owned(self: Box<Self>) -> Box<dyn Document> {
        Box::new(self.map_source(Bytes::into_owned))
    }

    fn write(&self, output_format: OutputFormat, _: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        pak(self, output_format)
    }
}

fn pak<S: binio::ReadAt>(package: &Package<S>, output_format: OutputFormat) -> Result<(Vec<u8>, Findings), Error> {
    let (builder, losses) = packed(package, output_format)?;
    let bytes = builder.to_bytes().map_err(|error| Error::malformed(Format::URHO_PAK, error))?;
    Ok((bytes, losses))
}

/// Prepares a package to be written in `output_format`. This only reads the directory, and returns the entries to write
/// and the losses. Call [`Builder::save`](urho_pak::Builder::save) next, which needs only a few blocks in memory.
///
/// With the feature `hc`, packages are compressed by the same encoder as in the engine's own tool.
///
/// # Errors
/// Returns [`Error::CannotBecome`] if `output_format` is not a package, and [`Error::Refused`] if entries share so much
/// data that the package would be a bomb.
pub fn repackage<S: binio::ReadAt>(
    package: &Package<S>,
    output_format: OutputFormat,
) -> Result<(urho_pak::Builder<'_>, Findings), Error> {
    if !output_format.is_for(Format::URHO_PAK) {
        return Err(output_format.cannot_come_from(Format::URHO_PAK));
    }
    packed(package, output_format)
}

fn packed<S: binio::ReadAt>(
    package: &Package<S>,
    output_format: OutputFormat,
) -> Result<(urho_pak::Builder<'_>, Findings), Error> {
    use urho_pak::Encoding;
    let mut losses = Findings::new();
    if package.start() > 0 {
        losses.loss(crate::kinds::PREFIX_LOST, "file", format!("the {} bytes before the package", package.start()));
    }
    let (size, most) = (package.data_size(), package.extract_limits().expanded_bytes());
    if size > most {
        return Err(Error::Refused(format!("expected entries of at most {most} bytes, found {size}")));
    }
    let mut builder = package.edit().level(urho_pak::Level::PACKAGE_TOOL);
    builder.set_encoding(match output_format {
        OutputFormat::UPAK => Encoding::Upak,
        OutputFormat::ULZ4 => Encoding::Ulz4,
        OutputFormat::RPAK => Encoding::Rpak,
        OutputFormat::RLZ4 => Encoding::Rlz4,
        _ => package.encoding(),
    });
    Ok((builder, losses))
}
