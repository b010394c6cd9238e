//! The `asc` command, which shows compiled scripts. It does not execute them.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine_assets::binio::Name;
use engine_assets::urho_asc::{Module, Script};

use crate::examples;
use crate::explain::{print_located, print_other_kind};
use crate::inputs::Input;
use crate::output::named;
use crate::report::{Outcome, print, print_error, shown};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the declarations in script syntax
    #[command(after_help = examples::ASC_LIST)]
    List {
        /// The compiled script; - for standard input
        file: PathBuf,
    },
    /// Disassemble one function, or all functions, with labels and operand names
    #[command(after_help = examples::ASC_DISASM)]
    Disasm {
        /// The compiled script; - for standard input
        file: PathBuf,
        /// Name of a function, or Class::method for a method
        function: Option<String>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    match &arguments.command {
        Command::List { file } => with(file, |module| {
            print(&module.declarations().to_string())?;
            Ok(Outcome::Fine)
        }),
        Command::Disasm { file, function: None } => with(file, |module| {
            print(&module.full_disassembly().to_string())?;
            Ok(Outcome::Fine)
        }),
        Command::Disasm { file, function: Some(name) } => with(file, |module| disassemble(file, module, name)),
    }
}

/// Opens a compiled script and calls `work` with the module. If the version is not known, it prints an error.
fn with(path: &Path, work: impl FnOnce(&Module<'_>) -> io::Result<Outcome>) -> io::Result<Outcome> {
    let bytes = Input::new(path).read().map_err(|error| named(path, &error))?;
    let script = match Script::parse(&bytes) {
        Ok(script) => script,
        Err(_) if print_other_kind(&Input::new(path), "a compiled script (.asc)") => return Ok(Outcome::Bad),
        Err(error) => {
            print_located(&Input::new(path), &error, error.path(), error.offset());
            return Ok(Outcome::Bad);
        }
    };
    match &script {
        Script::Module(module) => work(module),
        Script::Opaque(opaque) => Ok(match opaque.reason() {
            Some(error) => refuse(path, &format!("unknown version; the closest known version fails with: {error}")),
            None => refuse(path, &"unknown version"),
        }),
    }
}

fn refuse(path: &Path, why: &dyn std::fmt::Display) -> Outcome {
    print_error(&format!("{}: {why}", shown(&path)));
    Outcome::Bad
}

fn disassemble(path: &Path, module: &Module<'_>, name: &str) -> io::Result<Outcome> {
    let listings: Vec<String> = module.find_functions(name).map(|id| module.disassembly(id).to_string()).collect();
    if listings.is_empty() {
        return Ok(refuse(path, &format!("there is no function \"{}\" with code in it", Name::from(name))));
    }
    print(&listings.join("\n"))?;
    Ok(Outcome::Fine)
}
