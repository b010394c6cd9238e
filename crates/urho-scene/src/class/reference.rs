//! What an attribute can refer to.

/// What an attribute refers to by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// Nothing, because the value is not an id.
    #[default]
    Nothing,
    /// A node, by its id.
    Node,
    /// A component, by its id.
    Component,
    /// Several nodes. The value is a vector that contains their number and then their ids.
    Nodes,
}
