//! Materials of models, found by their names in the project that the model belongs to.

pub(super) mod pragma;
pub(super) mod urho;

use std::collections::HashSet;

use asset_scene::{ImageBytes, Scene};
use asset_unpack::Spool;
use binio::{Budget, Findings, Limits};
use scene_adapter::look::rest_of;

use super::ConvertOptions;
use crate::{Error, Resources};

/// Looks for files and reads them.
pub(super) struct Finder<'f> {
    resources: &'f Resources,
    /// What may be read.
    budget: Budget,
    /// What may be decoded.
    decoding: Budget,
    /// Textures that were read.
    seen: HashSet<String>,
    /// What may be read of textures at once, which are gone again with their material.
    textures: Budget,
    /// Where images wait until they are written.
    spool: Spool,
    findings: &'f mut Findings,
}

/// Bytes of images that wait in memory.
const IN_MEMORY: u64 = 8 << 20;

impl<'f> Finder<'f> {
    /// `None` if no looks are wanted, or there is nowhere to look.
    fn new(options: &'f ConvertOptions, findings: &'f mut Findings) -> Option<Self> {
        let resources = options.resources.as_deref().filter(|_| options.materials)?;
        Some(Self::of(resources, options, findings))
    }

    /// One that finds all sorts of files, materials or not.
    fn of(resources: &'f Resources, options: &ConvertOptions, findings: &'f mut Findings) -> Self {
        let mut limits = Limits::default();
        limits.max_expanded_bytes = options.max_expanded_bytes;
        let (budget, decoding, textures) = (limits.budget(), limits.budget(), limits.budget());
        Self { resources, budget, decoding, textures, seen: HashSet::new(), spool: Spool::new(IN_MEMORY), findings }
    }

    /// Puts the images of a scene from a place on away until they are written.
    fn put_away(&self, scene: &mut Scene<'_>, from: usize) {
        for image in scene.images.iter_mut().skip(from) {
            let kept = image.bytes.here().and_then(|bytes| self.spool.put(bytes));
            let kept = kept.and_then(|(file, offset)| ImageBytes::part(file, offset, image.bytes.len()).ok());
            if let Some(kept) = kept {
                image.bytes = kept;
            }
        }
    }

    /// Begins a material: the textures of the one before are gone.
    fn begin(&mut self) {
        self.textures = rest_of(&self.budget);
    }

    /// Reads a texture. Only one that was read before is spent for good.
    fn reading<T>(&mut self, name: &str, read: impl FnOnce(&Resources, &mut Budget) -> T) -> T {
        if self.seen.insert(name.to_lowercase()) {
            read(self.resources, &mut self.textures)
        } else {
            read(self.resources, &mut self.budget)
        }
    }

    /// A texture; `Err` says where it isn't or what is wrong.
    fn read_texture(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.reading(name, |resources, budget| resources.read_with(name, budget)) {
            Ok(Some(resource)) => Ok(resource.bytes),
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
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
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.resources.read_with(name, &mut self.budget) {
            Ok(Some(resource)) => Ok(resource.bytes),
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn is_there(&self, name: &str) -> bool {
        matches!(self.resources.find(name), Ok(Some(_)))
    }
}

/// What folders and packages hold, for all that a level shows.
pub(super) struct Found<'f> {
    finder: Finder<'f>,
    materials: bool,
    textures: bool,
}

/// The scene that `show` makes of a level with what is found of it, and all that is to be said.
pub(super) fn shown(
    options: &ConvertOptions,
    show: impl FnOnce(&mut Found<'_>) -> Result<(Scene<'static>, Findings), asset_scene::Error>,
) -> Result<(Scene<'static>, Findings), Error> {
    let (nowhere, mut told) = (Resources::new(), Findings::new());
    let resources = options.resources.as_deref().unwrap_or(&nowhere);
    let finder = Finder::of(resources, options, &mut told);
    let mut found = Found { finder, materials: options.materials, textures: options.textures };
    let (scene, mut findings) = show(&mut found).map_err(Error::convert)?;
    findings.extend(told);
    Ok((scene, findings))
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
        crate::Format::UrhoMaterial => {
            let named = options.clone().material_names([name.to_owned()]);
            urho::show(scene, name, &named, findings);
        }
        crate::Format::PragmaMaterial => {
            pragma::show_file(scene, asset_scene::Id::new(0), name, options, findings);
        }
        _ => {}
    }
}
