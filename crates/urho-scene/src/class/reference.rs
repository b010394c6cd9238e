//! References of attributes.

/// What an attribute refers to by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The attribute is neither stored nor read.
    #[default]
    Nothing,
    /// A node, by its id.
    Node,
    /// A component, by its id.
    Component,
    /// Nodes: a vector of their count and their ids.
    Nodes,
}
