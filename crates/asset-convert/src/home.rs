//! Brings an edited scene home: finds the files that it was exported from, and tells afterwards what has become of the
//! edits.

mod edits;
mod exported;
mod in_place;
mod originals;
mod replaced;
mod second_look;
mod unshown;

use asset_formats::Format;
use asset_scene::Scene;
use binio::{Bytes, Findings};
use scene_adapter::look::ResourceFile;

pub(super) use self::exported::{Recorder, store_name};
pub(super) use self::in_place::{InPlace, Users};
pub(super) use self::originals::{find, tell_missing};
pub(super) use self::unshown::tell as tell_unshown;

use self::exported::Exported;
use self::replaced::Replaced;
use self::second_look::{SecondLook, without_arrays};
use super::{ConvertOptions, OutputFormat};

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
    exported: Option<Exported>,
    replaced: Option<Replaced>,
    /// The second look, with the scene to look for.
    second_look: Option<(SecondLook<'o>, Scene<'static>)>,
}

impl<'o, 's> Home<'o, 's> {
    /// Call this when the originals are found, and the scene is as it is to be written.
    pub(super) fn of(scene: &Scene<'s>, place: Place<'o>, options: &'o ConvertOptions) -> Self {
        let exported = (!options.reshapes()).then(|| Exported::of(scene, place.resource(), options.limits())).flatten();
        Self {
            place,
            carried: scene.source.as_ref().and_then(|source| Some((source.original.clone()?, source.format.clone()))),
            exported,
            replaced: Replaced::of(scene, place.resource(), options),
            second_look: SecondLook::of(scene, place, options).map(|look| (look, without_arrays(scene))),
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
        if let Some((replaced, named)) = self.replaced.zip(named) {
            replaced.tell(named, findings);
        }
        if let Some((look, edited)) = self.second_look {
            look.tell(&edited, carried, options, findings);
        }
        // This names parts, so it comes after the report of edits that nothing has named.
        let before = match &options.engine_files.into_original {
            Some(named) => named.asset.document().to_bytes().ok(),
            None => {
                carried.filter(|_| format.as_deref() == self.place.format.format().map(Format::name)).map(Into::into)
            }
        };
        if let Some((before, file)) = before.zip(written) {
            edits::tell(&before, (&file.name, &file.bytes), findings);
        }
    }
}
