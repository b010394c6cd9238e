//! This module contains the error type of this crate, which also wraps the errors of the format crates.

use std::{fmt, io};

use binio::{Escaped, Path};

use crate::{Content, Format, Hint};

/// An error of any format crate.
pub type FormatError = binio::Error<Box<dyn std::error::Error + Send + Sync>>;

/// Why a file can't be opened, converted or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format is unknown.
    #[error("expected a known format, found none{}", .hint.map(|hint| format!(" ({hint})")).unwrap_or_default())]
    Unknown {
        /// The format that you could guess from the file name.
        hint: Option<Hint>,
    },
    /// The file comes from another engine, which uses the same extension or identifier as a supported format. This
    /// describes it.
    #[error("expected a supported format, found {0}")]
    LookAlike(&'static str),
    /// The extension belongs to a single family of formats, but the content is not in one of them.
    #[error("expected {} by the file name, found {content}; {}", article(*.format), .content.advice())]
    OtherContent {
        /// The format to expect from the extension.
        format: Format,
        /// What the file contains instead.
        content: Content,
    },
    /// A scene is needed, but documents in this format don't have one.
    #[error("expected a model, found another format: {}", .0.title())]
    NoScene(Format),
    /// A document can't be converted to the requested format.
    #[error("{}", Escaped(cannot_become(*.format, .output_format, .output_formats)))]
    CannotBecome {
        /// The format of the document.
        format: Format,
        /// The requested format.
        output_format: String,
        /// The formats that you can use instead. This may be empty.
        output_formats: Vec<String>,
    },
    /// The request can't be fulfilled, for the given reason.
    #[error("{}", Escaped(.0))]
    Refused(String),
    /// An option has no effect on this conversion.
    #[error(transparent)]
    NoEffect(NoEffect),
    /// The output format can't store parts of the document. To accept these losses, set
    /// the option `lossy`.
    #[error("not converted: {} would be lost", counted(.0.len(), "part"))]
    Losses(binio::Findings),
    /// There are findings that the option `deny_warnings` does not allow.
    #[error("not converted: {}", counted(.0.len(), "warning"))]
    Denied(binio::Findings),
    /// No engine can use the content, and there is no rule to repair it. These are all findings about the document; at
    /// least one is an error.
    #[error("broken: {}", counted(errors(.0), "error"))]
    Broken(binio::Findings),
    /// The engine would misread values in the text of the document, and
    /// the option `udm_values` does not allow this.
    #[error("not converted: the engine would misread {} of the text", counted(.0.len(), "part"))]
    Misread(binio::Findings),
    /// A model or scene can't be converted.
    #[error("{0}")]
    Convert(FormatError),
    /// The scene can't be rendered, for the given reason.
    #[cfg(feature = "render")]
    #[error("{}", Escaped(.0))]
    Render(#[from] asset_render::Error),
    /// The bytes are invalid, or the document can't be written to bytes.
    #[error("{error}")]
    Malformed {
        /// The format to expect.
        format: Format,
        /// The problem, and where it is.
        error: FormatError,
    },
}

/// An option that has no effect on a conversion. Programs that spell options in their own way can print the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoEffect {
    /// The option, as the command spells it, without dashes.
    pub option: &'static str,
    /// The formats, for example `from Urho3D model to umd2`.
    pub conversion: String,
    /// Some options that do have an effect, those for similar purposes first. This may be empty.
    pub fitting: Vec<&'static str>,
}

impl NoEffect {
    /// Creates it from its parts.
    pub fn new(option: &'static str, conversion: String, fitting: Vec<&'static str>) -> Self {
        Self { option, conversion, fitting }
    }

    /// Returns the message with the options in the spelling of a program.
    pub fn message<T: fmt::Display>(&self, spelled: impl Fn(&'static str) -> T) -> String {
        let (option, conversion) = (spelled(self.option), &self.conversion);
        if self.fitting.is_empty() {
            return format!("{option} has no effect {conversion}");
        }
        let fitting: Vec<String> = self.fitting.iter().map(|option| spelled(option).to_string()).collect();
        format!("{option} has no effect {conversion}; these have: {}", fitting.join(", "))
    }
}

impl fmt::Display for NoEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(|option| option))
    }
}

impl std::error::Error for NoEffect {}

fn cannot_become(format: Format, output_format: &str, output_formats: &[String]) -> String {
    let title = format.title();
    if output_formats.is_empty() {
        format!("expected a document that can be converted, found {title}, which can't become {output_format}")
    } else {
        format!("expected one of {} as the output format for {title}, found {output_format}", output_formats.join(", "))
    }
}

/// Returns the title of a format with "a" or "an".
fn article(format: Format) -> String {
    // No title begins with a vowel sound but "Urho3D".
    let article = if format.title().starts_with('U') { "an" } else { "a" };
    format!("{article} {}", format.title())
}

fn errors(findings: &binio::Findings) -> usize {
    findings.iter().filter(|finding| finding.severity == binio::Severity::Error).count()
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

impl Error {
    /// Splits the error into its place in the file, the message, and the byte offset.
    pub fn to_parts(&self) -> ErrorParts {
        match self {
            Self::Malformed { error, .. } => ErrorParts::of(error),
            Self::Convert(error) => ErrorParts::of(error),
            other => ErrorParts { path: Path::new(), message: other.to_string(), offset: None },
        }
    }

    /// Wraps the error of a scene crate.
    pub fn convert<K>(error: binio::Error<K>) -> Self
    where
        K: std::error::Error + Send + Sync + 'static,
    {
        Self::Convert(error.map_kind(|kind| Box::new(kind) as _))
    }

    /// Wraps the error of a format crate. Use this when your driver fails to parse a document in `format`.
    pub fn malformed<K>(format: Format, error: binio::Error<K>) -> Self
    where
        K: std::error::Error + Send + Sync + 'static,
    {
        Self::Malformed { format, error: error.map_kind(|kind| Box::new(kind) as _) }
    }
}

impl From<scene_adapter::Error> for Error {
    fn from(error: scene_adapter::Error) -> Self {
        match error {
            scene_adapter::Error::Scene(error) => Self::convert(error),
            scene_adapter::Error::Refused(message) => Self::Refused(message),
            scene_adapter::Error::Document { format, error } => match Format::from_name(format) {
                Some(format) => Self::Malformed { format, error },
                None => Self::Convert(error),
            },
        }
    }
}

/// The parts of an error, from [`Error::to_parts`]. Use this to show them in separate columns.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorParts {
    /// The place in the file. This is empty if the error is about the whole file.
    pub path: Path,
    /// The problem.
    pub message: String,
    /// The byte offset, or `None` if the error isn't about bytes.
    pub offset: Option<u64>,
}

impl ErrorParts {
    fn of<K: fmt::Display>(error: &binio::Error<K>) -> Self {
        Self { path: error.path().clone(), message: Escaped(error.kind()).to_string(), offset: error.offset() }
    }
}
