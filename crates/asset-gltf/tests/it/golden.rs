//! Files written by hand from the specification, both ways.

use std::sync::Arc;

use crate::support;

use asset_gltf::asset_scene::{
    Animation, Array, Attribute, Camera, Channel, Component, Data, Environment, Fog, Id, Image, Interpolation, Light,
    LightKind, LodLevel, Material, Mesh, Node, Primitive, Projection, Property, Scene, Semantic, Skin, Sky, SkyCube,
    Source, Topology, Transform,
};
use asset_gltf::{NoFiles, ReadOptions, SceneChoice, WriteOptions, parse, write_glb, write_gltf};
use support::{glb, read, take_apart};
use testkit::{ByteBuilder, assert_bytes};

const GENERATOR: &str = concat!("engine-assets ", env!("CARGO_PKG_VERSION"));

/// A triangle with colours of three bytes; each row is padded to four bytes in the file.
fn triangle() -> (Scene<'static>, String, Vec<u8>) {
    let positions = Array::from_f32s([[0.0f32, 0.0, 0.0], [1.5, 0.0, 0.0], [0.0, 1.0, -2.0]]);
    let colors = Array { normalized: true, ..Array::from_bytes(Component::U8, 3, (1..=9).collect::<Vec<u8>>()) };
    let scene = Scene {
        name: "one".into(),
        nodes: [Node {
            name: "shown".into(),
            mesh: Some(Id::new(0)),
            transform: Transform::from_scale(2.0),
            ..Node::default()
        }]
        .into(),
        meshes: [Mesh {
            name: "triangle".into(),
            primitives: vec![Primitive {
                attributes: vec![
                    Attribute { semantic: Semantic::Position, array: Id::new(0) },
                    Attribute { semantic: Semantic::Color(0), array: Id::new(1) },
                ],
                indices: Some(Id::new(2)),
                material: Some(Id::new(0)),
                ..Primitive::default()
            }],
            ..Mesh::default()
        }]
        .into(),
        materials: [Material { name: "Materials/Stone.xml".into(), double_sided: true, ..Material::default() }].into(),
        arrays: [positions, colors, Array::from_u16s([0, 1, 2])].into(),
        ..Scene::default()
    };
    let json = format!(
        concat!(
            r#"{{"asset":{{"version":"2.0","generator":"{}"}},"scene":0,"scenes":[{{"name":"one","nodes":[0]}}],"#,
            r#""nodes":[{{"name":"shown","scale":[2.0,2.0,2.0],"mesh":0}}],"#,
            r#""meshes":[{{"name":"triangle","primitives":[{{"attributes":{{"POSITION":0,"COLOR_0":1}},"indices":2,"material":0}}]}}],"#,
            r#""materials":[{{"name":"Materials/Stone.xml","doubleSided":true}}],"#,
            r#""accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0.0,0.0,-2.0],"max":[1.5,1.0,0.0]}},"#,
            r#"{{"bufferView":1,"componentType":5121,"normalized":true,"count":3,"type":"VEC3"}},"#,
            r#"{{"bufferView":2,"componentType":5123,"count":3,"type":"SCALAR"}}],"#,
            r#""bufferViews":[{{"buffer":0,"byteLength":36,"target":34962}},"#,
            r#"{{"buffer":0,"byteOffset":36,"byteLength":12,"byteStride":4,"target":34962}},"#,
            r#"{{"buffer":0,"byteOffset":48,"byteLength":6,"target":34963}}],"#,
            r#""buffers":[{{"byteLength":56}}]}}"#,
        ),
        GENERATOR
    );
    let bin = ByteBuilder::new().f32s(&[0.0, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 1.0, -2.0]);
    let bin = bin.raw(&[1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0]).raw(&[0, 0, 1, 0, 2, 0, 0, 0]);
    (scene, json, bin.build())
}

#[test]
fn a_triangle_goes_over_and_comes_back() {
    let (scene, json, bin) = triangle();
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default().strict(true)).unwrap();
    assert!(findings.is_empty());
    assert_eq!(take_apart(&bytes), (json.clone(), bin.clone()));
    assert_bytes(&bytes, &glb(&json, &bin));
    assert_eq!(read(&bytes).unwrap(), scene);
}

#[test]
fn in_two_files_the_second_is_named() {
    let (scene, json, bin) = triangle();
    let (written, _) = write_gltf(&scene, &WriteOptions::default(), "my model.bin").unwrap();
    let json = json.replace(r#"{"byteLength":56}"#, r#"{"byteLength":56,"uri":"my%20model.bin"}"#);
    assert_eq!(String::from_utf8(written.json.clone()).unwrap(), json);
    assert_eq!(written.bin, bin);
    let files = |name: &str, most: u64| {
        assert_eq!((name, most), ("my model.bin", 56));
        Ok(bin.clone())
    };
    assert_eq!(parse(&written.json, &ReadOptions::default(), &files).unwrap().0, scene);
}

/// Positions interleaved with something else, sparse ones above others, and zeros.
#[test]
fn accessors_of_every_kind() {
    let bin = ByteBuilder::new().f32s(&[1.0, 2.0, 3.0]).u32(0xaaaa_aaaa).f32s(&[4.0, 5.0, 6.0]).u32(0xbbbb_bbbb);
    let bin = bin.u8(1).u8(0).u8(0).u8(0).f32s(&[7.0, 8.0, 9.0]);
    // A matrix of three columns of three bytes, each padded to four.
    let bin = bin.raw(&[1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0]).build();
    let json = r#"{"asset":{"version":"2.0"},
        "accessors":[
            {"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"},
            {"bufferView":0,"componentType":5126,"count":2.0,"type":"VEC3","sparse":
                {"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}},
            {"componentType":5126,"count":2,"type":"VEC3","sparse":
                {"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}},
            {"componentType":5123,"count":5,"type":"SCALAR"},
            {"bufferView":3,"componentType":5120,"count":1,"type":"MAT3"},
            {"bufferView":0,"byteOffset":12,"componentType":5125,"count":2,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":32,"byteStride":16},{"buffer":0,"byteOffset":32,"byteLength":1},
            {"buffer":0,"byteOffset":36,"byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":12}],
        "buffers":[{"byteLength":60}]}"#;
    let scene = read(&glb(json, &bin)).unwrap();
    let nines = Array::from_f32s([[7.0, 8.0, 9.0]]).dense().to_vec();
    let sparse = |rows: Vec<u32>, values: Vec<u8>, component, width, count| Array {
        component,
        width,
        normalized: false,
        count,
        data: Data::Sparse { rows, values: values.into() },
    };
    let expected = [
        Array::from_f32s([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        Array::from_f32s([[1.0, 2.0, 3.0], [7.0, 8.0, 9.0]]),
        sparse(vec![1], nines, Component::F32, 3, 2),
        sparse(vec![], vec![], Component::U16, 1, 5),
        Array::from_bytes(Component::I8, 9, (1..=9).collect::<Vec<u8>>()),
        Array::from_u32s([0xaaaa_aaaa, 0xbbbb_bbbb]),
    ];
    assert_eq!(scene.arrays, expected);
}

#[test]
fn data_in_the_uri() {
    let json = r#"{"asset":{"version":"2.0"},"accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":3}],
        "buffers":[{"byteLength":3,"uri":"data:application/octet-stream;base64,AQID"}]}"#;
    assert_eq!(read(json.as_bytes()).unwrap().arrays, [Array::from_bytes(Component::U8, 1, vec![1, 2, 3])]);
}

/// A hierarchy with a skin, morph targets, levels of detail, two scenes and unsupported members.
#[test]
fn nodes_skins_morphs_and_scenes() {
    let matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 5.0, 6.0, 7.0, 1.0];
    let bin = ByteBuilder::new().f32s(&matrix).f32s(&matrix).f32s(&[0.0; 9]).raw(&[0; 12]);
    let bin = [[1.0f32, 0.0, 0.0, 0.0]; 3].iter().fold(bin, |bytes, row| bytes.f32s(row)).build();
    let json = r#"{"asset":{"version":"2.1","minVersion":"2.0"},"scene":1,"cameras":[{}],
        "extensionsUsed":["MSFT_lod","KHR_lights_punctual"],
        "scenes":[{"nodes":[5]},{"name":"second","nodes":[0]}],
        "nodes":[
            {"name":"root","children":[1,3],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1]},
            {"name":"hip","children":[2],"rotation":[0,0,0,1]},
            {"name":"knee","translation":[0,1,0]},
            {"mesh":0,"skin":0,"extensions":{"MSFT_lod":{"ids":[4]}},
                "extras":{"engine_assets":{"lod_distances":[7.5]},"MSFT_screencoverage":[0.5,0.1]}},
            {"name":"far","mesh":0,"weights":[0.25]},
            {"name":"elsewhere","camera":0}],
        "meshes":[{"primitives":[{"mode":2,"attributes":{"POSITION":1,"WEIGHTS_0":3,"JOINTS_0":2},"targets":[{"POSITION":1}]}],
            "weights":[0.5],"extras":{"targetNames":["smile"]}}],
        "skins":[{"joints":[1,2],"inverseBindMatrices":0,"skeleton":1}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"MAT4"},
            {"bufferView":0,"byteOffset":128,"componentType":5126,"count":3,"type":"VEC3"},
            {"bufferView":0,"byteOffset":164,"componentType":5121,"count":3,"type":"VEC4"},
            {"bufferView":0,"byteOffset":176,"componentType":5126,"count":3,"type":"VEC4"}],
        "bufferViews":[{"buffer":0,"byteLength":224}],"buffers":[{"byteLength":224}]}"#;
    let (scene, findings) = parse(&glb(json, &bin), &ReadOptions::default(), &NoFiles).unwrap();
    let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let expected = [
        "note: camera 0: expected the type perspective or orthographic, found \"\"; left out (at byte 0x57)",
        "note: scene: nodes that it doesn't show are left out: 1 (at byte 0x4a)",
        "note: node 4: weights of its own for a mesh that others show too are ignored (at byte 0x26e)",
    ];
    assert_eq!(said, expected);
    let named = |name: &str, parent| Node { name: name.into(), parent, ..Node::default() };
    let moved = Transform::Trs { translation: [0.0, 1.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
    let expected = [
        Node { transform: Transform::Matrix(matrix), ..named("root", None) },
        named("hip", Some(Id::new(0))),
        Node { transform: moved, ..named("knee", Some(Id::new(1))) },
        Node {
            mesh: Some(Id::new(0)),
            skin: Some(Id::new(0)),
            lods: vec![LodLevel { node: Id::new(4), distance: Some(7.5) }],
            ..named("", Some(Id::new(0)))
        },
        Node { mesh: Some(Id::new(0)), ..named("far", None) },
    ];
    assert_eq!(scene.nodes, expected);
    assert_eq!(scene.name, "second");
    let skin = Skin {
        name: String::new(),
        joints: vec![Id::new(1), Id::new(2)],
        inverse_bind: vec![matrix; 2],
        root: Some(Id::new(1)),
    };
    assert_eq!(scene.skins, [skin]);
    let primitive = &scene.meshes[Id::new(0)].primitives[0];
    assert_eq!((primitive.topology, primitive.closed), (Topology::LineStrip, true));
    let semantics: Vec<String> = primitive.attributes.iter().map(|attribute| attribute.semantic.to_string()).collect();
    assert_eq!(semantics, ["POSITION", "WEIGHTS_0", "JOINTS_0"], "in the order of the file");
    assert_eq!(scene.meshes[Id::new(0)].morph_names, ["smile"]);
    assert_eq!(scene.meshes[Id::new(0)].morph_weights, [0.5]);
    assert_eq!(scene.arrays.len(), 3, "matrices are in the skin");

    let all = ReadOptions::default().scene(SceneChoice::AllNodes);
    assert_eq!(parse(&glb(json, &bin), &all, &NoFiles).unwrap().0.nodes.len(), 6);
    let first = ReadOptions::default().scene(SceneChoice::Number(0));
    assert_eq!(parse(&glb(json, &bin), &first, &NoFiles).unwrap().0.nodes[Id::new(0)].name, "elsewhere");
}

/// The source of a material is a text, since programs that keep `extras` of materials damage nested values. Nested values are read, too.
#[test]
fn sources_of_materials_are_text() {
    let layout = serde_json::json!({ "file": "a", "list": [null, { "b": [1.5, "c"] }] });
    let source = Source { format: "urho-material".into(), layout, original: None };
    let (mut scene, ..) = triangle();
    let id = scene.materials.push(Material { source: Some(Arc::new(source)), ..Material::named("m") });
    let last = id.index();
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (json, bin) = take_apart(&bytes);
    let mut root: serde_json::Value = serde_json::from_str(&json).unwrap();
    let ours = &mut root["materials"][last]["extras"]["engine_assets"];
    let nested: serde_json::Value = serde_json::from_str(ours.as_str().expect("a text")).unwrap();
    assert_eq!(read(&bytes).unwrap(), scene);
    *ours = nested;
    assert_eq!(read(&glb(&root.to_string(), &bin)).unwrap().materials, scene.materials);
    // As Blender writes values that it doesn't understand.
    root["materials"][last]["extras"]["engine_assets"] = "{'format': 'urho-material', 'layout': None}".into();
    assert_eq!(read(&glb(&root.to_string(), &bin)).unwrap().materials[id].source, None);
}

/// An animation, the source of the scene, and an animation without channels.
#[test]
fn animations_and_sources() {
    let source = |format: &str| Source {
        format: format.into(),
        layout: serde_json::json!({ "mask": 7 }),
        original: Some(vec![1, 2, 3, 4, 5].into()),
    };
    let (mut scene, ..) = triangle();
    let times = scene.arrays.push(Array::from_f32s([[0.25f32], [0.5]]));
    let values = scene.arrays.push(Array::from_f32s([[0.0f32, 1.0, 2.0], [3.0, 4.0, 5.0]]));
    let channel = Channel {
        node: Id::new(0),
        property: Property::Translation,
        interpolation: Interpolation::Linear,
        times,
        values,
    };
    let empty = |name: &str| Animation { name: name.into(), channels: vec![], source: Some(source("empty")) };
    scene.source = Some(source("model"));
    // The sum of the second is the smaller one.
    scene.other_sources = vec![Source { original: Some(vec![9, 9].into()), ..source("other") }];
    scene.animations = [
        empty("first"),
        Animation { name: "move".into(), channels: vec![channel], source: Some(source("animation")) },
        empty("last"),
    ]
    .into();
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(findings.len(), 2, "two animations without channels");
    let (json, _) = take_apart(&bytes);
    let root: serde_json::Value = serde_json::from_str(&json).unwrap();
    // Each file has a key of its own, because people import several into one scene.
    let extras = root["scenes"][0]["extras"].as_object().unwrap();
    let sums = [scene.source.as_ref(), scene.other_sources.first()]
        .map(|source| asset_scene::sum(source.unwrap().original.as_ref().unwrap()).replace(':', "_"));
    let keys = sums.map(|sum| format!("engine_assets_{sum}"));
    assert!(keys.iter().all(|key| extras.contains_key(key)) && keys[1] < keys[0]);
    let ours = &extras[&keys[0]];
    assert_eq!((ours["format"].as_str(), ours["layout"]["mask"].as_u64()), (Some("model"), Some(7)));
    assert_eq!(ours["original"]["size"], 5);
    assert_eq!(ours["animations"][1]["at"], 2);
    let clip = &ours["clips"][0];
    assert_eq!((&clip["name"], &clip["engine_assets"]["format"]), (&"move".into(), &"animation".into()));
    assert_eq!(root["animations"][0]["extras"], serde_json::json!({ "engine_assets": { "clip": 0 } }));
    assert_eq!(read(&bytes).unwrap(), scene);

    // Blender keeps nothing of animations but their names.
    let (_, bin) = take_apart(&bytes);
    let read_as = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = root.clone();
        change(&mut changed);
        let (scene, _) = parse(&glb(&changed.to_string(), &bin), &ReadOptions::default(), &NoFiles).unwrap();
        let own = scene.animations.iter().find(|own| !own.channels.is_empty()).unwrap();
        own.source.clone().map(|source| source.format)
    };
    let bare = |root: &mut serde_json::Value| drop(root["animations"][0].as_object_mut().unwrap().remove("extras"));
    assert_eq!(read_as(&bare).as_deref(), Some("animation"));
    // A number is enough as well, but nothing tells two clips with one name apart.
    let renamed = |root: &mut serde_json::Value| root["animations"][0]["name"] = "walk".into();
    assert_eq!(read_as(&renamed).as_deref(), Some("animation"));
    let twice = |root: &mut serde_json::Value| {
        bare(root);
        let clips = root["scenes"][0]["extras"][&keys[0]]["clips"].as_array_mut().unwrap();
        clips.push(clips[0].clone());
    };
    assert_eq!(read_as(&twice), None);

    // A damaged original is left out, and nothing else.
    let mut damaged = root.clone();
    damaged["scenes"][0]["extras"][&keys[0]]["original"]["zlib"] = "AAAA".into();
    let (_, bin) = take_apart(&bytes);
    let (back, findings) = parse(&glb(&damaged.to_string(), &bin), &ReadOptions::default(), &NoFiles).unwrap();
    let messages = findings.iter().next().unwrap();
    assert_eq!((messages.kind.as_str(), messages.path.to_string().as_str()), ("asset-gltf/stored-source", "file"));
    // This test has sorted the keys.
    let original =
        |back: Scene<'static>| back.other_sources.into_iter().find(|own| own.format == "model").unwrap().original;
    assert_eq!(back.animations, scene.animations);
    assert_eq!(original(back), None);
    // So is one that is larger than the limits allow.
    damaged["scenes"][0]["extras"][&keys[0]]["original"]["size"] = (1_u64 << 40).into();
    let (back, _) = parse(&glb(&damaged.to_string(), &bin), &ReadOptions::default(), &NoFiles).unwrap();
    assert_eq!(original(back), None);
}

#[test]
fn transforms_keep_every_bit() {
    let bits = [0x0000_0001, 0x8000_0000, 0x7f7f_ffff, 0x3eaa_aaab, 0x0080_0000].map(f32::from_bits);
    let [a, b, c, d, e] = bits;
    let scene = Scene {
        nodes: [Node {
            transform: Transform::Trs { translation: [a, b, c], rotation: [0.0, -0.0, 0.6, 0.8], scale: [d, e, 1.0] },
            ..Node::default()
        }]
        .into(),
        ..Scene::default()
    };
    let (bytes, _) = write_glb(&scene, &WriteOptions::default().strict(true)).unwrap();
    let Transform::Trs { translation, scale, .. } = read(&bytes).unwrap().nodes[Id::new(0)].transform else {
        panic!("no TRS")
    };
    assert_eq!(translation.map(f32::to_bits), [a, b, c].map(f32::to_bits));
    assert_eq!(scale.map(f32::to_bits), [d, e, 1.0].map(f32::to_bits));
}

/// Lights of all kinds and cameras of both, with all that glTF lets them say and with the least.
#[test]
fn lights_and_cameras() {
    let light = |name: &str, kind| Light { name: name.into(), kind, ..Light::default() };
    let spot = LightKind::Spot { inner: 0.25, outer: 0.5 };
    let wide = LightKind::Spot { inner: 0.0, outer: std::f32::consts::FRAC_PI_4 };
    let lights = [
        Light { color: [1.0, 0.5, 0.25], intensity: 3.5, ..light("sun", LightKind::Directional) },
        light("", LightKind::Point),
        Light { intensity: 100.0, range: Some(12.5), ..light("lamp", spot) },
        light("wide", wide),
    ];
    let perspective = |y_fov, aspect| Projection::Perspective { y_fov, aspect };
    let cameras = [
        Camera { name: "eye".into(), projection: perspective(0.75, Some(1.5)), near: 0.25, far: Some(64.0) },
        Camera { projection: perspective(1.0, None), near: 0.5, ..Camera::default() },
        Camera {
            name: "plan".into(),
            projection: Projection::Orthographic { x_mag: 4.0, y_mag: 3.0 },
            near: 0.0,
            far: Some(8.0),
        },
    ];
    let layout = serde_json::json!({ "tags": ["a"] });
    let source = Source { format: "some-engine".into(), layout, original: None };
    let nodes = [
        Node { name: "both".into(), light: Some(Id::new(2)), camera: Some(Id::new(0)), ..Node::default() },
        Node { light: Some(Id::new(2)), source: Some(Arc::new(source)), ..Node::default() },
    ];
    let scene = Scene { nodes: nodes.into(), lights: lights.into(), cameras: cameras.into(), ..Scene::default() };
    let json = format!(
        concat!(
            r#"{{"asset":{{"version":"2.0","generator":"{}"}},"extensionsUsed":["KHR_lights_punctual"],"scene":0,"scenes":[{{"nodes":[0,1]}}],"#,
            r#""nodes":[{{"name":"both","camera":0,"extensions":{{"KHR_lights_punctual":{{"light":2}}}}}},"#,
            r#"{{"extensions":{{"KHR_lights_punctual":{{"light":2}}}},"#,
            r#""extras":{{"engine_assets":"{{\"format\":\"some-engine\",\"layout\":{{\"tags\":[\"a\"]}}}}"}}}}],"#,
            r#""cameras":[{{"name":"eye","type":"perspective","perspective":{{"aspectRatio":1.5,"yfov":0.75,"zfar":64.0,"znear":0.25}}}},"#,
            r#"{{"type":"perspective","perspective":{{"yfov":1.0,"znear":0.5}}}},"#,
            r#"{{"name":"plan","type":"orthographic","orthographic":{{"xmag":4.0,"ymag":3.0,"zfar":8.0,"znear":0.0}}}}],"#,
            r#""extensions":{{"KHR_lights_punctual":{{"lights":[{{"name":"sun","type":"directional","color":[1.0,0.5,0.25],"intensity":3.5}},"#,
            r#"{{"type":"point"}},"#,
            r#"{{"name":"lamp","type":"spot","intensity":100.0,"range":12.5,"spot":{{"innerConeAngle":0.25,"outerConeAngle":0.5}}}},"#,
            r#"{{"name":"wide","type":"spot","spot":{{}}}}]}}}}}}"#,
        ),
        GENERATOR
    );
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default().strict(true)).unwrap();
    assert!(findings.is_empty());
    assert_eq!(take_apart(&bytes), (json.clone(), Vec::new()));
    let (back, findings) = parse(&glb(&json, &[]), &ReadOptions::default().check(true), &NoFiles).unwrap();
    assert_eq!(findings.iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(back, scene);
}

#[test]
fn hidden_nodes() {
    let nodes = [Node { hidden: true, ..Node::default() }, Node { name: "seen".into(), ..Node::default() }];
    let scene = Scene { nodes: nodes.into(), ..Scene::default() };
    let json = format!(
        concat!(
            r#"{{"asset":{{"version":"2.0","generator":"{}"}},"extensionsUsed":["KHR_node_visibility"],"scene":0,"scenes":[{{"nodes":[0,1]}}],"#,
            r#""nodes":[{{"extensions":{{"KHR_node_visibility":{{"visible":false}}}}}},{{"name":"seen"}}]}}"#,
        ),
        GENERATOR
    );
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default().strict(true)).unwrap();
    assert!(findings.is_empty());
    assert_eq!(take_apart(&bytes), (json.clone(), Vec::new()));
    let (back, findings) = parse(&glb(&json, &[]), &ReadOptions::default().check(true), &NoFiles).unwrap();
    assert!(findings.is_empty());
    assert_eq!(back, scene);
}

/// Invalid lights and cameras are skipped, and nothing else.
#[test]
fn lights_and_cameras_that_make_no_sense() {
    let json = r#"{"asset":{"version":"2.0"},"extensionsUsed":["KHR_lights_punctual"],
        "extensions":{"KHR_lights_punctual":{"lights":[{"type":"area"},{"type":"spot"},{"type":"point","color":"red"},{"type":"point"}]}},
        "cameras":[7,{"type":"perspective","perspective":{"yfov":1}},{"type":"orthographic"},
            {"type":"perspective","perspective":{"yfov":1,"znear":2}}],
        "nodes":[{"camera":0,"extensions":{"KHR_lights_punctual":{"light":0}}},
            {"camera":3,"extensions":{"KHR_lights_punctual":{"light":3}}},
            {"camera":9,"extensions":{"KHR_lights_punctual":{"light":9}}}]}"#;
    let (scene, findings) = parse(json.as_bytes(), &ReadOptions::default(), &NoFiles).unwrap();
    let begin = |place: &str| json.find(place).expect("a part") as u64;
    assert_eq!(findings.iter().nth(3).and_then(|finding| finding.offset), Some(begin("7,{")));
    let said = findings.iter().map(|finding| {
        let mut finding = finding.clone();
        finding.offset = None;
        finding.to_string()
    });
    let said: Vec<String> = said.collect();
    let expected = [
        "note: light 0: expected the type directional, point or spot, found \"area\"; left out",
        "note: light 1: there is no spot; left out",
        "note: light 2: invalid type: string \"red\", expected an array of length 3 at line 1 column 29; left out",
        "note: camera 0: invalid type: integer `7`, expected struct Camera at line 1 column 1; left out",
        "note: camera 1: missing field `znear` at line 1 column 46; left out",
        "note: camera 2: there is no orthographic; left out",
        "note: node 2 > light: there is no light 9; left out",
        "note: node 2 > camera: there is no camera 9; left out",
    ];
    assert_eq!(said, expected);
    let view = |node: usize| (scene.nodes[Id::new(node)].light, scene.nodes[Id::new(node)].camera);
    assert_eq!((scene.lights.len(), scene.cameras.len()), (1, 1));
    assert_eq!([view(0), view(1), view(2)], [(None, None), (Some(Id::new(0)), Some(Id::new(0))), (None, None)]);
}

/// Even light, fog and sky are in `extras` of the file: cube maps by the names of their textures, meshes by their numbers.
#[test]
fn environments_round_trip() {
    let fog = Fog { color: [0.25, 0.5, 1.0], start: 50.0, end: 150.0 };
    let images = ["Textures/px.dds", "Textures/nx.dds"].map(|file| Image {
        name: file[9..].to_owned(),
        file: Some(file.to_owned()),
        ..Image::default()
    });
    let cube = SkyCube { images: images.to_vec(), color: [1.0, 0.5, 0.0], rotation: [0.0, 1.0, 0.0, 0.0] };
    let (mut scene, ..) = triangle();
    let matrix = Transform::Matrix(std::array::from_fn(|at| at as f32));
    let skies = [None, Some(Sky::Cube(cube)), Some(Sky::Mesh { mesh: Id::new(0), transform: matrix })];
    for sky in skies {
        scene.environment = Some(Environment { ambient: [0.125, 0.0, 2.0], fog: Some(fog), sky });
        let (bytes, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
        let (json, _) = take_apart(&bytes);
        assert!(json.contains(r#""fog":{"color":[0.25,0.5,1.0],"start":50.0,"end":150.0}"#), "{json}");
        let (again, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).unwrap();
        assert_eq!(again.environment, scene.environment);
    }
    // What no float holds becomes 0, and a mesh that isn't there is no sky.
    scene.environment = Some(Environment { ambient: [f32::NAN, 0.0, f32::INFINITY], ..Environment::default() });
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (again, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).unwrap();
    assert_eq!(again.environment, Some(Environment::default()));
    let invalid =
        r#"{"asset":{"version":"2.0"},"scenes":[{"extras":{"engine_assets":{"environment":{"sky":{"mesh":7}}}}}]}"#;
    let (again, _) = parse(invalid.as_bytes(), &ReadOptions::default(), &NoFiles).unwrap();
    assert_eq!(again.environment, Some(Environment::default()));
}

/// Properties that people give nodes are kept; what this library stores in `extras` isn't among them.
#[test]
fn extras_of_nodes_are_kept() {
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2]}],"nodes":[
        {"name":"door","extras":{"health":1.5,"tags":["a",{"b":null}],"lod_distance":3,"engine_assets":"{\"format\":\"f\",\"layout\":{\"n\":1}}"}},
        {"extras":7},{"extras":{"MSFT_screencoverage":[0.5]}}]}"#;
    let (scene, _) = parse(json.as_bytes(), &ReadOptions::default(), &NoFiles).unwrap();
    let extras: Vec<serde_json::Value> = scene.nodes.iter().map(|node| node.extras.clone().into()).collect();
    let expected = serde_json::json!({ "health": 1.5, "tags": ["a", { "b": null }] });
    assert_eq!(extras, [expected.clone(), serde_json::json!({}), serde_json::json!({})]);
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (again, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).unwrap();
    assert_eq!(again.nodes, scene.nodes);
    assert_eq!(serde_json::Value::from(again.nodes[Id::new(0)].extras.clone()), expected);
    assert_eq!(again.nodes[Id::new(0)].source.as_ref().unwrap().format, "f");
}
