//! This module contains [`Format`], which names a file format and says what the documents show.

use std::fmt;

/// A file format: its name, its title, and what the documents show.
///
/// The constants are the formats that this crate knows. There can be others, because each [`Driver`](crate::Driver) has
/// a format and you can add drivers to a `Project` of the crate `asset-project`.
///
/// ```
/// use asset_formats::Format;
/// assert_eq!(Format::URHO_MDL.name(), "urho-mdl");
/// assert_eq!(Format::from_name("urho-mdl"), Some(Format::URHO_MDL));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    name: &'static str,
    title: &'static str,
    family: &'static str,
    shows: Shows,
    /// The name of the format that this one is a variant of, or its own name.
    document: &'static str,
    is_read_only: bool,
    names_files: bool,
    carries_originals: bool,
    /// A bit for each [`Change`].
    changes: Bits,
    /// A bit for each [`Feature`].
    features: Bits,
}

/// A set of values of an enum, with a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Bits(u16);

impl Bits {
    const fn with(self, bit: u16) -> Self {
        Self(self.0 | bit)
    }

    const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }
}

/// What the documents in a format show, which decides how they can be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Shows {
    /// Nothing that could be in a scene.
    Nothing,
    /// An animation, which can be added to a model.
    Animation,
    /// A texture. It is an image, so it needs no scene.
    Texture,
    /// A material. Pictures and glTF files show it on a sphere.
    Material,
    /// A model.
    Model,
    /// A model with its animations.
    AnimatedModel,
    /// A scene, prefab or map for an engine. It references models, which are files of their own.
    Level,
    /// A level that other levels include, so you usually see all of it in a single picture.
    Prefab,
    /// A scene that belongs to no engine, so it can be converted to everything: glTF, FBX, OBJ.
    Neutral,
}

/// A change that a document can take and keep its format, without a scene in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u16)]
pub enum Change {
    /// Repairs of broken content, as [`WriteOptions::repairs`](crate::WriteOptions::repairs) lists them.
    Repair = 1 << 0,
    /// All levels of detail except one are removed.
    KeepLevel = 1 << 1,
    /// Another size.
    Scale = 1 << 2,
    /// A turn about the origin, or another position. Documents implement
    /// [`Document::transformed`](crate::Document::transformed).
    Move = 1 << 3,
    /// Simplified levels of detail are added.
    Simplify = 1 << 4,
    /// Triangles and vertices get an order that is fast to draw.
    Optimize = 1 << 5,
    /// Tangents are computed anew.
    Tangents = 1 << 6,
    /// Normals are computed anew.
    Normals = 1 << 7,
}

/// A feature that only some formats have. Use this instead of a list of formats in code for all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u16)]
pub enum Feature {
    /// The animations of a model are files of their own, which are named after the model.
    AnimationsBeside = 1 << 0,
    /// Maps have collision meshes and navigation meshes, which can be shown too.
    Collision = 1 << 1,
    /// The parser is written in C, so it may be safer to run it in a process of its own.
    NativeParser = 1 << 2,
    /// The file contains other files, which can be read one by one.
    Package = 1 << 3,
    /// Many files share files in this format, so they are part of none of them.
    Shared = 1 << 4,
    /// Triggers and metadata are in a side file beside the file.
    SideFile = 1 << 5,
    /// The document itself contains what other formats have in a side file.
    SideFileInside = 1 << 6,
    /// A file in this format can be the side file of another file.
    SideFileItself = 1 << 7,
    /// Several versions of a document can be merged part by part.
    Merged = 1 << 8,
}

impl Format {
    /// Creates a format. The name must be one word, for example `toy-model`; the title must be without an article, for
    /// example `toy model`. The documents show nothing until you call [`shows`](Self::shows).
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            family: name,
            shows: Shows::Nothing,
            document: name,
            is_read_only: false,
            names_files: true,
            carries_originals: false,
            changes: Bits(0),
            features: Bits(0),
        }
    }

    /// Sets what the documents show.
    #[must_use]
    pub const fn shows(self, shows: Shows) -> Self {
        Self { shows, ..self }
    }

    /// Sets the family, for example the engine. By default, a format has a family of its own. A scene or map for one
    /// family becomes files for another one by way of a neutral scene.
    #[must_use]
    pub const fn of_family(self, family: &'static str) -> Self {
        Self { family, ..self }
    }

    /// Marks this as a variant of another format. A file in one of them can be a later version of a file in the other.
    #[must_use]
    pub const fn variant_of(self, other: Self) -> Self {
        Self { document: other.document, ..self }
    }

    /// Marks this as a format that can't be written.
    #[must_use]
    pub const fn read_only(self) -> Self {
        Self { is_read_only: true, ..self }
    }

    /// Marks this as a format whose documents never name other files.
    #[must_use]
    pub const fn without_references(self) -> Self {
        Self { names_files: false, ..self }
    }

    /// Marks this as a format whose scenes can carry the file that they come from; see
    /// [`carries_originals`](Self::carries_originals).
    #[must_use]
    pub const fn with_originals(self) -> Self {
        Self { carries_originals: true, ..self }
    }

    /// Sets the changes that documents in this format can take without a scene.
    #[must_use]
    pub const fn changed_by(mut self, mut changes: &[Change]) -> Self {
        while let [change, others @ ..] = changes {
            self.changes = self.changes.with(*change as u16);
            changes = others;
        }
        self
    }

    /// Sets what else is special about this format.
    #[must_use]
    pub const fn with_features(mut self, mut features: &[Feature]) -> Self {
        while let [feature, others @ ..] = features {
            self.features = self.features.with(*feature as u16);
            features = others;
        }
        self
    }

    /// Returns all formats that this crate knows, sorted by name. Formats that a project adds are not included.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut all: Vec<Self> = crate::drivers::all().map(|driver| driver.format).collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// Returns the format with this [name](Self::name), or `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        crate::drivers::all().map(|driver| driver.format).find(|format| format.name == name)
    }

    /// Returns the name to use on the command line and in JSON, for example `urho-mdl`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the format in words, without an article, for example `Urho3D model`.
    pub const fn title(self) -> &'static str {
        self.title
    }

    /// Returns the family, for example the engine.
    pub(crate) const fn family(self) -> &'static str {
        self.family
    }

    /// Returns whether a file in this format can be a version of a file in the other format, so that both can be
    /// compared and merged. For example, a scene can become a prefab.
    pub fn is_variant_of(self, other: Self) -> bool {
        self.document == other.document
    }

    /// Returns whether documents in this format are scenes that belong to no engine.
    pub const fn is_neutral(self) -> bool {
        matches!(self.shows, Shows::Neutral)
    }

    /// Returns whether scenes in this format can carry the file of an engine that they come from. When such a scene is
    /// converted back, its edits are written into this file.
    pub const fn carries_originals(self) -> bool {
        self.carries_originals
    }

    /// Returns whether documents in this format can take this change and keep their format, without a scene.
    pub const fn takes(self, change: Change) -> bool {
        self.changes.has(change as u16)
    }

    /// Returns whether the format has this feature.
    pub const fn has(self, feature: Feature) -> bool {
        self.features.has(feature as u16)
    }

    /// Returns whether documents in this format can be read but not written.
    pub const fn is_read_only(self) -> bool {
        self.is_read_only
    }

    /// Returns whether documents in this format can name other files.
    pub const fn may_name_files(self) -> bool {
        self.names_files
    }

    /// Returns whether documents in this format contain a model to show.
    pub const fn is_model(self) -> bool {
        matches!(self.shows, Shows::Model | Shows::AnimatedModel | Shows::Neutral)
    }

    /// Returns whether documents in this format contain models with their animations.
    pub const fn is_animated(self) -> bool {
        matches!(self.shows, Shows::AnimatedModel | Shows::Neutral)
    }

    /// Returns whether documents in this format have a scene, or can be added to the scene of another document.
    pub const fn has_scene(self) -> bool {
        !matches!(self.shows, Shows::Nothing | Shows::Texture | Shows::Material)
    }

    /// Returns whether documents in this format are materials. Pictures and glTF files show them on a sphere.
    pub const fn is_material(self) -> bool {
        matches!(self.shows, Shows::Material)
    }

    /// Returns whether documents in this format are textures.
    pub const fn is_texture(self) -> bool {
        matches!(self.shows, Shows::Texture)
    }

    /// Returns whether documents in this format are animations, which are shown with a model.
    pub const fn is_animation(self) -> bool {
        matches!(self.shows, Shows::Animation)
    }

    /// Returns whether documents in this format are scenes, prefabs or maps for an engine.
    pub const fn is_level(self) -> bool {
        matches!(self.shows, Shows::Level | Shows::Prefab)
    }

    /// Returns whether documents in this format are levels that other levels include.
    pub const fn is_prefab(self) -> bool {
        matches!(self.shows, Shows::Prefab)
    }

    /// Returns whether a picture of a document shows something without the rest of its project: a texture, a material
    /// or a model, but not a whole level.
    pub const fn is_pictured(self) -> bool {
        self.is_model() || self.is_material() || self.is_texture()
    }

    /// Returns whether a file in this format may have a name that you would expect for another format. For example, any
    /// image may be called `.png`.
    pub(crate) fn is_of_family(self, expected: Self) -> bool {
        self == expected || self.is_udm() && expected.is_udm()
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
