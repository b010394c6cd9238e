//! Remembers in a glTF which files it was exported from, to tell what somebody else has changed in them since then.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as FilePath;

use asset_formats::{Asset, kinds};
use asset_paths::{Change, DiffOptions, diff};
use asset_scene::{Scene, Source, sum};
use binio::{Budget, Findings, Limits, Path};
use scene_adapter::ResourceLoader;
use serde_json::{Map, Value};

use super::edits::sentences;

/// The key in the layout of a source.
const KEY: &str = "exported";
const RESOURCE: &str = "resource";
const SUM: &str = "sum";
const FILES: &str = "files";
/// The name of the scene, after which nodes and meshes are named that have no name in the file.
const TITLE: &str = "name";

/// Extensions of the files that a scene shows as a whole. Edits of materials only change single parameters.
const WHOLE: [&str; 6] = ["ani", "mdl", "pmdl", "pmdl_b", "prefab", "uani"];

/// Numbers that an editor counts on its own.
const COUNTERS: [&str; 5] = [
    "Elapsed Time",
    "Next Local Component ID",
    "Next Local Node ID",
    "Next Replicated Component ID",
    "Next Replicated Node ID",
];

/// A project whose files are remembered when they are read.
pub(crate) struct Recorder<'r> {
    project: &'r dyn ResourceLoader,
    sums: RefCell<BTreeMap<String, String>>,
}

impl<'r> Recorder<'r> {
    pub(crate) fn new(project: &'r dyn ResourceLoader) -> Self {
        Self { project, sums: RefCell::default() }
    }

    /// Stores the name of the document, and the sums of all files that were read, in its scene.
    pub(crate) fn store(self, scene: &mut Scene<'_>, resource: Option<&str>) {
        let Some(source) = scene.source.as_mut() else { return };
        store_name(source, resource);
        if let Some(exported) = exported_mut(source) {
            exported.insert(TITLE.to_owned(), scene.name.as_str().into());
        }
        let files: Map<String, Value> =
            self.sums.into_inner().into_iter().map(|(name, sum)| (name, Value::from(sum))).collect();
        if let Some(exported) = exported_mut(source).filter(|_| !files.is_empty()) {
            exported.insert(FILES.to_owned(), Value::Object(files));
        }
    }
}

/// Stores the resource name of a file and its sum in the source that keeps the file.
pub(crate) fn store_name(source: &mut Source<'_>, resource: Option<&str>) {
    let Some((resource, sum)) = resource.zip(source.original.as_deref().map(sum)) else { return };
    if let Some(exported) = exported_mut(source) {
        exported.insert(RESOURCE.to_owned(), resource.into());
        exported.insert(SUM.to_owned(), sum.into());
    }
}

fn exported_mut<'s>(source: &'s mut Source<'_>) -> Option<&'s mut Map<String, Value>> {
    let layout = source.layout.as_object_mut()?;
    layout.entry(KEY).or_insert_with(|| Map::new().into()).as_object_mut()
}

/// Returns the name that the scene of a source had.
pub(super) fn stored_title<'s>(source: &'s Source<'_>) -> Option<&'s str> {
    source.layout.get(KEY)?.get(TITLE)?.as_str()
}

/// Returns the resource name of the file that a source was read from, and the sum of the file.
pub(super) fn stored_name<'s>(source: &'s Source<'_>) -> Option<(&'s str, &'s str)> {
    let exported = source.layout.get(KEY)?;
    let text = |key: &str| exported.get(key).and_then(Value::as_str);
    Some((text(RESOURCE)?, text(SUM)?))
}

impl ResourceLoader for Recorder<'_> {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        Some(self.project)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        let read = self.project.read(name, budget)?;
        let end = name.rsplit_once('.').map_or("", |(_, end)| end);
        if let Some(bytes) = read.as_ref().filter(|_| WHOLE.iter().any(|known| end.eq_ignore_ascii_case(known))) {
            self.sums.borrow_mut().entry(name.to_lowercase()).or_insert_with(|| sum(bytes));
        }
        Ok(read)
    }
}

/// What a glTF knows about the files that it was exported from, if it is written over its document.
pub(super) struct Exported {
    /// The sum of the document.
    sum: String,
    /// The sums of other files, by their names in lower case.
    files: BTreeMap<String, String>,
    /// The resource name of the document.
    output: String,
    /// Limits for reading the files of the project.
    limits: Limits,
}

impl Exported {
    /// Returns what the scene of a glTF knows. Returns `None` if it was exported from another document than `output`.
    pub(super) fn of(scene: &Scene<'_>, output: &str, limits: Limits) -> Option<Self> {
        let source = scene.source.as_ref()?;
        let (resource, sum) = stored_name(source)?;
        if !resource.eq_ignore_ascii_case(output) {
            return None;
        }
        let files = source
            .layout
            .get(KEY)
            .and_then(|exported| exported.get(FILES))
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        Some(Self {
            sum: sum.to_owned(),
            files: files.filter_map(|(name, sum)| Some((name.clone(), sum.as_str()?.to_owned()))).collect(),
            output: output.to_owned(),
            limits,
        })
    }

    /// Reports what was changed in a file since the export, and is lost now. `name` is the name of a created file in any
    /// case, and `bytes` are its content; `original` is the document, if the glTF carries it.
    pub(super) fn tell(
        &self,
        (name, bytes): (&str, &[u8]),
        original: Option<&[u8]>,
        project: &dyn ResourceLoader,
        findings: &mut Findings,
    ) {
        let is_output = name.eq_ignore_ascii_case(&self.output);
        let name = if is_output { &self.output } else { name };
        let before = if is_output { Some(&self.sum) } else { self.files.get(name) };
        let now = || project.read(name, &mut self.limits.budget()).ok().flatten();
        let Some((before, now)) = before.and_then(|before| Some((before, now()?))) else { return };
        if now == bytes || sum(&now) == *before {
            return;
        }
        let original = original.filter(|_| is_output);
        let path = || Path::from("file").name(name.as_bytes());
        match Lost::of(name, [original, Some(&now), Some(bytes)]) {
            None => findings.warning(
                kinds::CHANGED_SINCE_EXPORT,
                path(),
                "was changed since the glTF was exported, and is written over with what the glTF shows",
            ),
            Some(Lost { unedited, edited }) => {
                if !unedited.is_empty() {
                    let message = format!(
                        "this file was changed after the glTF was exported, and these changes are lost: {}",
                        sentences(&unedited)
                    );
                    findings.loss(kinds::CHANGED_SINCE_EXPORT, path(), message);
                }
                if !edited.is_empty() {
                    let message = format!(
                        "both this file and the glTF were changed after the export, and the glTF wins here: {}",
                        sentences(&edited)
                    );
                    findings.warning(kinds::CHANGED_SINCE_EXPORT, path(), message);
                }
            }
        }
    }
}

/// Changes of a document by somebody else that an edit takes back.
struct Lost {
    /// Changes of parts that the edit doesn't touch.
    unedited: Vec<Change>,
    /// Changes of parts that the edit changes too. This is also the case if an earlier edit was written.
    edited: Vec<Change>,
}

impl Lost {
    /// Compares the versions of a document at the export, now, and with the edit. Returns `None` if they can't be
    /// compared.
    fn of(name: &str, [before, now, written]: [Option<&[u8]>; 3]) -> Option<Self> {
        let parse =
            |bytes: Option<&'_ [u8]>| Asset::parse(bytes?, Some(FilePath::new(name))).ok().map(Asset::into_owned);
        let (before, now, written) = (parse(before)?, parse(now)?, parse(written)?);
        let changes = |from: &Asset<'_>, to: &Asset<'_>| diff(from, to, &DiffOptions::default()).ok();
        // If somebody has renamed a part, it has the new name in the paths of both.
        let undone: BTreeMap<String, Option<String>> =
            changes(&written, &now)?.into_iter().map(|change| (change.path, change.old)).collect();
        let edits: BTreeSet<String> = changes(&before, &written)?.into_iter().map(|change| change.path).collect();
        let is_counter = |path: &str| COUNTERS.iter().any(|name| path == *name || path.ends_with(&format!("/{name}")));
        let is_lost = |change: &Change| undone.contains_key(&change.path) && !is_counter(&change.path);
        let lost = changes(&before, &now)?.into_iter().filter(is_lost);
        let (edited, unedited) = lost.partition(|change| match &change.note {
            // Vertices or pixels: the single values aren't known.
            Some(_) => edits.contains(&change.path),
            None => undone.get(&change.path) != Some(&change.old),
        });
        Some(Self { unedited, edited })
    }
}
