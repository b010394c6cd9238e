//! `render` and `inspect --picture`.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use engine_assets::asset_image::{Info, Limits, Mip, Pixels, decode};

/// The samples that pictures are made of here.
const NAMES: [&str; 5] = ["Character.mdl", "Character.pak", "Character_Wave.ani", "Crate.pmdl_b", "Tile.zed"];

/// Our samples, in a folder.
fn samples() -> tempfile::TempDir {
    let mut samples = fuzzkit::samples::all();
    samples.retain(|sample| NAMES.contains(&sample.name));
    let files: Vec<(&str, &[u8])> = samples.iter().map(|sample| (sample.name, sample.bytes.as_slice())).collect();
    folder(&files)
}

fn pixels(path: &std::path::Path) -> Pixels {
    let bytes = std::fs::read(path).expect("a picture");
    decode(&bytes, Mip(0), &mut Limits::default().budget()).expect("a png")
}

#[track_caller]
fn fine(arguments: &[&str]) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_model_becomes_a_picture() {
    let folder = samples();
    let [model, out] = ["Character.mdl", "out/character.png"].map(|name| path(&folder, name));
    let arguments =
        ["render", text(&model), "-o", text(&out), "--size", "96x128", "--background", "transparent", "--json"];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let line: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a line");
    assert_eq!((&line["width"], &line["height"]), (&96.into(), &128.into()));
    assert!(line["triangles"].as_u64() > Some(100) && line["camera"]["tangent"].as_f64().is_some(), "{line}");
    let picture = pixels(&out);
    assert_eq!(picture.size(), (96, 128));
    let filled = picture.pixels().iter().filter(|pixel| pixel[3] == 255).count();
    assert!(filled > 96 * 128 / 20 && picture.get(0, 0) == Some([0; 4]), "{filled}");
    // It isn't written over unless that is said.
    assert_eq!(run(&arguments).status.code(), Some(2));
    fine(&[&arguments[..], &["--force"]].concat());
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let pictures = ["1", "3"].map(|threads| {
        let arguments =
            ["render", text(&model), "-o", "-", "--size", "200x100", "--shadow", "--wireframe", "--skeleton"];
        let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
        command.args(arguments).env("RAYON_NUM_THREADS", threads).output().expect("it runs").stdout
    });
    assert!(pictures[0].starts_with(b"\x89PNG") && pictures[0] == pictures[1]);
}

#[test]
fn animations_are_shown_at_a_time_and_as_a_whole() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let shot = |name: &str, more: &[&str]| {
        let out = path(&folder, name);
        fine(&[&["render", text(&model), "-o", text(&out), "--size", "64x64", "--view", "front"], more].concat());
        out
    };
    let [rest, waved] = [shot("rest.png", &[]), shot("waved.png", &["--animation", "wave", "--time", "0.5"])];
    assert_ne!(pixels(&rest), pixels(&waved));
    shot("frame_%02d.png", &["--animation", "wave", "--frames", "3"]);
    let frames = [0, 1, 2].map(|frame| pixels(&path(&folder, &format!("frame_{frame:02}.png"))));
    assert_ne!(frames[0], frames[1]);
    let moving = shot("wave.apng", &["--animation", "wave", "--frames", "3"]);
    let bytes = std::fs::read(&moving).expect("a picture");
    assert!(bytes.windows(4).any(|part| part == b"acTL") && Info::of(&bytes).is_ok());
    let around = shot("around.apng", &["--turntable", "4"]);
    assert!(std::fs::read(&around).expect("a picture").windows(4).filter(|part| part == b"fcTL").count() == 4);
    let several = path(&folder, "several.png");
    let output = run(&["render", text(&model), "-o", text(&several), "--turntable", "4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("expected .apng, or %d or %03d in the name of OUT"), "{}", stderr(&output));
    let output = run(&["render", text(&model), "-o", text(&several), "--animation", "dance"]);
    assert!(stderr(&output).contains("expected the name of one animation, found \"dance\""), "{}", stderr(&output));
}

#[test]
fn a_sheet_shows_all_and_marks_what_is_broken() {
    let folder = samples();
    std::fs::write(path(&folder, "cut.mdl"), &std::fs::read(path(&folder, "Character.mdl")).expect("a file")[..200])
        .expect("a file");
    let out = path(&folder, "sheet.png");
    let arguments = ["render", text(folder.path()), "-o", text(&out), "--sheet", "--size", "64x64"];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    // The character, itself and in its package; the crate; the tile; the truncated file.
    assert!(stderr(&output).contains("5 pictures"), "{}", stderr(&output));
    let red = pixels(&out).pixels().iter().filter(|pixel| **pixel == [208, 24, 24, 255]).count();
    assert!(red > 400, "{red}");
    // The sheet isn't on the sheet.
    let again = run(&[&arguments[..], &["--force"]].concat());
    assert!(stderr(&again).contains("5 pictures"), "{}", stderr(&again));
}

#[test]
fn a_sheet_has_one_background_and_no_picture_of_nothing() {
    let png = |color| Pixels::filled(8, 4, color).and_then(|pixels| pixels.to_png()).expect("a png");
    let (white, black) = (png([255, 255, 255, 255]), png([0, 0, 0, 255]));
    // Elements that only place others show nothing.
    let layout = br#"<element><element><attribute name="Size" value="8 8" /></element></element>"#;
    let folder = folder(&[
        ("Data/Textures/a white texture with a long name.png", &white),
        ("Data/Textures/b.png", &black),
        ("Data/UI/Empty.xml", layout),
    ]);
    let out = path(&folder, "sheet.png");
    let sheet = |more: &[&str]| {
        let output =
            run(&[&["render", text(folder.path()), "-o", text(&out), "--sheet", "--size", "96x64", "--force"], more]
                .concat());
        (stderr(&output), pixels(&out))
    };
    let (said, dark) = sheet(&[]);
    assert!(said.contains("2 pictures; 1 file without anything to see"), "{said}");
    // Both pictures have the colour of the sheet above and below their textures, whether these are bright or not.
    let paper = dark.get(0, 0).expect("a pixel");
    assert_eq!(paper, [43, 47, 54, 255]);
    assert_eq!([dark.get(60, 14), dark.get(60 + 108, 14)], [Some(paper); 2]);
    let is_text = |pixel: &[u8; 4]| pixel[0] > 200 && pixel[0] < 250;
    let rows = dark.pixels().chunks(dark.width() as usize).skip(12 + 64 + 3).take(15);
    let columns: Vec<usize> = rows.flat_map(|row| (0..row.len()).filter(|x| is_text(&row[*x]))).collect();
    // The long name is cut within its cell, and leaves the gap to the next one free.
    assert!(columns.iter().any(|x| *x > 90) && !columns.iter().any(|x| (108..120).contains(x)), "{columns:?}");
    let (_, light) = sheet(&["--background", "ffffff"]);
    assert_eq!(light.get(0, 0), Some([255; 4]));
    let (_, clear) = sheet(&["--background", "transparent"]);
    assert_eq!(clear.get(0, 0), Some([0; 4]));
    assert!(clear.pixels().iter().any(|pixel| pixel[3] > 0 && pixel[3] < 255), "its text has soft edges");
}

#[test]
fn entries_of_packages_and_folders_of_models() {
    let folder = samples();
    let entry = format!("{}:Character.mdl", text(&path(&folder, "Character.pak")));
    let out = path(&folder, "entry.png");
    fine(&["render", &entry, "-o", text(&out), "--size", "32x32"]);
    let into = path(&folder, "pictures");
    fine(&["render", text(folder.path()), "-o", text(&into), "--size", "32x32"]);
    assert_eq!(pixels(&out), pixels(&into.join("Character.png")));
    assert!(into.join("Crate.png").is_file() && into.join("Tile.png").is_file());
    let output = run(&["render", text(folder.path()), "-o", text(&path(&folder, "one.png"))]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("expected --sheet or a folder"));
}

#[test]
fn materials_are_shown_on_spheres_and_textures_as_they_are() {
    let png = Pixels::filled(8, 4, [200, 30, 20, 255]).and_then(|pixels| pixels.to_png()).expect("a png");
    let material = br#"<material><technique name="Techniques/Diff.xml" /><texture unit="diffuse" name="Textures/red.png" /></material>"#;
    let folder =
        folder(&[("Data/Materials/Red.xml", material), ("Data/Textures/red.png", &png), ("Data/Models/none", b"")]);
    let [ball, flat] = ["ball.png", "flat.png"].map(|name| path(&folder, name));
    let shot = |name: &str, out: &std::path::Path| {
        let file = path(&folder, name);
        fine(&["render", text(&file), "-o", text(out), "--size", "64x64", "--background", "transparent"]);
        pixels(out)
    };
    let ball = shot("Data/Materials/Red.xml", &ball);
    let [red, green, ..] = ball.get(32, 32).expect("a pixel");
    assert!(red > 2 * green && ball.get(1, 1) == Some([0; 4]), "{red} {green}");
    let flat = shot("Data/Textures/red.png", &flat);
    assert_eq!([flat.get(32, 32), flat.get(32, 8)], [Some([200, 30, 20, 255]), Some([0; 4])]);
}

/// A scene with red even light and far blue fog, and no lamp.
const RED: &str = r#"<scene id="1">
    <node id="2"><component type="Zone" id="3"><attribute name="Ambient Color" value="1 0 0 1" /><attribute name="Fog Color" value="0 0 1 1" />
        <attribute name="Fog Start" value="1000" /><attribute name="Fog End" value="2000" /></component></node>
    <node id="4"><component type="StaticModel" id="5"><attribute name="Model" value="Model;Models/Box.mdl" /></component></node></scene>"#;

#[test]
fn light_is_a_studio_s_the_engine_s_or_dark() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let model = std::fs::read(samples.join("Models/Box.mdl")).expect("a sample");
    let folder = folder(&[("Data/Models/Box.mdl", &model), ("Data/Scenes/Red.xml", RED.as_bytes())]);
    let scene = path(&folder, "Data/Scenes/Red.xml");
    let shot = |light: &str, background: &str| {
        let out = path(&folder, "out.png");
        let size = ["--size", "64x64", "--force", "--light", light, "--background", background];
        fine(&[&["render", text(&scene), "-o", text(&out)], size.as_slice()].concat());
        let picture = pixels(&out);
        [(32, 32), (1, 1)].map(|(x, y)| picture.get(x, y).expect("a pixel"))
    };
    let [middle, corner] = shot("engine", "auto");
    assert!(middle[0] > 60 && middle[1..3] == [0, 0], "{middle:?}");
    assert_eq!(corner, [0, 0, 255, 255], "the fog is the background");
    let [studio, light] = shot("studio", "auto");
    let [dim, dark] = shot("dark", "auto");
    assert!([studio, dim].iter().all(|[red, green, blue, _]| red == green && green == blue), "{studio:?} {dim:?}");
    assert!(dim[0] < studio[0] && dark[0] < 60 && light[0] > 150, "{dim:?} {studio:?} {dark:?} {light:?}");
    assert_eq!(shot("dark", "transparent")[1], [0; 4]);
    let output = run(&["render", text(&scene), "-o", "-", "--light", "moon"]);
    assert!(
        output.status.code() == Some(2) && stderr(&output).contains("studio, engine or dark"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_camera_of_the_scene_or_a_place_is_looked_from() {
    let samples = fuzzkit::samples::all();
    let model = samples.iter().find(|sample| sample.name == "Character.mdl").expect("a sample");
    let scene = r#"<scene id="1">
        <node id="2"><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Character.mdl" /></component></node>
        <node id="4"><attribute name="Name" value="Eye" /><attribute name="Position" value="1 2 -5" />
            <component type="Camera" id="5"><attribute name="FOV" value="60" /></component></node>
    </scene>"#;
    let folder = folder(&[("Models/Character.mdl", model.bytes.as_slice()), ("Scenes/Room.xml", scene.as_bytes())]);
    let [scene, out] = ["Scenes/Room.xml", "out.png"].map(|name| path(&folder, name));
    let seen = |arguments: &[&str]| {
        let output = run(&[&["render", text(&scene), "-o", text(&out), "--json", "--force"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let line: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a line");
        let numbers = |name: &str| {
            let list = line["camera"][name].as_array().expect("numbers");
            list.iter().map(|number| number.as_f64().expect("a number")).collect::<Vec<_>>()
        };
        (numbers("position"), numbers("back"), line["camera"]["tangent"].as_f64().expect("a lens"))
    };
    // X of the engine is negated; it looks along +Z.
    let (position, back, tangent) = seen(&["--camera", "Eye"]);
    assert_eq!(position, [-1.0, 2.0, -5.0]);
    assert!((back[2] + 1.0).abs() < 1e-6 && (tangent - 30_f64.to_radians().tan()).abs() < 1e-6, "{back:?} {tangent}");
    let (position, back, tangent) = seen(&["--camera", "-3,1,0", "--target", "0,1,0", "--fov", "90"]);
    assert_eq!((position, back), (vec![-3.0, 1.0, 0.0], vec![-1.0, 0.0, 0.0]));
    assert!((tangent - 1.0).abs() < 1e-9, "{tangent}");
    let output = run(&["render", text(&scene), "-o", text(&out), "--force", "--camera", "Ear"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are: Eye"), "{}", stderr(&output));
    let output = run(&["render", text(&scene), "-o", text(&out), "--target", "0,0,0"]);
    assert_eq!(output.status.code(), Some(2), "a target without a camera");
}

#[test]
fn a_terminal_shows_pictures_too() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
    for name in ["KITTY_WINDOW_ID", "TERM", "TERM_PROGRAM"] {
        command.env_remove(name);
    }
    let output =
        command.env("COLORTERM", "truecolor").args(["inspect", "--picture", text(&model)]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines = stdout(&output).lines().filter(|line| line.ends_with("\x1b[0m")).count();
    assert!(lines == 32 && stdout(&output).contains('\u{2580}'), "{lines}");
}

/// Returns the command's output to a terminal that identifies itself with `answer`.
#[cfg(target_os = "linux")]
fn shown_by_a_terminal(model: &std::path::Path, answer: &[u8]) -> String {
    let command = assert_cmd::cargo::cargo_bin("engine-assets");
    let arguments = ["inspect", "--picture", text(model)];
    let mut terminal = common::terminal::Terminal::start(text(&command), &arguments, |command| {
        for name in ["KITTY_WINDOW_ID", "TERM", "TERM_PROGRAM"] {
            command.env_remove(name);
        }
    });
    let asked = terminal.wait_for("\x1b[c").expect("the question");
    terminal.write(answer);
    let (success, shown) = terminal.end();
    assert!(success, "{asked}{shown}");
    shown
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_asked_whether_it_knows_sixels() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let sixels = shown_by_a_terminal(&model, b"\x1b[?62;4;22c");
    assert!(sixels.contains("\x1bP0;1q\"1;1;384;384#") && !sixels.contains('\u{2580}'), "{}", &sixels[..200]);
    // 64 alone is the kind of terminal, not an extension; the last never answers.
    for answer in [&b"\x1b[?64;1;22c"[..], b"\x1b[?4c", b""] {
        let blocks = shown_by_a_terminal(&model, answer);
        assert!(blocks.contains('\u{2580}') && !blocks.contains("\x1bP"), "{answer:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let out = path(&folder, "a.png");
    for more in [
        &["--size", "64"][..],
        &["--size", "0x9"],
        &["--view", "above"],
        &["--background", "red"],
        &["--frames", "3"],
        &["--sheet", "--turntable", "3"],
    ] {
        let output = run(&[&["render", text(&model), "-o", text(&out)], more].concat());
        assert_ne!(output.status.code(), Some(0), "{more:?}");
        assert!(!out.exists(), "{more:?}");
    }
}

#[test]
fn an_image_that_cannot_be_decoded_has_no_picture() {
    let png =
        engine_assets::asset_image::Pixels::filled(64, 64, [9, 8, 7, 255]).expect("pixels").to_png().expect("a png");
    let mut unknown = b"DDS \x7c\0\0\0\x07\x10\0\0\x10\0\0\0\x10\0\0\0".to_vec();
    unknown.resize(76, 0);
    unknown.extend(b"\x20\0\0\0\x04\0\0\0Q000");
    unknown.resize(256, 0);
    let folder = folder(&[("cut.png", &png[..60]), ("unknown.dds", &unknown), ("good.png", &png)]);
    for name in ["cut.png", "unknown.dds"] {
        let out = path(&folder, "out.png");
        let output = run(&["render", text(&path(&folder, name)), "-o", text(&out)]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        assert!(!out.exists(), "{name}");
        let sheet = path(&folder, &format!("sheet-{name}.png"));
        let output = run(&["render", "--sheet", text(&path(&folder, name)), "-o", text(&sheet)]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
    }
    let good = run(&["render", text(&path(&folder, "good.png")), "-o", text(&path(&folder, "out.png"))]);
    assert_eq!(good.status.code(), Some(0), "{}", stderr(&good));
}

#[test]
fn another_up_axis_turns_the_model() {
    let folder = samples();
    let model = path(&folder, "Character.mdl");
    let size = |up: &str| {
        let out = path(&folder, &format!("{up}.png"));
        fine(&["render", text(&model), "-o", text(&out), "--up", up, "--background", "transparent", "--view", "front"]);
        let picture = pixels(&out);
        let (width, height) = picture.size();
        let is_filled = |x, y| picture.get(x, y).is_some_and(|pixel| pixel[3] > 0);
        let columns = (0..width).filter(|x| (0..height).any(|y| is_filled(*x, y))).count();
        let rows = (0..height).filter(|y| (0..width).any(|x| is_filled(x, *y))).count();
        rows as f64 / columns as f64
    };
    let (standing, lying) = (size("y"), size("z"));
    assert!(standing > 1.2 * lying, "{standing} {lying}");
}

/// One particle every tenth of a second, which rises.
const EFFECT: &str = r#"<particleeffect><numparticles value="20"/><timetolive value="2"/><emissionrate value="10"/>
<particlesize value="0.2 0.2"/><direction min="0 1 0" max="0 1 0"/><velocity value="1"/></particleeffect>"#;
const SMOKING: &str = r#"<scene id="1"><node id="2"><component type="ParticleEmitter" id="3">
<attribute name="Effect" value="ParticleEffect;Particle/Smoke.xml"/></component></node></scene>"#;

#[test]
fn particles_move_in_frames() {
    let folder = folder(&[("Data/Particle/Smoke.xml", EFFECT.as_bytes()), ("Data/Scenes/S.xml", SMOKING.as_bytes())]);
    for name in ["Data/Particle/Smoke.xml", "Data/Scenes/S.xml"] {
        let (file, out) = (path(&folder, name), path(&folder, "frame_%d.png"));
        let arguments = ["render", text(&file), "-o", text(&out), "--size", "64x64", "--time", "0.3", "--force"];
        fine(&[&arguments[..], &["--frames", "3", "--fps", "7"]].concat());
        let frames = [0, 1, 2].map(|frame| pixels(&path(&folder, &format!("frame_{frame}.png"))));
        assert!(frames[0] != frames[1] && frames[1] != frames[2], "{name}");
        // The first frame is the picture at this time.
        let alone = path(&folder, "alone.png");
        fine(&[&["render", text(&file), "-o", text(&alone)], &arguments[4..]].concat());
        assert!(pixels(&alone) == frames[0], "{name}");
    }
}
