//! Numbers in the memory of a document, to be used by numpy without a copy.

use std::any::Any;
use std::sync::Arc;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The type of a number in a file or in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    /// `f32` and `u32` in the byte order of this host.
    NativeF32,
    NativeU32,
}

impl Number {
    /// Returns the name that numpy uses for this type.
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

/// How numbers are laid out in memory.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) number: Number,
    /// The number of bytes before the first number.
    pub(crate) offset: usize,
    pub(crate) rows: usize,
    /// The number of bytes from one row to the next.
    pub(crate) stride: usize,
    /// The shape of a row, which has no gaps. This is empty for single numbers.
    pub(crate) row: Vec<usize>,
}

impl Layout {
    /// Creates a layout for rows without gaps.
    pub(crate) fn dense(number: Number, rows: usize, row: &[usize]) -> Self {
        let stride = row.iter().product::<usize>() * number.size();
        Self { number, offset: 0, rows, stride, row: row.to_vec() }
    }

    fn row_size(&self) -> usize {
        self.row.iter().product::<usize>().saturating_mul(self.number.size())
    }

    /// Returns `true` if all rows fit into `length` bytes.
    fn fits(&self, length: usize) -> bool {
        let last = self
            .rows
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(self.stride)?.checked_add(self.row_size()));
        last.and_then(|end| end.checked_add(self.offset)).is_some_and(|end| end <= length)
    }
}

/// Numbers in the memory of a document. The document stays in memory as long as this exists.
///
/// Use `numpy.asarray(column)` to get an array. Nothing is copied, so you can't write to it.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct Column {
    address: usize,
    layout: Layout,
    /// The owner of the memory. It does not change and does not move while this reference exists.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl Column {
    /// Creates a column for the memory that `pick` returns. Returns `None` if the layout does not fit into this memory.
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

    /// Creates a column from new rows of floats.
    pub(crate) fn of_floats(numbers: Vec<f32>, row: &[usize]) -> Option<Self> {
        let rows = numbers.len() / row.iter().product::<usize>().max(1);
        Self::new(Arc::new(numbers), Vec::as_slice, Layout::dense(Number::NativeF32, rows, row))
    }

    /// Creates a column from new rows of integers.
    pub(crate) fn of_wholes(numbers: Vec<u32>, row: &[usize]) -> Option<Self> {
        let rows = numbers.len() / row.iter().product::<usize>().max(1);
        Self::new(Arc::new(numbers), Vec::as_slice, Layout::dense(Number::NativeU32, rows, row))
    }

    /// Returns the array interface, so that numpy can create an array without a copy.
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

    /// Converts the column to an array. numpy is only imported here.
    pub(crate) fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let numpy = py.import("numpy").map_err(|error| {
            let advice = PyImportError::new_err("arrays need numpy: pip install numpy");
            advice.set_cause(py, Some(error));
            advice
        })?;
        numpy.call_method1("asarray", (self,))
    }
}

/// Converts a column to an array. The column must exist.
pub(crate) fn array(py: Python<'_>, column: Option<Column>) -> PyResult<Bound<'_, PyAny>> {
    let beyond = || pyo3::exceptions::PyValueError::new_err("the array is longer than its memory");
    column.ok_or_else(beyond)?.into_array(py)
}

#[pymethods]
impl Column {
    /// Number of rows, and of numbers in each row.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut shape = vec![self.layout.rows];
        shape.extend(&self.layout.row);
        PyTuple::new(py, shape)
    }

    /// The array interface of numpy, which creates arrays without a copy.
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
