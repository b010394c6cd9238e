//! Matches names that code completes, for example `Models/*.mdl`.

use std::collections::{HashMap, HashSet};

use super::project_files::{FileId, Names, Span};

/// The beginning and the end of names, in lower case. At least one of them is not empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    prefix: String,
    suffix: String,
}

impl Pattern {
    pub(super) fn new(prefix: &str, suffix: &str) -> Self {
        Self { prefix: prefix.to_owned(), suffix: suffix.to_owned() }
    }

    /// Returns the pattern for a name that contains a placeholder such as `%d`, `{0}`, `$name` or `*`, and `None` if
    /// there is no placeholder.
    pub(super) fn of_format(lower: &str) -> Option<Self> {
        let start = lower.find(['%', '{', '$', '*'])?;
        let last = lower.rfind(['%', '{', '}', '$', '*'])?;
        let (prefix, end) = (lower.get(..start)?, lower.get(last..)?);
        let sign = end.chars().next()?;
        let suffix = end.trim_start_matches(sign);
        let suffix = match sign {
            '%' => suffix.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".-+lhz ".contains(sign)).get(1..),
            '$' => Some(suffix.trim_start_matches(|sign: char| sign.is_alphanumeric() || sign == '_')),
            _ => Some(suffix),
        };
        Some(Self::new(prefix, suffix.unwrap_or_default()))
    }

    /// Checks whether enough of the name is known, because an extension alone would match all files of a kind.
    pub(super) fn is_telling(&self) -> bool {
        self.prefix.len() >= 3 || self.suffix.rfind('.').is_some_and(|dot| dot >= 2)
    }

    /// Returns the known end of the names.
    pub(super) fn end(&self) -> &str {
        &self.suffix
    }

    /// Returns how many bytes are known.
    pub(super) fn len(&self) -> usize {
        self.prefix.len() + self.suffix.len()
    }

    pub(super) fn fits(&self, lower: &str) -> bool {
        lower.len() >= self.prefix.len() + self.suffix.len()
            && lower.starts_with(&self.prefix)
            && lower.ends_with(&self.suffix)
    }

    /// Returns the files with the same beginning, or those with the same end, whichever are fewer.
    fn span(&self, names: &Names) -> Span {
        let (starting, ending) = (names.starting(&self.prefix), names.ending(&self.suffix));
        if starting.len() <= ending.len() { Span::Names(starting) } else { Span::Ends(ending) }
    }

    /// Checks whether the pattern matches any file. If there are too many candidates to look at, this can return true
    /// although none matches.
    pub(super) fn may_fit(&self, names: &Names) -> bool {
        const MOST: usize = 64;
        let span = self.span(names);
        let files = names.of_span(&span);
        files.len() > MOST || files.iter().any(|file| self.fits(names.lower(*file)))
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}*{}", self.prefix, self.suffix)
    }
}

/// The maximum number of comparisons for each file and each pattern. Without this limit, a file with a million patterns
/// for the same folder would take quadratic time.
const WORK: usize = 64;

/// Returns for each file whether one of the patterns matches. If there would be too many comparisons, a pattern counts
/// as a match for all files with the same beginning, or the same end. It is better to report a file as used than as
/// unused.
pub(super) fn fitting<'p>(names: &Names, patterns: impl ExactSizeIterator<Item = &'p Pattern>) -> Vec<bool> {
    let mut left = WORK.saturating_mul(names.len().saturating_add(patterns.len()));
    let mut fits = vec![false; names.len()];
    let mut whole: Vec<Span> = Vec::new();
    for pattern in patterns {
        let span = pattern.span(names);
        let files = names.of_span(&span);
        let is_exact = pattern.prefix.is_empty() || pattern.suffix.is_empty();
        if is_exact || files.len() > left {
            whole.push(span);
            continue;
        }
        left -= files.len();
        for file in files.iter().filter(|file| pattern.fits(names.lower(**file))) {
            fits[*file as usize] = true;
        }
    }
    mark(names, whole, &mut fits);
    fits
}

/// An index to find the patterns that match a name, without looking at all of them.
#[derive(Debug, Default)]
pub(super) struct PatternIndex {
    /// All different beginnings, and all ends.
    prefixes: HashSet<String>,
    suffixes: HashSet<String>,
    numbers: HashMap<Pattern, u32>,
}

impl PatternIndex {
    pub(super) fn new(patterns: &[Pattern]) -> Self {
        let prefixes = patterns.iter().map(|pattern| pattern.prefix.clone()).collect();
        let suffixes = patterns.iter().map(|pattern| pattern.suffix.clone()).collect();
        Self { prefixes, suffixes, numbers: patterns.iter().cloned().zip(0..).collect() }
    }

    /// Returns the numbers of the patterns that match a name in lower case, sorted. The time only depends on the length
    /// of the name.
    pub(super) fn fitting(&self, lower: &str) -> Vec<u32> {
        let cuts = || (0..=lower.len()).filter(|at| lower.is_char_boundary(*at));
        let starts: Vec<&str> =
            cuts().filter_map(|at| lower.get(..at)).filter(|start| self.prefixes.contains(*start)).collect();
        let ends: Vec<&str> =
            cuts().filter_map(|at| lower.get(at..)).filter(|end| self.suffixes.contains(*end)).collect();
        let mut fitting = Vec::new();
        for start in starts {
            for end in ends.iter().filter(|end| start.len() + end.len() <= lower.len()) {
                fitting.extend(self.numbers.get(&Pattern::new(start, end)));
            }
        }
        fitting.sort_unstable();
        fitting
    }
}

/// Marks the files in all spans. The time doesn't grow if the spans overlap.
fn mark(names: &Names, mut spans: Vec<Span>, fits: &mut [bool]) {
    let range = |span: &Span| match span {
        Span::Names(range) => (false, range.start, range.end),
        Span::Ends(range) => (true, range.start, range.end),
    };
    spans.sort_by_key(range);
    let mut done = [0; 2];
    for span in spans {
        let (is_end, start, end) = range(&span);
        let done = &mut done[usize::from(is_end)];
        let rest = start.max(*done)..end.max(*done);
        *done = rest.end;
        let rest = if is_end { Span::Ends(rest) } else { Span::Names(rest) };
        names.of_span(&rest).iter().for_each(|file: &FileId| fits[*file as usize] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::super::project_files::ProjectFile;
    use super::*;

    fn parse(text: &str) -> Pattern {
        let (prefix, suffix) = text.split_once('*').unwrap();
        Pattern::new(prefix, suffix)
    }

    #[test]
    fn formats_become_patterns() {
        let of = |text: &str| Pattern::of_format(text).map(|pattern| pattern.to_string());
        for (format, pattern) in [
            ("scenes/level_{}.xml", "scenes/level_*.xml"),
            ("scenes/level%02d.xml", "scenes/level*.xml"),
            ("textures/{a}/{b}.png", "textures/*.png"),
            ("textures/$name.png", "textures/*.png"),
            ("ui/${skin}/*.png", "ui/*.png"),
            ("100%", "100*"),
        ] {
            assert_eq!(of(format).as_deref(), Some(pattern), "{format}");
        }
        assert_eq!(of("a/b.png"), None);
        let is_telling = |text: &str| parse(text).is_telling();
        assert!(is_telling("models/*.mdl") && is_telling("*_n.dds") && !is_telling("*.mdl") && !is_telling("a*"));
    }

    #[test]
    fn files_fit_by_beginning_end_or_both() {
        let list = ["models/a.mdl", "models/a.txt", "sounds/a.mdl", "models/b_n.dds"];
        let file = |name: &&str| ProjectFile { path: (*name).into(), name: (*name).to_owned(), package: None };
        let names = Names::new(list.iter().map(file).collect(), [""; 0]);
        let fits = |patterns: &[&str]| {
            let patterns: Vec<Pattern> = patterns.iter().map(|pattern| parse(pattern)).collect();
            let fits = fitting(&names, patterns.iter());
            let index = PatternIndex::new(&patterns);
            for (file, name) in list.iter().enumerate() {
                let all = (0..).zip(&patterns).filter(|(_, pattern)| pattern.fits(name));
                let numbers = index.fitting(name);
                assert_eq!(numbers, all.map(|(number, _)| number).collect::<Vec<u32>>(), "{name}");
                assert_eq!(fits[file], !numbers.is_empty());
            }
            fits
        };
        assert_eq!(fits(&["models/*.mdl"]), [true, false, false, false]);
        assert_eq!(fits(&["*_n.dds", "models/a*", "models/a.*"]), [true, true, false, true]);
        assert_eq!(fits(&["models/*", "*.mdl"]), [true; 4]);
        // More comparisons than are allowed: all files that begin alike.
        let many: Vec<Pattern> = (0..1000).map(|number| Pattern::new("models/", &format!("{number}.mdl"))).collect();
        assert_eq!(fitting(&names, many.iter()), [false; 4]);
    }
}
