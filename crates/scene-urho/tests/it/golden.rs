//! Scenes by hand.

use asset_scene::{Array, Id, Interpolation, Property, Scene, Semantic, Transform};
use scene_urho::{CreateModelOptions, CreatedModel};
use testkit::ByteBuilder;
use urho_ani::Animation;
use urho_mdl::Model;
use urho_mdl::glam::Vec3;

use crate::kit;

fn positions(scene: &Scene<'_>, mesh: usize) -> Vec<[f32; 3]> {
    let primitive = &scene.meshes[Id::new(mesh)].primitives[0];
    scene.arrays[primitive.attribute(&Semantic::Position).unwrap()].to_f32s().unwrap()
}

fn array<'s>(scene: &'s Scene<'_>, semantic: &Semantic) -> &'s Array<'s> {
    &scene.arrays[scene.meshes[Id::new(0)].primitives[0].attribute(semantic).unwrap()]
}

/// Two bones and a triangle that is bound to them through a mapping, with a morph that moves its last corner.
fn arm() -> Vec<u8> {
    let bones = |bytes: ByteBuilder| {
        let identity = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0_f32];
        let offset = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0_f32];
        let bytes = bytes.u32(2).cstr("Shoulder").u32(0).f32s(&[1.0, 2.0, 3.0]);
        let bytes = bytes.f32s(&[0.5, 0.5, 0.5, 0.5]).f32s(&[1.0, 1.0, 1.0]).f32s(&identity).u8(0);
        let bytes = bytes.cstr("Hand").u32(0).f32s(&[4.0, 0.0, 0.0]).f32s(&[1.0, 0.0, 0.0, 0.0]);
        bytes.f32s(&[2.0, 2.0, 2.0]).f32s(&offset).u8(1).f32s(&[0.25])
    };
    let vertex = |bytes: ByteBuilder, corner: [f32; 3], weights: [f32; 4], blend: [u8; 4]| {
        bytes.f32s(&corner).f32s(&weights).raw(&blend)
    };
    // Position, blend weights, blend indices.
    let bytes = ByteBuilder::new().raw(b"UMDL").u32(1).u32(3).u32(0x301).u32(2).u32(1);
    let bytes = vertex(bytes, [1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0], [0, 0, 0, 0]);
    let bytes = vertex(bytes, [4.0, 5.0, 6.0], [0.5, 0.5, 0.0, 0.0], [0, 1, 0, 0]);
    // The unused slot isn't zero, as some exporters have it.
    let bytes = vertex(bytes, [0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1, 7, 0, 0]);
    let bytes = bytes.u32(1).u32(3).u32(2).u16(0).u16(1).u16(2);
    let bytes = bytes.u32(1).u32(2).u32(1).u32(0).u32(2);
    let bytes = bytes.f32s(&[0.0]).u32(0).u32(0).u32(0).u32(0).u32(3);
    let bytes = bytes.f32s(&[10.0]).u32(0).u32(0).u32(0).u32(0).u32(3);
    let bytes = bytes.u32(1).cstr("Fist").u32(1).u32(0).u32(1).u32(1).u32(2).f32s(&[7.0, 8.0, 9.0]);
    bones(bytes).f32s(&[0.0, -1.0, 0.0, 6.0, 5.0, 6.0]).build()
}

#[test]
fn a_skinned_triangle_is_mirrored() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let (scene, findings) = scene_urho::to_scene(&model, "arm", &Default::default()).unwrap();
    scene.check().unwrap();
    assert!(findings.is_empty(), "{findings:?}");

    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Shoulder", "Hand", "arm", "arm_LOD1"]);
    assert_eq!(scene.nodes[Id::new(1)].parent, Some(Id::new(0)));
    let Transform::Trs { translation, rotation, scale } = scene.nodes[Id::new(0)].transform else { panic!() };
    assert_eq!((translation, rotation, scale), ([-1.0, 2.0, 3.0], [0.5, -0.5, -0.5, 0.5], [1.0; 3]));

    let skin = &scene.skins[Id::new(0)];
    assert_eq!(skin.joints, [Id::new(0), Id::new(1)]);
    let columns = [1.0, -5.0, -9.0, 0.0, -2.0, 6.0, 10.0, 0.0, -3.0, 7.0, 11.0, 0.0, -4.0, 8.0, 12.0, 1.0];
    assert_eq!(skin.inverse_bind[1], columns);

    assert_eq!(positions(&scene, 0), [[-1.0, 2.0, 3.0], [-4.0, 5.0, 6.0], [0.0, -1.0, 0.0]]);
    // The mapping says that the first of two is bone 1.
    let joints = array(&scene, &Semantic::Joints(0));
    assert_eq!(joints.to_u32s().unwrap(), [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let primitive = &scene.meshes[Id::new(0)].primitives[0];
    assert_eq!(scene.arrays[primitive.indices.unwrap()].to_u32s().unwrap(), [0, 2, 1]);
    let target = &scene.arrays[primitive.target_attribute(0, &Semantic::Position).unwrap()];
    assert_eq!(target.to_f32s::<3>().unwrap()[2], [-7.0, 8.0, 9.0]);
    assert_eq!(scene.meshes[Id::new(0)].morph_names, ["Fist"]);

    // 10 sizes of a box of 6 × 6 × 6 away, the second level begins.
    assert_eq!(scene.nodes[Id::new(2)].lods.len(), 1);
    assert_eq!(
        (scene.nodes[Id::new(2)].lods[0].node, scene.nodes[Id::new(2)].lods[0].distance),
        (Id::new(3), Some(60.0))
    );
    assert_eq!((scene.nodes[Id::new(2)].skin, scene.nodes[Id::new(2)].parent), (Some(Id::new(0)), None));

    assert_eq!(scene.source.as_ref().unwrap().original.as_deref(), Some(bytes.as_slice()));
    testkit::assert_bytes(&update(&scene).model.to_bytes().unwrap(), &bytes);
}

#[test]
fn what_is_edited_goes_back() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let (scene, _) = scene_urho::to_scene(&model, "arm", &Default::default()).unwrap();
    let mut scene = scene.into_owned();
    scene.nodes[Id::new(1)].name = "Claw".to_owned();
    scene.nodes[Id::new(1)].transform =
        Transform::Trs { translation: [3.0, 2.0, 1.0], rotation: [0.0, 0.6, 0.0, 0.8], scale: [1.0; 3] };
    let updated = update(&scene).model;
    let bone = &updated.skeleton.bones[1];
    assert_eq!(bone.name, "Claw");
    assert_eq!((bone.position.to_array(), bone.rotation.to_array()), ([-3.0, 2.0, 1.0], [0.0, -0.6, 0.0, 0.8]));
    assert_eq!(updated.skeleton.bones[0], model.skeleton.bones[0]);
    assert_eq!(updated.vertex_buffers, model.vertex_buffers);
    assert_eq!(updated.geometries, model.geometries);
}

/// The original of a scene with the scene's edits.
fn update(scene: &Scene<'_>) -> CreatedModel {
    scene.check().unwrap();
    let original = scene_urho::original(scene).unwrap().unwrap();
    scene_urho::update(&original, scene, &CreateModelOptions::default()).unwrap()
}

#[test]
fn each_edit_changes_what_it_names() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let (scene, _) = scene_urho::to_scene(&model, "arm", &Default::default()).unwrap();
    let edited = |change: fn(&mut Scene<'static>)| {
        let mut scene = scene.clone().into_owned();
        change(&mut scene);
        update(&scene).model
    };
    // The coarser level is gone, and nothing else.
    let fewer = edited(|scene| {
        let first = scene.nodes.ids().find(|node| !scene[*node].lods.is_empty()).unwrap();
        let coarser = scene[first].lods.remove(0).node;
        scene[coarser].mesh = None;
    });
    assert_eq!((fewer.geometries[0].lods.len(), &fewer.skeleton), (1, &model.skeleton));
    // A bone becomes a root.
    let rooted = edited(|scene| scene.nodes[Id::new(1)].parent = None);
    assert_eq!((rooted.skeleton.bones[1].parent, rooted.skeleton.bones[0].parent), (1, 0));
    assert_eq!(rooted.vertex_buffers, model.vertex_buffers);
    // One corner moves in place: all levels draw it.
    let moved = edited(|scene| {
        let array = scene.meshes[Id::new(0)].primitives[0].attribute(&Semantic::Position).unwrap();
        let mut rows = scene[array].to_f32s::<3>().unwrap();
        rows[1] = [9.0, 5.0, 6.0];
        scene[array] = Array::from_f32s(rows);
    });
    let corners = |model: &Model<'_>| model.vertex_buffers[0].positions().unwrap().to_vec();
    let (was, is) = (corners(&model), corners(&moved));
    assert_eq!((is.len(), is[0], is[2], is[1].to_array()), (was.len(), was[0], was[2], [-9.0, 5.0, 6.0]));
    assert_eq!(
        (&moved.morphs, &moved.geometries, &moved.skeleton),
        (&model.morphs, &model.geometries, &model.skeleton)
    );
    assert!(moved.bounds.min.x <= -9.0 && moved.bounds.max == model.bounds.max);
    // A morph moves otherwise.
    let morphed = edited(|scene| {
        let array = scene.meshes[Id::new(0)].primitives[0].target_attribute(0, &Semantic::Position).unwrap();
        let mut rows = scene[array].to_f32s::<3>().unwrap();
        rows[2] = [0.5, 0.0, 0.0];
        scene[array] = Array::from_f32s(rows);
    });
    assert_eq!(morphed.morphs[0].buffers[0].positions().unwrap().to_vec(), [Vec3::new(-0.5, 0.0, 0.0)]);
    assert_eq!(morphed.vertex_buffers, model.vertex_buffers);
    // Another distance, another name.
    let distant = edited(|scene| {
        let first = scene.nodes.ids().find(|node| !scene[*node].lods.is_empty()).unwrap();
        scene[first].lods[0].distance = Some(120.0);
        scene.meshes.iter_mut().for_each(|mesh| mesh.morph_names = vec!["Clench".into()]);
    });
    assert_eq!(
        (distant.geometries[0].lods[1].distance, distant.morphs[0].name.to_string()),
        (20.0, "Clench".to_owned())
    );
    assert_eq!(distant.vertex_buffers, model.vertex_buffers);
    assert_eq!(scene_urho::original(&Scene::default()).unwrap(), None);
}

#[test]
fn an_animation_moves_bones() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let key = |bytes: ByteBuilder, time: f32| bytes.f32s(&[time, 1.0, 2.0, 3.0]).f32s(&[0.1, 0.2, 0.3, 0.4]);
    let bytes = ByteBuilder::new().raw(b"UANI").cstr("Wave").f32s(&[2.0]).u32(3);
    let bytes = key(key(bytes.cstr("Hand").u8(3).u32(2), 0.0), 2.0);
    let bytes = bytes.cstr("Hat").u8(4).u32(1).f32s(&[0.0, 1.0, 2.0, 3.0]);
    let bytes = bytes.cstr("Hat").u8(1).u32(1).f32s(&[0.5, 1.0, 2.0, 3.0]).build();
    let animation = Animation::parse(&bytes).unwrap();
    let (mut scene, _) = scene_urho::to_scene(&model, "arm", &Default::default()).unwrap();
    let (_, findings) = scene_urho::add_animation(&mut scene, animation.borrowed(), "wave");
    scene.check().unwrap();

    let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("note: track 1: ") && said[1].starts_with("note: track 2: "), "{said:?}");
    let channels = &scene.animations[Id::new(0)].channels;
    let what: Vec<_> = channels.iter().map(|channel| (channel.node.index(), channel.property)).collect();
    assert_eq!(what, [(1, Property::Translation), (1, Property::Rotation), (4, Property::Translation)]);
    assert!(channels.iter().all(|channel| channel.interpolation == Interpolation::Linear));
    assert_eq!(scene.nodes[Id::new(4)].name, "Hat");
    assert_eq!(scene.arrays[channels[1].times].to_f32s::<1>().unwrap(), [[0.0], [2.0]]);
    assert_eq!(scene.arrays[channels[0].values].to_f32s::<3>().unwrap()[0], [-1.0, 2.0, 3.0]);
    assert_eq!(scene.arrays[channels[1].values].to_f32s::<4>().unwrap()[1], [0.2, -0.3, -0.4, 0.1]);
    assert_eq!(kit::unmoved(&scene, Id::new(0), &animation), Ok(()));
    assert_eq!(scene_urho::original_animation(&scene, Id::new(1)).unwrap(), None);
    // Channels that are taken out are gone; the track that moves nothing and its namesake stay.
    let mut scene = scene.into_owned();
    scene.animations[Id::new(0)].channels.retain(|channel| channel.node != Id::new(1));
    let mut findings = binio::Findings::new();
    let updated = scene_urho::updated_animation(&scene, Id::new(0), &Default::default(), &mut findings);
    let updated = updated.unwrap().unwrap();
    assert_eq!(updated.tracks, animation.tracks[1..]);
    assert!(findings.iter().any(|one| one.kind.as_str() == "scene-urho/track-removed"), "{findings:?}");
}
