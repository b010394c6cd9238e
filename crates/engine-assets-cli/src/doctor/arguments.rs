//! The arguments of `doctor`.

use std::path::PathBuf;

use clap::Args;

use crate::code::CodeOptions;
use crate::inputs::Parallel;
use crate::policy::PolicyOptions;
use crate::resources::ResourceOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the project: Data, or the folder that contains it
    pub(super) project: PathBuf,
    #[command(flatten)]
    pub(super) resources: ResourceOptions,
    #[command(flatten)]
    pub(super) code: CodeOptions,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) policy: PolicyOptions,
    #[command(flatten)]
    pub(super) parallel: Parallel,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Write an HTML page with pictures
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(long, requires = "html")]
    pub(super) force: bool,
    /// Maximum number of lines per list
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    pub(super) top: usize,
}

/// The sizes above which files are reported.
#[derive(Args, Clone, Copy)]
pub(super) struct Limits {
    /// Report textures that are wider or higher than this, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 4096)]
    pub(super) max_texture: u32,
    /// Report models that have more triangles than this but no levels of detail
    #[arg(long, value_name = "COUNT", default_value_t = 20_000)]
    pub(super) max_triangles: u64,
}
