//! Conversion of folders: its report, its progress, and its ends.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use asset_batch::{ConvertFolder, Event, Existing, Report, SkipReason};
use asset_convert::{Center, ConvertOptions, OutputFormat, OutputPath};
use asset_formats::{Error, Typed};
use asset_project::Globs;
use tempfile::TempDir;

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).unwrap().bytes
}

/// A folder with files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

fn paths(report: &Report, folder: &TempDir) -> Vec<String> {
    let below = |path: &Path| path.strip_prefix(folder.path()).unwrap().to_string_lossy().replace('\\', "/");
    report.files().iter().map(|file| below(&file.path)).collect()
}

/// The names in a scene begin in the folder that the engine searches, which can be above the one with the folder `Scenes`.
#[test]
fn an_existing_scene_is_named_from_the_folder_that_its_project_searches() {
    let scene = "Data/Benchmark/Scenes/Main.xml";
    let folder = folder(&[("CoreData/Techniques/Diff.xml", b""), ("Data/Models/Box.mdl", b""), (scene, b"<scene/>")]);
    let named = |name: &str| {
        let place = OutputPath::of(&folder.path().join(name), OutputFormat::SCENE_XML, true, None).unwrap();
        (place.folder.strip_prefix(folder.path()).unwrap().to_path_buf(), place.name)
    };
    assert_eq!(named(scene), (PathBuf::from("Data"), "Benchmark/Scenes/Main.xml".to_owned()));
    let new = named("Data/Benchmark/Scenes/New.xml");
    assert_eq!(new, (PathBuf::from("Data/Benchmark"), "Scenes/New.xml".to_owned()));
}

#[test]
fn the_report_says_what_became_of_every_file() {
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let folder = folder(&[
        ("in/Jack.mdl", &model),
        ("in/Jack_Wave.ani", &wave),
        ("in/Loose.ani", &wave),
        ("in/cut.mdl", &model[..99]),
        ("in/notes.txt", b"no asset"),
        ("in/out/old.mdl", &model),
    ]);
    let (from, to) = (folder.path().join("in"), folder.path().join("in/out"));
    let (progress, events) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let run = ConvertFolder::new([&from], OutputFormat::GLB, &to)
        .progress(|done, total, file| progress.lock().unwrap().push((done, total, file.to_path_buf())))
        .events(|event| {
            if matches!(event, Event::Wrote(_) | Event::Failed(_)) {
                events.fetch_add(1, Ordering::Relaxed);
            }
        });
    let dry = run.dry_run().unwrap();
    assert_eq!(paths(&dry, &folder), ["in/out/Jack.glb", "in/out/cut.glb"]);
    assert!(!to.join("Jack.glb").exists() && progress.lock().unwrap().is_empty());
    let report = run.run().unwrap();
    drop(run);
    assert_eq!(paths(&report, &folder), ["in/out/Jack.glb"]);
    assert_eq!(report.files()[0].source, from.join("Jack.mdl"));
    assert_eq!(report.files()[0].size, to.join("Jack.glb").metadata().unwrap().len());
    assert_eq!((report.planned(), report.failures().len(), events.into_inner()), (2, 1, 2));
    assert!(matches!(report.failures()[0].error, Error::Malformed { .. }), "{}", report.failures()[0]);
    let skipped: Vec<_> = report.skipped().iter().map(|one| (one.path.clone(), one.reason)).collect();
    let expected = [
        (from.join("Loose.ani"), SkipReason::AnimationWithoutModel),
        (from.join("notes.txt"), SkipReason::NotConvertible),
        (from.join("out/old.mdl"), SkipReason::InOutputFolder),
    ];
    assert_eq!(skipped, expected);
    let mut progress = progress.into_inner().unwrap();
    progress.sort();
    assert_eq!(progress.iter().map(|(done, total, _)| (*done, *total)).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
}

#[test]
fn a_cancelled_run_stops_between_files() {
    let model = sample("Tile.zed");
    let names: Vec<String> = (0..300).map(|number| format!("in/{number}.zed")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), model.as_slice())).collect();
    let folder = folder(&files);
    let done = AtomicUsize::new(0);
    let run = ConvertFolder::new([folder.path().join("in")], OutputFormat::GLB, folder.path().join("out"))
        .progress(|_, _, _| _ = done.fetch_add(1, Ordering::Relaxed))
        .cancelled(|| done.load(Ordering::Relaxed) >= 10);
    let report = run.run().unwrap();
    assert!(report.is_cancelled() && report.failures().is_empty());
    let written = report.files().len();
    assert!((10..300).contains(&written), "{written}");
    assert_eq!(std::fs::read_dir(folder.path().join("out")).unwrap().count(), written, "no half of a file");
    let rest = ConvertFolder::new([folder.path().join("in")], OutputFormat::GLB, folder.path().join("out"));
    let rest = rest.existing(Existing::Skip).run().unwrap();
    assert_eq!((rest.files().len(), rest.skipped_because(&[SkipReason::Existing])), (300 - written, written));
}

#[test]
fn touched_files_count_as_newer() {
    let folder = folder(&[("in/a.zed", &sample("Tile.zed")), ("in/b.zed", &sample("Tile.zed"))]);
    let (from, to) = (folder.path().join("in"), folder.path().join("out"));
    let run = |touched: &[PathBuf]| {
        let run =
            ConvertFolder::new([&from], OutputFormat::GLB, &to).existing(Existing::Newer).touched(touched.to_vec());
        paths(&run.run().unwrap(), &folder)
    };
    assert_eq!(run(&[]), ["out/a.glb", "out/b.glb"]);
    for name in ["a.glb", "b.glb"] {
        let file = std::fs::File::options().write(true).open(to.join(name)).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_secs(60)).unwrap();
    }
    assert_eq!(run(&[]), [""; 0]);
    assert_eq!(run(&[from.join("b.zed")]), ["out/b.glb"]);
}

#[test]
fn skipping_keeps_further_files_too() {
    // A model and its material; a material of the name exists and is another one.
    let folder = folder(&[("in/Flag.glb", &sample("Flag.glb"))]);
    let to = folder.path().join("Data/Models");
    let run = |existing| {
        let run = ConvertFolder::new([folder.path().join("in/Flag.glb")], OutputFormat::MDL, &to).existing(existing);
        run.options(ConvertOptions::default().lossy(true)).run().unwrap()
    };
    let output = run(Existing::Refuse);
    assert!(output.failures().is_empty(), "{:?}", output.failures());
    let is_material = |path: &Path| path.extension().is_some_and(|end| end == "xml");
    let material = &output.files().iter().find(|file| is_material(&file.path)).expect("a material").path;
    std::fs::write(material, b"mine").unwrap();
    std::fs::remove_file(to.join("Flag.mdl")).unwrap();
    let failed = run(Existing::Refuse);
    // The new material gets another name, so that the existing list of materials is in the way.
    assert!(failed.failures()[0].to_string().contains("Flag.txt"), "{}", failed.failures()[0]);
    assert!(!to.join("Flag.mdl").exists(), "all or none");
    let skipped = run(Existing::Skip);
    assert!(skipped.failures().is_empty() && to.join("Flag.mdl").exists());
    assert_eq!(std::fs::read(material).unwrap(), b"mine");
}

#[test]
fn several_inputs_become_one_file_or_bytes() {
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let folder = folder(&[("a.mdl", &model), ("w.ani", &wave), ("x.ani", &wave)]);
    let inputs = ["a.mdl", "w.ani"].map(|name| folder.path().join(name));
    let out = folder.path().join("a.glb");
    let report = ConvertFolder::into_file(&inputs, None, &out).run().unwrap();
    assert!(!report.is_into_folder() && report.files().len() == 1);
    let memory = ConvertFolder::in_memory(&inputs, OutputFormat::GLB).run().unwrap();
    assert_eq!(memory.bytes().unwrap(), std::fs::read(&out).unwrap());
    assert!(memory.files().is_empty());
    assert!(matches!(ConvertFolder::into_file(&inputs, OutputFormat::MDL, "b.mdl").run(), Err(Error::Refused(_))));
    // Of a folder, a pattern selects animations, and a filter selects files.
    let options = ConvertOptions::default().animations(Globs::new(["x"]).unwrap());
    let to = folder.path().join("out");
    let run = ConvertFolder::new([folder.path()], OutputFormat::GLB, &to).options(options);
    let report = run.keep(|name| name != Path::new("a.glb")).run().unwrap();
    assert_eq!(paths(&report, &folder), ["out/a.glb"]);
    assert_eq!(report.skipped_because(&[SkipReason::AnimationWithoutModel]), 1, "w.ani");
    let glb = asset_formats::open(to.join("a.glb")).unwrap();
    assert!(matches!(glb.typed(), Typed::Gltf(gltf) if gltf.scene.animations.iter().all(|one| one.name == "x")));
}

#[test]
fn a_missing_original_or_folder_of_resources_is_an_error() {
    let folder = folder(&[("a.glb", &sample("Flag.glb"))]);
    let run = || ConvertFolder::new([folder.path().join("a.glb")], OutputFormat::MDL, folder.path().join("out"));
    let missing = folder.path().join("none.mdl");
    for (result, why) in [
        (run().into_original(missing.clone()).run(), "none.mdl"),
        (run().bind_pose_of(missing).run(), "none.mdl"),
        (run().resources(["nowhere"]).run(), "nowhere"),
        (run().existing(Existing::Refuse).resource_dir(folder.path().join("other")).run(), "expected OUT below"),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn an_original_that_was_changed_since_it_was_read_is_not_replaced() {
    let folder = folder(&[("a.mdl", &sample("Character.mdl"))]);
    let (model, glb) = (folder.path().join("a.mdl"), folder.path().join("a.glb"));
    let lossy = || ConvertOptions::default().lossy(true).materials(false);
    let report = ConvertFolder::by_name([&model], OutputFormat::GLB, &glb).options(lossy()).run().unwrap();
    assert!(report.failures().is_empty(), "{:?}", report.failures());
    let back = || {
        ConvertFolder::by_name([&glb], OutputFormat::MDL, &model)
            .options(lossy())
            .into_original(model.clone())
            .existing(Existing::Replace)
    };
    // Asked after the original was read, and before anything is written.
    let changed = back().cancelled(|| std::fs::write(&model, b"changed").is_err()).run().unwrap();
    assert_eq!((changed.failures().len(), changed.files().len()), (1, 0), "{:?}", changed.failures());
    assert_eq!(std::fs::read(&model).unwrap(), b"changed");

    std::fs::write(&model, sample("Character.mdl")).unwrap();
    let written = back().run().unwrap();
    assert_eq!((written.failures().len(), paths(&written, &folder)), (0, vec!["a.mdl".to_owned()]));
}

/// Textures of a glTF may be in a folder above it, inside of the one that is named.
#[test]
fn textures_above_a_gltf_are_read_within_the_root() {
    let buffer: Vec<u8> =
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|number| number.to_le_bytes()).collect();
    let gltf = |uri: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
            "materials":[{{"name":"Stone","pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
            "textures":[{{"source":0}}],"images":[{{"uri":"{uri}"}}],
            "buffers":[{{"byteLength":36,"uri":"../data/a.bin"}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}]}}"#
        )
    };
    let picture = fuzzkit::looks::png([9, 8, 7, 255]);
    let folder = folder(&[
        ("in/gr\u{f6}\u{df}e/m o d.gltf", gltf("../tex%20tures/Stone%20A.png").as_bytes()),
        ("in/gr\u{f6}\u{df}e/out.gltf", gltf("../../secret.png").as_bytes()),
        ("in/tex tures/Stone A.png", &picture),
        ("in/data/a.bin", &buffer),
        ("secret.png", &picture),
    ]);
    let model = folder.path().join("in/gr\u{f6}\u{df}e/m o d.gltf");
    let convert = |model: &Path, root: Option<PathBuf>, to: &str| {
        ConvertFolder::new([model], OutputFormat::MDL, folder.path().join(to)).root(root).run()
    };
    assert!(convert(&model, None, "none").is_err_and(|_| true) || !folder.path().join("none/Textures").exists());
    let root = Some(folder.path().join("in"));
    let report = convert(&model, root.clone(), "out").unwrap();
    let written = paths(&report, &folder);
    assert!(written.contains(&"out/Textures/Stone A.png".to_owned()), "{written:?}");
    assert_eq!(std::fs::read(folder.path().join("out/Textures/Stone A.png")).unwrap(), picture);
    // Nothing outside of the root is read.
    let outside = folder.path().join("in/gr\u{f6}\u{df}e/out.gltf");
    let report = convert(&outside, root, "out2").unwrap();
    let written = paths(&report, &folder);
    assert!(!written.is_empty() && written.iter().all(|name| !name.contains("Textures")), "{written:?}");
    // The file has to be in the root.
    let elsewhere = folder.path().join("in/data");
    let report = convert(&model, Some(elsewhere), "out3").unwrap();
    assert_eq!((report.files().len(), report.failures().len()), (0, 1));
}

/// Every file below a folder, with its content.
fn tree(folder: &Path) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    let mut files = std::collections::BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.insert(path.clone(), std::fs::read(path).unwrap());
            }
        }
    }
    files
}

#[test]
fn a_scene_comes_home_without_copies_of_files_from_the_other_folders_of_its_project() {
    let scene = br#"<scene id="1"><node id="2"><attribute name="Name" value="hero" /><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Hero.mdl" /><attribute name="Material" value="Material;Materials/Stone.xml" /></component></node></scene>"#;
    let material = br#"<material><technique name="Techniques/NoTexture.xml" /></material>"#;
    let folder = folder(&[
        ("bin/Data/Scenes/Camp.xml", scene),
        ("bin/Data/Models/Other.mdl", &sample("Character.mdl")),
        ("bin/CoreData/Models/Hero.mdl", &sample("Character.mdl")),
        ("bin/Autoload/Large/Materials/Stone.xml", material),
    ]);
    let (bin, glb) = (folder.path().join("bin"), folder.path().join("out/Camp.glb"));
    let before = tree(&bin);
    let camp = bin.join("Data/Scenes/Camp.xml");
    let out = ConvertFolder::new([&camp], OutputFormat::GLB, folder.path().join("out")).run().unwrap();
    assert!(glb.is_file() && out.failures().is_empty(), "{:?}", out.failures());
    let scenes = bin.join("Data/Scenes");
    let home = ConvertFolder::new([&glb], OutputFormat::SCENE_XML, &scenes).existing(Existing::Replace).run().unwrap();
    assert!(home.failures().is_empty(), "{:?}", home.failures());
    let after = tree(&bin);
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    assert_eq!(after, before);
}

#[test]
fn a_scene_without_its_original_is_put_into_the_file_that_is_named() {
    let scene = br#"<scene id="1">
	<!-- the only one -->
	<node id="2">
		<attribute name="Name" value="hero" />
		<component type="CollisionShape" id="4" />
	</node>
</scene>
"#;
    let folder =
        folder(&[("bin/Data/Scenes/Camp.xml", scene), ("bin/Data/Models/Other.mdl", &sample("Character.mdl"))]);
    let camp = folder.path().join("bin/Data/Scenes/Camp.xml");
    let out = folder.path().join("out");
    let bare = ConvertOptions::default().originals(false);
    ConvertFolder::new([&camp], OutputFormat::GLB, &out).options(bare).run().unwrap();
    let home = |into: Option<PathBuf>, to: &str, lossy: bool| {
        let to = folder.path().join(to);
        let run = ConvertFolder::new([out.join("Camp.glb")], OutputFormat::SCENE_XML, &to);
        let options = ConvertOptions::default().lossy(lossy);
        let report = run.options(options).into_original(into).existing(Existing::Replace).run().unwrap();
        match report.failures() {
            [] => Ok(std::fs::read(to.join("Camp.xml")).unwrap()),
            [failure] => Err(format!("{:?}", failure.error)),
            more => panic!("{more:?}"),
        }
    };
    let problem = home(None, "home", false).unwrap_err();
    assert!(
        problem.contains("doesn't contain the file that it was exported from (\\\"Scenes/Camp.xml\\\")"),
        "{problem}"
    );
    let new = home(None, "home", true).unwrap();
    assert!(!String::from_utf8(new).unwrap().contains("the only one"), "the glTF carries no file");
    assert_eq!(home(Some(camp), "home", false).unwrap(), scene);
    // Its project has the file.
    assert_eq!(home(None, "bin/Data/Scenes", false).unwrap(), scene);
}

#[test]
fn in_a_folder_an_option_must_fit_one_input() {
    let folder = folder(&[("in/Jack.mdl", &sample("Character.mdl")), ("in/Wave.ani", &sample("Character_Wave.ani"))]);
    let out = folder.path().join("out");
    let run = |options: ConvertOptions| {
        ConvertFolder::new([folder.path().join("in")], OutputFormat::SAME, &out).options(options).run()
    };
    // Nothing is written if it fits none.
    let Err(Error::NoEffect(problem)) = run(ConvertOptions::default().strict(true)) else { panic!("no effect") };
    assert_eq!(problem.option, "strict");
    assert!(problem.fitting.contains(&"scale") && !out.exists());
    // If it fits the model, the other file is converted without it.
    let report = run(ConvertOptions::default().center(Center::Bottom)).unwrap();
    assert!(report.failures().is_empty(), "{:?}", report.failures());
    assert_eq!(std::fs::read(out.join("Wave.ani")).unwrap(), sample("Character_Wave.ani"));
    assert_ne!(std::fs::read(out.join("Jack.mdl")).unwrap(), sample("Character.mdl"));
}
