//! The reports to write: a page with pictures, and Markdown for a comment.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::compared::Compared;
use super::pictures::Photographer;
use super::{markdown, page};
use crate::output;
use crate::report::{print_message, shown};
use crate::resources::{Lookup, ResourceOptions};

#[derive(Args)]
pub(super) struct ReportOptions {
    /// Write an HTML page with pictures before and after from the same camera, changed parts in colour, and the changes
    /// in sentences
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the changes in sentences as Markdown, to use in a comment; - for standard output
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Overwrite existing reports
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    resources: ResourceOptions,
}

impl ReportOptions {
    /// Returns `true` if a report must be written.
    pub(super) fn is_asked_for(&self) -> bool {
        self.html.is_some() || self.markdown.is_some()
    }

    /// Returns an error if a report already exists. Call this first, before files are compared.
    pub(super) fn check(&self) -> io::Result<()> {
        self.html.iter().chain(&self.markdown).try_for_each(|path| output::check(path, self.force))
    }

    /// Writes the reports.
    pub(super) fn write(&self, all: &[Compared], quiet: bool) -> io::Result<()> {
        if let Some(path) = &self.html {
            let photographer = Photographer::new(Lookup::new(&self.resources)?);
            self.file(path, &page::page(all, &photographer), quiet)?;
        }
        if let Some(path) = &self.markdown {
            self.file(path, &markdown::comment(all), quiet)?;
        }
        Ok(())
    }

    fn file(&self, path: &PathBuf, text: &str, quiet: bool) -> io::Result<()> {
        output::write(path, text.as_bytes(), self.force)?;
        if !quiet && !output::is_stdout(path) {
            print_message(&format!("wrote {}", shown(path)));
        }
        Ok(())
    }
}
