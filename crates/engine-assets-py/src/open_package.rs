//! An open package, which is shared by its entries.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use engine_assets::binio::ReadAt;
use engine_assets::urho_pak;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::{malformed, of_system};

/// The source of a package. Its data is not copied.
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

/// A package that is open.
pub(crate) struct Open {
    pub(crate) package: urho_pak::Package<Place>,
    /// The path, if it is a file.
    pub(crate) path: Option<PathBuf>,
}

impl Open {
    /// Opens a package file.
    pub(crate) fn file(py: Python<'_>, path: &Path) -> PyResult<Self> {
        let file = py.detach(|| File::open(path)).map_err(|error| of_system(py, &error, Some(path)))?;
        Self::of(py, Place::File(file), Some(path.to_path_buf()))
    }

    pub(crate) fn of(py: Python<'_>, place: Place, path: Option<PathBuf>) -> PyResult<Self> {
        match py.detach(|| urho_pak::Package::open(place)) {
            Ok(package) => Ok(Self { package, path }),
            Err(error) => Err(malformed(py, &error, path.as_deref())),
        }
    }

    /// Reads an entry. Returns `None` if it does not exist or is broken.
    pub(crate) fn read(&self, name: &Path) -> Option<Vec<u8>> {
        self.package.get(name.to_str()?)?.read().ok()
    }
    /// Returns the names of animations in the folder of an entry, sorted. `wanted` decides which of them are returned.
    pub(crate) fn animations_beside(&self, model: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
        let is_one = |path: &Path| {
            let is_animation = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ani"));
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            is_animation && path.parent() == model.parent() && stem.is_some_and(wanted)
        };
        let entries = self.package.entries().filter(|entry| !entry.is_shadowed());
        let mut names: Vec<String> = entries.filter_map(|entry| Some(entry.name().as_str()?.to_owned())).collect();
        names.retain(|name| is_one(Path::new(name)));
        names.sort();
        names
    }
}
