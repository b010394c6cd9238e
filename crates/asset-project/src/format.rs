//! Formats: which a file has, and what its documents show.

use std::fmt;

/// A format: its name, its title, and what its documents show.
///
/// Formats are an open set: each [`Driver`](crate::Driver) has one, and a [`Project`](crate::Project) can have further drivers. The constants are the
/// formats that this crate knows by itself.
///
/// ```
/// use asset_project::Format;
/// assert_eq!(Format::URHO_MDL.name(), "urho-mdl");
/// assert_eq!(Format::from_name("urho-mdl"), Some(Format::URHO_MDL));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    name: &'static str,
    title: &'static str,
    family: &'static str,
    shows: Shows,
    is_read_only: bool,
    names_files: bool,
}

/// What the documents of a format show, for conversions to other formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Shows {
    /// Nothing that a scene contains.
    Nothing,
    /// An animation, which is added to a model.
    Animation,
    /// A material, which pictures and glTF show on a sphere.
    Material,
    /// A model.
    Model,
    /// A model with its animations.
    AnimatedModel,
    /// A scene, prefab or map of an engine: it refers to models, which are files of their own.
    Level,
    /// A scene of no engine, which becomes everything: glTF, FBX, OBJ.
    Neutral,
}

/// Family of the Pragma engine's formats, kinds of UDM documents.
pub(crate) const PRAGMA: &str = "pragma";

impl Format {
    /// A format with a name in one word, such as `toy-model`, and a title in words without an article, such as `toy model`. Its documents show nothing.
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self { name, title, family: "", shows: Shows::Nothing, is_read_only: false, names_files: true }
    }

    /// With what its documents show.
    #[must_use]
    pub const fn shows(self, shows: Shows) -> Self {
        Self { shows, ..self }
    }

    /// As a format of a family. File names that belong to one family only may be used for all of its formats.
    #[must_use]
    pub(crate) const fn of_family(self, family: &'static str) -> Self {
        Self { family, ..self }
    }

    /// As a format that is never written.
    #[must_use]
    pub const fn read_only(self) -> Self {
        Self { is_read_only: true, ..self }
    }

    /// As a format whose documents never name other files.
    #[must_use]
    pub const fn without_references(self) -> Self {
        Self { names_files: false, ..self }
    }

    /// Returns all formats except the formats of a project's additional drivers, sorted by name.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut all: Vec<Self> = crate::drivers::all().map(|driver| driver.format).collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// Returns the format with a [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        crate::drivers::all().map(|driver| driver.format).find(|format| format.name == name)
    }

    /// Returns the name of the format on the command line and in its JSON: `urho-mdl`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the format in words, without an article: `Urho3D model`.
    pub const fn title(self) -> &'static str {
        self.title
    }

    /// Returns whether it is a format of the Pragma engine, a kind of UDM document.
    pub fn is_pragma(self) -> bool {
        self.family == PRAGMA
    }

    /// Returns whether documents of this format are UDM documents.
    pub fn is_udm(self) -> bool {
        self == Self::UDM || self.is_pragma()
    }

    /// Returns whether documents of this format are scenes of no engine.
    pub const fn is_neutral(self) -> bool {
        matches!(self.shows, Shows::Neutral)
    }

    /// Returns whether documents of this format are only read.
    pub const fn is_read_only(self) -> bool {
        self.is_read_only
    }

    /// Returns whether documents of this format may name other files.
    #[cfg(feature = "fs")]
    pub(crate) const fn may_name_files(self) -> bool {
        self.names_files
    }

    /// Returns whether a document of this format contains a model that can be shown.
    pub const fn is_model(self) -> bool {
        matches!(self.shows, Shows::Model | Shows::AnimatedModel | Shows::Neutral)
    }

    /// Returns whether a document of this format brings animations of its own.
    pub(crate) const fn is_animated(self) -> bool {
        matches!(self.shows, Shows::AnimatedModel | Shows::Neutral)
    }

    /// Returns whether a document of this format has a scene, alone or as a part of another one.
    pub const fn has_scene(self) -> bool {
        !matches!(self.shows, Shows::Nothing | Shows::Material)
    }

    /// Returns whether a document of this format is a material, which pictures and glTF show on a sphere.
    pub const fn is_material(self) -> bool {
        matches!(self.shows, Shows::Material)
    }

    /// Returns whether a document of this format is a scene or a prefab of Urho3D, U3D or rbfx.
    pub fn is_urho_scene(self) -> bool {
        self == Self::URHO_SCENE || self == Self::URHO_PREFAB
    }

    /// Returns whether a file with this format may have a name that promises another one: any image may be called `.png`.
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
