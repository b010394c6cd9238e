//! Edits of prefabs that a scene shows are written: to the prefab's file, or to a copy where others show the file as it is.

use std::collections::BTreeMap;

use scene_adapter::FileOptions;
use scene_urho::asset_scene::{Id, Node, Scene, Transform};
use scene_urho::level::{CreateLevelOptions, create};
use urho_scene::Encoding;

use crate::edits::{Project, height, node, shape, shown, stretch};

fn archive(nodes: &str) -> String {
    format!("<resource><nodes>{nodes}</nodes></resource>")
}

fn named(name: &str, components: &str, children: &str) -> String {
    format!(
        r#"<node><attributes><attribute name="Name" type="String" value="{name}"/></attributes><components>{components}</components><nodes>{children}</nodes></node>"#
    )
}

fn model(file: &str) -> String {
    format!(
        r#"<component _typeName="StaticModel"><attributes><attribute name="Model" type="ResourceRef" value="Model;{file}"/></attributes></component>"#
    )
}

fn refers(file: &str, path: &str) -> String {
    format!(
        r#"<component _typeName="PrefabReference"><attributes><attribute name="Prefab" type="ResourceRef" value="PrefabResource;{file}"/><attribute name="Path" type="String" value="{path}"/></attributes></component>"#
    )
}

const LIGHT: &str = r#"<component _typeName="Light"><attributes/></component>"#;

/// A lamp on a stand, and a yard with a nested one; models of their own.
fn project() -> Project {
    let stand = named("stand", &model("Models/Stand.mdl"), "");
    let lamp = named("lamp", LIGHT, &format!("{stand}{}", named("cap", &model("Models/Cap.mdl"), "")));
    // The second node is one that only the preview shows.
    let preview = named("preview", LIGHT, "");
    let yard = named("yard", "", &named("corner", &refers("lamp.prefab", ""), ""));
    let files = [
        ("lamp.prefab", archive(&format!("{lamp}{preview}")).into_bytes()),
        ("yard.prefab", archive(&yard).into_bytes()),
        ("Models/Stand.mdl", shape(1.0)),
        ("Models/Cap.mdl", shape(2.0)),
    ];
    let written = |(name, bytes): (&str, Vec<u8>)| (name.to_owned(), canonical(name, bytes));
    files.into_iter().map(written).collect()
}

/// Files as they are written.
fn canonical(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    if !name.ends_with(".prefab") {
        return bytes;
    }
    let document = urho_scene::Document::parse(&bytes).unwrap();
    let options = urho_scene::WriteOptions::default();
    let scene = document.scene().into_owned();
    urho_scene::Document::from_scene(scene, Encoding::ArchiveXml, &options).unwrap().0.to_bytes().unwrap()
}

/// A change of a scene.
type Edit<'e> = &'e dyn Fn(&mut Scene<'static>);

/// What came of an edit: the scene, all other files, the findings.
struct Outcome {
    scene: String,
    files: BTreeMap<String, Vec<u8>>,
    said: Vec<String>,
    losses: usize,
}

impl Outcome {
    fn names(&self) -> Vec<&str> {
        self.files.keys().map(String::as_str).collect()
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.files[name].clone()).unwrap()
    }

    /// Lines of a file that another file doesn't have.
    fn differences(&self, name: &str, original: &[u8]) -> Vec<String> {
        differences(&self.text(name), &String::from_utf8_lossy(original))
    }
}

fn differences(now: &str, before: &str) -> Vec<String> {
    let before: Vec<&str> = before.lines().collect();
    now.lines().filter(|line| !before.contains(line)).map(|line| line.trim().to_owned()).collect()
}

/// The attributes among some lines.
fn attributes(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| line.starts_with("<attribute ")).collect()
}

/// Edits a scene of these nodes, and converts it back into the project.
fn edited(nodes: &str, edit: impl FnOnce(&mut Scene<'static>)) -> Outcome {
    let project = project();
    let mut scene = shown(&archive(nodes), &project);
    edit(&mut scene);
    scene.check().unwrap();
    let options = CreateLevelOptions::default().encoding(Encoding::ArchiveXml).files(FileOptions::in_project(&project));
    let built = create(&scene, "posts", &options, &mut binio::Limits::default().budget()).unwrap();
    Outcome {
        scene: String::from_utf8(built.document.to_bytes().unwrap()).unwrap(),
        losses: built.findings.losses().iter().count(),
        said: built.findings.iter().map(ToString::to_string).collect(),
        files: built.files.into_iter().map(|file| (file.name, file.bytes)).collect(),
    }
}

fn post() -> String {
    named("post", &refers("lamp.prefab", ""), "")
}

fn two_posts() -> String {
    format!("{}{}", post(), named("other", &refers("lamp.prefab", ""), ""))
}

fn unedited(nodes: &str) -> String {
    let outcome = edited(nodes, |_| ());
    assert_eq!((outcome.names(), &outcome.said), (Vec::new(), &Vec::new()), "nothing was edited");
    outcome.scene
}

/// The node of a name below another one.
fn below(scene: &Scene<'_>, above: &str, name: &str) -> Id<Node> {
    let is_below = |node: Id<Node>| {
        let mut at = scene[node].parent;
        while let Some(parent) = at.filter(|parent| scene[*parent].name != above) {
            at = scene[parent].parent;
        }
        at.is_some()
    };
    let mut nodes = scene.nodes.enumerate().filter(|(_, node)| node.name == name);
    nodes.find(|(id, _)| is_below(*id)).map(|(id, _)| id).expect("a node")
}

fn raise(scene: &mut Scene<'static>, node: Id<Node>) {
    scene[node].transform = Transform::from_translation([0.0, 1.5, 0.0]);
}

#[test]
fn a_prefab_that_was_not_edited_stays() {
    for nodes in [post(), two_posts(), named("far", &refers("yard.prefab", ""), "")] {
        unedited(&nodes);
    }
}

#[test]
fn an_edit_is_written_to_the_prefab_s_file() {
    let file = &project()["lamp.prefab"];
    let edits: [(Edit<'_>, &[&str]); 3] = [
        (&|scene| scene.lights[Id::new(0)].intensity *= 3.0, &["Brightness Multiplier"]),
        (&|scene| raise(scene, node(scene, "stand")), &["Position"]),
        (
            &|scene| scene.nodes.iter_mut().filter(|node| node.name == "cap").for_each(|node| node.name = "hat".into()),
            &["hat"],
        ),
    ];
    for (edit, expected) in edits {
        let outcome = edited(&post(), edit);
        assert_eq!(outcome.names(), ["lamp.prefab"]);
        let found = attributes(outcome.differences("lamp.prefab", file));
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(|(line, own)| line.contains(own)),
            "{found:?}"
        );
        assert_eq!(outcome.scene, unedited(&post()));
        assert!(
            outcome.said.len() == 1 && outcome.said[0].contains("lamp.prefab: was edited at post"),
            "{:?}",
            outcome.said
        );
    }
}

#[test]
fn an_edit_that_others_do_not_share_becomes_a_copy() {
    let outcome = edited(&two_posts(), |scene| raise(scene, below(scene, "other", "stand")));
    assert_eq!(outcome.names(), ["lamp_2.prefab"]);
    let found = differences(&outcome.scene, &unedited(&two_posts()));
    assert!(found.len() == 1 && found[0].contains("lamp_2.prefab"), "{found:?}");
    assert_eq!(outcome.losses, 0);
}

#[test]
fn an_edit_that_all_share_is_one_file() {
    let outcome = edited(&two_posts(), |scene| {
        for post in ["post", "other"] {
            raise(scene, below(scene, post, "cap"));
        }
    });
    assert_eq!((outcome.names(), outcome.scene.as_str()), (vec!["lamp.prefab"], unedited(&two_posts()).as_str()));
}

#[test]
fn different_edits_become_different_files() {
    let outcome = edited(&two_posts(), |scene| {
        raise(scene, below(scene, "post", "cap"));
        raise(scene, below(scene, "other", "stand"));
    });
    assert_eq!(outcome.names(), ["lamp.prefab", "lamp_2.prefab"]);
    assert_eq!(attributes(outcome.differences("lamp.prefab", &project()["lamp.prefab"])).len(), 1);
}

/// What an artist moves is the visible node, which the engine puts where the prefab is.
#[test]
fn the_root_of_a_prefab_moves_the_node_that_shows_it() {
    let outcome = edited(&post(), |scene| raise(scene, node(scene, "lamp")));
    assert_eq!((outcome.names(), &outcome.said), (Vec::new(), &Vec::new()));
    let found = differences(&outcome.scene, &unedited(&post()));
    assert!(found.len() == 1 && found[0].contains("Position") && found[0].contains("0 1.5 0"), "{found:?}");
    // With something else below it, that would move too.
    let with_more = named("post", &refers("lamp.prefab", ""), &named("bench", "", ""));
    let outcome = edited(&with_more, |scene| raise(scene, node(scene, "lamp")));
    assert_eq!((outcome.names(), outcome.losses), (Vec::new(), 1));
    assert!(outcome.said[0].contains("lamp was moved"), "{:?}", outcome.said);
}

#[test]
fn nodes_are_added_and_removed() {
    let outcome = edited(&post(), |scene| {
        let cap = node(scene, "cap");
        let mut copy = scene[cap].clone();
        copy.name = "cap.001".into();
        copy.transform = Transform::from_translation([2.0, 0.0, 0.0]);
        scene.nodes.push(copy);
    });
    assert_eq!(outcome.losses, 0, "{:?}", outcome.said);
    assert!(outcome.text("lamp.prefab").contains("cap.001"));
    let outcome = edited(&post(), |scene| {
        let cap = node(scene, "cap");
        scene.nodes.retain_ids(|id| id != cap);
    });
    assert_eq!(outcome.names(), ["lamp.prefab"]);
    let text = outcome.text("lamp.prefab");
    assert!(!text.contains("cap") && text.contains("stand") && text.contains("preview"), "{text}");
}

#[test]
fn an_edited_mesh_is_written_and_the_prefab_stays() {
    let outcome = edited(&post(), |scene| stretch(scene, "cap"));
    assert_eq!(outcome.names(), ["Models/Cap.mdl"]);
    assert_eq!((height(&outcome.files["Models/Cap.mdl"]), outcome.losses), (3.0, 0));
}

/// The scene shows the model too, outside of the prefab.
#[test]
fn a_model_that_the_scene_names_is_copied_for_a_prefab() {
    let nodes = format!("{}{}", post(), named("alone", &model("Models/Cap.mdl"), ""));
    let outcome = edited(&nodes, |scene| {
        let own = scene.meshes[scene[node(scene, "cap")].mesh.unwrap()].clone();
        let mesh = scene.meshes.push(own);
        let cap = node(scene, "cap");
        scene[cap].mesh = Some(mesh);
        stretch(scene, "cap");
    });
    assert_eq!(outcome.names(), ["Models/Cap_2.mdl", "lamp.prefab"]);
    assert!(outcome.text("lamp.prefab").contains("Models/Cap_2.mdl"));
    assert_eq!(outcome.scene, unedited(&nodes));
}

#[test]
fn a_prefab_inside_of_a_prefab_is_written_alone() {
    let far = named("far", &refers("yard.prefab", ""), "");
    let outcome = edited(&far, |scene| raise(scene, node(scene, "cap")));
    assert_eq!((outcome.names(), outcome.scene.as_str()), (vec!["lamp.prefab"], unedited(&far).as_str()));
    // Where the inner one is also shown as it is, both become copies.
    let nodes = format!("{far}{}", two_posts());
    let outcome = edited(&nodes, |scene| raise(scene, below(scene, "far", "cap")));
    assert_eq!((outcome.names(), outcome.losses), (vec!["lamp_2.prefab", "yard.prefab"], 0));
    assert!(outcome.text("yard.prefab").contains("lamp_2.prefab"));
}

#[test]
fn a_part_of_a_prefab_is_written() {
    let nodes = named("post", &refers("lamp.prefab", "stand"), "");
    let outcome = edited(&nodes, |scene| stretch(scene, "stand"));
    assert_eq!(outcome.names(), ["Models/Stand.mdl"]);
    let outcome = edited(&nodes, |scene| {
        scene.nodes.iter_mut().for_each(|node| {
            if node.name == "stand" {
                node.name = "leg".into();
            }
        });
    });
    let found = outcome.differences("lamp.prefab", &project()["lamp.prefab"]);
    assert!(found.len() == 1 && found[0].contains("leg"), "{found:?}");
    assert_eq!(outcome.losses, 0);
}

#[test]
fn parts_of_prefabs_in_other_places_are_told() {
    let outcome = edited(&post(), |scene| {
        let cap = node(scene, "cap");
        scene[cap].parent = None;
    });
    assert!(
        outcome.losses == 1
            && outcome.said.iter().any(|line| line.contains("cap") && line.contains("nothing shows here")),
        "{:?}",
        outcome.said
    );
    let outcome = edited(&post(), |scene| {
        let post = node(scene, "post");
        scene.nodes.retain_ids(|id| id == post);
    });
    assert_eq!((outcome.names(), outcome.losses), (Vec::new(), 0));
    assert!(outcome.said.len() == 1 && outcome.said[0].contains("shows nothing of its prefab"), "{:?}", outcome.said);
}

#[test]
fn a_prefab_that_the_target_has_not_got_is_told() {
    let mut target = project();
    let scene = shown(&archive(&post()), &target);
    target.remove("lamp.prefab");
    let options = CreateLevelOptions::default().encoding(Encoding::ArchiveXml).files(FileOptions::in_project(&target));
    let built = create(&scene, "posts", &options, &mut binio::Limits::default().budget()).unwrap();
    let said: Vec<String> = built.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["note: prefab > lamp.prefab: isn't in the target project: what the scene shows of it isn't written"]
    );
}

#[test]
fn a_prefab_that_cannot_be_read_is_told() {
    let project = project();
    let scene = shown(&archive(&post()), &project);
    let mut broken = project;
    broken.insert("lamp.prefab".into(), b"<resource".to_vec());
    let options = CreateLevelOptions::default().encoding(Encoding::ArchiveXml).files(FileOptions::in_project(&broken));
    let built = create(&scene, "posts", &options, &mut binio::Limits::default().budget()).unwrap();
    let said: Vec<String> = built.findings.iter().map(ToString::to_string).collect();
    assert!(said.len() == 1 && said[0].contains("lamp.prefab: can't be compared"), "{said:?}");
}
