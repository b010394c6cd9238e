//! The options of commands that unpack archives.

use std::io;
use std::path::PathBuf;

use asset_unpack::UnpackOptions;
use clap::Args;

use crate::inputs::glob;
use crate::patterns::Patterns;

#[derive(Args)]
pub(crate) struct UnpackArguments {
    /// Folder to write to
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Unpack only entries that match this; a pattern without a slash matches file names in all folders
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    only: Vec<String>,
    /// Print the file names, but don't write files
    #[arg(long)]
    dry_run: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Flush all files to disk before they are renamed to their final names
    #[arg(long)]
    sync: bool,
}

impl UnpackArguments {
    pub(crate) fn options(&self) -> UnpackOptions {
        UnpackOptions::default().dry_run(self.dry_run).overwrite(self.force).sync(self.sync)
    }

    pub(crate) fn only(&self) -> io::Result<Patterns<'_>> {
        Patterns::new("--only", &self.only)
    }
}
