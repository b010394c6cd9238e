//! Odd values and paths: errors, never panics, and never a file that can't be read.

use asset_formats::Asset;
use asset_paths::{SetOptions, ValuePath, Values, find};
use testkit::hostile::assert_linear;

const VALUES: [&str; 12] =
    ["", " ", "NaN", "1e999", "-1", "99999999999999999999", "a;b;c", "\0", "<&>\"'", "1 2 3", "\\", "\u{1f600}\n"];

/// Paths to the parts of a file; of large files some.
fn paths(asset: &Asset<'_>) -> Vec<ValuePath> {
    let Some(root) = asset.part() else { return Vec::new() };
    let found = find(&root, &"**".parse().unwrap()).unwrap();
    let step = found.len().div_ceil(60).max(1);
    found.iter().step_by(step).map(|found| found.path.parse().unwrap()).collect()
}

/// Edits a copy of a file; what can be written can be read.
fn edited(name: &str, bytes: &[u8], what: &str, edit: impl FnOnce(&mut Asset<'_>) -> bool) {
    let mut asset = Asset::parse(bytes, Some(name.as_ref())).unwrap();
    let is_changed = edit(&mut asset);
    match asset.to_bytes() {
        Ok(written) if is_changed => {
            // The content of a list alone may not tell its format.
            let read = Asset::parse_as(asset.format(), &written);
            assert!(read.is_ok(), "{name}: {what}: {:?}", read.err());
        }
        Ok(written) => assert_eq!(written, bytes, "{name}: {what}"),
        Err(_) => assert!(is_changed, "{name}: {what}"),
    }
}

#[test]
fn odd_values_are_errors_or_can_be_read_again() {
    let options = SetOptions::default();
    let mut count = 0;
    for sample in fuzzkit::samples::all() {
        let Ok(asset) = Asset::parse(&sample.bytes, Some(sample.name.as_ref())) else { continue };
        for (index, path) in paths(&asset).iter().enumerate() {
            for value in VALUES.iter().skip(index % 3).step_by(3) {
                let what = format!("{path} = {value:?}");
                edited(sample.name, &sample.bytes, &what, |asset| {
                    asset.set_values(path, value, &options).is_ok_and(|edited| !edited.is_empty())
                });
                edited(sample.name, &sample.bytes, &format!("insert {what}"), |asset| {
                    asset.insert_value(path, value).is_ok()
                });
                count += 1;
            }
            edited(sample.name, &sample.bytes, &format!("remove {path}"), |asset| {
                asset.remove_values(path, &[]).is_ok_and(|edited| !edited.is_empty())
            });
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn long_patterns_take_little_time() {
    let node = "<node id=\"2\"><component type=\"Camera\" id=\"1\"/></node>";
    let file = format!("<scene id=\"1\">{}</scene>", node.repeat(100));
    let scene = Asset::parse(file.as_bytes(), Some("Yard.xml".as_ref())).unwrap();
    let root = scene.part().unwrap();
    for pattern in [
        "**/*/".repeat(60) + "x",
        "*[Camera]".to_owned() + &"[Camera]".repeat(100),
        "**/".to_owned() + &"*/".repeat(200) + "x",
    ] {
        let _ = find(&root, &pattern.parse().unwrap());
    }
}

#[test]
fn conditions_and_attributes_take_linear_time() {
    let node = |id: usize| format!("<node id=\"{id}\"><attribute name=\"Name\" value=\"Tree\"/></node>");
    let nodes = |count: usize| format!("<scene id=\"1\">{}</scene>", (2..count).map(node).collect::<String>());
    let variables = |count: usize| {
        let variable = |at: usize| format!("<attribute name=\"a{at}\" value=\"{at}\"/>");
        let all: String = (0..count).map(variable).collect();
        format!("<scene id=\"1\"><node id=\"2\"><component type=\"Own\" id=\"1\">{all}</component></node></scene>")
    };
    let attributes = |count: usize| {
        let all: String = (0..count).map(|at| format!(" a{at}=\"{at}\"")).collect();
        format!("<particleeffect><numparticles value=\"1\"{all}/></particleeffect>")
    };
    type Text<'t> = &'t dyn Fn(usize) -> String;
    let cases: [(Text<'_>, &str, &str); 3] = [
        (&nodes, "nodes/*/Name", "/nodes/*/Name=Bush"),
        (&variables, "nodes/*/Own/*", "a0=1"),
        (&attributes, "numparticles/*", "a0=1"),
    ];
    for (file, path, condition) in cases {
        let options = SetOptions::default().only(condition.parse().unwrap());
        assert_linear(500, |count| {
            let file = file(count);
            let mut asset = Asset::parse(file.as_bytes(), Some("Yard.xml".as_ref())).unwrap();
            let edited = asset.set_values(&path.parse().unwrap(), "Oak", &options).unwrap();
            assert_eq!(edited.len(), 0);
            let removed = asset.remove_values(&path.parse().unwrap(), &options.conditions).unwrap();
            assert_eq!(removed.len(), 0);
        });
    }
}

#[test]
fn deep_documents_take_little_stack() {
    let deep = "<element>".repeat(120) + &"</element>".repeat(120);
    let found = testkit::hostile::with_small_stack(|| {
        let layout = Asset::parse(deep.as_bytes(), Some("Layout.xml".as_ref())).unwrap();
        find(&layout.part().unwrap(), &"**".parse().unwrap()).unwrap().len()
    });
    assert!(found > 120, "{found}");
}
