//! The options for side files, which contain metadata of models and animations.

use clap::Args;
use engine_assets::{Asset, SideFile};

use crate::inputs::Input;

#[derive(Args)]
pub(crate) struct SideOptions {
    /// Ignore side files (X.xml and X.json next to X.mdl)
    #[arg(long)]
    no_sidecar: bool,
}

impl SideOptions {
    /// Returns the side file of an asset, or `None` if there is none, or if the format does not have side files.
    pub(crate) fn find(&self, input: &Input, asset: &Asset<'_>) -> Option<SideFile> {
        if self.is_left_out() { None } else { input.side_file(asset) }
    }

    /// Returns `true` if side files must be ignored.
    pub(crate) fn is_left_out(&self) -> bool {
        self.no_sidecar
    }
}
