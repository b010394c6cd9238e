//! Checks the resource names in values.

use urho_core::Variant;

use super::error::PathError;
use asset_project::Resources;

/// Checks that the resources named in a value exist. An empty name is always allowed.
///
/// # Errors
/// Returns [`PathError::Resource`], which suggests names that exist.
pub(super) fn check(resources: &Resources, path: &str, kind: &str, variant: &Variant<'_>) -> Result<(), PathError> {
    let names = match variant {
        Variant::ResourceRef(reference) => std::slice::from_ref(&reference.name),
        Variant::ResourceRefList(list) => &list.names,
        Variant::String(name) if !kind.is_empty() => std::slice::from_ref(name),
        _ => &[],
    };
    for name in names.iter().filter(|name| !name.is_empty()) {
        let name = name.to_text();
        if !matches!(resources.find(&name), Ok(Some(_))) {
            let names = similar(resources, &name);
            return Err(PathError::Resource { path: path.to_owned(), name: name.into_owned(), names });
        }
    }
    Ok(())
}

/// Returns existing names with the same extension. Those with the same file name come first, then those in the same
/// folder.
fn similar(resources: &Resources, name: &str) -> Vec<String> {
    let extension = name.rsplit_once('.').map(|(_, extension)| format!(".{}", extension.to_ascii_lowercase()));
    let Some(extension) = extension else { return Vec::new() };
    let mut names = resources.names(&|other: &str| other.to_ascii_lowercase().ends_with(&extension));
    let file = |name: &str| name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let folder = |name: &str| name.rsplit_once('/').map(|(folder, _)| folder.to_ascii_lowercase());
    let (own_file, own_folder) = (file(name), folder(name));
    names.sort_by_cached_key(|other| (file(other) != own_file, folder(other) != own_folder, other.clone()));
    names
}
