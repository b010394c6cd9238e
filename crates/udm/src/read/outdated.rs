//! Files after the first public description of the format, which no reader follows: recognised to be named.

use binio::Failure;

use crate::error::{Error, ErrorKind};
use crate::kind::Type;

/// Says so if the file was written after the first public description of the format, which no reader follows: type
/// numbers of 32 bits, keys that end with NUL.
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

/// Where the first key is, if it is one of the root's and ends with NUL instead of beginning with its length.
fn outdated_key(file: &[u8], offset: usize) -> Option<u64> {
    let keys: [&[u8]; 3] = [b"assetType\0", b"assetVersion\0", b"assetData\0"];
    let rest = file.get(offset..)?;
    keys.iter().any(|key| rest.starts_with(key)).then_some(offset as u64)
}
