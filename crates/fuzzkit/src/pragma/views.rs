//! Calls everything that you can ask an asset for.

use std::hint::black_box;

use binio::{Budget, Limits};
use pragma_asset::ik::IkRigKind;
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{
    Animation, AnimationsKind, Asset, Encoding, IkRig, Kind, Map, Material, MaterialKind, Mesh, MeshData, Model,
    NavMesh, Particles, ParticlesKind, Skeleton,
};
use udm::Document;

/// Returns a budget to decompress an asset, which will be large enough for a real asset.
fn budget() -> Budget {
    let limits = Limits::default().max_expanded_bytes(1 << 22);
    limits.budget()
}

/// Returns the document as an asset of another kind. If this is the wrong kind, returns `None`.
fn of<K: Kind>(document: &Document<'_>) -> Option<Asset<'static, K>> {
    Asset::from_document(document.clone().into_owned(), Encoding::Binary).ok()
}

/// Calls all accessors of an asset, whatever its kind is.
pub fn look_at<K: Kind>(asset: &Asset<'_, K>) {
    let document = &asset.document;
    of::<ModelKind>(document).iter().for_each(model);
    of::<MaterialKind>(document).iter().for_each(material);
    of::<MapKind>(document).iter().for_each(map);
    of::<NavMeshKind>(document).iter().for_each(nav);
    of::<ParticlesKind>(document).iter().for_each(particles);
    of::<AnimationsKind>(document).into_iter().for_each(|animations| {
        let mut budget = budget();
        for channel in animations.animations().iter().flat_map(pragma_asset::ChannelAnimation::channels) {
            let curve = channel.curve(&mut budget);
            for time in [-1.0, 0.0, 0.5, 1e9, f32::NAN] {
                black_box(curve.as_ref().ok().and_then(|curve| curve.at(time)));
            }
        }
    });
    of::<IkRigKind>(document).iter().for_each(ik);
}

fn model(model: &Model<'_>) {
    let mut budget = budget();
    let skeleton = model.skeleton();
    for animation in model.animations() {
        frames(&animation, skeleton.as_ref(), &mut budget);
    }
    for of in model.meshes() {
        mesh(model, &of, &mut budget);
    }
    for of in model.collision_meshes() {
        black_box((
            of.vertices(&mut budget).ok(),
            of.triangles(&mut budget).ok(),
            of.soft_body().map(|body| body.mesh),
        ));
    }
    black_box((model.lods(), model.attachments(), model.object_attachments(), model.flexes(), model.eyeballs()));
    black_box((model.flex_controllers(), model.phonemes(), model.joints(), model.ik_controllers()));
    for morph in model.morph_target_animations() {
        for mesh in morph.meshes() {
            (0..mesh.frame_count()).for_each(|frame| drop(black_box(mesh.frame(frame, &mut budget))));
        }
    }
    model.flex_animations().iter().for_each(|animation| drop(black_box(animation.channels(&mut budget))));
    edits(model);
}

fn frames(animation: &Animation<'_>, skeleton: Option<&Skeleton<'_>>, budget: &mut Budget) {
    let Ok(frames) = animation.frames(skeleton, budget) else { return };
    for cycle in [-1.0, 0.0, 0.3, 1.0, f32::NAN] {
        assert!(frames.is_empty() || frames.sample(cycle).len() == frames.bones.len(), "a pose for each bone");
        if let Some(skeleton) = skeleton {
            assert_eq!(frames.sample_skeleton(cycle, skeleton).len(), skeleton.len());
        }
        black_box(frames.cycle_at(cycle));
    }
}

/// Checks that nothing changes if you write the same values.
fn mesh(model: &Model<'_>, mesh: &Mesh<'_>, budget: &mut Budget) {
    black_box((mesh.alphas(budget).ok(), mesh.extended_weights(budget).ok(), model.material_of(mesh, 1)));
    let Ok(data) = MeshData::read(mesh, budget) else { return };
    let mut edited = model.clone();
    if edited.set_mesh(mesh.id(), &data).is_ok() {
        let meshes = edited.meshes();
        let same = meshes.iter().find(|other| other.id() == mesh.id()).expect("it is where it was");
        let read = MeshData::read(same, &mut self::budget()).expect("the written document is readable");
        assert_eq!(bits(&read), bits(&data), "the written document differs when read");
    }
}

/// Returns the bits of all numbers in a mesh, because they could be NaN.
fn bits(mesh: &MeshData) -> Vec<u32> {
    let positions = mesh.positions.iter().flat_map(pragma_asset::glam::Vec3::to_array);
    let weights = mesh.weights.iter().flatten().copied();
    positions.chain(weights).map(f32::to_bits).chain(mesh.indices.iter().copied()).collect()
}

fn edits(model: &Model<'_>) {
    let mut edited = model.clone();
    edited.set_hit_boxes(&model.hit_boxes());
    edited.set_attachments(&model.attachments());
    edited.set_skins(&model.skins());
    edited.set_bounds(&model.bounds());
    edited.set_lods(&model.lods());
    let bones = model.skeleton().map(|skeleton| skeleton.bones).unwrap_or_default();
    for bone in bones.iter().take(4) {
        if let Some(name) = bone.name.as_str() {
            if edited.rename_bone(name, "renamed").is_ok() {
                assert!(edited.skeleton().is_some_and(|skeleton| skeleton.find("renamed").is_some()));
                let _ = edited.rename_bone("renamed", name);
            }
        }
    }
    black_box(edited.to_bytes().ok());
}

fn material(material: &Material<'_>) {
    black_box((material.shader(), material.textures(), material.properties(), material.base_material()));
    let mut edited = material.clone();
    if edited.set_texture("t", "p").is_ok() {
        assert_eq!(edited.texture("t").expect("it was set"), "p");
        assert!(edited.remove_texture("t"));
    }
}

fn map(map: &Map<'_>) {
    let mut budget = budget();
    for entity in map.entities() {
        black_box((entity.outputs(), entity.components(), entity.key_values(), entity.bsp_leaves()));
    }
    if let Some(bsp) = map.bsp() {
        black_box(bsp.nodes(&mut budget).ok());
        if let Ok(visibility) = bsp.visibility(&mut budget) {
            black_box((visibility.sees(0, 0), visibility.sees(u64::MAX, u64::MAX)));
        }
    }
    black_box(map.cluster_meshes(&mut budget).ok());
    let mut edited = map.clone();
    for index in 0..map.entity_count().min(4) {
        let Some(mut entity) = edited.entity_mut(index) else { continue };
        let on = !entity.get().is_clientside_only();
        entity.set_clientside_only(on);
        assert_eq!(entity.get().is_clientside_only(), on, "a flag that doesn't stay");
        entity.set_pose(&super::strategies::example_pose());
        assert_eq!(entity.get().pose(), super::strategies::example_pose());
    }
}

fn nav(nav: &NavMesh<'_>) {
    let mut budget = budget();
    let (mesh, detail) = (nav.poly_mesh(), nav.detail());
    black_box((
        nav.config(),
        mesh.positions(&mut budget).ok(),
        mesh.polygons(&mut budget).ok(),
        mesh.areas(&mut budget).ok(),
    ));
    black_box((
        detail.vertices(&mut budget).ok(),
        detail.triangles(&mut budget).ok(),
        detail.polygons(&mut budget).ok(),
    ));
}

fn particles(particles: &Particles<'_>) {
    for system in particles.systems() {
        black_box((
            system.key_values(),
            system.initializers(),
            system.operators(),
            system.renderers(),
            system.children(),
        ));
        let mut edited = particles.clone();
        if let Some(name) = system.name.as_str() {
            black_box(edited.rename_system(name, "renamed").is_ok());
            black_box(edited.set_key_value("renamed", "k", "v").is_ok());
        }
    }
}

fn ik(rig: &IkRig<'_>) {
    black_box((rig.bones(), rig.controls(), rig.constraints(), rig.joints()));
}
