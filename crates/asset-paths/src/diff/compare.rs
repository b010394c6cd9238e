//! Compares two trees.

use std::collections::HashMap;

use super::describe::line;
use super::tree::{Leaf, Tree};
use super::{Change, DiffOptions};
use crate::escape;
use crate::pairing::paired;
use crate::part::Form;

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
        if let (Some(before), Some(after)) = (&old.value, &new.value) {
            if before.equals(after, self.options.tolerance) {
                return;
            }
            let count = self.changes.len();
            if old.form == new.form {
                self.inside(path, old, new, siblings);
            }
            if self.changes.len() == count {
                self.changed(path, before, after, siblings.filter(|_| new.name == "parent"));
            }
            return;
        }
        if old.form == new.form && old.kind == new.kind {
            return self.inside(path, old, new, siblings);
        }
        self.removed(path, old);
        self.added(path, new);
    }

    fn inside<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>, siblings: Option<Siblings<'_, 'd>>) {
        match new.form {
            Form::Group => self.group(path, old, new, siblings),
            Form::List => self.list(path, old, new),
            Form::Value => {}
        }
    }

    fn group<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>, siblings: Option<Siblings<'_, 'd>>) {
        let (before, after) = (old.parts(), new.parts());
        let id = |part: &Tree<'d>| part.id.filter(|id| *id != 0).map(|id| (part.kind.to_string(), id));
        let name = |part: &Tree<'d>| (part.name.to_string(), 0);
        let pairs = paired(&before, &after, &[&id, &|part| Some(name(part))], &Tree::fingerprint, &name);
        let (old_steps, steps) = (steps(path, &before, Form::Group), steps(path, &after, Form::Group));
        self.all(&before, &after, &pairs, [&old_steps, &steps], siblings);
    }

    fn list<'d>(&mut self, path: &str, old: &Tree<'d>, new: &Tree<'d>) {
        let (before, after) = (old.parts(), new.parts());
        let id = |part: &Tree<'d>| part.id.filter(|id| *id != 0).map(|id| (String::new(), id));
        let name = |part: &Tree<'d>| (!part.name.is_empty()).then(|| (part.name.to_string(), 0));
        let kind = |part: &Tree<'d>| (part.kind.to_string(), 0);
        let pairs = paired(&before, &after, &[&id, &name], &Tree::fingerprint, &kind);
        let (old_steps, steps) = (steps(path, &before, Form::List), steps(path, &after, Form::List));
        let siblings = Siblings { old: &before, new: &after, pairs: &pairs };
        self.all(&before, &after, &pairs, [&old_steps, &steps], Some(siblings));
        // Nodes are found by id or name, so their order alone is no difference. The order of values is.
        let kept: Vec<usize> = pairs.iter().flatten().copied().collect();
        if !kept.is_sorted() && after.iter().all(|part| part.form == Form::Value) {
            let order = |parts: &[Tree<'_>]| {
                let texts = parts.iter().filter_map(|part| part.value.as_ref().map(|value| value.text.as_str()));
                Some(line(&texts.collect::<Vec<_>>().join("; ")))
            };
            self.changes.push(Change { path: path.to_owned(), old: order(&before), new: order(&after), note: None });
        }
    }

    /// Compares parts that are paired, and reports the others. Removed parts are reported where they were.
    fn all<'d>(
        &mut self,
        old: &[Tree<'d>],
        new: &[Tree<'d>],
        pairs: &[Option<usize>],
        [old_steps, steps]: [&[String]; 2],
        siblings: Option<Siblings<'_, 'd>>,
    ) {
        let mut is_kept = vec![false; old.len()];
        for before in pairs.iter().flatten() {
            is_kept.iter_mut().skip(*before).take(1).for_each(|kept| *kept = true);
        }
        let mut removed = (0..old.len()).filter(|index| is_kept.get(*index) == Some(&false)).peekable();
        for ((part, pair), step) in new.iter().zip(pairs).zip(steps) {
            match pair.and_then(|before| old.get(before)) {
                Some(before) => {
                    let at = pair.unwrap_or(0);
                    while let Some(gone) = removed.next_if(|gone| *gone < at) {
                        self.removed_at(old, old_steps, gone);
                    }
                    self.part(step, before, part, siblings);
                }
                None => self.added(step, part),
            }
        }
        for gone in removed {
            self.removed_at(old, old_steps, gone);
        }
    }

    fn removed_at(&mut self, old: &[Tree<'_>], steps: &[String], index: usize) {
        if let (Some(part), Some(step)) = (old.get(index), steps.get(index)) {
            self.removed(step, part);
        }
    }

    fn changed<'d>(&mut self, path: &str, old: &Leaf, new: &Leaf, siblings: Option<Siblings<'_, 'd>>) {
        // The encoding is layout.
        if path == "encoding" {
            return;
        }
        let (mut before, mut after) = (line(&old.text), line(&new.text));
        if let (Some(siblings), Some(was), Some(is)) = (siblings, old.index(), new.index()) {
            // The parent's position: another one if items were added or removed before it.
            if siblings.pairs.get(is).copied().flatten() == Some(was) {
                return;
            }
            let name = |items: &[Tree<'_>], index: usize| items.get(index).map(|item| item.name.to_string());
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
        match &part.value {
            Some(value) if value.is_default => return,
            Some(value) => return self.changes.push(change(path.to_owned(), line(&value.text))),
            None => {}
        }
        let parts = part.parts();
        if part.form == Form::Group && !part.kind.is_empty() && !parts.is_empty() {
            let id = part.id.filter(|id| *id != 0).map(|id| format!("[#{id}]")).unwrap_or_default();
            self.changes.push(change(path.to_owned(), format!("{}{id}", part.kind)));
        }
        for (inner, step) in parts.iter().zip(steps(path, &parts, part.form)) {
            if !matches!(&*inner.name, "id" | "parent") {
                self.one_side(&step, inner, change);
            }
        }
    }
}

/// Returns the paths of the parts in a group or list. They use names if these are unique, then ids, then positions.
fn steps(path: &str, parts: &[Tree<'_>], form: Form) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    parts.iter().for_each(|part| *counts.entry(&part.name).or_default() += 1);
    let join = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
    let step = |(index, part): (usize, &Tree<'_>)| match (counts.get(&*part.name), part.id) {
        (Some(1), _) if !part.name.is_empty() => join(&escape(&part.name)),
        _ if form == Form::Group && part.has_alias() => join(part.step()),
        (_, Some(id)) if form == Form::List && id != 0 => format!("{path}[#{id}]"),
        _ => format!("{path}[{index}]"),
    };
    parts.iter().enumerate().map(step).collect()
}
