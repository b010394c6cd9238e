//! Writes packages when their entries have changed.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use urho_pak::{Builder, Content, EntryRef};

use super::{ChangedFile, Edit, RenameError, shown};
use crate::graph::{OpenPackage, Packages};

/// The changes to a package.
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

/// Returns the packages that contain changed files, each with the changes. If the package itself is moved, the entries
/// get the new path of the package.
pub(super) fn changed(files: &mut [ChangedFile], packages: &Packages) -> Result<Vec<ChangedFile>, RenameError> {
    let is_moved = |file: &&ChangedFile| file.package.is_none() && packages.get(&file.from).is_some();
    let moved: BTreeMap<PathBuf, PathBuf> =
        files.iter().filter(is_moved).map(|file| (file.from.clone(), file.to.clone())).collect();
    let mut by_package: BTreeMap<PathBuf, Vec<ChangedEntry>> = BTreeMap::new();
    for file in files {
        let Some(package) = file.package.clone() else { continue };
        let (from, to) = (name_in(&package, &file.from), name_in(&package, &file.to));
        if let Some(moved_to) = moved.get(&package) {
            file.to = to.split('/').fold(moved_to.clone(), |path, part| path.join(part));
        }
        let content = file.new_bytes().map(<[u8]>::to_vec);
        by_package.entry(package).or_default().push(ChangedEntry { from, to, content });
    }
    let mut edits = Vec::new();
    let mut refused = Vec::new();
    for (path, entries) in by_package {
        let Some(opened) = packages.get(&path).cloned() else { continue };
        let edit = PackageEdit { opened, entries };
        refused.extend(edit.refused(&path));
        let to = moved.get(&path).unwrap_or(&path).clone();
        edits.push(ChangedFile { edit: Some(Edit::Entries(edit)), ..ChangedFile::moved(&path, to) });
    }
    if refused.is_empty() { Ok(edits) } else { Err(RenameError::Refused(refused)) }
}

fn name_in(package: &Path, path: &Path) -> String {
    shown(path.strip_prefix(package).unwrap_or(path))
}

impl PackageEdit {
    /// Returns the reasons why the package can't be changed.
    fn refused(&self, path: &Path) -> Vec<String> {
        let package = &self.opened.package;
        if package.start() > 0 {
            return vec![format!("{}: the package starts after other data; such files can't be changed", shown(path))];
        }
        let older = package.entries().filter(EntryRef::is_shadowed);
        let older: HashSet<String> = older.filter_map(|entry| entry.name().as_str().map(str::to_owned)).collect();
        let is_left = |entry: &&ChangedEntry| entry.from != entry.to && older.contains(&entry.from);
        // The older entry would be loaded by the old name then.
        let reason = |entry: &ChangedEntry| {
            let (path, name) = (shown(path), &entry.from);
            format!("{path} has {name} more than once; pack it again with one")
        };
        self.entries.iter().filter(is_left).map(reason).collect()
    }

    /// Writes the changed package to a new file. All other entries are copied without unpacking them.
    ///
    /// # Errors
    /// Returns any I/O error, and an error if the package has changed since the plan was made.
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
