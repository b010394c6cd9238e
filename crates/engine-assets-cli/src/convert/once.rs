//! A single run of `convert` and its output.

use std::io;
use std::sync::Mutex;

use engine_assets::ConvertFolder;

use super::print::{outcome, print_event, print_existing, print_planned, print_summary, print_to_stdout};
use crate::report::{Outcome, Progress};
use crate::resources::{lock, report_search};

/// Converts all inputs once and prints the result. If `is_dry` is set, no file is written.
pub(super) fn convert(folder: ConvertFolder<'_>, is_dry: bool, quiet: bool) -> io::Result<Outcome> {
    let progress = Mutex::new(Progress::new(quiet));
    let folder =
        folder.events(|event| print_event(event, quiet)).progress(|done, _, _| lock(&progress).done(done as u64));
    let ran = if is_dry { folder.dry_run() } else { folder.run() };
    drop(folder);
    drop(progress);
    let report = match ran {
        Ok(report) => report,
        Err(error) => {
            print_existing(&error);
            return Ok(Outcome::Failed);
        }
    };
    let searched = report_search(report.config_faults(), report.searched_in_vain(), quiet);
    let mut outcome = outcome(&report).max(searched);
    if let Some(bytes) = report.bytes() {
        outcome = outcome.max(print_to_stdout(bytes));
    }
    if is_dry {
        print_planned(&report)?;
    }
    if !quiet {
        print_summary(&report, is_dry);
    }
    Ok(outcome)
}
