//! The samples are what the demo says they are.

use fuzzkit::samples;
use urho_mdl::{Model, Primitive};

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

/// The same bytes on every host: a change of them has to be meant.
#[test]
fn samples_are_the_same_everywhere() {
    let hashes: Vec<(&str, String)> =
        samples::all().iter().map(|sample| (sample.name, binio::summary::sha256(&sample.bytes))).collect();
    let expected = [
        ("Character.pak", "b645ff954886e303b6925f6bfe286311c43fcb7d3e91591247b669f2fe2e99e4"),
        ("Character.mdl", "946cadac9f8015718fef6146b34dcebb3247741c657cb6dc6ccddc7313b49416"),
        ("Character.xml", "8a0ecfcf54ca8c1bd420d6b7a69fe0d602b18f7b3d79dbb115a1af4ccf4b0488"),
        ("Character_Wave.ani", "dd366f1cd220da57589c79cb95da35d8a66436c6cf86203fc24bf059bf534477"),
        ("Crate.pmdl_b", "24f7fd10e8b405368c3ce6e782a7b5fce6cf87301dbc8219aa611e8153602b20"),
        ("Flat.ps3", "2ef3a565f8ca0f7ee60521f8c5d2c08c197939d769f7bc4dcec28c58383f9514"),
        ("Room.udm_b", "24940b293fbde422d503a796dcc7a69463cb7b194af23b92fb4b24c369f349b5"),
        ("Tile.zed", "dc0335a70f55f26ab94a91bbfb1c1470d171c759daac21e05fa13216531d78af"),
    ];
    assert_eq!(hashes, expected.map(|(name, hash)| (name, String::from(hash))));
}
