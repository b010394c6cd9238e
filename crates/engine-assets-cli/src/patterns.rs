//! Patterns of names given on the command line, and what they match.

use std::cell::Cell;
use std::io;

use engine_assets::Globs;
use engine_assets::binio::Name;

use crate::report::{print_detail, print_error, print_message};

/// The patterns given by an option such as `--only`.
pub(crate) struct Patterns<'a> {
    option: &'static str,
    patterns: Vec<Pattern<'a>>,
}

struct Pattern<'a> {
    text: &'a str,
    globs: Globs,
    matched: Cell<usize>,
}

impl<'a> Patterns<'a> {
    pub(crate) fn new(option: &'static str, texts: &'a [String]) -> io::Result<Self> {
        let pattern = |text: &'a String| {
            let globs = Globs::new([text]).map_err(io::Error::other)?;
            Ok(Pattern { text, globs, matched: Cell::new(0) })
        };
        Ok(Self { option, patterns: texts.iter().map(pattern).collect::<io::Result<_>>()? })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns `true` if a pattern matches a name, or if there are no patterns.
    pub(crate) fn takes(&self, name: &Name<'_>) -> bool {
        self.is_empty() || self.patterns.iter().any(|pattern| pattern.globs.matches(name))
    }

    /// Returns `true` if a pattern matches a name. Every pattern that matches counts it.
    pub(crate) fn matches(&self, name: &Name<'_>) -> bool {
        let mut matches = false;
        for pattern in self.patterns.iter().filter(|pattern| pattern.globs.matches(name)) {
            pattern.matched.set(pattern.matched.get() + 1);
            matches = true;
        }
        if matches {
            print_detail(|| format!("{} matches {name}", self.option));
        }
        matches
    }

    /// Returns the patterns that have not matched anything so far.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().filter(|pattern| pattern.matched.get() == 0).map(|pattern| pattern.text)
    }

    /// Counts the names that the patterns match. If a pattern does not match any name, this prints an error and returns
    /// `None`.
    pub(crate) fn count<'n>(&self, names: impl Iterator<Item = Name<'n>>) -> Option<usize> {
        let count = names.filter(|name| self.is_empty() || self.matches(name)).count();
        self.all_matched().then_some(count)
    }

    /// Prints an error for each pattern that didn't match an entry. Returns `true` if all of them matched.
    fn all_matched(&self) -> bool {
        self.unmatched().for_each(|text| print_error(&self.no_match(text)));
        self.unmatched().next().is_none()
    }

    /// Prints the patterns that didn't match anything.
    pub(crate) fn print_unmatched(&self, quiet: bool) {
        if !quiet {
            self.unmatched().for_each(|text| print_message(&self.no_match(text)));
        }
    }

    fn no_match(&self, text: &str) -> String {
        format!("{}: nothing matches '{}'", self.option, Name::from(text))
    }
}
