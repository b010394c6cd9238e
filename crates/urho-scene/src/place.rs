//! Where in a scene something is.

use binio::{Path, Segment};

use crate::error::Error;

/// A node, or a component of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the node stands in [`Scene::nodes`](crate::Scene::nodes).
    pub node: usize,
    /// Where the component stands among those of the node; `None` for the node itself.
    pub component: Option<usize>,
}

impl Place {
    /// Makes the place of the node of this index.
    pub const fn node(node: usize) -> Self {
        Self { node, component: None }
    }

    /// A component of this node.
    #[must_use]
    pub const fn component(self, component: usize) -> Self {
        Self { component: Some(component), ..self }
    }

    /// As a path of findings and errors.
    pub fn path(self) -> Path {
        let mut path = Path::from([("node", self.node)]);
        if let Some(component) = self.component {
            path.push(Segment::Part("component"));
            path.push(Segment::Index(component as u64));
        }
        path
    }

    /// An error that happened here.
    #[cold]
    pub(crate) fn of(self, error: Error) -> Error {
        let error = match self.component {
            Some(component) => error.within_item("component", component),
            None => error,
        };
        error.within_item("node", self.node)
    }
}
