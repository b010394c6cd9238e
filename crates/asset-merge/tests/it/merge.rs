//! Laws of `merge` over scenes, and its conflicts.

use std::path::{Path, PathBuf};

use asset_formats::{Asset, Typed};
use asset_merge::{Merged, Side, Versions, merge, resolve, unresolved};
use asset_paths::Values;
use urho_scene::{Document, Place, Variant};

fn merged(base: &[u8], ours: &[u8], theirs: &[u8]) -> Merged {
    merge(&Versions { base, ours, theirs }, None).expect("a merge")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

const SCENE: &str = r#"<?xml version="1.0"?>
<scene id="1">
	<!-- of the yard -->
	<attribute name="Name" value="Yard" />
	<attribute name="Next Node ID" value="5" />
	<component type="Octree" id="1" />
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
	<node id="4">
		<attribute name="Name" value="Box" />
		<attribute name="Position" value="1 2 3" />
	</node>
</scene>
"#;

fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(SCENE.to_owned(), |scene, (from, to)| {
        assert!(scene.contains(from), "{from}");
        scene.replace(from, to)
    })
}

#[test]
fn edits_of_different_parts_are_both_in_the_result() {
    let pairs: &[[(&str, &str); 2]] = &[
        [("\"Lamp\"", "\"Lantern\""), ("0 1 0", "0 2 0")],
        [("\"Range\" value=\"5\"", "\"Range\" value=\"6\""), ("\"Yard\"", "\"Garden\"")],
        [("<!-- of the yard -->", "<!-- at night -->"), ("1 2 3", "3 2 1")],
        [("\n\t<node id=\"3\">\n\t\t<attribute name=\"Name\" value=\"Post\" />\n\t</node>", ""), ("1 2 3", "3 2 1")],
        [
            (
                "<component type=\"Octree\" id=\"1\" />",
                "<component type=\"Octree\" id=\"1\">\n\t\t<attribute name=\"Number of Levels\" value=\"9\" />\n\t</component>",
            ),
            ("\"Post\"", "\"Pole\""),
        ],
    ];
    for pair in pairs {
        let (ours, theirs, both) = (edited(&pair[..1]), edited(&pair[1..]), edited(pair));
        for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
            let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
            assert_eq!(result.conflicts, []);
            assert_eq!(text(&result.bytes), both);
        }
    }
}

#[test]
fn new_nodes_of_both_sides_get_distinct_ids_and_references_follow() {
    let node = |id: u32, name: &str, target: u32| {
        format!(
            "\t<node id=\"{id}\">\n\t\t<attribute name=\"Name\" value=\"{name}\" />\n\t\t<component type=\"SplinePath\" id=\"{id}\">\n\t\t\t\
             <attribute name=\"Controlled\" value=\"{target}\" />\n\t\t</component>\n\t</node>\n</scene>"
        )
    };
    let next = ("\"Next Node ID\" value=\"5\"", "\"Next Node ID\" value=\"6\"");
    let ours = edited(&[next, ("</scene>", &node(5, "Ours", 2))]);
    let theirs = edited(&[next, ("</scene>", &node(5, "Theirs", 5))]);
    let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
    assert_eq!(result.conflicts, []);
    let expected = ours
        .replace("</scene>", &node(6, "Theirs", 6))
        .replace("\"Next Node ID\" value=\"6\"", "\"Next Node ID\" value=\"7\"");
    assert_eq!(text(&result.bytes), expected);
    let ids: Vec<_> = result.renumbered.iter().map(|one| (one.name.as_str(), one.old, one.new)).collect();
    assert_eq!(ids, [("Theirs", 5, 6), ("SplinePath", 5, 6)]);
}

#[test]
fn a_moved_node_keeps_the_edits_of_the_other_side() {
    let lamp = "\t<node id=\"4\">\n\t\t<attribute name=\"Name\" value=\"Box\" />\n\t\t<attribute name=\"Position\" value=\"1 2 3\" />\n\t</node>\n";
    let post = "value=\"Post\" />\n";
    let theirs = SCENE.replace(lamp, "").replace(post, &format!("{post}{lamp}"));
    let ours = edited(&[("1 2 3", "3 2 1"), ("\"Post\"", "\"Pole\"")]);
    let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
    assert_eq!(result.conflicts, []);
    assert_eq!(text(&result.bytes), theirs.replace("1 2 3", "3 2 1").replace("\"Post\"", "\"Pole\""));
    let mirrored = merged(SCENE.as_bytes(), theirs.as_bytes(), ours.as_bytes());
    assert_eq!(mirrored.bytes, result.bytes);
}

#[test]
fn nodes_that_both_sides_move_into_each_other_stay_and_are_a_conflict() {
    let (post, r#box) = (
        "\t<node id=\"3\">\n\t\t<attribute name=\"Name\" value=\"Post\" />\n\t</node>\n",
        SCENE.find("\t<node id=\"4\">"),
    );
    let r#box = &SCENE[r#box.unwrap()..SCENE.len() - "</scene>\n".len()];
    let into = |outer: &str, inner: &str| {
        SCENE.replace(inner, "").replace(outer, &outer.replace("\t</node>\n", &format!("{inner}\t</node>\n")))
    };
    let (ours, theirs) = (into(post, r#box), into(r#box, post));
    let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
    assert_eq!(result.conflicts.len(), 2, "{}", text(&result.bytes));
    let scene = Document::parse(&result.bytes).unwrap();
    let ids: Vec<u32> = scene.scene().nodes.iter().map(|node| node.id).collect();
    assert_eq!(ids, [1, 2, 3, 4]);
}

#[test]
fn conflicts_are_comments_that_resolve_ends() {
    let ours = edited(&[("0 1 0", "0 2 0"), ("\"Post\"", "\"Pole\"")]);
    let theirs = edited(&[
        ("0 1 0", "0 3 --> 0"),
        ("\n\t<node id=\"3\">\n\t\t<attribute name=\"Name\" value=\"Post\" />\n\t</node>", ""),
    ]);
    let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
    let shown: Vec<_> =
        result.conflicts.iter().map(|one| (one.path.as_str(), one.ours.as_str(), one.theirs.as_str())).collect();
    assert_eq!(shown[0], ("nodes/Lamp/Position", "\"0 2 0\"", "\"0 3 --> 0\""));
    assert_eq!((shown[1].0, shown[1].2, shown.len()), ("nodes/Pole", "removed", 2));
    // The engine reads ours.
    assert_eq!(Document::parse(&result.bytes).unwrap().scene(), Document::parse(ours.as_bytes()).unwrap().scene());
    let left = unresolved(&result.bytes).unwrap();
    assert_eq!(left.iter().map(|one| one.line).collect::<Vec<_>>(), [9, 18]);
    let with = |side| resolve(&result.bytes, |_| Some(side)).unwrap();
    assert_eq!(text(&with(Side::Ours).bytes), ours);
    assert_eq!(text(&with(Side::Theirs).bytes), theirs);
    let one = resolve(&result.bytes, |conflict| (conflict.path == "nodes/Pole").then_some(Side::Ours)).unwrap();
    assert_eq!(one.left.len(), 1);
    let rest = text(&resolve(&one.bytes, |_| Some(Side::Theirs)).unwrap().bytes);
    assert_eq!(rest, ours.replace("0 2 0", "0 3 --> 0"));
}

/// Git converts line ends of a whole file, also those of the comments.
#[test]
fn conflicts_with_other_line_ends_are_resolved() {
    let long = |text: &str| text.replace('\n', "\r\n");
    let theirs_of = |bytes: &[u8]| text(&resolve(bytes, |_| Some(Side::Theirs)).unwrap().bytes);
    let (ours, removed) = (
        edited(&[("0 1 0", "0 2 0"), ("\"Post\"", "\"Pole\"")]),
        ("\n\t<node id=\"3\">\n\t\t<attribute name=\"Name\" value=\"Post\" />\n\t</node>", ""),
    );
    let theirs = edited(&[("0 1 0", "0 3 0"), removed]);
    // Theirs is the one with lines of its own in the mirrored merge.
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let result = merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes());
        let checked_out = long(&text(&result.bytes));
        let paths: Vec<String> = unresolved(checked_out.as_bytes())
            .unwrap()
            .into_iter()
            .map(|one| one.path + &one.ours + &one.theirs)
            .collect();
        assert!(paths.len() == 2 && !paths.concat().contains('\r'), "{paths:?}");
        assert_eq!(theirs_of(checked_out.as_bytes()), long(theirs));
        let [base, mine, new] = [SCENE, ours, theirs].map(long);
        let result = merged(base.as_bytes(), mine.as_bytes(), new.as_bytes());
        assert_eq!(text(&result.bytes), checked_out, "one line end");
        let converted = text(&result.bytes).replace("\r\n", "\n");
        assert_eq!(theirs_of(converted.as_bytes()), *theirs);
    }
    let base = "{\n\t\"id\": 1,\n\t\"attributes\": {\n\t\t\"Name\": \"Yard\",\n\t\t\"Points\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t},\n\t\"children\": [],\n\t\"components\": [{\"type\": \"Octree\", \"id\": 1, \"attributes\": {}}]\n}\n";
    let (ours, theirs) = (base.replace("\t2", "\t3"), base.replace("\t2", "\t4"));
    let versions = Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() };
    let result = merge(&versions, Some(Path::new("yard.json"))).unwrap();
    let checked_out = long(&text(&result.bytes));
    assert_eq!(unresolved(checked_out.as_bytes()).unwrap()[0].path, "nodes/Yard/Points");
    assert_eq!(theirs_of(checked_out.as_bytes()), long(&theirs));
}

#[test]
fn a_damaged_conflict_stays() {
    let (ours, theirs) = (edited(&[("0 1 0", "0 2 0")]), edited(&[("0 1 0", "0 3 0")]));
    let marked = text(&merged(SCENE.as_bytes(), ours.as_bytes(), theirs.as_bytes()).bytes);
    for damage in ["theirs: value=\"0 3 0\" ;", "theirs: 0 3 0"] {
        let damaged = marked.replace("theirs: value=\"0 3 0\"", damage);
        assert_ne!(damaged, marked);
        for damaged in [damaged.clone(), damaged.replace("ours: value=\"0 2 0\"", "ours: 0 2 0")] {
            let resolved = resolve(damaged.as_bytes(), |_| Some(Side::Theirs)).unwrap();
            assert_eq!((text(&resolved.bytes), resolved.left.len()), (damaged, 1));
        }
    }
}

#[test]
fn json_merges_like_xml() {
    let base = "{\n\t\"id\": 1,\n\t\"attributes\": {\n\t\t\"Name\": \"Yard\",\n\t\t\"Time Scale\": 1\n\t},\n\t\"components\": [\n\t\t{\n\t\t\t\"type\": \"Octree\",\n\t\t\t\"id\": 1,\n\t\t\t\"attributes\": {\n\t\t\t\t\"Number of Levels\": 8\n\t\t\t}\n\t\t}\n\t],\n\t\"children\": []\n}\n";
    let ours = base.replace("\"Time Scale\": 1", "\"Time Scale\": 2").replace("8", "9");
    let child = "\"children\": [\n\t\t{\n\t\t\t\"id\": 2,\n\t\t\t\"attributes\": {\n\t\t\t\t\"Name\": \"Lamp\"\n\t\t\t}\n\t\t}\n\t]";
    let theirs = base.replace("\"children\": []", child).replace("\"Yard\"", "\"Garden\"");
    let path = Some(Path::new("yard.json"));
    let result =
        merge(&Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() }, path).unwrap();
    assert_eq!(result.conflicts, []);
    assert_eq!(text(&result.bytes), ours.replace("\"children\": []", child).replace("\"Yard\"", "\"Garden\""));
    let theirs = base.replace("8", "10");
    let result =
        merge(&Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() }, path).unwrap();
    assert_eq!(result.conflicts[0].path, "nodes/Yard/Octree/Number of Levels");
    let with = |side| text(&resolve(&result.bytes, |_| Some(side)).unwrap().bytes);
    assert_eq!((with(Side::Ours), with(Side::Theirs)), (ours.clone(), ours.replace("9", "10")));
}

#[test]
fn archives_in_json_get_their_first_nodes_from_both_sides() {
    let base = "{\n\t\"_id\": 1,\n\t\"attributes\": [\n\t\t{\n\t\t\t\"name\": \"Time Scale\",\n\t\t\t\"type\": \"Float\",\n\t\t\t\"value\": 1\n\t\t}\n\t]\n}\n";
    let with = |name: &str| {
        let name = format!("{{\"name\": \"Name\", \"type\": \"String\", \"value\": \"{name}\"}}");
        let node =
            format!(",\n\t\"nodes\": [\n\t\t{{\n\t\t\t\"_id\": 2,\n\t\t\t\"attributes\": [{name}]\n\t\t}}\n\t]\n}}\n");
        base.replace("\n}\n", &node)
    };
    let (ours, theirs) = (with("Lamp"), with("Post"));
    let versions = Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() };
    let result = merge(&versions, Some(Path::new("Yard.json"))).unwrap();
    assert_eq!((result.conflicts.len(), result.renumbered.len()), (0, 1));
    let document = Document::parse(&result.bytes).unwrap();
    let names: Vec<String> = document.scene().nodes.iter().map(|node| node.name().to_text().into_owned()).collect();
    assert_eq!(names[1..], ["Lamp", "Post"]);
    let one = merge(
        &Versions { theirs: base.replace("1\n\t\t}", "2\n\t\t}").as_bytes(), ..versions },
        Some(Path::new("Yard.json")),
    );
    assert_eq!(text(&one.unwrap().bytes), ours.replace("1\n\t\t}", "2\n\t\t}"));
}

#[test]
fn data_files_merge_by_names_and_keyframes_by_times() {
    let merged = |base: &str, edits: [(&str, &str); 2]| {
        let [ours, theirs] = edits.map(|(from, to)| {
            assert!(base.contains(from), "{from}");
            base.replacen(from, to, 1)
        });
        let result = merged(base.as_bytes(), ours.as_bytes(), theirs.as_bytes());
        assert_eq!(result.conflicts, []);
        let both = edits.iter().fold(base.to_owned(), |text, (from, to)| text.replacen(from, to, 1));
        (text(&result.bytes), both)
    };
    let material = "<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"A.png\" />\n\t\
                    <parameter name=\"MatDiffColor\" value=\"1 1 1 1\" />\n\t<cull value=\"ccw\" />\n</material>\n";
    for edits in [
        [("A.png", "B.png"), ("1 1 1 1", "1 0 1 1")],
        [("\t<cull value=\"ccw\" />\n", ""), ("<cull", "<parameter name=\"UOffset\" value=\"2 0 0 0\" />\n\t<cull")],
        [("<texture", "<!-- bark -->\n\t<texture"), ("Techniques/Diff.xml", "Techniques/DiffAlpha.xml")],
    ] {
        let (result, both) = merged(material, edits);
        if edits[0].1.is_empty() {
            assert!(!result.contains("cull") && result.contains("UOffset"), "{result}");
        } else {
            assert_eq!(result, both);
        }
    }
    let particles = "<particleeffect>\n\t<material name=\"A.xml\" />\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />\n\t\
                     <colorfade color=\"0 0 0 0\" time=\"2\" />\n</particleeffect>\n";
    let key =
        |time: &str| format!("/>\n\t<colorfade color=\"1 0 0 1\" time=\"{time}\" />\n\t<colorfade color=\"0 0 0 0\"");
    let end = "/>\n\t<colorfade color=\"0 0 0 0\"";
    let (result, _) = merged(particles, [(end, &key("1.5")), (end, &key("0.5"))]);
    let times: Vec<&str> = result.split("time=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(times, ["0", "0.5", "1.5", "2"]);
    let layout = "<element type=\"Window\">\n\t<attribute name=\"Name\" value=\"Menu\" />\n\t<element type=\"Text\">\n\t\t\
                  <attribute name=\"Text\" value=\"Play\" />\n\t</element>\n\t<element type=\"Text\">\n\t\t<attribute name=\"Text\" value=\"Quit\" />\n\t</element>\n</element>\n";
    let (result, both) = merged(layout, [("Play", "Start"), ("Quit", "Leave")]);
    assert_eq!(result, both);
}

/// A generator that gives the same numbers every time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// All scenes and prefabs of the corpus that are text.
fn scenes() -> Vec<(PathBuf, Vec<u8>)> {
    let Some(root) = testkit::corpus::root() else { return Vec::new() };
    let files = ["urho-scene", "rbfx-written"]
        .into_iter()
        .flat_map(|folder| walkdir::WalkDir::new(root.join(folder)).sort_by_file_name());
    let files = files.map(|entry| entry.expect("the corpus").into_path()).filter(|path| path.is_file());
    let texts = files.map(|path| (path.clone(), std::fs::read(path).expect("a file")));
    texts
        .filter(|(path, bytes)| {
            Document::parse(bytes).is_ok_and(|scene| scene.encoding().is_text()) && !path.ends_with("README.md")
        })
        .collect()
}

/// A random change of an attribute in the file.
fn edit(random: &mut Random, document: &Document<'_>) -> Option<(Place, String, Variant<'static>)> {
    let scene = document.scene();
    let node = random.below(scene.nodes.len());
    let components = scene.nodes[node].components.len();
    let component = random.below(components + 1).checked_sub(1);
    let attributes = match component {
        None => &scene.nodes[node].attributes,
        Some(number) => &scene.nodes[node].components[number].attributes,
    };
    let all: Vec<_> = attributes.iter().collect();
    let (name, value) = all.get(random.below(all.len()))?;
    let number = random.below(1000) as i32;
    let changed = match value.variant()? {
        Variant::Bool(old) => Variant::Bool(1 - (*old).min(1)),
        Variant::Float(_) => Variant::Float(number as f32),
        Variant::Vector3(_) => Variant::Vector3([number as f32, 1.0, 2.0]),
        Variant::String(_) => Variant::String(format!("<{number} & \"{number}\">").into()),
        _ => return None,
    };
    let place = component.map_or(Place::node(node), |number| Place::node(node).component(number));
    Some((place, name.name.to_text().into_owned(), changed))
}

#[test]
fn random_pairs_of_edits_commute() {
    // Large ones take long without optimization, and have nothing that others lack.
    let scenes: Vec<_> = scenes().into_iter().filter(|(_, bytes)| bytes.len() < 60_000).collect();
    if scenes.is_empty() {
        return;
    }
    let (mut random, mut pairs, mut conflicts) = (Random(7), 0, 0);
    for round in 0.. {
        let (path, base) = &scenes[round % scenes.len()];
        let document = Document::parse(base).unwrap();
        let (Some(mine), Some(new)) = (edit(&mut random, &document), edit(&mut random, &document)) else { continue };
        let with = |bytes: &[u8], (place, name, value): &(Place, String, Variant<'static>)| {
            let mut document = Document::parse(bytes).unwrap().into_owned();
            document.set_attribute(*place, name, value.clone()).unwrap();
            document.to_bytes().unwrap()
        };
        let (ours, theirs) = (with(base, &mine), with(base, &new));
        let merge = |ours: &[u8], theirs: &[u8]| {
            merge(&Versions { base, ours, theirs }, Some(path))
                .unwrap_or_else(|error| panic!("{path:?}: {mine:?} {new:?}: {error}"))
        };
        let result = merge(&ours, &theirs);
        if (mine.0, &mine.1) == (new.0, &new.1) {
            let is_conflict = mine.2 != new.2;
            assert_eq!(result.conflicts.len(), usize::from(is_conflict), "{path:?}: {mine:?} {new:?}");
            assert_eq!(resolve(&result.bytes, |_| Some(Side::Theirs)).unwrap().bytes, theirs);
            conflicts += usize::from(is_conflict);
        } else {
            assert_eq!(result.conflicts, [], "{path:?}: {mine:?} {new:?}");
            assert!(result.bytes == with(&ours, &new), "{path:?}: {mine:?} {new:?}");
            assert!(result.bytes == merge(&theirs, &ours).bytes, "{path:?}: {mine:?} {new:?}");
        }
        assert_eq!(merge(base, &theirs).bytes, theirs);
        assert_eq!(merge(&ours, base).bytes, ours);
        pairs += 1;
        if pairs == 500 {
            break;
        }
    }
    assert!(conflicts > 0);
}

/// Particle effects, interfaces, materials and techniques of the corpus.
fn data_files() -> Vec<(PathBuf, Vec<u8>)> {
    let Some(root) = testkit::corpus::root() else { return Vec::new() };
    let files = ["urho-data", "urho-scene"].into_iter();
    let files = files.flat_map(|folder| walkdir::WalkDir::new(root.join(folder)).sort_by_file_name());
    let files = files.map(|entry| entry.expect("the corpus").into_path()).filter(|path| path.is_file());
    let wanted = ["Particle", "UI", "Materials", "Techniques"];
    let files = files.filter(|path| wanted.iter().any(|part| path.components().any(|own| own.as_os_str() == *part)));
    let files = files.map(|path| (path.clone(), std::fs::read(path).expect("a file")));
    files
        .filter(|(path, bytes)| {
            bytes.len() < 20_000 && Asset::parse(bytes, Some(path)).is_ok_and(|asset| is_data(&asset))
        })
        .collect()
}

fn is_data(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoResource(_) | Typed::UrhoMaterial(_) | Typed::UrhoTechnique(_))
}

/// A random change of a value in the file: its path and its new text. Names aren't changed: they are identities.
fn data_edit(random: &mut Random, asset: &Asset<'_>) -> Option<(String, String)> {
    let root = asset.part()?;
    let all = asset_paths::find(&root, &"**".parse().unwrap()).ok()?;
    let found = all.get(random.below(all.len()))?;
    let value = found.part.value().filter(|value| value.is_stored && value.read_only.is_none())?;
    let identity = ["name", "Name", "unit", "type"];
    if identity.contains(&found.part.name()) || found.path.is_empty() || found.path.starts_with("techniques[") {
        return None;
    }
    let old = value.text();
    let number = random.below(1000);
    let numbers = old.split(' ').map(str::parse::<f64>).collect::<Result<Vec<_>, _>>();
    let new = match (&value.words[..], numbers) {
        ([_, ..], _) => value.words.get(number % value.words.len())?.to_string(),
        (_, _) if matches!(&*old, "true" | "false") => (old != "true").to_string(),
        (_, Ok(numbers)) => numbers.iter().map(|_| number.to_string()).collect::<Vec<_>>().join(" "),
        _ => format!("{number} & <{number}>"),
    };
    (new != old).then(|| (found.path.clone(), new))
}

#[test]
fn random_pairs_of_edits_of_data_files_commute() {
    let files = data_files();
    if files.is_empty() {
        return;
    }
    assert!(files.len() > 100, "{}", files.len());
    let (mut random, mut pairs, mut conflicts) = (Random(11), 0, 0);
    for round in 0.. {
        let (path, base) = &files[round % files.len()];
        let asset = Asset::parse(base, Some(path)).unwrap();
        let (Some(mine), Some(new)) = (data_edit(&mut random, &asset), data_edit(&mut random, &asset)) else {
            continue;
        };
        let with = |bytes: &[u8], (at, text): &(String, String)| {
            let mut asset = Asset::parse(bytes, Some(path)).ok()?;
            asset.set_values(&at.parse().unwrap(), text, &Default::default()).ok()?;
            asset.to_bytes().ok()
        };
        let (Some(ours), Some(theirs)) = (with(base, &mine), with(base, &new)) else { continue };
        let merge = |ours: &[u8], theirs: &[u8]| {
            merge(&Versions { base, ours, theirs }, Some(path))
                .unwrap_or_else(|error| panic!("{path:?}: {mine:?} {new:?}: {error}"))
        };
        let result = merge(&ours, &theirs);
        if mine.0 == new.0 {
            assert_eq!(result.conflicts.len(), usize::from(mine.1 != new.1), "{path:?}: {mine:?} {new:?}");
            assert_eq!(resolve(&result.bytes, |_| Some(Side::Theirs)).unwrap().bytes, theirs, "{path:?}: {mine:?}");
            conflicts += usize::from(mine.1 != new.1);
        } else {
            assert_eq!(result.conflicts, [], "{path:?}: {mine:?} {new:?}");
            assert!(
                Some(&result.bytes) == with(&ours, &new).as_ref(),
                "{path:?}: {mine:?} {new:?}: {}",
                text(&result.bytes)
            );
            assert!(result.bytes == merge(&theirs, &ours).bytes, "{path:?}: {mine:?} {new:?}");
        }
        assert_eq!(merge(base, &theirs).bytes, theirs);
        pairs += 1;
        if pairs == 500 {
            break;
        }
    }
    assert!(conflicts > 0);
}
