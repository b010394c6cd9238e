//! The samples match the descriptions of the demo.

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
        ("Character.mdl", "946cadac9f8015718fef6146b34dcebb3247741c657cb6dc6ccddc7313b49416"),
        ("Character.pak", "b645ff954886e303b6925f6bfe286311c43fcb7d3e91591247b669f2fe2e99e4"),
        ("Character.txt", "720d54492041ebd9c791fb069f0e4fdd2d2ea560f16c7a0438f9e32291b66d28"),
        ("Character.xml", "8a0ecfcf54ca8c1bd420d6b7a69fe0d602b18f7b3d79dbb115a1af4ccf4b0488"),
        ("Character_Wave.ani", "dd366f1cd220da57589c79cb95da35d8a66436c6cf86203fc24bf059bf534477"),
        ("Crate.pmdl_b", "24f7fd10e8b405368c3ce6e782a7b5fce6cf87301dbc8219aa611e8153602b20"),
        ("Door.panima", "2612cd0a885b84f4340650201fc099cdb868766dc10990f65162458d239c950b"),
        ("Flag.glb", "8262c2db13f4e4bfdec3b0f7a690809d78e3ed31fae885cb84327592c57b57cb"),
        ("Flat.ps3", "2ef3a565f8ca0f7ee60521f8c5d2c08c197939d769f7bc4dcec28c58383f9514"),
        ("Letters.zed", "3b1bcc6267da17ce8da9209eb281f84e35131fb3cff7a87e7b82929ff97329c0"),
        ("Materials/Character.xml", "927bddf138f88063db75516bf66177866736889979ca56883ac141c663b89bfd"),
        ("Materials/Fox.xml", "eb25debc536c9b657d76bf1bb61a904e0b2b20d95b47345f5b11e6d601028916"),
        ("Materials/Ground.xml", "9608460164e4e4944a26fa57426d58dc1ec9760b665e824ad9b958e38b63da2a"),
        ("Materials/Painted.xml", "f4243c4e854111ef9aa55ccd0d6706a856ea811715be16ea6c65619ef0e4ed55"),
        ("Models/Box.mdl", "7c42bdd8db405324e5a51feb2149f1fc2c368626d629aca11c8fbda15f02fa57"),
        ("Models/Fox.mdl", "c6a64e2eff36970969df49f100527ab9cdbdc1da89c1cb0680a7610472e4e01e"),
        ("Models/Fox.txt", "8c3c24ba78e75ee8573b1ad1c8fc9ac91c456c39c5287abd3493e27d02e7c376"),
        ("Models/Fox_Trot.ani", "9febf9e74d10c5112c35e7c235d41adac62946ce5ce206d2ab14b360a2772b33"),
        ("Models/Island.mdl", "00effb62aebe6587cce00e1fcd16777a0d8bb923e5a39dfb29ad4bacb4b8c36e"),
        ("Models/Pine.mdl", "5b12971d5cea4fba60cc3b3963e99bb041b0a4b416716a4e5186293d24bd1861"),
        ("Models/Stone.mdl", "5d1f9b09f830ef19535b54e9598029587a0cbe7a544b31fa6dba6c6af514e9e3"),
        ("Objects/Lamp.xml", "a2ac3bde26612b7013edfd72a1db44f228bd5fd50202d26a5091952c90b5dd36"),
        ("Room.udm_b", "24940b293fbde422d503a796dcc7a69463cb7b194af23b92fb4b24c369f349b5"),
        ("Scenes/Camp.xml", "d800d92485cc16a045d3cd9b08735eb82b59453f74d32db8ba6dd74b98dc82db"),
        ("Scenes/Clearing.xml", "2e631699cf680b7b0ede3f4237e5fef744fed6b2480bc6eb017a0d537fb91e6e"),
        ("Scripts/Start.asc", "b4fd3e1e46142db1623c4a6321de3fb4c8551934c591469b659ee16495a106f3"),
        ("Smoke.pptsys", "a44a2d3d1234c5bbd9c048f89eb4c91b002b89d3bdf11125fdb9d49cd6ce9ba9"),
        ("Techniques/DiffVCol.xml", "e18ce08bd960f0cf4c275d080512038843b69498ef04828689d72c2cfbb56d72"),
        ("Techniques/NoTexture.xml", "1d38b76ab9aba384591d349eafac0d847298668beb044fe940f777efe40fb76c"),
        ("Techniques/NoTextureVCol.xml", "3aeb406f0700835ca059debbc7ed962eef19ba0641f4ac4827cb8290245b9955"),
        ("Textures/Character.tga", "b02b25d94ed33446667be312fdd51a6727c8ba2a689ba652982325b66b22697b"),
        ("Textures/Character.xml", "afe346042c02df9191df67d15f5dfd57acf562cfc4bf628915637cf058a0d0ef"),
        ("Textures/Fox.tga", "b3a1b7ffb72e9f14721c9defc032806a6421efebd50b14b067fbbef22fa5e681"),
        ("Tile.zed", "dc0335a70f55f26ab94a91bbfb1c1470d171c759daac21e05fa13216531d78af"),
        ("Tiles.zed", "30e9aeb52c019264d6b1131f8318c03b05fc63350c3305291a16e6d3ffb71db7"),
        ("Turn.zed", "b9b140aff3b1e8d154267de5f8b20699dcd3225f706d6bfdb32151ad7b1a3efe"),
        ("pragma/maps/yard.pmap_b", "12ba68abba92643028c03b4a2aedc88f02785447966859a004ec4a5557643a13"),
        ("pragma/maps/yard.pnav", "ccca0288135df2f0895b64d14ae9abb6d02a14276805b61bff2a7ad4ca437d6e"),
        ("pragma/materials/samples/crate.pmat", "bde1f07973d5329c9ad5dbebb8111fbc412e4f33c1c42847ed34dcf48443d4d8"),
        ("pragma/models/samples/crate.pmdl_b", "24f7fd10e8b405368c3ce6e782a7b5fce6cf87301dbc8219aa611e8153602b20"),
    ];
    assert_eq!(hashes, expected.map(|(name, hash)| (name, String::from(hash))));
}
