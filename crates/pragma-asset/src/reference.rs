//! File references of assets.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};

/// A file reference of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Path of the reference in the asset.
    pub path: Path,
    /// Stored name.
    pub name: Name<'static>,
    /// Paths where the engine looks for it, below the asset folder, with `/`; the first existing one is used.
    pub candidates: Vec<String>,
}

/// Extensions of materials: binary, text, the previous format.
const MATERIALS: &[&str] = &["pmat_b", "pmat", "wmi"];

/// Extensions of models.
const MODELS: &[&str] = &["pmdl_b", "pmdl", "wmd"];

/// Extensions of textures.
const TEXTURES: &[&str] =
    &["ktx", "dds", "png", "tga", "jpg", "bmp", "psd", "gif", "hdr", "pic", "vtf", "vtex_c", "svg"];

impl Reference {
    /// Creates a reference to a file below `folder`, below one of `prefixes` if there are any, with one of `endings`
    /// unless it has one.
    fn new(path: Path, name: &Name<'_>, folder: &str, prefixes: &[Name<'_>], endings: &[&str]) -> Self {
        let text = name.to_text();
        let mut candidates = Vec::new();
        // With prefixes, the engine only looks below them.
        let none = [Name::default()];
        for prefix in if prefixes.is_empty() { &none } else { prefixes } {
            let stem = format!("{folder}/{}{text}", prefix.to_text()).replace('\\', "/").replace("//", "/");
            if endings.iter().any(|ending| stem.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'))) {
                candidates.push(stem);
            } else {
                candidates.extend(endings.iter().map(|ending| format!("{stem}.{ending}")));
            }
        }
        Self { path, name: name.clone().into_owned(), candidates }
    }

    /// Creates a reference to a material: below one of `prefixes`, the folders of a model's materials, if there are
    /// any.
    pub fn material(path: Path, name: &Name<'_>, prefixes: &[Name<'_>]) -> Self {
        Self::new(path, name, "materials", prefixes, MATERIALS)
    }

    pub(crate) fn texture(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "materials", &[], TEXTURES)
    }

    /// Creates a reference to a model.
    pub fn model(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "models", &[], MODELS)
    }
}
