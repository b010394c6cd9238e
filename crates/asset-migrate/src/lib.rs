//! Migrates a whole project to another engine in the Urho3D family, or to glTF for any other engine.
//!
//! [`Migration`] reads every file in the project. If the other engine uses another format for a file, it converts the
//! file; otherwise it copies the file. The [`MigrationReport`] says what happened to each file.

#![cfg(feature = "fs")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod context;
mod data;
mod detect;
mod file_rules;
mod gltf;
mod listing;
mod manifest;
mod marks;
mod materials;
mod models;
mod needs;
mod outputs;
mod packages;
mod played;
mod renames;
mod render_paths;
mod report;
mod run;
mod scenes;
mod special;
mod stock;
mod target;
mod techniques;
mod texts;

use std::fmt;
use std::path::{Path, PathBuf};

pub use detect::{DetectedEngine, detect_engine};
pub use report::{Action, FileReport, MigrationReport, Note, NoteKind, Output};
pub use target::Target;
pub use urho_scene::Engine;

/// Moves a project to another engine. This will never change the project, because the files are written to another
/// folder. You can run it again to write only what has changed since, or to continue a run that was killed.
///
/// ```no_run
/// use asset_migrate::{Action, Engine, Migration};
///
/// let report = Migration::new("Game", Engine::Rbfx, "Game-rbfx").run()?;
/// for file in report.files.iter().filter(|file| file.action == Action::ByHand) {
///     println!("{}", file.name);
/// }
/// # Ok::<(), asset_formats::Error>(())
/// ```
///
/// | files | become |
/// |---|---|
/// | models, animations | the version of the engine; side files the encoding that it reads |
/// | scenes and prefabs | rbfx: archives, `.scene` and `.prefab`; Urho3D and U3D: XML. Names of files that other files reference follow |
/// | materials | the same file where both engines show the same, otherwise with the values that look like before |
/// | render paths, post-processing | rbfx: prefabs with a `RenderPipeline`, with a list of the remaining work |
/// | techniques, shaders, scripts | files of the engine are left out; all others are copied, with a list of the remaining work |
/// | particle effects, interfaces, sprites, fonts and other data files | copies if both engines read them; otherwise copies with the remaining work |
/// | packages | packages of the same kind, with migrated entries |
/// | all others | copies |
///
/// If the target is glTF, each scene, prefab and model becomes a `.glb`, and all of them are in one folder. A model
/// includes the animations that are named after it. The files share their textures, which are in `Textures`. All other
/// files are left out, but the report lists them.
#[must_use = "nothing is read before `run`"]
pub struct Migration<'a> {
    project: PathBuf,
    target: Target,
    output: PathBuf,
    from: Option<Engine>,
    table: String,
    write: bool,
    overwrite: bool,
    pbr: bool,
    progress: Progress<'a>,
}

/// Takes the number of finished files, the total number, and a file name.
type Progress<'a> = Box<dyn Fn(usize, usize, &str) + Send + Sync + 'a>;

impl fmt::Debug for Migration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Migration");
        debug.field("project", &self.project).field("target", &self.target).field("output", &self.output);
        debug.field("write", &self.write).finish_non_exhaustive()
    }
}

binio::setters! {
    impl<'a> Migration {
        /// Sets the engine that this project is for. Its classes are then used to read scenes and prefabs, unless they
        /// are rbfx archives. By default, this is the engine that most of the project's content points to.
        #[setter(into)]
        from: Option<Engine>,
        /// Sets whether to write files. By default, nothing is written, and you only get the report.
        write: bool,
        /// Sets whether to overwrite files in the output folder that you have changed since they were written. Default:
        /// no.
        overwrite: bool,
        /// Sets whether to make materials physically based if they use Blinn-Phong shading. This is only for rbfx.
        /// Default: no.
        pbr: bool,
        /// Sets a table with the components that this game adds; see `urho_scene::Classes::with_table`. Default: none.
        #[setter(into)]
        table: String,
    }
}

impl<'a> Migration<'a> {
    /// Creates a migration of the folder `project` to the folder `output`. The project must be the folder `Data`, or
    /// contain it.
    pub fn new(project: impl AsRef<Path>, target: impl Into<Target>, output: impl AsRef<Path>) -> Self {
        Self {
            project: project.as_ref().to_path_buf(),
            target: target.into(),
            output: output.as_ref().to_path_buf(),
            from: None,
            table: String::new(),
            write: false,
            overwrite: false,
            pbr: false,
            progress: Box::new(|_, _, _| {}),
        }
    }

    /// Sets a function to call after each file. It gets the number of finished files, the total number, and the file
    /// name, and can be called from any thread.
    pub fn progress(mut self, progress: impl Fn(usize, usize, &str) + Send + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
