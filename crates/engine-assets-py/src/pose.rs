//! Scenes at a time of an animation.

use std::sync::Arc;

use engine_assets::asset_scene::glam::Mat4;
use engine_assets::asset_scene::{self, Id, Node};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

use crate::column::{Column, array};
use crate::error;
use crate::owned_scene::Held;
use crate::primitive::Primitive;

/// The positions of nodes, joints and vertices in a scene, at a time of an animation.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Pose {
    held: Arc<Held>,
    pose: asset_scene::Pose,
}

impl Pose {
    pub(crate) fn of(
        py: Python<'_>,
        held: &Arc<Held>,
        pose: impl FnOnce(&asset_scene::Scene<'_>) -> Result<asset_scene::Pose, asset_scene::Error> + Send,
    ) -> PyResult<Self> {
        let pose = py.detach(|| pose(held.scene())).map_err(|error| error::malformed(py, &error, None))?;
        Ok(Self { held: held.clone(), pose })
    }

    /// Returns the node for a name or an index.
    fn node(&self, which: &Bound<'_, PyAny>) -> PyResult<Id<Node>> {
        let scene = self.held.scene();
        let found = match which.extract::<String>() {
            Ok(name) => scene.node(&name),
            Err(_) => Some(Id::new(which.extract()?)).filter(|id: &Id<Node>| id.index() < scene.nodes.len()),
        };
        found.ok_or_else(|| PyKeyError::new_err(format!("no node {which}")))
    }
}

/// The coordinates x, y and z.
type Point = (f32, f32, f32);

/// Converts matrices to arrays of rows. In numpy, use `matrix @ vector`.
fn matrices(py: Python<'_>, matrices: impl IntoIterator<Item = Mat4>) -> PyResult<Bound<'_, PyAny>> {
    let numbers = matrices.into_iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect();
    array(py, Column::of_floats(numbers, &[4, 4]))
}

#[pymethods]
impl Pose {
    /// Returns the matrix from the space of a node to the space of the scene. It is an array of 4 x 4 floats, to be
    /// used as `matrix @ (x, y, z, 1)`.
    fn world<'py>(&self, node: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        matrices(node.py(), [self.pose.world(self.node(node)?)])?.get_item(0)
    }

    /// Returns the matrix from the space of a node to the space of its parent.
    fn local<'py>(&self, node: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        matrices(node.py(), [self.pose.local(self.node(node)?)])?.get_item(0)
    }

    /// Returns the matrices from the spaces of all nodes to the space of the scene, in the order of the nodes.
    #[getter]
    fn worlds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        matrices(py, self.held.scene().nodes.enumerate().map(|(id, _)| self.pose.world(id)))
    }

    /// Returns the vertices of a primitive in the space of the scene, after morph targets and joints were applied. It
    /// is an array of three floats per vertex.
    ///
    /// Raises:
    ///     TypeError: The primitive belongs to another scene, or no node shows its mesh.
    fn positions<'py>(&self, py: Python<'py>, primitive: &Bound<'py, Primitive>) -> PyResult<Bound<'py, PyAny>> {
        let primitive = primitive.get();
        let scene = self.held.scene();
        let mut nodes = scene.nodes.enumerate().filter(|(_, node)| node.mesh == Some(primitive.mesh_id()));
        let shown = nodes.next().filter(|_| Arc::ptr_eq(&self.held, &primitive.held));
        let (node, _) =
            shown.ok_or_else(|| PyTypeError::new_err("expected a primitive that a node of this scene shows"))?;
        let own = primitive.get()?;
        let posed = py.detach(|| self.pose.posed(scene, node, own));
        let posed = posed.map_err(|error| error::malformed(py, &error, None))?;
        let numbers = posed.positions.iter().flat_map(|position| position.to_array()).collect();
        array(py, Column::of_floats(numbers, &[3]))
    }

    /// Returns the box around all visible vertices: the minimum and maximum of x, y, z. Returns `None` if there are no
    /// vertices.
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Option<(Point, Point)>> {
        let bounds = py.detach(|| self.pose.bounds(self.held.scene()));
        let bounds = bounds.map_err(|error| error::malformed(py, &error, None))?;
        let is_there = bounds.min.x <= bounds.max.x;
        Ok(is_there.then_some((bounds.min.into(), bounds.max.into())))
    }

    fn __repr__(&self) -> String {
        format!("<Pose of {} nodes>", self.held.scene().nodes.len())
    }
}
