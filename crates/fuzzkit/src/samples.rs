//! The sample files that `demo` writes, a command of the command line. We created all of them in code. On every host,
//! you will get the same bytes.

mod character;
mod clearing;
mod fox;
mod gltf;
mod others;
mod pragma;
mod surface;
mod urho;
mod zed;

use std::sync::LazyLock;

/// A file that is written by `demo`.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The name relative to the folder, with `/` between its parts.
    pub name: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Returns all samples, sorted by name. You will find at least one for every format. They will only be created once.
pub fn all() -> Vec<Sample> {
    static ALL: LazyLock<Vec<Sample>> = LazyLock::new(made);
    ALL.clone()
}

fn made() -> Vec<Sample> {
    let model = character::model().to_bytes().expect("the sample can be encoded");
    let crate_model = others::crate_model();
    let (metadata, tile) = (character::METADATA.as_bytes(), others::tile());
    let document = others::document().to_bytes().expect("the sample can be encoded");
    let files: Vec<(&'static str, Vec<u8>)> = vec![
        ("Character.pak", others::package(&[("Character.mdl", &model), ("Character.xml", metadata)])),
        ("Character.txt", urho::LIST.into()),
        ("Character.xml", metadata.to_vec()),
        ("Character_Wave.ani", others::animation()),
        ("Letters.zed", zed::font()),
        ("Door.panima", pragma::ANIMATION.into()),
        ("Flag.glb", gltf::flag()),
        ("Flat.ps3", others::shader()),
        ("Materials/Character.xml", urho::MATERIAL.into()),
        ("Materials/Fox.xml", fox::MATERIAL.into()),
        ("Materials/Ground.xml", urho::GROUND.into()),
        ("Materials/Painted.xml", clearing::MATERIAL.into()),
        ("Models/Box.mdl", urho::cube()),
        ("Models/Fox.mdl", fox::model()),
        ("Models/Fox.txt", fox::LIST.into()),
        ("Models/Fox_Trot.ani", fox::animation()),
        ("Models/Island.mdl", clearing::island()),
        ("Models/Pine.mdl", clearing::pine()),
        ("Models/Stone.mdl", clearing::stone()),
        ("Animations/Gate.xml", urho::GATE.into()),
        ("Objects/Lamp.xml", urho::PREFAB.into()),
        ("Particle/Smoke.xml", urho::SMOKE.into()),
        ("Room.udm_b", document),
        ("Scenes/Camp.xml", urho::SCENE.into()),
        ("Scenes/Clearing.xml", clearing::scene()),
        ("Scripts/Start.asc", urho::script()),
        ("Smoke.pptsys", pragma::PARTICLES.into()),
        ("Techniques/DiffVCol.xml", urho::TECHNIQUE.into()),
        ("Techniques/NoTexture.xml", urho::PLAIN.into()),
        ("Techniques/NoTextureVCol.xml", clearing::TECHNIQUE.into()),
        ("Textures/Character.tga", urho::texture()),
        ("Textures/Character.xml", urho::TEXTURE.into()),
        ("Textures/Fox.tga", fox::texture()),
        ("Tiles.zed", zed::archive(&[("tile.zed", &tile)])),
        ("Turn.zed", zed::animation()),
        ("pragma/maps/yard.pmap_b", pragma::map()),
        ("pragma/maps/yard.pnav", pragma::NAVMESH.into()),
        ("pragma/materials/samples/crate.pmat", pragma::material()),
        ("pragma/models/samples/crate.pmdl_b", crate_model.clone()),
        // Names that other tests and pages use.
        ("Character.mdl", model),
        ("Crate.pmdl_b", crate_model),
        ("Tile.zed", tile),
    ];
    let mut samples: Vec<Sample> = files.into_iter().map(|(name, bytes)| Sample { name, bytes }).collect();
    samples.sort_by_key(|sample| sample.name);
    samples
}
