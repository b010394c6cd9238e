//! Converting.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::convert::{ConvertOptions, Converted, Goal, Input, Overwrite, UpAxis};
use engine_assets::urho_mdl::Repair;
use engine_assets::{Error, Globs, Resources, SideFile};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::asset::opened;
use crate::error::{findings, raise};
use crate::scene::stem;
use crate::source::Opened;

/// The options of `engine_assets.convert`, which say what they mean.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    to: Option<String>,
    lossy: bool,
    sidecar: bool,
    repair: Vec<String>,
    animations: Vec<String>,
    lod: Option<usize>,
    scale: f32,
    up: String,
    exact: bool,
    strict: bool,
    max_bones: u16,
    resources: Vec<PathBuf>,
    material: Vec<String>,
    materials: bool,
    textures: bool,
    max_memory: u64,
    force: bool,
    write: bool,
}

/// Converts documents. Returns the files, the findings, and whether a file was restored.
#[pyfunction]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    inputs: Vec<Bound<'py, PyAny>>,
    output: Option<PathBuf>,
    options: Options,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static FILE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let inputs: PyResult<Vec<Arc<Opened>>> = inputs.iter().map(opened).collect();
    let inputs = inputs?;
    let first = inputs.first().and_then(|first| first.path());
    let (goal, output) = place(&options, output, first).map_err(|error| raise(py, &error, first))?;
    let made = py.detach(|| make(&inputs, goal, &output, &options));
    let made = made.map_err(|error| raise(py, &error, first))?;
    if options.write {
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let overwrite = if options.force { Overwrite::Always } else { Overwrite::Never };
        py.detach(|| made.write_below(folder, overwrite))?;
    }
    let class = FILE.import(py, "engine_assets._types", "OutputFile")?;
    let files = made.files.iter().map(|file| class.call1((file.name.as_str(), PyBytes::new(py, &file.bytes))));
    let files: Vec<_> = files.collect::<PyResult<_>>()?;
    CLASS.import(py, "engine_assets._types", "Converted")?.call1((files, findings(py, &made.findings)?, made.restored))
}

/// What is made, and its path: called like the first input, if nothing else is said.
fn place(options: &Options, output: Option<PathBuf>, first: Option<&Path>) -> Result<(Goal, PathBuf), Error> {
    let asked = options.to.as_deref().map(|name| {
        let names: Vec<&str> = Goal::all().map(Goal::name).collect();
        let unknown = || Error::Refused(format!("expected one of {}, found {name}", names.join(", ")));
        Goal::from_name(name).ok_or_else(unknown)
    });
    let asked = asked.transpose()?;
    match (output, asked) {
        (Some(output), asked) => Ok((Goal::choose(asked, &output)?, output)),
        (None, Some(goal)) => {
            let path = first.unwrap_or(Path::new("output"));
            let name = goal.extension().map_or_else(|| path.to_path_buf(), |extension| path.with_extension(extension));
            Ok((goal, name.file_name().unwrap_or_default().into()))
        }
        (None, None) => Err(Error::Refused("expected a path to write, or `to` and a format, found neither".to_owned())),
    }
}

fn make(inputs: &[Arc<Opened>], goal: Goal, output: &Path, options: &Options) -> Result<Converted, Error> {
    let resources = resources(inputs.first(), goal, options)?.map(Arc::new);
    let names: Vec<String> = inputs.iter().map(|opened| stem(opened)).collect();
    let sides: Vec<Option<SideFile>> =
        inputs.iter().map(|opened| options.sidecar.then(|| opened.side_file()).flatten()).collect();
    let model = inputs.first().and_then(|first| first.path());
    let resource = resources.as_ref().zip(model).and_then(|(resources, path)| resources.name_of(path));
    let documents: Vec<Input<'_, '_>> = (inputs.iter().zip(&names).zip(&sides))
        .map(|((opened, name), side)| {
            Input::new(name, opened.asset()).side(side.as_ref()).resource(resource.as_deref())
        })
        .collect();
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    engine_assets::convert::convert(&documents, goal, &name, &options.to_umbrella()?.resources(resources))
}

/// Where materials and textures are: what was named, or what is around the model.
fn resources(model: Option<&Arc<Opened>>, goal: Goal, options: &Options) -> Result<Option<Resources>, Error> {
    if !goal.is_gltf() {
        return Ok(None);
    }
    if options.resources.is_empty() {
        let file = model.filter(|model| model.is_file).and_then(|model| model.path());
        let around = file.and_then(|path| Resources::around(path).ok());
        return Ok(around.filter(|resources| !resources.is_empty()));
    }
    let add = |resources: Resources, path: &PathBuf| resources.root(path);
    let given = options.resources.iter().try_fold(Resources::new(), add);
    given.map(Some).map_err(|error| Error::Refused(error.to_string()))
}

impl Options {
    fn to_umbrella(&self) -> Result<ConvertOptions, Error> {
        let up = match self.up.as_str() {
            "y" => UpAxis::Y,
            "z" => UpAxis::Z,
            other => return Err(Error::Refused(format!("expected y or z as the axis that points up, found {other}"))),
        };
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(Error::Refused(format!("expected a scale above 0, found {}", self.scale)));
        }
        if !(1..=256).contains(&self.max_bones) {
            return Err(Error::Refused(format!("expected 1 to 256 as max_bones, found {}", self.max_bones)));
        }
        let repairs = self.repair.iter().map(|name| {
            let known = Repair::ALL.map(Repair::name).join(", ");
            Repair::from_name(name).ok_or_else(|| Error::Refused(format!("expected one of {known}, found {name}")))
        });
        Ok(ConvertOptions::default()
            .lossy(self.lossy)
            .repairs(repairs.collect::<Result<Vec<_>, _>>()?)
            .animations(Globs::new(&self.animations)?)
            .lod(self.lod)
            .scale(self.scale)
            .up(up)
            .exact(self.exact)
            .strict(self.strict)
            .max_bones(self.max_bones)
            .materials(self.materials)
            .textures(self.textures)
            .material_names(self.material.clone())
            .max_expanded_bytes(self.max_memory))
    }
}

/// Formats that something can be converted to, each with what it is.
#[pyfunction]
pub(crate) fn goals() -> Vec<(&'static str, &'static str)> {
    Goal::all().map(|goal| (goal.name(), goal.description())).collect()
}

/// Repairs of models of Urho3D, each with what it does.
#[pyfunction]
pub(crate) fn repairs() -> Vec<(&'static str, &'static str)> {
    Repair::ALL.iter().map(|repair| (repair.name(), repair.description())).collect()
}
