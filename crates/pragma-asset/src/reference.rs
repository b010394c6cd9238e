//! Files that an asset refers to.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};

/// A reference from an asset to another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where to find the reference in the asset.
    pub path: Path,
    /// The name as it is in the file.
    pub name: Name<'static>,
    /// The paths to try, relative to the asset folder and using `/`. The engine will use the first that exists.
    pub candidates: Vec<String>,
}

/// The extensions of materials: binary, text, and the previous format.
const MATERIALS: &[&str] = &["pmat_b", "pmat", "wmi"];

/// The extensions of models.
const MODELS: &[&str] = &["pmdl_b", "pmdl", "wmd"];

/// The extensions of textures.
const TEXTURES: &[&str] =
    &["ktx", "dds", "png", "tga", "jpg", "bmp", "psd", "gif", "hdr", "pic", "vtf", "vtex_c", "svg"];

impl Reference {
    /// Creates a reference to a file in `folder`. If there are `prefixes`, the file must be in one of these. If the
    /// name has no extension, it will be given one of the `endings`.
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

    /// Creates a reference to a material. If the model has folders for its materials, pass these as `prefixes`.
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
