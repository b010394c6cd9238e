//! Plans the names of files and resources, and which of them change.

use std::collections::{BTreeMap, HashSet};

use asset_formats::{Asset, Typed};
use urho_scene::Engine;

use super::file_rules::ProjectFile;
use super::render_paths::is_render_path;

/// Returns the resource name of a file in the project, which is the name below its resource folder.
pub(super) fn resource_name(file: &str) -> &str {
    for folder in ["Data/", "CoreData/", "Cache/"] {
        if let Some(name) = file.strip_prefix(folder) {
            return name;
        }
    }
    let autoload = file.strip_prefix("Autoload/").and_then(|rest| rest.split_once('/'));
    autoload.map_or(file, |(_, name)| name)
}

/// Returns the resource folder of a file. The rest is the resource name.
fn folder_of(file: &str) -> &str {
    file.strip_suffix(resource_name(file)).unwrap_or_default()
}

/// The names of all files that are renamed.
#[derive(Default)]
pub(super) struct Names {
    /// The new file name for each old name.
    pub(super) files: BTreeMap<String, String>,
    /// The new resource name for each old name.
    pub(super) resources: BTreeMap<String, String>,
}

impl Names {
    /// Returns the new name for a file, or the name that it has if it isn't renamed.
    pub(super) fn file<'n>(&'n self, name: &'n str) -> &'n str {
        self.files.get(name).map_or(name, String::as_str)
    }
}

/// Plans the file names: scenes and prefabs use the extension of the engine, and materials for rbfx are XML. Pass the
/// names and content of all candidates as `files`, and the names of all files as `taken`.
pub(super) fn plan<'f>(
    files: impl Iterator<Item = (&'f str, Vec<u8>)>,
    taken: impl Iterator<Item = &'f str>,
    to: Engine,
) -> Names {
    let mut taken: HashSet<String> = taken.map(str::to_lowercase).collect();
    let mut names = Names { files: BTreeMap::new(), resources: BTreeMap::new() };
    for (name, bytes) in files {
        let Some(extension) = extension(name, &bytes, to) else { continue };
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let free = [format!("{stem}.{extension}"), format!("{name}.{extension}")];
        let Some(free) = free.into_iter().find(|free| free == name || !taken.contains(&free.to_lowercase())) else {
            continue;
        };
        if free != name {
            taken.insert(free.to_lowercase());
            let below = free.strip_prefix(folder_of(name)).unwrap_or(&free);
            names.resources.insert(resource_name(name).to_owned(), below.to_owned());
            names.files.insert(name.to_owned(), free);
        }
    }
    names
}

/// Returns whether a file with this name may be renamed.
pub(super) fn is_candidate(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("xml" | "json" | "bin" | "scn" | "scene" | "prefab" | "plist"))
}

/// Returns the extension for a file in this engine, or `None` if it doesn't change.
fn extension(name: &str, bytes: &[u8], to: Engine) -> Option<&'static str> {
    let file = ProjectFile::new(name, bytes);
    match (file.format, file.rule()) {
        (None, _) => extension_of_data(&file, to),
        (Some(_), rule) => (rule?.extension)(&file, to),
    }
}

/// Returns the extension for a data file or an unknown file.
pub(super) fn extension_of_data(file: &ProjectFile<'_>, to: Engine) -> Option<&'static str> {
    if super::data::as_sheet(file.name, file.bytes, to).is_some() {
        return Some("xml");
    }
    // The engine's own ones are left out.
    let is_own = to == Engine::Rbfx && !file.name.starts_with("CoreData/") && file.name.ends_with(".xml");
    (is_own && is_render_path(file.bytes)).then_some("prefab")
}

/// Returns the extension for a scene or prefab.
pub(super) fn extension_of_scene(file: &ProjectFile<'_>, to: Engine) -> Option<&'static str> {
    let asset = Asset::parse_as(file.format?, file.bytes).ok()?;
    let Typed::UrhoScene(document) = asset.typed() else { return None };
    let is_scene = document.kind() == urho_scene::Kind::Scene;
    match (to, document.encoding().is_archive()) {
        (Engine::Rbfx, false) if is_scene => Some("scene"),
        (Engine::Rbfx, false) => Some("prefab"),
        (Engine::Rbfx, true) | (_, false) => None,
        (_, true) if document.encoding() == urho_scene::Encoding::ArchiveJson => Some("json"),
        (_, true) => Some("xml"),
    }
}

/// Returns the extension for a material. rbfx reads materials only in XML.
pub(super) fn extension_of_material(file: &ProjectFile<'_>, to: Engine) -> Option<&'static str> {
    let is_json = |material: urho_material::Material<'_>| material.encoding() == urho_material::Encoding::Json;
    (to == Engine::Rbfx && urho_material::Material::parse(file.bytes).is_ok_and(is_json)).then_some("xml")
}
