//! Result of a conversion.

use asset_unpack::SafeName;
use binio::Findings;

/// Result of a conversion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The files, unless a [sink](super::ConvertOptions::sink) received them. The requested file is last, so that it exists
    /// only if all others do; see [`requested`](Self::requested).
    pub files: Vec<OutputFile>,
    /// Changes, losses and other notable facts.
    pub findings: Findings,
    /// Whether the source file of the scene was restored, bit for bit as far as the scene is unchanged. Otherwise the
    /// file was created anew.
    pub restored: bool,
    /// Frame rate at which all animation keys of a glTF are on whole frames. `None` if Blender's default of 24 frames
    /// per second fits, or if no usual rate does.
    pub frame_rate: Option<u16>,
}

impl Converted {
    /// Returns the file that was asked for; `None` if the conversion made several of equal rank, as animations without a model.
    pub fn requested(&self, name: &str) -> Option<&OutputFile> {
        self.files.iter().rfind(|file| file.name == name)
    }
}

/// A file that a conversion gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// Name, relative to the folder that the output is written to.
    pub name: SafeName,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// Creates a file with this name, relative to the output folder.
    pub fn new(name: SafeName, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name, bytes: bytes.into() }
    }
}
