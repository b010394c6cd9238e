//! Numbers in memory of a document as numpy sees them, without a copy.

use std::any::Any;
use std::sync::Arc;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Type of a number in a file, or in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    /// `f32` and `u32` in the order of bytes that this host has.
    NativeF32,
    NativeU32,
}

impl Number {
    /// numpy's name of the type.
    const fn name(self) -> &'static str {
        match self {
            Self::I8 => "|i1",
            Self::U8 => "|u1",
            Self::I16 => "<i2",
            Self::U16 => "<u2",
            Self::I32 => "<i4",
            Self::U32 => "<u4",
            Self::F32 => "<f4",
            Self::NativeF32 if cfg!(target_endian = "big") => ">f4",
            Self::NativeF32 => "<f4",
            Self::NativeU32 if cfg!(target_endian = "big") => ">u4",
            Self::NativeU32 => "<u4",
        }
    }

    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            _ => 4,
        }
    }
}

/// How numbers lie in their memory.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) number: Number,
    /// Bytes before the first number.
    pub(crate) offset: usize,
    pub(crate) rows: usize,
    /// Bytes from one row to the next.
    pub(crate) stride: usize,
    /// Numbers in each direction of a row, without gaps; none for single numbers.
    pub(crate) row: Vec<usize>,
}

impl Layout {
    /// Rows without gaps.
    pub(crate) fn dense(number: Number, rows: usize, row: &[usize]) -> Self {
        let stride = row.iter().product::<usize>() * number.size();
        Self { number, offset: 0, rows, stride, row: row.to_vec() }
    }

    fn row_size(&self) -> usize {
        self.row.iter().product::<usize>().saturating_mul(self.number.size())
    }

    /// Returns whether all rows are within `bytes` bytes.
    fn fits(&self, length: usize) -> bool {
        let last = self
            .rows
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(self.stride)?.checked_add(self.row_size()));
        last.and_then(|end| end.checked_add(self.offset)).is_some_and(|end| end <= length)
    }
}

/// Numbers in the memory of a document, which the column keeps alive.
///
/// `numpy.asarray(column)` makes an array of it that copies nothing and can't be written to.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct Column {
    address: usize,
    layout: Layout,
    /// Owner of the memory. It is never changed and never moves while this reference exists.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl Column {
    /// A column of the memory that `pick` takes of its owner; `None` if the layout isn't within it.
    pub(crate) fn new<O, T>(owner: Arc<O>, pick: impl FnOnce(&O) -> &[T], layout: Layout) -> Option<Self>
    where
        O: Any + Send + Sync,
    {
        let memory = pick(&owner);
        let fits = layout.fits(size_of_val(memory));
        // numpy reads there: the compiler is told that someone does.
        let address = memory.as_ptr().expose_provenance() + layout.offset;
        fits.then_some(Self { address, layout, _owner: owner })
    }

    /// Rows of floats that were made for it.
    pub(crate) fn of_floats(numbers: Vec<f32>, row: &[usize]) -> Option<Self> {
        let rows = numbers.len() / row.iter().product::<usize>().max(1);
        Self::new(Arc::new(numbers), Vec::as_slice, Layout::dense(Number::NativeF32, rows, row))
    }

    /// Rows of whole numbers that were made for it.
    pub(crate) fn of_wholes(numbers: Vec<u32>, row: &[usize]) -> Option<Self> {
        let rows = numbers.len() / row.iter().product::<usize>().max(1);
        Self::new(Arc::new(numbers), Vec::as_slice, Layout::dense(Number::NativeU32, rows, row))
    }

    /// What numpy makes an array of, without a copy.
    pub(crate) fn interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut strides = vec![self.layout.number.size()];
        for length in self.layout.row.iter().skip(1).rev() {
            strides.insert(0, strides.first().unwrap_or(&0) * length);
        }
        strides.truncate(self.layout.row.len());
        strides.insert(0, self.layout.stride);
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", self.shape(py)?)?;
        interface.set_item("typestr", self.layout.number.name())?;
        interface.set_item("strides", PyTuple::new(py, strides)?)?;
        // The address, and that it is read-only.
        interface.set_item("data", (self.address, true))?;
        Ok(interface)
    }

    /// The column as an array: this is where numpy is imported.
    pub(crate) fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let numpy = py.import("numpy").map_err(|error| {
            let advice = PyImportError::new_err("arrays need numpy: pip install numpy");
            advice.set_cause(py, Some(error));
            advice
        })?;
        numpy.call_method1("asarray", (self,))
    }
}

/// The array of a column that is known to be there.
pub(crate) fn array(py: Python<'_>, column: Option<Column>) -> PyResult<Bound<'_, PyAny>> {
    let beyond = || pyo3::exceptions::PyValueError::new_err("the array is longer than its memory");
    column.ok_or_else(beyond)?.into_array(py)
}

#[pymethods]
impl Column {
    /// Number of rows and of numbers in each.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut shape = vec![self.layout.rows];
        shape.extend(&self.layout.row);
        PyTuple::new(py, shape)
    }

    /// The array interface of numpy, for arrays without a copy.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.interface(py)
    }

    fn __len__(&self) -> usize {
        self.layout.rows
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Column of {} {}>", self.shape(py)?, self.layout.number.name()))
    }
}
