//! Assets of the Pragma engine.

mod strategies;
mod views;

use std::marker::PhantomData;

use binio::{Error, Findings};
use pragma_asset::ik::IkRigKind;
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{AnimationsKind, Asset, ErrorKind, Form, Kind, MaterialKind, ParticlesKind, ReadOptions};
use testkit::hostile::with_small_stack;
use testkit::{Format, laws};
use udm::Document;

pub use strategies::{any_asset, asset, map, material, model, model_document};
pub use views::look_at;

use crate::Target;
use crate::udm::Udm;

/// The fuzz target of all assets, by their type.
pub const TARGET: Target = Target { name: "pragma_asset", body, seeds };

/// Binary assets of a kind as the laws see them. Of text the laws of `udm` hold; it has no bytes of its own to come back to.
pub struct Pragma<K>(PhantomData<K>);

impl<K: Kind> Format for Pragma<K> {
    type Document<'a> = Asset<'a, K>;
    type Kind = ErrorKind;

    // As of the document.
    const HEAP_FACTOR: usize = Udm::HEAP_FACTOR;

    fn parse(bytes: &[u8]) -> Result<Asset<'_, K>, Error<ErrorKind>> {
        let document =
            Document::parse_binary(bytes, &ReadOptions::default()).map_err(|error| error.map_kind(ErrorKind::from))?;
        Asset::from_document(document, Form::Binary).map_err(|error| error.at(0))
    }

    fn into_owned(asset: Asset<'_, K>) -> Asset<'static, K> {
        asset.into_owned()
    }

    fn rebuild(asset: Asset<'static, K>) -> Asset<'static, K> {
        let form = asset.form();
        Asset::from_document(Udm::rebuild(asset.document), form).expect("an asset of the same kind")
    }

    fn to_bytes(asset: &Asset<'_, K>) -> Result<Vec<u8>, Error<ErrorKind>> {
        asset.to_bytes()
    }

    fn encoded_len(asset: &Asset<'_, K>) -> Result<u64, Error<ErrorKind>> {
        asset.encoded_len()
    }

    fn write_to(asset: &Asset<'_, K>, out: &mut Vec<u8>) -> std::io::Result<()> {
        asset.write_to(out)
    }

    fn validate(asset: &Asset<'_, K>) -> Findings {
        asset.validate()
    }

    fn blocks<'d>(asset: &'d Asset<'_, K>) -> Vec<&'d [u8]> {
        Udm::blocks(&asset.document)
    }
}

/// Assets of every kind, held to all laws; everything that can be asked of them, and what is written as it was read changes nothing.
fn body(bytes: &[u8]) {
    laws::located::<Pragma<ModelKind>>(bytes);
    if Document::parse(bytes).is_err() {
        return;
    }
    kind::<ModelKind>(bytes);
    kind::<MaterialKind>(bytes);
    kind::<MapKind>(bytes);
    kind::<NavMeshKind>(bytes);
    kind::<ParticlesKind>(bytes);
    kind::<AnimationsKind>(bytes);
    kind::<IkRigKind>(bytes);
}

fn kind<K: Kind>(bytes: &[u8]) {
    if Pragma::<K>::parse(bytes).is_ok() {
        laws::all::<Pragma<K>>(bytes);
    }
    let Ok(asset) = Asset::<K>::parse(bytes) else { return };
    with_small_stack(|| {
        look_at(&asset);
        serde_json::to_string(&asset.summary(true)).expect("a summary is JSON");
    });
}

fn seeds() -> Vec<Vec<u8>> {
    let assets = crate::common::examples(any_asset(), 24).into_iter();
    let models = crate::common::examples(model(), 6).into_iter().map(|model| model.document);
    let maps = crate::common::examples(map(), 6).into_iter().map(|map| map.document);
    assets.chain(models).chain(maps).filter_map(|document| document.to_bytes().ok()).collect()
}
