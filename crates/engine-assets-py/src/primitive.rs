//! Primitives of scenes.

use std::sync::Arc;

use engine_assets::asset_scene::{self, Array, Component, Data, Id, Mesh, Semantic};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::column::{Column, Layout, Number, array};
use crate::error;
use crate::owned_scene::Held;

/// Vertices and their topology. All arrays are read-only. To get an array to write to, call `copy()`.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Primitive {
    pub(crate) held: Arc<Held>,
    pub(crate) mesh: usize,
    pub(crate) number: usize,
}

impl Primitive {
    pub(crate) fn mesh_id(&self) -> Id<Mesh> {
        Id::new(self.mesh)
    }

    pub(crate) fn get(&self) -> PyResult<&asset_scene::Primitive> {
        let mesh = self.held.scene().meshes.get(self.mesh_id());
        mesh.and_then(|mesh| mesh.primitives.get(self.number)).ok_or_else(|| PyKeyError::new_err(self.number))
    }

    /// Returns a column of floats. If the values are stored as floats, this does not copy them. If not, they are
    /// converted from `rows`.
    fn floats<'py, const N: usize>(
        &self,
        py: Python<'py>,
        semantic: &Semantic,
        rows: Result<Option<asset_scene::Rows<'_, N>>, asset_scene::Error>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rows) = rows.map_err(|error| error::malformed(py, &error, None))? else { return Ok(None) };
        let id = self.get()?.attribute(semantic);
        let is_float = |array: &&Array<'_>| array.component == Component::F32;
        let stored = id.filter(|id| self.held.scene().arrays.get(*id).as_ref().is_some_and(is_float));
        let column = match stored {
            Some(id) => stored_column(&self.held, id),
            None => Column::of_floats(py.detach(|| rows.flatten().collect()), &[N]),
        };
        array(py, column).map(Some)
    }

    /// Creates an array from new rows of numbers.
    fn made<'py, T>(
        py: Python<'py>,
        made: Result<Option<T>, asset_scene::Error>,
        column: impl FnOnce(T) -> Option<Column>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let made = made.map_err(|error| error::malformed(py, &error, None))?;
        made.map(|made| array(py, column(made))).transpose()
    }
}

/// Returns an array of a scene. The values are only copied if the array is sparse.
pub(crate) fn stored_column(held: &Arc<Held>, id: asset_scene::ArrayId) -> Option<Column> {
    let found = held.scene().arrays.get(id)?;
    let row = if found.width == 1 { vec![] } else { vec![usize::from(found.width)] };
    let layout = Layout::dense(number(found.component), found.count, &row);
    match &found.data {
        Data::Dense(_) => Column::new(held.clone(), |held| dense(held, id), layout),
        Data::Sparse { .. } => Column::new(Arc::new(found.dense().into_owned()), Vec::as_slice, layout),
    }
}

fn number(component: Component) -> Number {
    match component {
        Component::I8 => Number::I8,
        Component::U8 => Number::U8,
        Component::I16 => Number::I16,
        Component::U16 => Number::U16,
        Component::U32 => Number::U32,
        Component::F32 => Number::F32,
    }
}

fn dense(held: &Held, id: asset_scene::ArrayId) -> &[u8] {
    match held.scene().arrays.get(id).map(|array| &array.data) {
        Some(Data::Dense(bytes)) => bytes,
        _ => &[],
    }
}

#[pymethods]
impl Primitive {
    /// Index of the mesh that the primitive belongs to.
    #[getter]
    fn mesh(&self) -> usize {
        self.mesh
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self) -> PyResult<usize> {
        Ok(self.get()?.vertex_count(self.held.scene()))
    }

    /// Name of the material, or `None`.
    #[getter]
    fn material(&self) -> PyResult<Option<&str>> {
        let id = self.get()?.material;
        Ok(id.and_then(|id| self.held.scene().materials.get(id)).map(|material| material.name.as_str()))
    }

    /// Returns all attributes as a dict. The keys are the names used by glTF, such as `POSITION` or `TEXCOORD_0`.
    /// Numbers are not converted to another type.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for attribute in &self.get()?.attributes {
            attributes
                .set_item(attribute.semantic.to_string(), array(py, stored_column(&self.held, attribute.array))?)?;
        }
        Ok(attributes)
    }

    /// Returns the positions in metres, as an array with three floats for each vertex.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let positions = self.get()?.positions(self.held.scene()).map(Some);
        let positions = self.floats(py, &Semantic::Position, positions)?;
        positions.ok_or_else(|| PyTypeError::new_err("expected positions, found none"))
    }

    /// Returns the normals as an array with three floats for each vertex, or `None` if the primitive has no normals.
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Normal, self.get()?.normals(self.held.scene()))
    }

    /// Returns the tangents as an array with four floats for each vertex: x, y, z and the sign of the bitangent.
    /// Returns `None` if the primitive has no tangents.
    #[getter]
    fn tangents<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Tangent, self.get()?.tangents(self.held.scene()))
    }

    /// Returns the texture coordinates of a set as an array with two floats for each vertex, starting at the top left.
    /// Returns `None` if the primitive does not have this set.
    #[pyo3(signature = (set = 0))]
    fn tex_coords<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::TexCoord(set), self.get()?.tex_coords(self.held.scene(), set))
    }

    /// Returns the joint weights of a set as an array with four floats for each vertex. Returns `None` if the primitive
    /// does not have this set.
    #[pyo3(signature = (set = 0))]
    fn weights<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Weights(set), self.get()?.weights(self.held.scene(), set))
    }

    /// Returns the joints of a set as an array with four integers for each vertex. Returns `None` if the primitive does
    /// not have this set.
    #[pyo3(signature = (set = 0))]
    fn joints<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let joints = self.get()?.joints(self.held.scene(), set);
        Self::made(py, joints, |joints| Column::of_wholes(joints.into_flattened(), &[4]))
    }

    /// Returns the colours of a set as an array with red, green, blue and alpha for each vertex, on a scale from 0 to
    /// 1. Returns `None` if the primitive does not have this set.
    #[pyo3(signature = (set = 0))]
    fn colors<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let colors = self.get()?.colors(self.held.scene(), set);
        Self::made(py, colors, |colors| Column::of_floats(colors.into_flattened(), &[4]))
    }

    /// Returns the triangles: three vertex indices each, counter-clockwise. Strips and fans are converted to single
    /// triangles.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let primitive = self.get()?;
        let triangles = py.detach(|| Ok(primitive.triangles(self.held.scene())?.flatten().collect()));
        let triangles = triangles.map_err(|error| error::malformed(py, &error, None))?;
        array(py, Column::of_wholes(triangles, &[3]))
    }

    fn __repr__(&self) -> PyResult<String> {
        let (primitive, vertices) = (self.get()?, self.vertex_count()?);
        let names: Vec<String> = primitive.attributes.iter().map(|one| one.semantic.to_string()).collect();
        Ok(format!("<Primitive of mesh {}: {vertices} vertices, {}>", self.mesh, names.join(" ")))
    }
}
