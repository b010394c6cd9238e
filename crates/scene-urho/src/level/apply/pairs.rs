//! Finds the nodes of a prefab in a scene that shows it.

use std::collections::{HashMap, HashSet, VecDeque};

use asset_scene::{Animation, Channel, Id, IdMap, LodLevel, Node, Scene, Skin, Source};
use scene_adapter::same;

use crate::level::side::{Side, is_content, is_placed};
use crate::level::stored::NodeKey;

/// The nodes of a scene that show a prefab in one place.
pub(super) struct Pairs {
    /// The nodes of the prefab that are shown, starting with the outermost. This does not include coarser levels of
    /// detail.
    scope: Vec<Id<Node>>,
    /// For each node of the prefab, the node in the scene that shows it.
    pub(super) shown: IdMap<Node, Option<Id<Node>>>,
    /// Nodes that the prefab doesn't have, which are usually copies of others. Parents come first.
    pub(super) added: Vec<Id<Node>>,
}

/// Nodes that don't have a counterpart yet, by name. Note that Blender adds a number to a name if it exists already.
#[derive(Default)]
struct Waiting<'s> {
    order: Vec<Id<Node>>,
    by_name: HashMap<&'s str, VecDeque<Id<Node>>>,
    taken: HashSet<Id<Node>>,
}

impl<'s> Waiting<'s> {
    fn new(scene: &'s Scene<'_>, nodes: impl IntoIterator<Item = Id<Node>>) -> Self {
        let mut waiting = Self::default();
        for node in nodes {
            waiting.order.push(node);
            let name = scene[node].name.as_str();
            waiting.by_name.entry(name).or_default().push_back(node);
            if let Some((plain, _)) = name.rsplit_once('.').filter(|(plain, _)| same::is_numbered(name, plain)) {
                waiting.by_name.entry(plain).or_default().push_back(node);
            }
        }
        waiting
    }

    /// Returns the first node with this name, and removes it from the list.
    fn take(&mut self, name: &str) -> Option<Id<Node>> {
        let queue = self.by_name.get_mut(name)?;
        while let Some(node) = queue.pop_front() {
            if self.taken.insert(node) {
                return Some(node);
            }
        }
        None
    }

    fn rest(self) -> Vec<Id<Node>> {
        let Self { order, taken, .. } = self;
        order.into_iter().filter(|node| !taken.contains(node)).collect()
    }
}

impl Pairs {
    /// Finds the counterparts for `top` and everything below it, among the nodes below `node` that this component
    /// shows.
    pub(super) fn new(
        own: &Side<'_>,
        (node, component): (Id<Node>, usize),
        (prefab, top): (&Side<'_>, Id<Node>),
    ) -> Self {
        let shown = IdMap::filled(None, prefab.scene.nodes.len());
        let mut pairs = Self { scope: scope(prefab, top), shown, added: Vec::new() };
        let shows = |node: &Id<Node>| own.layout(*node).is_some_and(|layout| layout.component == Some(component));
        let here = own.of_prefab(node).into_iter().filter(shows).collect();
        let left = pairs.walk(own, prefab, (here, vec![top]));
        let left = pairs.moved(own, prefab, left);
        let left = pairs.bound(own, prefab, left);
        pairs.levels(own, prefab);
        pairs.added = left;
        pairs
    }

    /// Pairs nodes with the same name, level by level. Returns the nodes in the scene that are left, including
    /// everything below them.
    fn walk(&mut self, own: &Side<'_>, prefab: &Side<'_>, outermost: (Vec<Id<Node>>, Vec<Id<Node>>)) -> Vec<Id<Node>> {
        let (mut open, mut left) = (vec![outermost], Vec::new());
        while let Some((here, there)) = open.pop() {
            let mut waiting = Waiting::new(own.scene, here);
            let mut alone = Vec::new();
            for id in there {
                self.shown[id] = waiting.take(&prefab.scene[id].name);
                if self.shown[id].is_none() {
                    alone.push(id);
                }
                open.extend(self.shown[id].map(|node| (own.of_prefab(node), prefab.world.children(id).collect())));
            }
            let rest = waiting.rest();
            match (alone.as_slice(), rest.as_slice()) {
                // The only one of another name was renamed.
                ([id], [node]) => {
                    self.shown[*id] = Some(*node);
                    open.push((own.of_prefab(*node), prefab.world.children(*id).collect()));
                }
                _ => left.extend(rest),
            }
        }
        let mut at = 0;
        while let Some(node) = left.get(at).copied() {
            left.extend(own.of_prefab(node));
            at = at.saturating_add(1);
        }
        left
    }

    /// Pairs nodes that were moved to another parent.
    fn moved(&mut self, own: &Side<'_>, prefab: &Side<'_>, left: Vec<Id<Node>>) -> Vec<Id<Node>> {
        if left.is_empty() {
            return left;
        }
        let mut waiting = Waiting::new(own.scene, left);
        for id in self.scope.iter().filter(|id| !is_bound(prefab.scene, **id)) {
            if self.shown[*id].is_none() {
                self.shown[*id] = waiting.take(&prefab.scene[*id].name);
            }
        }
        waiting.rest()
    }

    /// Pairs skinned meshes. They have no parent, unless another program has added one.
    fn bound(&mut self, own: &Side<'_>, prefab: &Side<'_>, left: Vec<Id<Node>>) -> Vec<Id<Node>> {
        let joints = self.shown.as_slice().iter().flatten().chain(&left);
        let bound = joints.filter_map(|joint| own.bound.get(joint)).flatten().copied();
        let bound: Vec<Id<Node>> = bound.filter(|node| own.is_of_prefab(*node)).collect();
        let mut waiting = Waiting::new(own.scene, bound.into_iter().chain(left));
        for id in self.scope.iter().filter(|id| is_bound(prefab.scene, **id)) {
            self.shown[*id] = waiting.take(&prefab.scene[*id].name);
        }
        waiting.rest()
    }

    /// Pairs coarser levels of detail.
    fn levels(&mut self, own: &Side<'_>, prefab: &Side<'_>) {
        for (id, node) in prefab.scene.nodes.enumerate() {
            let Some(shown) = self.shown[id] else { continue };
            for (there, here) in node.lods.iter().zip(&own.scene[shown].lods) {
                self.shown[there.node] = Some(here.node);
            }
        }
    }

    /// Returns whether any node was edited, added or removed. The position of the outermost node is ignored.
    pub(super) fn is_edited(&self, own: &Side<'_>, prefab: &Side<'_>) -> bool {
        let is_it = |(place, id): (usize, &Id<Node>)| {
            let (Some(shown), node) = (self.shown[*id], &prefab.scene[*id]) else { return false };
            let (a, b) = ((own, shown), (prefab, *id));
            let name = &own.scene[shown].name;
            let is_named = *name == node.name || same::is_numbered(name, &node.name);
            let above = node.parent.and_then(|above| self.shown[above]);
            let is_below = node.skin.is_some() || own.scene[shown].parent == above;
            is_named && (place == 0 || is_below && is_placed(a, b)) && is_content(a, b)
        };
        !self.added.is_empty() || !self.scope.iter().enumerate().all(is_it)
    }

    /// Returns the node in the scene that shows the outermost node.
    pub(super) fn root(&self) -> Option<Id<Node>> {
        self.scope.first().and_then(|root| self.shown[*root])
    }

    /// Returns whether a prefab looks the same in two places.
    pub(super) fn is_alike(&self, other: &Self, own: &Side<'_>) -> bool {
        let is_it = |(a, b): (Id<Node>, Id<Node>)| {
            own.scene[a].name == own.scene[b].name && is_placed((own, a), (own, b)) && is_content((own, a), (own, b))
        };
        let shown = self.shown.as_slice().iter().zip(other.shown.as_slice());
        self.scope == other.scope
            && self.added.len() == other.added.len()
            && shown.into_iter().all(|(a, b)| a.is_some() == b.is_some() && a.zip(*b).is_none_or(is_it))
            && self.added.iter().copied().zip(other.added.iter().copied()).all(is_it)
    }

    /// Returns the nodes in the scene.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Id<Node>> {
        self.shown.as_slice().iter().flatten().chain(&self.added).copied()
    }

    /// Creates a scene for the prefab as it is shown here. Nodes come from the scene, but with the source that the
    /// prefab's node has. If a node can't be seen in the scene, this uses the prefab's node.
    pub(super) fn scene<'s>(&self, own: &'s Scene<'s>, prefab: &Scene<'_>) -> Scene<'s> {
        let order = self.order(prefab);
        let place = |(place, (shown, _)): (usize, &Placed)| Some(((*shown)?, Id::new(place)));
        let ids: HashMap<Id<Node>, Id<Node>> = order.iter().enumerate().filter_map(place).collect();
        let there: HashMap<Id<Node>, Id<Node>> =
            order.iter().enumerate().filter_map(|(place, (_, id))| Some(((*id)?, Id::new(place)))).collect();
        let (mut scene, mut skins) = (own.borrowed(), Skins::default());
        let above = |id: Id<Node>| prefab[id].parent.and_then(|parent| there.get(&parent).copied());
        let node = |(shown, before): &Placed| {
            let mut node = match shown {
                Some(shown) => shown_node(own, *shown, &ids, &mut skins),
                None => before.map(|before| bare_node(&prefab[before])).unwrap_or_default(),
            };
            node.source = match (shown, before) {
                (Some(_), Some(before)) => prefab[*before].source.clone(),
                (None, Some(before)) => NodeKey::unshown(&prefab[*before]),
                (_, None) => None,
            };
            // The engine puts the outermost node where the component is.
            let stays = |before: &Id<Node>| shown.is_none() || self.is_root(prefab, *before);
            if let Some(before) = before.filter(stays) {
                (node.parent, node.transform) = (above(before), prefab[before].transform);
            }
            node
        };
        scene.nodes = order.iter().map(node).collect();
        scene.skins = skins.made.into();
        scene.animations =
            std::mem::take(&mut scene.animations).into_iter().filter_map(|one| moving(one, &ids)).collect();
        scene.name.clone_from(&prefab.name);
        scene.source = prefab.source.clone().map(Source::into_owned);
        scene.other_sources.clear();
        scene
    }

    /// Returns the nodes for the prefab's scene, in order.
    fn order(&self, prefab: &Scene<'_>) -> Vec<Placed> {
        let lods = prefab.lod_nodes();
        let scope: HashSet<Id<Node>> = self.scope.iter().copied().collect();
        let is_kept = |id: &Id<Node>| self.shown[*id].is_some() || !scope.contains(id) && !lods[*id];
        let kept = prefab.nodes.ids().filter(is_kept).map(|id| (self.shown[id], Some(id)));
        kept.chain(self.added.iter().map(|node| (Some(*node), None))).collect()
    }

    /// Returns whether a node of the prefab is the outermost node that is shown, or a coarser level of it.
    fn is_root(&self, prefab: &Scene<'_>, node: Id<Node>) -> bool {
        let root = self.scope.first();
        root.is_some_and(|root| *root == node || prefab[*root].lods.iter().any(|level| level.node == node))
    }
}

/// A node in the new scene: the node that shows it, and the node of the prefab. A node that isn't shown only has the
/// second.
type Placed = (Option<Id<Node>>, Option<Id<Node>>);

/// The skins for a part of a scene.
#[derive(Default)]
struct Skins {
    made: Vec<Skin>,
    known: HashMap<Id<Skin>, Option<Id<Skin>>>,
}

impl Skins {
    /// Returns a skin for the part, or `None` if it has joints elsewhere.
    fn part(&mut self, own: &Scene<'_>, skin: Id<Skin>, ids: &HashMap<Id<Node>, Id<Node>>) -> Option<Id<Skin>> {
        if let Some(known) = self.known.get(&skin) {
            return *known;
        }
        let whole = &own[skin];
        let joints: Option<Vec<Id<Node>>> = whole.joints.iter().map(|joint| ids.get(joint).copied()).collect();
        let made = joints.map(|joints| {
            self.made.push(Skin { joints, root: None, ..whole.clone() });
            Id::new(self.made.len().saturating_sub(1))
        });
        self.known.insert(skin, made);
        made
    }
}

/// Returns a node of the scene, with ids changed to those in the part.
fn shown_node(own: &Scene<'_>, node: Id<Node>, ids: &HashMap<Id<Node>, Id<Node>>, skins: &mut Skins) -> Node {
    let node = &own[node];
    let level = |level: &LodLevel| Some(LodLevel { node: *ids.get(&level.node)?, ..*level });
    Node {
        parent: node.parent.and_then(|parent| ids.get(&parent).copied()),
        skin: node.skin.and_then(|skin| skins.part(own, skin, ids)),
        lods: node.lods.iter().filter_map(level).collect(),
        ..node.clone()
    }
}

/// Returns a node of the prefab that isn't shown. It only needs a name, because its content is stored in its source.
fn bare_node(node: &Node) -> Node {
    Node { name: node.name.clone(), hidden: node.hidden, ..Node::default() }
}

/// Returns an animation for only these nodes.
fn moving<'a>(mut animation: Animation<'a>, ids: &HashMap<Id<Node>, Id<Node>>) -> Option<Animation<'a>> {
    let channels = animation.channels.iter();
    animation.channels =
        channels.filter_map(|channel| Some(Channel { node: *ids.get(&channel.node)?, ..*channel })).collect();
    Some(animation).filter(|animation| !animation.channels.is_empty())
}

/// Returns whether a node has a skinned mesh and no parent.
fn is_bound(scene: &Scene<'_>, node: Id<Node>) -> bool {
    scene[node].skin.is_some() && scene[node].parent.is_none()
}

/// Returns a node of a prefab with everything below it, and the meshes that are moved by these nodes.
fn scope(prefab: &Side<'_>, top: Id<Node>) -> Vec<Id<Node>> {
    let lods = prefab.scene.lod_nodes();
    let (mut scope, mut at) = (vec![top], 0);
    while let Some(node) = scope.get(at).copied() {
        scope.extend(prefab.world.children(node));
        at = at.saturating_add(1);
    }
    let bound = scope.iter().filter_map(|joint| prefab.bound.get(joint)).flatten().copied();
    let bound: Vec<Id<Node>> = bound.filter(|node| !lods[*node]).collect();
    scope.extend(bound);
    scope
}
