//! What lies on surfaces in pictures: baked light and decals, and what mirrors a room.

use scene_urho::asset_scene::{Scene, Semantic};
use urho_scene::Document;

use crate::level::{Files, attribute, component, node};
use crate::staging::{staged, staging};

/// The attributes of a model with baked light.
const BAKED: [(&str, &str); 4] = [
    ("Model", "Model;Models/Box.mdl"),
    ("Global Illumination", "Use LightMap"),
    ("Bake Lightmap", "true"),
    ("Lightmap Scale & Offset", "0.5 0.25 0.125 0.75"),
];

fn lightmaps(names: &str) -> String {
    attribute("Lightmaps", &format!("Texture2D;{names}"))
}

fn not_shown<'s>(scene: &'s Scene<'_>) -> &'s [String] {
    &staging(scene).not_shown
}

#[test]
fn models_have_baked_light() {
    let files = Files::default().with("Models/Box.mdl", crate::level::sign()).with("b.png", "an image");
    let pipeline = component("RenderPipeline", &[]);
    let second = ("Lightmap Index", "1");
    let models = node(2, "baked", &component("StaticModel", &[&BAKED[..], &[second]].concat()))
        + &node(3, "plain", &component("StaticModel", &BAKED[..1]))
        + &node(4, "unbaked", &component("StaticModel", &[&BAKED[..2], &BAKED[3..]].concat()));
    let (scene, said) = staged(&(lightmaps("a.png;b.png") + &pipeline + &models), &files, 0.0);
    assert!(said.is_empty(), "{said:?}");
    let [(node_of_model, texture)] = staging(&scene).lightmaps.iter().collect::<Vec<_>>()[..] else { panic!() };
    assert_eq!(scene[*node_of_model].name, "baked");
    assert_eq!((scene.images[texture.image].file.as_deref(), texture.tex_coord), (Some("b.png"), 1));
    assert_eq!((texture.transform.scale, texture.transform.offset), ([0.5, 0.25], [0.125, 0.75]));
    assert!(not_shown(&scene).is_empty());
    // The first texture isn't there, and a third isn't named.
    let models = node(2, "baked", &component("StaticModel", &BAKED))
        + &node(3, "baked", &component("StaticModel", &BAKED))
        + &node(4, "baked", &component("StaticModel", &[&BAKED[..], &[("Lightmap Index", "2")]].concat()));
    let (scene, said) = staged(&(lightmaps("a.png;b.png") + &pipeline + &models), &files, 0.0);
    assert_eq!((said.len(), not_shown(&scene)), (1, &["baked light of models: 3".to_owned()][..]));
    assert!(said[0].contains("no baked light") && said[0].contains("a.png"), "{said:?}");
}

#[test]
fn baked_lights_only_light_lightmaps() {
    let light = |id: u32, mode: &str| node(id, mode, &component("Light", &[("Light Mode", mode)]));
    let content = component("RenderPipeline", &[]) + &light(2, "Realtime") + &light(3, "Mixed") + &light(4, "Baked");
    let (scene, _) = staged(&content, &Files::default(), 0.0);
    let masks: Vec<u32> = staging(&scene).lights.values().map(|light| light.mask).collect();
    assert_eq!(masks, [u32::MAX, u32::MAX, 0]);
}

/// A set with two decals: a triangle that stays, and one that is gone after 3 seconds.
fn decals() -> Vec<u8> {
    let mut bytes = vec![0, 2];
    for (timer, lifetime) in [(1.0_f32, 0.0_f32), (1.0, 3.0)] {
        bytes.extend([timer, lifetime].map(f32::to_le_bytes).concat());
        bytes.extend([3, 3]);
        for corner in 0..3 {
            let position = [corner as f32, 2.0, 3.0];
            let rest = [0.0, 1.0, 0.0, 0.25, 0.75, 1.0, 0.0, 0.0, 1.0_f32];
            bytes.extend(position.into_iter().chain(rest).flat_map(f32::to_le_bytes));
        }
        bytes.extend([0, 1, 2].map(u16::to_le_bytes).concat());
    }
    bytes
}

fn decal_set(bytes: &[u8]) -> String {
    let text: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    let attributes = [("Decals", text.join(" ")), ("Material", "Material;Materials/Splash.xml".to_owned())];
    let attributes = attributes.each_ref().map(|(name, value)| (*name, value.as_str()));
    node(2, "wall", &component("DecalSet", &attributes))
}

#[test]
fn decals_are_meshes() {
    let files = Files::default().with("Materials/Splash.xml", "<material/>");
    for (time, triangles) in [(1.0, 2), (2.0, 1)] {
        let (scene, said) = staged(&decal_set(&decals()), &files, time);
        assert!(not_shown(&scene).is_empty(), "{said:?}");
        let [decal] = staging(&scene).decals[..] else { panic!("{said:?}") };
        assert_eq!(scene[decal].parent.map(|parent| scene[parent].name.as_str()), Some("wall"));
        let primitive = &scene[scene[decal].mesh.unwrap()].primitives[0];
        assert_eq!(primitive.triangles(&scene).unwrap().count(), triangles);
        assert_eq!(scene[primitive.material.unwrap()].name, "Splash");
        // X is mirrored.
        let positions: Vec<[f32; 3]> = primitive.positions(&scene).unwrap().collect();
        assert_eq!(positions[..3], [[-0.0, 2.0, 3.0], [-1.0, 2.0, 3.0], [-2.0, 2.0, 3.0]]);
        let uvs: Vec<[f32; 2]> = primitive.tex_coords(&scene, 0).unwrap().unwrap().collect();
        assert_eq!((uvs[0], primitive.attribute(&Semantic::Tangent).is_some()), ([0.25, 0.75], false));
    }
    // Without a picture, they stay with their node.
    let file = format!(r#"<scene id="1">{}</scene>"#, decal_set(&decals()));
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = scene_adapter::ResourceReader::new(&files.0, binio::Limits::default());
    let (scene, _) =
        scene_urho::level::to_scene(&document, "level", &mut resources, &scene_urho::ShowOptions::default()).unwrap();
    assert!(scene.meshes.is_empty());
}

#[test]
fn damaged_decals_are_told() {
    let whole = decals();
    for length in 1..whole.len() {
        let (scene, said) = staged(&decal_set(&whole[..length]), &Files::default(), 1.0);
        assert!(scene.meshes.is_empty(), "{length}");
        assert!(said.iter().any(|said| said.contains("not drawn: the decals are damaged")), "{length}: {said:?}");
    }
    // Counts that no file has bytes for.
    for count in [[0xff, 0xff, 0xff, 0xff, 0], [0, 0xff, 0xff, 0xff, 0xff]] {
        let bytes = [&whole[..10], &count, &whole[12..]].concat();
        let (_, said) = staged(&decal_set(&bytes), &Files::default(), 1.0);
        assert!(said.iter().any(|said| said.contains("the decals are damaged")), "{said:?}");
    }
    // An index without a vertex.
    let mut bytes = whole.clone();
    let end = bytes.len();
    bytes[end - 2] = 3;
    let (scene, _) = staged(&decal_set(&bytes), &Files::default(), 1.0);
    let decal = staging(&scene).decals[0];
    assert_eq!(scene[scene[decal].mesh.unwrap()].primitives[0].triangles(&scene).unwrap().count(), 1);
    // Those that follow bones aren't drawn.
    let (scene, _) = staged(&decal_set(&[1, 0, 0]), &Files::default(), 1.0);
    assert_eq!(not_shown(&scene), ["DecalSet: 1"]);
}

/// In rbfx, the brightness of the background is about the ambient light alone.
#[test]
fn backgrounds_of_rbfx_add_ambient_light() {
    let faces: String = (0..6).map(|_| r#"<face name="face.png"/>"#).collect();
    let files = Files::default()
        .with("Textures/Sky.xml", format!("<cubemap>{faces}</cubemap>"))
        .with("Textures/face.png", "an image");
    let map = ("Zone Texture", "TextureCube;Textures/Sky.xml");
    let bright = ("Background Brightness", "0.5");
    let zone = |attributes: &[(&str, &str)]| {
        let dark = [("Ambient Color", "1 1 1 1"), ("Ambient Brightness", "0.5"), ("Fog Color", "0 1 0 1")];
        let zone = component("Zone", &[&dark[..], attributes].concat());
        let (scene, said) = staged(&(component("RenderPipeline", &[]) + &node(2, "zone", &zone)), &files, 0.0);
        let zone = staging(&scene).zones.first().unwrap_or_else(|| panic!("{said:?}"));
        (zone.reflection.as_ref().map(|(_, factor)| *factor), zone.background, zone.ambient)
    };
    // Brightness is a factor for the sRGB values.
    let half = 0.214_041_14;
    assert_eq!(zone(&[map]), (Some(1.0), 0.0, [half; 3]));
    assert_eq!(zone(&[map, bright]), (Some(1.0), 0.5, [half; 3]));
    assert_eq!(zone(&[map, bright, ("Is Background Static", "true")]), (Some(1.0), 0.0, [half; 3]));
    // Without a map, the background has the colour of the fog.
    assert_eq!(zone(&[bright]), (None, 0.5, [half, half + 0.5, half]));
}

#[test]
fn probes_have_rooms_if_the_pipeline_says_so() {
    let faces: String = ["a", "b", "c", "d", "e", "f"].map(|face| format!(r#"<face name="{face}.png"/>"#)).concat();
    let files = Files::default().with("Textures/Sky.xml", format!("<cubemap>{faces}</cubemap>"));
    let files = ["a", "b", "c", "d", "e", "f"]
        .into_iter()
        .fold(files, |files, face| files.with(&format!("Textures/{face}.png"), "an image"));
    let probe = [
        ("Texture", "TextureCube;Textures/Sky.xml"),
        ("Use Box Projection", "true"),
        ("Projection Box Min", "-1 -2 -3"),
        ("Projection Box Max", "4 5 6"),
    ];
    for (is_on, room) in [("true", Some([[-4.0, -2.0, -3.0], [1.0, 5.0, 6.0]])), ("false", None)] {
        let pipeline =
            component("RenderPipeline", &[("Cubemap Box Projection", is_on), ("Use Variance Shadow Maps", is_on)]);
        let (scene, said) = staged(&(pipeline + &node(2, "probe", &component("ReflectionProbe", &probe))), &files, 0.0);
        let [probe] = &staging(&scene).probes[..] else { panic!("{said:?}") };
        assert_eq!(probe.room, room);
        let expected = if is_on == "true" { &["blur of variance shadow maps".to_owned()][..] } else { &[] };
        assert_eq!(not_shown(&scene), expected);
    }
}

/// Baked probes at the corners of a tetrahedron of size 4, whose red light is 1 to 4, and 1 more towards +X.
fn probes() -> Vec<u8> {
    let floats = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let sized = |bytes: Vec<u8>| {
        let mut count = bytes.len();
        let mut all = Vec::new();
        while count > 127 {
            all.push(count as u8 | 128);
            count >>= 7;
        }
        all.push(count as u8);
        all.extend(bytes);
        all
    };
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0_f32]];
    let mut cell: Vec<u8> =
        [0, 1, 2, 3, u32::MAX, u32::MAX, u32::MAX, u32::MAX].iter().flat_map(|own| own.to_le_bytes()).collect();
    cell.extend(floats(&[0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0]));
    let light = (1..=4).flat_map(|red| {
        let mut dots = [0.0_f32; 28];
        (dots[0], dots[3]) = (1.0, red as f32);
        dots
    });
    let light: Vec<f32> = light.collect();
    let mut bytes = vec![2];
    bytes.extend(sized(floats(&corners.concat())));
    bytes.extend(sized(cell));
    bytes.extend(sized(floats(&[0.0; 12])));
    bytes.extend([1, 0, 0, 0, 1]);
    bytes.extend(sized(floats(&light)));
    bytes
}

fn probed(bytes: &[u8], position: &str) -> (Scene<'static>, Vec<String>) {
    let files = Files::default().with("Models/Box.mdl", crate::level::sign()).with("GI.bin", bytes);
    let model = component("StaticModel", &[BAKED[0], ("Global Illumination", "Blend Light Probes")]);
    let content = component("RenderPipeline", &[])
        + &component("GlobalIllumination", &[("Data File", "BinaryFile;GI.bin")])
        + &node(2, "model", &(attribute("Position", position) + &model));
    staged(&content, &files, 0.0)
}

#[test]
fn light_probes_light_models() {
    let (scene, said) = probed(&probes(), "0 0 0");
    let [(_, light)] = staging(&scene).ambients.iter().collect::<Vec<_>>()[..] else { panic!("{said:?}") };
    // The center of the model is at 0.5 0.5 0: an eighth of the way to the second and to the third probe.
    assert_eq!(light.coefficients[0], [0.75 + 0.25 + 0.375, 0.0, 0.0]);
    // X is mirrored.
    assert_eq!((light.at([-1.0, 0.0, 0.0])[0], light.at([0.0, 1.0, 0.0])[0]), (2.375, 1.375));
    assert!(not_shown(&scene).is_empty(), "{said:?}");
    // There is no cell outside of the tetrahedron.
    let (scene, _) = probed(&probes(), "9 0 0");
    assert_eq!((staging(&scene).ambients.len(), not_shown(&scene)), (0, &["light probes of models: 1".to_owned()][..]));
}

/// Beside a face of the hull, the light is that of its corners, as if they grew outwards.
#[test]
fn light_probes_light_what_is_outside_of_them() {
    let mut bytes = probes();
    // The face at x = 0: a cell with the corners 0, 2 and 3, whose cubic is t³ − 1.
    let at = 2 + 48;
    assert_eq!(bytes[at], 80);
    bytes[at] = 160;
    bytes.insert(at + 1, 1);
    let start = at + 2;
    let outer: Vec<u8> =
        [0, 3, 2, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0].iter().flat_map(|own| own.to_le_bytes()).collect();
    let matrix = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0_f32];
    let outer: Vec<u8> = outer.into_iter().chain(matrix.iter().flat_map(|number| number.to_le_bytes())).collect();
    // The neighbour of the tetrahedron opposite to the corner 1.
    bytes[start + 20..start + 24].copy_from_slice(&1_u32.to_le_bytes());
    bytes.splice(start + 80..start + 80, outer);
    let (scene, said) = probed(&bytes, "-1.5 0.5 0");
    let [light] = staging(&scene).ambients.values().collect::<Vec<_>>()[..] else { panic!("{said:?}") };
    // The center of the model is at -1 1 0: a quarter of the way from the first to the third probe.
    assert_eq!(light.coefficients[0], [0.75 + 0.75, 0.0, 0.0]);
}

#[test]
fn damaged_light_probes_are_told() {
    let whole = probes();
    for length in 0..whole.len() {
        let (scene, said) = probed(&whole[..length], "0 0 0");
        assert!(said.iter().any(|said| said.contains("no light from probes")), "{length}: {said:?}");
        assert_eq!(not_shown(&scene), ["light probes of models: 1"]);
    }
    // Corners, neighbours and numbers that lead nowhere.
    for (at, byte) in (51..whole.len()).flat_map(|at| [(at, 0xff), (at, 0)]) {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        probed(&bytes, "1 1 1");
    }
    let mut other = whole.clone();
    other[0] = 1;
    assert!(probed(&other, "0 0 0").1.iter().any(|said| said.contains("expected version 2, found 1")));
}
