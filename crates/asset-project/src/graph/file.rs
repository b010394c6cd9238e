//! References of a file that isn't surveyed.

use std::path::Path;

use super::{Content, FileReferences, Names, has_texts};
use crate::Asset;
use crate::detect::detect_file;
use crate::resources::{Resources, references, resolve};
use crate::survey::{ENDS, LARGEST_UNKNOWN, needs_user, package, read_asset};

/// The references of a file, without its check. Unreadable files have none: [`survey`] reports them.
pub(super) fn read_references(path: &Path, resources: &Resources, names: &Names) -> FileReferences {
    let Some((detection, size)) = detect_file(path, ENDS).ok().zip(path.metadata().ok().map(|file| file.len())) else {
        return FileReferences::default();
    };
    if package(path, detection).is_some() {
        return FileReferences::default();
    }
    let Ok(Some(bytes)) = read_asset(path, size, detection) else { return read_text(path, size, names, resources) };
    let asset = Asset::parse_file(&bytes, path).ok();
    let resolved = asset.as_ref().map(|asset| {
        let own = resources.name_of(path);
        resolve(references(asset, own.as_deref()), resources)
    });
    let resolved = resolved.unwrap_or_default();
    FileReferences::of(Content { path, bytes: &bytes, asset: asset.as_ref(), resolved: &resolved }, names, resources)
}

/// The references of a file that is no asset: of a script, a list, code.
pub(crate) fn read_text(path: &Path, size: u64, names: &Names, resources: &Resources) -> FileReferences {
    let is_read = !names.is_empty() && has_texts(path) && size <= LARGEST_UNKNOWN;
    let bytes = is_read.then(|| asset_unpack::read_regular(path).ok()).flatten().unwrap_or_default();
    FileReferences::of(Content { path, bytes: &bytes, asset: None, resolved: &[] }, names, resources)
}

/// Whether the file at a path [needs a user](needs_user).
pub(crate) fn needs_user_at(path: &Path) -> bool {
    let read = || {
        let detection = detect_file(path, ENDS).ok()?;
        read_asset(path, path.metadata().ok()?.len(), detection).ok()?
    };
    let bytes = read();
    let asset = bytes.as_deref().and_then(|bytes| Asset::parse_file(bytes, path).ok());
    needs_user(path, asset.as_ref())
}
