//! The guides, for example `engine-assets help convert-to-blender`. The text is the same as on the site.

mod terminal;

use std::ffi::OsString;
use std::io;

use clap::Subcommand;

use crate::report::{Outcome, print};
use terminal::plain;

/// A guide. This is a subcommand, so that `help` can find it.
#[derive(Clone, Copy, Subcommand)]
pub(crate) enum Guide {
    #[command(hide = true, about = title(BLENDER), long_about = plain(BLENDER), help_template = PAGE, term_width = 0)]
    ConvertToBlender,
    #[command(hide = true, about = title(PIPELINE), long_about = plain(PIPELINE), help_template = PAGE, term_width = 0)]
    ConvertToEngine,
    #[command(hide = true, about = title(CHECK), long_about = plain(CHECK), help_template = PAGE, term_width = 0)]
    ValidateAProject,
    #[command(hide = true, about = title(REPAIR), long_about = plain(REPAIR), help_template = PAGE, term_width = 0)]
    RepairAModel,
    #[command(hide = true, about = title(LOOK), long_about = plain(LOOK), help_template = PAGE, term_width = 0)]
    LookIntoAFile,
    #[command(hide = true, about = title(VALUES), long_about = plain(VALUES), help_template = PAGE, term_width = 0)]
    GetAndSetValues,
    #[command(hide = true, about = title(CI), long_about = plain(CI), help_template = PAGE, term_width = 0)]
    CheckInCi,
    #[command(hide = true, about = title(GIT), long_about = plain(GIT), help_template = PAGE, term_width = 0)]
    ReviewInGit,
    #[command(hide = true, about = title(RUST), long_about = plain(RUST), help_template = PAGE, term_width = 0)]
    UseFromRust,
    #[command(hide = true, about = title(PYTHON), long_about = plain(PYTHON), help_template = PAGE, term_width = 0)]
    UseFromPython,
}

const PAGE: &str = "{about-with-newline}";
const BLENDER: &str = include_str!("../guides/blender.md");
const PIPELINE: &str = include_str!("../guides/pipeline.md");
const CHECK: &str = include_str!("../guides/check.md");
const REPAIR: &str = include_str!("../guides/repair.md");
const LOOK: &str = include_str!("../guides/look.md");
const VALUES: &str = include_str!("../guides/values.md");
const CI: &str = include_str!("../guides/ci.md");
const GIT: &str = include_str!("../guides/git.md");
const RUST: &str = include_str!("../guides/rust.md");
const PYTHON: &str = include_str!("../guides/python.md");

impl Guide {
    fn text(self) -> &'static str {
        match self {
            Self::ConvertToBlender => BLENDER,
            Self::ConvertToEngine => PIPELINE,
            Self::ValidateAProject => CHECK,
            Self::RepairAModel => REPAIR,
            Self::LookIntoAFile => LOOK,
            Self::GetAndSetValues => VALUES,
            Self::CheckInCi => CI,
            Self::ReviewInGit => GIT,
            Self::UseFromRust => RUST,
            Self::UseFromPython => PYTHON,
        }
    }
}

/// Prints a guide.
pub(crate) fn run(guide: Guide) -> io::Result<Outcome> {
    print(&plain(guide.text()))?;
    Ok(Outcome::Fine)
}

fn title(page: &'static str) -> &'static str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// The names of pages, and the command to print each of them.
const PAGES: [(&str, &str); 10] = [
    ("blender", "convert-to-blender"),
    ("pipeline", "convert-to-engine"),
    ("check", "validate-a-project"),
    ("repair", "repair-a-model"),
    ("look", "look-into-a-file"),
    ("values", "get-and-set-values"),
    ("ci", "check-in-ci"),
    ("git-review", "review-in-git"),
    ("rust", "use-from-rust"),
    ("python", "use-from-python"),
];

/// Replaces the name of a page after `help` by the name of the guide, so that `help blender` works. `git` is not
/// replaced, because it is a command.
pub(crate) fn by_page(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut after_help = false;
    arguments.enumerate().map(move |(number, argument)| {
        let page = argument.to_str().map(|name| name.trim_end_matches(".md"));
        let guide = PAGES.iter().find(|(name, _)| after_help && page == Some(name)).map(|(_, guide)| *guide);
        after_help = number == 1 && argument == "help";
        guide.map_or(argument, OsString::from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_guides_after_help_only() {
        let of = |words: &[&str]| -> Vec<OsString> { by_page(words.iter().map(OsString::from)).collect() };
        assert_eq!(of(&["x", "help", "blender.md"])[2], "convert-to-blender");
        assert_eq!(of(&["x", "help", "git"])[2], "git");
        assert_eq!(of(&["x", "check", "look"]), ["x", "check", "look"].map(OsString::from));
        assert_eq!(title("# A\n"), "A");
    }
}
