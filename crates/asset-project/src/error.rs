//! Errors of this crate, and errors of the format crates.

use std::io;

use binio::{Escaped, Path};

use crate::{Content, Format, Hint};

/// Error of any format crate.
pub type FormatError = binio::Error<Box<dyn std::error::Error + Send + Sync>>;

/// Why a file can't be opened or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format is unknown.
    #[error("expected a known format, found none{}", .hint.map(|hint| format!(" ({hint})")).unwrap_or_default())]
    Unknown {
        /// The format that the name of the file suggests.
        hint: Option<Hint>,
    },
    /// A file of another engine that shares its extension or identifier with a supported format; a description of it.
    #[error("expected a supported format, found {0}")]
    LookAlike(&'static str),
    /// A file whose extension belongs to one family of formats only, and whose content has no format of that family.
    #[error("expected {} by the file name, found {content}; {}", article(*.format), .content.advice())]
    OtherContent {
        /// The format that the extension stands for.
        format: Format,
        /// The content of the file.
        content: Content,
    },
    /// A document that shows no model, where a scene was asked for; its format.
    #[error("expected a model, found another format: {}", .0.title())]
    NoScene(Format),
    /// The format can't be converted to the requested one.
    #[error("{}", Escaped(cannot_become(*.format, .output_format, .output_formats)))]
    CannotBecome {
        /// The format that the document has.
        format: Format,
        /// The requested format.
        output_format: String,
        /// The possible formats; may be empty.
        output_formats: Vec<String>,
    },
    /// A request that can't be fulfilled; the problem.
    #[error("{}", Escaped(.0))]
    Refused(String),
    /// The output format can't store parts of the document, and losing them wasn't allowed.
    #[error("not converted: {} would be lost", counted(.0.len(), "part"))]
    Losses(binio::Findings),
    /// Findings that [`deny_warnings`](crate::convert::ConvertOptions::deny_warnings) refuses.
    #[error("not converted: {}", counted(.0.len(), "warning"))]
    Denied(binio::Findings),
    /// A document with content that no engine can use and that no rule repairs: all findings about it, at least one of them an error.
    #[error("broken: {}", counted(errors(.0), "error"))]
    Broken(binio::Findings),
    /// Values that the engine would misread in the text of a document, and that
    /// [`encoding`](crate::convert::ConvertOptions::encoding) refuses.
    #[error("not converted: the engine would misread {} of the text", counted(.0.len(), "part"))]
    Misread(binio::Findings),
    /// A model or scene that can't be converted.
    #[error("{0}")]
    Convert(FormatError),
    /// A scene that there is no picture of; why.
    #[cfg(feature = "render")]
    #[error("{}", Escaped(.0))]
    Render(#[from] asset_render::Error),
    /// Its bytes are wrong, or it can't become bytes.
    #[error("{error}")]
    Malformed {
        /// The expected format.
        format: Format,
        /// The problem and its place.
        error: FormatError,
    },
}

fn cannot_become(format: Format, output_format: &str, output_formats: &[String]) -> String {
    let title = format.title();
    if output_formats.is_empty() {
        format!("expected a document that can be converted, found {title}, which can't become {output_format}")
    } else {
        format!("expected one of {} as the output format for {title}, found {output_format}", output_formats.join(", "))
    }
}

/// The title of a format after its article.
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
    /// Returns the place of the error in the file, its message, and the offset in the file. The path is empty if the error concerns the whole file.
    pub fn to_parts(&self) -> (Path, String, Option<u64>) {
        match self {
            Self::Malformed { error, .. } => (error.path().clone(), Escaped(error.kind()).to_string(), error.offset()),
            Self::Convert(error) => (error.path().clone(), Escaped(error.kind()).to_string(), error.offset()),
            other => (Path::new(), other.to_string(), None),
        }
    }

    /// The error of a scene crate.
    pub(crate) fn convert<K>(error: binio::Error<K>) -> Self
    where
        K: std::error::Error + Send + Sync + 'static,
    {
        Self::Convert(error.map_kind(|kind| Box::new(kind) as _))
    }

    pub(crate) fn adapter(error: scene_adapter::Error) -> Self {
        match error {
            scene_adapter::Error::Scene(error) => Self::convert(error),
            scene_adapter::Error::Refused(message) => Self::Refused(message),
            scene_adapter::Error::Document { format, error } => match Format::from_name(format) {
                Some(format) => Self::Malformed { format, error },
                None => Self::Convert(error),
            },
        }
    }

    /// The error of a format crate, about a document of a format.
    pub fn malformed<K>(format: Format, error: binio::Error<K>) -> Self
    where
        K: std::error::Error + Send + Sync + 'static,
    {
        Self::Malformed { format, error: error.map_kind(|kind| Box::new(kind) as _) }
    }
}
