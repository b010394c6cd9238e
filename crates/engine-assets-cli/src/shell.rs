//! The `completions` and `man` commands, which describe the command for shells and manuals.

mod manual;
mod values;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::output;
use crate::report::{Outcome, print_message};

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to print a script for
    shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// Folder to write the pages of all subcommands to. By default, only the main page is printed
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Overwrite existing pages
    #[arg(long, requires = "output")]
    force: bool,
}

/// Prints a completion script for a shell.
pub(crate) fn completions(arguments: &Completions, command: clap::Command) -> io::Result<Outcome> {
    let mut command = values::with_values(command);
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, &name, &mut script);
    if arguments.shell == Shell::Bash {
        script = with_matching_labels(&script, &name);
    }
    io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Fine)
}

/// Fixes the bash script, so that the labels in its second `case` are spelled in the same way as the values that its
/// first `case` sets.
///
/// This is necessary because clap_complete 4.6 writes a hyphen in the program name as `__` in the values, but as
/// `__subcmd__` in the labels, so no subcommand would match.
fn with_matching_labels(script: &[u8], name: &str) -> Vec<u8> {
    let label = format!("{}__subcmd__", name.replace('-', "__subcmd__"));
    let value = format!("{}__subcmd__", name.replace('-', "__"));
    String::from_utf8_lossy(script).replace(&label, &value).into_bytes()
}

/// Prints the main page, or writes the pages of all commands to a folder.
pub(crate) fn man(arguments: &Man, command: clap::Command, quiet: bool) -> io::Result<Outcome> {
    // After `build`, subcommands have full names, which name their pages.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.output else {
        io::stdout().lock().write_all(&manual::page(&command, None)?)?;
        return Ok(Outcome::Fine);
    };
    let mut pages = 0_usize;
    let mut pending = vec![(command, None)];
    while let Some((command, parent)) = pending.pop() {
        let text = manual::page(&command, parent.as_deref())?;
        let name = manual::file_name(&command);
        output::write_below(folder, &folder.join(&name), &text, arguments.force)?;
        pages += 1;
        let name = name.trim_end_matches(".1").to_owned();
        let visible = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        pending.extend(visible.map(|sub| (sub.clone(), Some(name.clone()))));
    }
    if !quiet {
        print_message(&format!("wrote {pages} pages"));
    }
    Ok(Outcome::Fine)
}
