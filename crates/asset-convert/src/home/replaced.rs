//! Looks at a file that is replaced by a scene which doesn't say what it was exported from, for example because its
//! program left out custom properties.

use std::path::Path as FilePath;

use asset_formats::{Asset, kinds};
use asset_paths::{Change, ChangeKind, DiffOptions, diff};
use asset_scene::Scene;
use binio::{Findings, Path};
use scene_adapter::ResourceLoader;

use super::edits::{MOST, outermost, sentences};
use crate::ConvertOptions;

/// A file that nothing but its name connects with the scene that replaces it.
pub(super) struct Replaced {
    bytes: Vec<u8>,
}

impl Replaced {
    /// Reads the file. Returns `None` if there is none, or if the scene names an original, or the options do.
    pub(super) fn of(scene: &Scene<'_>, resource: &str, options: &ConvertOptions) -> Option<Self> {
        if scene.source.is_some() || options.engine_files.into_original.is_some() || options.reshapes() {
            return None;
        }
        let project = options.shown.resources.as_deref()?;
        let bytes = ResourceLoader::read(project, resource, &mut options.limits().budget()).ok()??;
        (bytes.len() <= MOST).then_some(Self { bytes })
    }

    /// Warns if the new file hasn't got all parts of the old one.
    pub(super) fn tell(&self, (name, written): (&str, &[u8]), findings: &mut Findings) {
        let parse = |bytes| Asset::parse(bytes, Some(FilePath::new(name))).ok();
        let Some((before, now)) = parse(&self.bytes).zip(parse(written)) else { return };
        let Ok(changes) = diff(&before, &now, &DiffOptions::default()) else { return };
        let is_gone = |change: &Change| change.kind() == ChangeKind::Removed;
        let gone: Vec<Change> = outermost(changes).into_iter().filter(is_gone).collect();
        if gone.is_empty() {
            return;
        }
        let message = format!(
            "replaces a file that the scene doesn't name as its original, and these parts of it are gone: {} The option \
             into keeps what a scene can't show",
            sentences(&gone)
        );
        findings.warning(kinds::REPLACED_WITHOUT_ORIGINAL, Path::from("file").name(name.as_bytes()), message);
    }
}
