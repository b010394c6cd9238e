//! The samples match the descriptions of the demo.

use std::path::Path;

use fuzzkit::samples;
use urho_mdl::{Model, Primitive};
use walkdir::WalkDir;

fn character() -> Vec<u8> {
    let sample = samples::all().into_iter().find(|sample| sample.name == "Character.mdl");
    sample.expect("there is a character").bytes
}

#[test]
fn the_character_has_everything_and_no_faults() {
    let bytes = character();
    let model = Model::parse(&bytes).unwrap();
    assert_eq!(model.validate().iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(model.to_bytes().unwrap(), bytes);
    assert_eq!(model.skeleton.bones.len(), 11);
    assert_eq!(
        model.morphs.iter().map(|morph| morph.name.to_text().into_owned()).collect::<Vec<_>>(),
        ["Breathe", "Smile"]
    );
    let counts = |level: usize| -> Vec<usize> {
        model.geometries.iter().map(|geometry| model.triangles(&geometry.lods[level]).count()).collect()
    };
    assert_eq!((counts(0), counts(1)), (vec![400, 80], vec![120, 24]));
    assert!(model.geometries.iter().all(|geometry| geometry.lods[0].primitive == Primitive::TRIANGLE_LIST));
    let size = model.bounds.size().unwrap();
    assert!(size.y > 1.7 && size.x > 1.4 && size.z < 0.3, "{size}");
    assert!(bytes.len() < 32 * 1024, "{} bytes", bytes.len());
}

/// Normals point away from the middle of the ring that a vertex is on, so triangles wind as they should.
#[test]
fn the_character_is_seen_from_outside() {
    let bytes = character();
    let model = Model::parse(&bytes).unwrap();
    let buffer = &model.vertex_buffers[0];
    let (positions, normals) = (buffer.positions().unwrap().to_vec(), buffer.normals().unwrap().to_vec());
    for (part, vertices) in positions.chunks(47).enumerate() {
        let center = vertices.iter().sum::<urho_mdl::glam::Vec3>() / 47.0;
        let outward =
            vertices.iter().zip(&normals[part * 47..]).filter(|(at, normal)| (**at - center).dot(**normal) > 0.0);
        assert!(outward.count() >= 45, "part {part}");
    }
}

/// The command's sample files equal the generated samples on every host, so that no sample changes unnoticed.
#[test]
fn the_sample_files_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine-assets-cli/samples");
    let samples = samples::all();
    let differ = samples.iter().filter(|one| !std::fs::read(folder.join(one.name)).is_ok_and(|file| file == one.bytes));
    assert_eq!(differ.map(|sample| sample.name).collect::<Vec<_>>(), Vec::<&str>::new());
    let files = WalkDir::new(&folder).into_iter().filter(|entry| entry.as_ref().unwrap().file_type().is_file());
    assert_eq!(files.count(), samples.len(), "a file that no code creates");
}
