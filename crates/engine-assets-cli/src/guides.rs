//! Guides: `engine-assets help convert-to-blender`. Their texts are the pages of the site.

use std::io;

use anstyle::Style;
use clap::Subcommand;

use crate::report::{Outcome, print};

/// A guide. It is a command, so that `help` finds it.
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

/// A page as a terminal shows it: without marks of headings, blocks, links and comments.
fn plain(page: &str) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    let mut is_block = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block {
            text += &format!("    {line}\n");
        } else if let Some(heading) = line.strip_prefix('#') {
            text += &format!("{bold}{}{bold:#}\n", heading.trim_start_matches('#').trim());
        } else if !line.starts_with("<!--") && !line.starts_with("|---") {
            text += &without_links(line);
            text.push('\n');
        }
    }
    text
}

/// `[text](target)` becomes `text`.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, label, after)) = next_link(rest) {
        text += before;
        text += label;
        rest = after;
    }
    text + rest
}

/// The text before a link, its label, and the text after it.
fn next_link(line: &str) -> Option<(&str, &str, &str)> {
    let (head, target) = line.split_once("](")?;
    let (before, label) = head.rsplit_once('[')?;
    let (_, after) = target.split_once(')')?;
    Some((before, label, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_their_marks() {
        let page = "# A\n\n<!-- if -->\nSee [b `c`](d.md), [e](f).\n\n```console\n$ g\n```\n\n| h | i |\n|---|---|\n| j | k[0] |\n";
        let text = anstream::adapter::strip_str(&plain(page)).to_string();
        assert_eq!(text, "A\n\nSee b `c`, e.\n\n    $ g\n\n| h | i |\n| j | k[0] |\n");
        assert_eq!(title(page), "A");
    }
}
