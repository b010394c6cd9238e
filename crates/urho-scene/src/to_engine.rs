//! Converts scenes to another engine, with its classes, attributes and values.

mod animations;
mod values;

use std::collections::{BTreeSet, HashMap};

use binio::{Findings, Name};
use urho_core::{Engine, HashedName, StringHash, Variant};

pub use animations::WHOLE_LENGTH;

use crate::attributes::{Attribute, Attributes};
use crate::class::{Class, Classes};
use crate::kinds;
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Kind, Node, Scene};
use crate::value::Value;

/// Attributes of a scene that count ids. They are not copied, because the result gets its own.
const COUNTERS: [&str; 6] = [
    "Next Node ID",
    "Next Component ID",
    "Next Replicated Node ID",
    "Next Replicated Component ID",
    "Next Local Node ID",
    "Next Local Component ID",
];

/// The variable names of all nodes, in scenes from Urho3D and U3D.
const VARIABLE_NAMES: &str = "Variable Names";

impl Scene<'_> {
    /// Returns the names of variables by hash. This only works for scenes from Urho3D and U3D that list these names. In
    /// rbfx the nodes store the names themselves.
    pub fn variable_names(&self) -> HashMap<StringHash, Name<'static>> {
        let listed = self.root().and_then(|root| root.attributes.get(VARIABLE_NAMES));
        let listed = listed.as_deref().and_then(Value::variant).and_then(Variant::as_name);
        let names = listed.into_iter().flat_map(|names| names.split(|byte| *byte == b';'));
        let named = names.filter(|name| !name.is_empty()).map(|name| {
            let named = HashedName::of(self.engine.hashes(), name.to_vec());
            (named.hash, named.name)
        });
        named.collect()
    }

    /// Adds variable names to the list in a scene, so that editors for Urho3D and U3D can show them. Prefabs and rbfx
    /// have no such list.
    pub fn add_variable_names(&mut self, names: impl IntoIterator<Item = Name<'static>>) {
        if self.engine == Engine::Rbfx || self.kind != Kind::Scene {
            return;
        }
        let known = self.variable_names();
        let added: Vec<Name<'static>> = names.into_iter().collect();
        if added.is_empty() {
            return;
        }
        let all: BTreeSet<&[u8]> = known.values().chain(&added).map(|name| &**name).collect();
        let (list, engine) = (list_of(&all), self.engine);
        if let Some(root) = self.nodes.first_mut() {
            root.attributes.set(engine, VARIABLE_NAMES, list);
        }
    }

    /// Converts the scene to another engine, which is given by the classes in `to`. For `from`, you must pass the
    /// classes that the scene was read with. You also get findings to tell you what was lost or changed.
    ///
    /// A class or an attribute is lost when the other engine does not have it. When neither engine has it, it belongs
    /// to the game and is kept. The layout of animations and the names of variables are converted, and a prefab gets
    /// the outermost node that it needs.
    ///
    /// ```
    /// use urho_scene::{Classes, Document, Engine};
    /// let file = br#"<node id="2"><component type="Light" id="3"><attribute name="Range" value="5"/><attribute name="Per Vertex" value="true"/></component></node>"#;
    /// let document = Document::parse(file)?;
    /// let (scene, findings) = document.scene().to_engine(document.classes(), Classes::of(Engine::Rbfx));
    /// assert_eq!(scene.nodes[1].components[0].attributes.iter().count(), 1);
    /// assert!(findings.iter().next().unwrap().message.contains("\"Per Vertex\""));
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn to_engine(&self, from: &Classes, to: &Classes) -> (Scene<'static>, Findings) {
        let mut transfer = Transfer { from, to, kind: self.kind, variables: HashMap::new(), findings: Findings::new() };
        transfer.read_variables(self);
        let mut nodes: Vec<Node<'static>> =
            self.nodes.iter().enumerate().map(|(index, node)| transfer.node(index, node)).collect();
        if self.kind == Kind::Prefab {
            nodes = transfer.prefab(nodes);
        }
        let mut scene = Scene { engine: to.engine(), kind: self.kind, nodes };
        transfer.count(&mut scene);
        transfer.write_variables(&mut scene);
        (scene, transfer.findings)
    }
}

/// The state of a conversion.
struct Transfer<'c> {
    from: &'c Classes,
    to: &'c Classes,
    kind: Kind,
    /// The variable names that are known.
    variables: HashMap<StringHash, Name<'static>>,
    findings: Findings,
}

impl Transfer<'_> {
    fn is_to_rbfx(&self) -> bool {
        self.from.engine() != Engine::Rbfx && self.to.engine() == Engine::Rbfx
    }

    fn is_from_rbfx(&self) -> bool {
        self.from.engine() == Engine::Rbfx && self.to.engine() != Engine::Rbfx
    }

    /// Whether a hash without a name means the same in both engines.
    fn has_same_hashes(&self) -> bool {
        self.from.engine().hashes() == self.to.engine().hashes()
    }

    fn node(&mut self, index: usize, node: &Node<'_>) -> Node<'static> {
        let place = Place::node(index);
        let from = class_of(self.from, self.kind, place, None);
        // The outermost node of a prefab of Urho3D becomes a node below the outermost node.
        let is_scene = index == 0 && (self.kind == Kind::Scene || self.from.engine() == Engine::Rbfx);
        let to = if is_scene { self.to.scene() } else { self.to.node() };
        let attributes = self.attributes(&node.attributes, (from, Some(to)), place);
        let mut components = Vec::with_capacity(node.components.len());
        for (number, component) in node.components.iter().enumerate() {
            components.extend(self.component(component, place.component(number)));
        }
        if self.is_to_rbfx() {
            self.play_in_rbfx(node, &mut components, place);
        } else if self.is_from_rbfx() {
            self.play_in_urho3d(node, &mut components, place);
        }
        let animations = node.animations.iter().map(|one| one.clone().into_owned()).collect();
        Node { id: node.id, parent: node.parent, attributes, animations, components }
    }

    /// Converts a component. If only the old engine has its class, returns `None`.
    fn component(&mut self, component: &Component<'_>, place: Place) -> Option<Component<'static>> {
        let from = self.from.get(component.class.hash).map(|class| &**class);
        let name = match (from, component.class.name.is_empty()) {
            (Some(class), true) => class.shared_name(),
            _ => component.class.name.clone().into_owned(),
        };
        if name.is_empty() && self.has_same_hashes() {
            let attributes = self.attributes(&component.attributes, (None, None), place);
            return Some(Component { attributes, ..component.clone().into_owned() });
        }
        if name.is_empty() {
            let message = format!("component of the unknown class {}: left out", component.class.hash);
            self.findings.loss(kinds::CLASS_LOST, place.path(), message);
            return None;
        }
        let to = name.as_str().and_then(|name| self.to.named(name)).cloned();
        if let (Some(from), None) = (from, &to) {
            let values = described(&component.attributes);
            let message = format!("{} has no class {}: left out{values}", self.to.engine(), from.name());
            self.findings.loss(kinds::CLASS_LOST, place.path(), message);
            return None;
        }
        let attributes = self.attributes(&component.attributes, (from, to.as_deref()), place);
        let animations = component.animations.iter().map(|one| one.clone().into_owned()).collect();
        let class = HashedName::of(self.to.engine().hashes(), name);
        Some(Component { class, id: component.id, attributes, animations, is_object: component.is_object })
    }

    fn attributes(
        &mut self,
        attributes: &Attributes<'_>,
        (from, to): (Option<&Class>, Option<&Class>),
        place: Place,
    ) -> Attributes<'static> {
        if let Attributes::Opaque(bytes) = attributes {
            if !bytes.is_empty() {
                let message = format!("{} bytes that no class explains: left out", bytes.len());
                self.findings.loss(kinds::ATTRIBUTE_LOST, place.path(), message);
            }
            return Attributes::default();
        }
        let mut list = Vec::new();
        for (name, value) in attributes.iter() {
            list.extend(self.attribute(&name, &value, (from, to), place));
        }
        Attributes::List(list)
    }

    fn attribute(
        &mut self,
        name: &HashedName<'_>,
        value: &Value<'_>,
        (from, to): (Option<&Class>, Option<&Class>),
        place: Place,
    ) -> Option<Attribute<'static>> {
        let old = from.and_then(|class| match name.name.is_empty() {
            true => class.attribute_of_hash(name.hash),
            false => class.attribute(&name.name),
        });
        let text = match old {
            Some(info) => info.name.clone().into_owned(),
            None => name.name.to_text().into_owned(),
        };
        if text.is_empty() && self.has_same_hashes() {
            return Some(Attribute { name: name.clone().into_owned(), value: value.clone().into_owned() });
        }
        let is_text = |one: &str| text == one;
        let is_counter = COUNTERS.into_iter().any(is_text) || is_text(VARIABLE_NAMES);
        let is_played = animations::ATTRIBUTES.into_iter().any(is_text) && (self.is_to_rbfx() || self.is_from_rbfx());
        if old.is_some() && (is_counter || is_played) {
            return None;
        }
        let info = to.and_then(|class| class.attribute(text.as_bytes()));
        let is_default = || old.is_some_and(|info| info.default.as_ref() == value.variant());
        match (to, info) {
            (Some(class), None) => {
                if !is_default() {
                    let message = match old {
                        Some(_) => format!("{} of {} has no \"{text}\": left out", class.name(), self.to.engine()),
                        None => format!("attribute \"{text}\" is none of {}: left out", class.name()),
                    };
                    self.findings.loss(kinds::ATTRIBUTE_LOST, place.path(), message);
                }
                None
            }
            _ => {
                let value = self.value(value, info, &text, place)?;
                Some(Attribute { name: HashedName::of(self.to.engine().hashes(), text), value })
            }
        }
    }

    /// Adds or removes the outermost node above the prefab, which only rbfx has.
    fn prefab(&mut self, mut nodes: Vec<Node<'static>>) -> Vec<Node<'static>> {
        if self.is_to_rbfx() {
            for node in &mut nodes {
                node.parent = Some(node.parent.map_or(0, |parent| parent.saturating_add(1)));
            }
            nodes.insert(0, Node::default());
            return nodes;
        }
        if !self.is_from_rbfx() {
            return nodes;
        }
        let others = nodes.iter().filter(|node| node.parent == Some(0)).count().saturating_sub(1);
        if others > 0 {
            let message = format!("{others} nodes beside the prefab, which only its preview shows: left out");
            self.findings.loss(kinds::PREVIEW_LOST, Place::node(0).path(), message);
        }
        let mut scene = Scene { engine: self.to.engine(), kind: self.kind, nodes };
        let second = |scene: &Scene<'_>| scene.nodes.iter().skip(2).position(|node| node.parent == Some(0));
        while let Some(index) = second(&scene) {
            scene.remove(Place::node(index + 2));
        }
        if scene.nodes.len() > 1 {
            scene.nodes.remove(0);
        }
        for node in &mut scene.nodes {
            node.parent = node.parent.and_then(|parent| parent.checked_sub(1));
        }
        scene.nodes
    }

    /// Counts the ids in a scene, as the engine does.
    fn count(&self, scene: &mut Scene<'static>) {
        if scene.kind != Kind::Scene {
            return;
        }
        let next = |ids: &mut dyn Iterator<Item = u32>, below: u32| {
            let highest = ids.filter(|id| *id < below).max().unwrap_or(0);
            Variant::Int(highest.saturating_add(1) as i32)
        };
        let (node, component) = if self.to.engine() == Engine::Rbfx {
            ("Next Node ID", "Next Component ID")
        } else {
            ("Next Replicated Node ID", "Next Replicated Component ID")
        };
        let below = if self.to.engine() == Engine::Rbfx { u32::MAX } else { crate::FIRST_LOCAL_ID };
        let nodes = next(&mut scene.nodes.iter().map(|node| node.id), below);
        let all = scene.nodes.iter().flat_map(|node| &node.components).map(|component| component.id);
        let components = next(&mut all.collect::<Vec<_>>().into_iter(), below);
        self.set_outermost(scene, node, nodes);
        self.set_outermost(scene, component, components);
    }

    fn set_outermost(&self, scene: &mut Scene<'static>, name: &str, value: Variant<'static>) {
        let class = self.to.scene().clone();
        if let Some(outermost) = scene.nodes.first_mut() {
            outermost.attributes.set_in_order(self.to.engine(), Some(&class), name, value);
        }
    }

    /// Collects the names of variables. In Urho3D they are in the scene, and in rbfx in all nodes.
    fn read_variables(&mut self, scene: &Scene<'_>) {
        self.variables.extend(scene.variable_names());
    }

    /// Writes the names of variables to where the engine looks for them.
    fn write_variables(&self, scene: &mut Scene<'static>) {
        if self.to.engine() == Engine::Rbfx || scene.kind != Kind::Scene || self.variables.is_empty() {
            return;
        }
        let names: BTreeSet<&[u8]> = self.variables.values().map(|name| &**name).collect();
        self.set_outermost(scene, VARIABLE_NAMES, list_of(&names));
    }
}

/// Creates the value that lists variable names.
fn list_of(names: &BTreeSet<&[u8]>) -> Variant<'static> {
    Variant::String(names.iter().copied().collect::<Vec<_>>().join(&b';').into())
}

/// Describes lost attributes in a message, with their values if these are short.
fn described(attributes: &Attributes<'_>) -> String {
    /// How many attributes to show in a message.
    const MOST: usize = 4;
    let values = attributes.iter().filter_map(|(name, value)| {
        let text = match &*value {
            Value::Text(text) => text.to_string(),
            Value::Variant(Variant::String(text)) => text.to_string(),
            Value::Variant(Variant::ResourceRef(reference)) => reference.name.to_string(),
            _ => return None,
        };
        (!text.is_empty() && text.len() < 100).then(|| format!("{} \"{text}\"", name.name))
    });
    let values: Vec<String> = values.take(MOST).collect();
    if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) }
}
