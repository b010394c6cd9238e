//! The scene, whatever form it is stored in.

use std::borrow::Cow;

use binio::Name;
use urho_core::glam::{Quat, Vec3};
use urho_core::{HashedName, Variant};

use crate::animation::AttributeAnimation;
use crate::attributes::{Attributes, is_named};
use crate::class::Engine;
use crate::value::Value;

/// Whether a file holds a scene or a prefab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A scene: its outermost node is of the class `Scene`.
    #[default]
    Scene,
    /// A prefab. Of Urho3D and U3D its outermost node is the prefab; of rbfx the outermost node is a scene for the preview
    /// and the prefab is its first child.
    Prefab,
}

impl Kind {
    /// `scene` or `prefab`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Prefab => "prefab",
        }
    }
}

/// A scene or prefab: nodes in a row, each behind its parent.
///
/// Transforms are relative to the parent; space is left-handed, Y up, Z forward; lengths are metres by convention.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<'a> {
    /// Whose it is: which classes it is made of, and how it hashes names.
    pub engine: Engine,
    /// Scene or prefab.
    pub kind: Kind,
    /// The nodes; the first is the outermost. Readers put them in the order of the file, which is depth first.
    pub nodes: Vec<Node<'a>>,
}

/// A node of a scene or prefab, with its components.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// Its number in the file, which others refer to it by; 0 if it has none. Local ones begin at 0x1000000.
    pub id: u32,
    /// Where its parent stands in [`Scene::nodes`], always before the node itself; `None` for the outermost alone.
    pub parent: Option<u32>,
    /// Attributes in the order of the file.
    pub attributes: Attributes<'a>,
    /// Animations of its attributes; in text only.
    pub animations: Vec<AttributeAnimation<'a>>,
    /// Components in the order of the file.
    pub components: Vec<Component<'a>>,
}

/// A component of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component<'a> {
    /// The name of its class. Binary files hold only the hash of it.
    pub class: HashedName<'a>,
    /// Its number in the file; components and nodes are numbered apart. 0 if it has none.
    pub id: u32,
    /// Attributes in the order of the file.
    pub attributes: Attributes<'a>,
    /// Animations of its attributes; in text only.
    pub animations: Vec<AttributeAnimation<'a>>,
}

/// The children of each node.
#[derive(Clone, Debug)]
pub struct Children {
    /// Where the children of each node begin in `all`, and where the last end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Children {
    /// Where the children of the node `parent` stand in [`Scene::nodes`].
    pub fn of(&self, parent: usize) -> &[u32] {
        let at = |index: usize| self.starts.get(index).map_or(0, |start| *start as usize);
        self.all.get(at(parent)..at(parent + 1)).unwrap_or_default()
    }
}

impl<'a> Scene<'a> {
    /// A scene or prefab with nothing but its outermost node, of id 1.
    pub fn new(engine: Engine, kind: Kind) -> Self {
        Self { engine, kind, nodes: vec![Node { id: 1, ..Node::default() }] }
    }

    /// The outermost node, if there is any.
    pub fn root(&self) -> Option<&Node<'a>> {
        self.nodes.first()
    }

    /// The children of each node, counted once: to walk down with.
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

    /// How deep nodes are nested; the outermost alone is 1.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.and_then(|parent| depths.get(parent as usize)).copied().unwrap_or(0);
            depths.push(above + 1);
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// Where the node of this id stands, the first of several.
    pub fn node_with_id(&self, id: u32) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    /// Where the node of this path stands: names below the outermost node, with slashes between, or `#2` for the third child.
    /// The empty path is the outermost node; of several nodes of one name the first counts.
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

    /// The names on the way from the outermost node to this one, with slashes between; a node without a name is its number
    /// among its siblings, as [`find`](Self::find) takes it.
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

    /// Adds a node of this name behind all others and returns where it stands; `None` if there is no such parent. Its id is
    /// one more than the largest of those below the local ones.
    pub fn add_node(&mut self, parent: usize, name: &str) -> Option<usize> {
        self.nodes.get(parent)?;
        let id = self.next_id(self.nodes.iter().map(|node| node.id));
        let mut node = Node { id, parent: u32::try_from(parent).ok(), ..Node::default() };
        node.attributes.set(self.engine, "Name", Variant::String(name.to_owned().into()));
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// Adds a component of this class to a node and returns it; `None` if there is no such node.
    pub fn add_component(&mut self, node: usize, class: impl Into<Name<'a>>) -> Option<&mut Component<'a>> {
        let hashes = self.engine.hashes();
        let id = self.next_id(self.nodes.iter().flat_map(|node| &node.components).map(|component| component.id));
        let components = &mut self.nodes.get_mut(node)?.components;
        components.push(Component { class: HashedName::of(hashes, class), id, ..Component::default() });
        components.last_mut()
    }

    /// Every node but the first has to have a parent before it, or it wouldn't be written.
    ///
    /// # Errors
    /// The first node that hasn't.
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

    /// The same scene, free of what it was read from.
    pub fn into_owned(self) -> Scene<'static> {
        Scene { engine: self.engine, kind: self.kind, nodes: self.nodes.into_iter().map(Node::into_owned).collect() }
    }
}

/// Ids from here on are given by each machine for itself.
pub const FIRST_LOCAL_ID: u32 = 0x0100_0000;

impl<'a> Node<'a> {
    fn variant<'s, T>(&'s self, name: &str, get: impl FnOnce(&Variant<'s>) -> Option<T>) -> Option<T> {
        self.attributes.get(name)?.variant().and_then(get)
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> Name<'_> {
        self.variant("Name", |name| name.as_name().cloned()).unwrap_or_default()
    }

    /// Whether it is enabled.
    pub fn is_enabled(&self) -> bool {
        self.variant("Is Enabled", Variant::as_bool).unwrap_or(true)
    }

    /// Returns the tags of the node, in their order.
    pub fn tags<'s>(&'s self) -> Vec<Name<'s>> {
        let tags =
            |value: &Variant<'s>| if let Variant::StringVector(tags) = value { Some(tags.clone()) } else { None };
        self.variant("Tags", tags).unwrap_or_default()
    }

    /// Its position, relative to its parent.
    pub fn position(&self) -> Vec3 {
        self.variant("Position", Variant::as_vec3).unwrap_or(Vec3::ZERO)
    }

    /// Its rotation, relative to its parent.
    pub fn rotation(&self) -> Quat {
        self.variant("Rotation", Variant::as_quat).unwrap_or(Quat::IDENTITY)
    }

    /// Its scale, relative to its parent.
    pub fn scale(&self) -> Vec3 {
        self.variant("Scale", Variant::as_vec3).unwrap_or(Vec3::ONE)
    }

    /// Its components of this class.
    pub fn components_of<'s>(&'s self, class: &'s str) -> impl Iterator<Item = &'s Component<'a>> {
        self.components.iter().filter(move |component| component.is_a(class))
    }

    /// The same node, free of what it was read from.
    pub fn into_owned(self) -> Node<'static> {
        Node {
            id: self.id,
            parent: self.parent,
            attributes: self.attributes.into_owned(),
            animations: self.animations.into_iter().map(AttributeAnimation::into_owned).collect(),
            components: self.components.into_iter().map(Component::into_owned).collect(),
        }
    }
}

impl<'a> Component<'a> {
    /// Whether its class has this name.
    pub fn is_a(&self, class: &str) -> bool {
        is_named(&self.class, class.as_bytes())
    }

    /// The value of the attribute of this name, if it is there and of a known type.
    pub fn get(&self, name: &str) -> Option<Variant<'_>> {
        match self.attributes.get(name)? {
            Cow::Borrowed(value) => value.variant().cloned(),
            Cow::Owned(Value::Variant(variant)) => Some(variant),
            Cow::Owned(_) => None,
        }
    }

    /// The same component, free of what it was read from.
    pub fn into_owned(self) -> Component<'static> {
        Component {
            class: self.class.into_owned(),
            id: self.id,
            attributes: self.attributes.into_owned(),
            animations: self.animations.into_iter().map(AttributeAnimation::into_owned).collect(),
        }
    }
}
