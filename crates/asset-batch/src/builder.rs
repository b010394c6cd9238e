//! This module contains [`ConvertFolder`], which selects the files to convert and their output formats.

use std::fmt;
use std::path::{Path, PathBuf};

use asset_project::sources::is_one_file;

use crate::existing::Existing;
use crate::isolate::Isolate;
use crate::report::Event;
use asset_convert::{ConvertOptions, OutputFormat};

/// Converts files and folders.
///
/// ```no_run
/// use asset_batch::{ConvertFolder, Existing};
/// use asset_convert::OutputFormat;
///
/// let report = ConvertFolder::new(["Data/Models"], OutputFormat::GLB, "out")
///     .existing(Existing::Newer)
///     .progress(|done, total, file| println!("{done} of {total}: {}", file.display()))
///     .run()?;
/// for failure in report.failures() {
///     eprintln!("{failure}");
/// }
/// println!("{} files, {} skipped", report.files().len(), report.skipped().len());
/// # Ok::<(), asset_formats::Error>(())
/// ```
///
/// * In a folder, all files that can be converted to the output format are converted, and all others are
///   [skipped](crate::Report::skipped). Links are followed if they stay inside the folder.
/// * An output has the same name as its input, but with the extension of the output format. If this would be the same
///   for several inputs, the extension is appended, for example `a.mdl.glb` and `a.zed.glb`. If two outputs still have
///   the same name, the run is refused before anything is written.
/// * An output never overwrites an input or another output of the same run.
/// * If models in a folder are converted to glTF, they include their Urho3D animations: those that are named after the
///   model (`Mutant_Walk` for `Mutant`), or those beside it that you select with [`ConvertOptions::animations`].
/// * A `.blend` is exported to glTF first. You must have Blender installed.
/// * Side files, materials and textures are included. Resources are searched in the folders and packages that [you
///   set](Self::resources), or in the usual places around each file.
/// * The files for an input appear together, complete, or not at all. If a file fails, the others are still converted.
#[must_use = "nothing is converted before `run`"]
pub struct ConvertFolder<'a> {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) output_format: Option<OutputFormat>,
    pub(crate) target: Target,
    pub(crate) options: ConvertOptions,
    pub(crate) into_original: Option<PathBuf>,
    pub(crate) bind_pose_of: Option<PathBuf>,
    pub(crate) resources: Vec<PathBuf>,
    pub(crate) resource_dir: Option<PathBuf>,
    pub(crate) root: Option<PathBuf>,
    pub(crate) copy_resources: bool,
    pub(crate) side_files: bool,
    pub(crate) existing: Existing,
    pub(crate) max_memory: Option<u64>,
    pub(crate) isolate: Option<Isolate>,
    pub(crate) touched: Vec<PathBuf>,
    pub(crate) keep: Box<dyn Fn(&Path) -> bool + Send + Sync + 'a>,
    pub(crate) progress: Progress<'a>,
    pub(crate) events: Box<dyn Fn(&Event<'_>) + Send + Sync + 'a>,
    pub(crate) cancelled: Box<dyn Fn() -> bool + Send + Sync + 'a>,
}

/// Takes the number of finished files, the total number, and a path.
type Progress<'a> = Box<dyn Fn(usize, usize, &Path) + Send + Sync + 'a>;

/// Where the outputs go.
#[derive(Debug)]
pub(crate) enum Target {
    /// Each input is converted to a file in this folder.
    Folder(PathBuf),
    /// All inputs are converted to this file.
    File(PathBuf),
    /// All inputs are converted to a single file, which is returned.
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
        /// Sets the options for all conversions. The resources, the sink and the folders for several models are set by
        /// this run, for each file.
        options: ConvertOptions,
        /// Writes the edits into this existing model, and uses the animations next to it; see
        /// [`ConvertOptions::into_original`].
        #[setter(into)]
        into_original: Option<PathBuf>,
        /// Uses the bones of this model for new models; see [`ConvertOptions::bind_pose_of`].
        #[setter(into)]
        bind_pose_of: Option<PathBuf>,
        /// Sets the resource folder in which to write materials and textures. By default, it is found from the output
        /// path.
        #[setter(into)]
        resource_dir: Option<PathBuf>,
        /// From glTF: sets the folder in which the textures and buffers of a `.gltf` can be, so that names such as
        /// `../Textures/Stone.png` work; see [`OpenOptions::root`](asset_formats::OpenOptions::root). Default: the folder that
        /// contains the `.gltf`.
        #[setter(into)]
        root: Option<PathBuf>,
        /// From glTF: sets whether to copy files from the [resources](Self::resources) of the input if an output names
        /// them but they are not in the target project; see [`ConvertOptions::copy_from`]. Default: no.
        copy_resources: bool,
        /// Sets whether to include side files (`X.xml`, `X.json`). Default: yes.
        side_files: bool,
        /// Sets what to do if an output already exists. Default: [`Existing::Refuse`].
        existing: Existing,
        /// Limits how many files are converted at once, so that they take about this many bytes of memory. A larger
        /// file is converted alone. This does not change the results. Default: no limit.
        #[setter(into)]
        max_memory: Option<u64>,
        /// Sets a program that reads FBX and OBJ files in another process. Default: none.
        #[setter(into)]
        isolate: Option<Isolate>,
    }
}

impl<'a> ConvertFolder<'a> {
    /// Creates a run that converts files and folders to files in the folder `output`. See
    /// [`Source::new`](asset_project::sources::Source::new) for the paths that you can use.
    pub fn new<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: OutputFormat,
        output: impl Into<PathBuf>,
    ) -> Self {
        Self::with(paths, Some(output_format), Target::Folder(output.into()))
    }

    /// Creates a run that converts all inputs to one file. You can pass a single document, or a model and its
    /// animations. If you don't pass an output format, the extension of `output` decides.
    pub fn into_file<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: impl Into<Option<OutputFormat>>,
        output: impl Into<PathBuf>,
    ) -> Self {
        Self::with(paths, output_format.into(), Target::File(output.into()))
    }

    /// Creates a run that converts all inputs to one file in memory. You will get it from
    /// [`Report::bytes`](crate::Report::bytes). If you don't pass an output format, the format stays the same.
    pub fn in_memory<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        output_format: impl Into<Option<OutputFormat>>,
    ) -> Self {
        Self::with(paths, output_format.into(), Target::Memory)
    }

    /// Creates a run that guesses from the names whether to convert to a folder or to one file, as a command line
    /// should. It uses a folder if `output` is an existing folder, or if its extension belongs to no format and there
    /// is more than one input file. If you don't pass an output format, a file uses the format for its extension, and
    /// in a folder the formats stay the same.
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

    /// Sets the folders and packages to search for the files that assets name. By default, these are the usual places
    /// around each file.
    pub fn resources<P: Into<PathBuf>>(mut self, roots: impl IntoIterator<Item = P>) -> Self {
        self.resources = roots.into_iter().map(Into::into).collect();
        self
    }

    /// Marks files that count as newer than any output, whatever their time is. This is used for [`Existing::Newer`].
    pub fn touched<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.touched = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Sets a function to select files in folders, given their names relative to the folder. By default, all are
    /// selected.
    pub fn keep(mut self, keep: impl Fn(&Path) -> bool + Send + Sync + 'a) -> Self {
        self.keep = Box::new(keep);
        self
    }

    /// Sets a function to call after each file. It gets the number of finished files, the total number, and the output
    /// path, and can be called from any thread.
    pub fn progress(mut self, progress: impl Fn(usize, usize, &Path) + Send + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Sets a function to call for each event while the run is going on. It can be called from any thread. The
    /// [`Report`](crate::Report) will contain the same events.
    pub fn events(mut self, events: impl Fn(&Event<'_>) + Send + Sync + 'a) -> Self {
        self.events = Box::new(events);
        self
    }

    /// Sets a function that is asked between files whether to cancel the run. It can be called from any thread. Files
    /// that have already been written are not removed.
    pub fn cancelled(mut self, cancelled: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        self.cancelled = Box::new(cancelled);
        self
    }

    pub(crate) fn is_into_folder(&self) -> bool {
        matches!(self.target, Target::Folder(_))
    }

    pub(crate) fn tell(&self, event: &Event<'_>) {
        (self.events)(event);
    }
}
