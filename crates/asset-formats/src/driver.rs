//! This module contains [`Driver`], which tells this crate everything about a file format.

use std::error::Error as StdError;
use std::fmt;
use std::path::Path;

use asset_gltf::Resolver;
use asset_scene::Scene;
use binio::{Cause, FindingKind, Findings, HasCause};
use scene_adapter::Target;

use crate::document::Document;
use crate::head::FileHead;
use crate::{Error, Format, OpenOptions, OutputFormat};

mod options;

pub use options::{TargetOptions, WriteOptions};

/// Everything that this crate needs to know about a file format: what files are called, how they begin, and how to open
/// and write them.
///
/// All formats of this crate are drivers in one list. To add your own format, create a driver for it and pass it to a
/// `Project` of the crate `asset-project`.
///
/// ```
/// use asset_formats::{Driver, Evidence, Format, Opening};
/// # use asset_formats::{Document, Error};
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
    /// The name and title, and what the documents show.
    pub format: Format,
    /// Returns whether a file is in this format, looking only at one kind of evidence. For any file, only one driver
    /// may return true at its strongest evidence.
    pub detect: fn(&FileHead<'_>, Evidence) -> bool,
    /// Parses a document, which can borrow its bulk data.
    pub parse: Parse,
    /// The output formats that you can ask for by name, for example `umd3`.
    pub outputs: &'static [OutputFormat],
    /// Which output format to use for a file extension, for example `mdl`.
    pub extensions: &'static [(&'static str, OutputFormat)],
    /// Extensions that only files in this format use, so that other content in such a file is an error. They must be in
    /// lower case, without the dot.
    pub own_extensions: &'static [&'static str],
    /// How to recognize files that come from other engines but have an extension of this format.
    pub look_alikes: &'static [LookAlike],
    /// Returns whether a document can be written in an output format of another driver without a scene. For example,
    /// UDM documents can be written as JSON.
    pub becomes: fn(OutputFormat) -> bool,
    /// Creates files in this format from scenes, or `None` if there is no way to do it.
    pub target: Option<MakeTarget>,
    /// The formats of the documents that [`target`](Self::target) can update, if a scene was edited from them.
    pub originals: &'static [Format],
    /// Reports content of side files as losses if the target can't store it. Only one driver for each engine may set
    /// this, because the reports of all drivers are added.
    pub side_files: TellSideFiles,
    /// The kinds of findings that files in this format can have.
    pub findings: &'static [&'static [&'static FindingKind]],
    /// Functions that find the causes of errors about files in this format; see [`cause_of`].
    pub causes: &'static [CauseOf],
}

/// Returns the cause if the error kind is of one known type, and `None` otherwise. See [`cause_of`].
pub type CauseOf = fn(&(dyn StdError + Send + Sync + 'static)) -> Option<Cause>;

/// Returns the cause if the error kind is of type `K`, and `None` otherwise. Add `cause_of::<K>` to [`Driver::causes`],
/// where `K` is the error kind of your format crate.
pub fn cause_of<K: HasCause + StdError + 'static>(error: &(dyn StdError + Send + Sync + 'static)) -> Option<Cause> {
    error.downcast_ref::<K>().map(HasCause::cause)
}

/// Parses a document.
pub type Parse = for<'a> fn(&'a [u8], &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error>;

/// Creates the target that writes scenes in an output format.
pub type MakeTarget = for<'o> fn(OutputFormat, &TargetOptions<'o>) -> Box<dyn Target + 'o>;

/// Describes files that come from another engine, and how they begin.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LookAlike {
    pub(crate) begins: &'static [u8],
    pub(crate) title: &'static str,
}

impl LookAlike {
    /// Describes files that begin with these bytes. The title says what they are.
    pub const fn new(begins: &'static [u8], title: &'static str) -> Self {
        Self { begins, title }
    }
}

/// What is known about a file, with the strongest evidence first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The first bytes.
    Identifier,
    /// The first bytes, for a general format: a more special format, if there is one, takes precedence.
    General,
    /// The last bytes, because a package can be appended to a program.
    Ending,
    /// The extension, for formats whose text has no identifier.
    Name,
    /// The root element in XML, or keys in JSON.
    Root,
    /// The whole content.
    Content,
    /// The content and the name, for formats that you can't tell from many other files.
    Guess,
}

impl Evidence {
    /// All kinds, with the strongest evidence first.
    pub const ALL: [Self; 7] =
        [Self::Identifier, Self::General, Self::Ending, Self::Name, Self::Root, Self::Content, Self::Guess];
}

/// How to open a document.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Opening<'o> {
    /// The file name, if it is known. Some formats need this to tell kinds apart.
    pub path: Option<&'o Path>,
    /// Whether to read files next to `path` too, because a `.gltf` consists of several files.
    pub reads_files: bool,
    /// Reads the files that the document consists of, instead of those next to `path`.
    pub beside: Option<&'o dyn Resolver>,
    /// Limits and other options.
    pub options: &'o OpenOptions,
}

impl fmt::Debug for Opening<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Opening");
        debug.field("path", &self.path).field("reads_files", &self.reads_files);
        debug.field("beside", &self.beside.is_some()).field("options", self.options).finish()
    }
}

impl<'o> Opening<'o> {
    /// Creates the options to open bytes without reading other files.
    pub const fn new(path: Option<&'o Path>, options: &'o OpenOptions) -> Self {
        Self { path, reads_files: false, beside: None, options }
    }

    /// Sets how to read the files that the document consists of. Use this if they are not in a folder, or to find out
    /// their names.
    #[must_use]
    pub const fn beside(self, beside: &'o dyn Resolver) -> Self {
        Self { beside: Some(beside), ..self }
    }
}

/// Reports content of a scene's side files as losses, because a target can't store it. It gets the title of the target,
/// and a function that returns whether the animation with a given name is converted.
pub type TellSideFiles = fn(&Scene<'_>, &str, &dyn Fn(&str) -> bool, &mut Findings);

impl Driver {
    /// Creates a driver for a format that can be detected and read, but only be written as itself.
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
            originals: &[],
            side_files: |_, _, _, _| (),
            findings: &[],
            causes: &[],
        }
    }

    /// Sets the output formats that you can ask for by name, and the output format for each extension.
    #[must_use]
    pub const fn written(
        self,
        outputs: &'static [OutputFormat],
        extensions: &'static [(&'static str, OutputFormat)],
    ) -> Self {
        Self { outputs, extensions, ..self }
    }

    /// Sets the extensions that no other format uses.
    #[must_use]
    pub const fn own_extensions(self, own_extensions: &'static [&'static str]) -> Self {
        Self { own_extensions, ..self }
    }

    /// Sets how to recognize files that come from other engines but have an extension of this format.
    #[must_use]
    pub const fn look_alikes(self, look_alikes: &'static [LookAlike]) -> Self {
        Self { look_alikes, ..self }
    }

    /// Sets which output formats of other drivers a document can be written in.
    #[must_use]
    pub const fn becomes(self, becomes: fn(OutputFormat) -> bool) -> Self {
        Self { becomes, ..self }
    }

    /// Sets how to create files from scenes.
    #[must_use]
    pub const fn target(self, target: MakeTarget) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Sets which documents the target can update.
    #[must_use]
    pub const fn originals(self, originals: &'static [Format]) -> Self {
        Self { originals, ..self }
    }

    /// Sets how to report content of side files that a target can't store.
    #[must_use]
    pub const fn side_files(self, side_files: TellSideFiles) -> Self {
        Self { side_files, ..self }
    }

    /// Sets the kinds of findings.
    #[must_use]
    pub const fn findings(self, findings: &'static [&'static [&'static FindingKind]]) -> Self {
        Self { findings, ..self }
    }

    /// Sets the causes of errors.
    #[must_use]
    pub const fn causes(self, causes: &'static [CauseOf]) -> Self {
        Self { causes, ..self }
    }
}
