//! Opens Blender files, by letting an installed Blender export them.

mod program;

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use asset_formats::{Asset, Error, Format, GltfDocument, OpenOptions, kinds};
use binio::{Findings, shown_path};

use self::program::{Program, find};
use crate::temporary::TemporaryFolder;

/// This script runs in Blender and exports the open file. It leaves out options that an older or newer Blender doesn't
/// know.
const SCRIPT: &str = include_str!("blend/export.py");

/// Only one Blender runs at a time, because it takes several hundred megabytes, and uses a single core for most of the
/// time.
static RUNNING: Mutex<()> = Mutex::new(());

/// Lines of the script's output that begin with this become findings.
const TOLD: &str = "Told: ";

/// How many lines of Blender's output an error message quotes.
const LINES: usize = 3;

/// The format that Blender exports.
pub(crate) const EXPORTED: Format = Format::GLTF;

/// Returns whether the name is that of a Blender file.
pub(crate) fn is_blend(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("blend"))
}

/// Opens a Blender file as glTF, using the Blender on this computer. This is the program that the variable
/// `ENGINE_ASSETS_BLENDER` or `BLENDER` names; if they are not set, it is `blender` in the path, or else the newest
/// version in the folders that its installers use. Scripts in the file will not run. A finding names the version.
///
/// # Errors
/// Returns an error if there is no Blender, or if it can't open or export the file. The message quotes the last lines
/// of its output.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> Result<Asset<'static>, Error> {
    let program = find(&program::Places::of_system()).ok_or_else(missing)?;
    let folder = TemporaryFolder::new()?;
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let (version, messages) = export(&program, path, &folder)?;
    drop(running);
    let bytes = asset_formats::read_file(&folder.output())?;
    let mut document = GltfDocument::parse_with(&bytes, &asset_gltf::NoFiles, options)?;
    let mut findings = Findings::new();
    let message = format!("exported by {version}, {}", shown_path(&program.path));
    findings.note(kinds::BLEND_EXPORTED, "file", message);
    for sentence in messages {
        findings.warning(kinds::BLEND_SHAPES_LOST, "file", sentence);
    }
    findings.extend(std::mem::take(&mut document.findings));
    document.findings = findings;
    Ok(Asset::new(document))
}

fn missing() -> Error {
    let message = "a .blend is exported by Blender, which wasn't found: install it from https://www.blender.org/download/, or set ENGINE_ASSETS_BLENDER to its program";
    Error::Refused(message.into())
}

/// Exports a file. Returns the version of Blender, and a sentence about each thing that the script left out.
fn export(program: &Program, path: &Path, folder: &TemporaryFolder) -> Result<(String, Vec<String>), Error> {
    // A name that begins with a dash would be an option.
    let path = std::path::absolute(path)?;
    let script = folder.path.join("export.py");
    std::fs::write(&script, SCRIPT)?;
    let mut command = Command::new(&program.path);
    command.args(["--background", "--factory-startup", "--disable-autoexec"]).arg(&path);
    command.args(["--python-exit-code", "1", "--python"]).arg(&script).arg("--").arg(folder.output());
    command.stdin(std::process::Stdio::null());
    let failed = |why: String| Error::Refused(format!("{}: {why}", shown_path(&program.path)));
    let output = command.output().map_err(|error| failed(format!("can't be started: {error}")))?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if !output.status.success() || !folder.output().is_file() {
        let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines.get(lines.len().saturating_sub(LINES)..).unwrap_or_default().join("; ");
        let last = binio::Name::from(last.as_str()).to_string();
        let message = format!("Blender can't export the file, {}: {last}", output.status);
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, message).into());
    }
    let shown = |line: &str| binio::Name::from(line.trim()).to_string();
    let version = said.lines().find(|line| line.starts_with("Blender "));
    let messages = said.lines().filter_map(|line| line.strip_prefix(TOLD)).map(shown).collect();
    Ok((version.map_or_else(|| "Blender".to_owned(), shown), messages))
}
