//! Converts errors and findings to Python. Their classes are written in Python (`engine_assets`), so that they can be
//! pickled and subclassed.

use std::io;
use std::path::Path;

use engine_assets::binio::{self, Escaped, Finding, Findings};
use engine_assets::{Error, ErrorParts};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Converts a finding.
pub(crate) fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Finding { severity, path, message, offset, is_loss, kind, .. } = finding;
    let class = CLASS.import(py, "engine_assets._types", "Finding")?;
    class.call1((severity.as_str(), path.to_string(), message.as_str(), *offset, *is_loss, kind.as_str()))
}

/// Converts findings to a list.
pub(crate) fn findings<'py>(py: Python<'py>, findings: &Findings) -> PyResult<Vec<Bound<'py, PyAny>>> {
    findings.iter().map(|one| finding(py, one)).collect()
}

/// Creates the exception for an error of the umbrella crate. `file` is the file that it is about.
pub(crate) fn raise(py: Python<'_>, error: &Error, file: Option<&Path>) -> PyErr {
    let none = Findings::new();
    let (name, losses) = match error {
        Error::Io(error) => return of_system(py, error, file),
        Error::Unknown { .. } | Error::LookAlike(_) => ("UnknownFormatError", &none),
        Error::Losses(losses) => ("LossesError", losses),
        Error::Broken(findings) | Error::Denied(findings) | Error::Misread(findings) => ("ConversionError", findings),
        Error::NoEffect(problem) => {
            let message = problem.message(keyword);
            return located(py, "ConversionError", Located { message, ..Located::default() }, file, &none);
        }
        Error::CannotBecome { .. } | Error::NoScene(_) | Error::Refused(_) | Error::Convert(_) | Error::Render(_) => {
            ("ConversionError", &none)
        }
        _ => ("MalformedError", &none),
    };
    located(py, name, Located::from(error.to_parts()), file, losses)
}

/// Creates an OSError about `file`, with number and file name. If the error itself names another file, this is used
/// instead.
pub(crate) fn of_system(py: Python<'_>, error: &io::Error, file: Option<&Path>) -> PyErr {
    let text = error.to_string();
    // Errors of the library begin with the file.
    let named = error.get_ref().and_then(|_| text.split_once(": ")).filter(|(name, _)| !name.contains('"'));
    let (name, message) = match named {
        Some((name, message)) => (Some(name.to_owned()), Some(message)),
        None => (file.map(|file| file.to_string_lossy().into_owned()), error.get_ref().map(|_| text.as_str())),
    };
    let Some(number) = error.raw_os_error().or_else(|| errno(error.kind())) else {
        return io::Error::new(error.kind(), about(file.filter(|_| named.is_none()), &text)).into();
    };
    let of_number = || py.import("os")?.call_method1("strerror", (number,))?.extract::<String>();
    // "already exists" and the like are what the number says, in the words of the system.
    let says_more = |message: &&str| *message != error.kind().to_string() && !message.contains("(os error ");
    let message = message.filter(says_more).map(str::to_owned);
    let message = message.map_or_else(of_number, Ok);
    match (message, name) {
        (Ok(message), Some(name)) => PyOSError::new_err((number, message, name)),
        (Ok(message), None) => PyOSError::new_err((number, message)),
        (Err(error), _) => error,
    }
}

/// Returns the number for a kind of error. Python uses the same numbers on all systems.
fn errno(kind: io::ErrorKind) -> Option<i32> {
    Some(match kind {
        io::ErrorKind::NotFound => 2,
        io::ErrorKind::PermissionDenied => 13,
        io::ErrorKind::AlreadyExists => 17,
        io::ErrorKind::NotADirectory => 20,
        io::ErrorKind::IsADirectory => 21,
        _ => return None,
    })
}

/// Creates the exception for an error of a format crate.
pub(crate) fn malformed<K: std::fmt::Display>(py: Python<'_>, error: &binio::Error<K>, file: Option<&Path>) -> PyErr {
    let (message, offset) = (Escaped(error.kind()).to_string(), error.offset());
    located(py, "MalformedError", Located { path: error.path().clone(), message, offset }, file, &Findings::new())
}

/// Creates the exception for an error at a path in a document.
pub(crate) fn at_path(py: Python<'_>, path: &str, message: String) -> PyErr {
    let path = binio::Path::new().name(path.as_bytes());
    located(py, "MalformedError", Located { path, message, offset: None }, None, &Findings::new())
}

/// Returns the message of a system error, with the name of the file in front.
pub(crate) fn about(file: Option<&Path>, message: &str) -> String {
    file.map_or_else(|| message.to_owned(), |file| format!("{}: {message}", Escaped(file.display())))
}

/// A message with its place in a file.
#[derive(Default)]
struct Located {
    path: binio::Path,
    message: String,
    offset: Option<u64>,
}

impl From<ErrorParts> for Located {
    fn from(parts: ErrorParts) -> Self {
        Self { path: parts.path, message: parts.message, offset: parts.offset }
    }
}

fn located(
    py: Python<'_>,
    name: &str,
    Located { path, message, offset }: Located,
    file: Option<&Path>,
    losses: &Findings,
) -> PyErr {
    let make = || {
        let class = py.import("engine_assets._errors")?.getattr(name)?;
        let file = file.map(|file| file.to_string_lossy().into_owned());
        class.call1((message, path.to_string(), offset, file, findings(py, losses)?))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Returns the keyword for a flag of the command.
fn keyword(flag: &str) -> String {
    match flag {
        "textures" => "texture_files".to_owned(),
        "no-animations" => "no_animations".to_owned(),
        flag => flag.strip_prefix("no-").unwrap_or(flag).replace('-', "_"),
    }
}
