//! Lets you drop, clone, compare, print and own documents of any depth, without a stack that grows with them.
//!
//! The depth of a file is limited by [`MAX_DEPTH`](binio::MAX_DEPTH), whereas a document built in code may be deeper.

use alloc::vec::Vec;
use binio::Name;
use core::fmt;

use crate::array::{Array, Items};
use crate::element::Element;
use crate::value::Value;

type Entries<'a> = Vec<(Name<'a>, Value<'a>)>;

/// The number of levels to visit by recursion. Deeper values have to wait in a list, and will not be printed.
const LEVELS: u16 = 128;

/// The values inside a value.
enum Inside<'d, 'a> {
    Entries(&'d Entries<'a>),
    Values(&'d Vec<Value<'a>>),
}

/// The values inside a value, for editing.
enum InsideMut<'d, 'a> {
    Entries(&'d mut Entries<'a>),
    Values(&'d mut Vec<Value<'a>>),
}

#[inline]
fn inside<'d, 'a>(value: &'d Value<'a>) -> Option<Inside<'d, 'a>> {
    match value {
        Value::Element(element) => Some(Inside::Entries(element.entries())),
        Value::Array(Array::Items(items)) => Some(Inside::Values(items.values())),
        _ => None,
    }
}

#[inline]
fn inside_mut<'d, 'a>(value: &'d mut Value<'a>) -> Option<InsideMut<'d, 'a>> {
    match value {
        Value::Element(element) => Some(InsideMut::Entries(element.entries_mut())),
        Value::Array(Array::Items(items)) => Some(InsideMut::Values(items.values_mut())),
        _ => None,
    }
}

/// Returns an empty copy of an element or of an array of values. For any other value, returns `None`.
fn shell<'a, 'b>(value: &Value<'a>) -> Option<Value<'b>> {
    match value {
        Value::Element(_) => Some(Value::Element(Element::new())),
        Value::Array(Array::Items(items)) => {
            Some(Value::Array(Array::Items(Items::checked(items.item_type(), Vec::new()))))
        }
        _ => None,
    }
}

/// Drops everything inside `values`.
fn drop_all<'d, 'a: 'd>(values: impl Iterator<Item = &'d mut Value<'a>>) {
    let mut deep = Vec::new();
    empty_all(values, LEVELS, &mut deep);
    while let Some(mut value) = deep.pop() {
        empty(&mut value, LEVELS, &mut deep);
    }
}

#[inline]
fn empty_all<'d, 'a: 'd>(values: impl Iterator<Item = &'d mut Value<'a>>, levels: u16, deep: &mut Vec<Value<'a>>) {
    values.filter(|value| inside(value).is_some()).for_each(|value| empty(value, levels, deep));
}

/// Drops everything inside `value`, starting with the innermost. If a value is too deep, it will be moved to `deep`
/// instead.
fn empty<'a>(value: &mut Value<'a>, levels: u16, deep: &mut Vec<Value<'a>>) {
    let left = levels.checked_sub(1);
    match (inside_mut(value), left) {
        (None, _) => {}
        (Some(_), None) => deep.push(core::mem::replace(value, Value::Nil)),
        (Some(InsideMut::Entries(entries)), Some(left)) => {
            empty_all(entries.iter_mut().map(|(_, value)| value), left, deep);
            *entries = Vec::new();
        }
        (Some(InsideMut::Values(values)), Some(left)) => {
            empty_all(values.iter_mut(), left, deep);
            *values = Vec::new();
        }
    }
}

/// Values to copy, and where the copies go.
type Copies<'s, 'd, 'a> = Vec<(&'s Value<'a>, &'d mut Value<'a>)>;

/// Returns a copy of `entries`.
fn clone_entries<'a>(entries: &Entries<'a>) -> Entries<'a> {
    let mut copy = Vec::new();
    let mut pending = Vec::new();
    copy_entries(entries, &mut copy, &mut pending);
    copy_pending(pending);
    copy
}

/// Returns a copy of `values`.
fn clone_values<'a>(values: &Vec<Value<'a>>) -> Vec<Value<'a>> {
    let mut copy = Vec::new();
    let mut pending = Vec::new();
    copy_values(values, &mut copy, &mut pending);
    copy_pending(pending);
    copy
}

fn copy_pending(mut pending: Copies<'_, '_, '_>) {
    while let Some((value, copy)) = pending.pop() {
        match (inside(value), inside_mut(copy)) {
            (Some(Inside::Entries(entries)), Some(InsideMut::Entries(copy))) => {
                copy_entries(entries, copy, &mut pending);
            }
            (Some(Inside::Values(values)), Some(InsideMut::Values(copy))) => copy_values(values, copy, &mut pending),
            _ => {}
        }
    }
}

fn copy_entries<'s, 'd, 'a>(entries: &'s Entries<'a>, copy: &'d mut Entries<'a>, pending: &mut Copies<'s, 'd, 'a>) {
    copy.extend(entries.iter().map(|(key, value)| (key.clone(), shell(value).unwrap_or_else(|| value.clone()))));
    let pairs = entries.iter().zip(copy).map(|((_, value), (_, copy))| (value, copy));
    pending.extend(pairs.filter(|(value, _)| inside(value).is_some()));
}

fn copy_values<'s, 'd, 'a>(values: &'s Vec<Value<'a>>, copy: &'d mut Vec<Value<'a>>, pending: &mut Copies<'s, 'd, 'a>) {
    copy.extend(values.iter().map(|value| shell(value).unwrap_or_else(|| value.clone())));
    pending.extend(values.iter().zip(copy).filter(|(value, _)| inside(value).is_some()));
}

/// Values to be made owned, and where to put them.
type Moves<'d, 'a> = Vec<(Value<'a>, &'d mut Value<'static>)>;

/// Returns `entries` with owned data.
fn own_entries(entries: Entries<'_>) -> Entries<'static> {
    let mut owned = Vec::new();
    let mut pending = Vec::new();
    move_entries(entries, &mut owned, &mut pending);
    move_pending(pending);
    owned
}

/// Returns `values` with owned data.
fn own_values(values: Vec<Value<'_>>) -> Vec<Value<'static>> {
    let mut owned = Vec::new();
    let mut pending = Vec::new();
    move_values(values, &mut owned, &mut pending);
    move_pending(pending);
    owned
}

fn move_pending(mut pending: Moves<'_, '_>) {
    while let Some((mut value, owned)) = pending.pop() {
        match (inside_mut(&mut value), inside_mut(owned)) {
            (Some(InsideMut::Entries(entries)), Some(InsideMut::Entries(owned))) => {
                move_entries(core::mem::take(entries), owned, &mut pending);
            }
            (Some(InsideMut::Values(values)), Some(InsideMut::Values(owned))) => {
                move_values(core::mem::take(values), owned, &mut pending);
            }
            _ => {}
        }
    }
}

fn move_entries<'d, 'a>(entries: Entries<'a>, owned: &'d mut Entries<'static>, pending: &mut Moves<'d, 'a>) {
    let mut waiting = Vec::new();
    let entries = entries.into_iter();
    *owned = entries.map(|(key, value)| (key.into_owned(), own_one(value, &mut waiting))).collect();
    let places = owned.iter_mut().map(|(_, value)| value).filter(|value| inside(value).is_some());
    pending.extend(waiting.into_iter().zip(places));
}

fn move_values<'d, 'a>(values: Vec<Value<'a>>, owned: &'d mut Vec<Value<'static>>, pending: &mut Moves<'d, 'a>) {
    let mut waiting = Vec::new();
    *owned = values.into_iter().map(|value| own_one(value, &mut waiting)).collect();
    pending.extend(waiting.into_iter().zip(owned.iter_mut().filter(|value| inside(value).is_some())));
}

/// Returns `value` with owned data. If the value has children, you get an empty shell and the children have to wait.
fn own_one<'a>(value: Value<'a>, waiting: &mut Vec<Value<'a>>) -> Value<'static> {
    match shell(&value) {
        Some(shell) => {
            waiting.push(value);
            shell
        }
        None => value.into_owned(),
    }
}

/// Values that must be equal.
type Pairs<'d, 'a, 'b> = Vec<(&'d Value<'a>, &'d Value<'b>)>;

fn same_entries<'d>(a: &'d Entries<'_>, b: &'d Entries<'_>) -> bool {
    let mut pending = Vec::new();
    pairs_of_entries(a, b, &mut pending) && same_pending(pending)
}

fn same_values<'d>(a: &'d Vec<Value<'_>>, b: &'d Vec<Value<'_>>) -> bool {
    let mut pending = Vec::new();
    pairs_of_values(a, b, &mut pending) && same_pending(pending)
}

fn same_pending(mut pending: Pairs<'_, '_, '_>) -> bool {
    while let Some((a, b)) = pending.pop() {
        let same = match (inside(a), inside(b)) {
            (Some(Inside::Entries(a)), Some(Inside::Entries(b))) => pairs_of_entries(a, b, &mut pending),
            (Some(Inside::Values(values)), Some(Inside::Values(others))) => {
                a.as_array().map(Array::item_type) == b.as_array().map(Array::item_type)
                    && pairs_of_values(values, others, &mut pending)
            }
            (None, None) => a == b,
            _ => false,
        };
        if !same {
            return false;
        }
    }
    true
}

/// Returns `true` if the keys are equal. This compares values without children, and leaves the others for later.
fn pairs_of_entries<'d, 'a, 'b>(a: &'d Entries<'a>, b: &'d Entries<'b>, pending: &mut Pairs<'d, 'a, 'b>) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|((key, value), (other_key, other))| **key == **other_key && same_or_pending(value, other, pending))
}

fn pairs_of_values<'d, 'a, 'b>(a: &'d Vec<Value<'a>>, b: &'d Vec<Value<'b>>, pending: &mut Pairs<'d, 'a, 'b>) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(value, other)| same_or_pending(value, other, pending))
}

fn same_or_pending<'d, 'a, 'b>(a: &'d Value<'a>, b: &'d Value<'b>, pending: &mut Pairs<'d, 'a, 'b>) -> bool {
    if inside(a).is_some() {
        pending.push((a, b));
        return true;
    }
    a == b
}

/// A value to print with `Debug`, and how many levels can still be printed.
struct Shown<'d, T>(&'d T, u16);

impl fmt::Debug for Shown<'_, Value<'_>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, levels) = self;
        match (inside(value), levels.checked_sub(1)) {
            (None, _) => value.fmt_plain(f),
            (Some(_), None) => f.write_str("…"),
            (Some(Inside::Entries(entries)), Some(left)) => Shown(entries, left).fmt(f),
            (Some(Inside::Values(values)), Some(left)) => Shown(values, left).fmt(f),
        }
    }
}

impl fmt::Debug for Shown<'_, Entries<'_>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(key, value)| (key, Shown(value, self.1)))).finish()
    }
}

impl fmt::Debug for Shown<'_, Vec<Value<'_>>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|value| Shown(value, self.1))).finish()
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(self, LEVELS).fmt(f)
    }
}

impl Element<'_> {
    /// Copies borrowed data, so that the element can outlive the file.
    pub fn into_owned(mut self) -> Element<'static> {
        Element::from_entries(own_entries(core::mem::take(self.entries_mut())))
    }
}

binio::into_owned! { impl Element }

impl Clone for Element<'_> {
    fn clone(&self) -> Self {
        Self::from_entries(clone_entries(self.entries()))
    }
}

impl PartialEq for Element<'_> {
    fn eq(&self, other: &Self) -> bool {
        same_entries(self.entries(), other.entries())
    }
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(self.entries(), LEVELS).fmt(f)
    }
}

impl Drop for Element<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_empty() {
            drop_all(self.entries_mut().iter_mut().map(|(_, value)| value));
        }
    }
}

impl Items<'_> {
    /// Copies borrowed data, so that the items can outlive the file.
    pub fn into_owned(mut self) -> Items<'static> {
        Items::checked(self.item_type(), own_values(core::mem::take(self.values_mut())))
    }
}

binio::into_owned! { impl Items }

impl Clone for Items<'_> {
    fn clone(&self) -> Self {
        Self::checked(self.item_type(), clone_values(self.values()))
    }
}

impl PartialEq for Items<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.item_type() == other.item_type() && same_values(self.values(), other.values())
    }
}

impl fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(self.values(), LEVELS).fmt(f)
    }
}

impl Drop for Items<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_empty() {
            drop_all(self.values_mut().iter_mut());
        }
    }
}
