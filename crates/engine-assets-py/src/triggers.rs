//! Triggers in side files of Urho3D animations.

use engine_assets::Error;
use engine_assets::SideFile;
use engine_assets::urho_core::{HashAlgorithm, Sidecar, Trigger, Variant, VariantKind};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::error::raise;

/// The time in seconds, and the type and text of a value.
type Plain = (f32, String, String);

/// Returns the triggers in a side file, with their times in seconds. `name` is the name of the side file.
#[pyfunction]
pub(crate) fn read_triggers(
    py: Python<'_>,
    data: PyBackedBytes,
    name: &str,
    length: Option<f32>,
) -> PyResult<Vec<Plain>> {
    let content = parsed(data, name, length).map_err(|error| raise(py, &error, Some(name.as_ref())))?;
    let plain = |trigger: &Trigger| {
        let text = trigger.value.to_text(content.hashes).map(|text| String::from_utf8_lossy(&text).into_owned());
        (trigger.time, trigger.value.kind().name().to_owned(), text.unwrap_or_default())
    };
    Ok(content.triggers.iter().map(plain).collect())
}

/// Returns the side file as XML, with its triggers replaced by these. If there is no `data`, this is a new side file.
#[pyfunction]
pub(crate) fn write_triggers<'py>(
    py: Python<'py>,
    data: Option<PyBackedBytes>,
    name: &str,
    length: Option<f32>,
    triggers: Vec<Plain>,
) -> PyResult<Bound<'py, PyBytes>> {
    let made = || {
        let mut content = data.map_or_else(|| Ok(Sidecar::new("animation")), |data| parsed(data, name, length))?;
        // Values that have no text (vectors and maps of values) stay as they were, in their order.
        let mut untold = std::mem::take(&mut content.triggers);
        untold.retain(|one| one.value.to_text(content.hashes).is_err());
        let mut untold = untold.into_iter();
        let read = triggers.iter().map(|one| trigger(one, content.hashes, &mut untold)).collect::<Result<_, _>>();
        content.triggers = read?;
        content.sort_triggers();
        content.to_xml().map_err(|error| Error::Refused(error.to_string()))
    };
    made().map(|xml| PyBytes::new(py, &xml)).map_err(|error| raise(py, &error, Some(name.as_ref())))
}

fn parsed(data: PyBackedBytes, name: &str, length: Option<f32>) -> Result<Sidecar, Error> {
    let side = SideFile::parse(name, data.to_vec(), length);
    let why = || side.findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    side.content.clone().ok_or_else(|| Error::Refused(format!("expected a side file of Urho3D: {}", why())))
}

fn trigger(
    (time, kind, text): &Plain,
    hashes: HashAlgorithm,
    untold: &mut impl Iterator<Item = Trigger>,
) -> Result<Trigger, Error> {
    let known = VariantKind::from_name(kind.as_bytes());
    let known = known.ok_or_else(|| Error::Refused(format!("expected a type such as String, found {kind}")))?;
    if !(time.is_finite() && *time >= 0.0) {
        return Err(Error::Refused(format!("expected a time of 0 seconds or more, found {time}")));
    }
    let value = Variant::from_text(known, text.as_bytes(), hashes).value;
    if value.kind() == known {
        return Ok(Trigger { time: *time, value: value.into_owned() });
    }
    let kept = untold.next();
    let kept = kept.ok_or_else(|| Error::Refused(format!("expected a type that text can hold, found {kind}")))?;
    Ok(Trigger { time: *time, value: kept.value })
}
