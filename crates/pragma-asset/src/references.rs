//! Files that an asset names, and whether they are there.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};

use crate::asset::{Asset, Kind};

/// A file that an asset names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where in the asset it is named.
    pub path: Path,
    /// As it stands there.
    pub name: Name<'static>,
    /// Where the engine looks for it, below the folder of assets, with `/`; the first that is there is taken.
    pub candidates: Vec<String>,
}

/// What materials end in: binary, text, the format before.
const MATERIALS: &[&str] = &["pmat_b", "pmat", "wmi"];

/// What models end in.
const MODELS: &[&str] = &["pmdl_b", "pmdl", "wmd"];

/// What textures end in.
const TEXTURES: &[&str] =
    &["ktx", "dds", "png", "tga", "jpg", "bmp", "psd", "gif", "hdr", "pic", "vtf", "vtex_c", "svg"];

impl Reference {
    /// A file below `folder`, perhaps below one of `prefixes`, with one of `endings` unless it has one.
    fn new(path: Path, name: &Name<'_>, folder: &str, prefixes: &[Name<'_>], endings: &[&str]) -> Self {
        let text = name.to_text();
        let mut candidates = Vec::new();
        let none = [Name::default()];
        for prefix in prefixes.iter().chain(&none) {
            let stem = format!("{folder}/{}{text}", prefix.to_text()).replace('\\', "/").replace("//", "/");
            if endings.iter().any(|ending| stem.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'))) {
                candidates.push(stem);
            } else {
                candidates.extend(endings.iter().map(|ending| format!("{stem}.{ending}")));
            }
        }
        Self { path, name: name.clone().into_owned(), candidates }
    }

    pub(crate) fn material(path: Path, name: &Name<'_>, prefixes: &[Name<'_>]) -> Self {
        Self::new(path, name, "materials", prefixes, MATERIALS)
    }

    pub(crate) fn texture(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "materials", &[], TEXTURES)
    }

    pub(crate) fn model(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "models", &[], MODELS)
    }
}

impl<K: Kind> Asset<'_, K> {
    /// The files that it names: materials and models that models, maps and particle systems use, textures of materials.
    pub fn references(&self) -> Vec<Reference> {
        let mut references = K::references(self);
        references.retain(|reference| !reference.name.is_empty());
        references
    }

    /// Looks for the files that it names below `root`, the folder that holds `materials` and `models`, and nowhere else. The engine looks in
    /// further folders and packages, so that a file that isn't there is a note.
    #[cfg(feature = "std")]
    pub fn missing_files(&self, root: &std::path::Path) -> binio::Findings {
        let mut findings = binio::Findings::new();
        for reference in self.references() {
            let inside: Vec<_> = reference.candidates.iter().filter(|candidate| is_inside(candidate)).collect();
            if inside.is_empty() {
                findings.warning(reference.path, format!("\"{}\" leads out of the folder of assets", reference.name));
            } else if !inside.into_iter().any(|candidate| root.join(candidate).is_file()) {
                findings.note(reference.path, format!("\"{}\" isn't there", reference.name));
            }
        }
        findings
    }
}

/// Whether a name has plain parts only, on every host.
#[cfg(feature = "std")]
fn is_inside(candidate: &str) -> bool {
    candidate.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains([':', '\0']))
}
