//! Where something is in a scene.

use binio::{Path, Segment};

use crate::error::Error;

/// A node in a scene, or a component of this node. Edits use it to say what to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the node in [`Scene::nodes`](crate::Scene::nodes).
    pub node: usize,
    /// The index of the component in its node, or `None` for the node itself.
    pub component: Option<usize>,
}

impl Place {
    /// Creates the place for a node.
    pub const fn node(node: usize) -> Self {
        Self { node, component: None }
    }

    /// Returns the place for a component of this node.
    #[must_use]
    pub const fn component(self, component: usize) -> Self {
        Self { component: Some(component), ..self }
    }

    /// Returns the path that findings and errors use for this place.
    pub fn path(self) -> Path {
        let mut path = Path::from([("node", self.node)]);
        if let Some(component) = self.component {
            path.push(Segment::Part("component"));
            path.push(Segment::Index(component as u64));
        }
        path
    }

    /// Returns the node or component that a path names.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let [Segment::Part("node"), Segment::Index(node), within @ ..] = path.segments() else { return None };
        let node = Self::node(usize::try_from(*node).ok()?);
        Some(match within {
            [Segment::Part("component"), Segment::Index(number), ..] => node.component(usize::try_from(*number).ok()?),
            _ => node,
        })
    }

    /// Adds this place to an error.
    #[cold]
    pub(crate) fn of(self, error: Error) -> Error {
        let error = match self.component {
            Some(component) => error.within_item("component", component),
            None => error,
        };
        error.within_item("node", self.node)
    }
}
