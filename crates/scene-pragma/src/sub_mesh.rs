//! Where the sub meshes of a model are in its scene.

use asset_scene::unescape_name;
use binio::Name;
use pragma_asset::MeshId;
use pragma_asset::udm::Element;

use crate::bulk::item;

/// A sub mesh that can be seen in a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownSubMesh {
    /// The name of its group, escaped.
    pub(crate) group: String,
    pub(crate) mesh: usize,
    pub(crate) sub_mesh: usize,
    /// The mesh and the primitive in the scene.
    pub(crate) place: (usize, usize),
    pub(crate) vertices: usize,
    /// Whether its tangents have no direction. If so, the scene has none.
    pub(crate) lacks_tangents: bool,
}

impl ShownSubMesh {
    /// Returns where it is in the model.
    pub(crate) fn id(&self) -> MeshId<'static> {
        let group = Name::from(unescape_name(&self.group)).into_owned();
        MeshId { group, mesh: self.mesh, sub_mesh: self.sub_mesh }
    }

    /// Returns the data of the sub mesh, given the data of its model.
    pub(crate) fn data_in<'d, 'a>(&self, data: &'d mut Element<'a>) -> Option<&'d mut Element<'a>> {
        let group = unescape_name(&self.group);
        let group = data.get_mut("meshGroups")?.as_element_mut()?.get_mut(group)?.as_element_mut()?;
        let mesh = item(group, "meshes", self.mesh)?;
        item(mesh, "subMeshes", self.sub_mesh)?.get_mut("assetData")?.as_element_mut()
    }
}
