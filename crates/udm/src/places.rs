//! Finds out where the parts of a document begin.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use binio::{Findings, Path};

use crate::document::key;
use crate::text::{Syntax, SyntaxNode};

/// A single step when you follow a [`Path`] into a document.
#[derive(PartialEq, Eq)]
pub(crate) enum Turn<'p> {
    Key(Cow<'p, [u8]>),
    Item(u64),
}

impl Turn<'_> {
    /// To the asset data.
    pub(crate) fn data() -> Self {
        Turn::Key(key::DATA.as_bytes().into())
    }
}

/// The parts whose offsets we need to know, in a tree with their keys and item numbers.
#[derive(Default)]
pub(crate) struct Places {
    nodes: Vec<Place>,
}

/// A part, the parts inside it, and the offset where it begins.
#[derive(Default)]
struct Place {
    keys: BTreeMap<Vec<u8>, usize>,
    items: BTreeMap<u64, usize>,
    offset: Option<u64>,
}

impl Places {
    /// The whole document.
    pub(crate) const ROOT: usize = 0;

    /// Collects the parts named by findings without an offset.
    pub(crate) fn of(findings: &Findings, way: impl Fn(&Path) -> Vec<Turn<'_>>) -> Self {
        let mut places = Self { nodes: vec![Place::default()] };
        for finding in findings.iter().filter(|finding| finding.offset.is_none()) {
            let mut at = Self::ROOT;
            for turn in way(&finding.path) {
                let next = places.nodes.len();
                let Some(node) = places.nodes.get_mut(at) else { break };
                at = match turn {
                    Turn::Key(name) => *node.keys.entry(name.to_vec()).or_insert(next),
                    Turn::Item(index) => *node.items.entry(index).or_insert(next),
                };
                if at == next {
                    places.nodes.push(Place::default());
                }
            }
        }
        places
    }

    /// Returns the part with this key, if its offset is needed.
    pub(crate) fn key(&self, at: usize, key: &[u8]) -> Option<usize> {
        self.nodes.get(at)?.keys.get(key).copied()
    }

    /// Returns the part with this item number, if its offset is needed.
    pub(crate) fn item(&self, at: usize, index: usize) -> Option<usize> {
        self.nodes.get(at)?.items.get(&(index as u64)).copied()
    }

    /// Stores where a part begins. If a key is duplicate, the last part counts, because this is what the engine uses.
    pub(crate) fn put(&mut self, at: usize, offset: u64) {
        if let Some(node) = self.nodes.get_mut(at) {
            node.offset = Some(offset);
        }
    }

    /// Returns where the innermost known part begins.
    pub(crate) fn offset_of(&self, way: &[Turn<'_>]) -> Option<u64> {
        let (mut at, mut found) = (Self::ROOT, None);
        for turn in way {
            let next = match turn {
                Turn::Key(name) => self.key(at, name),
                Turn::Item(index) => usize::try_from(*index).ok().and_then(|index| self.item(at, index)),
            };
            let Some(next) = next else { break };
            found = self.nodes.get(next).and_then(|node| node.offset).or(found);
            at = next;
        }
        found
    }

    /// Finds the parts in a text. If the text has no header, it only contains the data.
    pub(crate) fn walk(&mut self, syntax: &Syntax<'_>, has_data: bool) {
        let root = syntax.root();
        let is_whole = root.children().any(|child| child.key().is_some_and(|name| name == *key::DATA));
        let at = match is_whole || !has_data {
            true => Some(Self::ROOT),
            false => self.key(Self::ROOT, key::DATA.as_bytes()),
        };
        let mut pending: Vec<(SyntaxNode<'_>, usize)> = at.map(|at| (root, at)).into_iter().collect();
        while let Some((node, at)) = pending.pop() {
            let from = pending.len();
            for (index, child) in node.children().enumerate() {
                let wanted = match child.key() {
                    Some(name) => self.key(at, &name),
                    None => self.item(at, index),
                };
                let Some(wanted) = wanted else { continue };
                self.put(wanted, child.range().start as u64);
                pending.push((child, wanted));
            }
            if let Some(new) = pending.get_mut(from..) {
                new.reverse();
            }
        }
    }
}
