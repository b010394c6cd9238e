//! `convert` of folders into folders that hold outputs already, dry runs, and `--watch`.

#[path = "../../../engine-assets/examples/convert_folder.rs"]
mod convert_folder;

use std::path::Path;
use std::time::{Duration, SystemTime};

use engine_assets::asset_image::Pixels;
use tempfile::TempDir;

use crate::common;
use common::{folder, path, run, stderr, stdout, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// A folder with models in `in`.
fn models(names: &[&str]) -> TempDir {
    let model = sample("Character.mdl");
    let files: Vec<(String, &[u8])> = names.iter().map(|name| (format!("in/{name}.mdl"), model.as_slice())).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    folder(&files)
}

/// Runs `convert --to glb in -o out` with further arguments; the exit status, and the text on stderr.
fn convert(folder: &TempDir, more: &[&str]) -> (Option<i32>, String) {
    let (from, to) = (path(folder, "in"), path(folder, "out"));
    let output = run(&[&["convert", "--to", "glb", text(&from), "-o", text(&to)], more].concat());
    (output.status.code(), stderr(&output))
}

/// Sets the time of a file to some seconds after a fixed moment.
fn set_time(path: &Path, seconds: u64) {
    let file = std::fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds)).expect("a time");
}

#[test]
fn existing_outputs_are_one_message() {
    let folder = models(&["a", "b", "c", "d", "e"]);
    assert_eq!(convert(&folder, &[]).0, Some(0));
    std::fs::write(path(&folder, "in/new.mdl"), sample("Character.mdl")).expect("a file");
    std::fs::write(path(&folder, "out/a.glb"), b"mine").expect("a file");
    let (status, messages) = convert(&folder, &[]);
    assert_eq!(status, Some(2));
    assert_eq!(messages.matches("error").count(), 1, "{messages}");
    assert!(
        messages.contains("5 output files already exist: ")
            && messages.contains("a.glb, ")
            && messages.contains("c.glb")
    );
    assert!(messages.contains(" and 2 more; --force") && !messages.contains("d.glb"), "{messages}");
    assert!(messages.contains("--skip-existing") && messages.contains("--newer"), "{messages}");
    assert!(!path(&folder, "out/new.glb").exists(), "nothing is written");
    let (status, messages) = convert(&folder, &["--force"]);
    assert!(status == Some(0) && messages.contains("wrote 6 files"), "{messages}");
    assert!(std::fs::read(path(&folder, "out/a.glb")).expect("a file").starts_with(b"glTF"));
}

#[test]
fn skip_existing_keeps_outputs_and_counts_them() {
    let folder = models(&["a", "b"]);
    assert_eq!(convert(&folder, &[]).0, Some(0));
    std::fs::write(path(&folder, "out/a.glb"), b"mine").expect("a file");
    std::fs::write(path(&folder, "in/new.mdl"), sample("Character.mdl")).expect("a file");
    let (status, messages) = convert(&folder, &["--skip-existing"]);
    assert_eq!(status, Some(0), "{messages}");
    assert!(messages.contains("skipped 2: 2 existing\n") && messages.contains("wrote 1 file ("), "{messages}");
    assert_eq!(std::fs::read(path(&folder, "out/a.glb")).expect("a file"), b"mine");
    assert!(path(&folder, "out/new.glb").exists());
    for pair in [["--force", "--newer"], ["--force", "--skip-existing"], ["--newer", "--skip-existing"]] {
        assert_eq!(convert(&folder, &pair).0, Some(2), "{pair:?}");
    }
    // One file, too.
    let (from, to) = (path(&folder, "in/a.mdl"), path(&folder, "out/a.glb"));
    let output = run(&["convert", text(&from), "-o", text(&to), "--skip-existing"]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "wrote 0 files (0 bytes), skipped 1: 1 existing\n")
    );
    assert_eq!(std::fs::read(&to).expect("a file"), b"mine");
}

#[test]
fn newer_converts_inputs_that_are_newer() {
    let folder = models(&["a", "b"]);
    let times = |input: u64, output: u64| {
        for name in ["a", "b"] {
            set_time(&path(&folder, &format!("in/{name}.mdl")), input);
            set_time(&path(&folder, &format!("out/{name}.glb")), output);
        }
    };
    assert_eq!(convert(&folder, &["--newer"]).0, Some(0));
    times(10, 20);
    let (status, messages) = convert(&folder, &["--newer"]);
    assert!(status == Some(0) && messages.contains("2 up to date") && messages.contains("wrote 0 files"), "{messages}");
    set_time(&path(&folder, "in/b.mdl"), 30);
    let (_, messages) = convert(&folder, &["--newer"]);
    assert!(
        messages.contains("b.glb") && messages.contains("1 up to date") && messages.contains("wrote 1 file"),
        "{messages}"
    );
    // Of equal times, the content decides.
    times(20, 20);
    let (_, messages) = convert(&folder, &["--newer"]);
    assert!(messages.contains("2 up to date"), "{messages}");
    std::fs::write(path(&folder, "out/a.glb"), b"other").expect("a file");
    times(20, 20);
    let (_, messages) = convert(&folder, &["--newer"]);
    assert!(messages.contains("1 up to date") && messages.contains("wrote 1 file"), "{messages}");
    assert!(std::fs::read(path(&folder, "out/a.glb")).expect("a file").starts_with(b"glTF"));
}

#[test]
fn newer_looks_at_all_files_that_an_output_is_made_of() {
    let png = |shade| Pixels::filled(2, 2, [shade, 2, 3, 255]).expect("pixels").to_png().expect("a png");
    let material = br#"<material><technique name="Techniques/Diff.xml"/><texture unit="diffuse" name="Textures/Fur.png"/></material>"#;
    let folder = folder(&[
        ("in/Models/Jack.mdl", &sample("Character.mdl")),
        ("in/Models/Jack.txt", b"Materials/Fur.xml\n"),
        ("in/Models/Jack_Wave.ani", &sample("Character_Wave.ani")),
        ("in/Materials/Fur.xml", material),
        ("in/Textures/Fur.png", &png(1)),
    ]);
    let resources = path(&folder, "in");
    let more = ["--newer", "--resources", text(&resources)];
    let (status, messages) = convert(&folder, &more);
    assert_eq!(status, Some(0), "{messages}");
    let first = std::fs::read(path(&folder, "out/Models/Jack.glb")).expect("a file");
    let files = ["Models/Jack.mdl", "Models/Jack.txt", "Models/Jack_Wave.ani", "Materials/Fur.xml", "Textures/Fur.png"];
    for changed in files {
        for file in files {
            set_time(&path(&folder, &format!("in/{file}")), 10);
        }
        set_time(&path(&folder, "out/Models/Jack.glb"), 20);
        assert!(convert(&folder, &more).1.contains("1 up to date"), "before {changed}");
        set_time(&path(&folder, &format!("in/{changed}")), 30);
        let (status, messages) = convert(&folder, &more);
        assert!(status == Some(0) && messages.contains("wrote 1 file"), "{changed}: {messages}");
    }
    std::fs::write(path(&folder, "in/Textures/Fur.png"), png(99)).expect("a file");
    set_time(&path(&folder, "out/Models/Jack.glb"), 20);
    assert_eq!(convert(&folder, &more).0, Some(0));
    assert!(std::fs::read(path(&folder, "out/Models/Jack.glb")).expect("a file") != first, "with the new texture");
}

/// Materials that no file next to the model names: found by the model's name, or given as an option.
#[test]
fn newer_looks_at_the_materials_that_a_conversion_finds() {
    let png = Pixels::filled(2, 2, [1, 2, 3, 255]).expect("pixels").to_png().expect("a png");
    let material = br#"<material><technique name="Techniques/Diff.xml"/><texture unit="diffuse" name="Textures/Fur.png"/></material>"#;
    let given: [&[&str]; 2] = [&[], &["--material", "Materials/Other.xml"]];
    for (options, name) in given.into_iter().zip(["Materials/Jack.xml", "Materials/Other.xml"]) {
        let folder = folder(&[
            ("in/Models/Jack.mdl", &sample("Character.mdl")),
            (&format!("in/{name}"), material),
            ("in/Textures/Fur.png", &png),
        ]);
        let more = [&["--newer"], options].concat();
        let (status, messages) = convert(&folder, &more);
        assert_eq!(status, Some(0), "{messages}");
        let files = ["Models/Jack.mdl", name, "Textures/Fur.png"];
        for changed in files {
            files.iter().for_each(|file| set_time(&path(&folder, &format!("in/{file}")), 10));
            set_time(&path(&folder, "out/Models/Jack.glb"), 20);
            assert!(convert(&folder, &more).1.contains("1 up to date"), "before {changed}");
            set_time(&path(&folder, &format!("in/{changed}")), 30);
            let (status, messages) = convert(&folder, &more);
            assert!(status == Some(0) && messages.contains("wrote 1 file"), "{changed}: {messages}");
        }
    }
}

#[test]
fn newer_looks_at_the_scene_that_selects_the_material() {
    let scene = |material: &str| {
        format!(
            r#"<scene id="1"><node id="2"><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Jack.mdl"/><attribute name="Material" value="Material;Materials/{material}.xml"/></component></node></scene>"#
        )
    };
    let material = |color: &str| format!(r#"<material><parameter name="MatDiffColor" value="{color}"/></material>"#);
    let folder = folder(&[
        ("in/Models/Jack.mdl", &sample("Models/Box.mdl")),
        ("in/Materials/Red.xml", material("1 0 0 1").as_bytes()),
        ("in/Materials/Blue.xml", material("0 0 1 1").as_bytes()),
        ("data/Scenes/A.xml", scene("Red").as_bytes()),
    ]);
    let resources = [path(&folder, "in"), path(&folder, "data")];
    let more: Vec<&str> = resources.iter().flat_map(|one| ["--resources", text(one)]).chain(["--newer"]).collect();
    let (status, messages) = convert(&folder, &more);
    assert_eq!(status, Some(0), "{messages}");
    let files = ["in/Models/Jack.mdl", "in/Materials/Red.xml", "in/Materials/Blue.xml", "data/Scenes/A.xml"];
    files.iter().for_each(|file| set_time(&path(&folder, file), 10));
    set_time(&path(&folder, "out/Models/Jack.glb"), 20);
    assert!(convert(&folder, &more).1.contains("1 up to date"));
    set_time(&path(&folder, "data/Scenes/A.xml"), 30);
    let (status, messages) = convert(&folder, &more);
    assert!(status == Some(0) && messages.contains("wrote 1 file"), "{messages}");
}

#[test]
fn a_dry_run_prints_the_outputs_and_writes_none() {
    let folder = models(&["a", "deep/b"]);
    let (from, to) = (path(&folder, "in"), path(&folder, "out"));
    std::fs::write(from.join("Loose.ani"), sample("Character_Wave.ani")).expect("a file");
    let arguments = ["convert", "--to", "glb", text(&from), "-o", text(&to), "--dry-run"];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let expected =
        [to.join("a.glb"), to.join("deep").join("b.glb")].map(|path| format!("would write {}\n", text(&path)));
    assert_eq!(stdout(&output), expected.concat());
    let messages = stderr(&output);
    assert!(
        messages.contains("Loose.ani: skipped") && messages.contains("would write 2 files, skipped 1"),
        "{messages}"
    );
    assert!(!to.exists());
    // Existing outputs count as in a run.
    assert_eq!(run(&arguments[..arguments.len() - 1]).status.code(), Some(0));
    assert_eq!(run(&arguments).status.code(), Some(2));
    let output = run(&[&arguments[..], &["--skip-existing"]].concat());
    assert!(output.status.success() && stdout(&output).is_empty(), "{}", stdout(&output));
}

/// The example of the library writes the same files as the command.
#[test]
fn the_library_converts_a_folder_as_the_command_does() {
    let model = sample("Character.mdl");
    let folder = folder(&[
        ("in/Jack.mdl", &model),
        ("in/Jack_Wave.ani", &sample("Character_Wave.ani")),
        ("in/jack.zed", &sample("Tile.zed")),
        ("in/Jack.xml", b"<model><metadata name=\"a\" type=\"Int\" value=\"1\"/></model>"),
        ("in/deep/Crate.pmdl_b", &sample("Crate.pmdl_b")),
        ("in/cut.mdl", &model[..99]),
        ("in/notes.txt", b"no asset"),
    ]);
    assert_eq!(convert(&folder, &[]).0, Some(1), "a file is cut off");
    let (from, to) = (path(&folder, "in"), path(&folder, "library"));
    let report = convert_folder::convert(&from, &to).expect("a report");
    let written = common::files(&path(&folder, "out"));
    assert!(written == common::files(&to), "other files");
    assert_eq!(written.keys().collect::<Vec<_>>(), ["Jack.mdl.glb", "deep/Crate.glb", "jack.zed.glb"]);
    assert_eq!((report.files().len(), report.failures().len()), (written.len(), 1));
}

#[cfg(unix)]
mod watch {
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::time::Instant;

    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    /// A running command, which is killed if a test fails.
    struct Running(Child);

    impl Running {
        fn new(arguments: &[&str]) -> Self {
            let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
            Self(command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
        }

        /// Interrupts the command, and returns its exit status.
        fn interrupt(&mut self) -> ExitStatus {
            kill_process(Pid::from_child(&self.0), Signal::INT).expect("it runs");
            wait("its end", || self.0.try_wait().expect("it is a child"))
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            drop(self.0.kill());
            drop(self.0.wait());
        }
    }

    fn wait<T>(for_what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no {for_what} within a minute");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn changed_files_are_converted_until_an_interrupt() {
        let folder = models(&["a"]);
        let (from, to) = (path(&folder, "in"), path(&folder, "out"));
        let mut running = Running::new(&["convert", "--to", "glb", "--watch", text(&from), "-o", text(&to)]);
        let content = |name: &str| std::fs::read(to.join(name)).ok();
        let first = wait("first output", || content("a.glb"));
        // A broken file ends nothing.
        std::fs::write(from.join("cut.mdl"), &sample("Character.mdl")[..99]).expect("a file");
        std::fs::write(from.join("b.mdl"), sample("Character.mdl")).expect("a file");
        assert!(wait("output of a new file", || content("b.glb")).starts_with(b"glTF"));
        let other = sample("Models/Box.mdl");
        std::fs::write(from.join("a.mdl"), other).expect("a file");
        wait("output of a changed file", || content("a.glb").filter(|content| *content != first));
        assert!(!to.join("cut.glb").exists());
        assert_eq!(running.interrupt().code(), Some(0));
    }

    #[test]
    fn a_folder_that_is_removed_and_made_again_is_watched_again() {
        let folder = models(&["a"]);
        let (from, to) = (path(&folder, "in"), path(&folder, "out"));
        let mut running = Running::new(&["convert", "--to", "glb", "--watch", text(&from), "-o", text(&to)]);
        wait("first output", || std::fs::read(to.join("a.glb")).ok());
        // At once, and after a while; moved away, and removed.
        for (round, pause) in [0, 2500, 0, 2500].into_iter().enumerate() {
            if round < 2 {
                std::fs::remove_dir_all(&from).expect("a folder");
            } else {
                std::fs::rename(&from, path(&folder, &format!("away{round}"))).expect("a folder");
            }
            std::thread::sleep(Duration::from_millis(pause));
            std::fs::create_dir(&from).expect("a folder");
            let model = |name: &str| std::fs::write(from.join(name), sample("Character.mdl")).expect("a file");
            model(&format!("b{round}.mdl"));
            wait("output after the folder was made again", || std::fs::read(to.join(format!("b{round}.glb"))).ok());
            // The new folder is watched, not only read once.
            model(&format!("c{round}.mdl"));
            wait("output of a later file", || std::fs::read(to.join(format!("c{round}.glb"))).ok());
        }
        assert_eq!(running.interrupt().code(), Some(0));
    }

    #[test]
    fn a_changed_texture_converts_its_models() {
        let material = br#"<material><technique name="Techniques/Diff.xml"/><texture unit="diffuse" name="Textures/Fur.png"/></material>"#;
        let png = |shade| Pixels::filled(2, 2, [shade, 2, 3, 255]).expect("pixels").to_png().expect("a png");
        let folder = folder(&[
            ("Game/Models/Jack.mdl", &sample("Character.mdl")),
            ("Game/Models/Jack.txt", b"Materials/Fur.xml\n"),
            ("Game/Materials/Fur.xml", material),
            ("Game/Textures/Fur.png", &png(1)),
        ]);
        let (game, from, to) =
            (path(&folder, "Game"), path(&folder, "Game/Models/Jack.mdl"), path(&folder, "Jack.glb"));
        let mut running =
            Running::new(&["convert", "--watch", text(&from), "-o", text(&to), "--resources", text(&game)]);
        let first = wait("first output", || std::fs::read(&to).ok());
        std::fs::write(path(&folder, "Game/Textures/Fur.png"), png(99)).expect("a file");
        wait("output with the new texture", || std::fs::read(&to).ok().filter(|created| *created != first));
        assert_eq!(running.interrupt().code(), Some(0));
    }
}

#[test]
fn folders_are_the_same_on_any_number_of_cores() {
    let folder = folder(&[]);
    let samples = path(&folder, "samples");
    assert!(run(&["demo", text(&samples)]).status.success());
    let written = ["1", "4"].map(|threads| {
        let output = path(&folder, threads);
        let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
        command.args(["convert", text(&samples), "--to", "glb", "--lossy", "-o", text(&output)]);
        let converted = command.env("RAYON_NUM_THREADS", threads).output().expect("it runs");
        assert!(converted.status.code().is_some(), "{}", stderr(&converted));
        common::files(&output)
    });
    assert!(written[0].len() > 10, "{:?}", written[0].keys());
    assert!(written[0] == written[1]);
}
