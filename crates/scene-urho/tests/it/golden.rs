//! Scenes by hand.

use asset_scene::{Array, Id, Interpolation, Property, Scene, Semantic, Topology, Transform};
use testkit::ByteBuilder;
use urho_ani::Animation;
use urho_mdl::Model;

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

    let layout = &scene.source.as_ref().unwrap().layout;
    assert_eq!(layout["vertex_buffers"][0]["joints"]["slots"], serde_json::json!([9]));
    assert_eq!(layout["bones"][1]["radius"], 0.25);
    let restored = scene_urho::restore(&scene).unwrap().unwrap();
    testkit::assert_bytes(&restored.to_bytes().unwrap(), &bytes);
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
    let restored = scene_urho::restore(&scene).unwrap().unwrap();
    let bone = &restored.skeleton.bones[1];
    assert_eq!(bone.name, "Claw");
    assert_eq!((bone.position.to_array(), bone.rotation.to_array()), ([-3.0, 2.0, 1.0], [0.0, -0.6, 0.0, 0.8]));
    assert_eq!(restored.skeleton.bones[0], model.skeleton.bones[0]);
}

#[test]
fn what_doesnt_fit_any_more_is_told() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let (scene, _) = scene_urho::to_scene(&model, "arm", &Default::default()).unwrap();
    let misfit = |change: fn(&mut Scene<'static>)| {
        let mut scene = scene.clone().into_owned();
        change(&mut scene);
        // Blocks are given back with unchanged arrays only.
        scene.source.iter_mut().for_each(|source| source.blocks.clear());
        scene.check().unwrap();
        scene_urho::restore(&scene).unwrap_err().to_string()
    };
    assert!(misfit(|scene| scene.meshes[Id::new(1)].primitives.clear()).starts_with("mesh 1: "));
    assert!(misfit(|scene| scene.nodes[Id::new(1)].parent = None).starts_with("node 1: "));
    assert!(misfit(|scene| scene.meshes[Id::new(0)].primitives[0].topology = Topology::Lines).starts_with("mesh 0: "));
    let fewer = |scene: &mut Scene<'static>| {
        scene.skins[Id::new(0)].joints.pop();
        scene.skins[Id::new(0)].inverse_bind.pop();
    };
    assert!(misfit(fewer).starts_with("skin: "));
    let shorter = |scene: &mut Scene<'static>| {
        let indices = scene.arrays.push(Array::from_u16s([0, 1]));
        scene.meshes[Id::new(0)].primitives[0].indices = Some(indices);
    };
    assert!(misfit(shorter).starts_with("index buffer 0: "));
    let moved = |scene: &mut Scene<'static>| {
        let positions = scene.arrays.push(Array::from_f32s([[9.0_f32, 0.0, 0.0]; 3]));
        for mesh in &mut scene.meshes {
            mesh.primitives[0].attributes[0].array = positions;
        }
    };
    assert!(misfit(moved).starts_with("bounding box: "));
    let stray = |scene: &mut Scene<'static>| {
        let joints = scene.arrays.push(Array::from_u8x4([[5, 0, 0, 0]; 3], false));
        let primitives = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
        let attributes = primitives.flat_map(|primitive| &mut primitive.attributes);
        attributes.filter(|one| one.semantic == Semantic::Joints(0)).for_each(|one| one.array = joints);
    };
    let told = misfit(stray);
    assert!(told.starts_with("vertex buffer 0: ") && told.contains("bone mapping"), "{told}");
    assert_eq!(scene_urho::restore(&Scene::default()).unwrap(), None);
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
    let restored = scene_urho::restore_animation(&scene, Id::new(0)).unwrap().unwrap();
    testkit::assert_bytes(&restored.to_bytes().unwrap(), &bytes);
    assert_eq!(scene_urho::restore_animation(&scene, Id::new(1)).unwrap(), None);
}
