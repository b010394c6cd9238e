//! Order of the items of both sides.

use std::collections::{HashMap, HashSet, VecDeque};

use super::item::{Item, Role};
use crate::pairing;

/// Versions of one item: base, ours and theirs.
pub(super) type Three<'m, 'a> = [Option<&'m Item<'a>>; 3];

/// Returns the items of three versions of a list in the order of the result.
pub(super) fn ordered<'m, 'a>(lists: [&'m [Item<'a>]; 3]) -> Vec<Three<'m, 'a>> {
    let order = Numbered::new(lists).order();
    let [base, ours, theirs] = lists;
    let at = |list: &'m [Item<'a>], place: Option<usize>| place.and_then(|place| list.get(place));
    let mut items: Vec<Three<'m, 'a>> =
        order.into_iter().map(|[a, b, c]| [at(base, a), at(ours, b), at(theirs, c)]).collect();
    let has_times = |list: &[Item<'_>]| list.iter().any(|item| item.time.is_some());
    if lists.into_iter().any(has_times) && lists.into_iter().all(is_by_time) {
        let same = |a: &Three<'_, '_>, b: &Three<'_, '_>| timed(a).0 == timed(b).0;
        items.chunk_by_mut(same).for_each(|run| run.sort_by(|a, b| timed(a).1.total_cmp(&timed(b).1)));
    }
    items
}

/// Returns the kind and the time of an item; 0 without a time.
fn timed<'m>([base, ours, theirs]: &Three<'m, '_>) -> (Option<&'m [u8]>, f64) {
    let item = ours.or(*theirs).or(*base);
    (item.map(|item| &*item.kind), item.and_then(|item| item.time).unwrap_or(0.0))
}

/// Whether the keyframes of a list are in the order of their times.
fn is_by_time(list: &[Item<'_>]) -> bool {
    list.chunk_by(|a, b| a.kind == b.kind).all(|run| run.iter().map(|item| item.time.unwrap_or(0.0)).is_sorted())
}

/// The items of three versions of a list: equal numbers are versions of one item.
struct Numbered {
    lists: [Vec<usize>; 3],
}

impl Numbered {
    /// Numbers the items of the lists of base, ours and theirs. Items with an identity have the number of the identity.
    fn new(lists: [&[Item<'_>]; 3]) -> Self {
        let mut numbering = Numbering { next: 0, by_id: HashMap::new() };
        let local = lists.map(|list| list.iter().filter(|item| item.id.is_none()).collect::<Vec<_>>());
        let [base, ours, theirs] = &local;
        let base_numbers: Vec<usize> = base.iter().map(|_| numbering.take()).collect();
        let known = |pair: Option<usize>| pair.and_then(|before| base_numbers.get(before).copied());
        let from_ours: Vec<Option<usize>> = paired(base, ours).into_iter().map(known).collect();
        let from_theirs: Vec<Option<usize>> = paired(base, theirs).into_iter().map(known).collect();
        let ours_numbers: Vec<usize> =
            from_ours.iter().map(|number| number.unwrap_or_else(|| numbering.take())).collect();
        // Items that both sides have added are one item if they are alike.
        let alike = Alike::new([ours, theirs]);
        let mut added: HashMap<AddedKey<'_>, VecDeque<usize>> = HashMap::new();
        for ((item, number), is_new) in ours.iter().zip(&ours_numbers).zip(from_ours.iter().map(Option::is_none)) {
            if is_new {
                added.entry(alike.key(item)).or_default().push_back(*number);
            }
        }
        let mut theirs_numbers = Vec::with_capacity(theirs.len());
        for (number, item) in from_theirs.iter().zip(theirs) {
            let number = number.or_else(|| added.get_mut(&alike.key(item))?.pop_front());
            theirs_numbers.push(number.unwrap_or_else(|| numbering.take()));
        }
        let local = [base_numbers, ours_numbers, theirs_numbers];
        Self { lists: numbering.all(lists, local) }
    }

    /// Returns all numbers in the order of the result, each with its indices in the three lists.
    ///
    /// The order is that of ours, or that of theirs if only theirs has another order than the base. Items that only the other side has follow the item
    /// before them there. Between two items, those of ours are first.
    fn order(&self) -> Vec<[Option<usize>; 3]> {
        let [base, ours, theirs] = &self.lists;
        let is_ours = is_reordered(base, ours) || !is_reordered(base, theirs);
        let (frame, other) = if is_ours { (ours, theirs) } else { (theirs, ours) };
        let in_frame: HashSet<usize> = frame.iter().copied().collect();
        let known: HashSet<usize> = base.iter().chain(other).copied().collect();
        let mut added: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut before = None;
        for number in other {
            if in_frame.contains(number) {
                before = Some(*number);
            } else {
                added.entry(before).or_default().push(*number);
            }
        }
        let mut order = Vec::with_capacity(frame.len() + other.len());
        let mut pending = added.remove(&None).unwrap_or_default();
        for number in frame {
            if !is_ours || known.contains(number) {
                order.append(&mut pending);
            }
            order.push(*number);
            pending.extend(added.remove(&Some(*number)).unwrap_or_default());
        }
        order.append(&mut pending);
        let places = self.lists.each_ref().map(|list| {
            list.iter().enumerate().map(|(index, number)| (*number, index)).collect::<HashMap<usize, usize>>()
        });
        order.into_iter().map(|number| places.each_ref().map(|places| places.get(&number).copied())).collect()
    }
}

/// A kind of items, and the part that distinguishes them.
type Key<'i> = (Role, &'i [u8], Option<&'i [u8]>);

fn key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref())
}

/// Returns the key of an item by its place.
fn place_key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref().filter(|_| !item.can_be_renamed))
}

/// Returns the index in `old` of each item in `new`.
fn paired(old: &[&Item<'_>], new: &[&Item<'_>]) -> Vec<Option<usize>> {
    pairing::paired(old, new, &[&|item| Some(key(item))], &|item| (key(item), item.text), &|item| place_key(item))
}

/// An item that a side has added: its key, and its text unless the key suffices.
type AddedKey<'i> = (Key<'i>, Option<&'i [u8]>);

/// Tells whether items that both sides have added are one item.
struct Alike<'i> {
    /// Kinds without names that occur several times in a list.
    repeated: HashSet<(Role, &'i [u8])>,
}

/// Elements that lists have many of, even if they have one now.
const REPEATED: &[&[u8]] = &[b"node", b"component", b"element", b"variant"];

impl<'i> Alike<'i> {
    fn new(lists: [&[&'i Item<'_>]; 2]) -> Self {
        let mut repeated = HashSet::new();
        for list in lists {
            let mut seen = HashSet::new();
            let kinds = list.iter().filter(|item| item.name.is_none()).map(|item| (item.role, &*item.kind));
            repeated.extend(kinds.filter(|kind| !seen.insert(*kind)));
        }
        Self { repeated }
    }

    /// Returns what is the same for two items that are one.
    fn key<'k>(&self, item: &'k Item<'_>) -> AddedKey<'k> {
        let is_one = item.name.is_some()
            || item.role != Role::Entry
                && !REPEATED
                    .iter()
                    .any(|kind| item.kind.strip_prefix(*kind).is_some_and(|rest| matches!(rest, [] | [b':', ..])))
                && !self.repeated.contains(&(item.role, &*item.kind));
        (key(item), (!is_one).then_some(item.text))
    }
}

/// Gives numbers to items.
struct Numbering {
    next: usize,
    by_id: HashMap<super::item::Id, usize>,
}

impl Numbering {
    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// Returns the numbers of all items, with those of the items without an identity.
    fn all(&mut self, lists: [&[Item<'_>]; 3], local: [Vec<usize>; 3]) -> [Vec<usize>; 3] {
        let mut locals = local.into_iter();
        lists.map(|list| {
            let mut local = locals.next().unwrap_or_default().into_iter();
            let numbers = list.iter().filter_map(|item| match item.id {
                None => local.next(),
                Some(id) => Some(match self.by_id.get(&id) {
                    Some(number) => *number,
                    None => {
                        let number = self.take();
                        self.by_id.insert(id, number);
                        number
                    }
                }),
            });
            numbers.collect()
        })
    }
}

/// Whether the items of `base` that `side` still has are in another order there.
fn is_reordered(base: &[usize], side: &[usize]) -> bool {
    let places: HashMap<usize, usize> = base.iter().enumerate().map(|(place, number)| (*number, place)).collect();
    let kept: Vec<usize> = side.iter().filter_map(|number| places.get(number).copied()).collect();
    !kept.is_sorted()
}
