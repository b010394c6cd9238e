//! The sample files that the command line's `demo` writes: our own work, made by code, the same to the byte on every host.

mod character;

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
    vec![
        Sample { name: "Character.mdl", bytes: model },
        Sample { name: "Character.xml", bytes: character::METADATA.as_bytes().to_vec() },
    ]
}
