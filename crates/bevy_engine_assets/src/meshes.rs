//! Meshes.

use asset_scene::{Component, Id, IdMap, Material, Mesh as SceneMesh, Primitive, Rows, Scene, Semantic, Topology};
use bevy::asset::{Handle, LoadContext};
use bevy::camera::primitives::Aabb;
use bevy::math::Vec3;
use bevy::mesh::morph::MorphAttributes;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology, VertexAttributeValues};
use bevy::pbr::StandardMaterial;

use crate::{EngineAssetLabel, EngineAssetsSettings, EngineMesh, EnginePrimitive, SkinnedMeshBoundsPolicy};

/// Adds all meshes.
pub(crate) fn load(
    scene: &Scene<'_>,
    materials: &[Handle<StandardMaterial>],
    settings: &EngineAssetsSettings,
    context: &mut LoadContext<'_>,
) -> Result<Vec<Handle<EngineMesh>>, asset_scene::Error> {
    let skinned = skinned(scene);
    let mut meshes = Vec::with_capacity(scene.meshes.len());
    for (id, mesh) in scene.meshes.enumerate() {
        let mut primitives = Vec::with_capacity(mesh.primitives.len());
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let made = Maker { scene, primitive, is_skinned: skinned[id], settings }.mesh(mesh)?;
            let label = EngineAssetLabel::Primitive { mesh: id.index(), primitive: number };
            primitives.push(EnginePrimitive {
                mesh: context.add_labeled_asset(label.to_string(), made),
                material: primitive.material.and_then(|material| materials.get(material.index()).cloned()),
            });
        }
        let label = EngineAssetLabel::Mesh(id.index()).to_string();
        let made = EngineMesh { index: id.index(), name: mesh.name.clone(), primitives };
        meshes.push(context.add_labeled_asset(label, made));
    }
    Ok(meshes)
}

/// Returns the meshes that are used by nodes with a skin.
fn skinned(scene: &Scene<'_>) -> IdMap<SceneMesh, bool> {
    let mut skinned = IdMap::filled(false, scene.meshes.len());
    let nodes = scene.nodes.iter().filter(|node| node.skin.is_some());
    for mesh in nodes.filter_map(|node| node.mesh) {
        skinned[mesh] = true;
    }
    skinned
}

/// Returns the bounds of all positions, or `None` if a primitive has no vertices.
pub(crate) fn bounds(scene: &Scene<'_>, primitive: &Primitive, settings: &EngineAssetsSettings) -> Option<Aabb> {
    let coordinates = settings.coordinates();
    let mut positions = primitive.positions(scene).ok()?.map(|position| Vec3::from(coordinates.vector(position)));
    let first = positions.next()?;
    let (least, most) = positions.fold((first, first), |(least, most), next| (least.min(next), most.max(next)));
    Some(Aabb::from_min_max(least, most))
}

/// A primitive that is being converted.
struct Maker<'s> {
    scene: &'s Scene<'s>,
    primitive: &'s Primitive,
    is_skinned: bool,
    settings: &'s EngineAssetsSettings,
}

impl Maker<'_> {
    fn mesh(&self, owner: &SceneMesh) -> Result<Mesh, asset_scene::Error> {
        let topology = match self.primitive.topology {
            Topology::Points => PrimitiveTopology::PointList,
            Topology::Lines => PrimitiveTopology::LineList,
            Topology::LineStrip => PrimitiveTopology::LineStrip,
            Topology::TriangleStrip => PrimitiveTopology::TriangleStrip,
            // Bevy has no fans: their triangles are listed.
            Topology::Triangles | Topology::TriangleFan => PrimitiveTopology::TriangleList,
        };
        let mut mesh = Mesh::new(topology, self.settings.load_meshes);
        self.attributes(&mut mesh)?;
        if let Some(indices) = self.indices()? {
            mesh.insert_indices(indices);
        }
        if !self.primitive.targets.is_empty() {
            mesh.set_morph_targets(self.morph_targets()?);
            if !owner.morph_names.is_empty() {
                mesh.set_morph_target_names(owner.morph_names.clone());
            }
        }
        self.complete(&mut mesh);
        Ok(mesh)
    }

    fn attributes(&self, mesh: &mut Mesh) -> Result<(), asset_scene::Error> {
        let (scene, primitive) = (self.scene, self.primitive);
        let axes = self.settings.coordinates();
        let turned = |rows: Rows<'_, 3>| rows.map(|row| axes.vector(row)).collect::<Vec<_>>();
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, turned(primitive.positions(scene)?));
        if let Some(normals) = primitive.normals(scene)? {
            mesh.insert_attribute(Mesh::ATTRIBUTE_NORMAL, turned(normals));
        }
        if let Some(tangents) = primitive.tangents(scene)? {
            let tangents: Vec<[f32; 4]> = tangents.map(|row| axes.tangent(row)).collect();
            mesh.insert_attribute(Mesh::ATTRIBUTE_TANGENT, tangents);
        }
        for (set, attribute) in [(0, Mesh::ATTRIBUTE_UV_0), (1, Mesh::ATTRIBUTE_UV_1)] {
            if let Some(coordinates) = primitive.tex_coords(scene, set)? {
                mesh.insert_attribute(attribute, coordinates.collect::<Vec<_>>());
            }
        }
        if let Some(colors) = primitive.colors(scene, 0)? {
            mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
        }
        if !self.is_skinned {
            return Ok(());
        }
        if let (Some(joints), Some(weights)) = (primitive.joints(scene, 0)?, primitive.weights(scene, 0)?) {
            // The scene has at most 65 535 joints per skin: joints of glTF are 16-bit.
            let joints = joints.into_iter().map(|row| row.map(|joint| u16::try_from(joint).unwrap_or(u16::MAX)));
            let joints = VertexAttributeValues::Uint16x4(joints.collect());
            mesh.insert_attribute(Mesh::ATTRIBUTE_JOINT_INDEX, joints);
            mesh.insert_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT, weights.collect::<Vec<_>>());
        }
        Ok(())
    }

    fn indices(&self) -> Result<Option<Indices>, asset_scene::Error> {
        let (scene, primitive) = (self.scene, self.primitive);
        let is_closed = primitive.closed && primitive.topology == Topology::LineStrip;
        let indices = match primitive.topology {
            Topology::TriangleFan => primitive.triangles(scene)?.flatten().collect(),
            _ if primitive.indices.is_none() && !is_closed => return Ok(None),
            _ => {
                let mut indices = primitive.indices(scene)?;
                if is_closed {
                    indices.extend(indices.first().copied());
                }
                indices
            }
        };
        let stored = primitive.indices.map(|array| scene[array].component);
        let is_small = match stored {
            Some(component) => component != Component::U32,
            None => primitive.vertex_count(scene) <= usize::from(u16::MAX),
        };
        if is_small {
            let short = indices.iter().map(|index| u16::try_from(*index));
            if let Ok(short) = short.collect() {
                return Ok(Some(Indices::U16(short)));
            }
        }
        Ok(Some(Indices::U32(indices)))
    }

    /// Returns the deltas of all vertices, one morph target after the other.
    fn morph_targets(&self) -> Result<Vec<MorphAttributes>, asset_scene::Error> {
        let count = self.primitive.vertex_count(self.scene);
        let mut deltas = Vec::with_capacity(count.saturating_mul(self.primitive.targets.len()));
        for target in 0..self.primitive.targets.len() {
            let column = |semantic| self.primitive.morph(self.scene, target, &semantic);
            let mut positions = column(Semantic::Position)?;
            let (mut normals, mut tangents) = (column(Semantic::Normal)?, column(Semantic::Tangent)?);
            let next = |rows: &mut Option<Rows<'_, 3>>| rows.as_mut().and_then(Iterator::next).unwrap_or_default();
            for _ in 0..count {
                let rows = [next(&mut positions), next(&mut normals), next(&mut tangents)];
                let [position, normal, tangent] = rows.map(|row| self.settings.coordinates().vector(row));
                deltas.push(MorphAttributes::new(position.into(), normal.into(), tangent.into()));
            }
        }
        Ok(deltas)
    }

    /// Adds attributes that Bevy needs if they are missing: normals, tangents for normal maps, and the bounds of
    /// joints.
    fn complete(&self, mesh: &mut Mesh) {
        let has_normals = mesh.contains_attribute(Mesh::ATTRIBUTE_NORMAL);
        if !has_normals && mesh.primitive_topology() == PrimitiveTopology::TriangleList {
            mesh.duplicate_vertices();
            mesh.compute_flat_normals();
        }
        let material = self.primitive.material.map(|id: Id<Material>| &self.scene[id]);
        let needs_tangents = material.is_some_and(|material| material.normal_texture.is_some());
        if needs_tangents
            && mesh.contains_attribute(Mesh::ATTRIBUTE_NORMAL)
            && !mesh.contains_attribute(Mesh::ATTRIBUTE_TANGENT)
            && let Err(error) = mesh.generate_tangents()
        {
            bevy::log::warn!("no tangents: {error}");
        }
        if self.is_skinned
            && self.settings.skinned_mesh_bounds_policy == SkinnedMeshBoundsPolicy::Dynamic
            && let Err(error) = mesh.generate_skinned_mesh_bounds()
        {
            bevy::log::warn!("no bounds of joints: {error}");
        }
    }
}
