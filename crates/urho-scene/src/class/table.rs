//! What the class tables consist of.

use urho_core::VariantKind;

use super::reference::Reference;

/// A class with its name and its attributes, in the order in which they are registered.
#[derive(Clone, Copy)]
pub(super) struct ClassTable {
    name: &'static str,
    base: Base,
    attributes: &'static [Entry],
    /// Whether this is only a base for other classes, so that it is not in any file.
    is_abstract: bool,
}

/// The base from which a class can inherit attributes.
#[derive(Clone, Copy)]
enum Base {
    None,
    /// A class that comes earlier in the tables for the same engine.
    Class(&'static str),
    /// The class with the same name in Urho3D.
    Urho3d,
}

/// An entry in the attribute list of a class.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// An attribute that the class itself registers.
    Own(Row),
    /// Attributes from the base class: the first, the last, and all between them.
    Inherited(&'static str, &'static str),
}

/// A single attribute.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) kind: VariantKind,
    /// The default value as text. This is not written. `?` means that it is unknown, and `none` that the engine has no
    /// default value and so writes every value.
    pub(super) default: &'static str,
    /// The names of the enumeration values, separated by bars.
    pub(super) names: &'static str,
    pub(super) reference: Reference,
    pub(super) read_only: bool,
}

/// Creates a class without a base.
pub(super) const fn class(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::None, attributes, is_abstract: false }
}

/// Creates a class that is only a base for others and is not in any file.
pub(super) const fn abstract_class(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::None, attributes, is_abstract: true }
}

/// Creates a class that can inherit attributes from `base`, which must come before it.
pub(super) const fn derived(name: &'static str, base: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::Class(base), attributes, is_abstract: false }
}

/// Creates a class that can inherit attributes from the class with the same name in Urho3D.
pub(super) const fn as_in_urho3d(name: &'static str, attributes: &'static [Entry]) -> ClassTable {
    ClassTable { name, base: Base::Urho3d, attributes, is_abstract: false }
}

/// Creates an attribute.
pub(super) const fn a(name: &'static str, kind: VariantKind, default: &'static str) -> Entry {
    Entry::Own(Row { name, kind, default, names: "", reference: Reference::Nothing, read_only: false })
}

/// Creates an attribute for an enumeration with these `names`.
pub(super) const fn e(name: &'static str, default: &'static str, names: &'static str) -> Entry {
    let kind = VariantKind::Int;
    Entry::Own(Row { name, kind, default, names, reference: Reference::Nothing, read_only: false })
}

/// Inherits the attribute with this name from the base class.
pub(super) const fn inherited(name: &'static str) -> Entry {
    Entry::Inherited(name, name)
}

/// Inherits the attributes from `first` to `last` from the base class.
pub(super) const fn inherited_to(first: &'static str, last: &'static str) -> Entry {
    Entry::Inherited(first, last)
}

impl Entry {
    /// Marks this as the id of a node.
    pub(super) const fn node_id(self) -> Self {
        self.with_reference(Reference::Node)
    }

    /// Marks this as a list of node ids.
    pub(super) const fn node_ids(self) -> Self {
        self.with_reference(Reference::Nodes)
    }

    /// Marks this as the id of a component.
    pub(super) const fn component_id(self) -> Self {
        self.with_reference(Reference::Component)
    }

    /// Marks this as an attribute that binary files do not store.
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

    /// Adds the attributes for this entry to `rows`.
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

/// A class with all its attributes.
pub(super) struct ResolvedClass {
    pub(super) name: &'static str,
    pub(super) rows: Vec<Row>,
    pub(super) is_abstract: bool,
}

/// Resolves inherited attributes, some of which can come from Urho3D.
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

    /// Returns the tables that inherit an attribute that the base class does not have.
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
