//! Lists that select meshes, materials and animations: levels of detail, body groups, skins and controllers.

use alloc::vec::Vec;

use binio::Name;
use udm::Element;

use crate::node::Node;

/// A level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    /// The level of detail, where 0 is the finest.
    pub lod: u32,
    /// The smallest distance to use it for.
    pub distance: f32,
    /// The mesh groups to replace.
    pub replacements: Vec<Replacement>,
}

/// A mesh group to be replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The index of the group to replace.
    pub source: u32,
    /// The index of the group to use instead.
    pub target: u32,
}

impl Lod {
    pub(crate) fn read(node: Node<'_>) -> Self {
        let replacement = |node: Node<'_>| Replacement {
            source: node.int("source").unwrap_or_default(),
            target: node.int("target").unwrap_or_default(),
        };
        Self {
            lod: node.int("lod").unwrap_or_default(),
            distance: node.f32("distance").unwrap_or_default(),
            replacements: node.elements("meshGroupReplacements").into_iter().map(replacement).collect(),
        }
    }
}

/// A part of a model for which you can choose between mesh groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyGroup<'d> {
    /// The name of the body group.
    pub name: Name<'d>,
    /// The indices of the mesh groups to choose from.
    pub mesh_groups: Vec<u32>,
}

impl<'d> BodyGroup<'d> {
    pub(crate) fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        Self { name, mesh_groups: node.ints("meshGroups") }
    }
}

/// A skin: another set of materials for the same meshes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skin {
    /// The material number to use for each [`material_index`](super::Mesh::material_index).
    pub materials: Vec<u32>,
}

impl Skin {
    pub(crate) fn read(node: Node<'_>) -> Self {
        Self { materials: node.ints("materials") }
    }
}

/// A controller that uses a number to blend animations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlendController<'d> {
    /// The name, for example `move_yaw` or `aim_pitch`.
    pub name: Name<'d>,
    /// The minimum value.
    pub min: i32,
    /// The maximum value.
    pub max: i32,
    /// Whether values wrap around.
    pub loops: bool,
}

impl<'d> BlendController<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            name: node.name("name"),
            min: node.int("min").unwrap_or_default(),
            max: node.int("max").unwrap_or_default(),
            loops: node.bool("loop").unwrap_or_default(),
        }
    }
}

/// A chain for inverse kinematics. Note that the engine will crash when it reads this (see
/// [Model](crate::format#model-pmdl)).
#[derive(Clone, Debug)]
pub struct IkController<'d> {
    /// The bone at the end of the chain.
    pub effector: Name<'d>,
    /// The kind of chain, for example `foot`.
    pub kind: Name<'d>,
    /// The number of bones.
    pub chain_length: u32,
    /// The solver to use.
    pub method: Name<'d>,
    /// Additional settings, by name.
    pub key_values: &'d Element<'d>,
}

impl<'d> IkController<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            effector: node.name("effectorName"),
            kind: node.name("type"),
            chain_length: node.int("chainLength").unwrap_or_default(),
            method: node.name("method"),
            key_values: node.node("keyValues").0,
        }
    }
}
