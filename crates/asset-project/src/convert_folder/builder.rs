//! Selection of the files, and of their output formats.

use std::fmt;
use std::path::{Path, PathBuf};

use super::existing::Existing;
use super::report::Event;
use super::source::is_one_file;
use crate::Isolate;
use crate::convert::{ConvertOptions, OutputFormat};

/// Converts files and folders.
///
/// ```no_run
/// use asset_project::convert::OutputFormat;
/// use asset_project::{ConvertFolder, Existing};
///
/// let report = ConvertFolder::new(["Data/Models"], OutputFormat::GLB, "out")
///     .existing(Existing::Newer)
///     .progress(|done, total, file| println!("{done} of {total}: {}", file.display()))
///     .run()?;
/// for failure in report.failures() {
///     eprintln!("{failure}");
/// }
/// println!("{} files, {} skipped", report.files().len(), report.skipped().len());
/// # Ok::<(), asset_project::Error>(())
/// ```
///
/// * The files of folders that can become the output format are converted, others are [skipped](super::Report::skipped). Links are followed inside their
///   folder.
/// * An output has the name of its input with the extension of the output format. If several inputs would have the same name, the extension is appended:
///   `a.mdl.glb` and `a.zed.glb`. Two outputs of equal names are refused before anything is written.
/// * No output replaces an input of the same run, nor another output.
/// * In a folder of models shown as glTF, an animation of Urho3D is converted with the models that are named like it (`Mutant_Walk` with `Mutant`),
///   or with the models next to it that take it by [`ConvertOptions::animations`].
/// * A `.blend` is exported as glTF by an installed Blender first.
/// * Side files, materials and textures are included; resources are found in [given](Self::resources) folders and packages, or in the
///   usual places around each file.
/// * The files of one input appear together, whole, or not at all. A failure doesn't stop the others.
#[must_use = "nothing is converted before `run`"]
pub struct ConvertFolder<'a> {
    pub(super) paths: Vec<PathBuf>,
    pub(super) output_format: Option<OutputFormat>,
    pub(super) target: Target,
    pub(super) options: ConvertOptions,
    pub(super) into_original: Option<PathBuf>,
    pub(super) bind_pose_of: Option<PathBuf>,
    pub(super) resources: Vec<PathBuf>,
    pub(super) resource_dir: Option<PathBuf>,
    pub(super) root: Option<PathBuf>,
    pub(super) copy_resources: bool,
    pub(super) side_files: bool,
    pub(super) existing: Existing,
    pub(super) max_memory: Option<u64>,
    pub(super) isolate: Option<Isolate>,
    pub(super) touched: Vec<PathBuf>,
    pub(super) keep: Box<dyn Fn(&Path) -> bool + Send + Sync + 'a>,
    pub(super) progress: Progress<'a>,
    pub(super) events: Box<dyn Fn(&Event<'_>) + Send + Sync + 'a>,
    pub(super) cancelled: Box<dyn Fn() -> bool + Send + Sync + 'a>,
}

/// Takes the number of finished files, of all files, and a path.
type Progress<'a> = Box<dyn Fn(usize, usize, &Path) + Send + Sync + 'a>;

/// Place of the outputs.
#[derive(Debug)]
pub(super) enum Target {
    /// A file in this folder for each input.
    Folder(PathBuf),
    /// All inputs become this file.
    File(PathBuf),
    /// All inputs become one file, which is returned.
    Memory,
}

impl fmt::Debug for ConvertFolder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ConvertFolder");
        debug.field("paths", &self.paths).field("output_format", &self.output_format).field("target", &self.target);
        debug.field("existing", &self.existing).finish_non_exhaustive()
    }
}

binio::setters! {
    impl<'a> ConvertFolder {
        /// Sets the options of every conversion. Resources, the sink and the folders of several models are set for each file.
        options: ConvertOptions,
        /// Puts scenes into this model, with the animations next to it; see [`ConvertOptions::into_original`].
        #[setter(into)]
        into_original: Option<PathBuf>,
        /// Gives new models the bones of this one; see [`ConvertOptions::bind_pose_of`].
        #[setter(into)]
        bind_pose_of: Option<PathBuf>,
        /// Sets the folder of resources that materials and textures are written to. Default: the resource folder in the output's path.
        #[setter(into)]
        resource_dir: Option<PathBuf>,
        /// From glTF: sets the folder in which the textures and buffers of a `.gltf` may be, by names such as `../Textures/Stone.png`; see
        /// [`OpenOptions::root`](crate::OpenOptions::root). Default: the folder of the `.gltf`.
        #[setter(into)]
        root: Option<PathBuf>,
        /// From glTF: sets whether files that outputs name and the target project lacks are copied from the [resources](Self::resources) of the input;
        /// see [`ConvertOptions::copy_from`]. Default: no.
        copy_resources: bool,
        /// Sets whether side files (`X.xml`, `X.json`) are included. Default: yes.
        side_files: bool,
        /// Sets the treatment of existing outputs. Default: [`Existing::Refuse`].
        existing: Existing,
        /// Limits the number of files that are converted at once, so that they take about this many bytes of memory. A larger file is converted alone.
        /// The results are the same. Default: no limit.
        #[setter(into)]
        max_memory: Option<u64>,
        /// Reads FBX and OBJ in a process of their own. Default: no.
        #[setter(into)]
        isolate: Option<Isolate>,
    }
}

impl<'a> ConvertFolder<'a> {
    /// Converts files and folders to files in the folder `output`. Paths are as for [`Source::new`](super::Source::new).
    pub fn new<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: OutputFormat,
        output: impl Into<PathBuf>,
    ) -> Self {
        Self::with(paths, Some(output_format), Target::Folder(output.into()))
    }

    /// Converts all inputs to one file: a document, or a model and its animations. Without an output format, the extension of `output` decides.
    pub fn into_file<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: impl Into<Option<OutputFormat>>,
        output: impl Into<PathBuf>,
    ) -> Self {
        Self::with(paths, output_format.into(), Target::File(output.into()))
    }

    /// Converts all inputs to one file that is [returned](super::Report::bytes) and not written. Without an output format, the format stays the same.
    pub fn in_memory<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: impl Into<Option<OutputFormat>>,
    ) -> Self {
        Self::with(paths, output_format.into(), Target::Memory)
    }

    /// Converts to a folder or to one file, depending on the names: to a folder if `output` is one, or if its extension belongs to no format and the
    /// input is more than one file. Without an explicit format, the extension of a file decides, and in a folder the formats stay the same.
    pub fn by_name<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: impl Into<Option<OutputFormat>>,
        output: impl Into<PathBuf>,
    ) -> Self {
        let (paths, output): (Vec<PathBuf>, PathBuf) = (paths.into_iter().map(Into::into).collect(), output.into());
        let is_folder = output.is_dir() || OutputFormat::for_path(&output).is_err() && !is_one_file(&paths);
        Self::with(paths, output_format.into(), if is_folder { Target::Folder(output) } else { Target::File(output) })
    }

    fn with<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: Option<OutputFormat>,
        target: Target,
    ) -> Self {
        Self {
            paths: paths.into_iter().map(Into::into).collect(),
            output_format,
            target,
            options: ConvertOptions::default(),
            into_original: None,
            bind_pose_of: None,
            resources: Vec::new(),
            resource_dir: None,
            root: None,
            copy_resources: false,
            side_files: true,
            existing: Existing::default(),
            max_memory: None,
            isolate: None,
            touched: Vec::new(),
            keep: Box::new(|_| true),
            progress: Box::new(|_, _, _| {}),
            events: Box::new(|_| {}),
            cancelled: Box::new(|| false),
        }
    }

    /// Sets the folders and packages in which the files that assets name are found. Default: the usual places around each file.
    pub fn resources<P: Into<PathBuf>>(mut self, roots: impl IntoIterator<Item = P>) -> Self {
        self.resources = roots.into_iter().map(Into::into).collect();
        self
    }

    /// Marks files that count as newer than any output for [`Existing::Newer`], regardless of their time.
    pub fn touched<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.touched = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Chooses files of folders by their names relative to the folder. Default: all.
    pub fn keep(mut self, keep: impl Fn(&Path) -> bool + Send + Sync + 'a) -> Self {
        self.keep = Box::new(keep);
        self
    }

    /// Calls a function after each file, from any thread, with the number of finished files, the number of all files, and the output's path.
    pub fn progress(mut self, progress: impl Fn(usize, usize, &Path) + Send + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Calls a function with each event as it happens, from any thread. The [`Report`](super::Report) contains the same.
    pub fn events(mut self, events: impl Fn(&Event<'_>) + Send + Sync + 'a) -> Self {
        self.events = Box::new(events);
        self
    }

    /// Asks a function between files, from any thread, whether the run is cancelled. Files that are written stay.
    pub fn cancelled(mut self, cancelled: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        self.cancelled = Box::new(cancelled);
        self
    }

    pub(super) fn is_into_folder(&self) -> bool {
        matches!(self.target, Target::Folder(_))
    }

    pub(super) fn tell(&self, event: &Event<'_>) {
        (self.events)(event);
    }
}
