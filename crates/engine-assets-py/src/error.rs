//! Errors and findings as Python has them: classes of `engine_assets`, written in Python so that they can be pickled and subclassed.

use std::path::Path;

use engine_assets::Error;
use engine_assets::binio::{self, Escaped, Finding, Findings};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A finding.
pub(crate) fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Finding { severity, path, message, offset, is_loss, kind, .. } = finding;
    let class = CLASS.import(py, "engine_assets._types", "Finding")?;
    class.call1((severity.as_str(), path.to_string(), message.as_str(), *offset, *is_loss, kind.as_str()))
}

/// Findings as a list.
pub(crate) fn findings<'py>(py: Python<'py>, findings: &Findings) -> PyResult<Vec<Bound<'py, PyAny>>> {
    findings.iter().map(|one| finding(py, one)).collect()
}

/// Returns the exception for an error of the umbrella crate. `file` is the affected file.
pub(crate) fn raise(py: Python<'_>, error: &Error, file: Option<&Path>) -> PyErr {
    let none = Findings::new();
    let (name, losses) = match error {
        Error::Io(error) => {
            return std::io::Error::new(error.kind(), about(file, &error.to_string())).into();
        }
        Error::Unknown { .. } | Error::LookAlike(_) => ("UnknownFormatError", &none),
        Error::Losses(losses) => ("LossesError", losses),
        Error::Broken(findings) | Error::Denied(findings) | Error::Misread(findings) => ("ConversionError", findings),
        Error::CannotBecome { .. } | Error::NoScene(_) | Error::Refused(_) | Error::Convert(_) | Error::Render(_) => {
            ("ConversionError", &none)
        }
        _ => ("MalformedError", &none),
    };
    located(py, name, error.to_parts(), file, losses)
}

/// The exception for an error of a format crate.
pub(crate) fn malformed<K: std::fmt::Display>(py: Python<'_>, error: &binio::Error<K>, file: Option<&Path>) -> PyErr {
    let parts = (error.path().clone(), Escaped(error.kind()).to_string(), error.offset());
    located(py, "MalformedError", parts, file, &Findings::new())
}

/// Returns the exception for an error at a path in a document.
pub(crate) fn at_path(py: Python<'_>, path: &str, message: String) -> PyErr {
    let path = binio::Path::new().name(path.as_bytes());
    located(py, "MalformedError", (path, message, None), None, &Findings::new())
}

/// An error of the system with the file's name before it.
pub(crate) fn about(file: Option<&Path>, message: &str) -> String {
    file.map_or_else(|| message.to_owned(), |file| format!("{}: {message}", Escaped(file.display())))
}

fn located(
    py: Python<'_>,
    name: &str,
    (path, message, offset): (binio::Path, String, Option<u64>),
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
