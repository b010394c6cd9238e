//! This module contains [`Converted`], the result of a conversion.

use asset_unpack::SafeName;
use binio::Findings;

/// This is the result of a conversion. To write the files, call [`write_below`](Self::write_below).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The files. This is empty if you have set a [sink](super::ConvertOptions::sink). The requested file is the last,
    /// so that it can only exist if all the others do; see [`requested`](Self::requested).
    pub files: Vec<OutputFile>,
    /// Changes, losses and other things that you should know about.
    pub findings: Findings,
    /// Whether the source file of the scene was restored, bit for bit wherever the scene is unchanged. If not, the file
    /// was created anew.
    pub restored: bool,
    /// The frame rate at which all animation keys in a glTF are on whole frames. If this is set, you should choose it
    /// in Blender before the import. It is `None` if 24 frames per second, the default in Blender, fits, or if no usual
    /// rate does.
    pub frame_rate: Option<u16>,
}

impl Converted {
    /// Returns the file that you asked for. It is `None` if there are several that are equally important, as for
    /// animations without a model.
    pub fn requested(&self, name: &str) -> Option<&OutputFile> {
        self.files.iter().rfind(|file| file.name == name)
    }
}

/// A file that a conversion has created.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// The name, relative to the output folder.
    pub name: SafeName,
    /// The content.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// Creates a file with this name, which is relative to the output folder.
    pub fn new(name: SafeName, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name, bytes: bytes.into() }
    }
}
