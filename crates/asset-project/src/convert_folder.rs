//! Conversion of folders (feature `fs`): models with their animations, names without collisions, resources, whole files.
//!
//! [`ConvertFolder`] plans first, so that all names are known before anything is written, then converts on all cores (feature `parallel`).

mod beside;
mod claims;
mod each;
mod existing;
mod lookup;
mod opened;
mod plan;
mod report;
mod source;
mod stage;
mod work;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use binio::Name;

pub use existing::Existing;
pub use lookup::ResourceLookup;
pub use report::{Event, Failure, FileFindings, Report, SkipReason, Skipped, WrittenFile};
pub use source::{Listed, Source, is_one_file, sources};

use crate::Error;
use crate::convert::{ConvertOptions, Goal, Original};
use plan::Plan;
use work::Work;

/// Converts files and folders.
///
/// ```no_run
/// use asset_project::convert::Goal;
/// use asset_project::{ConvertFolder, Existing};
///
/// let report = ConvertFolder::new(["Data/Models"], Goal::Glb, "out")
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
/// * The files of folders that can become the goal are converted, others are [skipped](Report::skipped). Links are followed inside their
///   folder.
/// * An output has the name of its input with the extension of the goal. If several inputs would have the same name, the extension is appended:
///   `a.mdl.glb` and `a.zed.glb`. Two outputs of equal names are refused before anything is written.
/// * No output replaces an input of the same run, nor another output.
/// * In a folder of models shown as glTF, an animation of Urho3D is converted with the models that are named like it (`Mutant_Walk` with `Mutant`),
///   or with the models next to it that take it by [`ConvertOptions::animations`].
/// * Side files, materials and textures are included; resources are found in [given](Self::resources) folders and packages, or in the
///   usual places around each file.
/// * The files of one input appear together, whole, or not at all. A failure doesn't stop the others.
#[must_use = "nothing is converted before `run`"]
pub struct ConvertFolder<'a> {
    paths: Vec<PathBuf>,
    goal: Option<Goal>,
    target: Target,
    options: ConvertOptions,
    into: Option<PathBuf>,
    bind_pose: Option<PathBuf>,
    resources: Vec<PathBuf>,
    resource_dir: Option<PathBuf>,
    side_files: bool,
    existing: Existing,
    touched: Vec<PathBuf>,
    keep: Box<dyn Fn(&Path) -> bool + Send + Sync + 'a>,
    progress: Box<dyn Fn(usize, usize, &Path) + Send + Sync + 'a>,
    events: Box<dyn Fn(&Event<'_>) + Send + Sync + 'a>,
    cancelled: Box<dyn Fn() -> bool + Send + Sync + 'a>,
}

/// Place of the outputs.
#[derive(Debug)]
enum Target {
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
        debug.field("paths", &self.paths).field("goal", &self.goal).field("target", &self.target);
        debug.field("existing", &self.existing).finish_non_exhaustive()
    }
}

impl<'a> ConvertFolder<'a> {
    /// Converts files and folders to files in the folder `output`. Paths are as for [`Source::new`].
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>, goal: Goal, output: impl Into<PathBuf>) -> Self {
        Self::with(paths, Some(goal), Target::Folder(output.into()))
    }

    /// Converts all inputs to one file: a document, or a model and its animations. Without a goal, the extension of `output` decides.
    pub fn into_file<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        goal: impl Into<Option<Goal>>,
        output: impl Into<PathBuf>,
    ) -> Self {
        Self::with(paths, goal.into(), Target::File(output.into()))
    }

    /// Converts all inputs to one file that is [returned](Report::bytes) and not written. Without a goal, the format stays the same.
    pub fn in_memory<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>, goal: impl Into<Option<Goal>>) -> Self {
        Self::with(paths, goal.into(), Target::Memory)
    }

    /// Converts to a folder or to one file, as the names say: to a folder if `output` is one, or if its extension is that of no format and the
    /// input is more than one file. Without a goal, the extension of a file decides, and in a folder the formats stay the same.
    pub fn by_name<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        goal: impl Into<Option<Goal>>,
        output: impl Into<PathBuf>,
    ) -> Self {
        let (paths, output): (Vec<PathBuf>, PathBuf) = (paths.into_iter().map(Into::into).collect(), output.into());
        let is_folder = output.is_dir() || Goal::for_path(&output).is_err() && !is_one_file(&paths);
        Self::with(paths, goal.into(), if is_folder { Target::Folder(output) } else { Target::File(output) })
    }

    fn with<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>, goal: Option<Goal>, target: Target) -> Self {
        Self {
            paths: paths.into_iter().map(Into::into).collect(),
            goal,
            target,
            options: ConvertOptions::default(),
            into: None,
            bind_pose: None,
            resources: Vec::new(),
            resource_dir: None,
            side_files: true,
            existing: Existing::default(),
            touched: Vec::new(),
            keep: Box::new(|_| true),
            progress: Box::new(|_, _, _| {}),
            events: Box::new(|_| {}),
            cancelled: Box::new(|| false),
        }
    }

    /// Sets the options of every conversion. Resources, the sink and the folders of several models are set for each file.
    pub fn options(mut self, options: ConvertOptions) -> Self {
        self.options = options;
        self
    }

    /// Puts scenes into this model, with the animations next to it; see [`ConvertOptions::into`].
    pub fn into_original(mut self, path: impl Into<Option<PathBuf>>) -> Self {
        self.into = path.into();
        self
    }

    /// Gives new models the bones of this one; see [`ConvertOptions::bind_pose`].
    pub fn bind_pose_of(mut self, path: impl Into<Option<PathBuf>>) -> Self {
        self.bind_pose = path.into();
        self
    }

    /// Sets the folders and packages in which the files that assets name are found. Default: the usual places around each file.
    pub fn resources<P: Into<PathBuf>>(mut self, roots: impl IntoIterator<Item = P>) -> Self {
        self.resources = roots.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the folder of resources that materials and textures are written to. Default: the one that the output's path names.
    pub fn resource_dir(mut self, path: impl Into<Option<PathBuf>>) -> Self {
        self.resource_dir = path.into();
        self
    }

    /// Sets whether side files (`X.xml`, `X.json`) are included. Default: yes.
    pub fn side_files(mut self, side_files: bool) -> Self {
        self.side_files = side_files;
        self
    }

    /// Sets what happens to outputs that exist. Default: [`Existing::Refuse`].
    pub fn existing(mut self, existing: Existing) -> Self {
        self.existing = existing;
        self
    }

    /// Names files that count as newer than any output for [`Existing::Newer`], whatever their time.
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

    /// Calls a function with each event as it happens, from any thread. The [`Report`] contains the same.
    pub fn events(mut self, events: impl Fn(&Event<'_>) + Send + Sync + 'a) -> Self {
        self.events = Box::new(events);
        self
    }

    /// Asks a function between files, from any thread, whether the run is cancelled. Files that are written stay.
    pub fn cancelled(mut self, cancelled: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        self.cancelled = Box::new(cancelled);
        self
    }

    /// Plans and converts.
    ///
    /// # Errors
    /// Nothing is written then:
    /// - [`Error::Refused`]: outputs of equal names, an output that would replace an input, contradictory names and options, an unreadable original.
    /// - [`Error::Io`]: outputs exist and [`Existing::Refuse`] is set ([`AlreadyExists`](io::ErrorKind::AlreadyExists)); a missing folder of
    ///   resources.
    ///
    /// What is wrong with one file is one of [`Report::failures`].
    pub fn run(&self) -> Result<Report, Error> {
        self.start(|work, plan| work.all(plan))
    }

    /// Plans only: the [files](Report::files) of the report are those that [`run`](Self::run) would create, without the files that are included with
    /// them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn dry_run(&self) -> Result<Report, Error> {
        self.start(|work, plan| work.none(plan))
    }

    fn start(&self, work: impl FnOnce(Work<'_>, &Plan) -> Report) -> Result<Report, Error> {
        let mut plan = Plan::of(self)?;
        let mut options = self.options.clone();
        if let Some(path) = &self.into {
            options = options.into_original(Original::open(path, self.side_files)?);
        }
        if let Some(path) = &self.bind_pose {
            options = options.bind_pose_of(Original::open(path, self.side_files)?);
        }
        let lookup = ResourceLookup::new(&self.resources).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(work(Work::new(self, options, &lookup, &mut plan), &plan))
    }

    fn is_into_folder(&self) -> bool {
        matches!(self.target, Target::Folder(_))
    }

    fn tell(&self, event: &Event<'_>) {
        (self.events)(event);
    }
}

impl Existing {
    /// Whether files are replaced once a conversion is made.
    fn replaces(self) -> bool {
        matches!(self, Self::Replace | Self::Newer)
    }
}

/// A path, safe to print.
fn shown(path: &Path) -> String {
    Name::from(path.as_os_str().as_encoded_bytes()).to_string()
}

/// The error, with the name of the file it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}
