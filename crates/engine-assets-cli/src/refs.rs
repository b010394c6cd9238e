//! The `refs` command, which shows the references between files.

mod list;
mod watch;
mod whole;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine_assets::graph::{Graph, GraphReader};

use crate::code::{self, CodeOptions};
use crate::report::{Outcome, print, print_error, print_message, shown, shown_text};
use crate::resources::{Lookup, ResourceOptions};

/// The output formats for the whole graph.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GraphFormat {
    /// Graphviz DOT
    Dot,
    /// One JSON object
    Json,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Resource name or path of a file: list the files that reference it
    #[arg(required_unless_present_any = ["of", "graph"])]
    name: Option<String>,
    /// List the files that this file references
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "graph"])]
    of: Option<String>,
    /// With --of: also list the files that these files reference, and so on
    #[arg(long, requires = "of")]
    deep: bool,
    /// Print all references in the project
    #[arg(long, value_name = "FORMAT", conflicts_with = "name")]
    graph: Option<GraphFormat>,
    /// Folder of the project: Data, or the folder that contains it
    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    code: CodeOptions,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
    /// Keep running and print the answer again when it changes; press Ctrl-C to stop
    #[arg(long)]
    pub(crate) watch: bool,
}

/// Runs the command. The exit status is 1 if there is no such file and no reference to it.
pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if !arguments.project.is_dir() {
        print_error(&format!("{}: not a folder", shown(&arguments.project)));
        return Ok(Outcome::Failed);
    }
    if arguments.watch {
        return watch::run(arguments, quiet);
    }
    let lookup = Lookup::new(&arguments.resources)?;
    let folders = std::slice::from_ref(&arguments.project);
    let reader = GraphReader::new(folders, &arguments.code.code, lookup.inner());
    let (graph, outcome) = code::read(reader, quiet);
    if !quiet {
        graph.unsearched().iter().for_each(|file| print_message(&file.to_string()));
    }
    let answered = match text(arguments, &graph)? {
        Some(text) => print(&text).map(|()| Outcome::Fine)?,
        None => {
            print_error(&unknown(arguments));
            Outcome::Bad
        }
    };
    Ok(outcome.max(lookup.report(true)).max(answered))
}

/// Returns the text to print, or `None` if there is no such file and no reference to it.
fn text(arguments: &Arguments, graph: &Graph) -> io::Result<Option<String>> {
    match (&arguments.name, &arguments.of, arguments.graph) {
        (_, _, Some(GraphFormat::Dot)) => Ok(Some(whole::dot(graph, &arguments.project))),
        (_, _, Some(GraphFormat::Json)) => whole::json(graph, &arguments.project).map(Some),
        (_, Some(file), None) => list::uses(arguments, graph, file),
        (name, None, None) => list::users(arguments, graph, name.as_deref().unwrap_or_default()),
    }
}

fn unknown(arguments: &Arguments) -> String {
    let name = arguments.of.as_ref().or(arguments.name.as_ref()).map_or("", String::as_str);
    let (name, project) = (shown_text(name), shown(&arguments.project));
    format!("no file and no reference in {project} is called \"{name}\"; pass --project DIR")
}
