//! The contract between engines and conversions: how documents become scenes, and scenes become files.

use asset_scene::reduce::CurveTolerance;
use asset_scene::{Scene, UpAxis};
use binio::{Findings, Limits};

use crate::look::ResourceFile;
use crate::{FileOptions, ResourceReader};

/// Why a document can't be shown as a scene, or a scene can't be written to a file.
#[derive(Debug)]
pub enum Error {
    /// The model or scene is invalid or too large.
    Scene(asset_scene::Error),
    /// A new document can't be written.
    Document {
        /// The format name, for example `urho-mdl`.
        format: &'static str,
        /// What is wrong, and where.
        error: DocumentError,
    },
    /// The request can't be carried out. The message says why.
    Refused(String),
}

/// An error from a format crate.
pub type DocumentError = binio::Error<Box<dyn std::error::Error + Send + Sync>>;

impl Error {
    /// Creates the error for a document that can't be written, given its format name.
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

/// What a document is used for in a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A model. Animations can be added to it.
    Model,
    /// An animation, to be added to the scene of a model.
    Animation,
    /// A scene, prefab or map. It refers to models, which are separate files.
    Level,
}

/// How to show a document as a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShowOptions<'o> {
    /// How much memory may be used for vertices, indices and keys: [`Limits::max_expanded_bytes`].
    pub limits: Limits,
    /// Whether to read materials.
    pub materials: bool,
    /// Whether to read the textures of materials.
    pub textures: bool,
    /// The materials to use for the geometries of a model, in order. A single name is used for all geometries. If
    /// empty, the materials are found in the same way as in the engine.
    pub material_names: &'o [String],
    /// The resource name of the document, for example `Models/Jack.mdl`. Set this if you know it, because it is used to
    /// find materials.
    pub resource: Option<&'o str>,
    /// Whether to add collision meshes, in hidden nodes.
    pub collision: bool,
    /// Whether to add navigation meshes, in hidden nodes.
    pub navmesh: bool,
    /// If the scene is read for a picture, the time in seconds that the picture shows. The scene will then have a
    /// [`Staging`](asset_scene::Staging).
    pub picture_time: Option<f32>,
    /// Whether the scene will be written back to its document. If not set, a scene or prefab isn't stored in the scene,
    /// which takes much less time.
    pub comes_back: bool,
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
            picture_time: None,
            comes_back: true,
        }
    }
}

/// Implement this for a document that can be shown as a scene. It borrows the document for `'d`, and the scene will
/// borrow its bulk data.
pub trait Document<'d> {
    /// Returns what the document is used for.
    fn role(&self) -> Role;

    /// Returns the document as a scene with the name `name`. For an animation, this is an empty scene. A level also
    /// shows the models and materials that can be found with `resources`.
    ///
    /// # Errors
    /// Fails if the document is invalid, or if it needs more memory than the limits allow.
    fn to_scene(
        &self,
        name: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error>;

    /// Adds an animation to the scene of a model, with the name `name`.
    fn add_to(&self, scene: &mut Scene<'d>, name: &str) -> Findings {
        let _ = (scene, name);
        Findings::new()
    }

    /// Returns whether an animation moves anything in this scene.
    fn moves(&self, scene: &Scene<'_>) -> bool {
        let _ = scene;
        false
    }

    /// Makes the materials of a model look like the files that the engine would use.
    fn show_materials(&self, scene: &mut Scene<'d>, resources: &mut ResourceReader<'_>, options: &ShowOptions<'_>) {
        let _ = (scene, resources, options);
    }

    /// Returns what the document contains, but neither its scene nor the given edited scene shows.
    fn unshown(&self, scene: &Scene<'_>) -> Unshown {
        let _ = scene;
        Unshown::default()
    }
}

/// What a document contains, but its scene doesn't show. If the document can't be updated, this is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unshown {
    /// For each kind of part, the name in the plural and how many there are, for example `("hit boxes", 3)`.
    pub counts: Vec<(&'static str, usize)>,
    /// How many bones have a box or sphere. In a new model, these will be computed.
    pub bone_shapes: usize,
}

/// How to write a scene to files.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CreateOptions<'o> {
    /// The name of the file to write, relative to the output folder, with `/` between its parts. If there are more
    /// files, they are named after it.
    pub output: &'o str,
    /// The target name to use in messages.
    pub target: &'o str,
    /// The first part of `output`, up to the folder for resources and including the `/` at the end. This is empty if
    /// resources are in the output folder itself.
    pub root: &'o str,
    /// The name of the output in the engine's folder for models, without extension.
    pub below_models: &'o str,
    /// Returns whether to convert the animation with this name.
    pub takes: &'o dyn Fn(&str) -> bool,
    /// Whether the scene will not be changed, so that its source file can be restored.
    pub is_plain: bool,
    /// Whether options change the shape of the model: its scale, axes, levels of detail or meshes. If so, an original
    /// can't be updated and is built again.
    pub is_reshaped: bool,
    /// Multiplies all lengths. This must be above 0.
    pub scale: f32,
    /// The axis that points up in the scene.
    pub up: UpAxis,
    /// What to do with the models, materials and textures that belong to the file.
    pub files: FileOptions<'o>,
    /// How far the keys may be from a spline that is resampled.
    pub curve_tolerance: CurveTolerance,
}

impl<'o> CreateOptions<'o> {
    /// Returns the default options for this file.
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

    /// Converts a resource to a file in the output folder.
    pub fn below_root(&self, file: ResourceFile) -> ResourceFile {
        ResourceFile { name: format!("{}{}", self.root, file.name), ..file }
    }

    /// Calls a function with the file options. If there is a receiver for files, it will get them as files in the
    /// output folder.
    pub fn with_files<T>(&self, create: impl for<'f> FnOnce(FileOptions<'f>) -> T) -> T {
        let on_file = self.files.on_file.map(|on_file| move |file| on_file(self.below_root(file)));
        create(FileOptions { on_file: on_file.as_ref().map(|on_file| on_file as _), ..self.files })
    }
}

/// The files that were created from a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Created {
    /// The files, with names relative to the output folder. The file that you have asked for is the last.
    pub files: Vec<ResourceFile>,
    /// What was changed or lost.
    pub findings: Findings,
    /// Whether the source file of the scene was restored. If not, this is a new file.
    pub restored: bool,
}

impl Created {
    /// Creates a result that has findings, but no files yet.
    pub fn new(findings: Findings) -> Self {
        Self { findings, ..Self::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.files.push(ResourceFile { name: name.into(), bytes });
    }
}

/// Implement this for a kind of file to which scenes can be converted.
pub trait Target {
    /// Creates the file, and all files that belong to it. If the scene was read from a file in this format and was not
    /// changed, this file is restored.
    ///
    /// # Errors
    /// Fails if the scene can't be stored in this format, or if it needs more memory than the limits allow.
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error>;

    /// Returns whether bone shapes will be computed, so that the original shapes are lost.
    fn has_bone_shapes(&self) -> bool {
        false
    }

    /// Returns whether this target compares the skeleton with its original itself. Otherwise, the scene gets the
    /// skeleton of the original before [`create`](Self::create) is called.
    fn takes_skeleton(&self) -> bool {
        false
    }

    /// Returns whether this target writes side files.
    fn has_side_files(&self) -> bool {
        false
    }
}
