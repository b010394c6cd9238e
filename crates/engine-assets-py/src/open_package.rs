//! An open package, which its entries share.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use engine_assets::binio::ReadAt;
use engine_assets::urho_pak;
use pyo3::pybacked::PyBackedBytes;

/// Source of a package. Its data are not copied.
pub(crate) enum Place {
    File(File),
    Bytes(PyBackedBytes),
}

impl ReadAt for Place {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Self::File(file) => file.read_exact_at(buffer, offset),
            Self::Bytes(bytes) => (**bytes).read_exact_at(buffer, offset),
        }
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        match self {
            Self::File(_) => None,
            Self::Bytes(bytes) => (**bytes).bytes_at(offset, length),
        }
    }

    fn len(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => ReadAt::len(file),
            Self::Bytes(bytes) => ReadAt::len(&**bytes),
        }
    }
}

/// An open package.
pub(crate) struct Open {
    pub(crate) package: urho_pak::Package<Place>,
    /// Its path, if it is a file.
    pub(crate) path: Option<PathBuf>,
}

impl Open {
    /// Reads the entry of a name; `None` if there is none, or it is broken.
    pub(crate) fn read(&self, name: &Path) -> Option<Vec<u8>> {
        self.package.get(name.to_str()?)?.read(&urho_pak::Limits::default()).ok()
    }
}
