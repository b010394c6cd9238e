//! References of attributes.

/// Kind of object that an attribute references by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The attribute is not a reference.
    #[default]
    Nothing,
    /// A node, by its id.
    Node,
    /// A component, by its id.
    Component,
    /// Nodes: a vector of their count and their ids.
    Nodes,
}
