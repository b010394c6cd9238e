//! One small file of each format, with all laws and all accessors: tests that run on every machine, and under Miri.

use testkit::laws::all;

/// A sample that the command line shows.
macro_rules! sample {
    ($name:literal) => {
        include_bytes!(concat!("../../../engine-assets-cli/samples/", $name)).as_slice()
    };
}

fn passes(target: fuzzkit::Target, file: &[u8]) {
    (target.body)(file);
    // An error has its way too.
    (target.body)(&file[..file.len() / 2]);
}

#[test]
fn a_small_animation_keeps_the_laws() {
    passes(fuzzkit::ani::TARGET, sample!("Character_Wave.ani"));
}

#[test]
fn scripts() {
    passes(fuzzkit::asc::TARGET, sample!("Scripts/Start.asc"));
}

#[test]
fn shaders() {
    passes(fuzzkit::shader::TARGET, sample!("Flat.ps3"));
}

#[test]
fn models() {
    passes(fuzzkit::mdl::TARGET, sample!("Models/Box.mdl"));
}

#[test]
fn packages() {
    let name = "a.txt".into();
    passes(
        fuzzkit::pak::TARGET,
        &fuzzkit::pak::package(urho_pak::Encoding::Ulz4, &[(name, b"text text text text text".to_vec())]),
    );
}

#[test]
fn materials() {
    passes(fuzzkit::material::TARGET, sample!("Materials/Character.xml"));
    passes(fuzzkit::material::TARGET, b"{\"techniques\": [{\"name\": \"a\"}], \"cull\": \"cw\"}");
}

#[test]
fn scenes() {
    passes(fuzzkit::urho_scene::TARGET, sample!("Objects/Lamp.xml"));
}

#[test]
fn documents() {
    passes(fuzzkit::udm::TARGET, sample!("Room.udm_b"));
    passes(fuzzkit::udm::TEXT_TARGET, b"$int8 a 1 // b\nlight { $vec3 p [1,2,3] }");
    passes(fuzzkit::udm_serde::TARGET, b"$string name \"a\" $uint32 count 2");
}

#[test]
fn assets() {
    passes(fuzzkit::pragma::TARGET, sample!("pragma/materials/samples/crate.pmat"));
    passes(fuzzkit::pragma::WMI_TARGET, b"pbr{$texture albedo_map a $float b 0.5}");
}

#[test]
fn files_of_zed() {
    passes(fuzzkit::zed::ANIMATION, sample!("Turn.zed"));
    passes(fuzzkit::zed::MODEL, sample!("Tile.zed"));
    passes(fuzzkit::zed::IMAGE, sample!("Tiles.zed"));
    all::<fuzzkit::zed::ZedFont>(&sample!("Letters.zed")[..200]);
}

#[test]
fn gltf() {
    let file =
        br#"{"asset":{"version":"2.0"},"nodes":[{"children":[1]},{"translation":[1,2,3]}],"scenes":[{"nodes":[0]}]}"#;
    passes(fuzzkit::gltf::TARGET, file);
}

#[test]
fn textures() {
    passes(fuzzkit::image::TARGET, include_bytes!("../../../asset-image/tests/data/bits.png"));
}
