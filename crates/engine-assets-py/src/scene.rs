//! Scenes: the content of a model, scene or map of any format.

mod python;

use std::sync::{Arc, OnceLock};

use engine_assets::asset_scene::{self, Id};
use engine_assets::convert::{PartTexts, ToScene};
use engine_assets::{Error, Format, asset_gltf};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::clip::Clip;
use crate::error;
use crate::lookup::Roots;
use crate::owned_scene::{Documents, Held};
use crate::picture::{Look, Picture, render_scene};
use crate::pose::Pose;
use crate::primitive::Primitive;
use crate::source::Opened;

/// The content of a model of any format, in the same conventions: right-handed, Y up, metres, seconds, triangles
/// counter-clockwise.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Scene {
    pub(crate) held: Arc<Held>,
    /// The texts of the nodes in their file. They are read when somebody asks for the first one.
    texts: OnceLock<PartTexts>,
}

impl Scene {
    /// Creates a scene from a model with animations, from a scene, or from a map.
    pub(crate) fn of(
        py: Python<'_>,
        main: &Arc<Opened>,
        animations: Vec<Arc<Opened>>,
        resources: Option<&Roots>,
        lods: bool,
    ) -> PyResult<Self> {
        let opened: Vec<Arc<Opened>> = std::iter::once(main.clone()).chain(animations).collect();
        let held = py.detach(|| {
            if let Some(other) = opened.iter().skip(1).find(|other| !other.asset().format().is_animation()) {
                let (expected, found) = (Format::URHO_ANI.title(), other.asset().format().title());
                return Err(Error::Refused(format!("expected {expected}, found {found}")));
            }
            let found = Roots::of(resources, main, true)?;
            let documents = Documents::new(opened, found.as_ref());
            Held::of(documents, &ToScene::default().resources(found.map(Arc::new)), lods)
        });
        Ok(Self { held: Arc::new(held.map_err(|error| main.raise(py, &error))?), texts: OnceLock::new() })
    }

    fn texts(&self) -> &PartTexts {
        self.texts.get_or_init(|| PartTexts::of(self.held.scene()))
    }

    /// Finds an animation by the given name or index.
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
    /// Name of the scene, which is the name of the model's file.
    #[getter]
    fn name(&self) -> &str {
        &self.held.scene().name
    }

    /// Nodes, with names, parents, transforms and content.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let nodes = self.held.scene().nodes.iter().enumerate();
        nodes.map(|(index, node)| python::node(py, index, node, self.texts())).collect()
    }

    /// Returns the first node with this name.
    ///
    /// Raises:
    ///     KeyError: There is no such node.
    fn node<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.held.scene();
        let id = scene.node(name).ok_or_else(|| PyKeyError::new_err(format!("no node {name}")))?;
        python::node(py, id.index(), &scene.nodes[id], self.texts())
    }

    /// Skins, with the nodes of joints and inverse bind matrices.
    #[getter]
    fn skins<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.held.scene().skins.iter().map(|skin| python::skin(py, skin)).collect()
    }

    /// Lights in the scene.
    #[getter]
    fn lights<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.held.scene().lights.iter().map(|light| python::light(py, light)).collect()
    }

    /// Cameras in the scene.
    #[getter]
    fn cameras<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.held.scene().cameras.iter().map(|camera| python::camera(py, camera)).collect()
    }

    /// Images, as files.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.held.scene().images.iter().map(|image| python::image(py, image)).collect()
    }

    /// Additional data of the file's format, which the scene can't represent.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        python::scene_extras(py, self.held.scene())
    }

    /// Animations with their keys.
    #[getter]
    fn clips(&self) -> Vec<Clip> {
        self.held.scene().animations.enumerate().map(|(id, _)| Clip { held: self.held.clone(), id }).collect()
    }

    /// Returns an animation with its keys, given by its name or index.
    ///
    /// Raises:
    ///     KeyError: There is no such animation.
    fn clip(&self, animation: &Bound<'_, PyAny>) -> PyResult<Clip> {
        Ok(Clip { held: self.held.clone(), id: self.animation(animation)? })
    }

    /// Names of the meshes.
    #[getter]
    fn meshes(&self) -> Vec<&str> {
        self.held.scene().meshes.iter().map(|mesh| mesh.name.as_str()).collect()
    }

    /// Materials, with factors and image indices.
    #[getter]
    fn materials<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.held.scene().materials.iter().map(|material| python::material(py, material)).collect()
    }

    /// Primitives of all meshes, with vertices and topology.
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

    /// Findings about the conversion of the model to a scene.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        error::findings(py, &self.held.borrow_dependent().findings)
    }

    /// Returns the pose at a time of an animation. Before the first key and after the last, the pose doesn't change.
    ///
    /// Args:
    ///     animation: Name or index of the animation.
    ///     time: Time in seconds.
    ///
    /// Raises:
    ///     KeyError: There is no such animation.
    fn sample(&self, py: Python<'_>, animation: &Bound<'_, PyAny>, time: f32) -> PyResult<Pose> {
        let id = self.animation(animation)?;
        Pose::of(py, &self.held, |scene| scene.sample(id, time))
    }

    /// Returns the scene as a glTF file (`.glb`).
    fn to_glb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let held = &self.held;
        let written = py.detach(|| asset_gltf::write_glb(held.scene(), &asset_gltf::WriteOptions::default()));
        let (bytes, _) = written.map_err(|error| error::malformed(py, &error, None))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn _repr_png_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("engine_assets._display")?.call_method1("scene_png", (slf,))
    }

    /// Draws the scene, for `engine_assets.render`.
    fn _render(&self, py: Python<'_>, look: Look) -> PyResult<Vec<Picture>> {
        render_scene(py, &self.held, &look)
    }

    /// Returns the pose of the scene without an animation.
    fn rest_pose(&self, py: Python<'_>) -> PyResult<Pose> {
        Pose::of(py, &self.held, |scene| scene.rest_pose())
    }

    fn __repr__(&self) -> String {
        let scene = self.held.scene();
        let (nodes, meshes, animations) = (scene.nodes.len(), scene.meshes.len(), scene.animations.len());
        format!("<Scene {}: {nodes} nodes, {meshes} meshes, {animations} animations>", scene.name)
    }
}
