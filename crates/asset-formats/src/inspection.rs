//! Describes the format and content of a file in one object, which is a line of `inspect --json` (feature `serde`).

use binio::{Finding, Severity};
use serde::Serialize;

use crate::error::ErrorParts;
use crate::{Asset, ClipSummary, Error, Summary, Typed};

/// The fields that all JSON lines about files have.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Head {
    /// The path, as it was given.
    pub file: String,
    /// The path as bytes in base64. It is only set if the path is not UTF-8, because `file` can't contain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<String>,
    /// The format name, or `None` if it is not known.
    pub format: Option<&'static str>,
    /// The version or kind within the format, or `None` if the file couldn't be opened.
    pub variant: Option<String>,
    /// The size in bytes, or `None` if it couldn't be read.
    pub file_size: Option<u64>,
}

impl Head {
    /// Creates the head for a file. Pass the asset if the file could be opened.
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

/// A finding or an error, in the form that the command line prints as JSON.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FindingSummary {
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The part of the file, for example `vertex buffer 0 > element 3`. It is empty if the finding is about the whole
    /// file.
    pub path: String,
    /// The problem.
    pub message: String,
    /// The offset in the file, in bytes, or `None` if the finding is not about particular bytes.
    pub offset: Option<u64>,
    /// The name of the finding kind, which will not change between versions.
    pub kind: &'static str,
}

impl FindingSummary {
    /// Returns the part and the message in one line.
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
        let ErrorParts { path, message, offset } = error.to_parts();
        let kind = crate::kinds::UNREADABLE.as_str();
        Self { severity: Severity::Error.as_str(), path: path.to_string(), message, offset, kind }
    }
}

/// The format and content of a file: this is a line of `inspect --json`.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Inspection<'a> {
    /// Name, format and size of the file.
    #[serde(flatten)]
    pub head: Head,
    /// The SHA-256 of the file, in hexadecimal, or `None` if you didn't ask for hashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_sha256: Option<String>,
    /// The content of the file.
    #[serde(flatten)]
    pub summary: Summary<'a>,
    /// What the side file adds.
    #[serde(flatten)]
    pub side: Option<SideSummary>,
    /// Facts about the animations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipSummary>,
}

impl<'a> Inspection<'a> {
    /// Creates the inspection of a file that has no side file.
    pub fn new(head: Head, file_sha256: Option<String>, summary: Summary<'a>) -> Self {
        Self { head, file_sha256, summary, side: None, clips: Vec::new() }
    }
}

impl Asset<'_> {
    /// Inspects the asset and passes the result to `show`. The result is what `inspect --json` prints: a summary that
    /// includes the content of the side file. If you want hashes of the file and of every bulk block, pass the file
    /// bytes as `hashed`.
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

/// What a side file adds to the summary of an asset.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SideSummary {
    /// Whether there is metadata. It is only set if the summary of the asset doesn't say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_metadata: Option<bool>,
    /// The metadata.
    pub metadata: Vec<MetadataSummary>,
}

/// A metadata value in a side file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MetadataSummary {
    /// The name.
    pub name: String,
    /// The type name that the engine uses.
    pub r#type: &'static str,
    /// The value as the side file contains it, safe to print.
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
