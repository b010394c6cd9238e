//! This module contains [`Globs`], which selects files and animations by name.

use asset_formats::Error;
use binio::Name;

/// A list of name patterns, for example `*_Walk`, `Data/**/*.mdl`, `Jack.{mdl,ani}` or `[A-C]?.txt`.
///
/// `?` and `[…]` match a single byte. A pattern with braces can expand to at most 1024 patterns; for example,
/// `{a,b}{c,d}` expands to four.
///
/// ```
/// let globs = asset_project::Globs::new(["*.mdl", "Data/*.txt"])?;
/// assert!(globs.matches(&"Models/Jack.mdl".into()) && !globs.matches(&"Data/x/readme.txt".into()));
/// assert!(asset_project::Globs::new(["{a,b}".repeat(11)]).is_err());
/// # Ok::<(), asset_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs(Vec<String>);

/// A pattern may expand to this many patterns. All extensions of a format in all folders of a project are far fewer,
/// and each name is compared with every pattern. Matching the braces directly wouldn't help, because that takes
/// exponential time in the length of the pattern.
const MOST: usize = 1024;
/// The expanded patterns may have this many bytes: many times more than any path on any system.
const MOST_BYTES: usize = 1 << 20;

impl Globs {
    /// Checks and stores the patterns. A pattern without a slash is compared only with the last part of a name, in any
    /// folder. In a pattern with a slash, `*` stops at a slash but `**` does not.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] with the reason if a pattern is invalid, or if its braces expand to more than 1024
    /// patterns.
    pub fn new(globs: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, Error> {
        let mut patterns = Vec::new();
        for glob in globs {
            let glob = glob.as_ref();
            let refused = |why: &dyn std::fmt::Display| Error::Refused(format!("{glob}: {why}"));
            fast_glob::validate(glob).map_err(|error| refused(&error))?;
            let anywhere = if glob.contains('/') { "" } else { "**/" };
            for plain in without_braces(glob).map_err(|error| refused(&error))? {
                // An exclamation mark at the beginning would mean all other names.
                let escape = if plain.starts_with('!') { "\\" } else { "" };
                patterns.push(format!("{anywhere}{escape}{plain}"));
            }
        }
        Ok(Self(patterns))
    }

    /// Escapes a name, so that the pattern matches exactly this name, whatever characters it contains.
    ///
    /// ```
    /// use asset_project::Globs;
    /// let globs = Globs::new([Globs::escape("Walk [2]*")])?;
    /// assert!(globs.matches(&"Walk [2]*".into()) && !globs.matches(&"Walk 2".into()));
    /// # Ok::<(), asset_formats::Error>(())
    /// ```
    pub fn escape(name: &str) -> String {
        let mut pattern = String::with_capacity(name.len());
        for letter in name.chars() {
            if r"\*?[]{}!,".contains(letter) {
                pattern.push('\\');
            }
            pattern.push(letter);
        }
        pattern
    }

    /// Returns whether there are no patterns.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether this name matches one of the patterns.
    pub fn matches(&self, name: &Name<'_>) -> bool {
        let name = name.to_text();
        self.0.iter().any(|glob| fast_glob::glob_match(glob, &*name))
    }
}

/// Expands the braces in a pattern.
fn without_braces(glob: &str) -> Result<Vec<String>, &'static str> {
    let (mut plain, mut left) = (Vec::new(), vec![glob.to_owned()]);
    let mut bytes = 0_usize;
    while let Some(glob) = left.pop() {
        bytes = bytes.saturating_add(glob.len());
        if plain.len().saturating_add(left.len()) >= MOST || bytes > MOST_BYTES {
            return Err("the braces stand for more than 1024 patterns; use several patterns, or an asterisk");
        }
        match first_braces(&glob) {
            // The last one is taken first: the result is in the order of the alternatives.
            Some((before, alternatives, after)) => {
                left.extend(alternatives.iter().rev().map(|alternative| format!("{before}{alternative}{after}")));
            }
            None => plain.push(glob),
        }
    }
    Ok(plain)
}

/// Splits a pattern at the first braces into the text before them, the alternatives, and the text after them. Braces
/// and commas don't count if they are escaped or in brackets.
fn first_braces(glob: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut open, mut depth, mut begin) = (0, 0_usize, 0);
    let mut alternatives = Vec::new();
    let mut letters = glob.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            b'\\' => drop(letters.next()),
            b'[' => skip_class(&mut letters),
            b'{' => {
                if depth == 0 {
                    (open, begin) = (at, at.saturating_add(1));
                }
                depth = depth.saturating_add(1);
            }
            b',' if depth == 1 => {
                alternatives.push(glob.get(begin..at)?);
                begin = at.saturating_add(1);
            }
            b'}' if depth == 1 => {
                alternatives.push(glob.get(begin..at)?);
                return Some((glob.get(..open)?, alternatives, glob.get(at.saturating_add(1)..)?));
            }
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Skips a character class, `[…]`. A closing bracket directly at the beginning doesn't end the class.
fn skip_class(letters: &mut impl Iterator<Item = (usize, u8)>) {
    let mut is_first = true;
    while let Some((_, letter)) = letters.next() {
        match letter {
            b'\\' => drop(letters.next()),
            b'!' | b'^' if is_first => continue,
            b']' if !is_first => return,
            _ => {}
        }
        is_first = false;
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
    fn braces_are_alternatives() {
        let cases: [(&str, &[&str]); 8] = [
            ("a", &["a"]),
            ("{a,b}{c,d}", &["ac", "ad", "bc", "bd"]),
            ("x{a,{b,c}d,}y", &["xay", "xbdy", "xcdy", "xy"]),
            ("{a}", &["a"]),
            ("\\{a,b\\}", &["\\{a,b\\}"]),
            ("[{],}]{[!,]],\\,}", &["[{],}][!,]]", "[{],}]\\,"]),
            ("a,b}", &["a,b}"]),
            ("{ä/*,**/ö}", &["ä/*", "**/ö"]),
        ];
        for (glob, plain) in cases {
            assert_eq!(without_braces(glob).unwrap(), plain, "{glob}");
        }
        // An exclamation mark that is first by its alternative is a letter too.
        let globs = Globs::new(["{!x/a,b/c}"]).unwrap();
        let matches = ["!x/a", "b/c", "x/a", "q"].map(|name| globs.matches(&Name::from(name)));
        assert_eq!(matches, [true, true, false, false]);
    }

    #[test]
    fn time_does_not_grow_with_the_product_of_alternatives() {
        let limit = testkit::hostile::TimeLimit::seconds(20);
        let name = Name::from("a".repeat(4000));
        for (pattern, is_pattern) in [
            ("{a,b}".repeat(10), true),
            ("{*a,*b}".repeat(10), true),
            ("{a,b}".repeat(11), false),
            ("{a,a,a}".repeat(40), false),
            (format!("{}b", "{a*,a}".repeat(13)), false),
            ("{,".repeat(9) + &"}".repeat(9), true),
            (format!("{}b", "*a".repeat(40)), true),
            (format!("{}b", "**/*a".repeat(40)), true),
            (format!("{{{}}}", vec!["a".repeat(2000); 1000].join(",")), false),
        ] {
            let globs = Globs::new([&pattern]);
            assert_eq!(globs.is_ok(), is_pattern, "{pattern}");
            globs.iter().for_each(|globs| assert!(!globs.matches(&name) || pattern.contains('*'), "{pattern}"));
        }
        limit.check();
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for pattern in ["[", "a{b", "Data/\\"] {
            let error = Globs::new([pattern]).unwrap_err().to_string();
            assert!(error.contains(pattern), "{error}");
        }
    }
}
