//! The options for side files, which contain metadata of models and animations.

use clap::Args;
use engine_assets::urho_core::Sidecar;
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

/// Adds the metadata to the text about an asset.
pub(crate) fn describe(sidecar: &Sidecar, text: &mut String) {
    for metadata in &sidecar.metadata {
        let (kind, value) = (metadata.value.kind().name(), self::text(&metadata.value, sidecar));
        *text += &format!("  metadata {}: {kind} {value}\n", metadata.name);
    }
}

/// Returns a value as it is written in the side file, but safe to print.
fn text(value: &engine_assets::urho_core::Variant<'_>, sidecar: &Sidecar) -> String {
    let bytes = value.to_text(sidecar.hashes).unwrap_or_default();
    engine_assets::binio::Name::from(bytes.as_slice()).to_string()
}
