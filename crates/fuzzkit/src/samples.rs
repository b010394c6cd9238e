//! The sample files that the command line's `demo` writes: our own work, made by code, the same to the byte on every host.

mod character;
mod others;

/// A file that `demo` writes.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// All samples.
pub fn all() -> Vec<Sample> {
    let model = character::model().to_bytes().expect("the sample can be encoded");
    let metadata = character::METADATA.as_bytes().to_vec();
    vec![
        Sample {
            name: "Character.pak",
            bytes: others::package(&[("Character.mdl", &model), ("Character.xml", &metadata)]),
        },
        Sample { name: "Character.mdl", bytes: model },
        Sample { name: "Character.xml", bytes: metadata },
        Sample { name: "Character_Wave.ani", bytes: others::animation() },
        Sample { name: "Crate.pmdl_b", bytes: others::crate_model() },
        Sample { name: "Flat.ps3", bytes: others::shader() },
        Sample { name: "Room.udm_b", bytes: others::document().to_bytes().expect("the sample can be encoded") },
        Sample { name: "Tile.zed", bytes: others::tile() },
    ]
}
