//! Scenes: the neutral content of a model of any format.

use std::sync::Arc;

use engine_assets::asset_scene::{self, Id};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::error;
use crate::held::{Held, shown};
use crate::pose::Pose;
use crate::primitive::Primitive;
use crate::source::Opened;

/// The neutral content of a model of any format: right-handed, Y up, metres, seconds, triangles counter-clockwise.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Scene {
    pub(crate) held: Arc<Held>,
}

impl Scene {
    pub(crate) fn of(py: Python<'_>, model: &Arc<Opened>, animations: Vec<Arc<Opened>>) -> PyResult<Self> {
        let documents: Vec<Arc<Opened>> = std::iter::once(model.clone()).chain(animations).collect();
        let held = py.detach(|| Held::try_new(documents, |documents| shown(documents)));
        let held = held.map_err(|error| model.raise(py, &error))?;
        Ok(Self { held: Arc::new(held) })
    }

    /// The animation of a name or a number.
    fn animation(&self, which: &Bound<'_, PyAny>) -> PyResult<asset_scene::AnimationId> {
        let animations = &self.held.scene().animations;
        let found = match which.extract::<String>() {
            Ok(name) => self.held.scene().animation(&name),
            Err(_) => Some(Id::new(which.extract()?)).filter(|id: &Id<_>| id.index() < animations.len()),
        };
        found.ok_or_else(|| {
            let names: Vec<&str> = animations.iter().map(|animation| animation.name.as_str()).collect();
            PyKeyError::new_err(format!("expected an animation of {}, found {which}", names.join(", ")))
        })
    }
}

#[pymethods]
impl Scene {
    /// Name of the scene: the name of the model's file.
    #[getter]
    fn name(&self) -> &str {
        &self.held.scene().name
    }

    /// Nodes: names, parents, content.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "engine_assets._types", "Node")?;
        let nodes = self.held.scene().nodes.iter();
        nodes
            .map(|node| {
                let parent = node.parent.map(Id::index);
                class.call1((node.name.as_str(), parent, node.mesh.map(Id::index), node.skin.map(Id::index)))
            })
            .collect()
    }

    /// Names of the meshes.
    #[getter]
    fn meshes(&self) -> Vec<&str> {
        self.held.scene().meshes.iter().map(|mesh| mesh.name.as_str()).collect()
    }

    /// Names of the materials.
    #[getter]
    fn materials(&self) -> Vec<&str> {
        self.held.scene().materials.iter().map(|material| material.name.as_str()).collect()
    }

    /// Primitives of all meshes: vertices and how they are joined.
    #[getter]
    fn primitives(&self) -> Vec<Primitive> {
        let meshes = self.held.scene().meshes.iter().enumerate();
        let numbers = meshes.flat_map(|(mesh, own)| (0..own.primitives.len()).map(move |number| (mesh, number)));
        numbers.map(|(mesh, number)| Primitive { held: self.held.clone(), mesh, number }).collect()
    }

    /// Animations, each with its length in seconds.
    #[getter]
    fn animations(&self) -> Vec<(&str, f32)> {
        let scene = self.held.scene();
        let durations = scene.animations.enumerate();
        durations.map(|(id, animation)| (animation.name.as_str(), scene.duration(id).unwrap_or(0.0))).collect()
    }

    /// Findings of the conversion from model to scene.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        error::findings(py, &self.held.borrow_dependent().findings)
    }

    /// Returns the pose at a time of an animation. Before its first key and after the last, the values of these are held.
    ///
    /// Args:
    ///     animation: Name or number of the animation.
    ///     time: Time, in seconds.
    ///
    /// Raises:
    ///     KeyError: There is no such animation.
    fn sample(&self, py: Python<'_>, animation: &Bound<'_, PyAny>, time: f32) -> PyResult<Pose> {
        let id = self.animation(animation)?;
        Pose::of(py, &self.held, |scene| scene.sample(id, time))
    }

    /// Returns the pose without an animation.
    fn rest_pose(&self, py: Python<'_>) -> PyResult<Pose> {
        Pose::of(py, &self.held, |scene| scene.rest_pose())
    }

    fn __repr__(&self) -> String {
        let scene = self.held.scene();
        let (nodes, meshes, animations) = (scene.nodes.len(), scene.meshes.len(), scene.animations.len());
        format!("<Scene {}: {nodes} nodes, {meshes} meshes, {animations} animations>", scene.name)
    }
}
