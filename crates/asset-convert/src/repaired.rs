//! Repairs documents before they are converted.

use asset_formats::{Asset, Error, Typed};
use asset_scene::Scene;
use binio::Findings;

use super::{ConvertOptions, Input, shown};

/// An input with its document, which has been repaired if the options ask for it.
pub(super) struct Repaired<'i, 'a> {
    input: Input<'i, 'a>,
    repaired: Option<(Asset<'a>, Findings)>,
}

impl<'i, 'a> Repaired<'i, 'a> {
    pub(super) fn new(input: &Input<'i, 'a>, options: &ConvertOptions) -> Self {
        let repaired = match input.asset.typed() {
            _ if !options.repairs_anything() => None,
            Typed::UrhoMdl(model) => {
                let mut model = model.clone().into_owned();
                let findings = model.repair_all(&options.changes.repairs);
                Some((Asset::new(model), findings))
            }
            _ => None,
        };
        Self { input: *input, repaired }
    }

    /// Returns the input with the repaired document.
    pub(super) fn input(&self) -> Input<'_, 'a> {
        let asset = self.repaired.as_ref().map_or(self.input.asset, |(asset, _)| asset);
        Input { asset, ..self.input }
    }

    /// Converts the document to a scene. The findings include those about the repairs and the side file.
    pub(super) fn to_scene(&self, options: &ConvertOptions) -> Result<(Scene<'_>, Findings), Error> {
        let (scene, shown) = shown::of(&self.input(), &options.shown)?;
        let mut findings = self.repaired.as_ref().map_or_else(Findings::new, |(_, findings)| findings.clone());
        findings.extend(shown);
        Ok((scene, findings))
    }
}
