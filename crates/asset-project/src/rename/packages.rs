//! Packages with changed entries.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use urho_pak::{Builder, Content};

use super::{ChangedFile, Edit, RenameError, shown};
use crate::graph::{OpenPackage, Packages};

/// The changes of a package.
#[derive(Debug)]
pub(super) struct PackageEdit {
    opened: Arc<OpenPackage>,
    entries: Vec<ChangedEntry>,
}

/// An entry that gets another name or content.
#[derive(Debug)]
struct ChangedEntry {
    from: String,
    to: String,
    content: Option<Vec<u8>>,
}

/// Returns the packages that contain changed files, each with its changes.
pub(super) fn changed(files: &[ChangedFile], packages: &Packages) -> Result<Vec<ChangedFile>, RenameError> {
    let mut by_package: BTreeMap<&Path, Vec<ChangedEntry>> = BTreeMap::new();
    for file in files {
        let Some(package) = file.package.as_deref() else { continue };
        by_package.entry(package).or_default().push(ChangedEntry {
            from: name_in(package, &file.from),
            to: name_in(package, &file.to),
            content: file.new_bytes().map(<[u8]>::to_vec),
        });
    }
    let edit = |(path, entries): (&Path, Vec<ChangedEntry>)| {
        let opened = packages.get(path).cloned()?;
        let edit = Some(Edit::Entries(PackageEdit { opened, entries }));
        Some(ChangedFile { edit, ..ChangedFile::moved(path, path.to_path_buf()) })
    };
    let edits: Vec<ChangedFile> = by_package.into_iter().filter_map(edit).collect();
    let is_appended =
        |file: &&ChangedFile| matches!(&file.edit, Some(Edit::Entries(edit)) if edit.opened.package.start() > 0);
    let refused: Vec<String> = edits.iter().filter(is_appended).map(|file| appended(&file.from)).collect();
    if refused.is_empty() { Ok(edits) } else { Err(RenameError::Refused(refused)) }
}

fn appended(package: &Path) -> String {
    format!("{}: the package starts after other data; such files can't be changed", shown(package))
}

fn name_in(package: &Path, path: &Path) -> String {
    shown(path.strip_prefix(package).unwrap_or(path))
}

impl PackageEdit {
    /// Writes the changed package to a new file. Other entries are copied without unpacking.
    ///
    /// # Errors
    /// An I/O error; the package has changed since the plan was made.
    pub(super) fn write(&self, path: &PathBuf) -> io::Result<()> {
        drop(self.opened.version.hold()?);
        let mut builder = self.opened.package.edit();
        self.apply(&mut builder)?;
        builder.write_to(File::create_new(path)?)?;
        Ok(())
    }

    fn apply<'e>(&'e self, builder: &mut Builder<'e>) -> Result<(), urho_pak::Error> {
        // Two entries can change names with each other: all get a name that no file has first.
        let between = |number: usize| format!("engine-assets-rename/{number}");
        let moved = || self.entries.iter().enumerate().filter(|(_, entry)| entry.from != entry.to);
        for entry in &self.entries {
            if let Some(content) = &entry.content {
                builder.replace(&entry.from, Content::bytes(content.as_slice()))?;
            }
        }
        for (number, entry) in moved() {
            builder.rename(&entry.from, between(number).into_bytes())?;
        }
        for (number, entry) in moved() {
            builder.rename(between(number), entry.to.as_bytes().to_vec())?;
        }
        Ok(())
    }
}
