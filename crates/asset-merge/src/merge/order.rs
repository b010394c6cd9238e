//! Puts the items of both sides into one order.

use std::collections::{HashMap, HashSet, VecDeque};

use super::item::{Item, Role};
use asset_paths::pairing;

/// The versions of an item: base, ours and theirs.
pub(super) type Three<'m, 'a> = [Option<&'m Item<'a>>; 3];

/// Matches the items in three versions of a list, and returns them in the order of the result.
pub(super) fn ordered<'m, 'a>(lists: [&'m [Item<'a>]; 3]) -> Vec<Three<'m, 'a>> {
    let order = Numbered::new(lists).order();
    let [base, ours, theirs] = lists;
    let at = |list: &'m [Item<'a>], index: Option<usize>| index.and_then(|index| list.get(index));
    let mut items: Vec<Three<'m, 'a>> =
        order.into_iter().map(|[a, b, c]| [at(base, a), at(ours, b), at(theirs, c)]).collect();
    let has_times = |list: &[Item<'_>]| list.iter().any(|item| item.time.is_some());
    if lists.into_iter().any(has_times) && lists.into_iter().all(is_by_time) {
        let same = |a: &Three<'_, '_>, b: &Three<'_, '_>| timed(a).0 == timed(b).0;
        items.chunk_by_mut(same).for_each(|run| run.sort_by(|a, b| timed(a).1.total_cmp(&timed(b).1)));
    }
    items
}

/// Returns the kind and the time of an item. Without a time, this is 0.
fn timed<'m>([base, ours, theirs]: &Three<'m, '_>) -> (Option<&'m [u8]>, f64) {
    let item = ours.or(*theirs).or(*base);
    (item.map(|item| &*item.kind), item.and_then(|item| item.time).unwrap_or(0.0))
}

/// Checks whether the keyframes in a list are sorted by time.
fn is_by_time(list: &[Item<'_>]) -> bool {
    list.chunk_by(|a, b| a.kind == b.kind).all(|run| run.iter().map(|item| item.time.unwrap_or(0.0)).is_sorted())
}

/// The items in three versions of a list. If two items have the same number, they are versions of the same item.
struct Numbered {
    lists: [Vec<usize>; 3],
}

impl Numbered {
    /// Assigns numbers to the items in base, ours and theirs. If an item has an identity, the number depends on that.
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

    /// Returns all numbers in the order of the result, each with its index in the three lists.
    ///
    /// This is the order in ours; but if only theirs has changed the order, the order in theirs is used. An item that
    /// exists only in the other side is put after the item before it there. Between two items, those from ours come
    /// first.
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

/// What an item is, and the part that distinguishes it.
type Key<'i> = (Role, &'i [u8], Option<&'i [u8]>);

fn key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref())
}

/// Returns the key to match an item by its place.
fn place_key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref().filter(|_| !item.can_be_renamed))
}

/// Returns the index in `old` for each item in `new`.
fn paired(old: &[&Item<'_>], new: &[&Item<'_>]) -> Vec<Option<usize>> {
    pairing::paired(old, new, &[&|item| Some(key(item))], &|item| (key(item), item.text), &|item| place_key(item))
}

/// An item that a side has added: the key, and the text if the key is not enough.
type AddedKey<'i> = (Key<'i>, Option<&'i [u8]>);

/// Decides whether items that both sides have added are the same.
struct Alike<'i> {
    /// Items without a name of which a list has several.
    repeated: HashSet<(Role, &'i [u8])>,
}

/// Elements that usually occur several times, even if there is only one now.
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

    /// Returns a key that is equal for two items if they are the same.
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

/// Assigns numbers to items.
struct Numbering {
    next: usize,
    by_id: HashMap<super::item::Id, usize>,
}

impl Numbering {
    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// Returns the numbers of all items. The numbers of items without an identity must be passed.
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

/// Checks whether those items of `base` that are still in `side` have another order there.
fn is_reordered(base: &[usize], side: &[usize]) -> bool {
    let places: HashMap<usize, usize> = base.iter().enumerate().map(|(index, number)| (*number, index)).collect();
    let kept: Vec<usize> = side.iter().filter_map(|number| places.get(number).copied()).collect();
    !kept.is_sorted()
}
