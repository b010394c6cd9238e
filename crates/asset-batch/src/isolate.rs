//! Runs parsers that are written in C in a process of their own.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asset_formats::{Asset, Detection, Error, Feature, GltfDocument, OpenOptions};
use binio::shown_path;

use crate::temporary::TemporaryFolder;

/// Reads FBX and OBJ files in another process. Use this because their parser is written in C: an error in the parser
/// will then end that process, but not yours.
///
/// The program must work like the command `engine-assets`. It is called with `convert INPUT -o OUTPUT.glb` and your
/// arguments. The exit code must be 0 if the output was written, 2 if the input can't be read or an argument is wrong,
/// and any other number if the file is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Isolate {
    program: PathBuf,
    before: Vec<OsString>,
    arguments: Vec<OsString>,
}

impl Isolate {
    /// Creates an isolate that will run this program with these arguments.
    pub fn new(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), before: Vec::new(), arguments }
    }

    /// Adds arguments before `convert`. Use this when the program is a script for another program, for example `-m
    /// my_reader` for Python.
    #[must_use]
    pub fn before(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.before.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Reads the file if it is FBX or OBJ, and returns the bytes of the `.glb` that the process has written. For other
    /// files this is `None`. Any messages that the process prints will appear on the standard error of your program.
    ///
    /// # Errors
    /// Returns an error if the process can't be started, if it doesn't exit with 0 or is killed by a signal, or if its
    /// output can't be read.
    pub fn glb(&self, path: &Path) -> Option<Result<Vec<u8>, Error>> {
        let detection = asset_formats::detect_file(path, ENDS).ok()?;
        let is_native = matches!(detection, Detection::Known(format) if format.has(Feature::NativeParser));
        is_native.then(|| self.read(path))
    }

    /// Like [`glb`](Self::glb), but also opens the result.
    pub(crate) fn open(&self, path: &Path, options: &OpenOptions) -> Option<Result<Asset<'static>, Error>> {
        let open = |bytes: Vec<u8>| GltfDocument::parse_with(&bytes, &asset_gltf::NoFiles, options).map(Asset::new);
        Some(self.glb(path)?.and_then(open))
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let folder = TemporaryFolder::new()?;
        let mut command = Command::new(&self.program);
        command
            .args(&self.before)
            .arg("convert")
            .arg(std::path::absolute(path)?)
            .arg("-o")
            .arg(folder.output())
            .args(&self.arguments);
        let failed = |why: String| Error::Refused(format!("{}: {why}", shown_path(&self.program)));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
        let status = status.map_err(|error| failed(format!("can't be started: {error}")))?;
        if !status.success() {
            let message = format!("the process that reads it ended with {status}; nothing is written for this file");
            // Unreadable files and wrong options are other errors than damaged files.
            let kind = if status.code() == Some(2) { ErrorKind::Other } else { ErrorKind::InvalidData };
            return Err(std::io::Error::new(kind, message).into());
        }
        Ok(asset_formats::read_file(&folder.output())?)
    }
}

/// This many bytes at both ends of a file are enough to detect the format.
const ENDS: u64 = 1 << 16;
