//! Changes of Urho3D models: vertices, normals, tangents, bounds, repairs.

use engine_assets::binio::{Findings, Name};
use engine_assets::urho_mdl::glam::{Vec2, Vec3, Vec4};
use engine_assets::urho_mdl::{self, ElementType, Model, Repair, Semantic, Smoothing, VertexBuffer, VertexValue};
use engine_assets::{Asset as Document, Error};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::state::Asset;
use crate::error::{findings, raise};

/// Returns the model in a document.
fn model<'m>(document: &'m mut Document<'static>) -> Result<&'m mut Model<'static>, Error> {
    let found = document.format().title();
    document.downcast_mut().ok_or_else(|| Error::Refused(format!("expected Urho3D model, found {found}")))
}

fn of_model(error: urho_mdl::Error) -> Error {
    Error::Malformed { format: engine_assets::Format::URHO_MDL, error: error.map_kind(|kind| Box::new(kind) as _) }
}

/// What to calculate for a model.
#[derive(Clone, Copy)]
pub(super) enum Computed {
    Normals(Smoothing),
    Tangents,
    Bounds,
    BoneBounds,
}

/// Calculates a part of a model again.
pub(super) fn compute<'py>(py: Python<'py>, asset: &Asset, what: Computed) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let change = |document: &mut Document<'static>| {
        let model = model(document)?;
        match what {
            Computed::Normals(smoothing) => model.generate_normals(smoothing).map_err(of_model),
            Computed::Tangents => model.generate_tangents().map_err(of_model),
            Computed::Bounds => {
                model.compute_bounds();
                Ok(Findings::new())
            }
            Computed::BoneBounds => model.compute_bone_bounds().map(|()| Findings::new()).map_err(of_model),
        }
    };
    findings(py, &asset.state.edit(py, change, |error| raise(py, &error, None))?)
}

/// Repairs a model.
pub(super) fn repair<'py>(py: Python<'py>, asset: &Asset, repairs: &[Repair]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let change = |document: &mut Document<'static>| {
        let (model, mut notes) = (model(document)?, Findings::new());
        for repair in repairs {
            notes.extend(model.repair(*repair));
        }
        Ok::<_, Error>(notes)
    };
    findings(py, &asset.state.edit(py, change, |error| raise(py, &error, None))?)
}

/// Returns the semantic and index for the name of an element, such as `position` or `uv1`.
pub(crate) fn semantic(name: &str) -> Option<(Semantic, u8)> {
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let index = name.get(letters.len()..).filter(|digits| !digits.is_empty());
    let index = index.map_or(Ok(0), str::parse).ok()?;
    let semantic = (0..=u8::MAX).map(Semantic).find(|semantic| semantic.name() == Some(letters))?;
    Some((semantic, index))
}

/// The numbers of a column, as numpy stores them.
struct Rows<'py> {
    bytes: Bound<'py, PyBytes>,
    /// The number of numbers in a row, or 0 for single numbers.
    width: usize,
    kind: Number,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Float,
    Byte,
    Whole,
}

impl<'py> Rows<'py> {
    /// Reads an array of floats. The array may also contain bytes, if the element is new or if it is stored as bytes.
    fn of(value: &Bound<'py, PyAny>, name: &str, count: usize, stored: Option<ElementType>) -> PyResult<Self> {
        let numpy = value.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (value,))?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let letter: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let width = match shape.as_slice() {
            [rows] if *rows == count => 0,
            [rows, width] if *rows == count => *width,
            _ => {
                let message = format!("{name}: expected {count} rows, found an array of shape {shape:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let has_bytes = stored.is_none_or(|kind| matches!(kind, ElementType::UBYTE4 | ElementType::UBYTE4_NORM));
        let is_whole = matches!(letter.as_str(), "i" | "u");
        let kind = match letter.as_str() {
            "i" | "u" if width == 4 && has_bytes => Number::Byte,
            "i" | "u" if width == 0 && stored.is_none_or(|kind| kind == ElementType::INT) => Number::Whole,
            "i" | "u" | "f" => Number::Float,
            _ => return Err(PyTypeError::new_err(format!("{name}: expected an array of numbers"))),
        };
        let range = match kind {
            Number::Float => None,
            Number::Byte => Some((0, i128::from(u8::MAX))),
            Number::Whole => Some((i128::from(i32::MIN), i128::from(i32::MAX))),
        };
        if let Some((low, high)) = range.filter(|_| is_whole && shape.first() != Some(&0)) {
            // numpy would wrap numbers around.
            let (least, most): (i128, i128) =
                (array.call_method0("min")?.extract()?, array.call_method0("max")?.extract()?);
            if least < low || most > high {
                let message = format!("{name}: expected {low} to {high}, found {least} to {most}");
                return Err(PyValueError::new_err(message));
            }
        }
        let ty = match kind {
            Number::Float => "<f4",
            Number::Byte => "|u1",
            Number::Whole => "<i4",
        };
        let dense = numpy.call_method1("ascontiguousarray", (array, ty))?;
        Ok(Self { bytes: dense.call_method0("tobytes")?.cast_into()?, width, kind })
    }

    fn floats<const N: usize>(&self) -> Vec<[f32; N]> {
        let bytes = self.bytes.as_bytes().chunks_exact(4 * N);
        bytes.map(|row| std::array::from_fn(|at| f32::from_le_bytes(four(row, at)))).collect()
    }

    fn set(&self, buffer: &mut VertexBuffer<'_>, semantic: Semantic, index: u8) -> Result<(), urho_mdl::Error> {
        fn put<T: VertexValue>(
            buffer: &mut VertexBuffer<'_>,
            (semantic, index): (Semantic, u8),
            values: &[T],
        ) -> Result<(), urho_mdl::Error> {
            buffer.set_column(semantic, index, values)
        }
        let to = (semantic, index);
        match (self.kind, self.width) {
            (Number::Byte, _) => {
                let rows: Vec<[u8; 4]> = self.bytes.as_bytes().chunks_exact(4).map(|row| four(row, 0)).collect();
                put(buffer, to, &rows)
            }
            (Number::Whole, _) => {
                let numbers = self.bytes.as_bytes().chunks_exact(4).map(|row| i32::from_le_bytes(four(row, 0)));
                put(buffer, to, &numbers.collect::<Vec<_>>())
            }
            (Number::Float, 2) => put(buffer, to, &vectors(self.floats(), Vec2::from_array)),
            (Number::Float, 3) => put(buffer, to, &vectors(self.floats(), Vec3::from_array)),
            (Number::Float, 4) => put(buffer, to, &vectors(self.floats(), Vec4::from_array)),
            (Number::Float, _) => put(buffer, to, &self.floats::<1>().into_iter().flatten().collect::<Vec<_>>()),
        }
    }
}

fn vectors<const N: usize, T>(rows: Vec<[f32; N]>, vector: impl Fn([f32; N]) -> T) -> Vec<T> {
    rows.into_iter().map(vector).collect()
}

/// Returns four bytes from a row.
fn four(row: &[u8], at: usize) -> [u8; 4] {
    row.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
}

/// Sets an element of a vertex buffer.
pub(crate) fn set_column(asset: &Asset, number: usize, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = value.py();
    let unknown = || {
        let names = "position, normal, binormal, tangent, uv0, color, weights, joints, object";
        PyKeyError::new_err(format!("expected an element such as {names}, found {}", Name::from(name)))
    };
    let (semantic, index) = semantic(name).ok_or_else(unknown)?;
    let opened = asset.state.opened(py)?;
    let buffer = opened.urho_model().and_then(|model| model.vertex_buffers.get(number));
    let buffer = buffer.ok_or_else(|| PyKeyError::new_err(number))?;
    let placed = buffer.declaration.placed().map(|placed| placed.element);
    let mut same = placed.filter(|element| element.semantic() == semantic && element.index() == index);
    let rows = Rows::of(value, name, buffer.vertex_count as usize, same.next().map(|element| element.kind()))?;
    if !matches!(rows.width, 0 | 2..=4) {
        let message = format!("{name}: expected one to four numbers in a row, found {}", rows.width);
        return Err(PyValueError::new_err(message));
    }
    let change = |document: &mut Document<'static>| {
        let missing = || Error::Refused(format!("expected a vertex buffer {number}, found none"));
        let buffer = model(document)?.vertex_buffers.get_mut(number).ok_or_else(missing)?;
        rows.set(buffer, semantic, index).map_err(of_model)
    };
    asset.state.edit(py, change, |error| raise(py, &error, None))
}

/// Removes an element of a vertex buffer.
pub(crate) fn remove_column(py: Python<'_>, asset: &Asset, number: usize, name: &str) -> PyResult<()> {
    let missing = || PyKeyError::new_err(name.to_owned());
    let (semantic, index) = semantic(name).ok_or_else(missing)?;
    let change = |document: &mut Document<'static>| match model(document)?.vertex_buffers.get_mut(number) {
        Some(buffer) => buffer.remove_column(semantic, index).map_err(of_model),
        None => Ok(false),
    };
    if asset.state.edit(py, change, |error| raise(py, &error, None))? { Ok(()) } else { Err(missing()) }
}
