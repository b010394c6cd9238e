//! Patterns of names.

use binio::Name;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::Error;

/// Patterns of names: `*_Walk`, `Data/**/*.mdl`.
///
/// ```
/// let globs = engine_assets::Globs::new(["*.mdl", "Data/*.txt"])?;
/// assert!(globs.matches(&"Models/Jack.mdl".into()) && !globs.matches(&"Data/x/readme.txt".into()));
/// # Ok::<(), engine_assets::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs(GlobSet);

impl Globs {
    /// Compiles patterns. One without a slash is for the last part of a name, wherever it lies; in the others `*` stays between two
    /// slashes and `**` doesn't.
    ///
    /// # Errors
    /// [`Error::Refused`]: a pattern that isn't one, and why.
    pub fn new(globs: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, Error> {
        let refused = |error: globset::Error| Error::Refused(error.to_string());
        let mut set = GlobSetBuilder::new();
        for glob in globs {
            let glob = glob.as_ref();
            let glob = if glob.contains('/') { glob.to_owned() } else { format!("**/{glob}") };
            set.add(GlobBuilder::new(&glob).literal_separator(true).build().map_err(refused)?);
        }
        set.build().map(Self).map_err(refused)
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the patterns is for this name.
    pub fn matches(&self, name: &Name<'_>) -> bool {
        self.0.is_match(&*name.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_slash_is_for_the_last_part() {
        let globs = Globs::new(["*.mdl", "Data/*.txt"]).unwrap();
        for (name, matches) in
            [("a.mdl", true), ("x/y/a.mdl", true), ("Data/a.txt", true), ("Data/x/a.txt", false), ("a.txt", false)]
        {
            assert_eq!(globs.matches(&Name::from(name)), matches, "{name}");
        }
        assert!(Globs::new(["["]).is_err());
    }
}
