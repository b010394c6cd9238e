//! Detects files that follow the first public description of the format. They are not supported by any reader, and the
//! error will say so.

use binio::Failure;

use crate::error::{Error, ErrorKind};
use crate::kind::Type;

/// Replaces the error if the file follows the first public description of the format, which no reader supports. Such
/// files use 32-bit type numbers, and their keys end with NUL.
#[cold]
pub(super) fn name_outdated(error: Error, file: &[u8]) -> Error {
    const ROOT: usize = 8;
    let wide = file.get(ROOT..12) == Some(&[Type::ELEMENT.0, 0, 0, 0]) && outdated_key(file, ROOT + 16).is_some();
    if wide {
        return Failure::new(ErrorKind::Outdated("type numbers of 32 bits"), ROOT as u64).into();
    }
    match outdated_key(file, ROOT + 13) {
        Some(offset) => Failure::new(ErrorKind::Outdated("keys that end with NUL"), offset).into(),
        None => error,
    }
}

/// Returns where the first key is, if this is a key for the root that ends with NUL and does not begin with its length.
fn outdated_key(file: &[u8], offset: usize) -> Option<u64> {
    let keys: [&[u8]; 3] = [b"assetType\0", b"assetVersion\0", b"assetData\0"];
    let rest = file.get(offset..)?;
    keys.iter().any(|key| rest.starts_with(key)).then_some(offset as u64)
}
