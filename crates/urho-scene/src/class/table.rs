//! What the tables of classes are made of.

use urho_core::VariantKind;

use super::Reference;

/// A class: its name, and its attributes in the order in which the engine registers them.
#[derive(Clone, Copy)]
pub(super) struct ClassTable {
    pub(super) name: &'static str,
    pub(super) attributes: &'static [Row],
}

/// An attribute.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) kind: VariantKind,
    /// The value that isn't written, as text; `?` if it isn't known, `none` if the engine registers none and so writes all.
    pub(super) default: &'static str,
    /// Names of the values of an enumeration, between bars.
    pub(super) names: &'static str,
    pub(super) reference: Reference,
    pub(super) read_only: bool,
}

pub(super) const fn class(name: &'static str, attributes: &'static [Row]) -> ClassTable {
    ClassTable { name, attributes }
}

/// An attribute.
pub(super) const fn a(name: &'static str, kind: VariantKind, default: &'static str) -> Row {
    Row { name, kind, default, names: "", reference: Reference::Nothing, read_only: false }
}

/// An attribute that is one of `names`.
pub(super) const fn e(name: &'static str, default: &'static str, names: &'static str) -> Row {
    Row { name, kind: VariantKind::Int, default, names, reference: Reference::Nothing, read_only: false }
}

impl Row {
    /// It holds the id of a node.
    pub(super) const fn node_id(mut self) -> Self {
        self.reference = Reference::Node;
        self
    }

    /// It holds a count and as many ids of nodes.
    pub(super) const fn node_ids(mut self) -> Self {
        self.reference = Reference::Nodes;
        self
    }

    /// It holds the id of a component.
    pub(super) const fn component_id(mut self) -> Self {
        self.reference = Reference::Component;
        self
    }

    /// It is in no binary file.
    pub(super) const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }
}
