//! Skins: the joints that deform a mesh.

use asset_geometry::glam::{DAffine3, Mat4};

use crate::{Id, IdMap, Node};

/// The joints that deform the vertices of meshes.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// The name, which need not be unique.
    pub name: String,
    /// The joint nodes. Use [`Semantic::Joints`](crate::Semantic::Joints) as an index into this list.
    pub joints: Vec<Id<Node>>,
    /// For each joint, the column-major matrix from the mesh's space to the joint's space. Leave this empty if every
    /// matrix is the identity.
    pub inverse_bind: Vec<[f32; 16]>,
    /// The common ancestor of all joints, if the format stores it.
    pub root: Option<Id<Node>>,
}

impl Skin {
    /// Returns the node for a joint and the matrix from the mesh's space to the joint's space. Returns `None` if the
    /// joint doesn't exist.
    pub fn joint(&self, joint: usize) -> Option<(Id<Node>, DAffine3)> {
        let node = self.joints.get(joint)?;
        let columns = self.inverse_bind.get(joint);
        let matrix = columns.map(|columns| DAffine3::from_mat4(Mat4::from_cols_array(columns).as_dmat4()));
        Some((*node, matrix.unwrap_or(DAffine3::IDENTITY)))
    }

    /// Returns one matrix per joint, from the mesh's space to the scene's space, given the world transforms of all
    /// nodes.
    pub(crate) fn matrices(&self, worlds: &IdMap<Node, DAffine3>) -> Vec<DAffine3> {
        let joints = (0..self.joints.len()).filter_map(|joint| self.joint(joint));
        #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
        joints.map(|(node, bind)| worlds[node] * bind).collect()
    }
}

binio::eq_by_bits! { Skin { inverse_bind; name, joints, root } }
