//! Parsers in C in a process of their own.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use binio::shown_path;

use crate::temporary::TemporaryFolder;
use crate::{Asset, Detection, Error, Format, GltfDocument, OpenOptions};

/// A program that reads FBX and OBJ in a process of its own: an error in their parser, which is written in C, ends that process and not this one.
///
/// It is called with `convert INPUT -o OUTPUT.glb` and further arguments, as the command `engine-assets` is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Isolate {
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Isolate {
    /// Creates a call of a program with these arguments.
    pub fn new(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self { program: program.into(), arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// Reads a file, if it is FBX or OBJ. Messages of the process appear on its standard error, which is this one's.
    pub(crate) fn open(&self, path: &Path, options: &OpenOptions) -> Option<Result<Asset<'static>, Error>> {
        let is_isolated = |detection| matches!(detection, Detection::Known(Format::FBX | Format::OBJ));
        let detection = crate::detect::detect_file(path, ENDS).ok()?;
        is_isolated(detection).then(|| self.read(path, options))
    }

    fn read(&self, path: &Path, options: &OpenOptions) -> Result<Asset<'static>, Error> {
        let folder = TemporaryFolder::new()?;
        let mut command = Command::new(&self.program);
        command.arg("convert").arg(std::path::absolute(path)?).arg("-o").arg(folder.output()).args(&self.arguments);
        let failed = |why: String| Error::Refused(format!("{}: {why}", shown_path(&self.program)));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
        let status = status.map_err(|error| failed(format!("can't be started: {error}")))?;
        if !status.success() {
            let message = format!("the process that reads it ended with {status}; nothing is written for this file");
            // Unreadable files and wrong options are other errors than damaged files.
            let kind = if status.code() == Some(2) { ErrorKind::Other } else { ErrorKind::InvalidData };
            return Err(std::io::Error::new(kind, message).into());
        }
        let bytes = crate::stream::read_file(&folder.output())?;
        GltfDocument::parse_with(&bytes, &asset_gltf::NoFiles, options).map(Asset::new)
    }
}

/// Bytes at both ends of a file that are enough to detect its format.
const ENDS: u64 = 1 << 16;
