//! Invalid input: errors contain the problem and its place.

use crate::support;

use std::sync::Arc;

use asset_gltf::asset_scene::{Id, ImageBytes, Scene, SharedRead};
use asset_gltf::{ErrorKind, Folder, NoFiles, ReadOptions, Resolver, WriteOptions, parse, parse_at, write_glb};
use support::{glb, read};
use testkit::ByteBuilder;
use testkit::hostile::{truncations, with_small_stack, with_words};

/// Returns the error for a `.gltf` with these members. Its offset must lead to a value.
fn said(members: &str) -> String {
    let json = format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#);
    let Err(error) = read(json.as_bytes()) else { return "fine".to_owned() };
    let message = error.to_string();
    let Some(offset) = error.offset() else { return message };
    let before = json[..offset as usize].trim_end();
    let is_json = matches!(error.kind(), ErrorKind::Json(_));
    assert!(is_json || before.ends_with(['[', ',', ':']), "{message}: {before}");
    message.trim_end_matches(&format!(" (at byte {offset:#x})")).to_owned()
}

/// A mesh of the first accessor.
const DRAWN: &str = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;

/// Returns the error for a view of four bytes, and these `accessors`.
fn said_of_accessors(accessors: &str) -> String {
    let buffer = r#""buffers":[{"byteLength":4,"uri":"data:application/octet-stream;base64,AAEAAA=="}],"bufferViews":[{"buffer":0,"byteLength":4}]"#;
    said(&format!(r#"{buffer},"accessors":[{accessors}]"#))
}

#[test]
fn broken_containers_are_refused() {
    let good = glb(r#"{"asset":{"version":"2.0"}}"#, &[1, 2, 3, 4]);
    assert!(read(&good).is_ok());
    let said = |bytes: &[u8]| read(bytes).map(|_| ()).unwrap_err();
    for cut in truncations(&good) {
        let error = said(cut);
        assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}");
    }
    for (_, changed) in with_words(&good, u32::MAX) {
        let _ = read(&changed);
    }
    assert_eq!(said(b"").to_string(), "expected \"glTF\", found other bytes (at byte 0x0)");
    let version = ByteBuilder::new().raw(b"glTF").u32(1).u32(12).build();
    assert_eq!(
        said(&version).to_string(),
        "expected a file for readers of glTF 2.0, found version \"1\" (at byte 0x4)"
    );
    // Below 12, at which others panic.
    let length = ByteBuilder::new().raw(b"glTF").u32(2).u32(4).build();
    assert_eq!(said(&length).to_string(), "the file's length differs from the length in its header (at byte 0x8)");
    let chunk = ByteBuilder::new().raw(b"glTF").u32(2).u32(20).u32(0xffff_fffc).raw(b"JSON").build();
    assert_eq!(said(&chunk).to_string(), "chunk 0: expected 4294967292 bytes, found 0 (at byte 0x14)");
    let unaligned = ByteBuilder::new().raw(b"glTF").u32(2).u32(22).u32(2).raw(b"JSON{}").build();
    assert_eq!(said(&unaligned).to_string(), "chunk 0: the length of a chunk isn't a multiple of 4 (at byte 0xc)");
    let bin_first = ByteBuilder::new().raw(b"glTF").u32(2).u32(20).u32(0).raw(b"BIN\0").build();
    assert_eq!(said(&bin_first).to_string(), "the first chunk isn't the JSON (at byte 0xc)");
}

#[test]
fn json() {
    let error = read(b"{\"asset\":\n{\"version\":2}}").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Json(_)), "{error}");
    assert_eq!(error.offset(), Some(22));
    assert!(said(r#""nodes":[{"mesh":-1}]"#).contains("invalid value: integer `-1`"));
    assert!(said(r#""nodes":[{"mesh":0.5}]"#).contains("floating point `0.5`"));
    assert!(read(b"[]").is_err() && read(b"{}").is_err() && read(b"\xef\xbb\xbf{}").is_err() && read(b"null").is_err());
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    let deep = format!(
        r#"{{"asset":{{"version":"2.0"}},"extras":{0},"nodes":[{{"extras":{0}}}]}}"#,
        String::from_utf8(deep).unwrap()
    );
    with_small_stack(|| assert!(read(deep.as_bytes()).is_ok(), "what isn't ours is skipped, however deep"));
    let deep = deep.replace(r#""extras":["#, r#""extras":{"engine_assets":["#);
    with_small_stack(|| drop(read(deep.as_bytes())));
}

#[test]
fn accessors() {
    let of = said_of_accessors;
    assert_eq!(of(r#"{"bufferView":0,"componentType":5121,"count":4,"type":"SCALAR"}"#), "fine");
    assert_eq!(
        of(r#"{"bufferView":0,"componentType":5121,"count":5,"type":"SCALAR"}"#),
        "accessor 0: expected 5 bytes, found 4"
    );
    assert_eq!(
        of(r#"{"bufferView":1,"componentType":5121,"count":5,"type":"SCALAR"}"#),
        "accessor 0 > bufferView: there is no bufferView 1"
    );
    assert_eq!(
        of(r#"{"bufferView":0,"componentType":5126,"count":18446744073709551615,"type":"MAT4"}"#),
        "accessor 0: exceeded the limit of expanded bytes"
    );
    assert_eq!(
        of(r#"{"componentType":5126,"count":4000000000,"type":"MAT4"}"#),
        "accessor 0: exceeded the limit of expanded bytes"
    );
    assert_eq!(
        of(r#"{"componentType":5126,"count":0,"type":"SCALAR"}"#),
        "accessor 0: expected at least one element, found 0"
    );
    assert_eq!(
        of(r#"{"componentType":5124,"count":1,"type":"SCALAR"}"#),
        "accessor 0: expected a component type of glTF, found 5124"
    );
    let invalid = r#"{"componentType":5121,"count":1,"type":"VEC5"}"#;
    assert_eq!(of(invalid), "fine", "nobody uses it");
    assert_eq!(said(&format!(r#""accessors":[{invalid}],{DRAWN}"#)), "accessor 0: expected a type of glTF, found VEC5");
    assert_eq!(
        of(r#"{"componentType":5121,"byteOffset":4,"count":1,"type":"VEC2"}"#),
        "accessor 0: expected a bufferView where there is a byteOffset, found none"
    );
    assert_eq!(
        of(r#"{"bufferView":0,"byteOffset":18446744073709551615,"componentType":5121,"count":1,"type":"VEC2"}"#),
        "accessor 0: expected 18446744073709551615 bytes, found 4"
    );
    let sparse = |count: u32, view: u32, kind: u32| {
        of(&format!(
            r#"{{"componentType":5121,"count":2,"type":"SCALAR","sparse":{{"count":{count},"indices":{{"bufferView":{view},"componentType":{kind}}},"values":{{"bufferView":0}}}}}}"#
        ))
    };
    assert_eq!(sparse(2, 0, 5121), "fine");
    assert_eq!(
        sparse(0, 0, 5121),
        "accessor 0 > sparse: expected at least one element, and no more than the accessor has, found 0"
    );
    assert_eq!(
        sparse(3, 0, 5121),
        "accessor 0 > sparse: expected at least one element, and no more than the accessor has, found 3"
    );
    assert_eq!(sparse(1, 7, 5121), "accessor 0 > sparse > indices: there is no bufferView 7");
    assert_eq!(
        sparse(1, 0, 5120),
        "accessor 0 > sparse > indices: expected unsigned indices of 8, 16 or 32 bits, found 5120"
    );
    // The bytes are 0 1 0 0: as one of 16 bits, 256.
    assert_eq!(
        sparse(1, 0, 5123),
        "accessor 0 > sparse > indices: expected indices that ascend and are below the accessor's count, found others"
    );
}

/// A thousand accessors of the same bytes cost a thousand times as much.
#[test]
fn what_is_shared_is_paid_for() {
    let accessor = r#"{"bufferView":0,"componentType":5121,"count":4,"type":"SCALAR"}"#;
    let many = vec![accessor; 1000].join(",");
    assert_eq!(said_of_accessors(&many), "fine");
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4,"uri":"data:application/octet-stream;base64,AAEAAA=="}}],"bufferViews":[{{"buffer":0,"byteLength":4}}],"accessors":[{many}]}}"#
    );
    let limits = binio::Limits::default().max_expanded_bytes(1000);
    let error = parse(json.as_bytes(), &ReadOptions::default().limits(limits), &NoFiles).unwrap_err();
    let expected = "accessor 248: exceeded the limit of expanded bytes (at byte 0x3ea7)";
    assert_eq!(error.to_string(), expected, "6 for the data, then 4 each");
}

/// Images that stay in their file cost nothing, except for images that share bytes.
#[test]
fn images_that_stay_in_the_file_are_paid_for_when_they_share() {
    let file = |offsets: &[usize]| -> SharedRead {
        let views: Vec<String> =
            offsets.iter().map(|offset| format!(r#"{{"buffer":0,"byteOffset":{offset},"byteLength":400}}"#)).collect();
        let images: Vec<String> =
            (0..offsets.len()).map(|view| format!(r#"{{"bufferView":{view},"mimeType":"image/png"}}"#)).collect();
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4000}}],"bufferViews":[{}],"images":[{}]}}"#,
            views.join(","),
            images.join(",")
        );
        Arc::new(glb(&json, &[7; 4000]))
    };
    let options = ReadOptions::default().limits(binio::Limits::default().max_expanded_bytes(1000));
    let read = |file: SharedRead, later: bool| {
        let read = parse_at(&file, &options.images_later(later), &NoFiles);
        read.map(|(scene, _)| scene.images.len()).map_err(|error| error.to_string())
    };
    let apart: Vec<usize> = (0..10).map(|number| number * 400).collect();
    assert_eq!(read(file(&apart), true), Ok(10), "4000 bytes of 4000");
    let refused = Err("exceeded the limit of expanded bytes".to_owned());
    assert_eq!(read(file(&apart), false), refused, "they are in memory");
    assert_eq!(read(file(&[0; 12]), true), Ok(12), "4000 of the file, and 800");
    assert_eq!(read(file(&[0; 13]), true), refused, "and 1200");
}

/// The same for files: a name that comes again is paid for.
#[test]
fn files_that_stay_where_they_are_are_paid_for_the_second_time() {
    #[derive(Debug)]
    struct Files;
    impl Resolver for Files {
        fn read(&self, _: &str, _: u64) -> std::io::Result<Vec<u8>> {
            Ok(vec![7; 400])
        }
        fn later(&self, _: &str) -> Option<ImageBytes<'static>> {
            Some(vec![7; 400].into())
        }
    }
    let images = |names: &[&str]| {
        let images: Vec<String> = names.iter().map(|name| format!(r#"{{"uri":"{name}"}}"#)).collect();
        format!(r#"{{"asset":{{"version":"2.0"}},"images":[{}]}}"#, images.join(","))
    };
    let options = ReadOptions::default().limits(binio::Limits::default().max_expanded_bytes(1000)).images_later(true);
    let fits = |names: &[&str]| parse(images(names).as_bytes(), &options, &Files).is_ok();
    assert!(fits(&["a.png", "b.png", "c.png", "d.png"]));
    assert!(fits(&["a.png", "A.png", "a.png"]));
    assert!(!fits(&["a.png", "A.png", "a.png", "a.png"]));
}

#[test]
fn nodes_and_references() {
    assert_eq!(
        said(r#""nodes":[{"children":[0]}]"#),
        "node 0: expected an acyclic hierarchy, found a node that is its own ancestor"
    );
    assert_eq!(
        said(r#""nodes":[{"children":[1]},{"children":[0]}]"#),
        "node 0: expected an acyclic hierarchy, found a node that is its own ancestor"
    );
    assert_eq!(
        said(r#""nodes":[{"children":[1,1]},{}]"#),
        "node 1: expected at most one node that has it as a child, found several"
    );
    assert_eq!(said(r#""nodes":[{"children":[4294967296]}]"#), "node 0: there is no node 4294967296");
    assert_eq!(said(r#""nodes":[{"mesh":0}]"#), "node 0: there is no mesh 0");
    assert_eq!(said(r#""skins":[{"joints":[0]}]"#), "skin 0: there is no node 0");
    assert_eq!(said(r#""skins":[{"joints":[]}]"#), "skin 0: expected at least one joint, found none");
    assert!(said(r#""nodes":[{"scale":[1,1,1e39]}]"#).contains("number out of range"));
    assert_eq!(said(r#""nodes":[{"extensions":{"MSFT_lod":{"ids":[3]}}}]"#), "node 0 > MSFT_lod: there is no node 3");
    assert_eq!(said(r#""scene":1"#), "there is no scene 1");
    assert_eq!(
        said(r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#),
        "mesh 0 > primitive 0 > attributes: there is no accessor 0"
    );
    assert_eq!(
        said(r#""meshes":[{"primitives":[{"mode":7,"attributes":{}}]}]"#),
        "mesh 0 > primitive 0: expected a mode from 0 to 6, found 7"
    );
    assert_eq!(
        said(r#""animations":[{"channels":[{"sampler":2,"target":{"path":"scale"}}],"samplers":[]}]"#),
        "animation 0 > channel 0: there is no sampler 2"
    );
    let looped: String = (0..10_000).map(|node| format!(r#"{{"children":[{}]}},"#, (node + 1) % 10_000)).collect();
    assert!(
        with_small_stack(|| said(&format!(r#""nodes":[{}]"#, looped.trim_end_matches(','))))
            .contains("its own ancestor")
    );
    let chain: String = (0..50_000).map(|node| format!(r#"{{"children":[{}]}},"#, node + 1)).collect();
    assert_eq!(with_small_stack(|| said(&format!(r#""nodes":[{chain}{{}}]"#))), "fine");
}

#[test]
fn extensions() {
    #[cfg(not(feature = "draco"))]
    let draco = said(r#""extensionsRequired":["KHR_draco_mesh_compression"]"#);
    #[cfg(not(feature = "draco"))]
    assert_eq!(
        draco,
        "the required extension KHR_draco_mesh_compression is not supported; decode the file with `gltf-transform copy IN OUT`"
    );
    assert_eq!(said(r#""extensionsRequired":["EXT_new"]"#), "the required extension EXT_new is not supported");
    assert_eq!(
        said(r#""extensionsRequired":["KHR_texture_basisu"],"extensionsUsed":["KHR_texture_basisu","EXT_new"]"#),
        "fine"
    );
}

/// The message of a file whose one compressed view has these members.
#[cfg(feature = "meshopt")]
fn compressed(members: &str, length: u64) -> String {
    said(&format!(
        r#""extensionsRequired":["EXT_meshopt_compression"],"buffers":[{{"byteLength":8,"uri":"data:application/octet-stream;base64,0QAEBAAAAAA="}},{{"byteLength":{length}}}],"bufferViews":[{{"buffer":1,"byteLength":{length},"extensions":{{"EXT_meshopt_compression":{{"buffer":0,{members}}}}}}}],"accessors":[{{"bufferView":0,"componentType":5123,"count":3,"type":"SCALAR"}}]"#
    ))
}

#[cfg(feature = "meshopt")]
#[test]
fn compressed_views() {
    assert_eq!(compressed(r#""byteLength":8,"byteStride":2,"count":3,"mode":"INDICES""#, 6), "fine");
    let at = "bufferView 0 > EXT_meshopt_compression: ";
    for (members, length, message) in [
        (
            r#""byteLength":8,"byteStride":2,"count":3,"mode":"OTHER""#,
            6,
            "expected a mode of the extension, found OTHER",
        ),
        (
            r#""byteLength":8,"byteStride":2,"count":3,"mode":"INDICES","filter":"X""#,
            6,
            "expected a filter of the extension, found X",
        ),
        (
            r#""byteLength":8,"byteStride":2,"count":4,"mode":"INDICES""#,
            6,
            "expected as many bytes as the elements have, found 6",
        ),
        (r#""byteLength":9,"byteStride":2,"count":3,"mode":"INDICES""#, 6, "expected 9 bytes, found 8"),
        (
            r#""byteLength":8,"byteOffset":18446744073709551615,"byteStride":2,"count":3,"mode":"INDICES""#,
            6,
            "expected 18446744073709551615 bytes, found 0",
        ),
        (
            r#""byteLength":8,"byteStride":2,"count":4,"mode":"INDICES""#,
            8,
            "EXT_meshopt_compression: the stream ends early",
        ),
        (
            r#""byteLength":8,"byteStride":4,"count":4294967295,"mode":"INDICES""#,
            17179869180,
            "exceeded the limit of expanded bytes",
        ),
        (
            r#""byteLength":8,"byteStride":4,"count":3000,"mode":"TRIANGLES""#,
            12000,
            "EXT_meshopt_compression: the stream is too short for its count",
        ),
        (
            r#""byteLength":8,"byteStride":3,"count":3,"mode":"ATTRIBUTES""#,
            9,
            "EXT_meshopt_compression: the stride or the count doesn't fit the mode",
        ),
    ] {
        assert_eq!(compressed(members, length), format!("{at}{message}"), "{members}");
    }
}

#[test]
fn buffers() {
    assert_eq!(said(r#""buffers":[{"byteLength":0}]"#), "buffer 0: expected at least one byte, found 0");
    assert_eq!(
        said(r#""buffers":[{"byteLength":4,"uri":"data:application/octet-stream;base64,AAA="}]"#),
        "buffer 0: expected 4 bytes, found 2"
    );
    assert_eq!(
        said(r#""buffers":[{"byteLength":4,"uri":"http://localhost/x"}],"bufferViews":[{"buffer":0,"byteLength":4}]"#),
        "buffer 0: \"http://localhost/x\" is refused: only files in this folder are read"
    );
    assert_eq!(said(r#""buffers":[{"byteLength":4,"uri":"http://localhost/x"}]"#), "fine", "nobody uses it");
    assert_eq!(
        said(r#""buffers":[{"byteLength":4,"uri":"%2e%2e/x"}]"#),
        "buffer 0: \"%2e%2e/x\" is refused: `..` leads out of the folder"
    );
    assert_eq!(said(r#""buffers":[{"byteLength":4,"uri":"x.bin"}]"#), "buffer 0: x.bin: other files are not read");
    assert_eq!(
        said(r#""buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}]"#),
        "fine",
        "nobody uses it"
    );
    let accessor = r#"{"bufferView":0,"componentType":5121,"count":1,"type":"VEC3"}"#;
    let without_bytes = format!(
        r#""buffers":[{{"byteLength":4}}],"bufferViews":[{{"buffer":0,"byteLength":4}}],"accessors":[{accessor}]"#
    );
    assert_eq!(said(&without_bytes), "fine", "nobody uses it");
    assert_eq!(said(&format!("{without_bytes},{DRAWN}")), "accessor 0 > bufferView: there is no buffer with bytes 0");
    assert_eq!(said(r#""bufferViews":[{"buffer":0,"byteLength":4}]"#), "bufferView 0: there is no buffer 0");
}

#[test]
fn folders_lead_nowhere_else() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), b"1234").unwrap();
    let inside = outside.path().join("inside");
    std::fs::create_dir_all(inside.join("sub")).unwrap();
    std::fs::write(inside.join("sub/a.bin"), b"abcd").unwrap();
    let folder = Folder::of_file(inside.join("x.gltf")).unwrap();
    assert_eq!(folder.read("./sub/a.bin", 3).unwrap(), b"abc");
    assert!(folder.read("../secret", 4).is_err());
    assert!(folder.read("sub", 4).is_err());
    assert!(folder.read("none", 4).is_err());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
        assert!(folder.read("link", 4).is_err());
    }
}

#[test]
fn scenes_that_do_not_hold_together_are_not_written() {
    let mut scene = Scene::default();
    scene.nodes.push(asset_gltf::asset_scene::Node { mesh: Some(Id::new(3)), ..Default::default() });
    let error = write_glb(&scene, &WriteOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "node 0: expected a mesh below 0, found 3");
    scene.nodes[Id::new(0)] = asset_gltf::asset_scene::Node { parent: Some(Id::new(0)), ..Default::default() };
    let error = write_glb(&scene, &WriteOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "node 0: expected an acyclic hierarchy, found a node that is its own ancestor");
}

/// Blender writes such nodes for meshes without faces.
#[test]
fn a_skin_without_a_mesh_is_ignored() {
    let text = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"Hero","skin":0}],"skins":[{"joints":[0]}],"scenes":[{"nodes":[0]}]}"#;
    let (scene, findings) = asset_gltf::parse(text.as_bytes(), &Default::default(), &asset_gltf::NoFiles).unwrap();
    assert_eq!(scene.nodes.iter().map(|node| node.skin).collect::<Vec<_>>(), [None]);
    let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["warning: node 0: has a skin and no mesh: the skin is ignored (at byte 0x24)"]);
}
