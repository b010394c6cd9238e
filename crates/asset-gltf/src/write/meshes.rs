//! Writes meshes.

use asset_scene::{Id, IdMap, Mesh};
use binio::Path;

use super::Export;
use super::attributes::{Binding, is_jointed};
use crate::Rule;
use crate::error::Error;
use crate::extras::{MeshExtras, raw};
use crate::json;

impl Export<'_> {
    /// Writes all meshes. For nodes with a skin, a mesh is written with its joints. If there are also nodes without a
    /// skin, they get a copy of the mesh without joints.
    pub(super) fn meshes(&mut self) -> Result<(), Error> {
        let bindings = self.bindings();
        for (index, mesh) in self.scene.meshes.enumerate() {
            let binding = match &bindings[index] {
                (Some(joints), _) => Binding::Bound(*joints),
                (None, true) => Binding::Unbound,
                (None, false) => Binding::Unknown,
            };
            let written = self.mesh(index, mesh, binding)?;
            self.meshes[index] = (written, written);
        }
        for (index, mesh) in self.scene.meshes.enumerate() {
            if matches!(bindings[index], (Some(_), true)) && mesh.primitives.iter().any(is_jointed) {
                self.meshes[index].1 = self.mesh(index, mesh, Binding::Unbound)?;
            }
        }
        Ok(())
    }

    /// Finds out how each mesh is used. If it is used with skins, this has the joint count of the smallest skin. The
    /// flag is `true` if it is also used without a skin.
    fn bindings(&self) -> IdMap<Mesh, (Option<usize>, bool)> {
        let mut bindings = IdMap::filled((None::<usize>, false), self.scene.meshes.len());
        for node in &self.scene.nodes {
            let Some(binding) = node.mesh.map(|mesh| &mut bindings[mesh]) else { continue };
            let joints = node.skin.map_or(0, |skin| self.scene[skin].joints.len());
            if joints > 0 {
                binding.0 = Some(binding.0.map_or(joints, |least| least.min(joints)));
            } else {
                binding.1 = true;
            }
        }
        bindings
    }

    /// Writes a mesh. Returns `None` if no primitive is left.
    fn mesh(&mut self, index: Id<Mesh>, mesh: &Mesh, binding: Binding) -> Result<Option<usize>, Error> {
        let path = Path::from([("mesh", index.index())]);
        self.grid = self.grids.mesh(index);
        let mut primitives = Vec::with_capacity(mesh.primitives.len());
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let path = path.clone().item("primitive", number);
            primitives.extend(self.primitive(primitive, binding, &path)?);
        }
        if primitives.is_empty() {
            self.report.add(&path, Rule::EmptyMeshes, 1)?;
            return Ok(None);
        }
        let mut weights = mesh.morph_weights.clone();
        let bad = weights.iter_mut().filter(|weight| !weight.is_finite()).map(|weight| *weight = 0.0).count();
        self.report.add(&path, Rule::NonFinite, bad)?;
        let named = mesh.morph_names.iter().any(|name| !name.is_empty());
        let extras = MeshExtras { target_names: mesh.morph_names.clone() };
        if let Some(errors) = self.errors.as_mut().filter(|_| self.grid.is_none()) {
            errors.whole += 1;
        }
        self.root.meshes.push(json::Mesh {
            name: mesh.name.clone(),
            primitives,
            weights,
            extras: if named { Some(raw(&extras)?) } else { None },
        });
        Ok(Some(self.root.meshes.len() - 1))
    }

    /// Returns `true` if a mesh in the file has joints.
    pub(super) fn has_joints(&self, mesh: usize) -> bool {
        let mesh = self.root.meshes.get(mesh);
        let mut attributes =
            mesh.iter().flat_map(|mesh| &mesh.primitives).flat_map(|primitive| &primitive.attributes.0);
        attributes.any(|(name, _)| name == "JOINTS_0")
    }
}
