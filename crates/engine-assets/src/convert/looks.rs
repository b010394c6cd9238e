//! Materials of models, found by their names in the project that the model belongs to.

#[cfg(feature = "scene-pragma")]
pub(super) mod pragma;
#[cfg(feature = "scene-urho")]
pub(super) mod urho;

use binio::{Budget, Findings, Limits};

use super::ConvertOptions;
use crate::Resources;

/// Looks for files and reads them.
pub(super) struct Finder<'f> {
    resources: &'f Resources,
    /// What may be read.
    budget: Budget,
    /// What may be decoded.
    decoding: Budget,
    findings: &'f mut Findings,
}

impl<'f> Finder<'f> {
    /// `None` if no looks are wanted, or there is nowhere to look.
    fn new(options: &'f ConvertOptions, findings: &'f mut Findings) -> Option<Self> {
        let resources = options.resources.as_deref().filter(|_| options.materials)?;
        let mut limits = Limits::default();
        limits.max_expanded_bytes = options.max_expanded_bytes;
        Some(Self { resources, budget: limits.budget(), decoding: limits.budget(), findings })
    }

    /// One that finds all sorts of files, materials or not.
    #[cfg(feature = "scene-urho")]
    pub(super) fn of(resources: &'f Resources, options: &ConvertOptions, findings: &'f mut Findings) -> Self {
        let mut limits = Limits::default();
        limits.max_expanded_bytes = options.max_expanded_bytes;
        Self { resources, budget: limits.budget(), decoding: limits.budget(), findings }
    }

    /// Where it was looked for what isn't there.
    fn nowhere(&self) -> String {
        if self.resources.is_empty() {
            return "no folder of resources is known: name one with the option resources".to_owned();
        }
        let places: Vec<String> = self.resources.roots().map(|root| root.display().to_string()).collect();
        format!("not in {}", places.join(", "))
    }

    /// A file; `Err` says where it isn't or what is wrong.
    #[cfg(feature = "scene-urho")]
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.resources.read_with(name, &mut self.budget) {
            Ok(Some(resource)) => Ok(resource.bytes),
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[cfg(feature = "scene-urho")]
    fn is_there(&self, name: &str) -> bool {
        matches!(self.resources.find(name), Ok(Some(_)))
    }
}

/// Gives a material the look of the file of a name, of Urho3D or Pragma.
#[cfg(feature = "render")]
pub(crate) fn of_file(
    scene: &mut asset_scene::Scene<'_>,
    format: crate::Format,
    name: &str,
    options: &ConvertOptions,
    findings: &mut Findings,
) {
    match format {
        #[cfg(feature = "scene-urho")]
        crate::Format::UrhoMaterial => {
            let named = options.clone().material_names([name.to_owned()]);
            urho::show(scene, name, &named, findings);
        }
        #[cfg(feature = "scene-pragma")]
        crate::Format::PragmaMaterial => {
            pragma::show_file(scene, asset_scene::Id::new(0), name, options, findings);
        }
        _ => {}
    }
}
