//! Real assets, and what the engine read from them.

use std::process::ExitCode;

use pragma_asset::{Asset, Form, Kind, Limits, Map, Material, Model, NavMesh, Particles};
use testkit::assert_bytes;
use testkit::corpus::{CorpusFile, Selection, run};

fn main() -> ExitCode {
    run(&[
        ("models", Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 24), model),
        ("materials", Selection::new("udm/pragma", &["pmat"], 42), |file| {
            open::<pragma_asset::MaterialKind>(file).map(|_| ())
        }),
        ("maps", Selection::new("udm/pragma", &["pmap_b", "pmap"], 12), |file| {
            open::<pragma_asset::map::MapKind>(file).map(|_| ())
        }),
        ("nav", Selection::new("udm/pragma", &["pnav_b"], 1), |file| {
            open::<pragma_asset::navmesh::NavMeshKind>(file).map(|_| ())
        }),
        ("particles", Selection::new("udm/pragma", &["pptsys"], 6), |file| {
            open::<pragma_asset::ParticlesKind>(file).map(|_| ())
        }),
    ])
}

fn open<K: Kind>(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let asset = Asset::<K>::parse(&bytes).map_err(|error| error.to_string())?;
    for f in &asset.validate() {
        println!("F {} {f}", file.name());
    }
    Ok(())
}

fn model(file: &CorpusFile) -> Result<(), String> {
    open::<pragma_asset::model::ModelKind>(file)
}
