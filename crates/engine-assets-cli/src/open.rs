//! Opening a file, as the options say.

use clap::Args;
use engine_assets::urho_mdl::{Model, ReadOptions};
use engine_assets::{Asset, Error};

use crate::engine::EngineOptions;
use crate::inputs::Input;

#[derive(Args)]
pub(crate) struct OpenOptions {
    /// Read files without a known signature as models from before March 2011, if they parse to the end
    #[arg(long)]
    bare_2011: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

impl OpenOptions {
    /// The document in `bytes`.
    pub(crate) fn parse<'a>(&self, input: &Input, bytes: &'a [u8]) -> Result<Asset<'a>, Error> {
        let asset = input.asset(bytes).and_then(|asset| self.engine.read(asset));
        if self.bare_2011 && matches!(asset, Err(Error::Unknown { .. })) {
            let options = ReadOptions::default().bare_2011(true);
            return Model::parse_with(bytes, &options).map(Asset::UrhoMdl).or(asset);
        }
        asset
    }
}
