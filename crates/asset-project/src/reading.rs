//! Reads files in a project if they can be assets, and leaves all others alone (feature `fs`).

use std::fs::File;
use std::io;
use std::path::Path;

use asset_formats::{Detection, Feature};

/// This many bytes are read at both ends of a file to detect the format.
pub const ENDS: u64 = 1 << 16;
/// To detect JSON scenes and binary prefabs, files up to this size are read as a whole. Larger texts that are not
/// assets are also not searched for names.
pub const LARGEST_UNKNOWN: u64 = 16 << 20;
/// Assets that are larger than this are not read.
const LARGEST: u64 = 1 << 30;

/// Opens the file if it is a package, without reading it into memory.
pub fn package(path: &Path, detection: Detection) -> Option<urho_pak::Package<File>> {
    let is_package = matches!(detection, Detection::Known(format) if format.has(Feature::Package));
    if is_package { urho_pak::Package::open_path(path).ok() } else { None }
}

/// Returns the bytes of the file, or `None` if this is not an asset.
pub fn read_asset(path: &Path, size: u64, detection: Detection) -> io::Result<Option<Vec<u8>>> {
    let may_be_scene = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        size <= LARGEST_UNKNOWN
            && ["json", "bin", "prefab", "scene"].iter().any(|one| extension.eq_ignore_ascii_case(one))
    };
    match detection {
        Detection::Known(_) if size > LARGEST => {
            Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("files over {LARGEST} bytes aren't surveyed")))
        }
        Detection::Known(_) => asset_unpack::read_regular(path).map(Some),
        // A model without an identifier, or no model: its parser decides.
        Detection::Unknown(Some(_)) if size <= LARGEST_UNKNOWN => asset_unpack::read_regular(path).map(Some),
        _ if may_be_scene(path) => asset_unpack::read_regular(path).map(Some),
        _ => Ok(None),
    }
}
