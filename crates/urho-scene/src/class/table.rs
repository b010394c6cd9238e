//! Building blocks of the class tables.

use urho_core::VariantKind;

use super::reference::Reference;

/// A class: its name, and its attributes in registration order.
#[derive(Clone, Copy)]
pub(super) struct ClassTable {
    name: &'static str,
    base: Base,
    attributes: &'static [Entry],
    /// Whether it is only a base of other classes and occurs in no file.
    is_abstract: bool,
}

/// Base class whose attributes a class can inherit.
#[derive(Clone, Copy)]
enum Base {
    None,
    /// A class before it in the tables of the same engine.
    Class(&'static str),
    /// The class of the same name in Urho3D.
    Urho3d,
}

/// Entry of a class's attribute list.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// An attribute of the class itself.
    Own(Row),
    /// Attributes of the base, from the first of these names to the last.
    Inherited(&'static str, &'static str),
}

/// An attribute.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) kind: VariantKind,
    /// Default value as text, which isn't written; `?` if it is unknown, `none` if the engine registers none and writes
    /// every value.
    pub(super) default: &'static str,
    /// Names of an enumeration's values, separated by bars.
    pub(super) names: &'static str,
    pub(super) reference: Reference,
    pub(super) read_only: bool,
}

/// Creates a class without a base.
pub(super) const fn class(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::None, attributes, is_abstract: false }
}

/// Creates a base of other classes that occurs in no file.
pub(super) const fn abstract_class(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::None, attributes, is_abstract: true }
}

/// Creates a class that inherits attributes of the class `base`, which precedes it.
pub(super) const fn derived(name: &'static str, base: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::Class(base), attributes, is_abstract: false }
}

/// Creates a class with attributes of the class with the same name in Urho3D.
pub(super) const fn as_in_urho3d(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::Urho3d, attributes, is_abstract: false }
}

/// Creates an attribute.
pub(super) const fn a(name: &'static str, kind: VariantKind, default: &'static str) -> Entry {
    Entry::Own(Row { name, kind, default, names: "", reference: Reference::Nothing, read_only: false })
}

/// Creates an enumeration attribute with these `names`.
pub(super) const fn e(name: &'static str, default: &'static str, names: &'static str) -> Entry {
    let kind = VariantKind::Int;
    Entry::Own(Row { name, kind, default, names, reference: Reference::Nothing, read_only: false })
}

/// Inherits the attribute of the base with this name.
pub(super) const fn inherited(name: &'static str) -> Entry {
    Entry::Inherited(name, name)
}

/// Inherits the attributes of the base from `first` to `last`.
pub(super) const fn inherited_to(first: &'static str, last: &'static str) -> Entry {
    Entry::Inherited(first, last)
}

impl Entry {
    /// Marks it as the id of a node.
    pub(super) const fn node_id(self) -> Self {
        self.with_reference(Reference::Node)
    }

    /// Marks it as a count and node ids.
    pub(super) const fn node_ids(self) -> Self {
        self.with_reference(Reference::Nodes)
    }

    /// Marks it as the id of a component.
    pub(super) const fn component_id(self) -> Self {
        self.with_reference(Reference::Component)
    }

    /// Marks it as missing in binary files.
    pub(super) const fn read_only(self) -> Self {
        match self {
            Self::Own(row) => Self::Own(Row { read_only: true, ..row }),
            inherited @ Self::Inherited(..) => inherited,
        }
    }

    const fn with_reference(self, reference: Reference) -> Self {
        match self {
            Self::Own(row) => Self::Own(Row { reference, ..row }),
            inherited @ Self::Inherited(..) => inherited,
        }
    }

    /// Adds the attributes to a class.
    fn resolve(&self, base: &[Row], rows: &mut Vec<Row>) {
        match self {
            Self::Own(row) => rows.push(*row),
            Self::Inherited(first, last) => {
                let rest = base.iter().skip_while(|row| row.name != *first);
                let mut ended = false;
                rows.extend(rest.take_while(|row| !std::mem::replace(&mut ended, row.name == *last)));
            }
        }
    }
}

/// A class and all its attributes.
pub(super) struct ResolvedClass {
    pub(super) name: &'static str,
    pub(super) rows: Vec<Row>,
    pub(super) is_abstract: bool,
}

/// Resolves the inherited attributes of tables; some may be inherited from Urho3D.
pub(super) fn resolve(
    tables: impl Iterator<Item = &'static ClassTable>,
    urho3d: &[ResolvedClass],
) -> Vec<ResolvedClass> {
    let find = |classes: &[ResolvedClass], name: &str| {
        classes.iter().find(|class| class.name == name).map(|class| class.rows.clone()).unwrap_or_default()
    };
    let mut classes: Vec<ResolvedClass> = Vec::new();
    for table in tables {
        let base = match table.base {
            Base::None => Vec::new(),
            Base::Class(name) => find(&classes, name),
            Base::Urho3d => find(urho3d, table.name),
        };
        let mut rows = Vec::new();
        table.attributes.iter().for_each(|entry| entry.resolve(&base, &mut rows));
        classes.push(ResolvedClass { name: table.name, rows, is_abstract: table.is_abstract });
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{rbfx::rbfx, urho};

    /// Returns the tables that inherit an attribute the base lacks.
    fn unresolved(
        tables: impl Iterator<Item = &'static ClassTable> + Clone,
        urho3d: &[ResolvedClass],
    ) -> Vec<&'static str> {
        let resolved = resolve(tables.clone(), urho3d);
        let has_all = |table: &&ClassTable| {
            let base = match table.base {
                Base::None => None,
                Base::Class(name) => {
                    resolved.iter().take_while(|class| class.name != table.name).find(|class| class.name == name)
                }
                Base::Urho3d => urho3d.iter().find(|class| class.name == table.name),
            };
            let place = |name| base?.rows.iter().position(|row| row.name == name);
            table.attributes.iter().all(|entry| match entry {
                Entry::Own(_) => true,
                Entry::Inherited(first, last) => {
                    matches!((place(*first), place(*last)), (Some(first), Some(last)) if first <= last)
                }
            })
        };
        tables.filter(|table| !has_all(table)).map(|table| table.name).collect()
    }

    #[test]
    fn inherited_attributes_exist() {
        let urho3d = resolve(urho::urho3d(), &[]);
        assert_eq!(unresolved(urho::urho3d(), &[]), [""; 0]);
        assert_eq!(unresolved(urho::u3d(), &urho3d), [""; 0]);
        assert_eq!(unresolved(rbfx(), &urho3d), [""; 0]);
    }
}
