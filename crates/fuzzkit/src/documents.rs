//! Tests writers with documents that were generated from the bytes of the fuzzer. This will reach code that you would
//! rarely reach with raw bytes.

use binio::Findings;
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{AnimationsKind, Kind, MaterialKind, ParticlesKind};
use proptest::strategy::Strategy;
use testkit::{Format, laws};
use urho_scene::{Document, Encoding, Engine, Scene, WriteOptions};

use crate::Target;
use crate::common::chosen;
use crate::pragma::Pragma;

/// The fuzz target for writers. The first byte is the number of a format, followed by the bytes from which the document
/// is generated.
pub const TARGET: Target = Target { name: "documents", body, seeds };

/// Writes a document that was generated from these bytes, and reads the result.
type Writer = fn(&[u8]);

/// All formats for which a document can be written.
const WRITERS: &[Writer] = &[
    |bytes| holds::<crate::mdl::Mdl<true>>(crate::mdl::model(), bytes),
    |bytes| with(crate::ani::animation(), bytes, crate::ani::inverse),
    |bytes| holds::<crate::pak::Pak>(crate::pak::layout(), bytes),
    |bytes| with(crate::shader::shader(), bytes, crate::shader::inverse),
    |bytes| with(crate::asc::module(), bytes, |module| crate::asc::body(&crate::asc::inverse(module.clone()))),
    |bytes| holds::<crate::udm::Udm>(crate::udm::document(), bytes),
    |bytes| with(crate::udm::document(), bytes, crate::udm::by_way_of_text),
    pragma::<ModelKind>,
    pragma::<MaterialKind>,
    pragma::<MapKind>,
    pragma::<NavMeshKind>,
    pragma::<ParticlesKind>,
    pragma::<AnimationsKind>,
    |bytes| holds::<crate::zed::ZedModel>(crate::zed::model(), bytes),
    |bytes| holds::<crate::zed::ZedAnimation>(crate::zed::animation(), bytes),
    |bytes| holds::<crate::zed::ZedFont>(crate::zed::font(), bytes),
    |bytes| holds::<crate::zed::ZedImage>(crate::zed::image(), bytes),
    |bytes| with(crate::gltf::scene(), bytes, laws::inverse::<crate::gltf::Gltf>),
    |bytes| with(crate::gltf::any_scene(), bytes, laws::inverse::<crate::gltf::Gltf>),
    |bytes| with(crate::urho_scene::scene(Engine::Urho3d), bytes, forms),
    |bytes| with(crate::urho_scene::scene(Engine::U3d), bytes, forms),
    |bytes| with(crate::urho_scene::scene(Engine::Rbfx), bytes, forms),
    |bytes| with(crate::image::texture(), bytes, |texture| laws::all::<crate::image::Texture>(&texture.bytes)),
];

fn body(bytes: &[u8]) {
    let Some((which, bytes)) = bytes.split_first() else { return };
    if let Some(writer) = WRITERS.get(usize::from(*which) % WRITERS.len()) {
        writer(bytes);
    }
}

/// Runs `check` on the document that is generated from the bytes.
fn with<S: Strategy>(strategy: S, bytes: &[u8], check: impl FnOnce(&S::Value)) {
    if let Some(document) = chosen(&strategy, bytes) {
        check(&document);
    }
}

/// Checks that the document can be written and read back. Its bytes must obey all laws.
fn holds<F: Format>(strategy: impl Strategy<Value = F::Document<'static>>, bytes: &[u8]) {
    let Some(document) = chosen(&strategy, bytes) else { return };
    laws::inverse::<F>(&document);
    if let Ok(written) = F::to_bytes(&document) {
        laws::all::<F>(&written);
    }
}

fn pragma<K: Kind>(bytes: &[u8]) {
    holds::<Pragma<K>>(crate::pragma::asset::<K>(), bytes);
}

/// Checks that a scene is written without losses, in every form that is able to store it.
fn forms(scene: &Scene<'static>) {
    for encoding in Encoding::ALL {
        let Ok((document, _)) = Document::from_scene(scene.clone(), encoding, &WriteOptions::default()) else {
            continue;
        };
        let _: Findings = document.validate();
        laws::all::<crate::urho_scene::Any>(&document.to_bytes().expect("a generated document is writable"));
    }
}

/// Returns two seeds for each format.
fn seeds() -> Vec<Vec<u8>> {
    (0..WRITERS.len() as u8).flat_map(|which| [vec![which, 1, 2, 3, 4], vec![which; 16]]).collect()
}
