//! The folder that is unpacked to, and files that appear in it whole.

use std::io::{self, Write};

use cap_std::fs::Dir;
use cap_tempfile::TempFile;

use crate::name::SafePath;
use crate::unpack::Refusal;

/// A place for a file: the folder it goes to, `None` if that is yet to be made, and its name.
pub(crate) struct Place<'n> {
    folder: Option<Dir>,
    name: &'n str,
}

impl<'n> Place<'n> {
    /// Finds the place of `path` below `root`, and makes the folders on the way if `make`. Links are not followed.
    pub(crate) fn find(root: &Dir, path: SafePath<'n>, make: bool) -> Result<Self, Refusal> {
        let mut folder = root.try_clone().map_err(Refusal::system)?;
        let mut parts = path.parts().peekable();
        let mut name = "";
        while let Some(part) = parts.next() {
            name = part;
            if parts.peek().is_none() {
                break;
            }
            match folder.symlink_metadata(part) {
                Ok(found) if found.is_symlink() => return Err(Refusal::Link(part.to_owned())),
                Ok(found) if found.is_dir() => {}
                Ok(_) => return Err(Refusal::FileAsFolder(part.to_owned())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if !make {
                        return Ok(Self { folder: None, name });
                    }
                    folder.create_dir(part).map_err(Refusal::system)?;
                }
                Err(error) => return Err(Refusal::system(error)),
            }
            folder = folder.open_dir(part).map_err(Refusal::system)?;
        }
        Ok(Self { folder: Some(folder), name })
    }

    /// Whether a file can be put here.
    pub(crate) fn check(&self, overwrite: bool) -> Result<(), Refusal> {
        let Some(folder) = &self.folder else { return Ok(()) };
        match folder.symlink_metadata(self.name) {
            Ok(found) if found.is_dir() => Err(Refusal::FolderAsFile),
            // A link is replaced itself; what it leads to stays.
            Ok(_) if overwrite => Ok(()),
            Ok(_) => Err(Refusal::Exists),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Refusal::system(error)),
        }
    }

    /// Writes the file beside its place, and puts it there when it is whole.
    pub(crate) fn write(
        &self,
        size: u64,
        sync: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failed> {
        let Some(folder) = &self.folder else { return Err(Failed::Target(io::ErrorKind::NotFound.into())) };
        let file = TempFile::new(folder).map_err(Failed::Target)?;
        let mut out = Metered { file: io::BufWriter::new(file), left: size, failed: None };
        let written = write(&mut out).and_then(|()| out.flush());
        let Metered { file, left, failed } = out;
        if let Some(error) = failed {
            return Err(Failed::Target(error));
        }
        written.map_err(Failed::Content)?;
        if left > 0 {
            return Err(Failed::Content(io::Error::new(io::ErrorKind::UnexpectedEof, "fewer bytes than it says")));
        }
        let file = file.into_inner().map_err(|error| Failed::Target(error.into_error()))?;
        if sync {
            file.as_file().sync_all().map_err(Failed::Target)?;
        }
        file.replace(self.name).map_err(Failed::Place)
    }
}

/// Why a file wasn't written.
pub(crate) enum Failed {
    /// What was to be written can't be had.
    Content(io::Error),
    /// It can't be put there.
    Place(io::Error),
    /// The disk is full, or gone.
    Target(io::Error),
}

/// Takes as many bytes as a file says it has, and remembers what the system says.
struct Metered<W> {
    file: W,
    left: u64,
    failed: Option<io::Error>,
}

impl<W> Metered<W> {
    /// Keeps a failure of the system apart from what the content's own reader says.
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failed = Some(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for Metered<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "more bytes than it says"));
        }
        let written = self.file.write(bytes);
        let written = self.note(written)?;
        self.left = self.left.saturating_sub(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.note(flushed)
    }
}
