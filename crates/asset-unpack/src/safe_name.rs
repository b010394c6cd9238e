//! Names for the files that a conversion writes. To get such a name, a text must pass the checks of this crate.

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::name::{NameFault, SafePath, check_part, check_whole};

/// The name of a file to write, relative to a folder. You can safely join it to the folder, because only this crate can
/// create one, and checks the name first.
///
/// The checks are stricter than for a [`SafePath`]: there can be no hidden files or folders (`.git/hooks`, `.ssh`), and
/// no files that a system runs (`autorun.inf`, `x.bat`).
///
/// ```
/// use asset_unpack::{NameFault, SafeName};
/// let name = SafeName::new("Models/Fox.mdl")?;
/// assert_eq!(name.below("Data".as_ref()), std::path::Path::new("Data/Models/Fox.mdl"));
/// assert_eq!(SafeName::new(".git/hooks/pre-commit"), Err(NameFault::Hidden));
/// // A person may call a file as the system allows; names from files may repeat that part only.
/// let requested = "Fox: final.glb";
/// assert!(SafeName::beside("Fox: final_Walk.ani", requested).is_ok());
/// assert_eq!(SafeName::beside("C:/Fox.ani", requested), Err(NameFault::Colon));
/// assert_eq!(SafeName::beside("CON.png", "CO.glb"), Err(NameFault::Device));
/// assert_eq!(SafeName::beside("Fox: final/../x", requested), Err(NameFault::Parent));
/// # Ok::<(), NameFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SafeName(String);

impl SafeName {
    /// Checks a name from a file.
    ///
    /// # Errors
    /// Returns the reason if the name is not safe.
    pub fn new(name: &str) -> Result<Self, NameFault> {
        let path = SafePath::new(name.as_bytes())?;
        path.parts().try_for_each(check_written)?;
        Ok(Self(name.to_owned()))
    }

    /// Checks the name of a file to write next to `requested`, which is the output that a person asked for. If parts of
    /// the name come from the person, they are accepted: the folders of the output, and the output's name without
    /// extension at the beginning of a part.
    ///
    /// # Errors
    /// Returns the reason if the name is not safe.
    pub fn beside(name: &str, requested: &str) -> Result<Self, NameFault> {
        let file = requested.rsplit('/').next().unwrap_or(requested);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        check_whole(name)?;
        for part in name.split('/') {
            match part {
                "" | "." => return Err(NameFault::EmptyPart),
                ".." => return Err(NameFault::Parent),
                part if part.contains('\0') => return Err(NameFault::Invisible),
                part if requested.split('/').any(|own| own == part) => {}
                part => check(part).or_else(|fault| match part.strip_prefix(stem) {
                    // After letters that only the person may use, the rest is checked as if they were others.
                    Some(rest) if check(stem).is_err() && !stem.is_empty() => check(&format!("x{rest}")),
                    _ => Err(fault),
                })?,
            }
        }
        Ok(Self(name.to_owned()))
    }

    /// Returns the name, with `/` between its parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of this file, given the folder to write it to.
    pub fn below(&self, folder: &Path) -> PathBuf {
        let mut path = folder.to_path_buf();
        path.extend(self.0.split('/'));
        path
    }
}

impl Deref for SafeName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        binio::Name::from(self.as_str()).fmt(f)
    }
}

impl PartialEq<str> for SafeName {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for SafeName {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// The extensions of files that a system runs, either by itself or when a person opens them.
const RUN: [&str; 22] = [
    "bat", "cmd", "com", "cpl", "desktop", "exe", "hta", "inf", "jse", "lnk", "msi", "pif", "ps1", "reg", "scf", "scr",
    "sh", "url", "vbe", "vbs", "wsf", "wsh",
];

/// Checks a part of a path.
fn check(part: &str) -> Result<(), NameFault> {
    check_part(part).and_then(|()| check_written(part))
}

/// Checks a part of a path to be written. It must not be hidden, and must not name a file that a system runs.
fn check_written(part: &str) -> Result<(), NameFault> {
    if part.starts_with('.') {
        return Err(NameFault::Hidden);
    }
    let end = part.rsplit_once('.').map_or("", |(_, end)| end);
    let is_run = RUN.iter().any(|known| known.eq_ignore_ascii_case(end)) || part.eq_ignore_ascii_case("desktop.ini");
    if is_run { Err(NameFault::Run) } else { Ok(()) }
}

/// Returns the reason to warn a person about a file from an archive: this file is hidden, or a system runs it.
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub(crate) fn deserves_warning(path: SafePath<'_>) -> Option<NameFault> {
    path.parts().find_map(|part| check_written(part).err())
}
