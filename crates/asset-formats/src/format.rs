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
    is_read_only: bool,
    names_files: bool,
    carries_originals: bool,
    is_transformable: bool,
}

/// What the documents in a format show, which decides how they can be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Shows {
    /// Nothing that could be in a scene.
    Nothing,
    /// An animation, which can be added to a model.
    Animation,
    /// A material. Pictures and glTF files show it on a sphere.
    Material,
    /// A model.
    Model,
    /// A model with its animations.
    AnimatedModel,
    /// A scene, prefab or map for an engine. It references models, which are files of their own.
    Level,
    /// A scene that belongs to no engine, so it can be converted to everything: glTF, FBX, OBJ.
    Neutral,
}

/// The family of the Pragma engine's formats, which are all UDM documents.
pub(crate) const PRAGMA: &str = "pragma";

impl Format {
    /// Creates a format. The name must be one word, for example `toy-model`; the title must be without an article, for
    /// example `toy model`. The documents show nothing until you call [`shows`](Self::shows).
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            family: "",
            shows: Shows::Nothing,
            is_read_only: false,
            names_files: true,
            carries_originals: false,
            is_transformable: false,
        }
    }

    /// Sets what the documents show.
    #[must_use]
    pub const fn shows(self, shows: Shows) -> Self {
        Self { shows, ..self }
    }

    /// Sets the family. A file name that belongs to only one family can be used for all formats in it.
    #[must_use]
    pub(crate) const fn of_family(self, family: &'static str) -> Self {
        Self { family, ..self }
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

    /// Marks this as a format whose documents implement [`Document::transformed`](crate::Document::transformed).
    #[must_use]
    pub const fn transformable(self) -> Self {
        Self { is_transformable: true, ..self }
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

    /// Returns whether this is a format of the Pragma engine, and so a kind of UDM document.
    pub fn is_pragma(self) -> bool {
        self.family == PRAGMA
    }

    /// Returns whether documents in this format are UDM documents.
    pub fn is_udm(self) -> bool {
        self == Self::UDM || self.is_pragma()
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

    /// Returns whether documents in this format can be scaled, turned and moved without a scene; see
    /// [`Document::transformed`](crate::Document::transformed).
    pub const fn is_transformable(self) -> bool {
        self.is_transformable
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
        !matches!(self.shows, Shows::Nothing | Shows::Material)
    }

    /// Returns whether documents in this format are materials. Pictures and glTF files show them on a sphere.
    pub const fn is_material(self) -> bool {
        matches!(self.shows, Shows::Material)
    }

    /// Returns whether documents in this format are scenes, prefabs or maps for an engine.
    pub const fn is_level(self) -> bool {
        matches!(self.shows, Shows::Level)
    }

    /// Returns whether documents in this format are scenes or prefabs for Urho3D, U3D or rbfx.
    pub fn is_urho_scene(self) -> bool {
        self == Self::URHO_SCENE || self == Self::URHO_PREFAB
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
