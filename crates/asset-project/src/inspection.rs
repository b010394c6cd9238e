//! Format and content of a file in one object: a line of `inspect --json` (feature `serde`).

use binio::{Finding, Severity};
use serde::Serialize;

use crate::{Asset, ClipSummary, Error, Summary, Typed};

/// Common fields of all JSON lines about files.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Head {
    /// Path, as it was given.
    pub file: String,
    /// Bytes of the path in base64, if the path isn't UTF-8 and `file` can't hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// Name of the format; `None` if it isn't known.
    pub format: Option<&'static str>,
    /// Version or kind within the format; `None` if it couldn't be opened.
    pub variant: Option<String>,
    /// Size, in bytes; `None` if it couldn't be read.
    pub file_size: Option<u64>,
}

impl Head {
    /// The head of a file, with the asset in it if it could be opened.
    pub fn new(file: impl Into<String>, size: Option<u64>, asset: Option<&Asset<'_>>) -> Self {
        Self {
            file: file.into(),
            file_bytes: None,
            format: asset.map(|asset| asset.format().name()),
            variant: asset.map(|asset| asset.variant().into_owned()),
            file_size: size,
        }
    }
}

/// A finding or an error, as the JSON of the command line has it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FindingSummary {
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// Part of the file, `vertex buffer 0 > element 3`; empty for the file as a whole.
    pub path: String,
    /// The problem.
    pub message: String,
    /// Where in the file, in bytes; `None` if it isn't about bytes.
    pub offset: Option<u64>,
    /// Name of the stable kind.
    pub kind: &'static str,
}

impl FindingSummary {
    /// Returns part and message in one line.
    pub fn text(&self) -> String {
        let Self { path, message, .. } = self;
        if path.is_empty() { message.clone() } else { format!("{path}: {message}") }
    }
}

impl From<&Finding> for FindingSummary {
    fn from(finding: &Finding) -> Self {
        Self {
            severity: finding.severity.as_str(),
            path: finding.path.to_string(),
            message: finding.message.clone(),
            offset: finding.offset,
            kind: finding.kind.as_str(),
        }
    }
}

impl From<&Error> for FindingSummary {
    fn from(error: &Error) -> Self {
        let (path, message, offset) = error.to_parts();
        let kind = crate::kinds::UNREADABLE.as_str();
        Self { severity: Severity::Error.as_str(), path: path.to_string(), message, offset, kind }
    }
}

/// Format and content of a file: a line of `inspect --json`.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Inspection<'a> {
    /// Name, format and size of the file.
    #[serde(flatten)]
    pub head: Head,
    /// SHA-256 of the file, in hexadecimal; `None` if hashes weren't asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_sha256: Option<String>,
    /// Content of the file.
    #[serde(flatten)]
    pub summary: Summary<'a>,
    /// Additions of the side file.
    #[serde(flatten)]
    pub side: Option<SideSummary>,
    /// Facts about animations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipSummary>,
}

impl<'a> Inspection<'a> {
    /// The inspection of a file without a side file.
    pub fn new(head: Head, file_sha256: Option<String>, summary: Summary<'a>) -> Self {
        Self { head, file_sha256, summary, side: None, clips: Vec::new() }
    }
}

impl Asset<'_> {
    /// Passes the output of `inspect --json` to `show`: the summary of the asset, with the additions of the side file. `hashed` are the bytes of the
    /// file if hashes are requested: of the file and of every block of bulk data.
    pub fn inspect<T>(
        &self,
        head: Head,
        hashed: Option<&[u8]>,
        side: Option<&crate::SideFile>,
        show: impl FnOnce(Inspection<'_>) -> T,
    ) -> T {
        let content = side.and_then(|side| side.content.as_ref());
        let merged = content.and_then(|content| self.with_side_file(content, &mut binio::Findings::new()));
        let shown = merged.as_ref().unwrap_or(self);
        let summary = match (shown.typed(), content) {
            (Typed::UrhoAni(animation), Some(content)) => {
                Summary::new(animation.summary(hashed.is_some()).with_sidecar(content))
            }
            _ => shown.summary(hashed.is_some()),
        };
        let side = content.map(|content| SideSummary::new(content, self));
        let clips = self.clips().into_iter().filter_map(ClipSummary::of).collect();
        show(Inspection { side, clips, ..Inspection::new(head, hashed.map(binio::summary::sha256), summary) })
    }
}

/// Additions of a side file to the summary of an asset.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SideSummary {
    /// Whether there is metadata; only where the summary of the asset doesn't say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_metadata: Option<bool>,
    /// The metadata.
    pub metadata: Vec<MetadataSummary>,
}

/// A value of the metadata in a side file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MetadataSummary {
    /// Name.
    pub name: String,
    /// Name of its type, as the engine has it.
    pub r#type: &'static str,
    /// The value as the side file writes it, safe to print.
    pub value: String,
}

impl SideSummary {
    fn new(sidecar: &urho_core::Sidecar, asset: &Asset<'_>) -> Self {
        let metadata = sidecar.metadata.iter().map(|metadata| MetadataSummary {
            name: metadata.name.to_text().into_owned(),
            r#type: metadata.value.kind().name(),
            value: binio::Name::from(metadata.value.to_text(sidecar.hashes).unwrap_or_default()).to_string(),
        });
        let said = asset.format().is_urho_animation();
        Self { has_metadata: (!said).then_some(!sidecar.metadata.is_empty()), metadata: metadata.collect() }
    }
}
