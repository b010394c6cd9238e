//! Brings an edited scene home: finds the files that it was exported from, and tells afterwards what has become of the
//! edits.

mod edits;
mod exported;
mod in_place;
mod originals;
mod replaced;
mod second_look;
mod unshown;

use asset_scene::Scene;
use binio::{Bytes, Findings};
use scene_adapter::ResourceLoader;
use scene_adapter::look::ResourceFile;

pub(super) use self::exported::{Recorder, store_name};
pub(super) use self::in_place::{InPlace, Users};
pub(super) use self::originals::{find, tell_missing};
pub(super) use self::unshown::tell as tell_unshown;

use self::exported::Exported;
use self::second_look::{SecondLook, without_arrays};
use super::{ConvertOptions, OutputFormat, engines};

/// Where a scene goes.
#[derive(Clone, Copy)]
pub(super) struct Place<'o> {
    pub(super) format: OutputFormat,
    /// The name of the file.
    pub(super) output: &'o str,
    /// The part of the name up to the folder for resources.
    pub(super) root: &'o str,
}

impl<'o> Place<'o> {
    /// Returns the resource name of the file.
    pub(super) fn resource(self) -> &'o str {
        self.resource_of(self.output)
    }

    /// Returns the resource name of a file that comes with it.
    fn resource_of(self, name: &str) -> &str {
        name.strip_prefix(self.root).unwrap_or(name)
    }
}

/// All that has to be known before the files of an edited scene are created, because an engine may prepare the scene for
/// itself.
pub(super) struct Home<'o, 's> {
    place: Place<'o>,
    /// The original that the scene carries, and its format.
    carried: Option<(Bytes<'s>, String)>,
    /// The file that the output replaces, if nothing else is known as the original.
    replaced: Option<Vec<u8>>,
    /// Whether the scene names what it was exported from, or the options do.
    names_original: bool,
    exported: Option<Exported>,
    /// The second look, with the scene to look for.
    second_look: Option<(SecondLook<'o>, Scene<'static>)>,
}

impl<'o, 's> Home<'o, 's> {
    /// Call this when the originals are found, and the scene is as it is to be written.
    pub(super) fn of(scene: &Scene<'s>, place: Place<'o>, options: &'o ConvertOptions) -> Self {
        let is_named = options.engine_files.into_original.is_some();
        let carried: Option<(Bytes<'s>, String)> =
            scene.source.as_ref().and_then(|source| Some((source.original.clone()?, source.format.clone())));
        let replaced = if is_named || carried.is_some() { None } else { read(place, options) };
        let has_original = carried.is_some() || replaced.is_some();
        Self {
            place,
            carried,
            replaced,
            names_original: is_named || scene.source.is_some(),
            exported: (!options.reshapes()).then(|| Exported::of(scene, place.resource(), options.limits())).flatten(),
            second_look: SecondLook::of(place, has_original, options).map(|look| (look, without_arrays(scene))),
        }
    }

    /// Remembers a file that was created.
    pub(super) fn add(&self, file: &ResourceFile) {
        if let Some((look, _)) = &self.second_look {
            look.add(file);
        }
    }

    /// Tells what was changed by others and is lost, which edits the files don't show, and what has changed in the
    /// file. `written` is the file that was asked for.
    pub(super) fn tell(self, written: Option<&ResourceFile>, options: &ConvertOptions, findings: &mut Findings) {
        let (carried, format) = self.carried.unzip();
        let carried = carried.as_deref();
        let named = written.map(|file| (self.place.resource_of(&file.name), file.bytes.as_slice()));
        if let Some((exported, project)) = self.exported.zip(options.shown.resources.as_deref()) {
            let mut tell = |name: &str, bytes: &[u8]| exported.tell((name, bytes), carried, project, findings);
            match (&self.second_look, named) {
                (Some((look, _)), _) => look.each_file(tell),
                (None, Some((name, bytes))) => tell(name, bytes),
                (None, None) => {}
            }
        }
        let replaced = self.replaced.as_deref();
        if let Some((replaced, named)) = replaced.zip(named).filter(|_| !self.names_original) {
            replaced::tell(replaced, named, findings);
        }
        if let Some((look, edited)) = self.second_look {
            look.tell(&edited, carried.or(replaced), options, findings);
        }
        let is_version_of = |format: Option<&str>| {
            format.is_some_and(|format| engines::is_version_of(self.place.format, format, options))
        };
        // This names parts, so it comes after the report of edits that nothing has named.
        let before = match &options.engine_files.into_original {
            Some(named) => named.asset.document().to_bytes().ok(),
            None => carried.filter(|_| is_version_of(format.as_deref())).map(Into::into),
        };
        if let Some((before, file)) = before.zip(written) {
            edits::tell(&before, (&file.name, &file.bytes), findings);
        }
    }
}

/// Reads the file that the output replaces.
fn read(place: Place<'_>, options: &ConvertOptions) -> Option<Vec<u8>> {
    let project = options.shown.resources.as_deref()?;
    ResourceLoader::read(project, place.resource(), &mut options.limits().budget()).ok()?
}
