//! All elements in a document, level by level, with their places in the vocabulary.

use binio::{Name, Path, Segment};

use crate::document::Document;
use crate::item::Item;
use crate::place::Place;
use crate::vocabulary::{Count, ElementInfo, Vocabulary};

/// An element and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Visited<'d> {
    pub(crate) item: Item<'d>,
    pub(crate) name: Name<'d>,
    /// What the vocabulary says about the element, or `None` if it is unknown.
    pub(crate) info: Option<&'static ElementInfo>,
    /// The index of the parent in the outline, or `None` for the root.
    pub(crate) parent: Option<usize>,
    /// The position among the siblings that have the same name.
    pub(crate) number: usize,
    pub(crate) depth: usize,
    /// The indices of the child elements.
    pub(crate) children: std::ops::Range<usize>,
}

/// The elements in a document. What is inside an unknown element is not included.
#[derive(Debug)]
pub(crate) struct Outline<'d> {
    pub(crate) elements: Vec<Visited<'d>>,
    pub(crate) is_patch: bool,
}

impl<'d> Outline<'d> {
    pub(crate) fn of(document: &'d Document<'_>) -> Self {
        let is_patch = document.inherited().is_some();
        let Some(root) = document.root() else { return Self { elements: Vec::new(), is_patch } };
        let vocabulary = document.kind().vocabulary();
        let info = match root {
            Item::Xml(_) => vocabulary.root,
            Item::Json(_) => vocabulary.json_root,
        };
        let name = match root {
            Item::Xml(element) => element.name(),
            Item::Json(_) => Name::default(),
        };
        let root = Visited { item: root, name, info, parent: None, number: 0, depth: 0, children: 0..0 };
        let mut outline = Self { elements: vec![root], is_patch };
        let mut index = 0;
        // Level by level, without recursion: the children of an element are adjacent.
        while index < outline.elements.len() {
            outline.add_children(index, vocabulary);
            index += 1;
        }
        outline
    }

    fn add_children(&mut self, parent: usize, vocabulary: &'static Vocabulary) {
        let Some(Visited { item, info: Some(info), depth, .. }) = self.elements.get(parent).cloned() else { return };
        let in_patch = self.is_patch && depth < 2;
        let first = self.elements.len();
        let mut counts = std::collections::HashMap::<Name<'d>, usize>::new();
        for (name, item) in item.children() {
            let number = counts.entry(name.clone()).or_default();
            let info = match (in_patch, parent) {
                (true, 0) => Vocabulary::patch().iter().find(|step| step.has_name(&name)),
                (true, _) => vocabulary.find(&name),
                (false, _) => info.child(&name),
            };
            let number = std::mem::replace(number, *number + 1);
            let depth = depth + 1;
            self.elements.push(Visited { item, name, info, parent: Some(parent), number, depth, children: 0..0 });
        }
        let children = first..self.elements.len();
        if let Some(parent) = self.elements.get_mut(parent) {
            parent.children = children;
        }
    }

    /// Returns the indices on the way from the root to an element. The root is not included.
    fn chain(&self, mut index: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        while let Some(Visited { parent: Some(parent), .. }) = self.elements.get(index) {
            chain.push(index);
            index = *parent;
        }
        chain.reverse();
        chain
    }

    /// Returns the path to an element, for findings.
    pub(crate) fn path(&self, index: usize) -> Path {
        let mut path = Path::new();
        for element in self.chain(index).into_iter().filter_map(|index| self.elements.get(index)) {
            let known = element.info.filter(|info| info.name != "*" && element.name == *info.name);
            match known {
                Some(info) if info.count == Count::Many || element.number > 0 => {
                    path = path.item(info.name, element.number);
                }
                Some(info) => path = path.part(info.name),
                None => path.push(Segment::Name(element.name.clone().into_owned())),
            }
        }
        path
    }

    /// Returns the place of an element.
    pub(crate) fn place(&self, index: usize) -> Place {
        let elements = self.chain(index).into_iter().filter_map(|index| self.elements.get(index));
        elements.fold(Place::root(), |place, element| place.child(element.name.to_text(), element.number))
    }

    /// Iterates over the child elements of an element.
    pub(crate) fn children(&self, parent: usize) -> impl Iterator<Item = (usize, &Visited<'d>)> {
        let range = self.elements.get(parent).map_or(0..0, |parent| parent.children.clone());
        range.filter_map(|index| Some((index, self.elements.get(index)?)))
    }
}

impl Vocabulary {
    /// Looks for an element with this name anywhere in the vocabulary. If there are several, returns the outermost.
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static ElementInfo> {
        let mut known: Vec<&'static ElementInfo> = self.root.into_iter().collect();
        let mut at = 0;
        while let Some(info) = known.get(at).copied() {
            if info.name != "*" && info.has_name(name) {
                return Some(info);
            }
            for child in info.children {
                if !known.iter().any(|one| std::ptr::eq(*one, *child)) {
                    known.push(child);
                }
            }
            at += 1;
        }
        None
    }
}
