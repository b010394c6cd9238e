//! The `explain` command. It explains kinds of findings, prints the page of all kinds, and prints kinds of data files
//! as tables.

use std::io;
use std::str::FromStr;

use anstyle::Style;
use clap::Args;
use engine_assets::binio::FindingKind;
use engine_assets::finding_kinds;
use engine_assets::urho_resource::{self, Kind};

use super::KindPattern;
use crate::report::{Outcome, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Kinds of findings, as printed by `validate`: urho-mdl/bounds-too-small, 'urho-mdl/*'; or kinds of data files, as
    /// printed by `inspect`: particle-effect
    #[arg(required_unless_present = "all", value_name = "KIND")]
    kinds: Vec<Subject>,
    /// List all kinds, one per line
    #[arg(long, conflicts_with = "kinds")]
    all: bool,
    /// Write Markdown tables, as in docs/findings.md
    #[arg(long)]
    markdown: bool,
}

/// What to explain.
#[derive(Clone, Debug)]
enum Subject {
    Findings(KindPattern),
    /// The elements and attributes that a kind of data file can have.
    Table(Kind),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Kind::from_name(text).map_or_else(|| text.parse().map(Self::Findings), |kind| Ok(Self::Table(kind)))
    }
}

impl Subject {
    fn is_of(&self, finding: &FindingKind) -> bool {
        matches!(self, Self::Findings(pattern) if pattern.matches(finding.as_str()))
    }
}

pub(crate) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let chosen = |kind: &&FindingKind| arguments.all || arguments.kinds.iter().any(|subject| subject.is_of(kind));
    let kinds: Vec<&FindingKind> = finding_kinds().into_iter().filter(chosen).collect();
    let tables = arguments.kinds.iter().filter_map(|subject| match subject {
        Subject::Table(kind) => Some(urho_resource::table(*kind).trim_start().to_owned()),
        Subject::Findings(_) => None,
    });
    let tables: Vec<String> = tables.collect();
    let text = if kinds.is_empty() {
        tables.join("\n")
    } else if arguments.markdown {
        page(&kinds) + &tables.join("\n")
    } else if arguments.all {
        kinds.iter().map(|kind| format!("{kind}: {}\n", kind.about())).collect()
    } else {
        let paragraphs = kinds.iter().map(|kind| paragraph(kind));
        paragraphs.chain(tables).collect::<Vec<_>>().join("\n")
    };
    print(&text)?;
    Ok(Outcome::Fine)
}

fn paragraph(kind: &FindingKind) -> String {
    let bold = Style::new().bold();
    let effect = kind.engine().unwrap_or_default();
    let command = kind.repair().map(|repair| format!("engine-assets convert FILE --repair {repair} -o OUT"));
    let repair = command.as_deref().into_iter().chain(kind.advice()).collect::<Vec<_>>().join("\n          ");
    format!(
        "{bold}{kind}{bold:#}\n  {}\n  effect: {effect}\n  repair: {repair}\n  ignore: engine-assets validate --ignore {kind} PATH\n",
        kind.about()
    )
}

const INTRODUCTION: &str = "\
# Findings

`engine-assets validate` and other commands report findings. The kind of a finding is stable: a later release can reword the message, but it keeps the kind.
`engine-assets explain KIND` prints one of these rows, `validate --fail-on KIND` counts findings of a kind as errors, and `validate --ignore KIND` leaves them out.

A kind begins with the crate that reports it. The severity (note, warning, error) is part of the finding, not of the kind. *Effect* says what you
see in the engine or, after a conversion, in the output. *Repair* says what to do; a first word in `code` is a value of `engine-assets convert --repair`.

This page is written by `engine-assets explain --all --markdown`.
";

/// Returns tables of these kinds, one table for each crate.
fn page(kinds: &[&FindingKind]) -> String {
    let mut text = INTRODUCTION.to_owned();
    let mut last = "";
    for kind in kinds {
        let (owner, _) = kind.as_str().split_once('/').unwrap_or_default();
        if owner != last {
            text += &format!("\n## {owner}\n\n| kind | finding | effect | repair |\n|---|---|---|---|\n");
            last = owner;
        }
        let name = kind.repair().map(|repair| format!("`{repair}`"));
        let repair = name.as_deref().into_iter().chain(kind.advice()).collect::<Vec<_>>().join(". ");
        text += &format!("| `{kind}` | {} | {} | {repair} |\n", kind.about(), kind.engine().unwrap_or_default());
    }
    text
}
