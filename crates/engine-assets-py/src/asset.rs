//! Documents of any format.

mod edit;
pub(crate) mod model;
pub(crate) mod sources;
pub(crate) mod state;
mod value;

pub(crate) use self::state::Asset;
pub(crate) use edit::{differences, escape, merge_files, resolve, write_file};

use std::collections::BTreeMap;
use std::path::PathBuf;

use engine_assets::binio::{Findings, Path};
use engine_assets::convert::matches_model_name;
use engine_assets::urho_mdl::{Bounds, Collision, Smoothing};
use engine_assets::{Checked, Format, Head, OpenOptions, Typed};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};

use self::model::Computed;
use self::sources::{beside, several};
use crate::convert::repairs_of;
use crate::error;
use crate::json::loads;
use crate::lookup::{Paths, Roots};
use crate::scene::Scene;
use crate::source::Opened;
use crate::texts::Texts;
use crate::texture::Texture;
use crate::vertex::IndexBuffer;

/// Opens a file of any format. You can also pass the bytes of a file.
///
/// Args:
///     source: Path of the file, or its bytes. `bytes` are borrowed, not copied.
///     name: Name for bytes. It is used to detect the format, and in messages.
///     bare_2011: If no format fits a `.mdl`, read it as a model from before March 2011.
///
/// Raises:
///     OSError: The file can't be read.
///     UnknownFormatError: The format is unknown.
///     MalformedError: The file is broken. See `path` and `offset` for the location.
#[pyfunction]
#[pyo3(signature = (source, *, name = None, bare_2011 = false))]
pub(crate) fn open(source: &Bound<'_, PyAny>, name: Option<PathBuf>, bare_2011: bool) -> PyResult<Asset> {
    let options = OpenOptions::default().bare_2011(bare_2011);
    Opened::open(source, name, &options).map(Asset::new)
}

#[pymethods]
impl Asset {
    /// Name of the format: `urho-mdl`, `udm`, `gltf` …
    #[getter]
    fn format(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.opened(py)?.asset().format().name())
    }

    /// Version or kind within the format: `UMD2`, `text` …
    #[getter]
    fn variant(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.opened(py)?.asset().variant().into_owned())
    }

    /// Path of the file, or the name given for bytes.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.opened(py)?.path().map(|path| path.to_string_lossy().into_owned()))
    }

    /// Bytes of the file, with all edits. If there are none, nothing is copied.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<PyBackedBytes> {
        Ok(self.opened(py)?.bytes().clone_ref(py))
    }

    /// Returns the format and content of the file, as printed by `engine-assets inspect --json`.
    ///
    /// Args:
    ///     hashes: Add the SHA-256 of the file and of every block of bulk data.
    ///     sidecar: Include the side file (`X.xml` or `X.json`) of a model or an animation.
    #[pyo3(signature = (*, hashes = false, sidecar = true))]
    fn summary<'py>(&self, py: Python<'py>, hashes: bool, sidecar: bool) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened(py)?;
        let json = py.detach(|| {
            let (asset, bytes) = (opened.asset(), &**opened.bytes());
            let file = opened.path().map(std::path::Path::to_string_lossy).unwrap_or_default();
            let head = Head::new(file, Some(bytes.len() as u64), Some(asset));
            let side = sidecar.then(|| opened.side_file()).flatten();
            let hashed = hashes.then_some(bytes);
            asset.inspect(head, hashed, side.as_ref(), |inspection| serde_json::to_string(&inspection))
        });
        loads(py, &json.map_err(|error| PyTypeError::new_err(error.to_string()))?)
    }

    /// Returns a list of everything that is unusual or wrong. If the list is empty, the file is fine. For a package,
    /// the assets in it are checked too.
    ///
    /// Args:
    ///     roundtrip: Write the file again and compare it. A difference is an error.
    ///     sidecar: Also check the side file (`X.xml` or `X.json`) of a model or an animation.
    #[pyo3(signature = (*, roundtrip = false, sidecar = true))]
    fn validate<'py>(&self, py: Python<'py>, roundtrip: bool, sidecar: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.findings(py, roundtrip, sidecar)
    }

    /// Encodes the document. If you didn't change it, you get the bytes that it was read from. Otherwise, only your
    /// changes are different.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let opened = self.opened(py)?;
        let bytes = py.detach(|| opened.asset().to_bytes());
        Ok(PyBytes::new(py, &bytes.map_err(|error| opened.raise(py, &error))?))
    }

    /// Returns the scene: meshes, nodes, materials and animations. It is the same for every format, and is what
    /// `convert` and `render` use. You can call this for models, scenes, prefabs and maps.
    ///
    /// Args:
    ///     animations: Animations of Urho3D to add to a model, one or several, as paths or assets. They get the names
    ///         of their files. Default: the animations next to the model with names that begin with its name. Pass
    ///         `[]` to add none.
    ///     resources: Folders and packages to search for materials, textures and models of scenes. The default, `True`,
    ///         uses the usual places around the file. Pass `False` to search nothing.
    ///     lods: Include the coarser levels of detail of models. By default, only the finest is included.
    #[pyo3(signature = (*, animations = None, resources = None, lods = false))]
    fn scene(
        &self,
        py: Python<'_>,
        animations: Option<Bound<'_, PyAny>>,
        resources: Option<Roots>,
        lods: bool,
    ) -> PyResult<Scene> {
        let opened = self.opened(py)?;
        let animations = match animations {
            Some(animations) => several(&animations)?,
            None => beside(py, &opened, &matches_model_name),
        };
        Scene::of(py, &opened, animations, resources.as_ref(), lods)
    }

    /// Returns the value at a path: a number, a text, or a tuple of numbers or texts. For a list or group of values,
    /// this is a mapping, and its keys are the next steps of the path. It is a view of the document, so if you set its
    /// values, the document changes.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        match slf.get().state.document(slf.py())? {
            Some(document) => document.get_item(path),
            None => edit::get(slf, path),
        }
    }

    fn __setitem__(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match self.state.document(value.py())? {
            Some(document) => document.set_item(path, value),
            None => self.set(path, value, false, None, Texts::default(), Paths::default()).map(drop),
        }
    }

    fn __delitem__(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        match self.state.document(py)? {
            Some(document) => document.del_item(path),
            None => edit::remove(py, self, path).map(drop),
        }
    }

    fn __contains__(slf: &Bound<'_, Self>, path: &str) -> PyResult<bool> {
        match Self::__getitem__(slf, path) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<PyKeyError>(slf.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the steps that you can add to a path: names, or positions such as `[3]`.
    ///
    /// Args:
    ///     path: Path of a list or a group. Default: the document.
    #[pyo3(signature = (path = ""))]
    fn keys(&self, py: Python<'_>, path: &str) -> PyResult<Vec<String>> {
        match self.state.document(py)? {
            Some(document) if path.is_empty() => document.try_iter()?.map(|key| key?.extract()).collect(),
            Some(document) => document.get_item(path)?.try_iter()?.map(|key| key?.extract()).collect(),
            None => edit::keys(py, self, path),
        }
    }

    /// Returns all values that match a path, for example `nodes/**[Camera]/FOV` or `nodes/*/Position`. The keys are the
    /// paths of these values.
    ///
    /// Args:
    ///     path: A path that can contain `*`, `**` and kinds in brackets.
    fn find<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        if let Some(document) = self.state.document(py)? {
            for path in document.call_method1("find", (path,))?.try_iter()? {
                let path = path?;
                found.set_item(&path, document.get_item(&path)?)?;
            }
            return Ok(found);
        }
        for (path, value) in edit::find(py, self, path)? {
            found.set_item(path, value)?;
        }
        Ok(found)
    }

    /// Sets all values that match a path, and returns what changed. If there is an error, nothing changes.
    ///
    /// Args:
    ///     path: A path, or a pattern as for `find`.
    ///     value: The value, or its text.
    ///     create: Add the value if it is missing.
    ///     type: Type for an added value that isn't in a table, such as `Float`.
    ///     where: Conditions such as `Light Type=Point`. Only values next to such values are changed.
    ///     resources: Folders and packages. If the value names a file, it must be in one of them.
    ///
    /// Raises:
    ///     KeyError: There is no such value. The message lists the values that exist.
    ///     ValueError: The value has the wrong type. The message lists the valid values.
    #[pyo3(signature = (path, value, *, create = false, r#type = None, r#where = Texts::default(), resources = Paths::default()))]
    fn set<'py>(
        &self,
        path: &str,
        value: &Bound<'py, PyAny>,
        create: bool,
        r#type: Option<&str>,
        r#where: Texts,
        resources: Paths,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.state.document(value.py())?.is_some() {
            return Err(PyTypeError::new_err("expected a document of Urho3D; set values of document()"));
        }
        let setting = edit::Setting { create, kind: r#type, conditions: &r#where.0, resources: &resources.0 };
        edit::set(self, path, value, &setting)
    }

    /// Inserts an item into a list. If the path names an item, the new item is inserted before it. If it names a list,
    /// the item is added to the end. Returns the path of the new item.
    ///
    /// Args:
    ///     path: Path of a list or an item.
    ///     value: Value of the item, name of a node, or class of a component.
    fn insert(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
        edit::insert(self, path, value)
    }

    /// Writes the document. The file is never only partly written.
    ///
    /// Args:
    ///     path: The file to write. By default, the file that the document was opened from is replaced.
    ///     force: Replace another file if it exists.
    ///
    /// Raises:
    ///     FileExistsError: The file exists, and `force` is false.
    #[pyo3(signature = (path = None, *, force = false))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>, force: bool) -> PyResult<()> {
        let opened = self.opened(py)?;
        let own = || PyValueError::new_err("expected a path: the document isn't from a file");
        let (target, replaces) = match (&path, opened.file()) {
            (Some(path), file) => (path.as_path(), force || file == Some(path)),
            (None, file) => (file.ok_or_else(own)?, true),
        };
        edit::save(py, target, opened.bytes(), replaces)
    }

    /// Calculates the normals of an Urho3D model again. Returns what couldn't be calculated.
    ///
    /// Args:
    ///     smooth: Also smooth vertices that have the same position. Otherwise, two vertices at one position form a
    ///         hard edge.
    #[pyo3(signature = (*, smooth = false))]
    fn compute_normals<'py>(&self, py: Python<'py>, smooth: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        model::compute(py, self, Computed::Normals(if smooth { Smoothing::Positions } else { Smoothing::Vertices }))
    }

    /// Calculates the tangents of an Urho3D model again. Returns what could not be calculated.
    fn compute_tangents<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        model::compute(py, self, Computed::Tangents)
    }

    /// Calculates the bounding box of an Urho3D model again.
    fn compute_bounds(&self, py: Python<'_>) -> PyResult<()> {
        model::compute(py, self, Computed::Bounds).map(drop)
    }

    /// Calculates the spheres and boxes of an Urho3D model's bones again, from the vertices that each bone moves.
    fn compute_bone_bounds(&self, py: Python<'_>) -> PyResult<()> {
        model::compute(py, self, Computed::BoneBounds).map(drop)
    }

    /// Repairs an Urho3D model. Returns what was repaired.
    ///
    /// Args:
    ///     names: Names of repairs, which are applied in this order. See `repairs()` for all names.
    #[pyo3(signature = (*names))]
    fn repair<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let repairs = repairs_of(&names).map_err(|error| error::raise(py, &error, None))?;
        model::repair(py, self, &repairs)
    }

    /// The texture: its size, format, mips and pixels.
    #[getter]
    fn texture(&self, py: Python<'_>) -> PyResult<Texture> {
        let opened = self.opened(py)?;
        if !opened.asset().format().is_texture() {
            return Err(is_no(&opened, Format::IMAGE.title(), PyAttributeError::new_err));
        }
        Texture::new(&opened)
    }

    fn _repr_png_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("engine_assets._display")?.call_method1("png", (slf,))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("engine_assets._display")?.call_method1("html", (slf,))
    }

    /// Vertex buffers of an Urho3D model, as they are in the file: interleaved, left-handed. For other models, use
    /// `scene` instead.
    #[getter]
    fn vertex_buffers<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(slf.py(), "engine_assets._buffers", "VertexBuffer")?;
        let opened = slf.get().opened(slf.py())?;
        (0..urho_model(&opened)?.vertex_buffers.len()).map(|number| class.call1((slf, number))).collect()
    }

    /// Index buffers of an Urho3D model, as they are in the file.
    #[getter]
    fn index_buffers(&self, py: Python<'_>) -> PyResult<Vec<IndexBuffer>> {
        let opened = self.opened(py)?;
        let count = urho_model(&opened)?.index_buffers.len();
        Ok((0..count).map(|number| IndexBuffer { opened: opened.clone(), number }).collect())
    }

    /// Encodes an Urho3D model with new shapes of bones. The engine uses them for the bounds of an animated model.
    /// Nothing else changes.
    ///
    /// Args:
    ///     shapes: For each bone number, the radius of its sphere and the corners of its box, in the space of the bone.
    ///         Use `None` for a missing shape.
    ///
    /// Raises:
    ///     IndexError: The model doesn't have this bone.
    fn with_bone_shapes<'py>(&self, py: Python<'py>, shapes: BTreeMap<usize, Shape>) -> PyResult<Bound<'py, PyBytes>> {
        let opened = self.opened(py)?;
        let mut model = urho_model(&opened)?.clone();
        let count = model.skeleton.bones.len();
        for (number, shape) in shapes {
            let bone = model.skeleton.bones.get_mut(number);
            let missing = || PyIndexError::new_err(format!("expected a bone below {count}, found {number}"));
            let collision = &mut bone.ok_or_else(missing)?.collision;
            *collision = with_shape(collision.mask, shape);
        }
        let bytes = py.detach(|| engine_assets::Asset::new(model).to_bytes());
        Ok(PyBytes::new(py, &bytes.map_err(|error| opened.raise(py, &error))?))
    }

    /// Returns the UDM document of an asset. This works for all assets of Pragma, and for other UDM documents. You
    /// always get the same object, and if you change it, the asset changes.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.state.document(py)? {
            Some(document) => Ok(document),
            None => Err(is_no(&*self.opened(py)?, Format::UDM.title(), PyTypeError::new_err)),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.opened(py)?.bytes().len())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let opened = self.opened(py)?;
        let asset = opened.asset();
        let name = opened.path().map(|path| format!("{} ", path.display())).unwrap_or_default();
        let size = opened.bytes().len();
        Ok(format!("<Asset {name}{} ({}), {size} bytes>", asset.format().title(), asset.variant()))
    }
}

impl Asset {
    /// Returns the findings about the asset and its side file.
    pub(crate) fn findings<'py>(
        &self,
        py: Python<'py>,
        roundtrip: bool,
        sidecar: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let opened = self.opened(py)?;
        let checked = py.detach(|| {
            let checked = opened.asset().check(roundtrip.then_some(&**opened.bytes()))?;
            let mut findings = with_difference(checked);
            let side = sidecar.then(|| opened.side_file()).flatten();
            findings.extend(side.into_iter().flat_map(|side| side.findings));
            Ok(findings)
        });
        error::findings(py, &checked.map_err(|error| opened.raise(py, &error))?)
    }
}

/// Returns the Urho3D model. For other formats, this is an AttributeError, so that `hasattr` is false.
fn urho_model(opened: &Opened) -> PyResult<&engine_assets::urho_mdl::Model<'_>> {
    opened.urho_model().ok_or_else(|| is_no(opened, Format::URHO_MDL.title(), PyAttributeError::new_err))
}

fn is_no(opened: &Opened, expected: &str, error: impl FnOnce(String) -> PyErr) -> PyErr {
    error(format!("expected {expected}, found {}", opened.asset().format().title()))
}

impl Opened {
    pub(crate) fn urho_model(&self) -> Option<&engine_assets::urho_mdl::Model<'_>> {
        match self.asset().typed() {
            Typed::UrhoMdl(model) => Some(model),
            _ => None,
        }
    }
}

/// The radius of a sphere, and the corners of a box.
type Shape = (Option<f32>, Option<([f32; 3], [f32; 3])>);

/// Creates the shapes of a bone. Unknown bits of its mask are kept.
fn with_shape(mask: u8, (radius, corners): Shape) -> Collision {
    let bounds = corners.map(|(min, max)| Bounds { min: min.into(), max: max.into() });
    let bit = |exists, bit| if exists { bit } else { 0 };
    let known = bit(radius.is_some(), Collision::SPHERE) | bit(bounds.is_some(), Collision::BOX);
    Collision { mask: mask & !(Collision::SPHERE | Collision::BOX) | known, radius, bounds }
}

/// Returns the findings, and adds an error if the round trip has a difference.
fn with_difference(checked: Checked) -> Findings {
    let mut findings = checked.findings;
    if let Some(difference) = checked.difference {
        findings.error(
            engine_assets::kinds::ROUNDTRIP_DIFFERENT,
            Path::new(),
            format!("doesn't round-trip: {difference}"),
        );
    }
    findings
}
