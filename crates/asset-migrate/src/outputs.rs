//! Writes the output folder of a migration. It knows what earlier runs have written there, and keeps a journal, so that
//! you can continue a run that was killed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use asset_formats::Error;

use super::listing::named;
use super::manifest::{self, Manifest};
use super::report::{FileReport, Note, NoteKind, Output};

/// The name of the journal in the output folder. It exists while a run is writing, and stays there if the run is killed
/// or fails.
const JOURNAL: &str = "engine-assets-migration.journal";

/// The output folder of a run.
pub(super) struct Outputs<'m> {
    folder: &'m Path,
    /// Whether to write files.
    write: bool,
    /// Whether to overwrite files that have been changed since they were written.
    overwrite: bool,
    /// The hashes of outputs that earlier runs have written, by name. There can be several if a run was not finished.
    earlier: BTreeMap<String, BTreeSet<String>>,
    /// The outputs of this run, because several files can write the same output.
    written: Mutex<HashSet<String>>,
    /// The journal. A line is added before an output is moved into place.
    journal: Option<Mutex<File>>,
}

/// Whether a migration writes its outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    /// Whether anything is written.
    pub(super) write: bool,
    /// Whether existing files are replaced.
    pub(super) overwrite: bool,
}

impl<'m> Outputs<'m> {
    /// Opens the output folder. If files are going to be written, this also begins the journal.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the folder contains files that no migration has written, and [`Error::Io`] if the
    /// journal can't be written.
    pub(super) fn open(
        folder: &'m Path,
        Writing { write, overwrite }: Writing,
        manifest: Option<&Manifest>,
    ) -> Result<Self, Error> {
        let unfinished = asset_unpack::read_below(&[folder], &folder.join(JOURNAL)).ok();
        if write && manifest.is_none() && unfinished.is_none() && has_files(folder) {
            let shown = folder.display();
            return Err(Error::Refused(format!("{shown} has files that no migration wrote; choose an empty folder")));
        }
        let mut earlier: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let lines = entries_of(unfinished.as_deref().unwrap_or_default());
        for (name, hash) in manifest.map(Manifest::outputs).unwrap_or_default().into_iter().chain(lines) {
            earlier.entry(name).or_default().insert(hash);
        }
        let mut outputs = Self { folder, write, overwrite, earlier, written: Mutex::default(), journal: None };
        if write {
            outputs.journal = Some(Mutex::new(outputs.begin(unfinished.unwrap_or_default())?));
        }
        Ok(outputs)
    }

    /// Writes the journal, starting with the lines from a run that was not finished, and opens it to add more.
    fn begin(&self, mut lines: Vec<u8>) -> Result<File, Error> {
        // A killed run may have left half a line.
        if lines.last().is_some_and(|last| *last != b'\n') {
            lines.push(b'\n');
        }
        let path = self.folder.join(JOURNAL);
        let opened = asset_unpack::write_below(&[self.folder], &path, true, |file| {
            file.write_all(&lines)?;
            // The same file under its name, once it has it.
            file.try_clone()
        });
        Ok(opened.map_err(|error| named(&path, &error))?.into_std())
    }

    /// Returns the hash of an output that exists.
    pub(super) fn hash_of(&self, output: &str) -> Option<String> {
        let bytes = asset_unpack::read_below(&[self.folder], &self.below(output)?).ok()?;
        Some(manifest::hash(&bytes))
    }

    /// Writes an output, but not if it has been changed since an earlier run. Returns whether it was written.
    ///
    /// # Errors
    /// Returns an error if there is a link on the way to the output, if the name leads out of the folder, or if there
    /// is an I/O error.
    pub(super) fn write(&self, output: &Output, content: &[u8], report: &mut FileReport) -> Result<bool, Error> {
        let name = output.name.as_str();
        if !self.write {
            return Ok(false);
        }
        let is_first = self.written.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        let there = self.hash_of(name);
        if !is_first || there.as_ref() == Some(&output.sha256) {
            return Ok(false);
        }
        let is_own = |hash: &String| self.earlier.get(name).is_some_and(|hashes| hashes.contains(hash));
        if there.is_some_and(|hash| !is_own(&hash)) && !self.overwrite {
            let message = format!("{name} was changed since it was written: it is kept");
            report.notes.push(Note::new(NoteKind::ByHand, None, message));
            return Ok(false);
        }
        self.note(name, &output.sha256)?;
        self.put(name, content)?;
        Ok(true)
    }

    /// Adds an output to the journal.
    fn note(&self, name: &str, hash: &str) -> Result<(), Error> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let line = serde_json::to_string(&(name, hash)).map_err(io::Error::from)? + "\n";
        let mut file = journal.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(|error| named(&self.folder.join(JOURNAL), &error))?;
        Ok(())
    }

    fn put(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let path = self.below(name).ok_or_else(|| Error::Refused(format!("{name} leads out of the output folder")))?;
        asset_unpack::write_below(&[self.folder], &path, true, |out| out.write_all(content))
            .map_err(|error| named(&path, &error))?;
        Ok(())
    }

    /// Removes the outputs of earlier runs that this run doesn't have, but only if they have not been changed. Returns
    /// their names.
    ///
    /// # Errors
    /// Returns any I/O error.
    pub(super) fn remove_stale(&self, now: &Manifest) -> Result<Vec<String>, Error> {
        let outputs = now.outputs();
        let mut removed = Vec::new();
        for (name, hashes) in &self.earlier {
            let is_own = || self.hash_of(name).is_some_and(|hash| hashes.contains(&hash));
            let Some(path) = self.below(name).filter(|_| !outputs.contains_key(name) && is_own()) else { continue };
            removed.push(name.clone());
            if self.write {
                asset_unpack::remove_below(&[self.folder], &path).map_err(|error| named(&path, &error))?;
            }
        }
        Ok(removed)
    }

    /// Writes the record of this run. After this, the journal is not needed any more.
    ///
    /// # Errors
    /// Returns any I/O error.
    pub(super) fn finish(self, manifest: &Manifest) -> Result<(), Error> {
        if !self.write {
            return Ok(());
        }
        self.put(manifest::NAME, &manifest.to_bytes()?)?;
        let path = self.folder.join(JOURNAL);
        // Closed first: some systems remove no open file.
        drop(self.journal);
        asset_unpack::remove_below(&[self.folder], &path).map_err(|error| named(&path, &error))?;
        Ok(())
    }

    /// Returns the path of an output, or `None` if the name leads out of the folder. This must be checked because the
    /// name can come from the record of an earlier run. Hidden files are allowed here although names in packages can't
    /// be hidden, because projects have such files.
    fn below(&self, name: &str) -> Option<PathBuf> {
        let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        (is_plain && !name.is_empty()).then(|| self.folder.join(name))
    }
}

/// Checks whether a folder contains files. Those that a killed process has left there don't count.
fn has_files(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| !asset_unpack::is_temporary(&entry.file_name()))
}

/// Returns the outputs in a journal, with their hashes. The last line can be incomplete.
fn entries_of(journal: &[u8]) -> Vec<(String, String)> {
    journal.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}
