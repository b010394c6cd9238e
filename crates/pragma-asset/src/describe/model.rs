//! Creates summaries of models.

use alloc::vec::Vec;

use binio::summary::{Block, Float};
use binio::{Budget, Limits, Name};
use udm::{Array, Value};

use super::corners;
use crate::animation::Animation;
use crate::asset::{Asset, sealed};
use crate::model::{Mesh, ModelKind, SubMeshes};
use crate::summary::{
    AnimationSummary, BoneSummary, CollisionSummary, Content, HitBoxSummary, MeshGroupSummary, MeshSummary,
    ModelSummary, vec3,
};

impl<'d> ModelSummary<'d> {
    /// Returns the model the way the engine reads it.
    fn new(model: &'d Asset<'_, ModelKind>, hashes: bool) -> Self {
        let mut budget = Limits::default().budget();
        let groups = model.mesh_groups();
        let (materials, skins) = (model.materials(), model.skins());
        // Looked up here, and not by `material_of`, which reads the lists for each mesh.
        let material = |mesh: &Mesh<'_>| {
            let number = skins.first()?.materials.get(mesh.material_index() as usize)?;
            materials.get(*number as usize).cloned()
        };
        let mut mesh_groups = Vec::new();
        for group in &groups {
            let meshes = group.meshes().iter().flat_map(SubMeshes::meshes).collect::<Vec<_>>();
            let meshes =
                meshes.iter().map(|mesh| MeshSummary::new(mesh, material(mesh), hashes, &mut budget)).collect();
            mesh_groups.push(MeshGroupSummary { name: group.name.clone(), index: group.index, meshes });
        }
        let meshes = model.meshes();
        let triangles =
            |mesh: &Mesh<'_>| mesh.topology().map_or(0, |topology| topology.triangle_count(mesh.index_count()));
        Self {
            vertex_count: meshes.iter().map(Mesh::vertex_count).fold(0, usize::saturating_add),
            triangle_count: meshes.iter().map(triangles).fold(0, usize::saturating_add),
            material_paths: model.material_paths(),
            materials,
            skins: skins.into_iter().map(|skin| skin.materials).collect(),
            include_models: model.include_models(),
            flags: model.flags(),
            mass: Float(model.mass()),
            eye_offset: vec3(model.eye_offset()),
            bounds: corners(&model.bounds()),
            mesh_groups,
            base_mesh_groups: model.base_mesh_groups(),
            body_groups: model.body_groups().into_iter().map(|group| group.name).collect(),
            lod_count: model.lods().len(),
            bones: bones(model),
            animations: model.animations().into_iter().map(AnimationSummary::new).collect(),
            blend_controllers: model.blend_controllers().into_iter().map(|controller| controller.name).collect(),
            attachments: model.attachments().into_iter().map(|attachment| attachment.name).collect(),
            hit_boxes: hit_boxes(model),
            collision_meshes: collision_meshes(model),
            joint_count: model.joints().len(),
            flexes: model.flexes().into_iter().map(|flex| flex.name).collect(),
            flex_controllers: model.flex_controllers().into_iter().map(|controller| controller.name).collect(),
            morph_target_animations: model.morph_target_animations().into_iter().map(|morph| morph.name).collect(),
            flex_animations: model.flex_animations().into_iter().map(|animation| animation.name).collect(),
            eyeballs: model.eyeballs().into_iter().map(|eye| eye.name).collect(),
            meta_rig: model.meta_rig().map(|rig| rig.rig_type),
        }
    }
}

fn bones<'d>(model: &'d Asset<'_, ModelKind>) -> Vec<BoneSummary<'d>> {
    let bones = model.skeleton().map(|skeleton| skeleton.bones).unwrap_or_default();
    let bone = |bone: crate::model::Bone<'d>| BoneSummary {
        name: bone.name,
        index: bone.index,
        parent: bone.parent,
        pose: bone.pose.into(),
    };
    bones.into_iter().map(bone).collect()
}

fn hit_boxes<'d>(model: &'d Asset<'_, ModelKind>) -> Vec<HitBoxSummary<'d>> {
    let hit_box = |hit_box: crate::model::HitBox<'d>| HitBoxSummary {
        group: hit_box.group,
        bone: hit_box.bone,
        bounds: corners(&hit_box.bounds),
    };
    model.hit_boxes().into_iter().map(hit_box).collect()
}

fn collision_meshes<'d>(model: &'d Asset<'_, ModelKind>) -> Vec<CollisionSummary<'d>> {
    let mesh = |mesh: crate::model::CollisionMesh<'d>| CollisionSummary {
        bone: mesh.bone(),
        surface_material: mesh.surface_material(),
        convex: mesh.is_convex(),
        vertex_count: mesh.vertex_count(),
        bounds: corners(&mesh.bounds()),
    };
    model.collision_meshes().into_iter().map(mesh).collect()
}

impl<'d> AnimationSummary<'d> {
    fn new(animation: Animation<'d>) -> Self {
        Self {
            index: animation.index,
            activity: animation.activity(),
            flags: animation.flags().to_text(),
            fps: animation.fps(),
            duration: Float(animation.duration()),
            channel_count: animation.element().get("channels").and_then(Value::as_array).map_or(0, Array::len),
            event_count: animation.events().len(),
            name: animation.name,
        }
    }
}

impl<'d> MeshSummary<'d> {
    fn new(mesh: &Mesh<'d>, material: Option<Name<'d>>, hashes: bool, budget: &mut Budget) -> Self {
        let vertices = mesh.vertices(budget).ok();
        let indices = mesh.indices(budget).ok();
        let weights = mesh.weights(budget).ok().flatten();
        Self {
            name: mesh.name(),
            geometry_type: mesh.geometry_type(),
            material_index: mesh.material_index(),
            material,
            vertex_count: mesh.vertex_count(),
            index_count: mesh.index_count(),
            index_bits: if indices.as_ref().is_some_and(|indices| indices.as_u16().is_none()) { 32 } else { 16 },
            uv_sets: mesh.uv_sets(),
            weighted: weights.is_some(),
            vertices: vertices.map(|vertices| Block::new(vertices.as_bytes(), hashes)),
            indices: indices.map(|indices| Block::new(indices.as_bytes(), hashes)),
            weights: weights.map(|weights| Block::new(weights.as_bytes(), hashes)),
        }
    }
}

impl sealed::Describe for ModelKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, hashes: bool) -> Content<'d> {
        Content::Model(ModelSummary::new(asset, hashes))
    }
}
