//! Urho3D packages.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use engine_assets::folder::{self, PackRules};
use engine_assets::urho_pak::{self, Builder, Content, Encoding, EntryRef, Level, UnpackOptions, Written};
use engine_assets::{Globs, OpenOptions};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::asset::Asset;
use crate::error::{about, findings, malformed, of_system, raise};
use crate::open_package::{Open, Place};
use crate::source::{Opened, Origin, bytes_of};
use crate::texts::Texts;

/// A package (`.pak`). This is a mapping of names to entries. When you open it, only the directory is read.
#[pyclass(frozen, subclass, module = "engine_assets")]
pub(crate) struct Package {
    open: RwLock<Option<Arc<Open>>>,
}

impl Package {
    fn get(&self) -> PyResult<Arc<Open>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.clone().ok_or_else(|| PyValueError::new_err("the package is closed"))
    }
}

/// Returns a name as text. Bytes that are not UTF-8 are escaped in the same way as in Python, so that the text can be
/// used to find this entry.
fn text<'py>(py: Python<'py>, name: &[u8]) -> PyResult<Bound<'py, PyString>> {
    PyString::from_encoded_object(PyBytes::new(py, name).as_any(), Some(c"utf-8"), Some(c"surrogateescape"))
}

fn name_bytes(name: &Bound<'_, PyString>) -> PyResult<PyBackedBytes> {
    name.call_method1("encode", ("utf-8", "surrogateescape"))?.extract().map_err(Into::into)
}

#[pymethods]
impl Package {
    /// Opens a package. It can also be appended to a program.
    ///
    /// Args:
    ///     source: Path of the package, or its bytes.
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = source.py();
        let open = match bytes_of(source)? {
            Some(bytes) => Open::of(py, Place::Bytes(bytes), None)?,
            None => Open::file(py, &source.extract::<PathBuf>()?)?,
        };
        Ok(Self { open: RwLock::new(Some(Arc::new(open))) })
    }

    /// Kind of the package: `UPAK`, `ULZ4`, `RPAK`, `RLZ4`.
    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        Ok(self.get()?.package.encoding().as_str())
    }

    /// Checksum of all data, as stored in the directory.
    #[getter]
    fn checksum(&self) -> PyResult<u32> {
        Ok(self.get()?.package.checksum())
    }

    fn __len__(&self) -> PyResult<usize> {
        let open = self.get()?;
        Ok(open.package.entries().filter(|entry| !entry.is_shadowed()).count())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let open = self.get()?;
        let entries = open.package.entries().filter(|entry| !entry.is_shadowed());
        let names: PyResult<Vec<_>> = entries.map(|entry| text(py, &entry.name())).collect();
        names?.into_pyobject(py)?.call_method0("__iter__")
    }

    fn __getitem__(&self, name: &Bound<'_, PyString>) -> PyResult<Entry> {
        let open = self.get()?;
        let entry = open.package.get(&*name_bytes(name)?).map(|entry| entry.index());
        let number = entry.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))?;
        Ok(Entry { open, number })
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.cast::<PyString>() else { return Ok(false) };
        Ok(self.get()?.package.get(&*name_bytes(name)?).is_some())
    }

    /// Returns the entry with this name, or `None`. Case is ignored.
    fn find(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Entry>> {
        let open = self.get()?;
        let number = open.package.get_ignore_case(&*name_bytes(name)?).map(|entry| entry.index());
        Ok(number.map(|number| Entry { open, number }))
    }

    /// Reads all entries and compares their checksums. Returns the findings.
    fn verify<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let open = self.get()?;
        let found = py.detach(|| open.package.verify_parallel(|_| {}));
        findings(py, &found.map_err(|error| malformed(py, &error, open.path.as_deref()))?)
    }

    /// Checks the package and the assets in it. Returns a list of everything that is unusual or wrong.
    ///
    /// Args:
    ///     roundtrip: Write each asset again and compare it.
    #[pyo3(signature = (*, roundtrip = false))]
    fn validate<'py>(&self, py: Python<'py>, roundtrip: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let open = self.get()?;
        let found = py.detach(|| {
            let mut found = open.package.validate();
            let inside = engine_assets::check_entries(&open.package, &found, roundtrip);
            found.extend(inside);
            found
        });
        findings(py, &found)
    }

    /// Writes entries to a folder, either all of them or none. Names that would lead out of the folder, or that are
    /// harmful on some system, are refused.
    ///
    /// Args:
    ///     folder: Folder to write to.
    ///     only: Patterns for the names to write, one or several. By default, all entries are written.
    ///     force: Overwrite existing files.
    ///     dry_run: Return the file names without writing files.
    ///
    /// Raises:
    ///     FileExistsError: Files exist and `force` is false. Nothing is written.
    #[pyo3(signature = (folder, *, only = Texts::default(), force = false, dry_run = false))]
    fn extract<'py>(
        &self,
        py: Python<'py>,
        folder: PathBuf,
        only: Texts,
        force: bool,
        dry_run: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let open = self.get()?;
        let only = Globs::new(only.0).map_err(|error| raise(py, &error, None))?;
        let options = UnpackOptions::default().dry_run(dry_run).overwrite(force).limits(open.package.extract_limits());
        let chosen = |entry: EntryRef<'_, Place>| only.is_empty() || only.matches(&entry.name());
        let unpacked = py.detach(|| {
            // Existing files are an error before anything is written: a caller who doesn't look at `refused` would use old files.
            let planned = open.package.extract_some(&folder, options.clone().dry_run(true), chosen, |_| {})?;
            if planned.existing > 0 {
                let message = format!("{} files exist; pass force=True to overwrite them", planned.existing);
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            if dry_run { Ok(planned) } else { open.package.extract_some(&folder, options, chosen, |_| {}) }
        });
        let unpacked = unpacked.map_err(|error| of_system(py, &error, Some(&folder)))?;
        let class = CLASS.import(py, "engine_assets._types", "Extracted")?;
        class.call1((unpacked.written, unpacked.bytes, findings(py, &unpacked.refused)?))
    }

    /// Closes the package. Entries that were returned before can still be read.
    fn close(&self) {
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        let Ok(open) = self.get() else { return "<Package, closed>".to_owned() };
        let name = open.path.as_ref().map(|path| format!(" {}", path.display())).unwrap_or_default();
        format!("<Package{name} ({}), {} entries>", open.package.encoding(), open.package.len())
    }
}

/// An entry of a package.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Entry {
    open: Arc<Open>,
    number: usize,
}

impl Entry {
    fn get(&self) -> PyResult<EntryRef<'_, Place>> {
        self.open.package.entry(self.number).ok_or_else(|| PyKeyError::new_err(self.number))
    }

    fn bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let entry = self.get()?;
        let bytes = py.detach(|| entry.read());
        bytes.map_err(|error| malformed(py, &error, self.open.path.as_deref()))
    }
}

#[pymethods]
impl Entry {
    /// Name of the entry, with `/` between folders.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text(py, &self.get()?.name())
    }

    /// Size of the content, in bytes.
    #[getter]
    fn size(&self) -> PyResult<u64> {
        Ok(self.get()?.size())
    }

    /// Checksum of the content, as stored in the directory.
    #[getter]
    fn checksum(&self) -> PyResult<u32> {
        Ok(self.get()?.checksum())
    }

    /// Returns the content. Its checksum is compared, and a difference is an error.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.bytes(py)?))
    }

    /// Opens the entry as an asset.
    fn open(&self, py: Python<'_>) -> PyResult<Asset> {
        let bytes = PyBytes::new(py, &self.bytes(py)?).into();
        let name = self.get()?.name().to_text().into_owned();
        let origin = Origin::Entry(self.open.clone());
        Opened::parse(py, bytes, Some(name.into()), origin, &OpenOptions::default()).map(Asset::new)
    }

    /// Opens the asset and returns a list of everything that is unusual or wrong.
    ///
    /// Args:
    ///     roundtrip: Write it again and compare it.
    #[pyo3(signature = (*, roundtrip = false))]
    fn validate<'py>(&self, py: Python<'py>, roundtrip: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.open(py)?.findings(py, roundtrip, false)
    }

    fn __repr__(&self) -> PyResult<String> {
        let entry = self.get()?;
        Ok(format!("<Entry {}, {} bytes>", entry.name(), entry.size()))
    }
}

/// The files to pack with their names and paths, and the reasons why other files are not packed.
type Listed = (Vec<(String, PathBuf)>, Vec<String>);

/// Returns the files of a folder to pack into `output`, with their names and paths, and the reasons why other files are
/// skipped.
#[pyfunction]
pub(crate) fn files_below(py: Python<'_>, folder: PathBuf, output: PathBuf) -> PyResult<Listed> {
    let rules = PackRules::new(&output);
    let mut left_out = Vec::new();
    let items =
        py.detach(|| folder::items(&folder, |name, path, size| rules.skip_reason(name, path, size), &mut left_out));
    let mut items: Vec<_> = items?.into_iter().map(|item| (item.name, item.path)).collect();
    items.sort();
    let left_out = left_out.into_iter().map(|one| format!("{}: {}", one.path.display(), one.why)).collect();
    Ok((items, left_out))
}

/// Writes a package to a path or an open file. The files and bytes keep their order. Returns the number of entries, the
/// total size and the packed size.
#[pyfunction]
pub(crate) fn pack(
    output: &Bound<'_, PyAny>,
    files: Vec<(Bound<'_, PyString>, Bound<'_, PyAny>)>,
    kind: &str,
    prefix: &str,
    force: bool,
) -> PyResult<(u32, u64, u64)> {
    let py = output.py();
    let known = Encoding::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(kind));
    let kind = known.ok_or_else(|| {
        let names = Encoding::ALL.map(|kind| kind.as_str().to_lowercase()).join(", ");
        PyValueError::new_err(format!("expected a kind of {names}, found {kind}"))
    })?;
    let files = files.iter().map(NewEntry::of).collect::<PyResult<Vec<_>>>()?;
    let builder = || {
        let mut builder = Builder::new(kind).prefix(prefix).level(Level::PACKAGE_TOOL);
        for file in &files {
            builder.add(&*file.name, file.content()?)?;
        }
        Ok::<_, io::Error>(builder)
    };
    if output.hasattr("write")? {
        let mut out = OpenFile { file: output.clone().unbind(), error: None };
        let written = py.detach(|| Ok::<_, io::Error>(builder()?.write_forward(&mut out)?));
        return match out.error {
            Some(error) => Err(error),
            None => counts(py, None, written),
        };
    }
    let output: PathBuf = output.extract()?;
    let written = py.detach(|| builder()?.save(&output, force));
    counts(py, Some(&output), written)
}

/// A Python file that is open for bytes.
struct OpenFile {
    file: Py<PyAny>,
    /// The first error that Python has raised.
    error: Option<PyErr>,
}

impl io::Write for OpenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = Python::attach(|py| {
            let written = self.file.bind(py).call_method1("write", (PyBytes::new(py, bytes),))?;
            // Files without a count write everything.
            if written.is_none() { Ok(bytes.len()) } else { written.extract() }
        });
        written.map_err(|error: PyErr| {
            self.error.get_or_insert(error);
            io::Error::other("the file can't be written")
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A change to a package.
#[derive(FromPyObject)]
pub(crate) struct PackageChange<'py> {
    /// The names and contents to add or replace.
    #[pyo3(item)]
    files: Vec<(Bound<'py, PyString>, Bound<'py, PyAny>)>,
    /// The names to remove.
    #[pyo3(item)]
    removed: Vec<Bound<'py, PyString>>,
    /// The old and new names of entries to rename.
    #[pyo3(item)]
    renamed: Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>,
}

/// Writes a package again after adding, replacing, removing or renaming entries. All other entries are copied without
/// unpacking them. Returns the same numbers as [`pack`].
#[pyfunction]
pub(crate) fn change_package(py: Python<'_>, package: PathBuf, change: PackageChange<'_>) -> PyResult<(u32, u64, u64)> {
    let files = change.files.iter().map(NewEntry::of).collect::<PyResult<Vec<_>>>()?;
    let removed = change.removed.iter().map(name_bytes).collect::<PyResult<Vec<_>>>()?;
    let pair = |(old, new): &(Bound<'_, PyString>, Bound<'_, PyString>)| Ok((name_bytes(old)?, name_bytes(new)?));
    let renamed = change.renamed.iter().map(pair).collect::<PyResult<Vec<_>>>()?;
    let written = py.detach(|| {
        let version = urho_pak::asset_unpack::FileVersion::of(&package)?;
        let old = urho_pak::Package::open_path(&package)?;
        let mut builder = old.edit().level(Level::PACKAGE_TOOL);
        for name in &removed {
            builder.remove(&**name);
        }
        for (old, new) in &renamed {
            builder.rename(&**old, &**new)?;
        }
        for file in &files {
            if builder.contains(&*file.name) {
                builder.replace(&*file.name, file.content()?)?;
            } else {
                builder.add(&*file.name, file.content()?)?;
            }
        }
        builder.save_in_place(&version, &mut |_, _| {})
    });
    counts(py, Some(&package), written)
}

/// A file to add to a package. It has a name, and either bytes or a path.
struct NewEntry {
    name: PyBackedBytes,
    bytes: Option<PyBackedBytes>,
    path: PathBuf,
}

impl NewEntry {
    fn of((name, source): &(Bound<'_, PyString>, Bound<'_, PyAny>)) -> PyResult<Self> {
        let bytes = bytes_of(source)?;
        let path = if bytes.is_none() { source.extract()? } else { PathBuf::new() };
        Ok(Self { name: name_bytes(name)?, bytes, path })
    }

    /// Returns the content. If this is a file, it is only read when the package is written.
    fn content(&self) -> io::Result<Content<'_>> {
        match &self.bytes {
            Some(bytes) => Ok(Content::bytes(&**bytes)),
            None => Content::file(&self.path)
                .map_err(|error| io::Error::new(error.kind(), about(Some(&self.path), &error.to_string()))),
        }
    }
}

/// Returns the numbers of a package that was written, or the exception for its path.
fn counts(py: Python<'_>, package: Option<&Path>, written: io::Result<Written>) -> PyResult<(u32, u64, u64)> {
    let written = written.map_err(|error| of_system(py, &error, package))?;
    Ok((written.entries, written.raw, written.stored))
}
