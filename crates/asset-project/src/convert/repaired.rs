//! Documents after the repairs that the options name.

use asset_scene::Scene;
use binio::Findings;

use super::shown::with_resources;
use super::{ConvertOptions, Input, version};
use crate::engines::{document, show_options};
use crate::{Asset, Error};

/// An input with its document as it is, or repaired.
pub(super) struct Repaired<'i, 'a> {
    input: Input<'i, 'a>,
    repaired: Option<(Asset<'a>, Findings)>,
}

impl<'i, 'a> Repaired<'i, 'a> {
    pub(super) fn new(input: &Input<'i, 'a>, options: &ConvertOptions) -> Result<Self, Error> {
        let repaired = match input.asset {
            _ if !options.repairs_anything() => None,
            Asset::UrhoMdl(model) => {
                let (model, findings) = version::repaired(model, options);
                Some((Asset::UrhoMdl(model), findings))
            }
            other => {
                return Err(Error::Refused(format!(
                    "expected {} to repair, found {}",
                    crate::Format::UrhoMdl.title(),
                    other.format().title()
                )));
            }
        };
        Ok(Self { input: *input, repaired })
    }

    /// The input, with the repaired document.
    pub(super) fn input(&self) -> Input<'_, 'a> {
        let asset = self.repaired.as_ref().map_or(self.input.asset, |(asset, _)| asset);
        Input { asset, ..self.input }
    }

    /// The scene of the document, with findings about the repairs and its side file.
    pub(super) fn to_scene(&self, options: &ConvertOptions) -> Result<(Scene<'_>, Findings), Error> {
        let (input, mut odd) = (self.input(), Findings::new());
        let Some(document) = document(&input, &mut odd)? else {
            return Err(Error::NoScene(input.asset.format()));
        };
        let mut all = self.repaired.as_ref().map_or_else(Findings::new, |(_, findings)| findings.clone());
        let show = show_options(options, input.resource);
        let shown = with_resources(options, &mut all, |resources| document.to_scene(input.name, resources, &show));
        let (scene, findings) = shown.map_err(Error::adapter)?;
        all.extend(findings);
        all.extend(odd);
        Ok((scene, all))
    }
}
