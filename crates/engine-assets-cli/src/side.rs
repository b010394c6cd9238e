//! Side files: metadata beside models and animations.

use clap::Args;
use engine_assets::binio::Findings;
use engine_assets::urho_ani::Version;
use engine_assets::urho_core::Sidecar;
use engine_assets::{Asset, SideFile, side_file};
use serde::Serialize;

use crate::inputs::Input;

#[derive(Args)]
pub(crate) struct SideOptions {
    /// Leave X.xml and X.json beside X.mdl alone
    #[arg(long)]
    no_sidecar: bool,
}

impl SideOptions {
    /// The side file of an asset, if its format has any and there is one.
    pub(crate) fn find(&self, input: &Input, asset: &Asset<'_>) -> Option<SideFile> {
        let length = match asset {
            Asset::UrhoAni(animation) => Some(animation.length),
            Asset::UrhoMdl(_) => None,
            _ => return None,
        };
        if self.no_sidecar || input.is_stdin() {
            return None;
        }
        if !input.is_in_package() {
            return side_file(input.path(), length);
        }
        let mut beside = ["xml", "json"].into_iter().map(|extension| input.beside(extension));
        beside.find_map(|beside| Some(SideFile::parse(beside.path(), beside.read().ok()?, length)))
    }
}

/// What a side file adds to the JSON of an asset.
#[derive(Serialize)]
pub(crate) struct SideJson {
    /// Only where the summary of the asset doesn't say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    has_metadata: Option<bool>,
    metadata: Vec<MetadataJson>,
}

#[derive(Serialize)]
struct MetadataJson {
    name: String,
    r#type: &'static str,
    value: String,
}

impl SideJson {
    pub(crate) fn new(sidecar: &Sidecar, asset: &Asset<'_>) -> Self {
        let metadata = sidecar.metadata.iter().map(|metadata| MetadataJson {
            name: metadata.name.to_text().into_owned(),
            r#type: metadata.value.kind().name(),
            value: text(&metadata.value, sidecar),
        });
        let said = matches!(asset, Asset::UrhoAni(_));
        Self { has_metadata: (!said).then_some(!sidecar.metadata.is_empty()), metadata: metadata.collect() }
    }
}

/// The animation with the tracks that rbfx, which reads no others but `UAN2`, adds from its side file; what is unusual about these goes to
/// `findings`. `None` if there is nothing to add.
pub(crate) fn merged<'a>(asset: &Asset<'a>, sidecar: &Sidecar, findings: &mut Findings) -> Option<Asset<'a>> {
    let Asset::UrhoAni(animation) = asset else { return None };
    if sidecar.other.is_empty() || !matches!(animation.version, Version::Uan2(_)) {
        return None;
    }
    let mut animation = animation.clone();
    match animation.merge_sidecar(sidecar) {
        Ok(odd) => findings.extend(odd),
        Err(error) => findings.warning("side file", error.to_string()),
    }
    Some(Asset::UrhoAni(animation))
}

/// Adds the metadata to the screen of an asset.
pub(crate) fn describe(sidecar: &Sidecar, text: &mut String) {
    for metadata in &sidecar.metadata {
        let (kind, value) = (metadata.value.kind().name(), self::text(&metadata.value, sidecar));
        *text += &format!("  metadata {}: {kind} {value}\n", metadata.name);
    }
}

/// A value as the side file writes it, safe to print.
fn text(value: &engine_assets::urho_core::Variant<'_>, sidecar: &Sidecar) -> String {
    let bytes = value.to_text(sidecar.hashes).unwrap_or_default();
    engine_assets::binio::Name::from(bytes.as_slice()).to_string()
}
