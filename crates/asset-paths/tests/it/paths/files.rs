//! Values of materials, techniques, other data files, models and animations.

use asset_formats::Asset;
use asset_paths::{SetOptions, ValuePath, Values, find};

use super::{got, text};

/// A file, and an edit with the text before and after.
struct Case {
    name: &'static str,
    file: &'static str,
    path: &'static str,
    value: &'static str,
    before: &'static str,
    after: &'static str,
}

const fn case(
    name: &'static str,
    file: &'static str,
    (path, value): (&'static str, &'static str),
    (before, after): (&'static str, &'static str),
) -> Case {
    Case { name, file, path, value, before, after }
}

const MATERIAL: &str = "<material>\n\t<!-- wet -->\n\t<technique name=\"Techniques/Diff.xml\" quality=\"1\" />\n\t<texture unit=\"diffuse\" name=\"Textures/A.dds\"/>\n\t<parameter name=\"MatDiffColor\" value=\"1 1 1 1\" />\n\t<parameter name='Roughness' value='0.50'/>\n\t<cull value=\"cw\" />\n</material>\n";
const JSON: &str = "{\n  \"techniques\": [ { \"name\": \"Techniques/Diff.xml\" } ],\n  \"textures\": { \"diffuse\": \"A.dds\" },\n  \"shaderParameters\": { \"Roughness\": \"0.50\", \"Flag\": { \"type\": \"Bool\", \"value\": \"true\" } },\n  \"renderorder\": 128, \"cull\": \"ccw\"\n}\n";
const TECHNIQUE: &str = "<technique vs=\"LitSolid\" ps=\"LitSolid\">\n\t<pass name=\"base\" />\n\t<pass name=\"alpha\" blend=\"alpha\" depthwrite=\"false\" /> <!-- glass -->\n</technique>\n";
const TEXTURE: &str = "<texture>\n\t<address coord=\"u\" mode=\"wrap\" />\n\t<mipmap enable=\"false\" />\n</texture>\n";
const EFFECT: &str = "<particleeffect>\n\t<material name=\"Materials/Smoke.xml\" /> <!-- soft -->\n\t<numparticles value=\"20\" />\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />\n\t<colorfade color=\"0 0 0 0\" time=\"1\" />\n</particleeffect>\n";
const UI: &str = "<element>\n\t<element type=\"Text\">\n\t\t<attribute name=\"Name\" value=\"HUD\" />\n\t\t<attribute name=\"Position\" value=\"10 20\" />\n\t</element>\n</element>\n";

const CASES: &[Case] = &[
    case("M.xml", MATERIAL, ("parameters/Roughness", "0.2"), ("'0.50'", "'0.2'")),
    case("M.xml", MATERIAL, ("parameters/MatDiffColor", "1 0 0 1"), ("1 1 1 1", "1 0 0 1")),
    case(
        "M.xml",
        MATERIAL,
        ("techniques[0]", "Techniques/NoTexture.xml"),
        ("Techniques/Diff.xml", "Techniques/NoTexture.xml"),
    ),
    case("M.xml", MATERIAL, ("techniques[0]/quality", "2"), ("quality=\"1\"", "quality=\"2\"")),
    case("M.xml", MATERIAL, ("textures/diffuse", "Textures/B.dds"), ("A.dds", "B.dds")),
    case("M.xml", MATERIAL, ("cull", "none"), ("\"cw\"", "\"none\"")),
    case(
        "M.xml",
        MATERIAL,
        ("fill", "wireframe"),
        ("<cull value=\"cw\" />", "<cull value=\"cw\" />\n\t<fill value=\"wireframe\" />"),
    ),
    case("M.json", JSON, ("parameters/Roughness", "0.2"), ("0.50", "0.2")),
    case("M.json", JSON, ("parameters/Flag", "false"), ("true", "false")),
    case("M.json", JSON, ("render_order", "130"), ("128", "130")),
    case("M.json", JSON, ("cull", "none"), ("ccw", "none")),
    case("M.json", JSON, ("textures/diffuse", "B.dds"), ("A.dds", "B.dds")),
    case("M.json", JSON, ("techniques[0]", "T.xml"), ("Techniques/Diff.xml", "T.xml")),
    case("T.xml", TECHNIQUE, ("passes/alpha/blend", "addalpha"), ("blend=\"alpha\"", "blend=\"addalpha\"")),
    case("T.xml", TECHNIQUE, ("vs", "Unlit"), ("vs=\"LitSolid\"", "vs=\"Unlit\"")),
    case(
        "T.xml",
        TECHNIQUE,
        ("passes[0]/depthwrite", "false"),
        ("name=\"base\" ", "name=\"base\" depthwrite=\"false\" "),
    ),
    case("P.xml", TEXTURE, ("address/u", "clamp"), ("wrap", "clamp")),
    case("P.xml", TEXTURE, ("mipmaps", "true"), ("false", "true")),
    case("P.xml", TEXTURE, ("filter", "nearest"), ("\n</texture>", "\n\t<filter mode=\"nearest\" />\n</texture>")),
    case("E.xml", EFFECT, ("numparticles", "50"), ("\"20\"", "\"50\"")),
    case("E.xml", EFFECT, ("material", "Materials/Fire.xml"), ("Smoke", "Fire")),
    case("E.xml", EFFECT, ("colorfade[1]/time", "2"), ("time=\"1\"", "time=\"2\"")),
    case("U.xml", UI, ("children/HUD/Position", "1 2"), ("10 20", "1 2")),
    case("L.txt", "Materials/A.xml\r\n Materials/B.xml\r\n", ("materials[0]", "Materials/C.xml"), ("A.xml", "C.xml")),
];

fn parsed<'a>(name: &str, file: &'a [u8]) -> Asset<'a> {
    Asset::parse(file, Some(name.as_ref())).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn only_the_named_value_changes_and_back_are_the_first_bytes() {
    for Case { name, file, path, value, before, after } in CASES {
        let mut asset = parsed(name, file.as_bytes());
        let path = path.parse().unwrap();
        let options = SetOptions::default();
        let edited = asset.set_values(&path, value, &options).unwrap_or_else(|error| panic!("{name} {path}: {error}"));
        let changed = String::from_utf8(asset.to_bytes().unwrap()).unwrap();
        assert_eq!(changed, file.replacen(before, after, 1), "{name} {path}");
        match &edited[0].before {
            Some(text) => asset.set_values(&path, text, &options).unwrap(),
            None => asset.remove_values(&path, &[]).unwrap(),
        };
        assert_eq!(String::from_utf8(asset.to_bytes().unwrap()).unwrap(), *file, "{name} {path} and back");
    }
}

#[test]
fn every_value_of_a_file_is_found_by_its_own_path() {
    for Case { name, file, .. } in CASES {
        let asset = parsed(name, file.as_bytes());
        for (path, value) in got(&asset, "**").unwrap() {
            assert_eq!(got(&asset, &path).unwrap(), [(path.clone(), value)], "{name}");
        }
    }
}

#[test]
fn wrong_values_of_every_format_are_errors() {
    let plain = SetOptions::default();
    for (name, file, path, value, expected) in [
        ("M.xml", MATERIAL, "cull", "never", "none, ccw, cw"),
        ("M.xml", MATERIAL, "parameters/MatDiffColor", "1 1", "four numbers"),
        ("M.xml", MATERIAL, "parameters/Shine", "1", "there is no such part"),
        ("T.xml", TECHNIQUE, "passes/alpha/blend", "mix", "premulalpha"),
        ("P.xml", TEXTURE, "filter", "best", "trilinear"),
        ("E.xml", EFFECT, "numparticles", "many", "an integer"),
        ("E.xml", EFFECT, "colorfade[7]", "1", "there is no such part"),
    ] {
        let mut asset = parsed(name, file.as_bytes());
        let error = asset.set_values(&path.parse().unwrap(), value, &plain).unwrap_err().to_string();
        assert!(error.contains(expected), "{name} {path}: {error}");
        assert_eq!(asset.to_bytes().unwrap(), file.as_bytes(), "{name} {path}");
    }
}

#[test]
fn named_values_are_created_and_removed() {
    let create = SetOptions::default().create(true);
    let mut material = parsed("M.xml", MATERIAL.as_bytes());
    material.set_values(&"parameters/Metallic".parse().unwrap(), "0.5", &create).unwrap();
    material.set_values(&"textures/normal".parse().unwrap(), "N.dds", &create).unwrap();
    assert_eq!(text(&material, "parameters/Metallic"), "0.5");
    assert_eq!(text(&material, "textures/normal"), "N.dds");
    material.remove_values(&"parameters/Metallic".parse().unwrap(), &[]).unwrap();
    material.remove_values(&"textures/normal".parse().unwrap(), &[]).unwrap();
    assert_eq!(material.to_bytes().unwrap(), MATERIAL.as_bytes());
    assert!(material.set_values(&"textures/nose".parse().unwrap(), "N.dds", &create).is_err());
    material.insert_value(&"techniques".parse().unwrap(), "T.xml").unwrap();
    assert_eq!(text(&material, "techniques[1]"), "T.xml");
}

#[test]
fn values_are_created_only_where_conditions_hold() {
    for (condition, is_created) in [
        ("Roughness=0.5", true),
        ("Roughness=0.9", false),
        ("Nowhere=1", false),
        ("/cull=cw", true),
        ("/cull=none", false),
    ] {
        let options = SetOptions::default().create(true).only(condition.parse().unwrap());
        let mut material = parsed("M.xml", MATERIAL.as_bytes());
        let edited = material.set_values(&"parameters/Metallic".parse().unwrap(), "0.5", &options).unwrap();
        assert_eq!(edited.len(), usize::from(is_created), "{condition}");
        assert_eq!(material.to_bytes().unwrap() != MATERIAL.as_bytes(), is_created, "{condition}");
    }
}

#[test]
fn created_names_of_resources_need_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("N.dds"), b"").unwrap();
    let resources = std::sync::Arc::new(asset_project::Resources::new().folder(folder.path()).unwrap());
    let options = SetOptions::default().create(true).resources(Some(resources));
    for (name, file) in [("M.xml", MATERIAL), ("M.json", JSON)] {
        let mut material = parsed(name, file.as_bytes());
        // Another name of the unit too.
        for path in ["textures/normal", "textures/norm"] {
            let error = material.set_values(&path.parse().unwrap(), "Nowhere.dds", &options).unwrap_err();
            assert_eq!(error.to_string(), format!("{path}: no resource \"Nowhere.dds\"; similar names: N.dds"));
        }
        material.set_values(&"parameters/Metallic".parse().unwrap(), "0.5", &options).unwrap();
        material.remove_values(&"parameters/Metallic".parse().unwrap(), &[]).unwrap();
        assert_eq!(material.to_bytes().unwrap(), file.as_bytes());
        material.set_values(&"textures/normal".parse().unwrap(), "N.dds", &options).unwrap();
        assert_eq!(text(&material, "textures/normal"), "N.dds");
    }
}

#[test]
fn lists_lose_items() {
    for (name, file, path, gone) in [
        ("T.xml", TECHNIQUE, "passes/base", "\n\t<pass name=\"base\" />"),
        ("E.xml", EFFECT, "colorfade[0]", "\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />"),
        ("U.xml", UI, "children/HUD/Position", "\n\t\t<attribute name=\"Position\" value=\"10 20\" />"),
    ] {
        let mut asset = parsed(name, file.as_bytes());
        asset.remove_values(&path.parse().unwrap(), &[]).unwrap();
        assert_eq!(String::from_utf8(asset.to_bytes().unwrap()).unwrap(), file.replace(gone, ""), "{path}");
    }
}

#[test]
fn lists_get_items_and_lose_them_again() {
    let fade = "\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />";
    assert!(EFFECT.contains(fade));
    let next = EFFECT.split(fade).nth(1).unwrap();
    for (path, value, item, after) in [
        (
            "colorfade[0]",
            "1 0 0 1",
            "colorfade[0]",
            EFFECT.replace(fade, &format!("\n\t<colorfade color=\"1 0 0 1\" />{fade}")),
        ),
        ("texanim", "0 0 1 1", "texanim[0]", String::new()),
        ("sizefade", "1", "", String::new()),
    ] {
        let mut asset = parsed("E.xml", EFFECT.as_bytes());
        let inserted = asset.insert_value(&path.parse().unwrap(), value);
        // No engine reads such an element.
        if item.is_empty() {
            assert!(inserted.is_err(), "{path}");
            assert_eq!(asset.to_bytes().unwrap(), EFFECT.as_bytes());
            continue;
        }
        inserted.unwrap_or_else(|error| panic!("{path}: {error}"));
        if !after.is_empty() {
            assert_eq!(String::from_utf8(asset.to_bytes().unwrap()).unwrap(), after, "{next}");
        }
        asset.remove_values(&item.parse().unwrap(), &[]).unwrap_or_else(|error| panic!("{item}: {error}"));
        assert_eq!(String::from_utf8(asset.to_bytes().unwrap()).unwrap(), EFFECT, "{path} and back");
    }
    let mut layout = parsed("U.xml", UI.as_bytes());
    layout.insert_value(&"children[0]".parse().unwrap(), "Button").unwrap();
    let text = String::from_utf8(layout.to_bytes().unwrap()).unwrap();
    assert!(text.contains("<element type=\"Button\" />"), "{text}");
    layout.remove_values(&"children[0]".parse().unwrap(), &[]).unwrap();
    assert_eq!(layout.to_bytes().unwrap(), UI.as_bytes());
}

#[test]
fn animations_get_tracks_and_keys() {
    let sample = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character_Wave.ani").unwrap();
    let mut animation = parsed("Character_Wave.ani", &sample.bytes);
    let mut insert = |path: &str, value: &str| animation.insert_value(&path.parse().unwrap(), value).map(drop);
    insert("tracks", "Hat").unwrap();
    insert("tracks/Hat/keys", "0.5").unwrap();
    insert("tracks/Hat/keys", "2").unwrap();
    insert("tracks/Hat/keys[1]", "1").unwrap();
    for (path, value, expected) in [
        ("tracks/Hat/keys", "1.5", "insert before tracks/Hat/keys[2]"),
        ("tracks/Hat/keys[0]", "3", "leave the position out"),
        ("tracks/Hat/keys", "soon", "a time in seconds"),
        ("tracks/Hat/keys", "NaN", "a time in seconds"),
        ("tracks", "Hat", "there is a track"),
    ] {
        let error = insert(path, value).unwrap_err().to_string();
        assert!(error.contains(expected), "{path} {value}: {error}");
    }
    let times = |animation: &Asset<'_>| -> Vec<String> {
        got(animation, "tracks/Hat/keys/*/time").unwrap().into_iter().map(|(_, text)| text).collect()
    };
    assert_eq!(times(&animation), ["0.5", "1", "2"]);
    assert_eq!(text(&animation, "tracks/Hat/keys[1]/rotation"), "1 0 0 0");
    let bytes = animation.to_bytes().unwrap();
    assert_eq!(times(&parsed("Character_Wave.ani", &bytes)), ["0.5", "1", "2"]);
    animation.remove_values(&"tracks/Hat".parse().unwrap(), &[]).unwrap();
    assert_eq!(animation.to_bytes().unwrap(), sample.bytes);
}

/// Sets values of a binary file and sets them back.
fn there_and_back(name: &str, edits: &[(&str, &str)]) {
    let sample = fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).unwrap();
    let mut asset = parsed(name, &sample.bytes);
    for (path, value) in edits {
        let path: ValuePath = path.parse().unwrap();
        let before = text(&asset, &path.to_string());
        asset.set_values(&path, value, &SetOptions::default()).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(text(&asset, &path.to_string()), *value, "{path}");
        assert_ne!(asset.to_bytes().unwrap(), sample.bytes, "{path}");
        asset.set_values(&path, &before, &SetOptions::default()).unwrap();
        assert_eq!(asset.to_bytes().unwrap(), sample.bytes, "{path} and back");
    }
}

#[test]
fn models_and_animations_are_edited() {
    there_and_back(
        "Character.mdl",
        &[
            ("geometries[0]/lods[0]/distance", "12.5"),
            ("bones[1]/parent", "7"),
            ("bones[1]/position", "1 2 3"),
            ("bones[1]/rotation", "0 1 0 0"),
            ("bones[1]/scale", "2 2 2"),
            ("bones[1]/name", "Nose"),
            ("bones[1]/offset_matrix", "1 0 0 1 0 1 0 2 0 0 1 3"),
            ("geometries[0]/lods[0]/index_count", "3"),
            ("bounds/min", "-9 -9 -9"),
            ("bounds/max", "9 9 9"),
        ],
    );
    let edits = [("length", "3.5"), ("tracks[0]/keys[1]/time", "0.7"), ("tracks[0]/name", "Nose")];
    there_and_back("Character_Wave.ani", &edits);
}

/// Values of formats that are only read: file, path, and text.
const READ: &[(&str, &str, &str)] = &[
    ("Character.pak", "entries/Character.mdl/size", "25879"),
    ("Flag.glb", "meshes[0]/primitives[0]/vertices", ""),
    ("Letters.zed", "glyphs[2]/char", "90"),
    ("Turn.zed", "joints[1]/position", "0.0 1.0 0.0"),
    ("Tile.zed", "width", ""),
];

#[test]
fn formats_that_are_only_read_have_paths_too() {
    let samples = fuzzkit::samples::all();
    for (name, path, text) in READ {
        let sample = samples.iter().find(|sample| sample.name == *name).unwrap();
        let mut asset = parsed(name, &sample.bytes);
        let all = find(&asset.part().unwrap(), &"**".parse().unwrap()).unwrap();
        let values: Vec<String> =
            all.iter().filter(|found| found.part.value().is_some()).map(|found| found.path.clone()).collect();
        drop(all);
        if text.is_empty() {
            assert!(!values.is_empty(), "{name}");
            continue;
        }
        let root = asset.part().unwrap();
        let found = find(&root, &path.parse().unwrap()).unwrap_or_else(|error| panic!("{name}: {error}; {values:?}"));
        assert_eq!(found[0].part.value().unwrap().text(), *text, "{name}: {path}");
        drop((found, root));
        let error = asset.set_values(&path.parse().unwrap(), text, &SetOptions::default()).unwrap_err().to_string();
        assert!(error.contains("can't be set"), "{error}");
        assert!(asset.remove_values(&path.parse().unwrap(), &[]).is_err());
        assert!(asset.insert_value(&path.parse().unwrap(), "1").is_err());
        assert_eq!(asset.to_bytes().unwrap(), sample.bytes);
    }
}

#[test]
fn nodes_and_materials_of_gltf_are_compared() {
    use asset_paths::{DiffOptions, diff};
    let sample = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Flag.glb").unwrap();
    let old = parsed("Flag.glb", &sample.bytes);
    let Some(mut document) = parsed("Flag.glb", &sample.bytes).into_owned().downcast::<asset_formats::GltfDocument>()
    else {
        panic!("a scene")
    };
    let node = document.scene.nodes.iter_mut().find(|node| !node.name.is_empty()).unwrap();
    let name = node.name.clone();
    node.transform = asset_scene::Transform::from_translation([7.0, 8.0, 9.0]);
    document.scene.materials.iter_mut().take(1).for_each(|material| material.roughness = 0.125);
    let changes = diff(&old, &asset_formats::Asset::new(document), &DiffOptions::default()).unwrap();
    let has = |end: &str, new: &str| {
        changes.iter().any(|change| change.path.ends_with(end) && change.new.as_deref() == Some(new))
    };
    assert!(has(&format!("{name}/translation"), "7 8 9"), "{changes:?}");
    assert!(has("/roughness", "0.125"), "{changes:?}");
}
