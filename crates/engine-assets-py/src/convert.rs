//! Converts documents.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::asset_gltf::Compression;
use engine_assets::asset_image::{TextureFiles, TextureUse};
use engine_assets::asset_scene::reduce::CurveTolerance;
use engine_assets::binio::Name;
use engine_assets::convert as conversion;
use engine_assets::convert::{
    Center, ConvertOptions, Converted, Engine, Input, Motion, Original, OutputFile, OutputFormat, OutputPath,
    Overwrite, SafeName, Tangents, UpAxis,
};
use engine_assets::urho_mdl::Repair;
use engine_assets::{Error, Globs, Isolate, OpenOptions, Resources, SideFile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::asset::sources::{beside, opened, opened_with};
use crate::error::{findings, of_system, raise};
use crate::lookup::named;
use crate::motion::MotionWords;
use crate::owned_scene::{resource_name, stem};
use crate::source::{Opened, Origin};

/// The options of `engine_assets.convert`. See there for their documentation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    to: Option<String>,
    engine: Option<String>,
    classes: Option<PathBuf>,
    lossy: bool,
    repair: Vec<String>,
    force: bool,
    write: bool,
    /// The program and arguments for a process that reads FBX and OBJ.
    isolate: Option<Vec<OsString>>,
    max_expanded: u64,
    animations: Vec<String>,
    no_animations: bool,
    pub(crate) sidecar: bool,
    pub(crate) resources: Vec<PathBuf>,
    material: Vec<String>,
    materials: bool,
    textures: bool,
    collision: bool,
    navmesh: bool,
    lod: Option<usize>,
    scale: f32,
    up: String,
    facing: String,
    center: Option<String>,
    simplify: Vec<f32>,
    optimize_meshes: bool,
    originals: bool,
    strict: bool,
    gpu_instancing: bool,
    compress: Vec<String>,
    pub(crate) into: Vec<Py<PyAny>>,
    pub(crate) bind_pose_of: Vec<Py<PyAny>>,
    apply_scale: bool,
    max_bones: u16,
    weld: bool,
    optimize: bool,
    tangents: String,
    smooth: Option<f32>,
    curve_tolerance: Option<f32>,
    pub(crate) copy_resources: bool,
    pub(crate) resource_dir: Option<PathBuf>,
    own_folders: bool,
    shared: bool,
    prefab: bool,
    texture_files: String,
    texture_use: Option<String>,
    max_size: Option<u32>,
    power_of_two: bool,
    pub(crate) motion: MotionWords,
    /// If this is `true` and there is only one model, the animations next to it are included.
    beside: bool,
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
    let (open, isolate) = (options.open().map_err(|error| raise(py, &error, None))?, options.isolate());
    let inputs = inputs.iter().map(|source| opened_with(source, &open, isolate.as_ref()));
    let inputs: Vec<Arc<Opened>> = inputs.collect::<PyResult<_>>()?;
    let first = inputs.first().and_then(|first| first.path());
    let originals = [&options.into, &options.bind_pose_of].map(|sources| original(py, sources));
    let [into, bind_pose] = originals;
    let originals = (into?, bind_pose?);
    let (output_format, place) = place(&options, output, inputs.first()).map_err(|error| raise(py, &error, first))?;
    let beside = match inputs.as_slice() {
        [model] if options.beside && output_format.is_gltf() => {
            let asked = Globs::new(&options.animations).map_err(|error| raise(py, &error, first))?;
            beside(py, model, &|name, model| {
                if asked.is_empty() { conversion::matches_model_name(name, model) } else { asked.matches(&name.into()) }
            })
        }
        _ => Vec::new(),
    };
    let motion = options.motion.motion(py)?;
    let made = py.detach(|| make((&inputs, &beside), output_format, &place, originals, (&options, motion)));
    let made = made.map_err(|error| raise(py, &error, first))?;
    if options.write {
        let written = py.detach(|| write_below(&made, &place.folder, options.force));
        written.map_err(|error| of_system(py, &error, Some(&place.folder)))?;
    }
    let class = FILE.import(py, "engine_assets._types", "OutputFile")?;
    let files = made.files.iter().map(|file| class.call1((file.name.as_str(), PyBytes::new(py, &file.bytes))));
    let files: Vec<_> = files.collect::<PyResult<_>>()?;
    CLASS.import(py, "engine_assets._types", "Converted")?.call1((
        files,
        findings(py, &made.findings)?,
        made.restored,
        place.folder,
        made.frame_rate,
    ))
}

fn write_below(made: &Converted, folder: &Path, force: bool) -> std::io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    made.write_below(folder, if force { Overwrite::Always } else { Overwrite::Never })
}

/// Writes the files of a conversion below a folder. If there is an error, none of them is written.
#[pyfunction]
pub(crate) fn write_files(
    py: Python<'_>,
    folder: PathBuf,
    files: Vec<(String, PyBackedBytes)>,
    force: bool,
) -> PyResult<()> {
    let requested = files.last().map(|(name, _)| name.clone()).unwrap_or_default();
    let file = |(name, bytes): (String, PyBackedBytes)| match SafeName::beside(&name, &requested) {
        Ok(name) => Ok(OutputFile::new(name, &*bytes)),
        Err(why) => Err(PyValueError::new_err(format!("the output name \"{}\" is refused: {why}", Name::from(name)))),
    };
    let mut made = Converted::default();
    made.files = files.into_iter().map(file).collect::<PyResult<_>>()?;
    py.detach(|| write_below(&made, &folder, force)).map_err(|error| of_system(py, &error, Some(&folder)))
}

/// Returns the format that was requested.
pub(crate) fn output_format(options: &Options) -> Result<Option<OutputFormat>, Error> {
    let asked = options.to.as_deref().map(|name| {
        let names: Vec<&str> = OutputFormat::all().map(OutputFormat::name).collect();
        let unknown = || Error::Refused(format!("expected one of {}, found {name}", names.join(", ")));
        OutputFormat::from_name(name).ok_or_else(unknown)
    });
    asked.transpose()
}

/// Returns the output format and path. If there is no name, the name of the first input is used.
fn place(
    options: &Options,
    output: Option<PathBuf>,
    first: Option<&Arc<Opened>>,
) -> Result<(OutputFormat, OutputPath), Error> {
    let is_gltf = first.is_some_and(|first| first.asset().format().is_neutral());
    let root = options.resource_dir.as_deref();
    match (output, output_format(options)?) {
        (Some(output), asked) => {
            let output_format = OutputFormat::choose(asked, &output)?;
            Ok((output_format, OutputPath::of(&output, output_format, is_gltf, root)?))
        }
        (None, Some(output_format)) => {
            let path = first.and_then(|first| first.path()).unwrap_or(Path::new("output"));
            let name = output_format
                .extension()
                .map_or_else(|| path.to_path_buf(), |extension| path.with_extension(extension));
            // Nothing is written: only its name counts.
            let name = Path::new(name.file_name().unwrap_or_default());
            let mut place = OutputPath::of(name, output_format, is_gltf, root)?;
            if root.is_none() {
                (place.folder, place.name) = (PathBuf::new(), name.to_string_lossy().into_owned());
            }
            Ok((output_format, place))
        }
        (None, None) => Err(Error::Refused("expected a path to write, or `to` and a format, found neither".to_owned())),
    }
}

/// Returns the original model of a scene. The first source is the model, and the others are its animations. If there is
/// only one source, this includes the animations in its folder with names that begin with its name.
fn original(py: Python<'_>, sources: &[Py<PyAny>]) -> PyResult<Option<Original>> {
    let mut all: Vec<Arc<Opened>> = sources.iter().map(|source| opened(source.bind(py))).collect::<PyResult<_>>()?;
    let Some(model) = all.first().cloned() else { return Ok(None) };
    if let ([_], Some(file)) = (all.as_slice(), model.file()) {
        let name = stem(&model);
        for path in conversion::animations_beside(file, |animation| conversion::matches_model_name(animation, &name)) {
            // Unreadable files are skipped: they are no animations of the model.
            all.extend(opened(path.into_pyobject(py)?.as_any()).ok());
        }
    }
    let made = py.detach(|| {
        let mut original = Original::new(model.again()?)?.side(model.side_file());
        for animation in all.iter().skip(1) {
            original = original.animation(&stem(animation), animation.again()?, animation.side_file());
        }
        Ok(original)
    });
    made.map(Some).map_err(|error| model.raise(py, &error))
}

/// The models given by `into` and `bind_pose_of`.
type Originals = (Option<Original>, Option<Original>);

/// Converts inputs. The first of them gets the animations that were found next to it.
fn make(
    (inputs, beside): (&[Arc<Opened>], &[Arc<Opened>]),
    output_format: OutputFormat,
    place: &OutputPath,
    (into, bind_pose): Originals,
    (options, motion): (&Options, Motion),
) -> Result<Converted, Error> {
    let sought = if output_format.is_gltf() { resources(inputs.first(), options)? } else { there(place, options)? };
    let sought = sought.map(Arc::new);
    let all = || inputs.iter().chain(beside);
    let names: Vec<String> = all().map(|opened| stem(opened)).collect();
    let sides: Vec<Option<SideFile>> =
        all().map(|opened| options.sidecar.then(|| opened.side_file()).flatten()).collect();
    let resource = inputs.first().and_then(|first| resource_name(first, sought.as_deref()));
    let documents: Vec<Input<'_, '_>> = (all().zip(&names).zip(&sides).enumerate())
        .map(|(number, ((opened, name), side))| {
            let is_beside = number >= inputs.len();
            let input = if is_beside { Input::beside(name, opened.asset()) } else { Input::new(name, opened.asset()) };
            input.side(side.as_ref()).resource(resource.as_deref())
        })
        .collect();
    let mut how = options.to_umbrella()?.motion(motion).resources(sought).from_root(place.has_resources);
    if let Some(original) = into {
        how = how.into_original(original);
    }
    if let Some(original) = bind_pose {
        how = how.bind_pose_of(original);
    }
    if options.copy_resources {
        how = how.copy_from(resources(inputs.first(), options)?.map(Arc::new));
    }
    conversion::convert(&documents, output_format, &place.name, &how)
}

/// Returns the places to search for materials and textures: those that were given, or those around the model.
fn resources(model: Option<&Arc<Opened>>, options: &Options) -> Result<Option<Resources>, Error> {
    if !options.resources.is_empty() {
        return named(&options.resources).map(Some);
    }
    let around = match model.map(|model| &model.origin) {
        Some(Origin::Entry(open)) => open.path.as_ref().and_then(|path| Resources::new().package(path).ok()),
        _ => model.and_then(|model| model.file()).and_then(|path| Resources::around(path).ok()),
    };
    Ok(around.filter(|resources| !resources.is_empty()))
}

/// Returns the resources of the target project: those that were given, or else the resource folder itself.
fn there(place: &OutputPath, options: &Options) -> Result<Option<Resources>, Error> {
    let is_target = options.resources.is_empty() || options.copy_resources;
    if is_target { Ok(place.resources()) } else { named(&options.resources).map(Some) }
}

impl Options {
    pub(crate) fn to_umbrella(&self) -> Result<ConvertOptions, Error> {
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(Error::Refused(format!("expected a scale above 0, found {}", self.scale)));
        }
        if !(1..=256).contains(&self.max_bones) {
            return Err(Error::Refused(format!("expected 1 to 256 as max_bones, found {}", self.max_bones)));
        }
        let (compression, quantize) = self.compression()?;
        let table = self.classes.as_ref().map(std::fs::read_to_string).transpose()?;
        let options = ConvertOptions::default()
            .engine(self.engine()?)
            .class_table(table.unwrap_or_default())
            .lossy(self.lossy)
            .repairs(repairs_of(&self.repair)?)
            .replaces(self.force)
            .max_expanded_bytes(self.max_expanded);
        let options = self.changes(self.content(options)?)?;
        let options = options.originals(self.originals).strict(self.strict).gpu_instancing(self.gpu_instancing);
        self.textures_of(self.engine_files(options.compression(compression).quantize(quantize))?)
    }

    /// Sets what is read and shown.
    fn content(&self, options: ConvertOptions) -> Result<ConvertOptions, Error> {
        Ok(options
            .animations(Globs::new(&self.animations)?)
            .animated(!self.no_animations)
            .material_names(self.material.clone())
            .materials(self.materials)
            .textures(self.textures)
            .collision(self.collision)
            .navmesh(self.navmesh))
    }

    /// Sets the changes of models.
    fn changes(&self, options: ConvertOptions) -> Result<ConvertOptions, Error> {
        Ok(options
            .lod(self.lod)
            .scale(self.scale)
            .up(self.up_axis()?)
            .turn(self.turn()?)
            .center(self.center()?)
            .simplify(self.simplify.clone())
            .optimize_meshes(self.optimize_meshes))
    }

    /// Sets how files of engines are created or updated.
    fn engine_files(&self, options: ConvertOptions) -> Result<ConvertOptions, Error> {
        Ok(options
            .apply_scale(self.apply_scale)
            .max_bones(self.max_bones)
            .weld(self.weld)
            .optimize(self.optimize)
            .tangents(self.tangents()?)
            .smooth(self.smooth()?)
            .curve_tolerance(self.tolerance()?)
            .own_folders(self.own_folders)
            .shared(self.shared)
            .prefab(self.prefab))
    }

    /// Sets the textures in the output.
    fn textures_of(&self, options: ConvertOptions) -> Result<ConvertOptions, Error> {
        Ok(options
            .texture_files(self.texture_files()?)
            .texture_use(self.texture_use()?)
            .max_texture_size(self.max_size)
            .power_of_two(self.power_of_two))
    }

    /// Returns the options for opening inputs.
    fn open(&self) -> Result<OpenOptions, Error> {
        Ok(OpenOptions::default().curve_tolerance(self.tolerance()?))
    }

    /// Returns the process that reads FBX and OBJ.
    pub(crate) fn isolate(&self) -> Option<Isolate> {
        let (program, before) = self.isolate.as_ref()?.split_first()?;
        let mut arguments = vec![format!("--max-expanded={}", self.max_expanded)];
        arguments.extend(self.curve_tolerance.map(|tolerance| format!("--curve-tolerance={tolerance}")));
        arguments.extend(self.lossy.then(|| "--lossy".to_owned()));
        Some(Isolate::new(program, arguments).before(before))
    }

    fn tolerance(&self) -> Result<CurveTolerance, Error> {
        match self.curve_tolerance {
            Some(tolerance) if !(tolerance.is_finite() && tolerance > 0.0) => {
                Err(Error::Refused(format!("expected a curve_tolerance above 0, found {tolerance}")))
            }
            tolerance => Ok(tolerance.map_or_else(CurveTolerance::default, CurveTolerance::millimetres)),
        }
    }

    fn tangents(&self) -> Result<Tangents, Error> {
        match self.tangents.as_str() {
            "auto" => Ok(Tangents::ForNormalMaps),
            "always" => Ok(Tangents::Always),
            "never" => Ok(Tangents::Never),
            other => Err(Error::Refused(format!("expected auto, always or never as tangents, found {other}"))),
        }
    }

    fn smooth(&self) -> Result<Option<f32>, Error> {
        match self.smooth.filter(|angle| !(0.0..=180.0).contains(angle)) {
            Some(angle) => Err(Error::Refused(format!("expected 0 to 180 degrees as smooth, found {angle}"))),
            None => Ok(self.smooth),
        }
    }

    fn up_axis(&self) -> Result<UpAxis, Error> {
        match self.up.as_str() {
            "y" => Ok(UpAxis::Y),
            "z" => Ok(UpAxis::Z),
            other => Err(Error::Refused(format!("expected y or z as the axis that points up, found {other}"))),
        }
    }

    fn turn(&self) -> Result<bool, Error> {
        match self.facing.as_str() {
            "front" => Ok(false),
            "back" => Ok(true),
            other => Err(Error::Refused(format!("expected front or back as facing, found {other}"))),
        }
    }

    fn center(&self) -> Result<Option<Center>, Error> {
        match self.center.as_deref() {
            None => Ok(None),
            Some("middle") => Ok(Some(Center::Middle)),
            Some("bottom") => Ok(Some(Center::Bottom)),
            Some(other) => Err(Error::Refused(format!("expected middle or bottom as center, found {other}"))),
        }
    }

    fn engine(&self) -> Result<Option<Engine>, Error> {
        let Some(name) = self.engine.as_deref() else { return Ok(None) };
        let unknown = || Error::Refused(format!("expected rbfx, urho3d or u3d as engine, found {name}"));
        Engine::from_name(name).map(Some).ok_or_else(unknown)
    }

    fn texture_files(&self) -> Result<TextureFiles, Error> {
        match self.texture_files.as_str() {
            "keep" => Ok(TextureFiles::Keep),
            "png" => Ok(TextureFiles::Png),
            "dds" => Ok(TextureFiles::Dds),
            "bc7" => Ok(TextureFiles::Bc7),
            "webp" => Ok(TextureFiles::Webp),
            other => {
                Err(Error::Refused(format!("expected keep, png, dds, bc7 or webp as texture_files, found {other}")))
            }
        }
    }

    fn texture_use(&self) -> Result<Option<TextureUse>, Error> {
        let known = |name: &str| {
            let found = TextureUse::ALL.into_iter().find(|usage| usage.name() == name);
            found.ok_or_else(|| Error::Refused(format!("expected color, data or normals as texture_use, found {name}")))
        };
        if self.max_size == Some(0) {
            return Err(Error::Refused("expected a max_size above 0, found 0".into()));
        }
        self.texture_use.as_deref().map(known).transpose()
    }

    /// Returns the compression to use in glTF. The flag is `true` to quantize vertices.
    fn compression(&self) -> Result<(Compression, bool), Error> {
        let mut found = (Compression::None, false);
        for name in &self.compress {
            match name.as_str() {
                "meshopt" => found.0 = Compression::Meshopt,
                "quantize" => found.1 = true,
                other => {
                    return Err(Error::Refused(format!("expected meshopt or quantize in compress, found {other}")));
                }
            }
        }
        Ok(found)
    }
}

/// Finds repairs by name.
pub(crate) fn repairs_of(names: &[String]) -> Result<Vec<Repair>, Error> {
    let known = || Repair::ALL.map(Repair::name).join(", ");
    let repair = |name: &String| {
        Repair::from_name(name).ok_or_else(|| Error::Refused(format!("expected one of {}, found {name}", known())))
    };
    names.iter().map(repair).collect()
}

/// Returns all output formats with a description.
#[pyfunction]
pub(crate) fn output_formats() -> Vec<(&'static str, &'static str)> {
    OutputFormat::all().map(|output_format| (output_format.name(), output_format.description())).collect()
}

/// Returns all repairs for Urho3D models with a description.
#[pyfunction]
pub(crate) fn repairs() -> Vec<(&'static str, &'static str)> {
    Repair::ALL.iter().map(|repair| (repair.name(), repair.description())).collect()
}

/// Returns all `.ani` files in the folder of an Urho3D model. The flag is true if the name begins with the name of the
/// model.
#[pyfunction]
pub(crate) fn animations_beside(py: Python<'_>, model: PathBuf) -> Vec<(PathBuf, bool)> {
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let own = name(&model);
    let found = py.detach(|| conversion::animations_beside(&model, |_| true));
    found.into_iter().map(|path| (path.clone(), conversion::matches_model_name(&name(&path), &own))).collect()
}

/// Returns true if an animation is included with a model by default, given their names: `Mutant_Walk` with `Mutant`.
#[pyfunction]
pub(crate) fn matches_model_name(animation: &str, model: &str) -> bool {
    conversion::matches_model_name(animation, model)
}

/// Returns the folders and packages of the project that a file belongs to. Materials and textures are searched there.
#[pyfunction]
pub(crate) fn resources_around(py: Python<'_>, path: PathBuf) -> PyResult<Vec<PathBuf>> {
    let around = py.detach(|| Resources::around(&path));
    let around = around.map_err(|error| raise(py, &Error::Refused(error.to_string()), Some(&path)))?;
    Ok(around.roots().map(Path::to_path_buf).collect())
}
