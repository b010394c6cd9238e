//! Finds free ids for new nodes and components if the ids are already used for others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_formats::Error;
use urho_core::Variant;
use urho_core::tree::{Edits, Span};
use urho_scene::{Document, FIRST_LOCAL_ID, IdReference, Place, Value};

use super::Renumbered;
use super::item::{Id, Item, Role};

/// Maps old ids to new ones.
pub(super) type NewIds = BTreeMap<Id, Id>;

/// The attributes of the outermost node that contain the id for the next node and for the next component.
const NEXT: [&str; 2] = ["Next Node ID", "Next Component ID"];

/// Returns new ids for everything in theirs that was added with the same id as something else in ours. The documents
/// are base, ours and theirs.
pub(super) fn collisions(documents: &[Item<'_>; 3], next: [u32; 2]) -> NewIds {
    let [base, ours, theirs] = documents.each_ref().map(by_id);
    let mut used = Used::new(next);
    [&base, &ours, &theirs].into_iter().flat_map(BTreeMap::keys).for_each(|id| used.add(*id));
    let mut new = NewIds::new();
    // Parents first: a part of something else is something else.
    let [_, _, document] = documents;
    let mut order = Vec::new();
    document.walk(None, &mut |item, parent| order.extend(item.id.map(|id| (id, parent))));
    for (id, parent) in order {
        let (Some((mine, around)), Some((other, _)), None) = (ours.get(&id), theirs.get(&id), base.get(&id)) else {
            continue;
        };
        let is_inside = parent.is_some_and(|parent| new.contains_key(&parent));
        if is_inside || mine.text != other.text || *around != parent {
            let free = used.take(id);
            new.extend(free.map(|free| (id, free)));
        }
    }
    new
}

/// Returns all items that have an identity, each with the identity of its parent.
fn by_id<'i, 'a>(document: &'i Item<'a>) -> BTreeMap<Id, (&'i Item<'a>, Option<Id>)> {
    let mut items = BTreeMap::new();
    document.walk(None, &mut |item, parent| items.extend(item.id.map(|id| (id, (item, parent)))));
    items
}

/// Removes an identity if several items in the document have it.
pub(super) fn without_duplicates(document: &mut Item<'_>) {
    let (mut seen, mut several) = (BTreeSet::new(), BTreeSet::new());
    document.walk(None, &mut |item, _| several.extend(item.id.filter(|id| !seen.insert(*id))));
    if !several.is_empty() {
        remove_ids(document, &several);
    }
}

fn remove_ids(item: &mut Item<'_>, ids: &BTreeSet<Id>) {
    item.id = item.id.filter(|id| !ids.contains(id));
    item.body.iter_mut().flat_map(|body| &mut body.items).for_each(|item| remove_ids(item, ids));
}

/// The next free ids for nodes and for components: first the replicated ids, then the local ids.
struct Used([u32; 4]);

impl Used {
    fn new([nodes, components]: [u32; 2]) -> Self {
        Self([nodes.max(1), components.max(1), FIRST_LOCAL_ID, FIRST_LOCAL_ID])
    }

    fn slot(&mut self, id: Id) -> Option<&mut u32> {
        let is_local = id.number() >= FIRST_LOCAL_ID;
        let index = usize::from(matches!(id, Id::Component(_))) + 2 * usize::from(is_local);
        self.0.get_mut(index)
    }

    fn add(&mut self, id: Id) {
        if let Some(next) = self.slot(id) {
            *next = (*next).max(id.number().saturating_add(1));
        }
    }

    fn take(&mut self, id: Id) -> Option<Id> {
        let next = self.slot(id)?;
        let free = *next;
        *next = next.checked_add(1)?;
        Some(id.with_number(free))
    }
}

/// Returns the next ids that a scene stores, or 0 if there are none.
pub(super) fn next_ids(document: &Document<'_>) -> [u32; 2] {
    let scene = document.scene();
    NEXT.map(|name| match scene.root().and_then(|root| root.attributes.get(name)) {
        Some(value) => match value.variant() {
            Some(Variant::Int(next)) => u32::try_from(*next).unwrap_or(0),
            _ => 0,
        },
        None => 0,
    })
}

/// Changes the references to these ids, and the ids that the scene will use next.
pub(super) fn refer(document: &mut Document<'_>, new: &NewIds) -> Result<(), Error> {
    let references = document.scene().id_references(document.classes());
    let mut changes: HashMap<(Place, String), Value<'static>> = HashMap::new();
    {
        let scene = document.scene();
        for reference in references.iter().filter(|reference| new.contains_key(&target(reference))) {
            let node = scene.nodes.get(reference.place.node);
            let attributes = match reference.place.component {
                None => node.map(|node| &node.attributes),
                Some(number) => {
                    node.and_then(|node| node.components.get(number)).map(|component| &component.attributes)
                }
            };
            let value = attributes.and_then(|attributes| attributes.get(&reference.attribute));
            if let Some(value) = value.and_then(|value| changed(value.variant()?, reference.to_component, new)) {
                changes.insert((reference.place, reference.attribute.clone()), value);
            }
        }
        let last = |is_node: bool| {
            let ids = new.values().filter(|id| matches!(id, Id::Node(_)) == is_node);
            ids.map(|id| id.number()).filter(|number| *number < FIRST_LOCAL_ID).max()
        };
        for ((name, next), last) in NEXT.into_iter().zip(next_ids(document)).zip([last(true), last(false)]) {
            if let Some(last) = last.filter(|last| next > 0 && *last >= next) {
                let value = Variant::Int(last.saturating_add(1) as i32);
                changes.insert((Place::node(0), name.to_owned()), value.into());
            }
        }
    }
    let changes = changes.iter().map(|((place, name), value)| (*place, name.as_str(), value.clone()));
    document.set_attributes(changes).map_err(|error| Error::malformed(asset_formats::Format::URHO_SCENE, error))
}

fn target(reference: &IdReference) -> Id {
    if reference.to_component { Id::Component(reference.id) } else { Id::Node(reference.id) }
}

/// Returns the value with new ids. It must be a number, or a list with a count and numbers.
fn changed(value: &Variant<'_>, to_component: bool, new: &NewIds) -> Option<Value<'static>> {
    let number = |id: i32| {
        let old = if to_component { Id::Component(id as u32) } else { Id::Node(id as u32) };
        new.get(&old).map_or(id, |id| id.number() as i32)
    };
    match value {
        Variant::Int(id) => Some(Variant::Int(number(*id)).into()),
        Variant::VariantVector(items) => {
            let mut items: Vec<Variant<'static>> = items.iter().map(|item| item.clone().into_owned()).collect();
            for item in items.iter_mut().skip(1) {
                if let Variant::Int(id) = item {
                    *id = number(*id);
                }
            }
            Some(Variant::VariantVector(items).into())
        }
        _ => None,
    }
}

/// Changes the ids themselves in a text, and reports them.
pub(super) fn renumber(text: &[u8], document: &Item<'_>, new: &NewIds) -> Result<(Vec<u8>, Vec<Renumbered>), Error> {
    let (mut edits, mut renumbered) = (Edits::new(), Vec::new());
    document.walk(None, &mut |item, _| {
        let Some(free) = item.id.and_then(|id| new.get(&id)) else { return };
        let is_id = |part: &&Item<'_>| {
            matches!(part.role, Role::Attribute | Role::Member) && matches!(&*part.kind, b"id" | b"_id")
        };
        let Some(part) = item.items().iter().find(is_id) else { return };
        let digits = part.text.iter().rposition(u8::is_ascii_digit).map_or(0, |last| last + 1);
        let count =
            part.text.get(..digits).unwrap_or_default().iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        // The item borrows its text from the document.
        let start = (part.text.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        edits.replace(Span::new(start + digits - count, start + digits), free.number().to_string());
        let name = binio::Name::from(&*item.label).to_string();
        renumbered.push(Renumbered { name, old: item.id.map_or(0, Id::number), new: free.number() });
    });
    let text = edits.apply(text).map_err(|error| Error::malformed(asset_formats::Format::URHO_SCENE, error))?;
    Ok((text, renumbered))
}
