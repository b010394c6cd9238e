//! A file that an asset names.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};

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
    /// A file below `folder`, below one of `prefixes` if there are any, with one of `endings` unless it has one.
    fn new(path: Path, name: &Name<'_>, folder: &str, prefixes: &[Name<'_>], endings: &[&str]) -> Self {
        let text = name.to_text();
        let mut candidates = Vec::new();
        // Where there are prefixes the engine looks below them only.
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

    /// A material of this name: below one of `prefixes`, the folders of a model's materials, if there are any.
    pub fn material(path: Path, name: &Name<'_>, prefixes: &[Name<'_>]) -> Self {
        Self::new(path, name, "materials", prefixes, MATERIALS)
    }

    pub(crate) fn texture(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "materials", &[], TEXTURES)
    }

    /// A model of this name.
    pub fn model(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "models", &[], MODELS)
    }
}
