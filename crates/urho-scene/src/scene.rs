//! A scene, whatever its encoding.

use std::borrow::Cow;

use binio::Name;
use urho_core::glam::{Quat, Vec3};
use urho_core::{Engine, HashedName, Variant};

use crate::animation::AttributeAnimation;
use crate::attributes::{Attributes, is_named};
use crate::value::Value;

/// Whether something is a scene or a prefab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A scene. Its outermost node has the class `Scene`.
    #[default]
    Scene,
    /// A prefab. In Urho3D and U3D this is the outermost node. In rbfx the outermost node is a scene for the preview,
    /// and its first child is the prefab.
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

/// A scene or prefab as a list of nodes, where a node always comes after its parent. You can change it and write it
/// using [`Document::from_scene`](crate::Document::from_scene), or change its file using
/// [`Document::update`](crate::Document::update).
///
/// Transforms are relative to the parent, in left-handed space with Y up and Z forward. By convention, lengths are in
/// metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<'a> {
    /// The engine, which decides the classes and the hash algorithm.
    pub engine: Engine,
    /// Whether this is a scene or a prefab.
    pub kind: Kind,
    /// The nodes. The first is the outermost. Readers keep the file order, in which the descendants of a node directly
    /// follow it.
    pub nodes: Vec<Node<'a>>,
}

/// A node in a scene or prefab, with its components. Use [`name`](Self::name) and [`position`](Self::position) for the
/// usual attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// The id in the file, which references use. If the node has no id, this is 0. A local id is 0x1000000 or greater.
    pub id: u32,
    /// The index of the parent in [`Scene::nodes`]. It must be less than the index of this node, and is only `None` for
    /// the outermost node.
    pub parent: Option<u32>,
    /// The attributes in file order.
    pub attributes: Attributes<'a>,
    /// Animations that change the attributes. Only text files have them.
    pub animations: Vec<AttributeAnimation<'a>>,
    /// The components in file order.
    pub components: Vec<Component<'a>>,
}

/// A component of a node, for example a light or a model. Use [`get`](Self::get) to read an attribute.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component<'a> {
    /// The name of the class. A binary file only has its hash.
    pub class: HashedName<'a>,
    /// The id in the file, or 0 if there is none. Components and nodes are numbered separately, so both can have the
    /// same id.
    pub id: u32,
    /// The attributes in file order.
    pub attributes: Attributes<'a>,
    /// Animations that change the attributes. Only text files have them.
    pub animations: Vec<AttributeAnimation<'a>>,
    /// How JSON stores this component if its class is unknown. If true, the attributes are an object, as the engine
    /// writes a class that a game registers. Otherwise they are a list of strings, as the engine writes a class that it
    /// does not know.
    pub is_object: bool,
}

/// The children of all nodes. See [`Scene::children`].
#[derive(Clone, Debug)]
pub struct Children {
    /// Where the children of each node begin in `all`, and where the last end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Children {
    /// Returns the children of node `parent`, as indices into [`Scene::nodes`].
    pub fn of(&self, parent: usize) -> &[u32] {
        let at = |index: usize| self.starts.get(index).map_or(0, |start| *start as usize);
        self.all.get(at(parent)..at(parent + 1)).unwrap_or_default()
    }
}

binio::into_owned! { pub Scene { nodes; engine, kind } }

impl<'a> Scene<'a> {
    /// Creates a scene or prefab that only contains the outermost node, with id 1.
    pub fn new(engine: Engine, kind: Kind) -> Self {
        Self { engine, kind, nodes: vec![Node { id: 1, ..Node::default() }] }
    }

    /// Returns the outermost node, if there is one.
    pub fn root(&self) -> Option<&Node<'a>> {
        self.nodes.first()
    }

    /// Finds the children of all nodes. To go through the tree, call this once at the start, because a node only knows
    /// its parent.
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

    /// Returns how deep nodes are nested. If there is only the outermost node, this is 1.
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

    /// Returns the index of the node at this path. A path consists of names separated by slashes, without the outermost
    /// node. You may also use `#2` to get the third child. The empty path is the outermost node. When a name is used
    /// more than once, the first node is returned.
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

    /// Returns the path to a node, in the form that [`find`](Self::find) accepts. A node without a name is written as
    /// its position among its siblings.
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

    /// Adds a node with this name to the end of the list, and returns its index, or `None` if the parent does not
    /// exist. Its id will be one more than the largest id that is not local.
    pub fn add_node(&mut self, parent: usize, name: &str) -> Option<usize> {
        self.nodes.get(parent)?;
        let id = self.next_id(self.nodes.iter().map(|node| node.id));
        let mut node = Node { id, parent: u32::try_from(parent).ok(), ..Node::default() };
        node.attributes.set(self.engine, "Name", Variant::String(name.to_owned().into()));
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// Adds a component to a node, and returns it to let you set attributes. If the node does not exist, this returns
    /// `None`.
    pub fn add_component(&mut self, node: usize, class: impl Into<Name<'a>>) -> Option<&mut Component<'a>> {
        let hashes = self.engine.hashes();
        let id = self.next_id(self.nodes.iter().flat_map(|node| &node.components).map(|component| component.id));
        let components = &mut self.nodes.get_mut(node)?.components;
        components.push(Component { class: HashedName::of(hashes, class), id, ..Component::default() });
        components.last_mut()
    }

    /// Checks that every node except the first has a parent that comes before it. This is required for writing.
    ///
    /// # Errors
    /// Returns the index of the first node that is wrong.
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

/// The first id that is local to a machine.
pub const FIRST_LOCAL_ID: u32 = 0x0100_0000;

binio::into_owned! { pub Node { attributes, animations, components; id, parent } }

impl<'a> Node<'a> {
    fn variant<'s, T>(&'s self, name: &str, get: impl FnOnce(&Variant<'s>) -> Option<T>) -> Option<T> {
        self.attributes.get(name)?.variant().and_then(get)
    }

    /// Returns the name. If the node has no name, this is empty.
    pub fn name(&self) -> Name<'_> {
        self.variant("Name", |name| name.as_name().cloned()).unwrap_or_default()
    }

    /// Returns whether the node is enabled.
    pub fn is_enabled(&self) -> bool {
        self.variant("Is Enabled", Variant::as_bool).unwrap_or(true)
    }

    /// Returns the tags of this node, in order.
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

    /// Iterates over the components that have this class.
    pub fn components_of<'s>(&'s self, class: &'s str) -> impl Iterator<Item = &'s Component<'a>> {
        self.components.iter().filter(move |component| component.is_a(class))
    }
}

binio::into_owned! { pub Component { class, attributes, animations; id, is_object } }

impl<'a> Component<'a> {
    /// Returns whether the component has this class.
    pub fn is_a(&self, class: &str) -> bool {
        is_named(&self.class, class.as_bytes())
    }

    /// Returns the value of an attribute. When the component does not store it, the engine will use its default value,
    /// and this is `None`. It is also `None` when the type is unknown.
    pub fn get(&self, name: &str) -> Option<Variant<'_>> {
        match self.attributes.get(name)? {
            Cow::Borrowed(value) => value.variant().cloned(),
            Cow::Owned(Value::Variant(variant)) => Some(variant),
            Cow::Owned(_) => None,
        }
    }
}
