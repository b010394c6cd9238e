//! Patterns of names.

use binio::Name;

use crate::Error;

/// Patterns of names: `*_Walk`, `Data/**/*.mdl`, `Jack.{mdl,ani}`, `[A-C]?.txt`. `?` and `[…]` are for one byte.
///
/// ```
/// let globs = asset_project::Globs::new(["*.mdl", "Data/*.txt"])?;
/// assert!(globs.matches(&"Models/Jack.mdl".into()) && !globs.matches(&"Data/x/readme.txt".into()));
/// # Ok::<(), asset_project::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs(Vec<String>);

impl Globs {
    /// Checks patterns. One without a slash is for the last part of a name, wherever it lies; in the others `*` stays between two
    /// slashes and `**` doesn't.
    ///
    /// # Errors
    /// [`Error::Refused`]: a pattern that isn't one, and why.
    pub fn new(globs: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, Error> {
        let pattern = |glob: &str| {
            fast_glob::validate(glob).map_err(|error| Error::Refused(format!("{glob}: {error}")))?;
            // An exclamation mark at the beginning would mean all other names.
            let escape = if glob.starts_with('!') { "\\" } else { "" };
            let anywhere = if glob.contains('/') { "" } else { "**/" };
            Ok(format!("{anywhere}{escape}{glob}"))
        };
        globs.into_iter().map(|glob| pattern(glob.as_ref())).collect::<Result<_, _>>().map(Self)
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the patterns is for this name.
    pub fn matches(&self, name: &Name<'_>) -> bool {
        let name = name.to_text();
        self.0.iter().any(|glob| fast_glob::glob_match(glob, &*name))
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
    }

    #[test]
    fn each_sign_of_a_pattern() {
        let cases: [(&str, &[&str], &[&str]); 8] = [
            ("*.{mdl,ani}", &["a.mdl", "x/a.ani", ".mdl"], &["a.mdl2", "a.xml", "mdl"]),
            ("Data/**/*.mdl", &["Data/a.mdl", "Data/x/y/ä.mdl"], &["a.mdl", "x/Data/a.mdl", "Data/a/mdl"]),
            ("Data/*/a", &["Data/x/a"], &["Data/a", "Data/x/y/a"]),
            ("[A-C]?.txt", &["Ab.txt", "x/C1.txt"], &["Db.txt", "A.txt", "A/b.txt"]),
            ("[!a].txt", &["b.txt"], &["a.txt"]),
            ("\\*", &["*", "x/*"], &["a", "\\a"]),
            ("!a", &["!a", "x/!a"], &["a", "b"]),
            ("!x/a", &["!x/a"], &["x/a", "b"]),
        ];
        for (pattern, matching, others) in cases {
            let globs = Globs::new([pattern]).unwrap();
            matching.iter().for_each(|name| assert!(globs.matches(&Name::from(*name)), "{pattern} {name}"));
            others.iter().for_each(|name| assert!(!globs.matches(&Name::from(*name)), "{pattern} {name}"));
        }
        assert!(Globs::default().is_empty() && !Globs::default().matches(&"a".into()));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for pattern in ["[", "a{b", "Data/\\"] {
            let error = Globs::new([pattern]).unwrap_err().to_string();
            assert!(error.contains(pattern), "{error}");
        }
    }
}
