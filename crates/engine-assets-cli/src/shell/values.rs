//! Adds values of options and arguments, to be used for completion.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use engine_assets::urho_mdl::Repair;

use crate::render::VIEWS;

/// Adds all values that a shell can complete: names of views and repairs, and folders.
///
/// This is necessary because the parsers of these options are functions, or accept other values too, so clap does not
/// have a list.
pub(super) fn with_values(command: Command) -> Command {
    let repairs = Repair::ALL.map(Repair::name);
    let command = command
        .mut_subcommand("render", |render| render.mut_arg("view", |view| with_list(view, &VIEWS)))
        .mut_subcommand("convert", |convert| convert.mut_arg("repair", |repair| with_list(repair, &repairs)));
    with_hints(command)
}

fn with_list(argument: Arg, values: &[&'static str]) -> Arg {
    argument.default_value(None).value_parser(PossibleValuesParser::new(values))
}

/// Adds folder hints to values with the name of a folder. For other paths, the hints come from the type.
fn with_hints(command: Command) -> Command {
    let subcommands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = command.mut_args(|argument| {
        let names = argument.get_value_names().unwrap_or_default();
        let is_folder = names.iter().any(|name| FOLDERS.contains(&name.as_str()));
        if is_folder { argument.value_hint(ValueHint::DirPath) } else { argument }
    });
    subcommands.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_hints))
}

/// Names of values and arguments that must be folders.
const FOLDERS: [&str; 2] = ["DIR", "PROJECT"];

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use engine_assets::render::View;

    use super::*;

    #[test]
    fn folders_are_completed_as_folders() {
        let command = with_values(crate::Arguments::command());
        let argument = |path: &[&str], name: &str| {
            let subcommand = path.iter().fold(&command, |command, sub| command.find_subcommand(sub).unwrap());
            subcommand.get_arguments().find(|argument| argument.get_id() == name).unwrap().get_value_hint()
        };
        assert_eq!(argument(&["pak", "unpack"], "output"), ValueHint::DirPath);
        assert_eq!(argument(&["doctor"], "project"), ValueHint::DirPath);
        assert_eq!(argument(&["pak", "unpack"], "pak"), ValueHint::AnyPath);
        assert_eq!(argument(&["udm", "get"], "path"), ValueHint::Unknown);
    }

    #[test]
    fn views_exist() {
        assert!(VIEWS.iter().all(|view| view.parse::<View>().is_ok()));
    }
}
