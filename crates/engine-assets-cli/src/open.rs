//! The options for opening a file.

use clap::Args;
use engine_assets::{Asset, Error, Hint};

use crate::engine::EngineOptions;
use crate::inputs::Input;

#[derive(Args)]
pub(crate) struct OpenOptions {
    /// If a file has no known signature, read it as a model from before March 2011. It must parse to the end
    #[arg(long)]
    bare_2011: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

impl OpenOptions {
    /// Parses `bytes`, using these options.
    pub(crate) fn parse<'a>(&self, input: &Input, bytes: &'a [u8]) -> Result<Asset<'a>, Error> {
        let asset = input.asset(bytes).and_then(|asset| self.engine.read(asset));
        if self.bare_2011 && matches!(asset, Err(Error::Unknown { .. })) {
            let options = engine_assets::OpenOptions::default().bare_2011(true);
            let model = Asset::parse_as_with(Hint::BareModel.format(), bytes, &options);
            // The name says that it is a model: the reason why it is none.
            let is_named_model = input.named && matches!(asset, Err(Error::Unknown { hint: Some(Hint::BareModel) }));
            return if is_named_model { model } else { model.or(asset) };
        }
        asset
    }
}
