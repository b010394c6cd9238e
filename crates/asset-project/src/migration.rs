//! Migration of a whole project to another engine of the Urho3D family, or to glTF for any other engine (feature `fs`).
//!
//! [`Migration`] reads every file of a project, converts files with another format in the other engine, copies all other files, and returns a
//! [`MigrationReport`] about each file.

mod context;
mod data;
mod detect;
mod gltf;
mod listing;
mod manifest;
mod marks;
mod materials;
mod models;
mod names;
mod needs;
mod outputs;
mod packages;
mod played;
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

/// Moves a project to another engine. The project is never changed: the files are written to another folder. Run it again to write what changed, or to
/// continue a run that was killed.
///
/// ```no_run
/// use asset_project::migration::{Action, Engine, Migration};
///
/// let report = Migration::new("Game", Engine::Rbfx, "Game-rbfx").run()?;
/// for file in report.files.iter().filter(|file| file.action == Action::ByHand) {
///     println!("{}", file.name);
/// }
/// # Ok::<(), asset_project::Error>(())
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
/// To glTF, each scene, prefab and model becomes a `.glb` in one folder, models with the animations that are named after them. The files share their
/// textures, in `Textures`. All other files are left out and listed.
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

/// Takes the number of finished files, of all files, and the name of a file.
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
        /// Sets the engine that the project is for. Scenes and prefabs are then read with its classes, unless they are archives of rbfx. Default: the
        /// engine for which most of the project's content speaks.
        #[setter(into)]
        from: Option<Engine>,
        /// Sets whether files are written. Default: no, only the report is made.
        write: bool,
        /// Sets whether files of the output that were changed since they were written are overwritten. Default: no.
        overwrite: bool,
        /// Sets whether materials with Blinn-Phong shading become physically based. Only for rbfx. Default: no.
        pbr: bool,
        /// Sets a table of the game's own components; see `urho_scene::Classes::with_table`. Default: none.
        #[setter(into)]
        table: String,
    }
}

impl<'a> Migration<'a> {
    /// Creates a migration of the folder `project`, which contains `Data` or is it, to the folder `output`.
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

    /// Calls a function after each file, from any thread, with the number of finished files, the number of all files, and the file's name.
    pub fn progress(mut self, progress: impl Fn(usize, usize, &str) + Send + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }
}
