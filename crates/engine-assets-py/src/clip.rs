//! Animations of scenes, with channels and keys as they are stored.

use std::sync::Arc;

use engine_assets::asset_scene::{AnimationId, Channel as Stored, Id, Interpolation, Property};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::column::array;
use crate::owned_scene::Held;
use crate::primitive::stored_column;

/// An animation of a scene.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Clip {
    pub(crate) held: Arc<Held>,
    pub(crate) id: AnimationId,
}

#[pymethods]
impl Clip {
    /// Name of the animation.
    #[getter]
    fn name(&self) -> &str {
        self.held.scene().animations.get(self.id).map_or("", |animation| &animation.name)
    }

    /// Time of the last key, in seconds.
    #[getter]
    fn duration(&self) -> f32 {
        self.held.scene().duration(self.id).unwrap_or(0.0)
    }

    /// Channels, each with the keys for a single property of a node.
    #[getter]
    fn channels(&self) -> Vec<Channel> {
        let animation = self.held.scene().animations.get(self.id);
        let count = animation.map_or(0, |animation| animation.channels.len());
        (0..count).map(|number| Channel { held: self.held.clone(), id: self.id, number }).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Clip {}, {} s, {} channels>", self.name(), self.duration(), self.channels().len())
    }
}

/// Keys for a single property of a node.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Channel {
    held: Arc<Held>,
    id: AnimationId,
    number: usize,
}

impl Channel {
    fn get(&self) -> PyResult<&Stored> {
        let animation = self.held.scene().animations.get(self.id);
        animation
            .and_then(|animation| animation.channels.get(self.number))
            .ok_or_else(|| PyKeyError::new_err(self.number))
    }
}

#[pymethods]
impl Channel {
    /// Index of the node.
    #[getter]
    fn node(&self) -> PyResult<usize> {
        Ok(Id::index(self.get()?.node))
    }

    /// The animated property, with the name that glTF uses: `translation`, `rotation`, `scale` or `weights` (of morph
    /// targets).
    #[getter]
    fn path(&self) -> PyResult<&'static str> {
        Ok(match self.get()?.property {
            Property::Translation => "translation",
            Property::Rotation => "rotation",
            Property::Scale => "scale",
            Property::MorphWeights => "weights",
        })
    }

    /// How to interpolate: `linear`, `step` or `cubic`. For `cubic`, each key has an in tangent, a value and an out
    /// tangent.
    #[getter]
    fn interpolation(&self) -> PyResult<&'static str> {
        Ok(match self.get()?.interpolation {
            Interpolation::Linear => "linear",
            Interpolation::Step => "step",
            Interpolation::CubicSpline => "cubic",
        })
    }

    /// Times of the keys, in seconds.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, stored_column(&self.held, self.get()?.times))
    }

    /// Values of the keys. These are three floats, or four for rotations (x, y, z, w). For weights, there is one float
    /// per morph target and key.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, stored_column(&self.held, self.get()?.values))
    }

    fn __repr__(&self) -> PyResult<String> {
        let (node, keys) = (self.get()?.node, self.held.scene().arrays.get(self.get()?.times));
        let name = self.held.scene().nodes.get(node).map_or("", |node| &node.name);
        Ok(format!("<Channel {} of {name}, {} keys>", self.path()?, keys.map_or(0, |keys| keys.count)))
    }
}
