//! Views the items in values, which can be lists and maps at any depth.

use std::borrow::Cow;
use std::rc::Rc;

use binio::Name;
use urho_core::{HashAlgorithm, HashedName, Variant};

use super::super::Address;
use super::{At, What, is_only_items};
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// Returns a value as a part that contains its items.
pub(super) fn part<'d>(name: String, value: Value, address: Address) -> Part<'d> {
    let is_group = matches!(value.variant, Variant::VariantMap(_) | Variant::StringVariantMap(_));
    if !is_group && !is_list(&value.variant) {
        return Part::value_of(name, value, address);
    }
    let whole = Rc::new(value.clone());
    let inside = address.clone();
    let items = move || items(&whole, &whole.variant, &inside);
    let part =
        if is_group { Part::group(name, value.type_name(), address, items) } else { Part::list(name, address, items) };
    if is_only_items(value.kind) { part } else { part.with_value(value) }
}

fn is_list(variant: &Variant<'_>) -> bool {
    matches!(variant, Variant::VariantVector(_) | Variant::StringVector(_) | Variant::ResourceRefList(_))
}

/// Returns the items of a list or map. `whole` is the value of the attribute that contains it.
fn items<'d>(whole: &Rc<Value>, variant: &Variant<'static>, address: &Address) -> Vec<Part<'d>> {
    let text = |text: &Name<'static>| Value {
        is_stored: whole.is_stored,
        read_only: whole.read_only,
        hashes: whole.hashes,
        ..Value::text_of(text.clone())
    };
    match variant {
        Variant::StringVector(texts) => {
            let parts =
                texts.iter().enumerate().map(|(index, one)| Part::value_of("", text(one), item(address, index)));
            parts.collect()
        }
        Variant::ResourceRefList(list) => {
            let names = list.names.iter().enumerate();
            let value = |name| Value { resource: whole.resource.clone(), ..text(name) };
            names.map(|(index, name)| Part::value_of("", value(name), item(address, index))).collect()
        }
        Variant::VariantVector(items) => {
            let items = items.iter().enumerate();
            items.map(|(index, one)| nested(String::new(), one, whole, item(address, index))).collect()
        }
        Variant::VariantMap(entries) => {
            let entries = entries.iter().enumerate();
            entries.map(|(index, (key, one))| nested(key_text(key), one, whole, item(address, index))).collect()
        }
        Variant::StringVariantMap(entries) => {
            let entries = entries.iter().enumerate();
            entries
                .map(|(index, (key, one))| nested(key.to_text().into_owned(), one, whole, item(address, index)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns an item that can be a value of any type.
fn nested<'d>(name: String, variant: &Variant<'static>, whole: &Rc<Value>, address: Address) -> Part<'d> {
    let is_group = matches!(variant, Variant::VariantMap(_) | Variant::StringVariantMap(_));
    let value = || Value {
        is_stored: whole.is_stored,
        read_only: whole.read_only,
        hashes: whole.hashes,
        resource: resource(variant, whole.hashes),
        ..Value::new(variant.clone())
    };
    if !is_group && !is_list(variant) {
        return Part::value_of(name, value(), address);
    }
    let (whole, inside) = (whole.clone(), address.clone());
    let parts = move || match &inside {
        Address::Scene(At { what: What::Attribute { items: steps, .. }, .. }) => {
            inner(&whole.variant, steps).map(|variant| items(&whole, variant, &inside)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let kind = variant.kind();
    let part = if is_group { Part::group(name, kind.name(), address, parts) } else { Part::list(name, address, parts) };
    if is_only_items(Some(kind)) { part } else { part.with_value(value()) }
}

fn resource(variant: &Variant<'_>, hashes: HashAlgorithm) -> Cow<'static, str> {
    match variant {
        Variant::ResourceRef(reference) => {
            Cow::Borrowed(urho_core::resource_type_name(hashes, reference.kind.hash).unwrap_or_default())
        }
        Variant::ResourceRefList(list) => {
            Cow::Borrowed(urho_core::resource_type_name(hashes, list.kind.hash).unwrap_or_default())
        }
        _ => Cow::Borrowed(""),
    }
}

fn key_text(key: &HashedName<'_>) -> String {
    if key.name.is_empty() { format!("#{}", key.hash) } else { key.name.to_text().into_owned() }
}

fn item(address: &Address, index: usize) -> Address {
    match address {
        Address::Scene(At { place, what: What::Attribute { name, items } }) => {
            let items = items.iter().copied().chain([index]).collect();
            At::address(*place, What::Attribute { name: name.clone(), items })
        }
        _ => Address::None,
    }
}

/// Returns the value inside another value, given the position of the item at each level.
pub(super) fn inner<'v>(variant: &'v Variant<'static>, items: &[usize]) -> Option<&'v Variant<'static>> {
    items.iter().try_fold(variant, |variant, index| match variant {
        Variant::VariantVector(items) => items.get(*index),
        Variant::VariantMap(entries) => entries.get(*index).map(|(_, value)| value),
        Variant::StringVariantMap(entries) => entries.get(*index).map(|(_, value)| value),
        _ => None,
    })
}

/// Like [`inner`], but returns the value to change it.
pub(super) fn inner_mut<'v>(variant: &'v mut Variant<'static>, items: &[usize]) -> Option<&'v mut Variant<'static>> {
    items.iter().try_fold(variant, |variant, index| match variant {
        Variant::VariantVector(items) => items.get_mut(*index),
        Variant::VariantMap(entries) => entries.get_mut(*index).map(|(_, value)| value),
        Variant::StringVariantMap(entries) => entries.get_mut(*index).map(|(_, value)| value),
        _ => None,
    })
}

/// Sets an item in a list or map. Returns false if there is no such item.
pub(super) fn set_item(list: &mut Variant<'static>, index: usize, value: Variant<'static>) -> bool {
    let name = match &value {
        Variant::String(name) => name.clone(),
        _ => Name::default(),
    };
    match list {
        Variant::StringVector(names) => names.get_mut(index).map(|slot| *slot = name).is_some(),
        Variant::ResourceRefList(list) => list.names.get_mut(index).map(|slot| *slot = name).is_some(),
        list => inner_mut(list, &[index]).map(|slot| *slot = value).is_some(),
    }
}

/// Removes an item from a list or map. Returns false if there is no such item.
pub(super) fn remove_item(list: &mut Variant<'static>, index: usize) -> bool {
    fn removed<T>(items: &mut Vec<T>, index: usize) -> bool {
        index < items.len() && {
            items.remove(index);
            true
        }
    }
    match list {
        Variant::StringVector(names) => removed(names, index),
        Variant::ResourceRefList(list) => removed(&mut list.names, index),
        Variant::VariantVector(items) => removed(items, index),
        Variant::VariantMap(entries) => removed(entries, index),
        Variant::StringVariantMap(entries) => removed(entries, index),
        _ => false,
    }
}

/// Inserts an item into a list, before `index` or at the end. If items can have any type, the new item gets the same
/// type as the others.
pub(super) fn insert_item(
    list: &mut Variant<'static>,
    (path, hashes): (&str, HashAlgorithm),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    let name = Name::from(text.to_owned());
    match list {
        Variant::StringVector(names) => names.insert(index.unwrap_or(names.len()), name),
        Variant::ResourceRefList(list) => list.names.insert(index.unwrap_or(list.names.len()), name),
        Variant::VariantVector(items) => {
            let index = index.unwrap_or(items.len());
            let like = items.get(index.saturating_sub(1));
            let like = like.map_or_else(|| Value::text_of(name), |like| Value::new(like.clone()));
            items.insert(index, Value { hashes, ..like }.parse(path, text)?);
        }
        _ => return Err(PathError::refused(path, "only lists take items")),
    }
    Ok(())
}
