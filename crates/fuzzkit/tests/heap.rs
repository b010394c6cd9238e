//! Law 4, metered: a test binary of its own with a single test, since the meter counts for the whole process.

use fuzzkit::ani::{self, Ani};
use fuzzkit::asc::Asc;
use fuzzkit::gltf::Gltf;
use fuzzkit::image::Texture;
use fuzzkit::material::{self, Lists, Materials, Techniques, Textures};
use fuzzkit::mdl::Mdl;
use fuzzkit::pak::Pak;
use fuzzkit::pragma::Pragma;
use fuzzkit::shader::{self, Ushd};
use fuzzkit::udm::{Udm, UdmText};
use fuzzkit::urho_scene::{Any, Packed};
use fuzzkit::zed::{ZedAnimation, ZedFont, ZedImage, ZedModel};
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use testkit::corpus::Selection;
use testkit::hostile::{mutations, sample, truncations, with_words};
use testkit::laws::{Format, frugal};
use testkit::meter::Meter;

#[global_allocator]
static HEAP: Meter = Meter;

/// Maximum number of versions of each seed, per kind of change; `cargo xtask soak` runs all of them.
const CHANGES: usize = 24;

/// Every seed, cut and with numbers made enormous, then all real and hostile files.
fn check<F: Format>(target: &fuzzkit::Target, files: &Selection) {
    let seeds = (target.seeds)();
    mutations(&seeds, 200).for_each(|changed| frugal::<F>(&HEAP, &changed));
    for seed in seeds {
        frugal::<F>(&HEAP, &seed);
        let step = sample(seed.len(), CHANGES);
        truncations(&seed).step_by(step).for_each(|cut| frugal::<F>(&HEAP, cut));
        for word in [u32::MAX, 0x0010_0000, 1000] {
            with_words(&seed, word).step_by(step).for_each(|(_, changed)| frugal::<F>(&HEAP, &changed));
        }
    }
    for file in files.files().into_iter().flatten() {
        frugal::<F>(&HEAP, &file.bytes());
    }
}

#[test]
fn parsing_takes_heap_in_proportion_to_the_input() {
    check::<Mdl<true>>(&fuzzkit::mdl::TARGET, &Selection::new("urho", &["mdl"], 118));
    check::<Pak>(&fuzzkit::pak::TARGET, &Selection::new("urho", &["pak"], 22));
    let shaders = Selection::new("urho/shader-from-spec", &["vs2", "vs3", "ps3", "vs4", "ps4", "hs5", "cs5"], 10);
    check::<Ushd<{ shader::ANY }>>(&fuzzkit::shader::TARGET, &shaders);
    let scenes = Selection::new("rbfx-written/scenes", &["xml", "json", "bin"], 87);
    check::<Any>(&fuzzkit::urho_scene::TARGET, &scenes);
    check::<Packed>(&fuzzkit::urho_scene::TARGET, &Selection::new("urho-scene/engine-written/Scenes", &["bin"], 3));
    check::<Ani<{ ani::ANY }>>(&fuzzkit::ani::TARGET, &Selection::new("urho", &["ani"], 69));
    check::<Asc<0>>(&fuzzkit::asc::TARGET, &Selection::new("urho", &["asc"], 29));
    for bytes in fuzzkit::asc::heavy() {
        assert!(Asc::<3>::parse(&bytes).is_ok(), "a heavy script is a good one");
        frugal::<Asc<3>>(&HEAP, &bytes);
    }
    check::<Gltf>(&fuzzkit::gltf::TARGET, &Selection::new("gltf", &["glb", "gltf"], 346));
    for bytes in fuzzkit::gltf::heavy() {
        assert!(Gltf::parse(&bytes).is_ok(), "a heavy file is a good one");
        frugal::<Gltf>(&HEAP, &bytes);
    }
    check::<Texture>(&fuzzkit::image::TARGET, &Selection::new("pragma-scene", &["dds", "ktx"], 62));
    let scenes = Selection::new("urho-scene", &["xml", "json", "txt"], 532);
    check::<Materials>(&material::TARGET, &scenes);
    check::<Techniques>(&material::TARGET, &scenes);
    check::<Textures>(&material::TARGET, &scenes);
    check::<Lists>(&material::TARGET, &scenes);
    check::<ZedModel>(&fuzzkit::zed::MODEL, &Selection::new("zed", &["zed"], 66));
    check::<ZedAnimation>(&fuzzkit::zed::ANIMATION, &Selection::new("zed", &["zed"], 66));
    check::<ZedFont>(&fuzzkit::zed::FONT, &Selection::new("zed/font", &["zedf"], 7));
    check::<ZedImage>(&fuzzkit::zed::IMAGE, &Selection::new("zed/font", &["zedf"], 7));
    check::<Pragma<ModelKind>>(&fuzzkit::pragma::TARGET, &Selection::new("udm/pragma", &["pmdl_b"], 23));
    check::<Pragma<MapKind>>(&fuzzkit::pragma::TARGET, &Selection::new("udm/pragma", &["pmap_b"], 10));
    check::<Pragma<NavMeshKind>>(&fuzzkit::pragma::TARGET, &Selection::new("udm/pragma", &["pnav_b"], 1));
    check::<Udm>(&fuzzkit::udm::TARGET, &Selection::new("udm/hostile", &["bin"], 80));
    check::<UdmText>(&fuzzkit::udm::TEXT_TARGET, &Selection::new("udm/grammar/cases", &["udm"], 334));
}
