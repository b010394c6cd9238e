//! Shared functions of the tests.

#![allow(dead_code, reason = "each test binary uses some of it")]

pub(crate) mod git;
pub(crate) mod schema;
#[cfg(target_os = "linux")]
pub(crate) mod terminal;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use engine_assets::asset_gltf::{WriteOptions, write_glb};
use engine_assets::asset_image::Pixels;
use engine_assets::asset_scene::{Array, Attribute, Image, Material, Mesh, Node, Primitive, Scene, Semantic, Texture};

/// Runs the command.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::cargo_bin("engine-assets").expect("the command").args(arguments).output().expect("it runs")
}

/// A scene of two nodes, the first with a light.
pub(crate) const SCENE: &str = r#"<?xml version="1.0"?>
<scene id="1">
	<attribute name="Name" value="Yard" />
	<attribute name="Next Node ID" value="4" />
	<node id="2">
		<attribute name="Name" value="Lamp" />
		<attribute name="Position" value="0 1 0" />
		<component type="Light" id="2">
			<attribute name="Range" value="5" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="Post" />
	</node>
</scene>
"#;

/// The scene with a new node.
pub(crate) fn with_node(scene: &str, id: u32, name: &str) -> String {
    let node = format!("\t<node id=\"{id}\">\n\t\t<attribute name=\"Name\" value=\"{name}\" />\n\t</node>\n</scene>");
    scene.replace("</scene>", &node).replace("\"Next Node ID\" value=\"4\"", "\"Next Node ID\" value=\"5\"")
}

/// A small picture; equal seeds have equal files.
pub(crate) fn png(seed: u8) -> Vec<u8> {
    Pixels::filled(8, 4, [seed, 2, 3, 255]).expect("pixels").to_png().expect("a png")
}

/// Returns the standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns the standard error output.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A folder with files in it.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    folder
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A path below a folder.
pub(crate) fn path(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    // With the separators of the system, as messages have them.
    folder.path().join(name.split('/').collect::<PathBuf>())
}

/// Returns all files below a folder with their contents.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            files.extend(
                self::files(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else {
            files.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
    files
}

/// Two triangles, the first with a picture.
pub(crate) fn flag(seed: u8) -> Vec<u8> {
    let mut scene = Scene::default();
    let corners = Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let positions = scene.arrays.push(corners);
    let uvs = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    let png = Pixels::filled(2, 2, [seed, 2, 3, 255]).expect("pixels").to_png().expect("a png");
    let image = scene.images.push(Image { name: "Cloth".into(), bytes: png.into(), ..Image::default() });
    let cloth = Material { base_color_texture: Some(Texture::new(image)), ..Material::named("Cloth") };
    let materials = [cloth, Material { metallic: 1.0, ..Material::named("Pole") }];
    let primitives = materials.map(|material| {
        let attributes = [(Semantic::Position, positions), (Semantic::TexCoord(0), uvs)];
        let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
        Primitive { attributes, material: Some(scene.materials.push(material)), ..Primitive::default() }
    });
    let mesh = scene.meshes.push(Mesh { name: "Flag".into(), primitives: primitives.to_vec(), ..Mesh::default() });
    scene.nodes.push(Node { name: "Flag".into(), mesh: Some(mesh), ..Node::default() });
    write_glb(&scene, &WriteOptions::default()).expect("a file").0
}

/// Names of all files below a folder, in their order.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(folder).expect("below").display().to_string();
                found.push(name.replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// A glTF of one mesh whose primitives all have the same accessor without data: zeros.
pub(crate) fn zeros(primitives: usize, count: usize) -> String {
    let primitive = r#"{"attributes":{"POSITION":0}}"#;
    let all = vec![primitive; primitives].join(",");
    let accessor = format!(r#"{{"componentType":5126,"count":{count},"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}"#);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"accessors":[{accessor}],"meshes":[{{"primitives":[{all}]}}],"nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}]}}"#
    )
}
