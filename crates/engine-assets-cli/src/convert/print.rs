//! Output of `convert`: events, the summary, the converted file on standard output.

use std::io::{self, Write as _};

use engine_assets::Error;
use engine_assets::binio::Findings;
use engine_assets::convert::folded;
use engine_assets::convert_folder::{Event, Failure, Report, SkipReason};

use crate::explain::print_explained;
use crate::inputs::Input;
use crate::output::named_several;
use crate::report::{Outcome, print, print_error, print_error_about, print_finding, print_message, shown};

/// Prints an event as it happens.
pub(super) fn print_event(event: &Event<'_>, quiet: bool) {
    match event {
        Event::Findings(input, findings) => print_folded(input, findings),
        Event::Wrote(path) if !quiet => print_message(&format!("wrote {}", shown(path))),
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
            print_error_about(input, &format!("{}; --encoding any converts it all the same", failure.error));
        }
        (Some(input), error) => print_explained(input, error),
        (None, Error::Io(error)) => {
            print_error(&named_several(io::Error::new(error.kind(), error.to_string())));
        }
        (None, error) => print_error(error),
    }
}

/// Prints findings, equal ones in one line.
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

/// Prints why nothing was converted; of existing outputs with the options that help.
pub(super) fn print_existing(error: &Error) {
    match error {
        Error::Io(io) if io.kind() == io::ErrorKind::AlreadyExists => print_error(&format!(
            "{error}; --force overwrites them, --skip-existing keeps them, --newer overwrites those with newer inputs"
        )),
        error => print_error(error),
    }
}

/// The exit status of a run.
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

/// Prints the outputs of a dry run.
pub(super) fn print_planned(report: &Report) -> io::Result<()> {
    report.files().iter().try_for_each(|file| print(&format!("would write {}\n", shown(&file.path))))
}

/// Prints how much was written, and how much of a folder wasn't.
pub(super) fn print_summary(report: &Report, is_dry: bool) {
    let written = report.files().len();
    let size = report.files().iter().map(|file| file.size).sum();
    let files = if is_dry {
        format!("would write {}", files(written))
    } else {
        format!("wrote {} ({})", files(written), of_bytes(size))
    };
    print_kept(report);
    if !report.is_into_folder() {
        // A single file has just been named.
        if written > 1 {
            print_message(&files);
        }
        return;
    }
    for skipped in report.skipped().iter().filter(|skipped| skipped.reason == SkipReason::AnimationWithoutModel) {
        print_message(&format!("{skipped}; name the file to convert it alone"));
    }
    let skipped = report.skipped_because(&[
        SkipReason::NotConvertible,
        SkipReason::InOutputFolder,
        SkipReason::AnimationWithoutModel,
        SkipReason::Link,
    ]);
    let nothing = if report.planned() == 0 { "nothing to convert: " } else { "" };
    print_message(&format!("{nothing}{files}, skipped {skipped}"));
}

/// Prints how many existing outputs were kept.
fn print_kept(report: &Report) {
    let (existing, current) =
        (report.skipped_because(&[SkipReason::Existing]), report.skipped_because(&[SkipReason::UpToDate]));
    if existing > 0 {
        print_message(&format!("kept {} that already exist{}", files(existing), if existing == 1 { "s" } else { "" }));
    }
    if current > 0 {
        print_message(&format!("kept {} up to date", files(current)));
    }
}

fn files(count: usize) -> String {
    format!("{count} {}", if count == 1 { "file" } else { "files" })
}

/// A number of bytes, for people.
fn of_bytes(size: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS.into_iter().find(|(unit, _)| size >= *unit);
    unit.map_or_else(|| format!("{size} bytes"), |(unit, name)| format!("{:.1} {name}", size as f64 / unit as f64))
}
