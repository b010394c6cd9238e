//! Assets of the Pragma engine.

mod strategies;
mod views;

use std::marker::PhantomData;

use binio::{Error, Findings};
use pragma_asset::ik::IkRigKind;
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{
    AnimationsKind, Asset, Encoding, ErrorKind, Kind, Material, MaterialKind, ParticlesKind, ReadOptions,
};
use testkit::hostile::with_small_stack;
use testkit::{Format, laws};
use udm::Document;

pub use strategies::{any_asset, asset, map, material, model, model_document};
pub use views::look_at;

use crate::Target;
use crate::udm::Udm;

/// The fuzz target for all assets, using their type.
pub const TARGET: Target = Target { name: "pragma_asset", body, seeds };

/// The fuzz target for materials in the previous format, `.wmi`.
pub const WMI_TARGET: Target = Target { name: "pragma_wmi", body: wmi_body, seeds: wmi_seeds };

/// Applies the laws to binary assets of a given kind. Text is covered by the laws for `udm`, because it has no
/// canonical bytes.
pub struct Pragma<K>(PhantomData<K>);

impl<K: Kind> Format for Pragma<K> {
    type Document<'a> = Asset<'a, K>;
    type Kind = ErrorKind;

    // As of the document.
    const HEAP_FACTOR: usize = Udm::HEAP_FACTOR;

    fn parse(bytes: &[u8]) -> Result<Asset<'_, K>, Error<ErrorKind>> {
        let document =
            Document::parse_binary(bytes, &ReadOptions::default()).map_err(|error| error.map_kind(ErrorKind::from))?;
        Asset::from_document(document, Encoding::Binary).map_err(|error| error.at(0))
    }

    fn into_owned(asset: Asset<'_, K>) -> Asset<'static, K> {
        asset.into_owned()
    }

    fn rebuild(asset: Asset<'static, K>) -> Asset<'static, K> {
        let encoding = asset.encoding();
        Asset::from_document(Udm::rebuild(asset.document), encoding).expect("an asset of the same kind")
    }

    fn to_bytes(asset: &Asset<'_, K>) -> Result<Vec<u8>, Error<ErrorKind>> {
        asset.to_bytes()
    }

    fn encoded_len(asset: &Asset<'_, K>) -> Result<u64, Error<ErrorKind>> {
        asset.encoded_len()
    }

    fn write_to(asset: &Asset<'_, K>, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        asset.write_to(out)
    }

    fn validate(asset: &Asset<'_, K>) -> Findings {
        asset.validate()
    }

    fn blocks<'d>(asset: &'d Asset<'_, K>) -> Vec<&'d [u8]> {
        Udm::blocks(&asset.document)
    }
}

/// Checks all laws for all kinds of assets, and calls all accessors. If you write the same value, this must not have an
/// effect.
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

/// Checks that a material in the previous format can be written back byte for byte. Its document must be a valid
/// material in both encodings. If there is an error, it must be inside the file.
fn wmi_body(bytes: &[u8]) {
    let material = match with_small_stack(|| Material::from_wmi(bytes)) {
        Ok(material) => material,
        Err(error) => {
            let offset = error.offset().expect("errors say where");
            return assert!(offset <= bytes.len() as u64, "{error}");
        }
    };
    assert_eq!(material.to_bytes().expect("an unmodified material is written"), bytes);
    for (encoding, asset) in [(Encoding::Text, udm::NIL_ASSET), (Encoding::Binary, "PMAT")] {
        let mut material = material.clone();
        material.document.set_asset(asset, 1);
        material.set_encoding(encoding);
        with_small_stack(|| {
            look_at(&material);
            serde_json::to_string(&material.summary(true)).expect("a summary is JSON");
            // Content that an encoding can't store is refused.
            let Ok(written) = material.document.to_bytes() else { return };
            let again = Material::parse(&written).expect("the written file is readable");
            assert_eq!((again.shader(), again.textures()), (material.shader(), material.textures()));
            assert_eq!(again.properties().len(), material.properties().len());
        });
    }
}

fn wmi_seeds() -> Vec<Vec<u8>> {
    let texts = [
        "\"wguitextured\"\r\n{\r\n\t$texture diffuse_map \"gui/folder\"\r\n\t$float alpha_factor 0.5\r\n}",
        "// old\nwater {\n $texture normal_map \"a b/n\" $int mode 2\n $vector tint \"1 0.5 0\" $bool on 1 \"fog\" { $float end 9 } }",
        "pbr{$texture albedo_map a $texture albedo_map b $int albedo_map 1 $string base_material c}",
        "pbr{$color c \"255 0 7.65\" $vector2 d \"1 2\" $vector4 e \"1 2 3 4\" $bool f true $odd g h $float i nan $int j -9e9}",
        "a{b{c{$texture d e}}f{}}",
        "\"\"{}",
    ];
    let corners = [&b"pbr{$string a \"\xff\0\"}"[..], b"pbr{$float a", b"{}", b"\"", b"//", b""];
    texts.iter().map(|text| text.as_bytes()).chain(corners).map(<[u8]>::to_vec).collect()
}
