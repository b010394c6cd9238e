//! Offsets of findings: the paths name the keys of the file, so that each finding leads to its own bytes.

use pragma_asset::binio::FindingKind;
use pragma_asset::kinds::{HIT_GROUP_UNKNOWN, INDEX_OUT_OF_BOUNDS, REFERENCE_OUT_OF_BOUNDS};
use pragma_asset::{Encoding, Map, Model, Particles};

/// The parts of a model that lead nowhere. The text of each begins the part that its finding is about.
const MODEL: &str = r#"$string assetType "PMDL"
$uint32 assetVersion 1
assetData {
    meshGroups { reference { $uint32 index 0 $array meshes [element;1][{ $array subMeshes [element;2][{ $string assetType "PMESH" $uint32 assetVersion 1 assetData {} },{
        $string assetType "PMESH" $uint32 assetVersion 1 assetData { $uint32 skinMaterialIndex 7 $array indices [uint16;3][0,1,2] }
    }] }] } }
    $array hitboxes [element;2][{ $uint32 bone 70 $string hitGroup "Head" },{ $string hitGroup "Nose" $uint16 bone 71 }]
    $array collisionMeshes [element;1][{ $string assetType "PCOL" $uint32 assetVersion 1 assetData {
        $uint32 bone 72 $array triangles [uint16;3][0,1,2] } }]
    $array baseMeshGroups [uint32;1][73]
    bodyGroups { helmet { $array meshGroups [uint32;1][74] } }
    $array lods [element;1][{ $array meshGroupReplacements [element;1][{ $uint32 source 75 $uint32 target 0 }] }]
    $array skins [element;1][{ $array materials [uint32;1][76] }]
    $array attachments [element;1][{ $uint32 bone 77 }]
    $array objectAttachments [element;1][{ $int32 attachment 78 }]
    flexes { smile { $uint32 morphTargetAnimation 79 } }
    $array joints [element;1][{ $uint32 parentBone 80 $uint32 childBone 81 }]
    metaRig { $string assetType "PMRIG" $uint32 assetVersion 1 assetData { $array blendShapes [element;1][{ $uint32 flexControllerId 82 }] } }
}"#;

/// Returns the offset of the only place with this text.
fn at(text: &str, part: &str) -> u64 {
    let places: Vec<usize> = text.match_indices(part).map(|(place, _)| place).collect();
    assert_eq!(places.len(), 1, "{part}");
    places[0] as u64
}

#[test]
fn findings_of_texts_are_at_their_parts() {
    let model = Model::parse(MODEL.as_bytes()).unwrap();
    let findings = model.validate();
    let wanted: &[(&FindingKind, &str, &str)] = &[
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 skinMaterialIndex 7", "7 of"),
        (INDEX_OUT_OF_BOUNDS, "$array indices", "0 vertices"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 bone 70", "70 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint16 bone 71", "71 of"),
        (HIT_GROUP_UNKNOWN, "{ $string hitGroup \"Nose\"", "Nose"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 bone 72", "72 of"),
        (INDEX_OUT_OF_BOUNDS, "$array triangles", "0 vertices"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 source 75", "75 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$array materials [uint32;1][76]", "76 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 bone 77", "77 of"),
        (REFERENCE_OUT_OF_BOUNDS, "{ $int32 attachment 78", "78 of"),
        (REFERENCE_OUT_OF_BOUNDS, "smile {", "79 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$array baseMeshGroups", "73 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$array meshGroups [uint32;1][74]", "74 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 parentBone 80", "80 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 childBone 81", "81 of"),
        (REFERENCE_OUT_OF_BOUNDS, "$uint32 flexControllerId 82", "82 of"),
    ];
    for (kind, part, value) in wanted {
        let offset = Some(at(MODEL, part));
        let found = findings.iter().any(|one| one.kind == *kind && one.message.contains(value) && one.offset == offset);
        assert!(found, "{part} at {offset:?}: {findings:#?}");
    }
}

/// In binary files too: the value's bytes are at the offset.
#[test]
fn findings_of_binaries_are_at_their_values() {
    let mut model = Model::parse(MODEL.as_bytes()).unwrap();
    model.set_encoding(Encoding::Binary);
    let bytes = model.to_bytes().unwrap();
    let model = Model::parse(&bytes).unwrap();
    let findings = model.validate();
    for value in [7_u32, 70, 72, 75, 77, 80, 81, 82] {
        let said = format!("{value} of ");
        let one = findings.iter().find(|one| one.message.starts_with(&said)).unwrap();
        let offset = usize::try_from(one.offset.unwrap()).unwrap();
        // A value follows the byte of its type, where it isn't an item of an array of one type.
        assert!(bytes[offset..offset + 5].windows(4).any(|four| four == value.to_le_bytes()), "{one}: {offset:#x}");
    }
}

#[test]
fn findings_of_other_assets_are_at_their_parts() {
    let map = "$string assetType \"PMAP\" $uint32 assetVersion 2 assetData { $array materials [string;2][\"a\",\"Upper\"] \
               $array entities [element;2][{ $string className \"light\" },{ $uint32 spare 1 }] }";
    let parsed = Map::parse(map.as_bytes()).unwrap();
    let offsets: Vec<Option<u64>> = parsed.validate().iter().map(|one| one.offset).collect();
    assert_eq!(offsets, [Some(at(map, "{ $uint32 spare")), Some(at(map, "$array materials"))]);
    let particles = "$string assetType \"PPTSYSCOLLECTION\" $uint32 assetVersion 1 assetData { particleSystemDefinitions { \
                     smoke { $string assetType \"PPTSYS\" $uint32 assetVersion 1 assetData { keyValues { $string material m } \
                     $array children [element;1][{ $string type \"smoke\" }] } } } }";
    let parsed = Particles::parse(particles.as_bytes()).unwrap();
    let offsets: Vec<Option<u64>> = parsed.validate().iter().map(|one| one.offset).collect();
    assert_eq!(offsets, [Some(at(particles, "{ $string type"))]);
}
