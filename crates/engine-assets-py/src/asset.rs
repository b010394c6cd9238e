//! Documents of any format.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use engine_assets::binio::{Findings, Path};
use engine_assets::urho_mdl::{Bounds, Collision};
use engine_assets::{Checked, Format, Head, OpenOptions};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::error;
use crate::json::loads;
use crate::lookup::Roots;
use crate::scene::Scene;
use crate::source::Opened;
use crate::texture::Texture;
use crate::udm::Document;
use crate::vertex::{IndexBuffer, VertexBuffer};

/// A document of any format, as `open` reads it.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Asset {
    pub(crate) opened: Arc<Opened>,
}

/// Opens a file of any format, or the bytes of one.
///
/// Args:
///     source: Path of the file, or its bytes. `bytes` are borrowed, not copied.
///     name: Name of bytes: used to detect the format, and in messages.
///     bare_2011: Take a `.mdl` that no format fits for a model from before March 2011.
///
/// Raises:
///     OSError: The file can't be read.
///     UnknownFormatError: The format is unknown.
///     MalformedError: It is broken; `path` and `offset` say where.
#[pyfunction]
#[pyo3(signature = (source, *, name = None, bare_2011 = false))]
pub(crate) fn open(source: &Bound<'_, PyAny>, name: Option<PathBuf>, bare_2011: bool) -> PyResult<Asset> {
    let options = OpenOptions::default().bare_2011(bare_2011);
    Opened::open(source, name, &options).map(|opened| Asset { opened })
}

#[pymethods]
impl Asset {
    /// Format name: `urho-mdl`, `udm`, `gltf` …
    #[getter]
    fn format(&self) -> &'static str {
        self.opened.asset().format().name()
    }

    /// Version or kind within the format: `UMD2`, `text` …
    #[getter]
    fn variant(&self) -> String {
        self.opened.asset().variant().into_owned()
    }

    /// Path of the file, or name of the bytes.
    #[getter]
    fn name(&self) -> Option<String> {
        self.opened.path().map(|path| path.to_string_lossy().into_owned())
    }

    /// Bytes that it was read from, without a copy.
    #[getter]
    fn data(&self) -> &PyBackedBytes {
        self.opened.bytes()
    }

    /// Returns the format and content of the file, as `engine-assets inspect --json` prints them.
    ///
    /// Args:
    ///     hashes: With the SHA-256 of the file and of every block of bulk data.
    ///     sidecar: Include the side file (`X.xml` or `X.json`) of a model or an animation.
    #[pyo3(signature = (*, hashes = false, sidecar = true))]
    fn summary<'py>(&self, py: Python<'py>, hashes: bool, sidecar: bool) -> PyResult<Bound<'py, PyAny>> {
        let opened = &self.opened;
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

    /// Returns everything that is unusual or wrong: an empty list, if nothing is. Of a package, the assets inside are checked too.
    ///
    /// Args:
    ///     roundtrip: Write it again and compare: a difference is an error.
    ///     sidecar: Check the side file (`X.xml` or `X.json`) of a model or an animation too.
    #[pyo3(signature = (*, roundtrip = false, sidecar = true))]
    fn validate<'py>(&self, py: Python<'py>, roundtrip: bool, sidecar: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.findings(py, roundtrip, sidecar)
    }

    /// Encodes the document. Unchanged, it gives the bytes that it was read from.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.opened.asset().to_bytes());
        Ok(PyBytes::new(py, &bytes.map_err(|error| self.opened.raise(py, &error))?))
    }

    /// Returns the scene: meshes, nodes, materials, animations, the same for every format. Models, scenes, prefabs and maps have one.
    ///
    /// Args:
    ///     animations: Animations of Urho3D to add to a model, as paths or assets. Their names are those of their files.
    ///     resources: Folders and packages to find materials, textures and models of scenes in; `True` for the usual places around the file, which is
    ///         the default of scenes and maps, `False` for none, which is the default of models.
    #[pyo3(signature = (*, animations = Vec::new(), resources = None))]
    fn scene(&self, py: Python<'_>, animations: Vec<Bound<'_, PyAny>>, resources: Option<Roots>) -> PyResult<Scene> {
        let animations: PyResult<Vec<_>> = animations.iter().map(opened).collect();
        Scene::of(py, &self.opened, animations?, resources.as_ref())
    }

    /// The texture: its size, format, mips and pixels.
    #[getter]
    fn texture(&self) -> PyResult<Texture> {
        Texture::new(&self.opened)
    }

    fn _repr_png_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("engine_assets._display")?.call_method1("png", (slf,))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("engine_assets._display")?.call_method1("html", (slf,))
    }

    /// Vertex buffers of a model of Urho3D, as they are in the file: interleaved, left-handed. Other models have a `scene` only.
    #[getter]
    fn vertex_buffers(&self) -> PyResult<Vec<VertexBuffer>> {
        let count = self.urho_model()?.vertex_buffers.len();
        Ok((0..count).map(|number| VertexBuffer { opened: self.opened.clone(), number }).collect())
    }

    /// Index buffers of a model of Urho3D, as they are in the file.
    #[getter]
    fn index_buffers(&self) -> PyResult<Vec<IndexBuffer>> {
        let count = self.urho_model()?.index_buffers.len();
        Ok((0..count).map(|number| IndexBuffer { opened: self.opened.clone(), number }).collect())
    }

    /// Encodes a model of Urho3D with other shapes of bones, which the engine uses for the bounds of an animated model; all else stays.
    ///
    /// Args:
    ///     shapes: By the number of the bone, the radius of its sphere and the corners of its box, in the bone's space; `None` for a missing one.
    ///
    /// Raises:
    ///     IndexError: The model doesn't have that bone.
    fn with_bone_shapes<'py>(&self, py: Python<'py>, shapes: BTreeMap<usize, Shape>) -> PyResult<Bound<'py, PyBytes>> {
        let mut model = self.urho_model()?.clone();
        let count = model.skeleton.bones.len();
        for (number, shape) in shapes {
            let bone = model.skeleton.bones.get_mut(number);
            let missing = || PyIndexError::new_err(format!("expected a bone below {count}, found {number}"));
            let collision = &mut bone.ok_or_else(missing)?.collision;
            *collision = with_shape(collision.mask, shape);
        }
        let bytes = py.detach(|| engine_assets::Asset::UrhoMdl(model).to_bytes());
        Ok(PyBytes::new(py, &bytes.map_err(|error| self.opened.raise(py, &error))?))
    }

    /// Returns a copy of the UDM document that it is: of all assets of Pragma, and of other documents.
    fn document(&self, py: Python<'_>) -> PyResult<Document> {
        let document = py.detach(|| self.opened.asset().as_udm().map(|document| document.clone().into_owned()));
        document.map(Document::new).ok_or_else(|| self.is_no(Format::Udm.title()))
    }

    fn __len__(&self) -> usize {
        self.opened.bytes().len()
    }

    fn __repr__(&self) -> String {
        let asset = self.opened.asset();
        let name = self.opened.path().map(|path| format!("{} ", path.display())).unwrap_or_default();
        format!("<Asset {name}{} ({}), {} bytes>", asset.format().title(), asset.variant(), self.opened.bytes().len())
    }
}

impl Asset {
    /// Findings about the asset and its side file.
    pub(crate) fn findings<'py>(
        &self,
        py: Python<'py>,
        roundtrip: bool,
        sidecar: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let opened = &self.opened;
        let checked = py.detach(|| {
            let checked = opened.asset().check(roundtrip.then_some(&**opened.bytes()))?;
            let mut findings = with_difference(checked);
            let side = sidecar.then(|| opened.side_file()).flatten();
            findings.extend(side.into_iter().flat_map(|side| side.findings));
            Ok(findings)
        });
        error::findings(py, &checked.map_err(|error| opened.raise(py, &error))?)
    }

    fn urho_model(&self) -> PyResult<&engine_assets::urho_mdl::Model<'_>> {
        self.opened.urho_model().ok_or_else(|| self.is_no(Format::UrhoMdl.title()))
    }

    fn is_no(&self, expected: &str) -> PyErr {
        PyTypeError::new_err(format!("expected {expected}, found {}", self.opened.asset().format().title()))
    }
}

impl Opened {
    pub(crate) fn urho_model(&self) -> Option<&engine_assets::urho_mdl::Model<'_>> {
        match self.asset() {
            engine_assets::Asset::UrhoMdl(model) => Some(model),
            _ => None,
        }
    }
}

/// Radius of a sphere, and corners of a box.
type Shape = (Option<f32>, Option<([f32; 3], [f32; 3])>);

/// Shapes of a bone; unknown bits of its mask stay.
fn with_shape(mask: u8, (radius, corners): Shape) -> Collision {
    let bounds = corners.map(|(min, max)| Bounds { min: min.into(), max: max.into() });
    let bit = |exists, bit| if exists { bit } else { 0 };
    let known = bit(radius.is_some(), Collision::SPHERE) | bit(bounds.is_some(), Collision::BOX);
    Collision { mask: mask & !(Collision::SPHERE | Collision::BOX) | known, radius, bounds }
}

/// An asset, or its path or bytes.
pub(crate) fn opened(source: &Bound<'_, PyAny>) -> PyResult<Arc<Opened>> {
    match source.cast::<Asset>() {
        Ok(asset) => Ok(asset.get().opened.clone()),
        Err(_) => Opened::open(source, None, &OpenOptions::default()),
    }
}

/// Returns the findings, with an error for each round-trip difference.
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
