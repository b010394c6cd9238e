//! A scene, independent of its encoding.

use std::borrow::Cow;

use binio::Name;
use urho_core::glam::{Quat, Vec3};
use urho_core::{HashedName, Variant};

use crate::animation::AttributeAnimation;
use crate::attributes::{Attributes, is_named};
use crate::class::Engine;
use crate::value::Value;

/// Scene or prefab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A scene: its outermost node has the class `Scene`.
    #[default]
    Scene,
    /// A prefab. In Urho3D and U3D its outermost node is the prefab; in rbfx the outermost node is a scene for the preview
    /// and the prefab is its first child.
    Prefab,
}

impl Kind {
    /// Returns `scene` or `prefab`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Prefab => "prefab",
        }
    }
}

/// A scene or prefab: a list of nodes, each after its parent.
///
/// Transforms are relative to the parent; space is left-handed, Y up, Z forward; lengths are metres by convention.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<'a> {
    /// Engine, which determines the classes and the hash algorithm.
    pub engine: Engine,
    /// Scene or prefab.
    pub kind: Kind,
    /// Nodes; the first is the outermost. Readers keep the file order, which is depth first.
    pub nodes: Vec<Node<'a>>,
}

/// A node of a scene or prefab, with its components.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// Id in the file, for references; 0 if it has none. Local ids begin at 0x1000000.
    pub id: u32,
    /// Index of the parent in [`Scene::nodes`], always before the node itself; `None` only for the outermost.
    pub parent: Option<u32>,
    /// Attributes in file order.
    pub attributes: Attributes<'a>,
    /// Animations of its attributes; only in text.
    pub animations: Vec<AttributeAnimation<'a>>,
    /// Components in file order.
    pub components: Vec<Component<'a>>,
}

/// A component of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component<'a> {
    /// Class name. Binary files only have its hash.
    pub class: HashedName<'a>,
    /// Id in the file; components and nodes are numbered separately. 0 if it has none.
    pub id: u32,
    /// Attributes in file order.
    pub attributes: Attributes<'a>,
    /// Animations of its attributes; only in text.
    pub animations: Vec<AttributeAnimation<'a>>,
    /// Whether JSON stores the attributes of an unknown class as an object, as the engine writes the classes that a game registers. Otherwise it
    /// stores them as a list of texts, as the engine writes classes that it doesn't know.
    pub is_object: bool,
}

/// Children of all nodes.
#[derive(Clone, Debug)]
pub struct Children {
    /// Start of each node's children in `all`, and the end of the last.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Children {
    /// Returns the indices of the children of node `parent` in [`Scene::nodes`].
    pub fn of(&self, parent: usize) -> &[u32] {
        let at = |index: usize| self.starts.get(index).map_or(0, |start| *start as usize);
        self.all.get(at(parent)..at(parent + 1)).unwrap_or_default()
    }
}

binio::into_owned! { pub Scene { nodes; engine, kind } }

impl<'a> Scene<'a> {
    /// Creates a scene or prefab with only its outermost node, with id 1.
    pub fn new(engine: Engine, kind: Kind) -> Self {
        Self { engine, kind, nodes: vec![Node { id: 1, ..Node::default() }] }
    }

    /// Returns the outermost node, if there is one.
    pub fn root(&self) -> Option<&Node<'a>> {
        self.nodes.first()
    }

    /// Returns the children of all nodes, computed once for traversal.
    pub fn children(&self) -> Children {
        let mut starts = vec![0_u32; self.nodes.len() + 1];
        let parents = || self.nodes.iter().map(|node| node.parent.map_or(usize::MAX, |parent| parent as usize));
        for parent in parents() {
            if let Some(count) = starts.get_mut(parent.saturating_add(1)) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut next = starts.clone();
        let mut all = vec![0; total as usize];
        for (index, parent) in parents().enumerate() {
            let slot = next.get_mut(parent).and_then(|next| {
                *next += 1;
                all.get_mut(*next as usize - 1)
            });
            if let Some(slot) = slot {
                *slot = index as u32;
            }
        }
        Children { starts, all }
    }

    /// Returns the nesting depth; the outermost node alone is 1.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.and_then(|parent| depths.get(parent as usize)).copied().unwrap_or(0);
            depths.push(above + 1);
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Returns the index of the first node with this id.
    pub fn node_with_id(&self, id: u32) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    /// Returns the index of the node with this path: names below the outermost node, separated by slashes, or `#2` for the
    /// third child. The empty path is the outermost node; for duplicate names the first counts.
    ///
    /// ```
    /// use urho_scene::{Engine, Kind, Scene};
    /// let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
    /// let lamp = scene.add_node(0, "Lamp").unwrap();
    /// let bulb = scene.add_node(lamp, "Bulb").unwrap();
    /// assert_eq!(scene.find("Lamp/Bulb"), Some(bulb));
    /// assert_eq!(scene.find("#0"), Some(lamp));
    /// ```
    pub fn find(&self, path: &str) -> Option<usize> {
        let children = self.children();
        let mut at = 0;
        for step in path.split('/').filter(|step| !step.is_empty()) {
            let inside = children.of(at);
            let by_number = step.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
            let named = || {
                inside.iter().find(|child| self.nodes.get(**child as usize).is_some_and(|node| node.name() == *step))
            };
            at = *by_number.and_then(|number| inside.get(number)).or_else(named)? as usize;
        }
        (at < self.nodes.len()).then_some(at)
    }

    /// Returns the path of a node: the names from the outermost node to this one, separated by slashes; a node without a name
    /// is its number among its siblings, as in [`find`](Self::find).
    pub fn path_of(&self, node: usize) -> String {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some((parent, this)) = self.nodes.get(at).and_then(|node| Some((node.parent? as usize, node))) {
            let name = this.name();
            if name.is_empty() {
                let before = self.nodes.iter().take(at).filter(|other| other.parent == this.parent).count();
                steps.push(format!("#{before}"));
            } else {
                steps.push(name.to_string());
            }
            if parent >= at {
                break;
            }
            at = parent;
        }
        steps.reverse();
        steps.join("/")
    }

    /// Appends a node with this name and returns its index; `None` if the parent doesn't exist. Its id is one more than the
    /// largest non-local id.
    pub fn add_node(&mut self, parent: usize, name: &str) -> Option<usize> {
        self.nodes.get(parent)?;
        let id = self.next_id(self.nodes.iter().map(|node| node.id));
        let mut node = Node { id, parent: u32::try_from(parent).ok(), ..Node::default() };
        node.attributes.set(self.engine, "Name", Variant::String(name.to_owned().into()));
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// Adds a component of this class to a node and returns it; `None` if the node doesn't exist.
    pub fn add_component(&mut self, node: usize, class: impl Into<Name<'a>>) -> Option<&mut Component<'a>> {
        let hashes = self.engine.hashes();
        let id = self.next_id(self.nodes.iter().flat_map(|node| &node.components).map(|component| component.id));
        let components = &mut self.nodes.get_mut(node)?.components;
        components.push(Component { class: HashedName::of(hashes, class), id, ..Component::default() });
        components.last_mut()
    }

    /// Checks that every node but the first has a parent before it, as required for writing.
    ///
    /// # Errors
    /// Index of the first other node.
    pub(crate) fn check_order(&self) -> Result<(), usize> {
        let is_right =
            |(index, node): (usize, &Node<'_>)| node.parent.map_or(index == 0, |parent| (parent as usize) < index);
        match self.nodes.iter().enumerate().position(|pair| !is_right(pair)) {
            Some(wrong) => Err(wrong),
            None => Ok(()),
        }
    }

    fn next_id(&self, ids: impl Iterator<Item = u32>) -> u32 {
        ids.filter(|id| *id < FIRST_LOCAL_ID).max().unwrap_or(0) + 1
    }
}

/// First id that is local to a machine.
pub const FIRST_LOCAL_ID: u32 = 0x0100_0000;

binio::into_owned! { pub Node { attributes, animations, components; id, parent } }

impl<'a> Node<'a> {
    fn variant<'s, T>(&'s self, name: &str, get: impl FnOnce(&Variant<'s>) -> Option<T>) -> Option<T> {
        self.attributes.get(name)?.variant().and_then(get)
    }

    /// Returns the name; empty if it has none.
    pub fn name(&self) -> Name<'_> {
        self.variant("Name", |name| name.as_name().cloned()).unwrap_or_default()
    }

    /// Returns whether the node is enabled.
    pub fn is_enabled(&self) -> bool {
        self.variant("Is Enabled", Variant::as_bool).unwrap_or(true)
    }

    /// Returns the tags of the node, in order.
    pub fn tags<'s>(&'s self) -> Vec<Name<'s>> {
        let tags =
            |value: &Variant<'s>| if let Variant::StringVector(tags) = value { Some(tags.clone()) } else { None };
        self.variant("Tags", tags).unwrap_or_default()
    }

    /// Returns the position relative to the parent.
    pub fn position(&self) -> Vec3 {
        self.variant("Position", Variant::as_vec3).unwrap_or(Vec3::ZERO)
    }

    /// Returns the rotation relative to the parent.
    pub fn rotation(&self) -> Quat {
        self.variant("Rotation", Variant::as_quat).unwrap_or(Quat::IDENTITY)
    }

    /// Returns the scale relative to the parent.
    pub fn scale(&self) -> Vec3 {
        self.variant("Scale", Variant::as_vec3).unwrap_or(Vec3::ONE)
    }

    /// Iterates over the components of this class.
    pub fn components_of<'s>(&'s self, class: &'s str) -> impl Iterator<Item = &'s Component<'a>> {
        self.components.iter().filter(move |component| component.is_a(class))
    }
}

binio::into_owned! { pub Component { class, attributes, animations; id, is_object } }

impl<'a> Component<'a> {
    /// Returns whether this is the name of its class.
    pub fn is_a(&self, class: &str) -> bool {
        is_named(&self.class, class.as_bytes())
    }

    /// Returns the value of the attribute with this name, if it exists and its type is known.
    pub fn get(&self, name: &str) -> Option<Variant<'_>> {
        match self.attributes.get(name)? {
            Cow::Borrowed(value) => value.variant().cloned(),
            Cow::Owned(Value::Variant(variant)) => Some(variant),
            Cow::Owned(_) => None,
        }
    }
}
