//! Vertices and indices of models of Urho3D, in place.

use std::sync::Arc;

use engine_assets::urho_mdl::{self, ElementType, PlacedElement};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};

use crate::column::{Column, Layout, Number, array};
use crate::source::Opened;

/// A vertex buffer of an Urho3D model: a mapping of the names of vertex elements to arrays.
///
/// Arrays show the interleaved vertices in place: nothing is copied, and they can't be written to.
#[pyclass(frozen, mapping, module = "engine_assets")]
pub(crate) struct VertexBuffer {
    pub(crate) opened: Arc<Opened>,
    pub(crate) number: usize,
}

impl VertexBuffer {
    fn buffer<'o>(opened: &'o Opened, number: usize) -> Option<&'o urho_mdl::VertexBuffer<'o>> {
        opened.urho_model()?.vertex_buffers.get(number)
    }

    fn get(&self) -> PyResult<&urho_mdl::VertexBuffer<'_>> {
        Self::buffer(&self.opened, self.number).ok_or_else(|| PyKeyError::new_err(self.number))
    }
}

/// Returns the element name: `position`, `uv0`, `weights`.
fn name(placed: PlacedElement) -> String {
    let text = placed.element.to_string();
    text.split(':').next().unwrap_or_default().to_owned()
}

/// Numbers of an element; `None` for types of unknown size, which take no bytes.
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
    /// Names of the vertex elements, in their order.
    fn keys(&self) -> PyResult<Vec<String>> {
        Ok(self.get()?.declaration.placed().map(name).collect())
    }

    /// Elements of a vertex: `position:vec3 normal:vec3 uv0:vec2`.
    #[getter]
    fn declaration(&self) -> PyResult<String> {
        Ok(self.get()?.declaration.to_string())
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self) -> PyResult<u32> {
        Ok(self.get()?.vertex_count)
    }

    /// Bytes of a vertex.
    #[getter]
    fn stride(&self) -> PyResult<usize> {
        Ok(self.get()?.stride())
    }

    /// The interleaved vertices, in place.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.opened, &self.get()?.data)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let buffer = self.get()?;
        let missing = || PyKeyError::new_err(format!("expected one of {}, found {key}", buffer.declaration));
        let placed = buffer.declaration.placed().find(|placed| name(*placed) == key).ok_or_else(missing)?;
        let (number, row) = numbers(placed.element.kind()).ok_or_else(missing)?;
        let (rows, stride) = (buffer.vertex_count as usize, buffer.stride());
        let layout = Layout { number, offset: placed.offset, rows, stride, row: row.to_vec() };
        let column = Column::new(
            self.opened.clone(),
            |opened| Self::buffer(opened, self.number).map_or(&[][..], |buffer| &*buffer.data),
            layout,
        );
        array(py, column)
    }

    fn __contains__(&self, key: &str) -> PyResult<bool> {
        Ok(self.keys()?.iter().any(|known| known == key))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys()?.into_pyobject(py)?.call_method0("__iter__")
    }

    /// Number of vertex elements.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.get()?.declaration.elements().count())
    }

    fn __repr__(&self) -> PyResult<String> {
        let buffer = self.get()?;
        Ok(format!("<VertexBuffer {} x {} bytes, {}>", buffer.vertex_count, buffer.stride(), buffer.declaration))
    }
}

/// An index buffer of an Urho3D model.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct IndexBuffer {
    pub(crate) opened: Arc<Opened>,
    pub(crate) number: usize,
}

impl IndexBuffer {
    /// Bytes of the indices, and of one of them.
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
    /// The indices as an array of `uint16` or `uint32`, in place; bytes, if they are of another size.
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

    /// The indices, in place.
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

/// A view of a part of the file's bytes; of bytes from elsewhere a view of a copy.
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
