//! Folders with code that may name files of a project, for commands that search references.

use std::path::PathBuf;

use clap::Args;
use engine_assets::graph::{Graph, GraphReader};
use rayon::prelude::*;

use crate::report::{Meter, Outcome, print_error};

#[derive(Args, Default)]
pub(crate) struct CodeOptions {
    /// Also search this folder with scripts or source code for file names; can be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) code: Vec<PathBuf>,
}

/// Reads the files that a reader lists, using all cores, and returns the graph. Folders that can't be listed are
/// reported.
pub(crate) fn read(mut reader: GraphReader<'_>, quiet: bool) -> (Graph, Outcome) {
    let outcome = report_errors(&mut reader);
    let sources = reader.take();
    let progress = Meter::files(sources.len(), quiet);
    let read = |source| {
        let references = reader.references(&source);
        progress.add(1);
        references
    };
    let references = Vec::from(sources).into_par_iter().map(read).collect();
    drop(progress);
    (reader.finish(references), outcome)
}

/// Prints an error for each folder that could not be listed.
pub(crate) fn report_errors(reader: &mut GraphReader<'_>) -> Outcome {
    let errors = reader.take_errors();
    errors.iter().for_each(|error| print_error(error));
    if errors.is_empty() { Outcome::Fine } else { Outcome::Failed }
}
