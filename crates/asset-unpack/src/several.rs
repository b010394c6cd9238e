//! Several files, all or none.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::write_whole;

/// Writes several files in order, and creates their folders. Each appears whole or not at all; if one can't be written, the files of this call are
/// removed again. The last file is the requested one; an existing secondary file with equal content is kept. Returns the paths of the written files.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let (list, model) = (folder.path().join("Models/Fox.txt"), folder.path().join("Models/Fox.mdl"));
/// asset_unpack::write_several(&[(&list, b"Materials/Fur.xml\r\n"), (&model, b"UMD2")], false)?;
/// // What comes along and holds the same is left alone; what doesn't keeps everything from being written.
/// let other = folder.path().join("Models/Other.mdl");
/// assert!(asset_unpack::write_several(&[(&list, b"Materials/Skin.xml\r\n"), (&other, b"UMD2")], false).is_err());
/// assert!(!other.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if a file with other content exists and not `overwrite`, before any file is written; an I/O error.
/// Each error contains the file name.
pub fn write_several(files: &[(&Path, &[u8])], overwrite: bool) -> io::Result<Vec<PathBuf>> {
    let mut wanted = Vec::with_capacity(files.len());
    let last = files.len().saturating_sub(1);
    for (index, (path, bytes)) in files.iter().enumerate() {
        match fs::symlink_metadata(path) {
            Ok(found) if index < last && found.is_file() && holds(path, bytes, found.len()) => {}
            Ok(_) if !overwrite => return Err(named(path, &io::ErrorKind::AlreadyExists.into())),
            Ok(_) => wanted.push((*path, *bytes, true)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => wanted.push((*path, *bytes, false)),
            Err(error) => return Err(named(path, &error)),
        }
    }
    let mut made = Vec::new();
    for (path, bytes, was_there) in &wanted {
        if let Err(error) = write(path, bytes, overwrite) {
            for path in &made {
                // The first error is returned.
                drop(fs::remove_file(path));
            }
            return Err(named(path, &error));
        }
        if !was_there {
            made.push(*path);
        }
    }
    Ok(wanted.into_iter().map(|(path, ..)| path.to_path_buf()).collect())
}

fn write(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_whole(path, overwrite, |file| file.write_all(bytes))
}

/// Whether a file of this length holds these bytes.
fn holds(path: &Path, bytes: &[u8], length: u64) -> bool {
    length == bytes.len() as u64 && fs::read(path).is_ok_and(|found| found == bytes)
}

pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", binio::Escaped(path.display())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, c] = ["x/a", "x/b", "file/c"].map(|name| folder.path().join(name));
        fs::write(folder.path().join("file"), b"no folder").unwrap();
        // The folder of the last can't be made.
        let failed = write_several(&[(&a, b"1"), (&b, b"2"), (&c, b"3")], false).unwrap_err();
        assert!(failed.to_string().contains("file"), "{failed}");
        assert!(!a.exists() && !b.exists());
        assert_eq!(write_several(&[(&a, b"1"), (&b, b"2")], false).unwrap().len(), 2);
        assert!(write_several(&[(&a, b"1"), (&b, b"2")], false).is_err());
        assert_eq!(write_several(&[(&a, b"1"), (&b, b"2")], true).unwrap(), std::slice::from_ref(&b));
        let taken = write_several(&[(&c, b"3"), (&b, b"other")], false).unwrap_err();
        assert_eq!(fs::read(&b).unwrap(), b"2", "{taken}");
        assert_eq!(write_several(&[(&b, b"other")], true).unwrap(), std::slice::from_ref(&b));
        assert_eq!(fs::read(&b).unwrap(), b"other");
    }
}
