//! Detects the engine of a text file that is not an archive, by counting what speaks for each engine.
//!
//! A single class is never enough, because a game can register a class with the same name as a class in another engine.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use urho_core::Engine;

use binio::Name;
use urho_core::tree::{Element, JsonValue};

use crate::class::{Class, Classes};

/// The engines that register a name, as bits.
type Engines = u8;

const URHO3D: Engines = 1;
const U3D: Engines = 2;
const RBFX: Engines = 4;
const ALL: Engines = URHO3D | U3D | RBFX;

const ENGINES: [(Engine, Engines); 3] = [(Engine::Urho3d, URHO3D), (Engine::U3d, U3D), (Engine::Rbfx, RBFX)];

/// Attributes of the outermost node that count ids begin with this. All of them together count as a single fact,
/// because older versions of rbfx wrote those of Urho3D too.
const COUNTERS: &str = "Next ";

/// An attribute of animation controllers. Both engines have it, but with a different layout.
const PLAYED: &str = "Animations";

/// A class in the tables, with the engines that register it and its attributes.
struct Known {
    engines: Engines,
    attributes: HashMap<String, Engines>,
}

static COMPONENTS: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (engine, bit) in ENGINES {
        Classes::of(engine).iter().for_each(|class| learn(all.entry(class.name().to_owned()), class, bit));
    }
    all
});

/// Adds an engine to a class and its attributes.
fn learn(entry: std::collections::hash_map::Entry<'_, String, Known>, class: &Class, bit: Engines) {
    let known = entry.or_insert_with(|| Known { engines: 0, attributes: HashMap::new() });
    known.engines |= bit;
    for attribute in class.attributes() {
        *known.attributes.entry(attribute.name.to_string()).or_default() |= bit;
    }
}

/// What is known about a document.
#[derive(Default)]
struct Evidence {
    /// The classes and attributes that were already seen, so that a fact is only counted once.
    seen: HashSet<(&'static str, &'static str)>,
    rbfx: usize,
    /// How much speaks for Urho3D and U3D.
    urho: usize,
    /// How much speaks for U3D and against Urho3D.
    u3d: usize,
}

/// An attribute that only rbfx registers counts two points. One that only Urho3D registers counts one, because older
/// versions of rbfx also wrote some of these attributes.
const OF_RBFX: usize = 2;

impl Evidence {
    /// Looks at a node, whose class is `Scene` or `Node`.
    fn node<'t>(&mut self, class: &str, names: impl Iterator<Item = Name<'t>>) {
        if let Some((class, known)) = COMPONENTS.get_key_value(class) {
            self.attributes(class, known, names);
        }
    }

    fn component<'t>(&mut self, class: &str, names: impl Iterator<Item = Name<'t>>) {
        let Some((class, known)) = COMPONENTS.get_key_value(class) else { return };
        if known.engines != ALL && self.seen.insert((class, "")) {
            match known.engines {
                RBFX => self.rbfx += 1,
                _ => self.urho += 1,
            }
        }
        self.attributes(class, known, names);
    }

    fn attributes<'t>(&mut self, class: &'static str, known: &'static Known, names: impl Iterator<Item = Name<'t>>) {
        for name in names {
            let known = name.as_str().and_then(|name| known.attributes.get_key_value(name));
            let Some((name, engines)) = known.filter(|(_, engines)| **engines != ALL) else { continue };
            let is_counter = *engines != RBFX && name.starts_with(COUNTERS);
            if !self.seen.insert((class, if is_counter { COUNTERS } else { name })) {
                continue;
            }
            match *engines {
                RBFX => self.rbfx += OF_RBFX,
                engines => {
                    self.urho += 1;
                    self.u3d += usize::from(engines & URHO3D == 0);
                }
            }
        }
    }

    /// Looks at the type of the first value in the list of an animation controller. In rbfx this is a count, and in
    /// Urho3D a name.
    fn played(&mut self, first: &str) {
        match first {
            "Int" if self.seen.insert((PLAYED, "Int")) => self.rbfx += OF_RBFX,
            "String" if self.seen.insert((PLAYED, "String")) => self.urho += 1,
            _ => {}
        }
    }

    /// Returns the engine that more speaks for. If nothing does, or if it is a tie, this is Urho3D.
    fn engine(&self) -> Engine {
        if self.rbfx > self.urho {
            Engine::Rbfx
        } else if self.u3d > 0 {
            Engine::U3d
        } else {
            Engine::Urho3d
        }
    }
}

/// Detects the engine of a scene or prefab in XML.
pub(super) fn of_xml(root: Element<'_, '_>) -> Engine {
    fn names<'t>(part: &Element<'t, '_>) -> impl Iterator<Item = Name<'t>> {
        part.children_named("attribute").filter_map(|attribute| attribute.attribute("name"))
    }
    let is_played = |one: &Element<'_, '_>| one.attribute("name").is_some_and(|name| name == *PLAYED);
    let mut evidence = Evidence::default();
    evidence.node(if root.name() == "scene" { "Scene" } else { "Node" }, names(&root));
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        for component in node.children_named("component") {
            let class = component.attribute("type").unwrap_or_default();
            evidence.component(&class.to_text(), names(&component));
            let lists = component.children_named("attribute").filter(|one| is_played(one)).take(1);
            let first = lists.flat_map(|list| list.children().take(1)).find_map(|item| item.attribute("type"));
            evidence.played(&first.unwrap_or_default().to_text());
        }
        for child in node.children_named("node") {
            evidence.node("Node", names(&child));
            open.push(child);
        }
    }
    evidence.engine()
}

/// Detects the engine of a scene or prefab in JSON.
pub(super) fn of_json(root: JsonValue<'_, '_>) -> Engine {
    fn names<'t>(part: JsonValue<'t, '_>) -> impl Iterator<Item = Name<'t>> {
        part.get("attributes")
            .into_iter()
            .flat_map(|attributes| attributes.members())
            .map(|member| member.name().into_owned().into())
    }
    let mut evidence = Evidence::default();
    // Scenes and prefabs have the same shape; only their attributes differ.
    evidence.node("Scene", names(root));
    evidence.node("Node", names(root));
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        for component in node.get("components").into_iter().flat_map(|components| components.items()) {
            let class = component.get("type").and_then(|class| class.as_str()).unwrap_or_default();
            evidence.component(&class, names(component));
            let list = component.get("attributes").and_then(|attributes| attributes.get(PLAYED));
            let first = list.and_then(|list| list.items().next()?.get("type")?.as_str());
            evidence.played(&first.unwrap_or_default());
        }
        for child in node.get("children").into_iter().flat_map(|children| children.items()) {
            evidence.node("Node", names(child));
            open.push(child);
        }
    }
    evidence.engine()
}
