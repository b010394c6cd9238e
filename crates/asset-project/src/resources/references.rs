//! Resolves the references in assets to files.

use std::collections::HashSet;

use asset_formats::{Asset, Reference, kinds};
use binio::{Findings, Name, Severity};
use urho_resource::Condition;

use super::{Found, ResourceError, Resources, resource_folders};

/// A reference, and the result of the search for its file.
pub type Resolved = (Reference, Result<Option<Found>, ResourceError>);

/// Searches for the files that an asset names.
pub fn resolve(references: Vec<Reference>, resources: &Resources) -> Vec<Resolved> {
    let resolve = |reference: Reference| {
        let result = resources.find_first(reference.candidates.iter().map(String::as_str));
        (reference, result)
    };
    let mut resolved: Vec<Resolved> = references.into_iter().map(resolve).collect();
    let is_optional = |reference: &Reference| reference.condition == Condition::IfExists;
    resolved.retain(|(reference, result)| !is_optional(reference) || !matches!(result, Ok(None)));
    if resolved.iter().any(|(reference, _)| is_optional(reference)) {
        resolved.retain(|(reference, _)| reference.condition != Condition::Otherwise);
    }
    resolved
}

/// Reports problems with files that an asset names.
pub(super) fn reference_findings(asset: &Asset<'_>, resolved: &[Resolved], resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    // Upper and lower case are the same to its engine.
    let ignores_case = asset.format().is_pragma();
    let mut missing = HashSet::new();
    for (reference @ Reference { path, name, .. }, result) in resolved {
        let path = path.clone();
        // A scene may name a file by two types: it is missing once.
        if asset.format().is_urho_scene() && matches!(result, Ok(None)) && !missing.insert(name) {
            continue;
        }
        match result {
            Ok(None) if is_of_engine(reference, resources) => {}
            Ok(None) => {
                resources.report_missing();
                let severity = missing_severity(asset);
                findings.add(kinds::RESOURCE_MISSING, severity, path, format!("\"{name}\" doesn't exist"));
            }
            Ok(Some(resource)) if resource.is_exact || ignores_case => {}
            Ok(Some(resource)) => {
                let message = format!(
                    "\"{name}\" is \"{}\", which differs in upper and lower case: it is found on Windows only",
                    Name::from(resource.name.as_str())
                );
                findings.warning(kinds::RESOURCE_CASE, path, message);
            }
            Err(ResourceError::Name(fault)) => {
                findings.warning(kinds::RESOURCE_NAME, path, format!("\"{name}\" is no name of a resource: {fault}"));
            }
            Err(error) => findings.warning(kinds::RESOURCE_UNREADABLE, path, format!("\"{name}\": {error}")),
        }
    }
    findings
}

/// Returns the severity of a missing file, because Pragma's own projects name files in other games.
fn missing_severity(asset: &Asset<'_>) -> Severity {
    if asset.format().is_pragma() { Severity::Note } else { Severity::Warning }
}

/// Returns whether a file belongs to the engine, but the engine's own folder `CoreData` is not here.
pub fn is_of_engine(reference: &Reference, resources: &Resources) -> bool {
    let is_core = |root: &std::path::Path| {
        let name = root.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.split('.').next() == Some("CoreData")
    };
    reference.candidates.iter().any(|name| scene_urho::is_engine_file(name)) && !resources.roots().any(is_core)
}

impl Resources {
    /// Returns the resource name of a file, or `None` if it is in none of the folders.
    pub fn name_of(&self, file: &std::path::Path) -> Option<String> {
        self.names_of(file).next()
    }

    /// Returns the resource name of a file in the innermost of the folders that contain it. This matters because a
    /// Pragma addon is inside the engine's folder.
    #[cfg(feature = "fs")]
    pub fn shortest_name_of(&self, file: &std::path::Path) -> Option<String> {
        self.names_of(file).min_by_key(String::len)
    }

    fn names_of(&self, file: &std::path::Path) -> impl Iterator<Item = String> + '_ {
        let file = resource_folders::normal(file);
        self.roots().filter_map(move |root| {
            let below = file.as_ref()?.strip_prefix(resource_folders::normal(root)?).ok()?;
            let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
            Some(parts?.join("/"))
        })
    }

    /// Returns whether case is ignored in names.
    #[cfg(feature = "fs")]
    pub fn names_ignore_case(&self) -> bool {
        self.rules == super::Rules::Pragma
    }
}
