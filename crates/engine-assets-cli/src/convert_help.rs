//! The help of `convert`. `-h` shows the most common options on a single screen, `--help` shows all options in groups.

use clap::Arg;
use engine_assets::convert::OptionGroup;

/// Options to show in `-h`, with a description of one line. The long description is shown by `--help`.
const SHORT: [(&str, &str); 6] = [
    ("output", "File or folder; its extension sets the format"),
    ("to", "Format to write: umd2, pmdl, scene-xml, udm-text …"),
    ("into", "From glTF: put edits into this model or scene"),
    ("repair", "Models: repairs to make first"),
    ("lossy", "Leave out content that the target can't store"),
    ("newer", "Folders: convert only changed inputs"),
];

/// Options to show in `-h` that already have a description of one line.
const ALSO_SHORT: [&str; 1] = ["force"];

/// The groups for the options that only the command has. All other groups are those of the library. Options without a
/// group are in the first one, `Options`.
const GROUPS: [(&str, &[&str]); 4] = [
    (OptionGroup::Content.title(), &["resources", "root", "no_sidecar"]),
    (OptionGroup::Motion.title(), &["bone_map"]),
    (OptionGroup::ToEngine.title(), &["resource_dir"]),
    (
        "Documents and jobs",
        &["style", "shard", "max_memory", "max_expanded", "dry_run", "skip_existing", "isolate", "watch"],
    ),
];

/// Returns the heading for an option, or `None` if it is in the first group, with the most common options.
fn heading(argument: &Arg) -> Option<&'static str> {
    let id = argument.get_id().as_str();
    if SHORT.iter().any(|(common, _)| *common == id) {
        return None;
    }
    let group = argument.get_long().and_then(OptionGroup::of).map(OptionGroup::title);
    group.or_else(|| GROUPS.iter().find(|(_, ids)| ids.contains(&id)).map(|(group, _)| *group))
}

/// Returns an option of `convert` with its group, and with a short description if it is shown by `-h`.
pub(crate) fn arranged(argument: Arg) -> Arg {
    let id = argument.get_id().as_str().to_owned();
    let argument = match heading(&argument) {
        Some(heading) => argument.help_heading(heading),
        None => argument,
    };
    if let Some((_, short)) = SHORT.iter().find(|(known, _)| *known == id) {
        return with_short_help(argument, short);
    }
    argument.hide_short_help(!ALSO_SHORT.contains(&id.as_str()))
}

/// Adds a short description to an option. The possible values are only in the long description.
fn with_short_help(argument: Arg, short: &'static str) -> Arg {
    let long = argument.get_long_help().or_else(|| argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let value = |value: &clap::builder::PossibleValue| {
        let about = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
        format!("\n- {}{about}", value.get_name())
    };
    // Values are hidden from the short one; flags have none to choose from.
    let has_values = argument.get_action().takes_values();
    let values: String = argument.get_possible_values().iter().filter(|_| has_values).map(value).collect();
    let values = if values.is_empty() { values } else { format!("\n\nPossible values:{values}") };
    let argument = argument.help(short).long_help(long + &values);
    if has_values { argument.hide_possible_values(true) } else { argument }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn all_names_are_options() {
        let command = crate::Arguments::command();
        let convert = command.find_subcommand("convert").unwrap();
        let ids: Vec<&str> = convert.get_arguments().map(|argument| argument.get_id().as_str()).collect();
        let named = SHORT.iter().map(|(id, _)| *id).chain(ALSO_SHORT);
        for id in named.chain(GROUPS.iter().flat_map(|(_, ids)| ids.iter().copied())) {
            assert!(ids.contains(&id), "{id}: {ids:?}");
        }
    }

    #[test]
    fn options_of_the_library_are_flags() {
        use engine_assets::Format;
        use engine_assets::convert::{OutputFormat, fitting_options};

        let command = crate::Arguments::command();
        let convert = command.find_subcommand("convert").unwrap();
        let flags: Vec<&str> = convert.get_arguments().filter_map(|argument| argument.get_long()).collect();
        for output_format in OutputFormat::all() {
            for option in Format::all().flat_map(|format| fitting_options(format, output_format)) {
                assert!(flags.contains(&option), "--{option}");
            }
        }
    }
}
