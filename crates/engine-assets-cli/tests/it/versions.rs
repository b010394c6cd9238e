//! The version of animations follows the model that they move.

use crate::common;

use std::path::Path;

use common::{folder, path, run, stderr, text};

use crate::actions::{figure, write};

/// The first four bytes of the files of an extension, each once.
fn identifiers(folder: &Path, extension: &str) -> Vec<String> {
    let files = common::files(folder);
    let files = files.iter().filter(|(name, _)| name.ends_with(extension));
    let mut found: Vec<String> = files.map(|(_, bytes)| String::from_utf8_lossy(&bytes[..4]).into_owned()).collect();
    found.sort();
    found.dedup();
    found
}

fn convert(arguments: &[&str]) {
    let done = run(&[&["convert", "--quiet", "--lossy", "--force"], arguments].concat());
    assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", stderr(&done));
}

#[test]
fn animations_have_the_version_that_the_model_is_for() {
    let folder = folder(&[]);
    let input = path(&folder, "in.glb");
    write(&figure(), &input);
    for (to, model, animation) in [("umdl", "UMDL", "UANI"), ("umd2", "UMD2", "UANI"), ("umd3", "UMD3", "UAN2")] {
        let out = path(&folder, to);
        let target = out.join("Models/Act.mdl");
        // Files that a glTF carries unedited keep their version; an edit makes new ones.
        for edit in [&[][..], &["--mirror"], &["--loop", "2"]] {
            convert(&[&["--to", to, text(&input), "-o", text(&target)], edit].concat());
            assert_eq!(identifiers(&out, ".mdl"), [model]);
            assert_eq!(identifiers(&out, ".ani"), [animation], "{to} {edit:?}");
        }
        // Of another skeleton, its model says it: beside a new model, and for an animation alone.
        for output in ["new/Models/Other.mdl", "alone/Walk.ani"] {
            let other = path(&folder, to).join(output);
            convert(&[text(&input), "--animations", "Wave", "--onto", text(&target), "-o", text(&other)]);
            let place = path(&folder, to).join(output.split('/').next().unwrap_or_default());
            assert_eq!(identifiers(&place, ".ani"), [animation], "{to} {output}");
        }
    }
}

#[test]
fn controllers_of_scenes_name_the_animations_and_their_engine_reads_them() {
    for (engine, model, animation) in [("urho3d", "UMD2", "UANI"), ("u3d", "UMD2", "UANI"), ("rbfx", "UMD3", "UAN2")] {
        let folder = folder(&[]);
        let [input, level] = ["in.glb", "Scenes/Act.xml"].map(|name| path(&folder, name));
        write(&figure(), &input);
        convert(&["--engine", engine, "--reverse", text(&input), "-o", text(&level)]);
        assert_eq!(identifiers(folder.path(), ".mdl"), [model], "{engine}");
        assert_eq!(identifiers(folder.path(), ".ani"), [animation], "{engine}");
        let scene = engine_assets::open(&level).expect("a scene");
        let references = engine_assets::references(&scene, Some("Scenes/Act.xml"));
        let named = references.iter().filter_map(|one| one.name.as_str());
        let named: Vec<&str> = named.filter(|name| name.ends_with(".ani")).collect();
        assert!(!named.is_empty(), "{engine}: {references:?}");
        for name in named {
            assert!(path(&folder, name).is_file(), "{engine}: {name}");
        }
        let text = std::fs::read_to_string(&level).expect("a scene");
        let controllers = text.matches("type=\"AnimationController\"").count();
        assert!(controllers > 0, "{engine}: no controller plays them");
    }
}
