//! Two trees of entities are the same.

use bevy::animation::{AnimatedBy, AnimationTargetId};
use bevy::camera::primitives::Aabb;
use bevy::mesh::morph::{MeshMorphWeights, MorphWeights};
use bevy::mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy::mesh::{MeshVertexAttributeId, VertexAttributeValues};
use bevy::prelude::*;
use bevy_engine_assets::LevelOfDetail;

/// Largest difference of two numbers, of numbers above 1 relative to them.
const LIMIT: f32 = 1e-6;

/// Numbers of compared items.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) entities: usize,
    pub(crate) meshes: usize,
    pub(crate) vertices: usize,
    pub(crate) joints: usize,
    pub(crate) lights: usize,
    pub(crate) textures: usize,
}

/// Checks that our entity and all below it equal those of `bevy_gltf`.
pub(crate) fn same_trees(world: &World, ours: Entity, theirs: Entity) -> Counts {
    let mut counts = Counts::default();
    let mut waiting = vec![(ours, theirs, String::new())];
    while let Some((ours, theirs, above)) = waiting.pop() {
        let path = format!("{above}/{}", name(world, ours));
        counts.entities += 1;
        Pair { world, ours, theirs, path: &path }.check(&mut counts);
        let children = |entity: Entity| {
            let all = world.get::<Children>(entity).into_iter().flat_map(|children| children.iter());
            all.filter(|child| world.get::<LevelOfDetail>(*child).is_none()).collect::<Vec<_>>()
        };
        let (own, their) = (children(ours), children(theirs));
        assert_eq!(own.len(), their.len(), "{path}: children");
        waiting.extend(own.into_iter().zip(their).map(|(own, their)| (own, their, path.clone())));
    }
    counts
}

fn name(world: &World, entity: Entity) -> String {
    world.get::<Name>(entity).map(|name| name.to_string()).unwrap_or_default()
}

/// An entity of ours and one of `bevy_gltf`.
struct Pair<'w> {
    world: &'w World,
    ours: Entity,
    theirs: Entity,
    path: &'w str,
}

impl<'w> Pair<'w> {
    /// A component of both; panics if only one has it.
    fn both<C: Component>(&self) -> Option<(&'w C, &'w C)> {
        let found = (self.world.get::<C>(self.ours), self.world.get::<C>(self.theirs));
        match found {
            (Some(own), Some(their)) => Some((own, their)),
            (None, None) => None,
            (own, _) => {
                let whose = if own.is_some() { "ours alone" } else { "theirs alone" };
                panic!("{}: {whose} has {}", self.path, std::any::type_name::<C>())
            }
        }
    }

    fn asset<A: Asset>(&self, handle: &Handle<A>) -> &'w A {
        let found = self.world.resource::<Assets<A>>().get(handle);
        found.unwrap_or_else(|| panic!("{}: {} isn't there", self.path, std::any::type_name::<A>()))
    }

    fn check(&self, counts: &mut Counts) {
        let path = self.path;
        // Nodes without a name are called after their numbers.
        let theirs = name(self.world, self.theirs).replace("GltfNode", "Node");
        assert_eq!(name(self.world, self.ours), theirs, "{path}: name");
        if let Some((own, their)) = self.both::<Transform>() {
            let numbers = |own: &Transform| {
                let (place, turn, size) = (own.translation.to_array(), own.rotation.to_array(), own.scale.to_array());
                [&place[..], &turn, &size].concat()
            };
            same_numbers(&numbers(own), &numbers(their), path, "transform");
        }
        if let Some((own, their)) = self.both::<Aabb>() {
            let numbers = |own: &Aabb| [own.center.to_array(), own.half_extents.to_array()].concat();
            same_numbers(&numbers(own), &numbers(their), path, "bounds");
        }
        if let Some((own, their)) = self.both::<Mesh3d>() {
            counts.meshes += 1;
            counts.vertices += same_meshes(self.asset(&own.0), self.asset(&their.0), path);
        }
        if let Some((own, their)) = self.both::<MeshMaterial3d<StandardMaterial>>() {
            counts.textures += self.materials(self.asset(&own.0), self.asset(&their.0));
        }
        self.skins(counts);
        self.lights(counts);
        self.both::<Camera3d>();
        self.both::<Projection>();
        self.both::<AnimationPlayer>();
        self.both::<AnimatedBy>();
        self.both::<MeshMorphWeights>();
        if let Some((own, their)) = self.both::<AnimationTargetId>() {
            assert!(own == their || path.contains("/Node"), "{path}: animation target");
        }
        if let Some((own, their)) = self.both::<MorphWeights>() {
            same_numbers(own.weights(), their.weights(), path, "weights of morph targets");
        }
    }

    fn skins(&self, counts: &mut Counts) {
        let Some((own, their)) = self.both::<SkinnedMesh>() else { return };
        let names = |skin: &SkinnedMesh| {
            let joints = skin.joints.iter().map(|joint| name(self.world, *joint).replace("GltfNode", "Node"));
            joints.collect::<Vec<_>>()
        };
        assert_eq!(names(own), names(their), "{}: joints", self.path);
        counts.joints += own.joints.len();
        let matrices = |skin: &SkinnedMesh| {
            let matrices: &SkinnedMeshInverseBindposes = self.asset(&skin.inverse_bindposes);
            matrices.iter().flat_map(Mat4::to_cols_array).collect::<Vec<f32>>()
        };
        same_numbers(&matrices(own), &matrices(their), self.path, "inverse bind matrices");
    }

    fn lights(&self, counts: &mut Counts) {
        if let Some((own, their)) = self.both::<DirectionalLight>() {
            counts.lights += 1;
            same_numbers(&[own.illuminance], &[their.illuminance], self.path, "light");
        }
        if let Some((own, their)) = self.both::<PointLight>() {
            counts.lights += 1;
            same_numbers(&[own.intensity, own.range], &[their.intensity, their.range], self.path, "light");
        }
        if let Some((own, their)) = self.both::<SpotLight>() {
            counts.lights += 1;
            let numbers = |own: &SpotLight| [own.intensity, own.range, own.inner_angle, own.outer_angle];
            same_numbers(&numbers(own), &numbers(their), self.path, "light");
        }
    }

    /// Compares materials. Returns how many textures they have.
    fn materials(&self, own: &StandardMaterial, their: &StandardMaterial) -> usize {
        let numbers = |own: &StandardMaterial| {
            let colors = [own.base_color.to_linear(), own.emissive, own.specular_tint.to_linear()];
            let colors = colors.iter().flat_map(|color| color.to_f32_array()).collect::<Vec<_>>();
            let uv = own.uv_transform.to_cols_array();
            [&colors[..], &[own.perceptual_roughness, own.metallic, own.reflectance, own.ior], &uv].concat()
        };
        same_numbers(&numbers(own), &numbers(their), self.path, "factors");
        let kinds = |own: &StandardMaterial| (own.double_sided, own.cull_mode, own.unlit, own.alpha_mode);
        assert_eq!(kinds(own), kinds(their), "{}: material", self.path);
        let textures = |own: &StandardMaterial| {
            [
                (own.base_color_texture.clone(), own.base_color_channel.clone()),
                (own.normal_map_texture.clone(), own.normal_map_channel.clone()),
                (own.metallic_roughness_texture.clone(), own.metallic_roughness_channel.clone()),
                (own.emissive_texture.clone(), own.emissive_channel.clone()),
                (own.occlusion_texture.clone(), own.occlusion_channel.clone()),
            ]
        };
        let mut count = 0;
        for ((own, own_channel), (their, their_channel)) in textures(own).into_iter().zip(textures(their)) {
            assert_eq!((own.is_some(), own_channel), (their.is_some(), their_channel), "{}: texture", self.path);
            if let Some((own, their)) = own.zip(their) {
                count += 1;
                self.images(self.asset(&own), self.asset(&their));
            }
        }
        count
    }

    fn images(&self, own: &Image, their: &Image) {
        let path = self.path;
        assert_eq!(own.texture_descriptor.size, their.texture_descriptor.size, "{path}: size of a texture");
        assert_eq!(own.texture_descriptor.format, their.texture_descriptor.format, "{path}: format of a texture");
        assert_eq!(format!("{:?}", own.sampler), format!("{:?}", their.sampler), "{path}: sampler");
        // Decoders of jpg differ by rounding.
        let bytes = own.data.iter().flatten().zip(their.data.iter().flatten());
        let most = bytes.map(|(own, their)| own.abs_diff(*their)).max();
        assert!(most.is_some_and(|most| most <= 2), "{path}: pixels differ by {most:?}");
    }
}

/// Compares meshes. Returns their number of vertices.
fn same_meshes(own: &Mesh, their: &Mesh, path: &str) -> usize {
    assert_eq!(own.primitive_topology(), their.primitive_topology(), "{path}: topology");
    assert_eq!(own.indices(), their.indices(), "{path}: indices");
    let ids =
        |mesh: &Mesh| mesh.attributes().map(|(attribute, _)| attribute.id).collect::<Vec<MeshVertexAttributeId>>();
    assert_eq!(ids(own), ids(their), "{path}: attributes");
    for ((attribute, own), (_, their)) in own.attributes().zip(their.attributes()) {
        match (floats(own), floats(their)) {
            (Some(own), Some(their)) => same_numbers(&own, &their, path, attribute.name),
            _ => assert_eq!(own.get_bytes(), their.get_bytes(), "{path}: {}", attribute.name),
        }
    }
    let morphs = |mesh: &Mesh| {
        let deltas = mesh.morph_targets().into_iter().flatten();
        deltas.flat_map(|delta| [delta.position, delta.normal, delta.tangent]).flat_map(|row| row.to_array()).collect()
    };
    let (mut own_morphs, their_morphs): (Vec<f32>, Vec<f32>) = (morphs(own), morphs(their));
    if own_morphs.len() != their_morphs.len() {
        // bevy_gltf leaves out targets whose array has no stored number; then the others have wrong places.
        let target = own.count_vertices() * 9;
        let targets = own_morphs.chunks(target).filter(|target| target.iter().any(|number| *number != 0.0));
        own_morphs = targets.flatten().copied().collect();
    }
    same_numbers(&own_morphs, &their_morphs, path, "morph targets");
    assert_eq!(own.morph_target_names(), their.morph_target_names(), "{path}: names of morph targets");
    own.count_vertices()
}

fn floats(values: &VertexAttributeValues) -> Option<Vec<f32>> {
    match values {
        VertexAttributeValues::Float32x2(rows) => Some(rows.concat()),
        VertexAttributeValues::Float32x3(rows) => Some(rows.concat()),
        VertexAttributeValues::Float32x4(rows) => Some(rows.concat()),
        _ => None,
    }
}

/// Checks that numbers are the same within the limit.
pub(crate) fn same_numbers(own: &[f32], their: &[f32], path: &str, what: &str) {
    assert_eq!(own.len(), their.len(), "{path}: {what}");
    for (own, their) in own.iter().zip(their) {
        let limit = LIMIT * own.abs().max(1.0);
        assert!(own == their || (own - their).abs() <= limit, "{path}: {what}: {own} instead of {their}");
    }
}
