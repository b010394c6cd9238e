//! Converts folders.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine_assets::convert_folder::Report;
use engine_assets::{ConvertFolder, Error, Existing};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::convert::{Options, output_format};
use crate::error::{findings, raise};

/// The time between two checks for signals, such as Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// The options of `engine_assets.convert_folder`, without those of `convert`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct How {
    existing: String,
    dry_run: bool,
    max_memory: Option<u64>,
    progress: Option<Py<PyAny>>,
}

/// Converts files and folders to files in a folder. Returns the report.
#[pyfunction]
pub(crate) fn convert_folder<'py>(
    py: Python<'py>,
    inputs: Vec<PathBuf>,
    output: PathBuf,
    options: Options,
    how: How,
) -> PyResult<Bound<'py, PyAny>> {
    let motion = options.motion.motion(py)?;
    let folder = folder(py, inputs, output, &options, &how).map_err(|error| raise(py, &error, None))??;
    let folder = folder.options(options.to_umbrella().map_err(|error| raise(py, &error, None))?.motion(motion));
    let stop = Stop::default();
    let progress = |done: usize, total: usize, file: &std::path::Path| {
        if let Some(progress) = &how.progress {
            stop.unless(Python::attach(|py| progress.call1(py, (done, total, file)).map(drop)));
        }
    };
    let folder = folder.progress(progress).cancelled(|| stop.is_set());
    let ran = py.detach(|| stop.watching(|| if how.dry_run { folder.dry_run() } else { folder.run() }));
    drop(folder);
    if let Some(error) = stop.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    report(py, &ran.map_err(|error| raise(py, &error, None))?)
}

/// Creates the conversion from Python's arguments. Returns an outer error if an option is invalid, and an inner error
/// if a path is.
fn folder<'a>(
    py: Python<'_>,
    inputs: Vec<PathBuf>,
    output: PathBuf,
    options: &Options,
    how: &How,
) -> Result<PyResult<ConvertFolder<'a>>, Error> {
    let existing = match how.existing.as_str() {
        "refuse" => Existing::Refuse,
        "replace" => Existing::Replace,
        "skip" => Existing::Skip,
        "newer" => Existing::Newer,
        other => {
            let message = format!("expected refuse, replace, skip or newer as existing, found {other}");
            return Err(Error::Refused(message));
        }
    };
    let output_format =
        output_format(options)?.ok_or_else(|| Error::Refused("expected a format as `to`, found none".to_owned()))?;
    let path = |sources: &[Py<PyAny>]| sources.first().map(|path| path.extract::<PathBuf>(py)).transpose();
    let (into, bind_pose) = match path(&options.into).and_then(|into| Ok((into, path(&options.bind_pose_of)?))) {
        Ok(originals) => originals,
        Err(error) => return Ok(Err(error)),
    };
    Ok(Ok(ConvertFolder::new(inputs, output_format, output)
        .into_original(into)
        .bind_pose_of(bind_pose)
        .resources(options.resources.clone())
        .resource_dir(options.resource_dir.clone())
        .copy_resources(options.copy_resources)
        .side_files(options.sidecar)
        .isolate(options.isolate())
        .existing(existing)
        .max_memory(how.max_memory)))
}

/// Stops a run early, because of a signal or because a Python function has raised an exception.
#[derive(Default)]
struct Stop {
    is_set: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Stop {
    fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Stops the run on an error. This only keeps the first error, to be raised at the end.
    fn unless(&self, result: PyResult<()>) {
        if let Err(error) = result {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.is_set.store(true, Ordering::Relaxed);
        }
    }

    /// Runs work in a new thread, while this thread checks for signals. This is necessary because it may be the only
    /// thread that receives them.
    fn watching<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        std::thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                let _working = working;
                work()
            });
            // The end of the work closes the channel.
            while done.recv_timeout(SIGNALS) == Err(RecvTimeoutError::Timeout) {
                if !self.is_set() {
                    self.unless(Python::attach(|py| py.check_signals()));
                }
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// Converts the report to Python.
fn report<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    static REPORT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static FILE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static FAILURE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let file = FILE.import(py, "engine_assets._types", "FolderFile")?;
    let files = report.files().iter().map(|one| file.call1((&one.path, &one.source, one.size)));
    let files: Vec<_> = files.collect::<PyResult<_>>()?;
    let failure = FAILURE.import(py, "engine_assets._types", "FolderFailure")?;
    let failures = report.failures().iter().map(|one| {
        let source = one.source.as_ref().map(|source| PathBuf::from(source.location()));
        let error = raise(py, &one.error, source.as_deref());
        failure.call1((source, error))
    });
    let failures: Vec<_> = failures.collect::<PyResult<_>>()?;
    let all = PyDict::new(py);
    for one in report.findings() {
        all.set_item(PathBuf::from(one.source.location()), findings(py, &one.findings)?)?;
    }
    let skipped = PyDict::new(py);
    for one in report.skipped() {
        skipped.set_item(&one.path, one.reason.text())?;
    }
    REPORT.import(py, "engine_assets._types", "FolderReport")?.call1((files, failures, all, skipped))
}
