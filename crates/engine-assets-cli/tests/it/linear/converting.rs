//! Conversions, and patterns.

use engine_assets::urho_mdl::Model;

use super::{BytesOf, Files, SLACK, SMALL, assert_law, scene, time};
use crate::common::{folder, text};

/// A pattern of a number of parts, against names that nearly match it.
#[test]
fn long_patterns() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build().expect("a model");
    let model = model.to_bytes().expect("bytes");
    let names = "a".repeat(60);
    let files = |_: usize| -> Files {
        let animation = (format!("m_{names}.ani"), b"no animation".to_vec());
        vec![("m.mdl".into(), model.clone()), animation, ("a.udm".into(), format!("$int8 {names} 1\n").into_bytes())]
    };
    for part in ["a*", "*a", "?*", "[ab]*"] {
        for arguments in
            [&["convert", "@/m.mdl", "--force", "-o", "@/m.glb", "--animations"][..], &["udm", "get", "@/a.udm"]]
        {
            let [few, many] = [1, 4].map(|times| part.repeat(SMALL * times));
            let place = tempfile::tempdir().expect("a folder");
            let sources = files(0);
            let folder = folder(&sources.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect::<Vec<_>>());
            let words: Vec<String> = arguments.iter().map(|word| word.replace('@', text(folder.path()))).collect();
            let taken = |pattern: &String| {
                time(&[&words[..], std::slice::from_ref(pattern)].concat(), &[0, 1, 2], place.path())
            };
            let (least, most) = (taken(&few), taken(&many));
            assert!(most <= least * 8 + SLACK, "{part} {arguments:?}: {least:?}, {most:?} for four times as many");
        }
    }
}

/// A triangle as glTF.
const TRIANGLE: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAA"}]}"#;

#[test]
fn folders_of_many_outputs() {
    let files = |count: usize| -> Files {
        (0..count).map(|number| (format!("in/m{number}.gltf"), TRIANGLE.as_bytes().to_vec())).collect()
    };
    let arguments = ["convert", "@/in", "--to", "mdl", "--force", "-o", "@/out/Data/Models"];
    assert_law("many models", &arguments, &[0], (500, &files));
}

#[test]
fn scenes_of_many_nodes() {
    let node =
        |id: usize, inside: &str| format!("<node id=\"{id}\"><attribute name=\"Name\" value=\"n\"/>{inside}</node>");
    let refers = |name: &str| {
        let value = format!("<attribute name=\"Prefab\" value=\"PrefabResource;{name}\"/>");
        format!("<component type=\"PrefabReference\" id=\"9\">{value}</component>")
    };
    let group = |count: usize| {
        let ids: String = (0..count).map(|at| format!(";{}", at + 2)).collect();
        let value = format!("<attribute name=\"Instance Nodes\" value=\"{count}{ids}\"/>");
        format!("<component type=\"StaticModelGroup\" id=\"9\">{value}</component>")
    };
    let (itself, other, missing) = (refers("Scenes/a.xml"), refers("Objects/b.xml"), refers("Objects/none.xml"));
    let scenes: [(&str, BytesOf<'_>); 6] = [
        ("nodes", &|count| scene((0..count).map(|at| node(at + 2, "")))),
        ("equal ids", &|count| scene((0..count).map(|_| node(2, "")))),
        ("itself", &|count| scene((0..count).map(|at| node(at + 2, &itself)))),
        ("a prefab", &|count| scene((0..count).map(|at| node(at + 2, &other)))),
        ("no prefab", &|count| scene((0..count).map(|at| node(at + 2, &missing)))),
        ("instances", &|count| {
            scene(std::iter::once(node(count + 9, &group(count))).chain((0..count).map(|at| node(at + 2, ""))))
        }),
    ];
    for (name, make) in scenes {
        let files = |count: usize| -> Files {
            let prefab = node(1, "").into_bytes();
            vec![("Data/Scenes/a.xml".to_owned(), make(count)), ("Data/Objects/b.xml".to_owned(), prefab)]
        };
        let commands: [&[&str]; 4] = [
            &["validate", "@/Data/Scenes/a.xml"],
            &["inspect", "@/Data/Scenes/a.xml"],
            &["convert", "@/Data/Scenes/a.xml", "--lossy", "--force", "-o", "@/a.glb"],
            &["convert", "@/Data/Scenes/a.xml", "--lossy", "--force", "-o", "@/a.json"],
        ];
        for arguments in commands {
            assert_law(&format!("{name}: {arguments:?}"), arguments, &[0, 1], (SMALL / 2, &files));
        }
    }
}

#[test]
fn folders_of_many_files() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build().expect("a model");
    let model = model.to_bytes().expect("bytes");
    let files = |count: usize| -> Files {
        let models = (0..count).map(|number| (format!("in/m{number}.mdl"), model.clone()));
        // Most files of a folder are none that are converted, and a folder can have as many materials as models.
        let texts = (0..count * 40).map(|number| (format!("in/t{number}.txt"), b"a text".to_vec()));
        let material = |number: usize| (format!("in/Materials/other{number}.xml"), b"<material/>".to_vec());
        models.chain(texts).chain((0..count).map(material)).collect()
    };
    for arguments in [
        &["convert", "@/in", "--to", "glb", "--force", "-o", "@/out"][..],
        &["convert", "@/in", "--to", "glb", "--dry-run", "--force", "-o", "@/out"],
        &["validate", "@/in"],
        &["doctor", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0, 1], (100, &files));
    }
}
