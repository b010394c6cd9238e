//! Which names a command takes or leaves out.

use engine_assets::binio::Name;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Patterns of names.
pub(crate) struct Globs(GlobSet);

impl Globs {
    /// The set of some patterns. One without a slash is for the last part of a name, wherever it lies; in the others `*` stays
    /// between two slashes and `**` doesn't.
    pub(crate) fn new(globs: &[String]) -> Result<Self, globset::Error> {
        let mut set = GlobSetBuilder::new();
        for glob in globs {
            let glob = if glob.contains('/') { glob.clone() } else { format!("**/{glob}") };
            set.add(GlobBuilder::new(&glob).literal_separator(true).build()?);
        }
        set.build().map(Self)
    }

    /// Whether one of them is for this name.
    pub(crate) fn matches(&self, name: &Name<'_>) -> bool {
        self.0.is_match(&*name.to_text())
    }
}

/// For the command line: a pattern that can be one.
pub(crate) fn checked(glob: &str) -> Result<String, globset::Error> {
    Globs::new(&[glob.to_owned()]).map(|_| glob.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_slash_is_for_the_last_part() {
        let globs = Globs::new(&["*.mdl".into(), "Data/*.txt".into()]).unwrap();
        for (name, matches) in
            [("a.mdl", true), ("x/y/a.mdl", true), ("Data/a.txt", true), ("Data/x/a.txt", false), ("a.txt", false)]
        {
            assert_eq!(globs.matches(&Name::from(name)), matches, "{name}");
        }
        assert!(checked("[").is_err());
    }
}
