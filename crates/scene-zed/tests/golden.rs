//! Scenes by hand.

use asset_scene::{Array, Scene, Semantic, urho, zed};
use testkit::ByteBuilder;
use urho_mdl::Model;

fn positions(scene: &Scene<'_>, mesh: usize) -> Vec<[f32; 3]> {
    let primitive = &scene.meshes[mesh].primitives[0];
    scene.arrays[primitive.attribute(&Semantic::Position).unwrap()].to_f32s().unwrap()
}

fn array<'s>(scene: &'s Scene<'_>, semantic: &Semantic) -> &'s Array<'s> {
    &scene.arrays[scene.meshes[0].primitives[0].attribute(semantic).unwrap()]
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
fn a_model_becomes_one_of_the_other_engine() {
    let bytes = arm();
    let model = Model::parse(&bytes).unwrap();
    let (scene, _) = urho::scene(&model, "arm");
    let (made, findings) = zed::model(&scene, zed::Dialect::ENGINE).unwrap();
    let mesh = made.mesh(0).unwrap();
    assert_eq!(mesh.positions().iter().collect::<Vec<_>>(), positions(&scene, 0));
    // Clockwise there as here.
    assert_eq!(mesh.triangles().collect::<Vec<_>>(), [[0, 1, 2]]);
    assert_eq!(made.meshes().count(), 1, "coarser levels are left out");
    let said: Vec<String> = findings.iter().map(|finding| finding.message.clone()).collect();
    assert!(
        said.iter().any(|said| said.contains("skin")) && said.iter().any(|said| said.contains("morph")),
        "{said:?}"
    );

    let bytes = made.to_bytes().unwrap();
    let (back, findings) = zed::scene(&made, "arm");
    back.check().unwrap();
    assert!(findings.is_empty());
    assert_eq!(positions(&back, 0), positions(&scene, 0));
    assert_eq!(back.arrays[back.meshes[0].primitives[0].indices.unwrap()].to_u32s().unwrap(), [0, 2, 1]);
    let restored = zed::restore_model(&back).unwrap().unwrap();
    testkit::assert_bytes(&restored.to_bytes().unwrap(), &bytes);
}
