//! Knows which files an engine loads together with a file of the same name.

use super::project_files::{FileId, Names};
use super::read::{Certainty, Destination, Named};

/// Extensions of files with parameters, for each extension that they belong to.
const SIDES: [Side; 7] = [
    Side { of: &["mdl"], beside: &["txt", "xml", "json"] },
    Side { of: &["ani"], beside: &["xml", "json"] },
    Side { of: &["bmp", "dds", "hdr", "jpeg", "jpg", "ktx", "png", "psd", "tga", "webp"], beside: &["xml", "json"] },
    Side { of: &["ogg", "wav"], beside: &["xml", "json"] },
    Side { of: &["otf", "ttf", "woff"], beside: &["xml"] },
    // The sprite sheet of a Spriter project.
    Side { of: &["scml"], beside: &["xml", "plist"] },
    Side { of: &["gltf", "glb", "fbx"], beside: &["assetpipeline"] },
];

struct Side {
    of: &'static [&'static str],
    beside: &'static [&'static str],
}

/// Returns the extensions of files that engines load together with a file that has this extension.
pub(crate) fn extensions(extension: &str) -> &'static [&'static str] {
    SIDES.iter().find(|side| side.of.contains(&extension)).map_or(&[], |side| side.beside)
}

/// Returns the references from a file to the files beside it.
pub(super) fn of(id: FileId, names: &Names) -> Vec<Named> {
    let Some((stem, extension)) = names.lower(id).rsplit_once('.') else { return Vec::new() };
    let beside = extensions(extension).iter().flat_map(|end| names.named(&format!("{stem}.{end}")));
    let reference = |file: &FileId| {
        let name = names.get(*file)?.name.rsplit('/').next()?.to_owned();
        Some(Named {
            name,
            kind: SIDE_FILE.to_owned(),
            part: String::new(),
            line: 0,
            certainty: Certainty::Certain,
            to: Destination::File(*file),
        })
    };
    beside.filter_map(reference).collect()
}

/// The kind of these references.
pub(crate) const SIDE_FILE: &str = "side file";
