//! The `resolve` command, which chooses a side for each conflict.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use engine_assets::udm::Document;
use engine_assets::udm_tools::{self, Side};

use super::opened::Opened;
use super::{To, escaped, refuse};
use crate::inputs::Input;
use crate::report::{Outcome, print_error_about};

#[derive(Args)]
pub(crate) struct Resolve {
    /// The text with conflicts; - for standard input
    pub(crate) file: PathBuf,
    /// Use our value for all conflicts that are not named by --pick
    #[arg(long, conflicts_with = "theirs")]
    ours: bool,
    /// Use their value for all conflicts that are not named by --pick
    #[arg(long)]
    theirs: bool,
    /// Use one side for the conflict at this path; can be repeated
    #[arg(long, value_name = "PATH=ours|theirs")]
    pick: Vec<Pick>,
    #[command(flatten)]
    pub(crate) to: To,
}

/// The side to use for the conflict at a path.
#[derive(Clone)]
struct Pick {
    path: String,
    side: Side,
}

impl Resolve {
    /// Returns the paths given by `--pick`.
    pub(crate) fn picked(&self) -> impl Iterator<Item = &str> {
        self.pick.iter().map(|pick| pick.path.as_str())
    }

    /// Returns the side to use for the conflict at a path, or `None` if the conflict stays.
    pub(crate) fn side(&self, path: &str) -> Option<Side> {
        let picked = self.pick.iter().rev().find(|pick| pick.path == path).map(|pick| pick.side);
        let all = if self.ours { Side::Ours } else { Side::Theirs };
        picked.or_else(|| (self.ours || self.theirs).then_some(all))
    }
}

impl FromStr for Pick {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (path, side) = match text.rsplit_once('=') {
            Some((path, "ours")) => (path, Side::Ours),
            Some((path, "theirs")) => (path, Side::Theirs),
            _ => return Err("expected PATH=ours or PATH=theirs"),
        };
        Ok(Self { path: path.to_owned(), side })
    }
}

pub(crate) fn resolve(arguments: &Resolve) -> io::Result<Outcome> {
    let (input, text) = match Opened::read(Input::new(&arguments.file)) {
        Ok(read) => read,
        Err((input, error)) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    let conflicts = udm_tools::unresolved(&text);
    let mut picks: BTreeMap<&str, Side> = BTreeMap::new();
    for Pick { path, side } in &arguments.pick {
        if !conflicts.iter().any(|conflict| conflict.path == *path) {
            print_error_about(
                &input,
                &format!("no conflict at \"{}\"{}", escaped(path.as_bytes()), listed(&conflicts)),
            );
            return Ok(Outcome::Bad);
        }
        picks.insert(path, *side);
    }
    let other = match (arguments.ours, arguments.theirs) {
        (true, _) => Some(Side::Ours),
        (_, true) => Some(Side::Theirs),
        _ => None,
    };
    let resolved = udm_tools::resolve(&text, |conflict| picks.get(conflict.path.as_str()).copied().or(other));
    let left = udm_tools::unresolved(&resolved);
    if left.is_empty() {
        if let Err(error) = Document::parse(&resolved) {
            return Ok(refuse(&input, &error));
        }
    }
    if left.len() < conflicts.len() {
        arguments.to.write(&input, &resolved)?;
    }
    for conflict in &left {
        let path = escaped(conflict.path.as_bytes());
        print_error_about(&input, &format!("line {}: unresolved conflict: {path}", conflict.line));
    }
    Ok(if left.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

/// Returns the paths of conflicts as text.
fn listed(conflicts: &[udm_tools::Unresolved]) -> String {
    let paths: Vec<String> =
        conflicts.iter().map(|conflict| format!("\"{}\"", escaped(conflict.path.as_bytes()))).collect();
    if paths.is_empty() { String::new() } else { format!("; there are {}", paths.join(", ")) }
}
