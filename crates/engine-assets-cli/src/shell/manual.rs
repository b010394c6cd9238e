//! Writes manual pages.

use std::io;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use clap_mangen::Man;
use roff::{Roff, bold, italic, roman};

/// The date of this version, which is printed at the end of each page. You must change it together with the version.
const DATE: &str = "2026-11-24";
/// The maximum length of a line of text in the source of a page.
const WIDTH: usize = 78;

/// Returns the file name of a page, for example engine-assets-pak-list.1.
pub(super) fn file_name(command: &Command) -> String {
    format!("{}.1", page_name(command))
}

fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Writes the page of a command. You must call [`Command::build`] first. `parent` is the page of the parent command.
pub(super) fn page(command: &Command, parent: Option<&str>) -> io::Result<Vec<u8>> {
    let name = page_name(command).to_owned();
    let man = Man::new(command.clone())
        .title(name.to_uppercase())
        .date(DATE)
        .source(concat!("engine-assets ", env!("CARGO_PKG_VERSION")))
        .manual("engine-assets manual");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    synopsis(command).to_writer(&mut text)?;
    man.render_description_section(&mut text)?;
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(&mut text)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    sections(command).to_writer(&mut text)?;
    see_also(command, parent).to_writer(&mut text)?;
    Ok(tidy(&String::from_utf8_lossy(&text)).into_bytes())
}

/// Returns the synopsis: each option with its values, then the arguments.
fn synopsis(command: &Command) -> Roff {
    let mut line = vec![bold(command.get_bin_name().unwrap_or_else(|| command.get_name()))];
    let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set() && !argument.is_global_set());
    for option in shown().filter(|argument| !argument.is_positional() && !is_help(argument)) {
        let (before, after) = if option.is_required_set() { (" ", "") } else { (" [", "]") };
        let long = option.get_long().map(|long| format!("--{long}"));
        let short = option.get_short().map(|short| format!("-{short}"));
        line.extend([roman(before), bold(long.or(short).unwrap_or_default())]);
        if option.get_action().takes_values() {
            line.extend([roman(" "), italic(values(option))]);
        }
        line.push(roman(format!("{after}{}", dots(option))));
    }
    for argument in shown().filter(|argument| argument.is_positional()) {
        let (before, after) = if argument.is_required_set() { (" ", "") } else { (" [", "]") };
        line.extend([roman(before), italic(values(argument)), roman(format!("{after}{}", dots(argument)))]);
    }
    if command.has_subcommands() {
        line.extend([roman(" "), italic("COMMAND"), roman(" ...")]);
    }
    let mut page = Roff::new();
    page.control("SH", ["SYNOPSIS"]).text(line);
    page
}

fn is_help(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version)
}

fn values(argument: &Arg) -> String {
    match argument.get_value_names() {
        Some(names) => names.iter().map(clap::builder::Str::as_str).collect::<Vec<_>>().join(" "),
        None => argument.get_id().as_str().to_uppercase(),
    }
}

/// Returns `...` if an argument can be repeated.
fn dots(argument: &Arg) -> &'static str {
    let takes_several = argument.get_num_args().is_some_and(|range| range.max_values() > 1);
    if takes_several || matches!(argument.get_action(), ArgAction::Append) { " ..." } else { "" }
}

/// Returns the sections that are not in the command's help: exit status, files, examples.
fn sections(command: &Command) -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in [
        ("0", "Success. Files can have warnings."),
        ("1", "A file has an error or can't be opened, or documents differ."),
        ("2", "The arguments are wrong, or a file can't be read or written."),
    ] {
        page.control("TP", []).text([bold(status)]).text([roman(meaning)]);
    }
    if command.get_arguments().any(|argument| argument.get_long() == Some("no-config")) {
        page.control("SH", ["FILES"]);
        page.control("TP", []).text([italic("engine-assets.toml")]);
        page.text([roman(
            "Configuration, searched from each path upwards. Its section [validate] has the keys fail-on, ignore and deny.",
        )]);
    }
    let after = command.get_after_long_help().or_else(|| command.get_after_help());
    for (title, lines) in after.map(paragraphs).unwrap_or_default() {
        page.control("SH", [title.to_uppercase().as_str()]);
        page.control("nf", []);
        lines.iter().for_each(|line| {
            page.text([roman(line.as_str())]);
        });
        page.control("fi", []);
    }
    page
}

/// Returns the paragraphs with a title at the end of a help text.
fn paragraphs(help: &StyledStr) -> Vec<(String, Vec<String>)> {
    let help = help.to_string();
    let paragraph = |text: &str| {
        let (title, rest) = text.split_once(":\n")?;
        Some((title.to_owned(), rest.lines().map(|line| line.trim_start().to_owned()).collect()))
    };
    help.split("\n\n").filter_map(paragraph).collect()
}

/// Returns the references to other pages: the parent, the subcommands, and the whole command.
fn see_also(command: &Command, parent: Option<&str>) -> Roff {
    let subcommands = command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(page_name);
    let root = parent.map(|_| "engine-assets").filter(|root| Some(*root) != parent);
    let mut names: Vec<&str> = parent.into_iter().chain(root).chain(subcommands).collect();
    names.sort_unstable();
    let mut page = Roff::new();
    page.control("SH", ["SEE ALSO"]);
    let mut line = Vec::new();
    for name in names {
        line.extend([bold(name), roman("(1), ")]);
    }
    line.push(roman(env!("CARGO_PKG_REPOSITORY")));
    page.text(line);
    page
}

/// Fixes the source of a page so that linters accept it: no spaces at line ends, short lines, and never two breaks in a
/// row.
fn tidy(source: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_filled = true;
    // Each part begins with the definition of the apostrophe.
    let is_definition = |line: &str| line.starts_with(".ie ") || line.starts_with(".el ");
    let definitions = source.lines().take_while(|line| is_definition(line));
    lines.extend(definitions.map(str::to_owned));
    for line in source.lines().map(str::trim_end).filter(|line| !line.is_empty() && !is_definition(line)) {
        match line {
            ".nf" => is_filled = false,
            ".fi" => is_filled = true,
            _ => {}
        }
        let last = lines.last().map(String::as_str).unwrap_or_default();
        // A heading is a break by itself.
        if line == ".br" && (last.is_empty() || last == ".sp" || last == ".br" || last.starts_with(".SH")) {
            continue;
        }
        if line == ".sp" && last == ".br" {
            lines.pop();
        }
        if is_filled && !line.starts_with(['.', '\'']) {
            wrap(line, &mut lines);
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Breaks a line of text at spaces, but not if the next word would then be read as a request.
fn wrap(line: &str, lines: &mut Vec<String>) {
    let mut current = String::new();
    for word in line.split(' ') {
        let is_request = word.starts_with(['.', '\'']);
        let is_full = width(&current) + 1 + width(word) > WIDTH;
        if !current.is_empty() && is_full && !is_request && !word.is_empty() {
            lines.push(std::mem::take(&mut current).trim_end().to_owned());
        } else if !current.is_empty() {
            current.push(' ');
        }
        current += word;
    }
    lines.push(current);
}

/// Returns the length of a text as manual programs count it, because characters beyond ASCII are escape sequences.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter.is_ascii() { 1 } else { r"\[u0000]".len() }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_before_words() {
        let mut lines = Vec::new();
        wrap(&format!("{} .mdl {}", "a".repeat(76), "b".repeat(10)), &mut lines);
        assert_eq!(lines, [format!("{} .mdl", "a".repeat(76)), "b".repeat(10)]);
    }

    #[test]
    fn breaks_beside_spaces_are_removed() {
        assert_eq!(tidy("a \n.br\n.sp\nb\n.sp\n.br\n\nc\n"), "a\n.sp\nb\n.sp\nc\n");
    }
}
