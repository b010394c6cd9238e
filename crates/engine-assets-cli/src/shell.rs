//! `completions` and `man`: what shells and manuals know of the command.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::output;
use crate::report::{Outcome, print_message};

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell to complete in
    shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// Folder to write a page for every subcommand into; without it, the main page goes to standard output
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace pages that are there
    #[arg(long, requires = "output")]
    force: bool,
}

/// Prints a script that completes the command's words.
pub(crate) fn completions(arguments: &Completions, mut command: clap::Command) -> io::Result<Outcome> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, &name, &mut script);
    if arguments.shell == Shell::Bash {
        script = with_matching_labels(&script, &name);
    }
    io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Fine)
}

/// Returns the bash script with the labels of its second `case` spelled like the values that its first `case` sets.
///
/// clap_complete 4.6 writes a hyphen in the program name as `__` in the values, but as `__subcmd__` in the labels, so that no subcommand matches.
fn with_matching_labels(script: &[u8], name: &str) -> Vec<u8> {
    let label = format!("{}__subcmd__", name.replace('-', "__subcmd__"));
    let value = format!("{}__subcmd__", name.replace('-', "__"));
    String::from_utf8_lossy(script).replace(&label, &value).into_bytes()
}

/// Writes manual pages.
pub(crate) fn man(arguments: &Man, mut command: clap::Command, quiet: bool) -> io::Result<Outcome> {
    let Some(folder) = &arguments.output else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        io::stdout().lock().write_all(&page)?;
        return Ok(Outcome::Fine);
    };
    // Subcommands then know all of their names, by which their pages are called.
    command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = 0_usize;
    let mut pending = vec![command];
    while let Some(command) = pending.pop() {
        let page = clap_mangen::Man::new(command.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        output::write_below(&folder.join(page.get_filename()), &text, arguments.force)?;
        pages += 1;
        pending.extend(command.get_subcommands().filter(|sub| !sub.is_hide_set()).cloned());
    }
    if !quiet {
        print_message(&format!("wrote {pages} pages"));
    }
    Ok(Outcome::Fine)
}
