//! Converts parts of scenes to Python (`python/engine_assets/_scene.py`).

use engine_assets::asset_scene::{
    self, Alpha, Id, Image, Light, LightKind, Material, Node, Projection, Scene, Skin, Source, Texture, Transform,
};
use engine_assets::convert::PartTexts;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::column::{Column, array};
use crate::json::loads;

/// Creates an object of a class in `_scene.py` from named fields.
fn made<'py>(
    py: Python<'py>,
    (cell, name): (&PyOnceLock<Py<PyType>>, &str),
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    cell.import(py, "engine_assets._scene", name)?.call((), Some(fields))
}

/// Returns additional data of a format.
fn extras<'py>(py: Python<'py>, source: Option<&Source<'_>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    source.map(|source| loads(py, &source.layout.to_string())).transpose()
}

pub(super) fn node<'py>(py: Python<'py>, index: usize, node: &Node, texts: &PartTexts) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("index", index)?;
    fields.set_item("name", node.name.as_str())?;
    fields.set_item("parent", node.parent.map(Id::index))?;
    fields.set_item("mesh", node.mesh.map(Id::index))?;
    fields.set_item("skin", node.skin.map(Id::index))?;
    fields.set_item("light", node.light.map(Id::index))?;
    fields.set_item("camera", node.camera.map(Id::index))?;
    fields.set_item("hidden", node.hidden)?;
    let first = node.transform.split().first;
    let (translation, rotation, scale) = match &node.transform {
        Transform::Trs { translation, rotation, scale } => (*translation, *rotation, *scale),
        Transform::Matrix(_) => (
            first.translation.as_vec3().to_array(),
            first.rotation.as_quat().to_array(),
            first.scale.as_vec3().to_array(),
        ),
    };
    fields.set_item("translation", <(f32, f32, f32)>::from(translation))?;
    fields.set_item("rotation", <(f32, f32, f32, f32)>::from(rotation))?;
    fields.set_item("scale", <(f32, f32, f32)>::from(scale))?;
    let lods: Vec<_> = node.lods.iter().map(|level| (level.node.index(), level.distance)).collect();
    fields.set_item("lods", lods)?;
    let extras = texts.extras(node).map(|extras| loads(py, &extras.to_string())).transpose()?;
    fields.set_item("extras", extras)?;
    made(py, (&CLASS, "Node"), &fields)
}

pub(super) fn skin<'py>(py: Python<'py>, skin: &Skin) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("name", skin.name.as_str())?;
    fields.set_item("joints", skin.joints.iter().map(|joint| joint.index()).collect::<Vec<_>>())?;
    fields.set_item("root", skin.root.map(Id::index))?;
    let identity = asset_scene::glam::Mat4::IDENTITY.to_cols_array();
    let stored = |joint| skin.inverse_bind.get(joint).copied().unwrap_or(identity);
    let matrices = (0..skin.joints.len()).map(stored);
    let rows =
        matrices.flat_map(|columns| asset_scene::glam::Mat4::from_cols_array(&columns).transpose().to_cols_array());
    fields.set_item("inverse_bind", array(py, Column::of_floats(rows.collect(), &[4, 4]))?)?;
    made(py, (&CLASS, "Skin"), &fields)
}

pub(super) fn light<'py>(py: Python<'py>, light: &Light) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("name", light.name.as_str())?;
    fields.set_item("kind", light.kind.name())?;
    fields.set_item("color", <(f32, f32, f32)>::from(light.color))?;
    fields.set_item("intensity", light.intensity)?;
    fields.set_item("range", light.range)?;
    let cone = if let LightKind::Spot { inner, outer } = light.kind { Some((inner, outer)) } else { None };
    fields.set_item("cone", cone)?;
    made(py, (&CLASS, "Light"), &fields)
}

pub(super) fn camera<'py>(py: Python<'py>, camera: &asset_scene::Camera) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("name", camera.name.as_str())?;
    fields.set_item("kind", camera.projection.name())?;
    let (y_fov, aspect, magnitudes) = match camera.projection {
        Projection::Perspective { y_fov, aspect } => (Some(y_fov), aspect, None),
        Projection::Orthographic { x_mag, y_mag } => (None, None, Some((x_mag, y_mag))),
    };
    fields.set_item("y_fov", y_fov)?;
    fields.set_item("aspect", aspect)?;
    fields.set_item("half_size", magnitudes)?;
    fields.set_item("near", camera.near)?;
    fields.set_item("far", camera.far)?;
    made(py, (&CLASS, "Camera"), &fields)
}

pub(super) fn material<'py>(py: Python<'py>, material: &Material) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("name", material.name.as_str())?;
    fields.set_item("base_color", <(f32, f32, f32, f32)>::from(material.base_color))?;
    fields.set_item("metallic", material.metallic)?;
    fields.set_item("roughness", material.roughness)?;
    let emissive = material.emissive.map(|channel| channel * material.emissive_strength);
    fields.set_item("emissive", <(f32, f32, f32)>::from(emissive))?;
    let (alpha, cutoff) = match material.alpha {
        Alpha::Opaque => ("opaque", None),
        Alpha::Mask { cutoff } => ("mask", Some(cutoff)),
        Alpha::Blend => ("blend", None),
    };
    fields.set_item("alpha", alpha)?;
    fields.set_item("alpha_cutoff", cutoff)?;
    fields.set_item("double_sided", material.double_sided)?;
    fields.set_item("unlit", material.unlit)?;
    let textures = PyDict::new(py);
    let places = [
        ("base_color", &material.base_color_texture),
        ("metallic_roughness", &material.metallic_roughness_texture),
        ("normal", &material.normal_texture),
        ("occlusion", &material.occlusion_texture),
        ("emissive", &material.emissive_texture),
    ];
    for (name, texture) in places {
        if let Some(Texture { image, .. }) = texture {
            textures.set_item(name, image.index())?;
        }
    }
    fields.set_item("textures", textures)?;
    fields.set_item("extras", extras(py, material.source.as_deref())?)?;
    made(py, (&CLASS, "Material"), &fields)
}

pub(super) fn image<'py>(py: Python<'py>, image: &Image<'_>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let fields = PyDict::new(py);
    fields.set_item("name", image.name.as_str())?;
    fields.set_item("file", image.file.as_deref())?;
    let bytes = py.detach(|| image.bytes.read())?;
    fields.set_item("data", pyo3::types::PyBytes::new(py, &bytes))?;
    made(py, (&CLASS, "Image"), &fields)
}

/// Returns the scene's own additional data.
pub(super) fn scene_extras<'py>(py: Python<'py>, scene: &Scene<'_>) -> PyResult<Option<Bound<'py, PyAny>>> {
    extras(py, scene.source.as_ref())
}
