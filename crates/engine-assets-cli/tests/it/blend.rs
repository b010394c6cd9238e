//! Files of Blender, with a program that does as Blender would.
#![cfg(unix)]

use crate::common;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use common::{folder, path, stderr, text};

/// A program that checks its arguments and copies a glb that lies next to it.
const BLENDER: &str = r#"#!/bin/sh
echo "Blender 4.5.4 LTS (hash 1234)"
[ "$1 $2 $3" = "--background --factory-startup --disable-autoexec" ] || exit 9
grep -q export_scene.gltf "$8" || exit 8
echo "Told: Face: modifiers give the shape key Smile another number of vertices: it isn't exported"
echo "$4" >> "$(dirname "$0")/calls"
[ -f "$(dirname "$0")/export.glb" ] || { echo "Error: cannot read file"; exit 1; }
cp "$(dirname "$0")/export.glb" "${10}"
"#;

fn blender(folder: &tempfile::TempDir) -> PathBuf {
    let program = path(folder, "bin/blender");
    std::fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
    std::fs::write(&program, BLENDER).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    program
}

/// Converts with this Blender.
fn convert(program: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_engine-assets"));
    command.env_remove("BLENDER").env_remove("ENGINE_ASSETS_BLENDER");
    match program {
        Some(program) => command.env("ENGINE_ASSETS_BLENDER", program),
        None => command.env("PATH", "/nowhere").env("HOME", "/nowhere"),
    };
    command.arg("convert").args(arguments).output().expect("a program")
}

fn glb() -> Vec<u8> {
    use engine_assets::asset_gltf::{WriteOptions, write_glb};
    use engine_assets::asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
    let mut scene = Scene { name: "Hero".into(), ..Scene::default() };
    let positions = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let primitives = vec![Primitive { attributes, ..Primitive::default() }];
    let mesh = Some(scene.meshes.push(Mesh { name: "Hero".into(), primitives, ..Mesh::default() }));
    scene.nodes.push(Node { name: "Hero".into(), mesh, ..Node::default() });
    write_glb(&scene, &WriteOptions::default()).expect("a file").0
}

#[test]
fn an_installed_blender_exports_files() {
    let glb = glb();
    let folder = folder(&[("-hero.blend", b"BLENDER-v405"), ("bin/export.glb", &glb)]);
    let program = blender(&folder);
    let [input, model] = ["-hero.blend", "Models/Hero.mdl"].map(|name| path(&folder, name));
    let done = convert(Some(&program), &[text(&input), "-o", text(&model)]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(stderr(&done).contains("exported by Blender 4.5.4 LTS (hash 1234)"), "{}", stderr(&done));
    let lost = "warning: file: Face: modifiers give the shape key Smile another number of vertices: it isn't exported";
    assert!(stderr(&done).contains(lost), "{}", stderr(&done));
    assert!(engine_assets::open(&model).is_ok_and(|asset| asset.format() == engine_assets::Format::URHO_MDL));
    // Nothing is left of the export.
    let left = std::fs::read_dir(std::env::temp_dir()).expect("a folder").flatten();
    let name = format!("engine-assets-{}-", std::process::id());
    assert!(!left.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(&name)));
}

#[test]
fn without_blender_a_sentence_says_what_to_install() {
    let folder = folder(&[("hero.blend", b"BLENDER-v405")]);
    let [input, model] = ["hero.blend", "Models/Hero.mdl"].map(|name| path(&folder, name));
    let done = convert(None, &[text(&input), "-o", text(&model)]);
    assert_ne!(done.status.code(), Some(0));
    let said = stderr(&done);
    assert!(said.contains("https://www.blender.org/download/") && said.contains("ENGINE_ASSETS_BLENDER"), "{said}");
    let done = convert(Some(Path::new("/nowhere/blender")), &[text(&input), "-o", text(&model)]);
    assert!(done.status.code() != Some(0) && stderr(&done).contains("/nowhere/blender: can't be started"));
    // A file that Blender can't open.
    let program = blender(&folder);
    let done = convert(Some(&program), &[text(&input), "-o", text(&model)]);
    assert!(done.status.code() != Some(0) && stderr(&done).contains("Error: cannot read file"), "{}", stderr(&done));
    assert!(!model.exists());
}

#[test]
fn folders_export_only_what_changed() {
    let glb = glb();
    let folder = folder(&[
        ("in/hero.blend", b"BLENDER-v405"),
        ("bin/export.glb", &glb),
        ("in/more/tree.blend", b"BLENDER-v405"),
    ]);
    let program = blender(&folder);
    let [input, output] = ["in", "out"].map(|name| path(&folder, name));
    let calls = || std::fs::read_to_string(path(&folder, "bin/calls")).unwrap_or_default().lines().count();
    let all = [text(&input), "--to", "mdl", "-o", text(&output), "--newer"];
    let done = convert(Some(&program), &all);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(output.join("hero.mdl").exists() && output.join("more/tree.mdl").exists());
    assert_eq!(calls(), 2);
    convert(Some(&program), &all);
    assert_eq!(calls(), 2, "nothing has changed");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(10);
    let tree = std::fs::File::options().write(true).open(input.join("more/tree.blend")).expect("a file");
    tree.set_modified(later).expect("a time");
    convert(Some(&program), &all);
    assert_eq!(calls(), 3);
}
