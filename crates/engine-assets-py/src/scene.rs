//! Scenes: what a model of any format shows.

use std::sync::Arc;

use engine_assets::asset_scene::{self, Array, Component, Data, Id, Mesh, Semantic};
use engine_assets::binio::Findings;
use engine_assets::{Asset, Error, Format, scene_urho};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::column::{Column, Layout, Number, array};
use crate::error;
use crate::pose::Pose;
use crate::source::Opened;

/// A scene, and what is unusual about it.
pub(crate) struct Shown<'a> {
    pub(crate) scene: asset_scene::Scene<'a>,
    findings: Findings,
}

self_cell::self_cell!(
    /// A scene and the documents that it borrows from: a model, then animations.
    pub(crate) struct Held {
        owner: Vec<Arc<Opened>>,
        #[covariant]
        dependent: Shown,
    }
);

impl Held {
    pub(crate) fn scene(&self) -> &asset_scene::Scene<'_> {
        &self.borrow_dependent().scene
    }
}

/// What a model shows, whatever its format: right-handed, Y up, metres, seconds, triangles counter-clockwise.
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

/// The scene of a model, with animations of Urho3D added to it.
fn shown(documents: &[Arc<Opened>]) -> Result<Shown<'_>, Error> {
    let Some((model, animations)) = documents.split_first() else {
        return Err(Error::Refused("expected a model, found none".to_owned()));
    };
    let (mut scene, mut findings) = model.asset().to_scene(&stem(model))?;
    for opened in animations {
        let Asset::UrhoAni(animation) = opened.asset() else {
            let (expected, found) = (Format::UrhoAni.title(), opened.asset().format().title());
            return Err(Error::Refused(format!("expected {expected}, found {found}")));
        };
        let (_, added) = scene_urho::add_animation(&mut scene, animation.borrowed(), &stem(opened));
        findings.extend(added);
    }
    Ok(Shown { scene, findings })
}

/// The name of a document without its folder and extension.
pub(crate) fn stem(opened: &Opened) -> String {
    opened.path().and_then(std::path::Path::file_stem).unwrap_or_default().to_string_lossy().into_owned()
}

#[pymethods]
impl Scene {
    /// Name of the scene: that of the model's file.
    #[getter]
    fn name(&self) -> &str {
        &self.held.scene().name
    }

    /// Nodes: names, parents, what they show.
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

    /// What is unusual about the model as a scene.
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

/// Vertices and how they are joined. Arrays can't be written to; `copy()` makes one that can.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Primitive {
    pub(crate) held: Arc<Held>,
    mesh: usize,
    number: usize,
}

impl Primitive {
    pub(crate) fn mesh_id(&self) -> Id<Mesh> {
        Id::new(self.mesh)
    }

    pub(crate) fn get(&self) -> PyResult<&asset_scene::Primitive> {
        let mesh = self.held.scene().meshes.get(self.mesh_id());
        mesh.and_then(|mesh| mesh.primitives.get(self.number)).ok_or_else(|| PyKeyError::new_err(self.number))
    }

    /// The array of an attribute, in place if it is stored row after row.
    fn stored(&self, id: asset_scene::ArrayId) -> Option<Column> {
        let found = self.held.scene().arrays.get(id)?;
        let row = if found.width == 1 { vec![] } else { vec![usize::from(found.width)] };
        let layout = Layout::dense(number(found.component), found.count, &row);
        match &found.data {
            Data::Dense(_) => Column::new(self.held.clone(), |held| dense(held, id), layout),
            Data::Sparse { .. } => Column::new(Arc::new(found.dense().into_owned()), Vec::as_slice, layout),
        }
    }

    /// A column of floats: in place if that is what is stored, else converted from `rows`.
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
            Some(id) => self.stored(id),
            None => Column::of_floats(py.detach(|| rows.flatten().collect()), &[N]),
        };
        array(py, column).map(Some)
    }

    /// Rows of numbers that were made for it.
    fn made<'py, T>(
        py: Python<'py>,
        made: Result<Option<T>, asset_scene::Error>,
        column: impl FnOnce(T) -> Option<Column>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let made = made.map_err(|error| error::malformed(py, &error, None))?;
        made.map(|made| array(py, column(made))).transpose()
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
    /// Number of the mesh that it is of.
    #[getter]
    fn mesh(&self) -> usize {
        self.mesh
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self) -> PyResult<usize> {
        Ok(self.get()?.vertex_count(self.held.scene()))
    }

    /// Name of the material; `None` if it has none.
    #[getter]
    fn material(&self) -> PyResult<Option<&str>> {
        let id = self.get()?.material;
        Ok(id.and_then(|id| self.held.scene().materials.get(id)).map(|material| material.name.as_str()))
    }

    /// Every attribute by glTF's name, `POSITION` or `TEXCOORD_0`, in the numbers that are stored.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for attribute in &self.get()?.attributes {
            attributes.set_item(attribute.semantic.to_string(), array(py, self.stored(attribute.array))?)?;
        }
        Ok(attributes)
    }

    /// Positions, in metres: an array of three floats per vertex.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let positions = self.get()?.positions(self.held.scene()).map(Some);
        let positions = self.floats(py, &Semantic::Position, positions)?;
        positions.ok_or_else(|| PyTypeError::new_err("expected positions, found none"))
    }

    /// Normals: three floats per vertex; `None` if there are none.
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Normal, self.get()?.normals(self.held.scene()))
    }

    /// Tangents: x, y, z and the sign of the bitangent per vertex; `None` if there are none.
    #[getter]
    fn tangents<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Tangent, self.get()?.tangents(self.held.scene()))
    }

    /// Texture coordinates of a set, from the top left: two floats per vertex; `None` if there is no such set.
    #[pyo3(signature = (set = 0))]
    fn tex_coords<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::TexCoord(set), self.get()?.tex_coords(self.held.scene(), set))
    }

    /// Weights of the joints of a set: four floats per vertex; `None` if there is no such set.
    #[pyo3(signature = (set = 0))]
    fn weights<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.floats(py, &Semantic::Weights(set), self.get()?.weights(self.held.scene(), set))
    }

    /// Joints of a set: four whole numbers per vertex; `None` if there is no such set.
    #[pyo3(signature = (set = 0))]
    fn joints<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let joints = self.get()?.joints(self.held.scene(), set);
        Self::made(py, joints, |joints| Column::of_wholes(joints.into_flattened(), &[4]))
    }

    /// Colours of a set: red, green, blue, alpha from 0 to 1 per vertex; `None` if there is no such set.
    #[pyo3(signature = (set = 0))]
    fn colors<'py>(&self, py: Python<'py>, set: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let colors = self.get()?.colors(self.held.scene(), set);
        Self::made(py, colors, |colors| Column::of_floats(colors.into_flattened(), &[4]))
    }

    /// Triangles: three numbers of vertices each, counter-clockwise, strips and fans unrolled.
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
