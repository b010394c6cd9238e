//! Finds Blender on this computer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// An installed Blender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) path: PathBuf,
}

/// The places to search for Blender, in this order.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// A program that the user names.
    named: Option<OsString>,
    /// Folders with programs.
    path: Vec<PathBuf>,
    /// The paths that installers use.
    usual: Vec<PathBuf>,
    /// Folders that contain a folder for each version.
    versions: Vec<PathBuf>,
}

/// Variables that can name the program. The first takes precedence.
const VARIABLES: [&str; 2] = ["ENGINE_ASSETS_BLENDER", "BLENDER"];

const NAME: &str = if cfg!(windows) { "blender.exe" } else { "blender" };

impl Places {
    pub(super) fn of_system() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let path = variable("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
        let programs = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"];
        let of_windows = programs.into_iter().filter_map(variable).map(PathBuf::from);
        let of_windows =
            of_windows.flat_map(|base| [base.join("Blender Foundation"), base.join("Programs/Blender Foundation")]);
        let of_home = variable("HOME").map(PathBuf::from);
        let home = |name: &str| of_home.as_ref().map(|home| home.join(name));
        let usual = [
            "/Applications/Blender.app/Contents/MacOS/Blender",
            "/snap/bin/blender",
            "/var/lib/flatpak/exports/bin/org.blender.Blender",
        ];
        let usual = usual.into_iter().map(PathBuf::from);
        let of_person =
            ["Applications/Blender.app/Contents/MacOS/Blender", ".local/share/flatpak/exports/bin/org.blender.Blender"];
        Self {
            named: VARIABLES.into_iter().find_map(variable),
            path,
            usual: usual.chain(of_person.into_iter().filter_map(home)).collect(),
            versions: of_windows.chain([PathBuf::from("/opt")]).chain(home("blender")).collect(),
        }
    }
}

/// Searches for Blender. If the user names a program, it is always used, even if it doesn't exist, because the error
/// will then say so.
pub(super) fn find(places: &Places) -> Option<Program> {
    if let Some(named) = &places.named {
        return Some(Program { path: named.into() });
    }
    let in_path = places.path.iter().map(|folder| folder.join(NAME));
    let program = in_path.chain(places.usual.iter().cloned()).find(|path| path.is_file());
    program.or_else(|| places.versions.iter().find_map(|folder| newest(folder))).map(|path| Program { path })
}

/// Returns the program in the folder with the newest version, for example `Blender 4.5` or `blender-5.0.1-linux-x64`.
fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let programs = entries.filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let path = entry.path().join(NAME);
        (name.starts_with("blender") && path.is_file()).then(|| (version(&name), path))
    });
    programs.max().map(|(_, path)| path)
}

/// Returns the numbers in a name.
fn version(name: &str) -> Vec<u32> {
    let numbers = name.split(|other: char| !other.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.filter_map(|digits| digits.parse().ok()).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["Blender 4.5", "blender-5.0.1-linux-x64", "Blender 3.6", "Other 9.0"] {
            let version = folder.path().join(name);
            std::fs::create_dir(&version).expect("a folder");
            std::fs::write(version.join(NAME), "").expect("a file");
        }
        // A folder without the program.
        std::fs::create_dir(folder.path().join("Blender 6.0")).expect("a folder");
        let versions = vec![folder.path().to_path_buf()];
        let program = find(&Places { versions: versions.clone(), ..Places::default() }).expect("Blender");
        assert_eq!(program.path, folder.path().join("blender-5.0.1-linux-x64").join(NAME));
        // The path has priority, and what a person names before it.
        let path = vec![folder.path().join("nothing"), folder.path().join("Blender 3.6")];
        let places = Places { versions, path: path.clone(), ..Places::default() };
        assert_eq!(find(&places).expect("Blender").path, path[1].join(NAME));
        let named = Places { named: Some("/nowhere/blender".into()), ..places };
        assert_eq!(find(&named).expect("Blender").path, Path::new("/nowhere/blender"));
        assert_eq!(find(&Places::default()), None);
    }
}
