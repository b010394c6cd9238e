//! The `doctor` command, which shows the state of a project.

mod arguments;
mod html;
mod survey;
mod text;
mod unused;

use std::io;

pub(crate) use self::arguments::Arguments;
use self::survey::Report;
use crate::counts::counted;
use crate::output;
use crate::report::{Outcome, print, print_error, print_json, print_message, shown};

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if !arguments.project.is_dir() {
        print_error(&format!("{}: not a folder", shown(&arguments.project)));
        return Ok(Outcome::Failed);
    }
    let report = Report::of(arguments, quiet)?;
    if let Some(path) = &arguments.html {
        output::write(path, html::page(&report, arguments)?.as_bytes(), arguments.force)?;
    }
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&text::screen(&report, arguments.top))?;
    }
    if report.ignored > 0 && !quiet {
        print_message(&format!("{} ignored", counted(report.ignored as usize, "finding")));
    }
    if let Some(path) = arguments.html.as_ref().filter(|_| !quiet) {
        print_message(&format!("wrote {}", shown(path)));
    }
    Ok(report.outcome)
}
