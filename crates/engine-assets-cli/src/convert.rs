//! The `convert` command. It converts files to other versions or formats, and repairs models.

mod arguments;
mod motion;
mod once;
mod options;
mod print;
mod values;
mod watch;

use std::io;

use crate::report::{Outcome, print_error};

pub(crate) use arguments::Arguments;
pub(crate) use values::Axis;

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let folder = match arguments.to_folder() {
        Ok(folder) => folder,
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Failed);
        }
    };
    if arguments.runs.watch {
        watch::run(arguments, folder, quiet)
    } else {
        once::convert(folder, arguments.runs.dry_run, quiet)
    }
}
