//! Merges three versions of a document.

use std::collections::{HashMap, HashSet};

use binio::Name;

use super::Conflict;
use super::conflict::{Mark, Side};
use super::item::{Body, Id, Item, Role, Syntax};
use super::moves::Parents;
use super::order::{Three, ordered};
use super::trivia::{joined_lead, shell};
use asset_paths::escape;

/// Returns the merged text and the conflicts in it.
pub(super) fn merge(syntax: Syntax, documents: &[Item<'_>; 3], parents: &Parents) -> (Vec<u8>, Vec<Conflict>) {
    let mut by_id: [HashMap<Id, &Item<'_>>; 3] = Default::default();
    for (ids, document) in by_id.iter_mut().zip(documents) {
        document.walk(None, &mut |item, _| {
            if let Some(id) = item.id {
                ids.insert(id, item);
            }
        });
    }
    let mut merge = Merge {
        syntax,
        parents,
        by_id,
        out: Vec::new(),
        steps: Vec::new(),
        names: names(documents),
        around: None,
        indent: b"",
        head: Vec::new(),
        conflicts: Vec::new(),
    };
    let [base, ours, theirs] = documents;
    merge.both(Some(base), ours, theirs);
    (merge.out, merge.conflicts)
}

struct Merge<'m, 'a> {
    syntax: Syntax,
    parents: &'m Parents,
    by_id: [HashMap<Id, &'m Item<'a>>; 3],
    out: Vec<u8>,
    /// The items that are open.
    steps: Vec<&'m Item<'a>>,
    /// The nodes with each name, in all versions.
    names: HashMap<&'m [u8], HashSet<Option<Id>>>,
    /// The nearest open item that has an identity.
    around: Option<Id>,
    /// White space before the item that is being written.
    indent: &'a [u8],
    /// Conflicts in the start tag that is being written. They must be marked before the element.
    head: Vec<Mark<'m>>,
    conflicts: Vec<Conflict>,
}

impl<'m, 'a> Merge<'m, 'a> {
    /// Decides whether an item is in the result. It is not if one side has removed it and the other has not changed it.
    fn is_written(&self, [base, ours, theirs]: Three<'m, 'a>) -> bool {
        match (base, ours, theirs) {
            (_, None, None) => false,
            (Some(base), Some(left), None) | (Some(base), None, Some(left)) => {
                base.text != left.text || left.id.is_some_and(|id| self.parents.is_moved(id))
            }
            _ => true,
        }
    }

    fn item(&mut self, versions: Three<'m, 'a>) {
        let [_, ours, theirs] = versions;
        let Some(any) = ours.or(theirs) else { return };
        self.lead(versions);
        self.steps.push(any);
        let around = self.around;
        self.around = any.id.or(around);
        match versions {
            [base, Some(ours), Some(theirs)] => self.both(base, ours, theirs),
            [Some(_), None, Some(changed)] => {
                self.mark(changed, Side::Removed, Side::Text(changed.text));
                self.whole(changed, 2);
            }
            [Some(_), Some(changed), None] => {
                self.mark(changed, Side::Text(changed.text), Side::Removed);
                self.whole(changed, 1);
            }
            [None, Some(only), None] => self.whole(only, 1),
            [None, None, Some(only)] => self.whole(only, 2),
            [_, None, None] => {}
        }
        self.around = around;
        self.steps.pop();
    }

    /// Writes the white space and comments before an item.
    fn lead(&mut self, versions: Three<'m, 'a>) {
        let (first, second) = joined_lead(versions.map(|item| item.map(|item| item.lead)));
        self.out.extend_from_slice(first);
        self.out.extend_from_slice(second);
        let last = if second.is_empty() { first } else { second };
        let blank = last.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.indent = last.get(last.len() - blank..).unwrap_or_default();
    }

    /// Writes an item that exists in both sides.
    fn both(&mut self, base: Option<&'m Item<'a>>, ours: &'m Item<'a>, theirs: &'m Item<'a>) {
        if let Some((mine, new)) = ours.id.and_then(|id| self.parents.conflict(id)) {
            self.mark(ours, Side::Inside(mine), Side::Inside(new));
        }
        let has_moved = base.is_some_and(|base| base.has_moved) || ours.has_moved || theirs.has_moved;
        let is_base = |item: &Item<'_>| base.is_some_and(|base| base.text == item.text);
        if !has_moved && (is_base(theirs) || ours.text == theirs.text) {
            self.out.extend_from_slice(ours.text);
        } else if !has_moved && is_base(ours) {
            self.out.extend_from_slice(theirs.text);
        } else if let (Some(mine), Some(new)) = (&ours.body, &theirs.body) {
            let old = base.and_then(|base| base.body.as_ref());
            self.body([old, Some(mine), Some(new)], ours.role == Role::Element);
        } else if let Some(larger) = self.larger(ours, theirs) {
            self.out.extend_from_slice(larger.text);
        } else {
            self.mark(ours, Side::Text(ours.text), Side::Text(theirs.text));
            self.out.extend_from_slice(ours.text);
        }
    }

    /// The scene stores the id for the next node and component. For these attributes, this returns the version with the
    /// larger number.
    fn larger<'i>(&self, ours: &'i Item<'a>, theirs: &'i Item<'a>) -> Option<&'i Item<'a>> {
        let mut labels = self.steps.iter().rev().map(|step| &*step.label).filter(|label| !label.is_empty());
        if !matches!(labels.next(), Some(b"Next Node ID" | b"Next Component ID")) {
            return None;
        }
        Some(if last_number(theirs.text)? > last_number(ours.text)? { theirs } else { ours })
    }

    /// Writes an item from one version. It is unchanged, unless parts of it were moved.
    fn whole(&mut self, item: &'m Item<'a>, version: usize) {
        match &item.body {
            Some(body) if item.has_moved => {
                let mut bodies = [None; 3];
                if let Some(slot) = bodies.get_mut(version) {
                    *slot = Some(body);
                }
                self.body(bodies, item.role == Role::Element);
            }
            _ => self.out.extend_from_slice(item.text),
        }
    }

    fn body(&mut self, bodies: [Option<&'m Body<'a>>; 3], is_element: bool) {
        let (start, indent) = (self.out.len(), self.indent);
        let head = if is_element { std::mem::take(&mut self.head) } else { Vec::new() };
        let lists = bodies.map(|body| body.map_or(&[][..], |body| body.items.as_slice()));
        let mut items = ordered(lists);
        items.retain_mut(|versions| self.is_here(versions) && self.is_written(*versions));
        let (open, tail) = shell(bodies, !items.is_empty());
        self.out.extend_from_slice(open);
        for (index, versions) in items.into_iter().enumerate() {
            if is_element && versions.iter().flatten().any(|item| item.role == Role::Content) {
                self.insert_marks(start, indent);
            }
            if index > 0 {
                self.out.extend_from_slice(self.syntax.separator());
            }
            self.item(versions);
        }
        for part in tail {
            self.out.extend_from_slice(part);
        }
        if is_element {
            self.head = head;
        }
    }

    /// If the item was moved, this finds all its versions. Returns whether the item must be written here.
    fn is_here(&self, versions: &mut Three<'m, 'a>) -> bool {
        let id = versions.iter().flatten().find_map(|item| item.id).filter(|id| self.parents.is_moved(*id));
        let Some(id) = id else { return true };
        if self.parents.of(id) != self.around {
            return false;
        }
        *versions = self.by_id.each_ref().map(|items| items.get(&id).copied());
        true
    }

    /// Records a conflict, and marks it before the item. For an attribute, the mark must be before the element.
    fn mark(&mut self, item: &Item<'_>, ours: Side<'m>, theirs: Side<'m>) {
        let path = self.path();
        self.conflicts.push(Conflict { path: path.clone(), ours: ours.shown(), theirs: theirs.shown() });
        let mark = Mark { path, ours, theirs };
        if item.role == Role::Attribute {
            self.head.push(mark);
        } else {
            mark.write(self.syntax, self.indent, &mut self.out);
        }
    }

    /// Inserts the marks for attributes before their element.
    fn insert_marks(&mut self, start: usize, indent: &[u8]) {
        let mut marks = Vec::new();
        for mark in std::mem::take(&mut self.head) {
            mark.write(self.syntax, indent, &mut marks);
        }
        self.out.splice(start..start, marks);
    }

    /// Returns the path of the open item. It begins at the node, because all nodes are in one list.
    fn path(&self) -> String {
        let first = self.steps.iter().rposition(|step| step.is_node).unwrap_or(0);
        let mut path = String::new();
        for step in self.steps.iter().skip(first) {
            let label = Name::from(&*step.label).to_string();
            match step.id {
                Some(id) if step.is_node && (label.is_empty() || !self.is_unique(&step.label)) => {
                    path += &format!("nodes[#{}]", id.number());
                }
                _ if label.is_empty() && step.is_node => path += "nodes[0]",
                _ if label.is_empty() => {}
                _ => {
                    let slash = if path.is_empty() { "" } else { "/" };
                    let list = if step.is_node { "nodes/" } else { "" };
                    path += &format!("{slash}{list}{}", if step.is_node { escape(&label) } else { label });
                }
            }
        }
        path
    }

    /// Checks whether no two nodes have this name.
    fn is_unique(&self, name: &[u8]) -> bool {
        self.names.get(name).is_none_or(|ids| ids.len() < 2)
    }
}

/// Returns the node ids for each name.
fn names<'m>(documents: &'m [Item<'_>; 3]) -> HashMap<&'m [u8], HashSet<Option<Id>>> {
    let mut names: HashMap<&[u8], HashSet<Option<Id>>> = HashMap::new();
    for document in documents {
        document.walk(None, &mut |item, _| {
            if item.is_node {
                names.entry(&item.label).or_default().insert(item.id);
            }
        });
    }
    names
}

/// Returns the last number in a text.
fn last_number(text: &[u8]) -> Option<u64> {
    let end = text.iter().rposition(u8::is_ascii_digit)? + 1;
    let start = text.get(..end)?.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
    std::str::from_utf8(text.get(start..end)?).ok()?.parse().ok()
}
