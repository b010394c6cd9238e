//! Reads references in a file without surveying it.

use std::path::Path;

use super::{Content, FileReferences, Names, has_texts};
use crate::survey::Need;
use asset_formats::{Asset, Error, detect_file, references};
use asset_project::{
    reading::{ENDS, LARGEST_UNKNOWN, package, read_asset},
    resources::{Resources, resolve},
};

/// Reads the references in a file, but doesn't check the file.
pub(super) fn read_references(path: &Path, resources: &Resources, names: &Names) -> FileReferences {
    let detected = detect_file(path, ENDS).and_then(|detection| Ok((detection, path.metadata()?.len())));
    let (detection, size) = match detected {
        Ok(detected) => detected,
        Err(error) => return FileReferences::unsearched(&error),
    };
    if package(path, detection).is_some() {
        return FileReferences::in_package();
    }
    let bytes = match read_asset(path, size, detection) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return read_text(path, size, names, resources),
        Err(error) => return FileReferences::unsearched(&error),
    };
    let parsed = Asset::parse_file(&bytes, path);
    parsed_references(path, &bytes, &parsed, resources, names)
}

/// Reads the references in a package entry.
pub(super) fn entry_references(path: &Path, bytes: &[u8], resources: &Resources, names: &Names) -> FileReferences {
    let parsed = Asset::parse(bytes, Some(path));
    if parsed.as_ref().is_ok_and(|asset| asset.format().has(asset_formats::Feature::Package)) {
        return FileReferences::in_package();
    }
    parsed_references(path, bytes, &parsed, resources, names)
}

fn parsed_references(
    path: &Path,
    bytes: &[u8],
    parsed: &Result<Asset<'_>, Error>,
    resources: &Resources,
    names: &Names,
) -> FileReferences {
    let resolved = parsed.as_ref().map(|asset| {
        let name = resources.name_of(path);
        resolve(references(asset, name.as_deref()), resources)
    });
    let resolved = resolved.unwrap_or_default();
    FileReferences::of(Content { path, bytes, parsed: parsed.as_ref(), resolved: &resolved }, names, resources)
}

/// Reads the references in a file that is not an asset, for example a script, a list, or code.
pub(crate) fn read_text(path: &Path, size: u64, names: &Names, resources: &Resources) -> FileReferences {
    let is_text = !names.is_empty() && has_texts(path);
    if is_text && size > LARGEST_UNKNOWN {
        return FileReferences::unsearched(&"it is a text of more than 16 MiB");
    }
    let bytes = match is_text.then(|| asset_unpack::read_regular(path)).transpose() {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => return FileReferences::unsearched(&error),
    };
    let parsed = Err(&Error::Unknown { hint: None });
    FileReferences::of(Content { path, bytes: &bytes, parsed, resolved: &[] }, names, resources)
}

/// Returns what must use the file at this path.
pub(crate) fn need_at(path: &Path) -> Option<Need> {
    let read = || {
        let detection = detect_file(path, ENDS).ok()?;
        read_asset(path, path.metadata().ok()?.len(), detection).ok()?
    };
    let bytes = read();
    let asset = bytes.as_deref().and_then(|bytes| Asset::parse_file(bytes, path).ok());
    Need::of(path, asset.as_ref())
}
