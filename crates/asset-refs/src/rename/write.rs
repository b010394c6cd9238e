//! Changes several files together: either all of them, or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ChangedFile, Edit, shown};

/// This folder contains the new content until everything is ready, and then the old content until everything is done.
/// If the process is killed in between, you can look into the list in this folder to see where each file was.
const STAGE: &str = ".engine-assets-rename";

/// Moves and changes all files, or none if there is an error. Folders below `root` that are empty afterwards will be
/// removed.
///
/// # Errors
/// Returns an I/O error with the file name. In this case, all files are the same as before.
pub(crate) fn write<'f>(files: impl IntoIterator<Item = &'f ChangedFile>, root: &Path) -> io::Result<()> {
    let files: Vec<&ChangedFile> = files.into_iter().collect();
    if files.is_empty() {
        return Ok(());
    }
    let stage = Stage::new(&files)?;
    let mut undo = Vec::new();
    let done = stage.prepare(&files).and_then(|()| stage.replace_files(&files, &mut undo));
    if let Err(error) = done {
        // Backwards: what was done last is undone first.
        let failed = undo.iter().rev().filter(|step| step.revert().is_err()).count();
        if failed > 0 {
            let message = format!("{error}; {failed} files can't be put back and are in {}", shown(&stage.0));
            return Err(io::Error::new(error.kind(), message));
        }
        stage.remove()?;
        return Err(error);
    }
    stage.remove()?;
    files.iter().for_each(|file| remove_empty(&file.from, root));
    Ok(())
}

/// A step that can be undone.
enum Step {
    Moved { from: PathBuf, to: PathBuf },
    Created(PathBuf),
}

impl Step {
    fn revert(&self) -> io::Result<()> {
        match self {
            Self::Moved { from, to } => fs::rename(to, from),
            Self::Created(folder) => fs::remove_dir(folder),
        }
    }
}

/// The folder for files that are being moved.
struct Stage(PathBuf);

impl Stage {
    /// Creates the folder beside the first file, so that the files stay on the same disk.
    fn new(files: &[&ChangedFile]) -> io::Result<Self> {
        let folder = files.first().and_then(|file| file.from.parent()).unwrap_or(Path::new("."));
        let stage = folder.join(STAGE);
        let exists = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let path = shown(&stage);
                let message = format!("\"{path}\" exists: another rename runs, or was killed; see list.tsv in it");
                io::Error::new(error.kind(), message)
            }
            _ => named(&stage, &error),
        };
        fs::create_dir(&stage).map_err(exists)?;
        Ok(Self(stage))
    }

    fn old(&self, index: usize) -> PathBuf {
        self.0.join(format!("old-{index}"))
    }

    fn new_file(&self, index: usize) -> PathBuf {
        self.0.join(format!("new-{index}"))
    }

    /// Writes the new content and the list, and checks that nothing has changed since. This doesn't touch the files
    /// yet.
    fn prepare(&self, files: &[&ChangedFile]) -> io::Result<()> {
        let mut list = String::new();
        for (index, file) in files.iter().enumerate() {
            list += &format!("old-{index}\t{}\t{}\n", file.from.display(), file.to.display());
            let Some(edit) = &file.edit else { continue };
            let path = self.new_file(index);
            match edit {
                Edit::Content { old, new } => {
                    if asset_unpack::read_regular(&file.from).map_err(|error| named(&file.from, &error))? != *old {
                        let message =
                            format!("{}: it has changed since the plan was made; plan again", shown(&file.from));
                        return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
                    }
                    fs::write(&path, new).map_err(|error| named(&path, &error))?;
                }
                Edit::Entries(edit) => edit.write(&path).map_err(|error| named(&file.from, &error))?,
            }
            fs::set_permissions(&path, fs::metadata(&file.from)?.permissions())?;
        }
        fs::write(self.0.join("list.tsv"), list)
    }

    /// Moves all old files away first, and then all files into place. This is why two files can exchange their names.
    fn replace_files(&self, files: &[&ChangedFile], undo: &mut Vec<Step>) -> io::Result<()> {
        for (index, file) in files.iter().enumerate() {
            step(undo, &file.from, &self.old(index)).map_err(|error| named(&file.from, &error))?;
        }
        for (index, file) in files.iter().enumerate() {
            if file.to.symlink_metadata().is_ok() {
                let message = format!("\"{}\" already exists", shown(&file.to));
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            create_folders(file.to.parent().unwrap_or(Path::new("")), undo)?;
            let from = if file.edit.is_some() { self.new_file(index) } else { self.old(index) };
            step(undo, &from, &file.to).map_err(|error| named(&file.to, &error))?;
        }
        Ok(())
    }

    fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.0).map_err(|error| named(&self.0, &error))
    }
}

fn step(undo: &mut Vec<Step>, from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    undo.push(Step::Moved { from: from.to_path_buf(), to: to.to_path_buf() });
    Ok(())
}

/// Creates a folder, and its parent folders if they don't exist.
fn create_folders(folder: &Path, undo: &mut Vec<Step>) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    create_folders(folder.parent().unwrap_or(Path::new("")), undo)?;
    fs::create_dir(folder).map_err(|error| named(folder, &error))?;
    undo.push(Step::Created(folder.to_path_buf()));
    Ok(())
}

/// Removes the folder of a file, and then the parent folders, as long as they are empty. It stops at the root, which is
/// not removed.
fn remove_empty(file: &Path, root: &Path) {
    // A folder with content can't be removed, and then those above it have content too.
    let below = file.ancestors().skip(1).take_while(|folder| *folder != root && folder.starts_with(root));
    for folder in below {
        if folder.as_os_str().is_empty() || fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::CrossesDevices {
        let message = format!("{}: it is on another disk; files are only moved on one disk", shown(path));
        return io::Error::new(error.kind(), message);
    }
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}
