//! Compares two trees.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::describe::line;
use super::tree::{Tree, equal, index};
use super::{Change, DiffOptions};
use crate::escape;
use crate::pairing::paired;
use crate::part::Form;
use crate::value::Value;

/// The differences that have been found so far.
pub(super) struct Compare<'o> {
    pub(super) options: &'o DiffOptions,
    pub(super) changes: &'o mut Vec<Change>,
}

/// The items in a list that other parts reference by position.
#[derive(Clone, Copy)]
struct Siblings<'s, 'd> {
    old: &'s [Tree<'d>],
    new: &'s [Tree<'d>],
    /// The index in `old` for each item in `new`.
    pairs: &'s [Option<usize>],
}

impl Compare<'_> {
    pub(super) fn document<'d>(&mut self, old: &Tree<'d>, new: &Tree<'d>) {
        self.group("", old, new, None);
    }

    /// Reports all values in a document as added.
    pub(super) fn all_of(&mut self, tree: &Tree<'_>) {
        self.added("", tree);
    }

    fn part<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>, siblings: Option<Siblings<'_, 'd>>) {
        if let (Some(before), Some(after)) = (old.value(), new.value()) {
            let count = self.changes.len();
            if old.form() == new.form() {
                self.inside(path, old, new, siblings);
            }
            if self.changes.len() == count {
                self.changed(path, before, after, siblings.filter(|_| new.name() == "parent"));
            }
            return;
        }
        if old.form() == new.form() && old.kind() == new.kind() {
            return self.inside(path, old, new, siblings);
        }
        self.removed(path, old);
        self.added(path, new);
    }

    fn inside<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>, siblings: Option<Siblings<'_, 'd>>) {
        match new.form() {
            Form::Group => self.group(path, old, new, siblings),
            Form::List => self.list(path, old, new),
            Form::Value => {}
        }
    }

    fn group<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>, siblings: Option<Siblings<'_, 'd>>) {
        let (before, after) = (old.parts(), new.parts());
        let pairs = paired(&before, &after, &[&id_of_kind, &|part| Some(name(part))], &Tree::fingerprint, &name);
        let [old, new] = [&before, &after].map(|parts| Steps::new(path, parts, Form::Group));
        self.all([&old, &new], &pairs, siblings);
    }

    fn list<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>) {
        let (before, after) = (old.parts(), new.parts());
        let pairs = paired(&before, &after, &[&id, &own_name], &Tree::fingerprint, &kind);
        let [old, new] = [&before, &after].map(|parts| Steps::new(path, parts, Form::List));
        let siblings = Siblings { old: &before, new: &after, pairs: &pairs };
        self.all([&old, &new], &pairs, Some(siblings));
        // Nodes are found by id or name, so their order alone is no difference. The order of values is.
        let kept: Vec<usize> = pairs.iter().flatten().copied().collect();
        if !kept.is_sorted() && after.iter().all(|part| part.form() == Form::Value) {
            let order = |parts: &[Tree<'_>]| {
                let texts = parts.iter().filter_map(|part| part.value().map(Value::text));
                Some(line(&texts.collect::<Vec<_>>().join("; ")))
            };
            self.changes.push(Change { path: path.to_owned(), old: order(&before), new: order(&after), note: None });
        }
    }

    /// Compares parts that are paired, and reports the others. Removed parts are reported where they were.
    fn all<'d>(
        &mut self,
        [old, new]: [&Steps<'_, 'd>; 2],
        pairs: &[Option<usize>],
        siblings: Option<Siblings<'_, 'd>>,
    ) {
        let mut is_kept = vec![false; old.parts.len()];
        for before in pairs.iter().flatten() {
            is_kept.iter_mut().skip(*before).take(1).for_each(|kept| *kept = true);
        }
        let removed = old.parts.iter().enumerate().zip(is_kept).filter(|(_, is_kept)| !is_kept);
        let mut removed = removed.map(|(removed, _)| removed).peekable();
        for ((index, part), pair) in new.parts.iter().enumerate().zip(pairs) {
            match pair.and_then(|at| Some((at, old.parts.get(at)?))) {
                Some((at, before)) => {
                    while let Some((index, gone)) = removed.next_if(|(index, _)| *index < at) {
                        self.removed(&old.to(index, gone), gone);
                    }
                    if !self.is_same(before, part) {
                        self.part(&new.to(index, part), before, part, siblings);
                    }
                }
                None => self.added(&new.to(index, part), part),
            }
        }
        for (index, gone) in removed {
            self.removed(&old.to(index, gone), gone);
        }
    }

    /// Returns whether two parts have the same value.
    fn is_same(&self, old: &Tree<'_>, new: &Tree<'_>) -> bool {
        old.value().zip(new.value()).is_some_and(|(old, new)| equal(old, new, self.options.tolerance))
    }

    fn changed<'d>(&mut self, path: &str, old: &Value, new: &Value, siblings: Option<Siblings<'_, 'd>>) {
        // The encoding is layout.
        if path == "encoding" {
            return;
        }
        let (mut before, mut after) = (line(&old.text()), line(&new.text()));
        if let (Some(siblings), Some(was), Some(is)) = (siblings, index(old), index(new)) {
            // The parent's position: another one if items were added or removed before it.
            if siblings.pairs.get(is).copied().flatten() == Some(was) {
                return;
            }
            let name = |items: &[Tree<'_>], index: usize| items.get(index).map(|item| item.name().to_owned());
            before = name(siblings.old, was).filter(|name| !name.is_empty()).unwrap_or(before);
            after = name(siblings.new, is).filter(|name| !name.is_empty()).unwrap_or(after);
        }
        self.changes.push(Change { path: path.to_owned(), old: Some(before), new: Some(after), note: None });
    }

    fn added(&mut self, path: &str, part: &Tree<'_>) {
        self.one_side(path, part, &mut |path, text| Change { path, new: Some(text), ..Change::default() });
    }

    fn removed(&mut self, path: &str, part: &Tree<'_>) {
        self.one_side(path, part, &mut |path, text| Change { path, old: Some(text), ..Change::default() });
    }

    /// Reports a part that is only in one document, and all values in it.
    fn one_side(&mut self, path: &str, part: &Tree<'_>, change: &mut dyn FnMut(String, String) -> Change) {
        match part.value() {
            Some(value) if !value.is_stored => return,
            Some(value) => return self.changes.push(change(path.to_owned(), line(&value.text()))),
            None => {}
        }
        let parts = part.parts();
        if part.form() == Form::Group && !part.kind().is_empty() && !parts.is_empty() {
            let id = part.id().map(|id| format!("[#{id}]")).unwrap_or_default();
            self.changes.push(change(path.to_owned(), format!("{}{id}", part.kind())));
        }
        let steps = Steps::new(path, &parts, part.form());
        for (index, inner) in parts.iter().enumerate() {
            if !matches!(inner.name(), "id" | "parent") {
                self.one_side(&steps.to(index, inner), inner, change);
            }
        }
    }
}

/// What parts are paired by: a name, or an id with a kind or without.
type Key<'t> = (&'t str, u64);

fn id_of_kind<'t>(part: &'t Tree<'_>) -> Option<Key<'t>> {
    Some((part.kind(), part.id()?))
}

fn id<'t>(part: &'t Tree<'_>) -> Option<Key<'t>> {
    Some(("", part.id()?))
}

fn own_name<'t>(part: &'t Tree<'_>) -> Option<Key<'t>> {
    Some(name(part)).filter(|(name, _)| !name.is_empty())
}

fn name<'t>(part: &'t Tree<'_>) -> Key<'t> {
    (part.name(), 0)
}

fn kind<'t>(part: &'t Tree<'_>) -> Key<'t> {
    (part.kind(), 0)
}

/// The paths of the parts in a group or list. They are only asked for where something has changed.
struct Steps<'s, 'd> {
    path: &'s str,
    parts: &'s [Tree<'d>],
    form: Form,
    /// How many parts have a name.
    counts: OnceCell<HashMap<&'s str, usize>>,
}

impl<'s, 'd> Steps<'s, 'd> {
    fn new(path: &'s str, parts: &'s [Tree<'d>], form: Form) -> Self {
        Self { path, parts, form, counts: OnceCell::new() }
    }

    /// Returns the path of the part with an index. It has the name if this is unique, or else the id or the position.
    fn to(&self, index: usize, part: &Tree<'_>) -> String {
        let path = self.path;
        let join = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        match (self.counts().get(part.name()), part.alias(), part.id()) {
            (Some(1), ..) if !part.name().is_empty() => join(&escape(part.name())),
            (_, Some(alias), _) if self.form == Form::Group => join(alias),
            (_, _, Some(id)) if self.form == Form::List => format!("{path}[#{id}]"),
            _ => format!("{path}[{index}]"),
        }
    }

    fn counts(&self) -> &HashMap<&'s str, usize> {
        self.counts.get_or_init(|| {
            let mut counts = HashMap::new();
            self.parts.iter().for_each(|part| *counts.entry(part.name()).or_default() += 1);
            counts
        })
    }
}
