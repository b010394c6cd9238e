//! Vertices and indices of Urho3D models, without copies.

use std::sync::Arc;

use engine_assets::urho_mdl::{self, ElementType, PlacedElement};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};

use crate::asset::model::{remove_column, set_column};
use crate::asset::state::Asset;
use crate::column::{Column, Layout, Number, array};
use crate::source::Opened;

/// A vertex buffer of an Urho3D model. This is a mapping of element names to arrays.
///
/// The arrays are views of the interleaved vertices, so nothing is copied and you can't write to them. To change the
/// model, set an element. Arrays that you got before this keep the old values.
#[pyclass(frozen, mapping, subclass, module = "engine_assets._native")]
pub(crate) struct VertexBuffer {
    asset: Py<Asset>,
    number: usize,
}

impl VertexBuffer {
    fn buffer<'o>(opened: &'o Opened, number: usize) -> Option<&'o urho_mdl::VertexBuffer<'o>> {
        opened.urho_model()?.vertex_buffers.get(number)
    }

    /// Reads the buffer of the model with all edits.
    fn with<T>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Arc<Opened>, &urho_mdl::VertexBuffer<'_>) -> T,
    ) -> PyResult<T> {
        let opened = self.asset.get().opened(py)?;
        let buffer = Self::buffer(&opened, self.number).ok_or_else(|| PyKeyError::new_err(self.number))?;
        Ok(read(&opened, buffer))
    }
}

/// Returns the name of an element: `position`, `uv0`, `weights`.
fn name(placed: PlacedElement) -> String {
    let text = placed.element.to_string();
    text.split(':').next().unwrap_or_default().to_owned()
}

/// Returns the numbers of an element, or `None` if its type is unknown.
fn numbers(kind: ElementType) -> Option<(Number, &'static [usize])> {
    Some(match kind {
        ElementType::INT => (Number::I32, &[]),
        ElementType::FLOAT => (Number::F32, &[]),
        ElementType::VECTOR2 => (Number::F32, &[2]),
        ElementType::VECTOR3 => (Number::F32, &[3]),
        ElementType::VECTOR4 => (Number::F32, &[4]),
        ElementType::UBYTE4 | ElementType::UBYTE4_NORM => (Number::U8, &[4]),
        _ => return None,
    })
}

#[pymethods]
impl VertexBuffer {
    #[new]
    fn new(asset: Py<Asset>, number: usize) -> Self {
        Self { asset, number }
    }

    /// Names of the vertex elements, in order.
    fn _names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |_, buffer| buffer.declaration.placed().map(name).collect())
    }

    /// Elements of a vertex: `position:vec3 normal:vec3 uv0:vec2`.
    #[getter]
    fn declaration(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |_, buffer| buffer.declaration.to_string())
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |_, buffer| buffer.vertex_count)
    }

    /// Size of a vertex in bytes.
    #[getter]
    fn stride(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |_, buffer| buffer.stride())
    }

    /// The interleaved vertices, without a copy.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |opened, buffer| view(py, opened, &buffer.data))?
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, |opened, buffer| {
            let missing = || PyKeyError::new_err(format!("expected one of {}, found {key}", buffer.declaration));
            let placed = buffer.declaration.placed().find(|placed| name(*placed) == key).ok_or_else(missing)?;
            let (number, row) = numbers(placed.element.kind()).ok_or_else(missing)?;
            let (rows, stride) = (buffer.vertex_count as usize, buffer.stride());
            let layout = Layout { number, offset: placed.offset, rows, stride, row: row.to_vec() };
            let column = Column::new(
                opened.clone(),
                |opened| Self::buffer(opened, self.number).map_or(&[][..], |buffer| &*buffer.data),
                layout,
            );
            array(py, column)
        })?
    }

    /// Sets an element for all vertices, or adds it. The value must be an array with a row per vertex. The type is kept
    /// if it can store the numbers.
    fn __setitem__(&self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        set_column(self.asset.get(), self.number, key, value)
    }

    fn __delitem__(&self, py: Python<'_>, key: &str) -> PyResult<()> {
        remove_column(py, self.asset.get(), self.number, key)
    }

    fn __contains__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(key) = key.extract::<String>() else { return Ok(false) };
        Ok(self._names(py)?.contains(&key))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self._names(py)?.into_pyobject(py)?.call_method0("__iter__")
    }

    /// Number of vertex elements.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |_, buffer| buffer.declaration.elements().count())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |_, buffer| {
            format!("<VertexBuffer {} x {} bytes, {}>", buffer.vertex_count, buffer.stride(), buffer.declaration)
        })
    }
}

/// An index buffer of an Urho3D model.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct IndexBuffer {
    pub(crate) opened: Arc<Opened>,
    pub(crate) number: usize,
}

impl IndexBuffer {
    /// Returns the bytes of all indices, and the size of an index.
    fn get(opened: &Opened, number: usize) -> Option<(&[u8], usize)> {
        let indices = opened.urho_model()?.index_buffers.get(number)?;
        Some((&indices.data, indices.index_size as usize))
    }

    fn parts(&self) -> PyResult<(&[u8], usize)> {
        Self::get(&self.opened, self.number).ok_or_else(|| PyKeyError::new_err(self.number))
    }
}

#[pymethods]
impl IndexBuffer {
    /// Returns the indices as an array of `uint16` or `uint32`, without a copy. If they have another size, this returns
    /// bytes.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (bytes, size) = self.parts()?;
        let (number, size) = match size {
            2 => (Number::U16, 2),
            4 => (Number::U32, 4),
            _ => (Number::U8, 1),
        };
        let layout = Layout::dense(number, bytes.len() / size, &[]);
        let column = Column::new(
            self.opened.clone(),
            |opened| Self::get(opened, self.number).map_or(&[][..], |(bytes, _)| bytes),
            layout,
        );
        array(py, column)
    }

    /// Returns the indices as an array, for `numpy.asarray`.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values(py)?;
        let same = dtype.map_or(Ok(true), |dtype| values.getattr("dtype")?.eq(dtype))?;
        match (copy, same) {
            (Some(false), false) => Err(PyValueError::new_err("numbers of another type need a copy")),
            (Some(true), true) => values.call_method0("copy"),
            (_, true) => Ok(values),
            (_, false) => values.call_method1("astype", (dtype,)),
        }
    }

    /// The indices, without a copy.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.opened, self.parts()?.0)
    }

    /// Number of indices.
    fn __len__(&self) -> PyResult<usize> {
        let (bytes, size) = self.parts()?;
        Ok(bytes.len() / size.max(1))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<IndexBuffer {} x {} bytes>", self.__len__()?, self.parts()?.1))
    }
}

/// Returns a view of bytes in the file. Bytes that are not in the file, for example after an edit, are copied.
fn view<'py>(py: Python<'py>, opened: &Opened, part: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let file = opened.bytes();
    let start = part.as_ptr().addr().checked_sub(file.as_ptr().addr());
    let end = start.and_then(|start| start.checked_add(part.len()));
    match (start, end) {
        (Some(start), Some(end)) if end <= file.len() => {
            let slice = PySlice::new(py, start as isize, end as isize, 1);
            PyMemoryView::from(file.into_pyobject(py)?.as_any())?.get_item(slice)
        }
        _ => Ok(PyMemoryView::from(PyBytes::new(py, part).as_any())?.into_any()),
    }
}
