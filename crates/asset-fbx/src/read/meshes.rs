//! Reads meshes, with one primitive per material.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use asset_scene::{Id, Material, Mesh, Primitive};

use super::corners::Corners;
use super::{Reader, morphs, named};
use crate::error::Error;
use crate::kinds;

/// The identity of a mesh in the scene: its number in the file, and the materials that a node assigns to it.
pub(super) type Key = (u32, Vec<u32>);

/// The geometry of a mesh, which can be shared by nodes with different materials.
pub(super) struct Geometry {
    /// The primitives without materials, and the number of the material to use.
    parts: Vec<(Primitive, u32)>,
}

impl Reader<'_> {
    /// Reads the meshes of all nodes.
    pub(super) fn read_meshes(&mut self) -> Result<(), Error> {
        let file = self.file;
        let mut geometries: HashMap<u32, Geometry> = HashMap::new();
        for node in &file.nodes {
            let (Some(id), Some(mesh)) = (self.node(node), node.mesh.as_ref()) else { continue };
            let mesh: &ufbx::Mesh = mesh;
            let number = mesh.element.typed_id;
            let geometry = match geometries.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(self.geometry(node, mesh)?),
            };
            if geometry.parts.is_empty() {
                continue;
            }
            let own = if node.materials.is_empty() { &mesh.materials } else { &node.materials };
            let materials: Vec<u32> = own.into_iter().map(|material| material.element.typed_id).collect();
            let key = (number, materials);
            let made = match self.meshes.get(&key) {
                Some(made) => *made,
                None => {
                    let made = self.mesh(node, mesh, geometry, &key.1);
                    self.meshes.insert(key, made);
                    made
                }
            };
            self.scene[id].mesh = Some(made);
            self.scene[id].skin = self.skin(node, mesh);
        }
        Ok(())
    }

    /// Creates a mesh in the scene, using the materials of a node.
    fn mesh(&mut self, node: &ufbx::Node, mesh: &ufbx::Mesh, geometry: &Geometry, materials: &[u32]) -> Id<Mesh> {
        let material = |number: u32| {
            let material = materials.get(number as usize)?;
            Some(Id::<Material>::new(*material as usize)).filter(|id| self.scene.materials.contains(*id))
        };
        let primitives: Vec<Primitive> = geometry
            .parts
            .iter()
            .map(|(primitive, number)| Primitive { material: material(*number), ..primitive.clone() })
            .collect();
        let targets = self.morph_targets(mesh);
        let rest = morphs::weights(&targets, |channel| channel.weight);
        let made = Mesh {
            name: name(node, mesh).to_owned(),
            primitives,
            morph_names: targets.iter().map(|target| target.name.clone()).collect(),
            morph_weights: rest.into_iter().map(|weight| self.numbers.one(weight)).collect(),
        };
        let id = self.scene.meshes.push(made);
        if !targets.is_empty() {
            self.targets.insert(id, targets);
        }
        id
    }

    fn geometry(&mut self, node: &ufbx::Node, mesh: &ufbx::Mesh) -> Result<Geometry, Error> {
        let path = || named("mesh", name(node, mesh));
        if mesh.generated_normals {
            self.note(kinds::NORMALS_CREATED, path(), "has no normals; they were created from its smoothing");
        }
        let most = mesh.uv_sets.len().max(mesh.color_sets.len());
        if most > Corners::SETS {
            let message = format!("has {most} sets of texture coordinates or colours; the first eight are read");
            self.findings.loss(kinds::SETS_LEFT_OUT, path(), message);
        }
        if mesh.skin_deformers.len() > 1 {
            let message = format!("has {} skins; the first is read", mesh.skin_deformers.len());
            self.findings.loss(kinds::SKINS_LEFT_OUT, path(), message);
        }
        if !mesh.skin_deformers.is_empty() && mesh.element.instances.len() > 1 {
            let message = format!(
                "is skinned and shown by {} nodes: their own transforms have no effect",
                mesh.element.instances.len()
            );
            self.findings.warning(kinds::SKIN_INSTANCES, path(), message);
        }
        let between = self.morph_targets(mesh).iter().filter(|target| target.key > 0).count();
        if between > 0 {
            let message = format!("shapes between the base and a morph target became morph targets: {between}");
            self.note(kinds::MORPHS_BETWEEN, path(), message);
        }
        let targets = self.morph_targets(mesh);
        let skin = self.influences(mesh)?;
        let (mut parts, mut left_out) = (Vec::new(), 0_usize);
        for part in &mesh.material_parts {
            let mut corners = Corners::new(mesh);
            left_out = left_out.saturating_add(corners.add(part, self)?);
            if corners.is_empty() {
                continue;
            }
            let mut primitive = corners.primitive(self);
            if let Some(skin) = &skin {
                skin.attributes(&corners.vertices, &mut primitive, self)?;
            }
            primitive.targets = self.morphs(&targets, &corners.vertices, mesh)?;
            parts.push((primitive, part.index));
        }
        if left_out > 0 {
            let message = format!("points, edges and holes are left out: {left_out}");
            self.findings.expected_loss(kinds::FACES_LEFT_OUT, path(), message);
        }
        Ok(Geometry { parts })
    }
}

/// Returns the name of a mesh. Because most programs only name nodes, this may be the name of the node.
fn name<'n>(node: &'n ufbx::Node, mesh: &'n ufbx::Mesh) -> &'n str {
    let own: &str = &mesh.element.name;
    if own.is_empty() { &node.element.name } else { own }
}
