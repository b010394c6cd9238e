//! Structs whose fields are the attributes and children of an element.

use super::field::{Field, Scalar};
use super::node::Node;
use crate::item::Item;

/// An element as a struct.
pub(super) trait Record: Sized {
    /// The name of the element in XML. If it is different in JSON, that name follows.
    const NAMES: &'static [&'static str];
    /// Reads the element.
    fn read(item: &Item<'_>) -> Self;
    /// Returns the element to write.
    fn node(&self, is_json: bool) -> Node;
}

/// Returns the name of the element in XML or JSON.
pub(super) fn name_of<T: Record>(is_json: bool) -> &'static str {
    let names = T::NAMES;
    let name = if is_json { names.get(1).or(names.first()) } else { names.first() };
    name.copied().unwrap_or_default()
}

/// Reads all child elements that have this type.
pub(super) fn children<T: Record>(item: &Item<'_>) -> Vec<T> {
    let name = name_of::<T>(matches!(item, Item::Json(_)));
    item.children_named(name).iter().map(T::read).collect()
}

/// Reads a child element that is there at most once. If it is missing, it has default values.
pub(super) fn child<T: Record + Default>(item: &Item<'_>) -> T {
    item.child(name_of::<T>(matches!(item, Item::Json(_)))).map_or_else(T::default, |child| T::read(&child))
}

pub(super) fn attribute<T: Field>(item: &Item<'_>, name: &str, default: &str) -> T {
    T::read(item.attribute(name).as_ref(), default)
}

pub(super) fn scalar<T: Field>(value: &T) -> Option<Scalar> {
    value.scalar()
}

macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident in $($element:literal)|+ {
            $($(#[$field_meta:meta])* $field:ident: $type:ty = $attribute:literal or $default:literal,)*
        }
        $(many { $($(#[$many_meta:meta])* $many:ident: $many_type:ty,)* })?
        $(one { $($(#[$one_meta:meta])* $one:ident: $one_type:ty,)* })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            $($($(#[$many_meta])* pub $many: Vec<$many_type>,)*)?
            $($($(#[$one_meta])* pub $one: $one_type,)*)?
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($field: $crate::views::field::Field::read(None, $default),)*
                    $($($many: Vec::new(),)*)?
                    $($($one: Default::default(),)*)?
                }
            }
        }

        impl $crate::views::record::Record for $name {
            const NAMES: &'static [&'static str] = &[$($element),+];

            fn read(item: &$crate::item::Item<'_>) -> Self {
                #[allow(unused_imports)]
                use $crate::views::record::{attribute, child, children};
                let _ = item;
                Self {
                    $($field: attribute(item, $attribute, $default),)*
                    $($($many: children(item),)*)?
                    $($($one: child(item),)*)?
                }
            }

            fn node(&self, is_json: bool) -> $crate::views::node::Node {
                #[allow(unused_imports)]
                use $crate::views::record::Record;
                #[allow(unused_mut)]
                let mut node = $crate::views::node::Node::new($crate::views::record::name_of::<Self>(is_json))
                    .with([$(($attribute, $crate::views::record::scalar(&self.$field)),)*]);
                $($(node.children.extend(self.$many.iter().map(|one| one.node(is_json)));)*)?
                $($(node.children.push(self.$one.node(is_json));)*)?
                node
            }
        }
    };
}
pub(super) use record;
