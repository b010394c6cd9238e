//! The text of `inspect`: the words of `inspect --json`, with lists as tables and skeletons as trees.

use serde_json::Value;
use testkit::ByteBuilder;

use crate::common::{folder, path, run, stdout, text};

/// Returns what `inspect` prints for a file, without the first line.
fn shown(name: &str, bytes: &[u8], options: &[&str]) -> String {
    let folder = folder(&[(name, bytes)]);
    let output = stdout(&run(&[&["inspect", text(&path(&folder, name))], options].concat()));
    output.split_once('\n').expect("a title").1.to_owned()
}

#[test]
fn lists_are_tables() {
    let material = br#"<material><technique name="Techniques/Diff.xml" quality="1" /><technique name="T.xml" />
        <texture unit="diffuse" name="Textures/Stone.png" /><parameter name="Roughness" value="0.5" /><cull value="cw" /></material>"#;
    let expected = "  techniques: 2
    name                 quality
    Techniques/Diff.xml        1
    T.xml
  textures:   1
    name                unit
    Textures/Stone.png  diffuse
  parameters: 1
    name       type   value
    Roughness  Float  0.5
  cull:       cw
  findings: none
";
    assert_eq!(shown("m.xml", material, &[]), expected);
}

#[test]
fn lists_in_cells_are_texts_or_counts() {
    let pass = |name: &str, defines: &str| format!(r#"<pass name="{name}" psdefines="{defines}" />"#);
    let short = pass("base", "DIFFMAP NOUV") + &pass("light", "");
    let technique = |passes: &str| format!(r#"<technique vs="Lit" ps="Lit">{passes}</technique>"#);
    let expected = "  shader: Lit
  passes: 2
    name   shader  blend    ps defines
    base   Lit     replace  DIFFMAP, NOUV
    light  Lit     replace
  findings: none
";
    assert_eq!(shown("t.xml", technique(&short).as_bytes(), &[]), expected);
    // One list is too long, so that all of the column are counted.
    let long = pass("base", "DIFFMAP NOUV") + &pass("deferred", &"DEFINE_A ".repeat(9));
    let long = shown("t.xml", technique(&long).as_bytes(), &[]);
    assert!(
        long.contains(
            "ps defines\n    base      Lit     replace           2\n    deferred  Lit     replace           9\n"
        ),
        "{long}"
    );
}

/// A model of bones alone: the name and the parent of each.
fn skeleton(bones: &[(&str, u32)]) -> Vec<u8> {
    let mut model = ByteBuilder::new().raw(b"UMDL").u32s(&[0, 0, 0, 0, bones.len() as u32]);
    for (name, parent) in bones {
        model = model.cstr(name).u32(*parent).f32s(&[0.0; 22]).u8(0);
    }
    model.f32s(&[f32::INFINITY, f32::NAN, 1e-7, f32::NEG_INFINITY, 0.5, 123_456.7]).build()
}

#[test]
fn skeletons_are_trees_down_to_a_depth() {
    let model = skeleton(&[("Hips", 0), ("Leg", 0), ("Foot", 1), ("Toe", 2), ("Spine", 0)]);
    let tree = |options: &[&str]| {
        let shown = shown("a.mdl", &model, options);
        let (_, tree) = shown.split_once("bones:        5\n    name\n").expect("a tree");
        tree.split_once("  bounding").expect("a box").0.to_owned()
    };
    assert_eq!(tree(&[]), "    Hips\n      Leg\n        Foot (+1 below)\n      Spine\n");
    assert_eq!(tree(&["--depth", "9"]), "    Hips\n      Leg\n        Foot\n          Toe\n      Spine\n");
    assert_eq!(tree(&["--depth", "1"]), "    Hips (+4 below)\n");
    assert_eq!(tree(&["--depth", "9", "--rows", "1"]), "    Hips\n      Leg\n    and 3 more\n");
}

#[test]
fn numbers_that_json_lacks_are_shown() {
    let shown = shown("a.mdl", &skeleton(&[]), &[]);
    assert!(shown.contains("bounding box: [inf, NaN, 1.00e-7] to [-inf, 0.5, 123457]\n"), "{shown}");
}

#[test]
fn long_lists_are_cut_with_a_count() {
    let names: Vec<String> = (0..30).map(|number| format!("Materials/{number}.xml\r\n")).collect();
    let shown = |options: &[&str]| shown("a.txt", names.concat().as_bytes(), options);
    let all = shown(&["--rows", "30"]);
    assert!(all.starts_with("  materials: 30\n    Materials/0.xml\n") && all.contains("Materials/29.xml\n"), "{all}");
    assert!(!all.contains("more"), "{all}");
    let cut = shown(&[]);
    assert!(cut.contains("    Materials/19.xml\n    and 10 more\n  findings") && !cut.contains("/20.xml"), "{cut}");
    assert!(shown(&["--rows", "0"]).starts_with("  materials: 30\n    and 30 more\n"));
}

/// Every label of the first level is a key of the JSON, for a sample of every format.
#[test]
fn the_words_are_those_of_the_json() {
    let samples = folder(&[]);
    let target = path(&samples, "demo");
    assert!(run(&["demo", text(&target)]).status.success());
    let lines = stdout(&run(&["inspect", "--json", text(&target)]));
    let mut seen = 0;
    for line in lines.lines() {
        let json: Value = serde_json::from_str(line).expect("JSON");
        if json["format"] == "udm" {
            continue;
        }
        let keys: Vec<String> = json.as_object().expect("a map").keys().map(|key| key.replace('_', " ")).collect();
        let shown = stdout(&run(&["inspect", json["file"].as_str().expect("a path")]));
        for line in shown.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
            let label = line.trim_start().split(':').next().unwrap_or_default();
            let key = label.replace("number of ", "num ");
            let own = label == "findings" || label.starts_with("`pak list`");
            assert!(own || keys.contains(&key), "{label}: {keys:?}");
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen} labels");
}
