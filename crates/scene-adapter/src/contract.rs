//! Contract between engines and conversions: documents become scenes, and scenes become files.

use asset_scene::reduce::CurveTolerance;
use asset_scene::{Scene, UpAxis};
use binio::{Findings, Limits};

use crate::look::ResourceFile;
use crate::{FileOptions, ResourceReader};

/// Why a document has no scene, or a scene can't become a file.
#[derive(Debug)]
pub enum Error {
    /// An invalid or too large model or scene.
    Scene(asset_scene::Error),
    /// A new document that can't be written.
    Document {
        /// Name of its format: `urho-mdl`.
        format: &'static str,
        /// The problem and its place.
        error: DocumentError,
    },
    /// A request that can't be carried out; the message says why.
    Refused(String),
}

/// The error of a format crate.
pub type DocumentError = binio::Error<Box<dyn std::error::Error + Send + Sync>>;

impl Error {
    /// The error of writing a document of a format.
    pub fn document<K>(format: &'static str, error: binio::Error<K>) -> Self
    where
        K: std::error::Error + Send + Sync + 'static,
    {
        Self::Document { format, error: error.map_kind(|kind| Box::new(kind) as _) }
    }
}

impl From<asset_scene::Error> for Error {
    fn from(error: asset_scene::Error) -> Self {
        Self::Scene(error)
    }
}

/// The part that a document plays in a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A model, to which animations can be added.
    Model,
    /// An animation, which is added to the scene of a model.
    Animation,
    /// A scene, prefab or map: it refers to models, which are files of their own.
    Level,
}

/// Options for showing a document as a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShowOptions<'o> {
    /// Memory for vertices, indices and keys: [`Limits::max_expanded_bytes`].
    pub limits: Limits,
    /// Whether materials are read.
    pub materials: bool,
    /// Whether the textures of materials are read.
    pub textures: bool,
    /// Names of the materials of a model's geometries, in their order; a single name is for all. Empty: the names that the engine would find.
    pub material_names: &'o [String],
    /// Name of the document's file as a resource, `Models/Jack.mdl`, if that is known: materials are found by it.
    pub resource: Option<&'o str>,
    /// Whether collision meshes are shown, as hidden nodes.
    pub collision: bool,
    /// Whether navigation meshes are shown, as hidden nodes.
    pub navmesh: bool,
}

impl Default for ShowOptions<'_> {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            materials: true,
            textures: true,
            material_names: &[],
            resource: None,
            collision: false,
            navmesh: false,
        }
    }
}

/// A document of an engine that can be shown as a scene. It borrows the document for `'d`, and the scene borrows its bulk data.
pub trait Document<'d> {
    /// Returns the part that the document plays.
    fn role(&self) -> Role;

    /// Returns the scene called `name`; of an animation, an empty one. A level is shown with the models and materials that `resources` has.
    ///
    /// # Errors
    /// A document that is invalid, or unpacks to more than the limits allow.
    fn to_scene(
        &self,
        name: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error>;

    /// Adds an animation, called `name`, to the scene of a model.
    fn add_to(&self, scene: &mut Scene<'d>, name: &str) -> Findings {
        let _ = (scene, name);
        Findings::new()
    }

    /// Whether an animation moves anything of a scene.
    fn moves(&self, scene: &Scene<'_>) -> bool {
        let _ = scene;
        false
    }

    /// Gives the materials of a model's scene the appearance of the material files that the engine would use.
    fn show_materials(&self, scene: &mut Scene<'d>, resources: &mut ResourceReader<'_>, options: &ShowOptions<'_>) {
        let _ = (scene, resources, options);
    }

    /// Returns the content of the document that its scene doesn't show.
    fn unshown(&self, scene: &Scene<'_>) -> Unshown {
        let _ = scene;
        Unshown::default()
    }
}

/// Content of a document that its scene doesn't show. It is stored with the scene, so that a conversion back can report losses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unshown {
    /// Names of parts, in the plural, and how many there are: `("hit boxes", 3)`.
    pub counts: Vec<(&'static str, usize)>,
    /// Number of bones with a box or sphere, which a new model gets computed ones for.
    pub bone_shapes: usize,
    /// Parts that the document lacks and a new document has.
    pub none_of: Vec<&'static str>,
}

/// Options for making files of a scene.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CreateOptions<'o> {
    /// Name of the file to make, relative to the output folder, with `/` between its parts. Further files are called after it.
    pub output: &'o str,
    /// Name of the target in messages.
    pub target: &'o str,
    /// The beginning of `output` up to the folder of resources, with a `/` at its end; empty if that is the output folder.
    pub root: &'o str,
    /// Name of the output below the engine's folder of models, without extension.
    pub below_models: &'o str,
    /// Whether an animation of a name is converted.
    pub takes: &'o dyn Fn(&str) -> bool,
    /// Whether the scene stays unchanged, so that its source file can be restored.
    pub is_plain: bool,
    /// Whether options change the shape of the model: its scale, axes, levels of detail or meshes. An original is rebuilt then.
    pub is_reshaped: bool,
    /// Factor for lengths, above 0.
    pub scale: f32,
    /// The axis of the scene that points up.
    pub up: UpAxis,
    /// The models, materials and textures that belong to the file.
    pub files: FileOptions<'o>,
    /// How far keys of resampled splines may be from their curves.
    pub curve_tolerance: CurveTolerance,
}

impl<'o> CreateOptions<'o> {
    /// Options for a file of a name, with everything else by default.
    pub fn new(output: &'o str) -> Self {
        Self {
            output,
            target: output,
            root: "",
            below_models: crate::look::without_extension(output),
            takes: &|_| true,
            is_plain: true,
            is_reshaped: false,
            scale: 1.0,
            up: UpAxis::Y,
            files: FileOptions::default(),
            curve_tolerance: CurveTolerance::default(),
        }
    }

    /// Returns the name of the output without folder and extension.
    pub fn stem(&self) -> &'o str {
        let name = crate::look::without_extension(self.output);
        name.rsplit_once('/').map_or(name, |(_, name)| name)
    }

    /// Returns a resource as a file of the output folder.
    pub fn below_root(&self, file: ResourceFile) -> ResourceFile {
        ResourceFile { name: format!("{}{}", self.root, file.name), ..file }
    }

    /// Calls a function with the options of the files: a receiver of files gets them as files of the output folder.
    pub fn with_files<T>(&self, create: impl for<'f> FnOnce(FileOptions<'f>) -> T) -> T {
        let on_file = self.files.on_file.map(|on_file| move |file| on_file(self.below_root(file)));
        create(FileOptions { on_file: on_file.as_ref().map(|on_file| on_file as _), ..self.files })
    }
}

/// Files that were made of a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Created {
    /// The files, named relative to the output folder. The requested file is last.
    pub files: Vec<ResourceFile>,
    /// Changes and losses.
    pub findings: Findings,
    /// Whether the source file of the scene was restored; otherwise the file is new.
    pub restored: bool,
}

impl Created {
    /// Nothing yet but findings.
    pub fn new(findings: Findings) -> Self {
        Self { findings, ..Self::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.files.push(ResourceFile { name: name.into(), bytes });
    }
}

/// A kind of file that scenes become.
pub trait Target {
    /// Creates the file, and the files that belong to it. If the scene was created from a file of the same format and still equals it, that file is
    /// restored.
    ///
    /// # Errors
    /// A scene that the format can't hold, or that unpacks to more than the limits allow.
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error>;

    /// Returns whether the shapes of bones are computed anew, so that the original shapes are lost.
    fn has_bone_shapes(&self) -> bool {
        false
    }

    /// Returns whether a new file has parts that an original may lack, such as bones.
    fn adds_parts(&self) -> bool {
        false
    }

    /// Whether side files are written.
    fn has_side_files(&self) -> bool {
        false
    }
}
