//! Odd files that no program should write: reported, and skipped or refused.

use crate::support;

use std::sync::Arc;

use asset_gltf::asset_scene::{Alpha, Filter, Id, Minify, Sampler, Scene, Wrap};
use asset_gltf::{NoFiles, ReadOptions, parse, parse_at};
use support::glb;

/// Reads a glTF with these members: the scene and the findings, or the error.
fn read(members: &str) -> Result<(Scene<'static>, Vec<String>), String> {
    let json = format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#);
    let (scene, findings) =
        parse(json.as_bytes(), &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    Ok((scene, findings.iter().map(ToString::to_string).collect()))
}

/// Checks the error, without its byte offset.
#[track_caller]
fn assert_refused(members: &str, said: &str) {
    let error = read(members).map(|(_, messages)| messages).expect_err("refused");
    assert!(error.starts_with(said), "{error}");
}

/// An image of four bytes in the file, and a texture with this sampler.
fn textured(samplers: &str, texture: &str) -> String {
    format!(
        r#""images":[{{"uri":"data:image/png;base64,iVBORw0KGgo="}}],"samplers":[{samplers}],"textures":[{{"source":0{texture}}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}]"#
    )
}

fn sampler(samplers: &str, texture: &str) -> (Option<Sampler>, Vec<String>) {
    let (scene, messages) = read(&textured(samplers, texture)).expect("a scene");
    let texture = scene.materials[Id::new(0)].base_color_texture.as_ref();
    let about = messages.into_iter().filter(|messages| messages.contains("sampler")).collect();
    (texture.map(|texture| texture.sampler), about)
}

/// OpenGL codes: 10497 and two more for wrap modes, 9728 and up for filters.
#[test]
fn codes_of_samplers_are_read_and_unknown_ones_reported() {
    for (code, wrap) in [(10497, Wrap::Repeat), (33648, Wrap::Mirror), (33071, Wrap::Clamp)] {
        let (actual, messages) = sampler(&format!(r#"{{"wrapS":{code}}}"#), r#","sampler":0"#);
        let actual = actual.expect("a texture");
        assert_eq!((actual.wrap_s, actual.wrap_t, messages), (wrap, Wrap::Repeat, vec![]), "{code}");
    }
    for (code, filter, mipmaps) in [
        (9728, Filter::Nearest, None),
        (9729, Filter::Linear, None),
        (9984, Filter::Nearest, Some(Filter::Nearest)),
        (9985, Filter::Linear, Some(Filter::Nearest)),
        (9986, Filter::Nearest, Some(Filter::Linear)),
        (9987, Filter::Linear, Some(Filter::Linear)),
    ] {
        let (actual, _) = sampler(&format!(r#"{{"minFilter":{code},"magFilter":9728}}"#), r#","sampler":0"#);
        let actual = actual.expect("a texture");
        assert_eq!(
            (actual.minify, actual.magnify),
            (Some(Minify { filter, mipmaps }), Some(Filter::Nearest)),
            "{code}"
        );
    }
    for field in ["wrapS", "wrapT", "magFilter", "minFilter"] {
        let (actual, messages) = sampler(&format!(r#"{{"{field}":7}}"#), r#","sampler":0"#);
        assert_eq!(actual, Some(Sampler::default()), "{field}");
        assert!(messages[0].contains("sampler 0: 7 is no code of glTF; left out"), "{messages:?}");
    }
    let (actual, messages) = sampler("", r#","sampler":3"#);
    assert_eq!(actual, Some(Sampler::default()));
    assert!(messages[0].contains("there is no sampler 3; left out"), "{messages:?}");
}

#[test]
fn specular_glossiness() {
    let image = r#""images":[{"uri":"data:image/png;base64,iVBORw0KGgo="}],"textures":[{"source":0}]"#;
    let material = |own: &str, rough: &str| {
        let extension = format!(r#""extensions":{{"KHR_materials_pbrSpecularGlossiness":{{{own}}}}}"#);
        let required = r#""extensionsRequired":["KHR_materials_pbrSpecularGlossiness"]"#;
        let (scene, messages) =
            read(&format!(r#"{image},{required},"materials":[{{{rough}{extension}}}]"#)).expect("a scene");
        (scene.materials[Id::new(0)].clone(), messages)
    };
    let (gold, messages) = material(
        r#""diffuseFactor":[0,0,0,0.5],"specularFactor":[1,0.77,0.34],"glossinessFactor":0.75,"diffuseTexture":{"index":0}"#,
        "",
    );
    assert_eq!((gold.roughness, gold.base_color[3]), (0.25, 0.5));
    assert!(gold.metallic > 0.999, "{}", gold.metallic);
    assert!((gold.base_color[2] - 0.34).abs() < 1e-3 && gold.specular.is_none() && gold.base_color_texture.is_some());
    assert!(
        messages.len() == 1 && messages[0].starts_with("note: material 0: specular-glossiness became"),
        "{messages:?}"
    );
    let textured = r#""specularFactor":[0.5,0.5,0.5],"specularGlossinessTexture":{"index":0}"#;
    let (plain, messages) = material(textured, "");
    let specular = plain.specular.expect("colours");
    assert_eq!((plain.metallic, plain.roughness, specular.color, specular.factor), (0.0, 0.0, [12.5; 3], 1.0));
    assert!(specular.color_texture.is_some() && messages[0].contains("the glossiness of the texture is left out"));
    let rough = r#""pbrMetallicRoughness":{"roughnessFactor":0.3,"metallicRoughnessTexture":{"index":0}},"#;
    let (both, messages) = material(textured, rough);
    assert!(both.roughness == 0.3 && both.specular.is_none() && messages.is_empty(), "{messages:?}");
}

#[test]
fn images_without_base64() {
    let image = r#""images":[{"uri":"data:image/png,%89PNG%0d%0A"}]"#;
    let (scene, messages) = read(image).unwrap();
    assert_eq!((scene.images[Id::new(0)].bytes.here(), messages), (Some(&b"\x89PNG\r\n"[..]), Vec::<String>::new()));
}

#[test]
fn alpha_modes() {
    for (mode, alpha, is_told) in [
        (r#""OPAQUE""#, Alpha::Opaque, false),
        (r#""MASK""#, Alpha::Mask { cutoff: 0.5 }, false),
        (r#""BLEND""#, Alpha::Blend, false),
        (r#""GLASS""#, Alpha::Opaque, true),
    ] {
        let (scene, messages) = read(&format!(r#""materials":[{{"alphaMode":{mode}}}]"#)).expect("a scene");
        assert_eq!(scene.materials[Id::new(0)].alpha, alpha, "{mode}");
        let said = messages.iter().any(|messages| messages.contains("no alpha mode of glTF: GLASS; taken as opaque"));
        assert_eq!(said, is_told, "{mode}: {messages:?}");
    }
}

#[test]
fn attributes() {
    let mesh = |attributes: &str| format!(r#""meshes":[{{"primitives":[{{"attributes":{attributes}}}]}}]"#);
    let error = read(&mesh(r#"{"POSITION":0,"NORMAL":1,"POSITION":0}"#)).expect_err("twice");
    assert!(error.contains("duplicate attribute"), "{error}");
    let error = read(&mesh("[0]")).expect_err("no object");
    assert!(error.contains("invalid type: sequence, expected names of attributes and numbers of accessors"), "{error}");
}

/// A buffer of eight bytes, with a view of these members.
fn view(view: &str, accessor: &str) -> String {
    let uri = "data:application/octet-stream;base64,AAEAAAABAAA=";
    format!(
        r#""buffers":[{{"byteLength":8,"uri":"{uri}"}}],"bufferViews":[{{"buffer":0{view}}}],
        "accessors":[{{"bufferView":0,"componentType":5121,"count":1,"type":"SCALAR"{accessor}}}]"#
    )
}

#[test]
fn views() {
    assert!(read(&view(r#","byteLength":8,"byteStride":4,"target":34962"#, "")).is_ok());
    for (members, said) in [
        (r#","byteLength":0"#, "bufferView 0: expected at least one byte, found 0"),
        (
            r#","byteLength":8,"byteStride":2"#,
            "bufferView 0: expected a stride of 4 to 252 bytes that is a multiple of 4, found 2",
        ),
        (
            r#","byteLength":4,"byteStride":8"#,
            "bufferView 0: expected a stride that is no longer than the view, found 8",
        ),
        (r#","byteLength":8,"target":1"#, "bufferView 0: expected 34962 or 34963 as target, found 1"),
        (r#","byteLength":9"#, "bufferView 0: expected 9 bytes, found 8"),
    ] {
        assert_refused(&view(members, ""), said);
    }
    // A vector of three floats every four bytes.
    let overlapping = view(r#","byteLength":8,"byteStride":4"#, r#","type":"VEC2","componentType":5126"#);
    let overlapping = overlapping.replace(r#""componentType":5121,"count":1,"type":"SCALAR","#, r#""count":1,"#);
    assert_refused(&overlapping, "accessor 0: expected a stride that is at least an element, found 4");
}

/// Numbers that no float holds are none.
#[test]
fn transforms() {
    for node in [r#"{"translation":[1e39,0,0]}"#, r#"{"rotation":[0,0,0,-1e39]}"#, r#"{"scale":[1,1,1e39]}"#] {
        assert_refused(&format!(r#""nodes":[{node}]"#), "number out of range");
    }
}

/// Copies of a node without a mesh, and of nodes that can't have copies.
#[test]
fn copies() {
    let copied = |node: &str, more: &str| {
        let extension = r#""extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}"#;
        let floats = "AACAPwAAAEAAAEBAAACAQAAAoEAAAMBA";
        format!(
            r#""extensionsUsed":["EXT_mesh_gpu_instancing"],"nodes":[{{{node}{extension}}},{{"name":"bone"}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"}}],"bufferViews":[{{"buffer":0,"byteLength":24}}],
            "buffers":[{{"byteLength":24,"uri":"data:application/octet-stream;base64,{floats}"}}]{more}"#
        )
    };
    let (scene, messages) = read(&copied("", "")).expect("a scene");
    assert_eq!(scene.nodes.len(), 2);
    assert!(
        messages.iter().any(|messages| messages.contains("node 0: copies of no mesh are left out")),
        "{messages:?}"
    );
    let skinned = r#","skins":[{"joints":[1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;
    let (scene, messages) = read(&copied(r#""mesh":0,"skin":0,"#, skinned)).expect("a scene");
    assert_eq!(scene.nodes.len(), 2);
    let said = "copies of a mesh with bones, with morphs that move or with levels of detail are shown as one: 2";
    assert!(messages.iter().any(|messages| messages.contains(said)), "{messages:?}");
    // Infinity in the place of the first number.
    let mesh = r#","meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;
    let infinite = copied(r#""mesh":0,"#, mesh).replace("AACAPwAA", "AACAfwAA");
    let error = read(&infinite).map(|(_, messages)| messages).expect_err("refused");
    assert!(
        error.contains("EXT_mesh_gpu_instancing: expected finite numbers as places of copies, found others"),
        "{error}"
    );
}

/// Reading in parts equals reading as a whole: for files without bytes, with a truncated chunk, with a truncated image in it.
#[test]
fn files_in_parts() {
    let json = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"a"}]}"#;
    let without = glb(json, &[]);
    let mut cut = glb(json, &[1, 2, 3, 4]);
    cut.truncate(cut.len() - 9);
    let length = cut.len() as u32;
    cut[8..12].copy_from_slice(&length.to_le_bytes());
    let long = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":9}],"bufferViews":[{"buffer":0,"byteLength":9}],"images":[{"bufferView":0,"mimeType":"image/png"}]}"#;
    let none = long.replace("\"byteLength\":9", "\"byteLength\":0");
    for bytes in [without, cut, glb(long, &[1, 2, 3, 4]), glb(&none, &[1, 2, 3, 4])] {
        let whole = parse(&bytes, &ReadOptions::default(), &NoFiles).map(|(scene, _)| scene.nodes.len());
        let file: asset_gltf::asset_scene::SharedRead = Arc::new(bytes);
        let parts = parse_at(&file, &ReadOptions::default(), &NoFiles).map(|(scene, _)| scene.nodes.len());
        assert_eq!(whole.map_err(|error| error.to_string()), parts.map_err(|error| error.to_string()));
    }
}

#[test]
fn custom_properties_without_a_place_are_reported() {
    let (scene, messages) = read(
        r#""scenes":[{"nodes":[0],"extras":{"engine_assets":{}}}],"nodes":[{"mesh":0,"extras":{"kept":1}}],
        "meshes":[{"name":"Rock","primitives":[],"extras":{"targetNames":[],"hardness":3,"sound":"dull"}}],
        "materials":[{"extras":{"wet":true}}]"#,
    )
    .expect("a scene");
    assert_eq!(scene.nodes[Id::new(0)].extras.len(), 1);
    let expected = "note: extras: custom properties of anything but nodes are left out: 3, the first is \"hardness\" of mesh \"Rock\"";
    assert!(messages.iter().any(|message| message.starts_with(expected)), "{messages:?}");
    let (_, messages) = read(r#""nodes":[{"extras":{"kept":1}}]"#).expect("a scene");
    assert_eq!(messages, Vec::<String>::new());
}
