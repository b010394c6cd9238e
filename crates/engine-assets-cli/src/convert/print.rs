//! The output of `convert`: events, the summary, and the converted file if it goes to standard output.

use std::io::{self, Write as _};

use engine_assets::binio::Findings;
use engine_assets::convert::folded;
use engine_assets::convert_folder::{Event, Failure, Report, SkipReason};
use engine_assets::{Error, NoEffect};

use crate::explain::print_explained;
use crate::inputs::Input;
use crate::output::named_several;
use crate::report::{
    Outcome, print, print_error, print_error_about, print_finding, print_findings, print_message, shown,
};
use crate::resources::near;

/// Prints an event when it happens.
pub(super) fn print_event(event: &Event<'_>, quiet: bool) {
    match event {
        Event::Findings(input, findings) => print_findings(input, findings, None),
        Event::Wrote(path) if !quiet => print_message(&format!("wrote {}", shown(&near(path)))),
        Event::Failed(failure) => print_failure(failure),
        _ => {}
    }
}

fn print_failure(failure: &Failure) {
    match (&failure.source, &failure.error) {
        (Some(input), Error::Losses(losses)) => {
            print_folded(input, losses);
            print_error_about(input, &format!("{}; --lossy converts it all the same", failure.error));
        }
        (Some(input), Error::Denied(findings)) => {
            print_folded(input, findings);
            print_error_about(input, &format!("{}, which --deny refuses", failure.error));
        }
        (Some(input), Error::Broken(findings)) => {
            print_folded(input, findings);
            print_error_about(input, &failure.error);
        }
        (Some(input), Error::Misread(findings)) => {
            print_folded(input, findings);
            print_error_about(input, &format!("{}; --udm-values any converts it all the same", failure.error));
        }
        (Some(input), Error::NoEffect(problem)) => print_error_about(input, &with_flags(problem)),
        (Some(input), error) => print_explained(input, error),
        (None, Error::Io(error)) => {
            print_error(&named_several(io::Error::new(error.kind(), error.to_string())));
        }
        (None, error) => print_error(error),
    }
}

/// Prints findings. If several are equal, they are printed on a single line.
fn print_folded(input: &Input, findings: &Findings) {
    for (finding, count) in folded(findings) {
        if count == 1 {
            print_finding(input, finding);
        } else {
            let mut all = finding.clone();
            all.message.push_str(&format!(" ({count} times; this is the first)"));
            print_finding(input, &all);
        }
    }
}

/// Prints the reason why no file was converted. If outputs already exist, it also prints the options to use.
pub(super) fn print_existing(error: &Error) {
    match error {
        Error::Io(io) if io.kind() == io::ErrorKind::AlreadyExists => print_error(&format!(
            "{error}; --force overwrites them, --skip-existing keeps them, --newer overwrites those with newer inputs"
        )),
        Error::NoEffect(problem) => print_error(&with_flags(problem)),
        error => print_error(error),
    }
}

/// Returns the message about an option without effect, with the flags as people type them.
fn with_flags(problem: &NoEffect) -> String {
    problem.message(|option| format!("--{option}"))
}

/// Returns the exit status for a run.
pub(super) fn outcome(report: &Report) -> Outcome {
    let of = |failure: &Failure| if failure.source.is_some() { Outcome::of(&failure.error) } else { Outcome::Failed };
    report.failures().iter().map(of).max().unwrap_or_default()
}

/// Writes the converted file to standard output.
pub(super) fn print_to_stdout(bytes: &[u8]) -> Outcome {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Outcome::Fine,
        Err(error) => {
            print_error(&error);
            Outcome::Failed
        }
    }
}

/// Prints the outputs that would be written, for `--dry-run`.
pub(super) fn print_planned(report: &Report) -> io::Result<()> {
    report.files().iter().try_for_each(|file| print(&format!("would write {}\n", shown(&file.path))))
}

/// Prints how many files were written, and how many files in a folder were not.
pub(super) fn print_summary(report: &Report, is_dry: bool) {
    let written = report.files().len();
    let size = report.files().iter().map(|file| file.size).sum();
    let files = if is_dry {
        format!("would write {}", files(written))
    } else {
        format!("wrote {} ({})", files(written), of_bytes(size))
    };
    if !report.is_into_folder() {
        // A single file has just been named.
        if written > 1 || report.planned() == report.skipped().len() {
            print_message(&format!("{files}{}", skipped(report)));
        }
        return;
    }
    for skipped in report.skipped().iter().filter(|skipped| skipped.reason == SkipReason::AnimationWithoutModel) {
        print_message(&format!("{skipped}; name the file to convert it alone"));
    }
    let nothing = if report.planned() == 0 { "nothing to convert: " } else { "" };
    print_message(&format!("{nothing}{files}{}", skipped(report)));
}

fn worded(count: usize, words: &str) -> String {
    if count == 1 {
        return format!(
            "1 {}",
            words.replacen("formats", "format", 1).replacen("animations", "animation", 1).replacen("links", "link", 1)
        );
    }
    format!("{count} {words}")
}

/// Returns how many files were skipped, for each reason.
fn skipped(report: &Report) -> String {
    let reasons = [
        (SkipReason::NotConvertible, "other formats"),
        (SkipReason::UpToDate, "up to date"),
        (SkipReason::Existing, "existing"),
        (SkipReason::AnimationWithoutModel, "animations without a model"),
        (SkipReason::SideFile, "side files"),
        (SkipReason::InOutputFolder, "in the output folder"),
        (SkipReason::Link, "links"),
    ];
    let counts = reasons.map(|(reason, words)| (report.skipped_because(&[reason]), words));
    let all: usize = counts.iter().map(|(count, _)| count).sum();
    let parts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| worded(*count, words)).collect();
    if all == 0 { String::new() } else { format!(", skipped {all}: {}", parts.join(", ")) }
}

fn files(count: usize) -> String {
    format!("{count} {}", if count == 1 { "file" } else { "files" })
}

/// Formats a number of bytes to be read by people.
fn of_bytes(size: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS.into_iter().find(|(unit, _)| size >= *unit);
    unit.map_or_else(|| format!("{size} bytes"), |(unit, name)| format!("{:.1} {name}", size as f64 / unit as f64))
}
