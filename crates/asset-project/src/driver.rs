//! The contract of a format: one value says what its files are called, how they begin, and how they are opened and written.

use std::error::Error as StdError;
use std::path::Path;

use asset_scene::Scene;
use binio::{Cause, FindingKind, Findings, HasCause};
use scene_adapter::Target;

use crate::convert::{ConvertOptions, OutputFormat};
use crate::document::Document;
use crate::head::FileHead;
use crate::{Error, Format, OpenOptions};

/// A format as one value. All formats of this crate are such values in one list, and a [`Project`](crate::Project) can have further ones.
///
/// ```
/// use asset_project::{Driver, Evidence, Format, Opening};
/// # use asset_project::{Document, Error};
/// # fn parse<'a>(_: &'a [u8], _: &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error> { Err(Error::Refused("example".into())) }
/// static TOY: Driver = Driver::new(
///     Format::new("toy-model", "toy model"),
///     |head, evidence| evidence == Evidence::Identifier && head.begins_with(&[b"toy\n"]),
///     parse,
/// );
/// assert_eq!(TOY.format.title(), "toy model");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Driver {
    /// Name and title, and what documents of the format show.
    pub format: Format,
    /// Returns whether a file has the format, by evidence of one kind alone. Only one driver may claim a file by its strongest evidence.
    pub detect: fn(&FileHead<'_>, Evidence) -> bool,
    /// Reads a document, which borrows its bulk data.
    pub parse: Parse,
    /// The names of what a document is written as: `umd3`.
    pub outputs: &'static [OutputFormat],
    /// The output format that a file extension stands for: `mdl`.
    pub extensions: &'static [(&'static str, OutputFormat)],
    /// Extensions, without a dot and in lower case, that belong to files of this format only, so that a file with other content is an error.
    pub own_extensions: &'static [&'static str],
    /// First bytes of files of other engines that have the extension of this format, and what they are.
    pub look_alikes: &'static [LookAlike],
    /// Returns whether a document becomes an output format of another driver without a scene: JSON of UDM documents.
    pub becomes: fn(OutputFormat) -> bool,
    /// Creates files of this format from scenes; `None` if there is no way.
    pub target: Option<MakeTarget>,
    /// Parts of documents that scenes have, and files beside documents; for one driver of each engine.
    pub parts: Parts,
    /// Kinds of findings about files of this format.
    pub findings: &'static [&'static [&'static FindingKind]],
    /// Causes of errors about files of this format.
    pub causes: &'static [CauseOf],
}

/// Returns the cause of an error of one type, `None` of any other: [`cause_of`].
pub type CauseOf = fn(&(dyn StdError + Send + Sync + 'static)) -> Option<Cause>;

/// Returns the cause of an error of a format crate, for [`Driver::causes`].
pub fn cause_of<K: HasCause + StdError + 'static>(error: &(dyn StdError + Send + Sync + 'static)) -> Option<Cause> {
    error.downcast_ref::<K>().map(HasCause::cause)
}

/// Reads a document.
pub type Parse = for<'a> fn(&'a [u8], &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error>;

/// Returns what creates the files of an output format from scenes.
pub type MakeTarget = for<'o> fn(OutputFormat, &'o ConvertOptions) -> Box<dyn Target + 'o>;

/// A file of another engine: its first bytes, and what it is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LookAlike {
    pub(crate) begins: &'static [u8],
    pub(crate) title: &'static str,
}

impl LookAlike {
    /// A file that begins with these bytes.
    pub const fn new(begins: &'static [u8], title: &'static str) -> Self {
        Self { begins, title }
    }
}

/// What is known about a file, the strongest evidence first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// Its first bytes.
    Identifier,
    /// Its first bytes, for a format whose kinds are formats of their own.
    General,
    /// Its last bytes: a package may follow a program.
    Ending,
    /// Its extension, for formats whose text has no identifier.
    Name,
    /// The root of XML, or keys of JSON.
    Root,
    /// All of its content.
    Content,
    /// Its content and its name, for formats that many files could have.
    Guess,
}

impl Evidence {
    /// All kinds, the strongest first.
    pub const ALL: [Self; 7] =
        [Self::Identifier, Self::General, Self::Ending, Self::Name, Self::Root, Self::Content, Self::Guess];
}

/// How a document is opened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Opening<'o> {
    /// Name of the file, if it is known. It tells kinds of some formats apart.
    pub path: Option<&'o Path>,
    /// Whether files next to `path` are read too: a `.gltf` consists of several.
    pub reads_files: bool,
    /// Limits and knobs.
    pub options: &'o OpenOptions,
}

impl<'o> Opening<'o> {
    pub(crate) const fn new(path: Option<&'o Path>, options: &'o OpenOptions) -> Self {
        Self { path, reads_files: false, options }
    }
}

/// Parts of an engine's documents that scenes keep, and files beside its documents.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parts {
    /// Returns the number of scene parts that [`Unshown::counts`](scene_adapter::Unshown::counts) calls by a name: a conversion back restores them.
    pub kept: fn(&str, &Scene<'_>) -> usize,
    /// Reports the content of side files that a target can't store as losses; with the title of the target and whether an animation is converted.
    pub side_files: TellSideFiles,
}

/// Reports the content of a scene's side files that a target can't store, by the title of the target and whether an animation of a name is converted.
pub type TellSideFiles = fn(&Scene<'_>, &str, &dyn Fn(&str) -> bool, &mut Findings);

impl Parts {
    /// No parts.
    pub const NONE: Self = Self { kept: |_, _| 0, side_files: |_, _, _, _| () };
}

impl Driver {
    /// A format that is detected and read, and written as itself only.
    pub const fn new(format: Format, detect: fn(&FileHead<'_>, Evidence) -> bool, parse: Parse) -> Self {
        Self {
            format,
            detect,
            parse,
            outputs: &[],
            extensions: &[],
            own_extensions: &[],
            look_alikes: &[],
            becomes: |_| false,
            target: None,
            parts: Parts::NONE,
            findings: &[],
            causes: &[],
        }
    }

    /// With the output formats that have a name, and those of extensions.
    #[must_use]
    pub const fn written(
        self,
        outputs: &'static [OutputFormat],
        extensions: &'static [(&'static str, OutputFormat)],
    ) -> Self {
        Self { outputs, extensions, ..self }
    }

    /// With extensions that no other format has.
    #[must_use]
    pub const fn own_extensions(self, own_extensions: &'static [&'static str]) -> Self {
        Self { own_extensions, ..self }
    }

    /// With files of other engines that have the extension of the format.
    #[must_use]
    pub const fn look_alikes(self, look_alikes: &'static [LookAlike]) -> Self {
        Self { look_alikes, ..self }
    }

    /// With output formats of other drivers.
    #[must_use]
    pub const fn becomes(self, becomes: fn(OutputFormat) -> bool) -> Self {
        Self { becomes, ..self }
    }

    /// With a way from scenes.
    #[must_use]
    pub const fn target(self, target: MakeTarget) -> Self {
        Self { target: Some(target), ..self }
    }

    /// With parts of the engine's documents that scenes keep.
    #[must_use]
    pub const fn parts(self, parts: Parts) -> Self {
        Self { parts, ..self }
    }

    /// With kinds of findings.
    #[must_use]
    pub const fn findings(self, findings: &'static [&'static [&'static FindingKind]]) -> Self {
        Self { findings, ..self }
    }

    /// With causes of errors.
    #[must_use]
    pub const fn causes(self, causes: &'static [CauseOf]) -> Self {
        Self { causes, ..self }
    }
}
