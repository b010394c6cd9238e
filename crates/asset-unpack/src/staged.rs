//! Writes several files one after the other, so that they appear together.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};

use crate::given::{Given, Parent, named};
use crate::sync::{ALL_AT_ONCE, sync_all, sync_folder};
use crate::temporary::{TempFolder, placing, rename};
use crate::whole::{replaceable, write_in};

/// Use this to write several files that must appear together, for example a model with materials and textures. They are
/// created one after the other, and need not fit into memory. Until the call to [`commit`](Self::commit), they are in a
/// temporary folder in or next to the output folder, which is removed on drop.
///
/// You must pass the folders that a person named to [`below`](Self::below). Links below these folders are not followed,
/// because the names of files come from documents, which anyone may have created. For example, given a link `Materials
/// -> ../elsewhere` in the output folder, you will get an error for a file in `Materials`.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// let mut files = asset_unpack::Staged::below([folder.path()]);
/// let (texture, model) = (folder.path().join("Textures/Fur.png"), folder.path().join("Models/Fox.mdl"));
/// files.add(&texture, &mut |out| out.write_all(b"\x89PNG"))?;
/// files.add(&model, &mut |out| out.write_all(b"UMD2"))?;
/// assert!(!texture.exists());
/// assert_eq!(files.commit(false)?, [texture, model]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Staged {
    given: Given,
    folder: Option<TempFolder>,
    files: Vec<StagedFile>,
    /// The number of files that were created in the folder.
    made: usize,
}

/// A file that has not been moved to its place yet.
#[derive(Debug)]
struct StagedFile {
    place: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The content, if this is a small file and the only one so far.
    Memory(Vec<u8>),
    /// The name in the temporary folder, and the length.
    File(String, u64),
}

/// The maximum number of files that are synced one by one. To sync a file takes most of the time in a scene with
/// hundreds of models. The single call that syncs all files is faster, but may also wait for files of other programs.
const FEW: usize = 8;

/// The maximum size of a file in bytes that is kept in memory while it is the only one.
const SMALL: usize = 1 << 20;

/// A function that writes the content of a file.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

impl Staged {
    /// Creates this without files. You must pass the folders that a person named; they need not exist. All files must
    /// be below one of them.
    pub fn below(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        Self { given: Given::new(folders), ..Self::default() }
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns `true` if there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Adds a file that will be moved to `place` by [`commit`](Self::commit). To create the content, `write` is called
    /// with a writer.
    ///
    /// # Errors
    /// Any error returned by `write`, or any I/O error.
    pub fn add(&mut self, place: &Path, write: Writing<'_>) -> io::Result<()> {
        let mut out = Growing { staged: self, bytes: Vec::new(), file: None };
        write(&mut out)?;
        let content = out.finish()?;
        self.files.push(StagedFile { place: place.to_path_buf(), content });
        Ok(())
    }

    /// Removes a file, so that it will not be written.
    pub fn remove(&mut self, index: usize) {
        if index < self.files.len() {
            let StagedFile { content, .. } = self.files.remove(index);
            if let (Content::File(name, _), Some(folder)) = (content, &self.folder) {
                // If that fails, it goes with the folder.
                drop(folder.remove_file(name));
            }
        }
    }

    /// Creates the folders and moves all files to their destinations. The last file is the one that was requested, and
    /// is moved last. If another file already exists with equal content, it is kept. If a file can't be moved, the new
    /// files of this call are removed again. Returns the paths of the files that were written.
    ///
    /// # Errors
    /// All errors contain the file name.
    ///
    /// * [`AlreadyExists`](io::ErrorKind::AlreadyExists) if a file with other content exists and `overwrite` is not
    ///   set. In this case no file is written.
    /// * [`InvalidInput`](io::ErrorKind::InvalidInput) if a folder on the way is a link, or if a path leads out of the
    ///   folders.
    /// * Any I/O error.
    pub fn commit(mut self, overwrite: bool) -> io::Result<Vec<PathBuf>> {
        let files = std::mem::take(&mut self.files);
        let last = files.len().saturating_sub(1);
        let mut wanted = Vec::with_capacity(files.len());
        for (index, file) in files.into_iter().enumerate() {
            match self.existing(&file, index < last, overwrite).map_err(|error| named(&file.place, &error))? {
                Existing::Kept => {}
                Existing::Replaced => wanted.push((file, true)),
                Existing::Missing => wanted.push((file, false)),
            }
        }
        self.sync(&wanted)?;
        let _placing = placing();
        let (mut made, mut unsynced): (Vec<&Path>, Option<(&Path, Dir)>) = (Vec::new(), None);
        for (file, was_there) in &wanted {
            let put = self.put(file, overwrite).map(|folder| {
                // The name is on the disk, too, once its folder is. Not every system lets folders be synced; the files are whole anyway.
                let parent = file.place.parent().unwrap_or(Path::new(""));
                let before = unsynced.replace((parent, folder)).filter(|(before, _)| *before != parent);
                before.into_iter().for_each(|(_, folder)| drop(sync_folder(&folder)));
            });
            if let Err(error) = put {
                for path in made {
                    // The first error is returned.
                    drop(self.given.parent(path).map(|(parent, name)| parent.map(|at| at.folder.remove_file(name))));
                }
                return Err(named(&file.place, &error));
            }
            if !was_there {
                made.push(&file.place);
            }
        }
        unsynced.into_iter().for_each(|(_, folder)| drop(sync_folder(&folder)));
        Ok(wanted.into_iter().map(|(file, _)| file.place).collect())
    }

    /// Syncs the content of files to the disk before they get their names. Otherwise, a crash could leave empty files
    /// with these names.
    fn sync(&self, files: &[(StagedFile, bool)]) -> io::Result<()> {
        let Some(folder) = self.folder.as_ref().filter(|_| ALL_AT_ONCE) else { return Ok(()) };
        if files.len() > FEW {
            return sync_all(folder);
        }
        files.iter().try_for_each(|(file, _)| match &file.content {
            Content::File(own, _) => folder.open(own)?.sync_all(),
            Content::Memory(_) => Ok(()),
        })
    }

    /// Finds what is at the destination of a file. If this is not the requested file, and the content is equal, it is
    /// kept.
    fn existing(&self, file: &StagedFile, is_secondary: bool, overwrite: bool) -> io::Result<Existing> {
        let (Some(parent), name) = self.given.parent(&file.place)? else { return Ok(Existing::Missing) };
        match parent.folder.symlink_metadata(name) {
            Ok(found) if is_secondary && found.is_file() && self.holds(file, &parent.folder, name, found.len()) => {
                Ok(Existing::Kept)
            }
            Ok(found) => replaceable(&found, overwrite).map(|()| Existing::Replaced),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Existing::Missing),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if the file `name` has the same content. It must be a regular file of `length` bytes.
    fn holds(&self, file: &StagedFile, at: &Dir, name: &OsStr, length: u64) -> bool {
        let same = || match (&file.content, &self.folder) {
            (Content::Memory(bytes), _) if bytes.len() as u64 == length => {
                are_same(&mut bytes.as_slice(), &mut at.open(name)?)
            }
            (Content::File(own, size), Some(folder)) if *size == length => {
                are_same(&mut folder.open(own)?, &mut at.open(name)?)
            }
            _ => Ok(false),
        };
        same().unwrap_or(false)
    }

    /// Moves a file to its place, and returns the folder.
    fn put(&self, file: &StagedFile, overwrite: bool) -> io::Result<Dir> {
        let (Parent { folder: to, path }, name) = self.given.created_parent(&file.place)?;
        let at = (&to, path.as_path());
        let (own, folder) = match (&file.content, &self.folder) {
            (Content::Memory(bytes), _) => {
                write_in(at, name, overwrite, |out| out.write_all(bytes))?;
                return Ok(to);
            }
            (Content::File(own, _), Some(folder)) => (own, folder),
            (Content::File(..), None) => return Err(io::ErrorKind::NotFound.into()),
        };
        match rename((folder, Path::new(own)), (&to, Path::new(name)), overwrite) {
            // On another disk it has to be written once more.
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let mut from = folder.open(own)?;
                write_in(at, name, overwrite, |out| io::copy(&mut from, out).map(drop))?;
            }
            moved => moved?,
        }
        Ok(to)
    }

    /// Creates a new file in the temporary folder, and returns its name.
    fn create(&mut self) -> io::Result<(String, File)> {
        if self.folder.is_none() {
            let near = self.given.existing();
            let dir = Dir::open_ambient_dir(&near, ambient_authority())?;
            self.folder = Some(TempFolder::new_in(&dir, &near)?);
        }
        let Some(folder) = &self.folder else { return Err(io::ErrorKind::NotFound.into()) };
        self.made = self.made.saturating_add(1);
        let name = self.made.to_string();
        let file = folder.create(&name)?;
        Ok((name, file))
    }
}

/// What is at the destination of a file.
enum Existing {
    /// A file that must be kept.
    Kept,
    /// A file that must be replaced.
    Replaced,
    /// There is no file.
    Missing,
}

/// A file that is being written. The content is stored in memory at first, and will be moved to the temporary folder
/// when it gets too large.
struct Growing<'s> {
    staged: &'s mut Staged,
    bytes: Vec<u8>,
    file: Option<(String, BufWriter<File>, u64)>,
}

impl Growing<'_> {
    /// Moves the content from memory to the temporary folder.
    fn spill(&mut self) -> io::Result<()> {
        let (name, file) = self.staged.create()?;
        let mut file = BufWriter::new(file);
        let bytes = std::mem::take(&mut self.bytes);
        file.write_all(&bytes)?;
        self.file = Some((name, file, bytes.len() as u64));
        Ok(())
    }

    fn finish(mut self) -> io::Result<Content> {
        if self.file.is_none() && self.staged.is_empty() {
            return Ok(Content::Memory(self.bytes));
        }
        if self.file.is_none() {
            self.spill()?;
        }
        let Some((name, file, length)) = self.file else { return Err(io::ErrorKind::NotFound.into()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if !ALL_AT_ONCE {
            file.sync_all()?;
        }
        Ok(Content::File(name, length))
    }
}

impl Write for Growing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() && self.bytes.len().saturating_add(bytes.len()) > SMALL {
            self.spill()?;
        }
        match &mut self.file {
            None => self.bytes.extend_from_slice(bytes),
            Some((_, file, length)) => {
                file.write_all(bytes)?;
                *length = length.saturating_add(bytes.len() as u64);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns `true` if two files have the same content.
fn are_same(a: &mut impl io::Read, b: &mut impl io::Read) -> io::Result<bool> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    loop {
        first.clear();
        second.clear();
        a.take(1 << 16).read_to_end(&mut first)?;
        b.take(1 << 16).read_to_end(&mut second)?;
        if first != second || first.is_empty() {
            return Ok(first == second);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    fn staged(folder: &Path, files: &[(&PathBuf, &[u8])]) -> Staged {
        let mut staged = Staged::below([folder]);
        for (path, bytes) in files {
            staged.add(path, &mut |out| out.write_all(bytes)).unwrap();
        }
        staged
    }

    #[test]
    fn all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, c] = ["x/a", "x/b", "file/c"].map(|name| folder.path().join(name));
        fs::write(folder.path().join("file"), b"no folder").unwrap();
        // The folder of the last can't be made.
        let failed = staged(folder.path(), &[(&a, b"1"), (&b, b"2"), (&c, b"3")]).commit(false).unwrap_err();
        assert!(failed.to_string().contains("file"), "{failed}");
        assert!(!a.exists() && !b.exists());
        assert_eq!(staged(folder.path(), &[(&a, b"1"), (&b, b"2")]).commit(false).unwrap().len(), 2);
        assert!(staged(folder.path(), &[(&a, b"1"), (&b, b"2")]).commit(false).is_err());
        assert_eq!(staged(folder.path(), &[(&a, b"1"), (&b, b"2")]).commit(true).unwrap(), std::slice::from_ref(&b));
        let taken = staged(folder.path(), &[(&c, b"3"), (&b, b"other")]).commit(false).unwrap_err();
        assert_eq!(fs::read(&b).unwrap(), b"2", "{taken}");
        let mut one = staged(folder.path(), &[(&a, b"changed"), (&b, b"other")]);
        one.remove(0);
        assert_eq!(one.commit(true).unwrap(), std::slice::from_ref(&b));
        assert_eq!((fs::read(&a).unwrap(), fs::read(&b).unwrap()), (b"1".to_vec(), b"other".to_vec()));
        // Nothing else is left.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert_eq!(fs::read_dir(folder.path().join("x")).unwrap().count(), 2);
    }

    #[test]
    fn large_files_are_not_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("large");
        let mut staged = Staged::below([folder.path()]);
        let piece = vec![7; SMALL / 2];
        staged.add(&place, &mut |out| (0..5).try_for_each(|_| out.write_all(&piece))).unwrap();
        assert!(matches!(&staged.files[0].content, Content::File(_, length) if *length == 5 * SMALL as u64 / 2));
        assert!(!place.exists());
        // A failure leaves no files.
        drop(staged);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
