//! Finds the files in a project that belong to an output file, because a conversion that replaces the output may also
//! replace them.

use std::collections::HashSet;
use std::path::Path;

use asset_formats::{Asset, Feature, Reference, references};
use asset_project::Resources;
use binio::Limits;
use scene_adapter::look::without_extension;

/// Returns the resources that belong to an existing output, in lower case: the file itself, its material list, the
/// materials that these name, and their textures. The models and prefabs that a scene shows are not included.
pub(super) fn companions(resource: &str, resources: &Resources) -> HashSet<String> {
    let mut companions = HashSet::new();
    let mut budget = Limits::default().budget();
    let mut open = vec![resource.to_owned(), format!("{}.txt", without_extension(resource))];
    while let Some(name) = open.pop() {
        let Ok(Some(file)) = resources.read_with(&name, &mut budget) else { continue };
        let owner = file.found.name.clone();
        if !companions.insert(owner.to_lowercase()) {
            continue;
        }
        let Ok(asset) = Asset::parse(&file.bytes, Some(Path::new(&owner))) else { continue };
        for reference in references(&asset, Some(&owner)).into_iter().filter(is_part) {
            let resource = resources.find_first(reference.candidates.iter().map(String::as_str));
            open.extend(resource.ok().flatten().map(|resource| resource.name).filter(|name| !is_other_document(name)));
        }
    }
    companions
}

/// Checks whether a reference names a material or texture, as far as its type is known.
fn is_part(reference: &Reference) -> bool {
    !reference.expects.iter().any(|format| format.has_scene() || format.has(Feature::Shared))
}

/// Pragma references have no type. This checks by the name whether a file is a model, map or another document that has
/// files of its own.
fn is_other_document(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    ["pmdl", "pmdl_b", "pmap", "pmap_b", "pptsys", "pptsys_b", "panim", "panim_b"].contains(&extension.as_str())
}
