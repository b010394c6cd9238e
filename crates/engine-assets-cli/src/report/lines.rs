//! Prints findings with the line number, and only once for each kind of problem.

use std::borrow::Cow;
use std::collections::HashSet;

use engine_assets::binio::{Finding, FindingKind, Findings, Severity};

use super::{is_verbose, print_finding_at};
use crate::inputs::Input;

/// The offsets at which the lines of a text begin.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    /// Finds the lines of a file. Returns `None` if it is not a text.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let is_text = !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        is_text.then(|| Self(std::iter::once(0).chain(ends).collect()))
    }

    /// Returns the number of the line that contains an offset, starting at 1.
    fn at(&self, offset: u64) -> usize {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        self.0.partition_point(|start| *start <= offset)
    }
}

/// Prints the findings about a file. For each kind, this prints the first finding and the number of the others, or all
/// of them with `--verbose`. It never prints the same line twice.
pub(crate) fn print_findings(input: &Input, findings: &Findings, lines: Option<&Lines>) {
    for (finding, others) in grouped(findings, is_verbose()) {
        let mut finding = finding.clone();
        let mut position = input.display();
        if let Some(line) = lines.zip(finding.offset).map(|(lines, offset)| lines.at(offset)) {
            position += &format!(":{line}");
            finding.offset = None;
        }
        if others > 0 {
            finding.message += &format!(" (and {others} more; --verbose lists them)");
        }
        print_finding_at(&position, &finding);
    }
}

/// Returns the findings to print. Each has the number of other findings that are not printed because of it.
fn grouped(findings: &Findings, is_verbose: bool) -> Vec<(&Finding, usize)> {
    let mut groups: Vec<(&Finding, usize)> = Vec::new();
    let mut seen = HashSet::new();
    for finding in findings {
        let offset = if is_verbose { finding.offset } else { None };
        if !seen.insert((finding.kind.as_str(), finding.path.to_string(), offset, finding.message.as_str())) {
            continue;
        }
        let of_kind = |(first, _): &&mut (&Finding, usize)| key(first) == key(finding);
        match groups.iter_mut().find(of_kind).filter(|_| !is_verbose) {
            Some((_, others)) => *others += 1,
            None => groups.push((finding, 0)),
        }
    }
    groups
}

/// Returns the key that distinguishes problems: the kind, and for conversions also the text of the rule, which comes
/// before the values.
fn key(finding: &Finding) -> (&'static FindingKind, Severity, Option<&str>) {
    let is_rule = finding.kind.as_str().ends_with("-rule");
    (finding.kind, finding.severity, finding.message.split(": ").next().filter(|_| is_rule))
}

/// Changes the options in a message of the library to those of the command: "the option max-bones" becomes
/// `--max-bones`.
pub(crate) fn with_dashes(message: &str) -> Cow<'_, str> {
    const WORDS: &str = "the option ";
    if !message.contains(WORDS) {
        return Cow::Borrowed(message);
    }
    let mut parts = message.split(WORDS);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += if part.starts_with(|letter: char| letter.is_ascii_lowercase()) { "--" } else { WORDS };
        text += part;
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let lines = Lines::of(b"a\nbc\n\nd").expect("a text");
        assert_eq!([0, 1, 2, 4, 5, 6, 99].map(|offset| lines.at(offset)), [1, 1, 2, 2, 3, 4, 4]);
        assert!(Lines::of(b"a\0").is_none() && Lines::of(b"\xff\n").is_none());
    }

    #[test]
    fn options_get_dashes() {
        assert_eq!(with_dashes("the option into or the option max-bones helps"), "--into or --max-bones helps");
        assert_eq!(with_dashes("no option"), "no option");
    }

    #[test]
    fn a_kind_is_one_line_and_nothing_is_printed_twice() {
        const A: &FindingKind = &FindingKind::new("x/a", "A.");
        const B: &FindingKind = &FindingKind::new("x/b", "B.");
        let mut findings = Findings::new();
        for (kind, message) in [(A, "one"), (B, "two"), (A, "three"), (A, "one"), (A, "four")] {
            findings.warning(kind, "part", message);
        }
        let of = |verbose| -> Vec<(String, usize)> {
            grouped(&findings, verbose).into_iter().map(|(one, others)| (one.message.clone(), others)).collect()
        };
        let expected = |list: &[(&str, usize)]| -> Vec<(String, usize)> {
            list.iter().map(|(text, count)| ((*text).to_owned(), *count)).collect()
        };
        assert_eq!(of(false), expected(&[("one", 2), ("two", 0)]));
        assert_eq!(of(true), expected(&[("one", 0), ("two", 0), ("three", 0), ("four", 0)]));
    }
}
