//! Reads meshes, morph targets and skins.

use asset_scene::{Attribute, Component, Mesh, Primitive, Skin, Topology};
use binio::Path;

use super::{File, item, refer};
use crate::error::{Error, Within, unfit};
use crate::extras::MeshExtras;
use crate::json::{self, Attributes, Integer};
use crate::kinds;

impl File<'_> {
    pub(super) fn meshes(&mut self) -> Result<Vec<Mesh>, Error> {
        let meshes = self.root.meshes.iter().enumerate();
        meshes.map(|(index, mesh)| self.mesh(index, mesh).within_item("mesh", index)).collect()
    }

    fn mesh(&mut self, index: usize, mesh: &json::Mesh) -> Result<Mesh, Error> {
        let extras = mesh.extras.as_deref().and_then(|extras| serde_json::from_str::<MeshExtras>(extras.get()).ok());
        let mut morph_names = extras.unwrap_or_default().target_names;
        let targets = mesh.primitives.iter().map(|primitive| primitive.targets.len()).max().unwrap_or(0);
        morph_names.resize(targets, String::new());
        let mut primitives = Vec::with_capacity(mesh.primitives.len());
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let path = Path::from([("mesh", index), ("primitive", number)]);
            let mut primitive = self.primitive(primitive, &path).within_item("primitive", number)?;
            if primitive.targets.len() < targets {
                self.findings.warning(
                    kinds::MORPH_COUNT,
                    path,
                    "has fewer morph targets than the mesh; the others change nothing",
                );
                primitive.targets.resize(targets, Vec::new());
            }
            primitives.push(primitive);
        }
        Ok(Mesh { name: mesh.name.clone(), primitives, morph_names, morph_weights: mesh.weights.clone() })
    }

    fn primitive(&mut self, primitive: &json::Primitive, path: &Path) -> Result<Primitive, Error> {
        let (topology, closed) = match primitive.mode.map_or(4, |mode| mode.0) {
            0 => (Topology::Points, false),
            1 => (Topology::Lines, false),
            2 => (Topology::LineStrip, true),
            3 => (Topology::LineStrip, false),
            4 => (Topology::Triangles, false),
            5 => (Topology::TriangleStrip, false),
            6 => (Topology::TriangleFan, false),
            other => return Err(unfit("a mode from 0 to 6", other)),
        };
        let attributes = self.attributes(&primitive.attributes, path, Vertices::Placed).within("attributes")?;
        let mut targets = Vec::with_capacity(primitive.targets.len());
        for (index, target) in primitive.targets.iter().enumerate() {
            let path = path.clone().item("target", index);
            targets.push(self.attributes(target, &path, Vertices::Moved).within_item("target", index)?);
        }
        let indices = match primitive.indices {
            Some(accessor) => self.array_of(accessor).within("indices")?,
            None => None,
        };
        let materials = self.root.materials.len();
        let material = primitive.material.map(|material| item(material, materials)).transpose()?;
        let mut scene = Primitive { topology, closed, attributes, indices, material, targets, ..Primitive::default() };
        self.primitive_variants(primitive, &mut scene)?;
        Ok(scene)
    }

    fn attributes(
        &mut self,
        Attributes(attributes): &Attributes,
        path: &Path,
        vertices: Vertices,
    ) -> Result<Vec<Attribute>, Error> {
        let mut read = Vec::with_capacity(attributes.len());
        for (name, accessor) in attributes {
            let Some(array) = self.array_of(*accessor)? else { continue };
            match name.parse() {
                Ok(semantic) if vertices == Vertices::Moved && !self.is_of_three(*accessor) => {
                    self.note(kinds::MORPH_IGNORED, path.clone(), format!("morphs of {semantic} are ignored"));
                }
                Ok(semantic) => read.push(Attribute { semantic, array }),
                Err(_) => {
                    let path = path.clone().part("attribute").name(name.as_bytes());
                    self.findings.warning(kinds::ATTRIBUTE_NAME, path, "no attribute of glTF; ignored");
                }
            }
        }
        Ok(read)
    }

    /// Returns `true` if an accessor has three components, which is required for morph targets in a scene.
    fn is_of_three(&self, accessor: Integer) -> bool {
        let array = self.arrays.get(accessor.index());
        array.is_some_and(|array| array.width == 3 && array.component != Component::U32)
    }

    pub(super) fn skins(&mut self) -> Result<Vec<Skin>, Error> {
        let skins = self.root.skins.iter().enumerate();
        skins.map(|(index, skin)| self.skin(skin).within_item("skin", index)).collect()
    }

    fn skin(&self, skin: &json::Skin) -> Result<Skin, Error> {
        let nodes = self.root.nodes.len();
        let joints = skin.joints.iter().map(|joint| item(*joint, nodes)).collect::<Result<Vec<_>, _>>()?;
        if joints.is_empty() {
            return Err(unfit("at least one joint", "none"));
        }
        let root = skin.skeleton.map(|root| item(root, nodes)).transpose().within("skeleton")?;
        let inverse_bind = match skin.inverse_bind_matrices {
            Some(accessor) => {
                let index = refer("accessor", accessor, self.arrays.len())?;
                self.matrices(index, joints.len()).within("inverseBindMatrices")?
            }
            None => Vec::new(),
        };
        Ok(Skin { name: skin.name.clone(), joints, inverse_bind, root })
    }

    /// Returns the first `count` matrices of an accessor.
    fn matrices(&self, accessor: usize, count: usize) -> Result<Vec<[f32; 16]>, Error> {
        let array = self.arrays.get(accessor).filter(|array| array.component == Component::F32);
        let matrices = array.and_then(asset_scene::Array::to_f32s::<16>);
        let mut matrices = matrices.ok_or_else(|| unfit("matrices of 16 floats", "others"))?;
        if matrices.len() < count {
            return Err(unfit("a matrix per joint", format_args!("{} for {count} joints", matrices.len())));
        }
        matrices.truncate(count);
        Ok(matrices)
    }
}

/// The role of attributes: vertices of a mesh, or deltas of a morph target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vertices {
    Placed,
    Moved,
}
