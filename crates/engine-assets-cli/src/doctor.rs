//! `doctor`: the state of a project on one page.

mod html;
mod survey;
mod text;

use std::io;
use std::path::PathBuf;

use clap::Args;

use self::survey::Report;
use crate::inputs::Parallel;
use crate::inspect::counted;
use crate::output;
use crate::policy::PolicyOptions;
use crate::report::{Outcome, print, print_error, print_json, print_message, shown};
use crate::resources::ResourceOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of a project, such as Data or the folder that contains it
    project: PathBuf,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    parallel: Parallel,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write an HTML page with pictures
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(long, requires = "html")]
    force: bool,
    /// Maximum number of lines per list
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    top: usize,
}

/// Sizes above which files are reported.
#[derive(Args, Clone, Copy)]
struct Limits {
    /// Report textures with more pixels across or down
    #[arg(long, value_name = "PIXELS", default_value_t = 4096)]
    max_texture: u32,
    /// Report models with more triangles and without levels of detail
    #[arg(long, value_name = "COUNT", default_value_t = 20_000)]
    max_triangles: u64,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if !arguments.project.is_dir() {
        print_error(&format!("{}: not a folder", shown(&arguments.project)));
        return Ok(Outcome::Failed);
    }
    let report = Report::of(arguments, quiet)?;
    if let Some(path) = &arguments.html {
        output::write(path, html::page(&report, arguments)?.as_bytes(), arguments.force)?;
    }
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&text::screen(&report, arguments.top))?;
    }
    if report.ignored > 0 && !quiet {
        print_message(&format!("{} ignored", counted(report.ignored as usize, "finding")));
    }
    if let Some(path) = arguments.html.as_ref().filter(|_| !quiet) {
        print_message(&format!("wrote {}", shown(path)));
    }
    Ok(report.outcome)
}
