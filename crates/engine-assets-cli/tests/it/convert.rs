//! `convert`: versions, losses, repairs, folders.

use crate::common;

use common::{folder, path, run, stderr, text};
use urho_mdl::{Model, Version};

/// A triangle in the current format; with a second vertex for `extra` indices to miss.
fn triangle(indices: &[u32]) -> Vec<u8> {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    Model::builder().positions(&corners).indices(indices).build().expect("a model").to_bytes().expect("its bytes")
}

#[test]
fn models_go_to_other_versions_and_back() {
    let original = triangle(&[0, 1, 2]);
    let folder = folder(&[("a.mdl", &original)]);
    let (a, b, c) = (path(&folder, "a.mdl"), path(&folder, "b.mdl"), path(&folder, "c.mdl"));
    let output = run(&["convert", "--to", "umdl", text(&a), "-o", text(&b)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let converted = std::fs::read(&b).expect("the file");
    assert_eq!(Model::parse(&converted).expect("a model").version, Version::Umdl);
    assert_eq!(run(&["convert", "--to", "umd2", text(&b), "-o", text(&c)]).status.code(), Some(0));
    assert_eq!(std::fs::read(&c).expect("the file"), original);
}

/// The model in a package is converted with the same animations as in its folder.
#[test]
fn animations_of_models_are_found_in_their_package() {
    let sample = |name: &str| fuzzkit::samples::all().into_iter().find(|one| one.name == name).expect("a sample").bytes;
    let wave = sample("Character_Wave.ani");
    let folder = folder(&[
        ("in/Models/Jack.mdl", &sample("Character.mdl")),
        ("in/Models/Jack_Wave.ani", &wave),
        ("in/Models/Jack_Run.ANI", &wave),
        ("in/Models/Other.ani", &wave),
        ("in/Models/Deep/Jack_Deep.ani", &wave),
        ("in/Models/Jack_Broken.ani", &wave[..20]),
    ]);
    let (from, pak) = (path(&folder, "in"), path(&folder, "game.pak"));
    assert_eq!(run(&["pak", "pack", text(&from), "-o", text(&pak)]).status.code(), Some(0));
    let entry = format!("{}:models/jack.mdl", text(&pak));
    let exact = format!("{}:Models/Jack.mdl", text(&pak));
    let names = |input: &str, more: &[&str]| {
        let out = path(&folder, "out.glb");
        let output = run(&[&["convert", input, "--force", "-o", text(&out)], more].concat());
        assert_eq!(output.status.code(), Some(0), "{input}: {}", stderr(&output));
        let Some(gltf) = engine_assets::open(&out)
            .ok()
            .and_then(|asset| asset.into_owned().downcast::<engine_assets::GltfDocument>())
        else {
            panic!("a glb")
        };
        gltf.scene.animations.iter().map(|animation| animation.name.clone()).collect::<Vec<_>>()
    };
    let model = from.join("Models/Jack.mdl");
    assert_eq!(names(text(&model), &[]), ["Jack_Run", "Jack_Wave"]);
    for input in [&entry, &exact] {
        assert_eq!(names(input, &[]), ["Jack_Run", "Jack_Wave"], "{input}");
        assert_eq!(names(input, &["--animations", "O*"]), ["Other"], "{input}");
    }
}

#[test]
fn losses_are_errors_unless_accepted() {
    let mut model =
        Model::parse(&triangle(&[0, 1, 2])).expect("a model").to_version(Version::Umd3(2)).expect("fits").into_owned();
    model.morphs.push(urho_mdl::Morph { name: "Smile".into(), weight: Some(0.5), buffers: vec![] });
    let folder = folder(&[("a.mdl", &model.to_bytes().expect("its bytes"))]);
    let (a, b) = (path(&folder, "a.mdl"), path(&folder, "b.mdl"));
    let output = run(&["convert", "--to", "umd2", text(&a), "-o", text(&b)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("morph 0: lost: its default weight"), "{}", stderr(&output));
    assert!(!b.exists());
    assert_eq!(run(&["convert", "--lossy", "--to", "umd2", text(&a), "-o", text(&b)]).status.code(), Some(0));
    assert!(b.exists());
}

#[test]
fn models_of_zed_change_their_encoding() {
    let sample = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Tile.zed").expect("a sample");
    let folder = folder(&[("a.zed", &sample.bytes)]);
    let (a, b, c) = (path(&folder, "a.zed"), path(&folder, "b.zed"), path(&folder, "c.zed"));
    assert_eq!(run(&["convert", "--to", "zed-document", text(&a), "-o", text(&b)]).status.code(), Some(0));
    let converted = std::fs::read(&b).expect("the file");
    assert!(converted.len() > sample.bytes.len());
    let back = run(&["convert", "--to", "zed-engine", text(&b), "-o", text(&c)]);
    assert_eq!(back.status.code(), Some(0), "{}", stderr(&back));
    assert_eq!(std::fs::read(&c).expect("the file"), sample.bytes);
    assert_eq!(run(&["convert", "--to", "udm-text", text(&a), "-o", text(&c)]).status.code(), Some(2));
}

#[test]
fn repairs_are_named_and_told() {
    let mut model = Model::parse(&triangle(&[0, 1, 2, 0, 2, 1])).expect("a model").into_owned();
    model.index_buffers[0].data.to_mut()[0] = 99;
    let folder = folder(&[("a.mdl", &model.to_bytes().expect("its bytes"))]);
    let (a, b) = (path(&folder, "a.mdl"), path(&folder, "b.mdl"));
    assert_eq!(run(&["validate", text(&a)]).status.code(), Some(1));
    let output = run(&["convert", "--repair", "drop-bad-triangles,recompute-bounds", text(&a), "-o", text(&b)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("note: geometry 0 > LOD 0: drop-bad-triangles: 1 of 2 primitives dropped"),
        "{}",
        stderr(&output)
    );
    assert_eq!(run(&["validate", text(&b)]).status.code(), Some(0));
    let unknown = run(&["convert", "--repair", "paint-it-black", text(&a), "-o", text(&b)]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("normalise-weights"), "the repairs there are: {}", stderr(&unknown));
}

#[test]
fn folders_go_to_folders_and_nothing_is_overwritten() {
    let model = triangle(&[0, 1, 2]);
    let folder = folder(&[("in/a.mdl", &model), ("in/deep/b.mdl", &model), ("in/c.txt", b"no model")]);
    let (from, to) = (path(&folder, "in"), path(&folder, "out"));
    let convert = || run(&["convert", "--to", "umdl", text(&from), "-o", text(&to)]).status.code();
    assert_eq!(convert(), Some(0));
    assert!(to.join("a.mdl").exists() && to.join("deep/b.mdl").exists() && !to.join("c.txt").exists());
    assert_eq!(convert(), Some(2), "they are there");
    assert_eq!(run(&["convert", "--force", "--to", "umdl", text(&from), "-o", text(&to)]).status.code(), Some(0));
}

#[test]
fn a_model_takes_animations_that_are_called_after_it_in_any_case() {
    let sample = |name: &str| fuzzkit::samples::all().into_iter().find(|one| one.name == name).expect("a sample").bytes;
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let folder = folder(&[("character.mdl", &model), ("CHARACTER_WAVE.ANI", &wave), ("Another_Wave.ani", &wave)]);
    let (from, to) = (path(&folder, "character.mdl"), path(&folder, "character.glb"));
    let animations = |more: &[&str]| -> Vec<String> {
        let arguments = [&["convert", "--force", text(&from), "-o", text(&to)], more].concat();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let bytes = std::fs::read(&to).expect("the file");
        let (scene, _) =
            engine_assets::asset_gltf::parse(&bytes, &Default::default(), &engine_assets::asset_gltf::NoFiles)
                .expect("a scene");
        scene.animations.iter().map(|animation| animation.name.clone()).collect()
    };
    assert_eq!(animations(&[]), ["CHARACTER_WAVE"]);
    assert_eq!(animations(&["--animations", "*"]), ["Another_Wave", "CHARACTER_WAVE"]);
    let output = run(&["convert", "--force", text(&from), "-o", text(&to), "--animations", "nothing"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    // One that is called after no model is told.
    let output = run(&["convert", "--force", text(&from), "-o", text(&to)]);
    let said = stderr(&output);
    assert!(said.contains("animations-not-included") && said.contains("1, the first is \"Another_Wave\""), "{said}");
}

/// A model without bones takes the animation of its morphs, and another one that is called after it is told.
#[test]
fn a_model_without_bones_takes_the_animation_of_its_morphs() {
    use engine_assets::urho_ani::{Animation, Channels, Interpolation, Track, VariantTrack, VariantType, Version};
    use engine_assets::urho_mdl::Delta;
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = Model::builder().positions(&corners).indices(&[0, 1, 2]);
    let model = model.morph("smile", &[Delta::position(0, [1.0, 0.0, 0.0])]).build().expect("a model");
    let bytes_of = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let mut talk = Animation::new(Version::LATEST, "Talk", 1.0);
    talk.variant_tracks.push(VariantTrack {
        name: "@AnimatedModel/Morphs/0".into(),
        // A float.
        variant_type: VariantType(3),
        interpolation: Interpolation::LINEAR,
        weight: 1.0,
        key_count: 2,
        keys: bytes_of(&[0.0, 0.0, 1.0, 1.0]).into(),
        ..VariantTrack::default()
    });
    let mut walk = Animation::new(Version::LATEST, "Walk", 1.0);
    let keys = bytes_of(&[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    walk.tracks.push(Track {
        name: "Hips".into(),
        channels: Channels::POSITION,
        keys: keys.into(),
        ..Track::default()
    });
    let [model, talk, walk] =
        [model.to_bytes().expect("bytes"), talk.to_bytes().expect("bytes"), walk.to_bytes().expect("bytes")];
    let folder = folder(&[("Face.mdl", &model), ("Face_Talk.ani", &talk), ("Face_Walk.ani", &walk)]);
    let (from, to) = (path(&folder, "Face.mdl"), path(&folder, "face.glb"));
    let output = run(&["convert", text(&from), "-o", text(&to)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = std::fs::read(&to).expect("the file");
    let (scene, _) = engine_assets::asset_gltf::parse(&bytes, &Default::default(), &engine_assets::asset_gltf::NoFiles)
        .expect("a scene");
    let names: Vec<&str> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(names, ["Face_Talk"]);
    let messages = stderr(&output);
    let left_out =
        messages.lines().find(|line| line.contains("scene-adapter/animation-moves-nothing")).expect("a note");
    assert!(left_out.contains("Face_Walk") && !messages.contains("Face_Talk"), "{messages}");
}

#[test]
fn a_flag_must_fit_one_input_of_a_folder() {
    let sample = |name: &str| fuzzkit::samples::all().into_iter().find(|one| one.name == name).expect("a sample").bytes;
    let folder = folder(&[("in/a.mdl", &triangle(&[0, 1, 2])), ("in/b.zed", &sample("Letters.zed"))]);
    let (from, out) = (path(&folder, "in"), path(&folder, "out"));
    let convert = |flags: &[&str]| run(&[&["convert", text(&from), "-o", text(&out)], flags].concat());
    let refused = convert(&["--no-originals"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    let expected = "error: --no-originals has no effect from these formats to the same; these have: --repair, --lod, --scale, --up, --facing, --center, --simplify, --optimize-meshes\n";
    assert_eq!(stderr(&refused), expected);
    assert!(!out.exists());
    let scaled = convert(&["--scale", "2"]);
    assert_eq!(scaled.status.code(), Some(0), "{}", stderr(&scaled));
    assert_eq!(std::fs::read(out.join("b.zed")).expect("the file"), sample("Letters.zed"));
    let model = std::fs::read(out.join("a.mdl")).expect("the file");
    assert_eq!(Model::parse(&model).expect("a model").bounds.max.to_array(), [2.0, 2.0, 0.0]);
}

#[test]
fn a_flag_without_effect_is_refused_with_those_that_fit() {
    let folder = folder(&[("a.mdl", &triangle(&[0, 1, 2]))]);
    let (a, b) = (path(&folder, "a.mdl"), path(&folder, "b.mdl"));
    let refused = run(&["convert", text(&a), "--to", "umdl", "--no-weld", "-o", text(&b)]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    let expected = "error: --no-weld has no effect from Urho3D model to umdl; these have: --repair, --lod, --scale, --up, --facing, --center, --simplify, --optimize-meshes\n";
    assert_eq!(stderr(&refused), expected);
    assert!(!b.exists());
}
