//! Merges and comparisons of deep, long, broken and contradictory files.

use std::path::Path;

use asset_formats::Asset;
use asset_merge::{Merged, Side, Versions, merge, resolve, unresolved};
use asset_paths::{DiffOptions, diff, list};
use testkit::hostile::assert_linear;

fn merged(base: &str, ours: &str, theirs: &str) -> Result<Merged, asset_formats::Error> {
    let [base, ours, theirs] = [base, ours, theirs].map(str::as_bytes);
    merge(&Versions { base, ours, theirs }, Some(Path::new("Yard.xml")))
}

/// Runs in the smallest stack that the crates promise to need.
fn in_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).expect("a thread").join().expect("no panic");
}

#[test]
fn deep_scenes_fit_into_a_small_stack() {
    in_small_stack(|| {
        let scene = |name: &str| {
            let (mut open, mut close) = (String::from("<scene id=\"1\">"), String::new());
            for id in 2..120 {
                open += &format!("<node id=\"{id}\">");
                close += "</node>";
            }
            format!(
                "{open}<attribute name=\"Name\" value=\"{name}\"/><attribute name=\"Scale\" value=\"1 1 1\"/>{close}</scene>"
            )
        };
        let (base, ours) = (scene("a"), scene("b"));
        let theirs = base.replace("1 1 1", "2 2 2");
        let result = merged(&base, &ours, &theirs).unwrap();
        assert_eq!(String::from_utf8_lossy(&result.bytes), ours.replace("1 1 1", "2 2 2"));
        let parse = |text| Asset::parse(text, Some(Path::new("Yard.xml"))).unwrap();
        let changes = diff(&parse(base.as_bytes()), &parse(ours.as_bytes()), &DiffOptions::default()).unwrap();
        assert_eq!(changes.len(), 1);
        let resolved = resolve(merged(&base, &ours, &scene("c")).unwrap().bytes.as_slice(), |_| Some(Side::Theirs));
        assert_eq!(resolved.unwrap().bytes, scene("c").into_bytes());
    });
}

#[test]
fn deep_json_fits_into_a_small_stack() {
    in_small_stack(|| {
        let deep = |number: u8| {
            let (open, close) = ("{\"children\": [".repeat(60), "]}".repeat(60));
            let scene = format!("{open}{{\"id\": 7, \"attributes\": {{\"Name\": \"a\", \"Scale\": {number}}}}}{close}");
            scene.replacen(
                '{',
                "{\"id\": 1, \"components\": [{\"type\": \"Octree\", \"id\": 1, \"attributes\": {}}], ",
                1,
            )
        };
        let (base, ours, theirs) = (deep(1), deep(2), deep(1).replace("\"a\"", "\"b\""));
        let [a, b, c] = [&base, &ours, &theirs].map(String::as_bytes);
        let result = merge(&Versions { base: a, ours: b, theirs: c }, Some(Path::new("Yard.json"))).unwrap();
        assert_eq!(String::from_utf8_lossy(&result.bytes), ours.replace("\"a\"", "\"b\""));
    });
}

#[test]
fn many_nodes_take_linear_time() {
    let scene = |count: usize, scale: &str, first: usize| {
        let nodes = (first..first + count).map(|id| {
            format!("<node id=\"{id}\"><attribute name=\"Name\" value=\"Tree\"/><attribute name=\"Scale\" value=\"{scale}\"/></node>\n")
        });
        format!("<scene id=\"1\">\n{}</scene>", nodes.collect::<String>())
    };
    // Every node differs; every node is new on both sides, with the same ids; every node is a conflict.
    assert_linear(500, |count| {
        let (base, ours) = (scene(count, "1 1 1", 2), scene(count, "2 2 2", 2));
        let parse = |text| Asset::parse(text, Some(Path::new("Yard.xml"))).unwrap();
        let changes = diff(&parse(base.as_bytes()), &parse(ours.as_bytes()), &DiffOptions::default()).unwrap();
        assert_eq!(changes.len(), count);
        assert!(list(&parse(base.as_bytes())).len() > count);
    });
    assert_linear(500, |count| {
        let base = scene(0, "", 2);
        let result = merged(&base, &scene(count, "1 1 1", 2), &scene(count, "2 2 2", 2)).unwrap();
        assert_eq!(result.renumbered.len(), count);
    });
    assert_linear(500, |count| {
        let base = scene(count, "1 1 1", 2);
        let result = merged(&base, &scene(count, "2 2 2", 2), &scene(count, "3 3 3", 2)).unwrap();
        assert_eq!(result.conflicts.len(), count);
        let resolved = resolve(&result.bytes, |_| Some(Side::Theirs)).unwrap();
        assert_eq!(resolved.bytes, scene(count, "3 3 3", 2).into_bytes());
    });
    // Nodes without ids: all alike, some of them removed.
    assert_linear(500, |count| {
        let alike = |count: usize| {
            format!("<node>{}</node>", "<node><attribute name=\"Name\" value=\"Tree\"/></node>".repeat(count))
        };
        let result = merged(&alike(count), &alike(count - 1), &alike(count - 2)).unwrap();
        assert!(result.bytes.len() <= alike(count - 1).len());
    });
}

#[test]
fn broken_and_odd_versions_are_errors_or_kept() {
    let scene = "<scene id=\"1\"><node id=\"2\"/><node id=\"2\"/></scene>";
    let base = "<scene id=\"1\"><node id=\"2\"/></scene>";
    // Two nodes with one id: no identity, and nothing is lost.
    let result = merged(base, scene, "<scene id=\"1\"><node id=\"2\"/><node id=\"3\"/></scene>").unwrap();
    assert_eq!(String::from_utf8_lossy(&result.bytes).matches("<node ").count(), 3);
    for broken in ["<scene", "", "{}", "<material/>", "\u{0}"] {
        assert!(merged(base, scene, broken).is_err(), "{broken:?}");
        assert!(merged(base, broken, scene).is_err(), "{broken:?}");
    }
    // A file that both sides have added.
    assert_eq!(merged("", base, scene).unwrap().conflicts.len(), 0);
    for text in [
        "<!-- conflict: a\nours: b\n-->",
        "<!-- conflict: -->",
        "<!-- conflict: a\nours removed\ntheirs inside: x\n-->",
    ] {
        let text = format!("<scene id=\"1\">{text}<node id=\"2\"/></scene>");
        let found = unresolved(text.as_bytes()).unwrap();
        let resolved = resolve(text.as_bytes(), |_| Some(Side::Theirs)).unwrap();
        assert_eq!(resolved.left, found, "{text}");
        assert_eq!(resolved.bytes, text.as_bytes());
    }
}

#[test]
fn files_of_other_encodings_keep_theirs() {
    let utf16 = |text: &str| -> Vec<u8> {
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    };
    let base = "<scene id=\"1\"><attribute name=\"Name\" value=\"H\u{f6}fe\"/><attribute name=\"Time Scale\" value=\"1\"/></scene>";
    let (ours, theirs) = (base.replace("H\u{f6}fe", "G\u{e4}rten"), base.replace("\"1\"/>", "\"2\"/>"));
    let [a, b, c] = [base, &ours, &theirs].map(utf16);
    let result = merge(&Versions { base: &a, ours: &b, theirs: &c }, Some(Path::new("Yard.xml"))).unwrap();
    assert!(result.bytes == utf16(&ours.replace("\"1\"/>", "\"2\"/>")));
}

#[test]
fn every_file_of_the_corpus_equals_itself() {
    let Some(root) = testkit::corpus::root() else { return };
    let mut count = 0;
    for entry in walkdir::WalkDir::new(root) {
        let path = entry.expect("the corpus").into_path();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        // Large files take long without optimization.
        if bytes.len() > 200_000 {
            continue;
        }
        let Ok(asset) = Asset::parse(&bytes, Some(&path)) else { continue };
        let changes = diff(&asset, &asset, &DiffOptions::default()).expect("a comparison");
        assert_eq!(changes, [], "{}", path.display());
        count += 1;
    }
    assert!(count > 1000, "{count}");
}
