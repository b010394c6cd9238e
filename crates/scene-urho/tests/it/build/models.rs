//! Models.

use asset_scene::{Array, Id, Primitive, Scene, Semantic, Skin, Topology, Transform};
use scene_adapter::surface::Tangents;
use scene_urho::{CreateModelOptions, UpAxis, create, update};
use urho_mdl::Version;
use urho_mdl::glam::{Vec3, Vec4};

use crate::kit::compare::{assert_no_warnings, check, check_scaled};
use fuzzkit::scene::by_hand::{arm, at, attribute, back, cuboid, mesh, node, ribbon};

pub(super) fn options() -> CreateModelOptions {
    CreateModelOptions::default().tangents(Tangents::Always)
}

/// A box at a place.
pub(super) fn box_scene(transform: Transform) -> Scene<'static> {
    let mut scene = Scene::default();
    let primitive = cuboid(&mut scene, [1.0, 2.0, 3.0]);
    let mesh = mesh(&mut scene, "Box", primitive);
    let node = node(&mut scene, "Box", None, transform);
    scene.nodes[node].mesh = Some(mesh);
    scene
}

#[test]
fn a_box_stands_where_its_node_stands() {
    let (model, _) = check(&box_scene(at(10.0, 20.0, 30.0)), &options()).unwrap();
    assert!(model.skeleton.bones.is_empty());
    assert_eq!(model.bounds.min, Vec3::new(-11.0, 18.0, 27.0));
    assert_eq!(model.bounds.max, Vec3::new(-9.0, 22.0, 33.0));
    assert!(model.center(0).distance(Vec3::new(-10.0, 20.0, 30.0)) < 1e-5);
    assert_no_warnings(&model);
    assert_eq!(model.version, Version::Umd2);
}

#[test]
fn flat_normals_point_outward() {
    for (transform, center) in [
        (at(0.0, 0.0, 0.0), Vec3::ZERO),
        (
            Transform::Trs {
                translation: [1.0, 2.0, 3.0],
                rotation: fuzzkit::scene::by_hand::turn([0.0, 1.0, 0.0], 30.0),
                scale: [-1.0, 2.0, 0.5],
            },
            Vec3::new(-1.0, 2.0, 3.0),
        ),
    ] {
        let (model, _) = check(&box_scene(transform), &options()).unwrap();
        let buffer = &model.vertex_buffers[0];
        assert_eq!(buffer.vertex_count, 24, "both triangles of a side share two vertices");
        let (positions, normals) = (buffer.positions().unwrap(), buffer.normals().unwrap());
        for [a, b, c] in model.triangles(&model.geometries[0].lods[0]) {
            let [pa, pb, pc] = [a, b, c].map(|corner| positions.get(corner as usize).unwrap());
            // The engine's fronts are clockwise, seen from outside.
            let outward = (pb - pa).cross(pc - pa).normalize();
            assert!(outward.dot(pa - center) > 0.0);
            for corner in [a, b, c] {
                assert!(normals.get(corner as usize).unwrap().distance(outward) < 1e-5);
            }
        }
    }
}

#[test]
fn scale_and_up_axis() {
    let mut turned = box_scene(at(0.0, 0.0, 5.0));
    turned.nodes[Id::new(0)].transform = Transform::Trs {
        translation: [1.0, 0.0, 5.0],
        rotation: fuzzkit::scene::by_hand::turn([1.0, 0.0, 0.0], 20.0),
        scale: [1.0, 2.0, 1.0],
    };
    let units = (0.01, UpAxis::Z);
    let (model, _) = check_scaled(&turned, &options(), units).unwrap();
    assert!((model.center(0) - Vec3::new(-0.01, 0.05, 0.0)).length() < 1e-6);
    let (model, _) = check_scaled(&turned, &options().keep_hierarchy(true), units).unwrap();
    assert_eq!(model.skeleton.bones.len(), 2);
    assert_eq!(model.skeleton.bones[0].name, *"Root");
    check_scaled(&arm(), &options(), units).unwrap();
}

#[test]
fn a_mesh_shown_twice_is_there_twice() {
    let mut scene = box_scene(at(0.0, 0.0, 0.0));
    let second = node(&mut scene, "Box", Some(Id::new(0)), at(0.0, 10.0, 0.0));
    scene.nodes[second].mesh = Some(Id::new(0));
    let (model, _) = check(&scene, &options()).unwrap();
    assert_eq!((model.geometries.len(), model.vertex_buffers.len()), (2, 1));
    let kept = options().keep_hierarchy(true);
    let built = create(&scene, &kept).unwrap();
    let (model, findings) = (built.model, built.findings);
    let names: Vec<String> = model.skeleton.bones.iter().map(|bone| bone.name.to_string()).collect();
    assert_eq!(names, ["Box", "Box_2"]);
    assert!(findings.iter().any(|finding| finding.message.contains("Box_2")));
    check(&scene, &kept).unwrap();
    assert_no_warnings(&model);
}

#[test]
fn sheared_nodes_are_two_bones() {
    let mut scene = box_scene(at(0.0, 1.0, 0.0));
    let columns = [1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, -0.3, 2.0, 0.0, 4.0, 5.0, 6.0, 1.0];
    scene.nodes[Id::new(0)].transform = Transform::Matrix(columns);
    let inner = node(&mut scene, "Inner", Some(Id::new(0)), at(1.0, 1.0, 1.0));
    scene.nodes[inner].mesh = Some(Id::new(0));
    check(&scene, &options()).unwrap();
    let (model, _) = check(&scene, &options().keep_hierarchy(true)).unwrap();
    assert_eq!(model.skeleton.bones.len(), 3);
    assert_no_warnings(&model);
}

#[test]
fn two_bones_and_a_rigid_mesh() {
    let mut scene = arm();
    let primitive = cuboid(&mut scene, [0.1; 3]);
    let hand = mesh(&mut scene, "Hand", primitive);
    let place = node(&mut scene, "Hand", Some(Id::new(2)), at(0.0, 1.0, 0.0));
    scene.nodes[place].mesh = Some(hand);
    let (model, _) = check(&scene, &options()).unwrap();
    assert_eq!(model.skeleton.bones.len(), 4);
    assert!(model.geometries.iter().all(|geometry| geometry.bone_mapping.is_empty()));
    // Different elements, different buffers: flat boxes have no texture coordinates.
    assert_eq!(model.vertex_buffers.len(), 2);
    // But that the arm's mesh is where its inverse bind matrices say, and not its bones.
    let findings = model.validate();
    assert!(findings.iter().all(|finding| finding.severity < binio::Severity::Error), "{findings:?}");
}

#[test]
fn two_skins_with_different_binds() {
    let mut scene = arm();
    let primitive = ribbon(&mut scene, 1.0, 4, |share| ([1, 0, 0, 0], [share, 1.0 - share, 0.0, 0.0]));
    let sleeve = mesh(&mut scene, "Sleeve", primitive);
    let place = node(&mut scene, "Sleeve", None, at(0.0, 0.0, 0.0));
    let scaled = Transform::Trs { translation: [0.0, 0.3, 0.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [2.0; 3] };
    scene.skins.push(Skin {
        joints: vec![Id::new(1), Id::new(2)],
        inverse_bind: vec![scaled.to_mat4().to_cols_array(), back(0.5, 1.0, 3.0)],
        ..Skin::default()
    });
    scene.nodes[place].mesh = Some(sleeve);
    scene.nodes[place].skin = Some(Id::new(1));
    let (model, _) = check(&scene, &options()).unwrap();
    let helper = model.skeleton.find("Upper_Bind").unwrap();
    assert_eq!(model.skeleton.parent(helper), model.skeleton.find("Upper"));
    assert_eq!(model.skeleton.find("Lower_Bind"), None, "the same bind needs no helper");
}

#[test]
fn tangents_are_those_of_the_engine() {
    let scene = arm();
    let model = create(&scene, &options()).unwrap().model;
    let made: Vec<Vec4> = model.vertex_buffers[0].tangents().unwrap().iter().collect();
    let mut other = model.clone();
    other.generate_tangents().unwrap();
    for (made, expected) in made.iter().zip(other.vertex_buffers[0].tangents().unwrap().iter()) {
        assert!(made.distance(expected) < 1e-4, "{made} isn't {expected}");
    }
    let model = create(&scene, &options().tangents(false)).unwrap().model;
    assert!(model.vertex_buffers[0].tangents().is_none());
}

#[test]
fn mirrored_texture_coordinates_part_vertices() {
    let mut scene = Scene::default();
    // Two quads side by side; on the second the texture runs back.
    let positions =
        [[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0_f32]];
    let uvs = [[0.0, 1.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 0.0_f32]];
    let attributes = vec![
        attribute(&mut scene, Semantic::Position, Array::from_f32s(positions)),
        attribute(&mut scene, Semantic::Normal, Array::from_f32s([[0.0, 0.0, 1.0]; 6])),
        attribute(&mut scene, Semantic::TexCoord(0), Array::from_f32s(uvs)),
    ];
    let indices = scene.arrays.push(Array::from_u16s([0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]));
    let primitive = Primitive { attributes, indices: Some(indices), ..Primitive::default() };
    mesh(&mut scene, "Mirrored", primitive);
    let place = node(&mut scene, "Mirrored", None, at(0.0, 0.0, 0.0));
    scene.nodes[place].mesh = Some(Id::new(0));
    let (model, _) = check(&scene, &options()).unwrap();
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.vertex_count, 8);
    for (position, tangent) in buffer.positions().unwrap().iter().zip(buffer.tangents().unwrap().iter()) {
        // In the engine's space the left quad is on the right, and bitangents, `cross(T, N) * w`, go up.
        let normal = Vec3::Z;
        assert!((tangent.truncate().cross(normal) * tangent.w).distance(Vec3::Y) < 1e-5, "{position}: {tangent}");
    }
}

#[test]
fn an_update_compares_the_bind_poses_of_bound_bones_only() {
    let mut scene = arm();
    let lower = scene.nodes.ids().find(|id| scene[*id].name == "Lower").unwrap();
    let tip = node(&mut scene, "Tip", Some(lower), at(0.0, 1.0, 0.0));
    let skin = &mut scene.skins[Id::new(0)];
    skin.joints.push(tip);
    skin.inverse_bind.push(back(0.5, 2.0, 3.0));
    let built = create(&scene, &options()).unwrap().model;
    let told = |moved: &str| {
        let mut original = built.clone();
        let bone = original.skeleton.bones.iter_mut().find(|bone| bone.name == *moved).unwrap();
        bone.set_inverse_bind(&urho_mdl::glam::Affine3A::from_translation(Vec3::ONE));
        let findings = update(&original, &scene, &options()).unwrap().findings;
        findings.iter().filter(|one| one.kind == scene_urho::kinds::BIND_POSE_DIFFERS).count()
    };
    assert_eq!((told("Tip"), told("Lower")), (0, 1), "no vertex is bound to the tip");
}

/// A ribbon on a chain of `count` bones.
fn chain(count: u8) -> Scene<'static> {
    let mut scene = Scene::default();
    let last = f32::from(count - 1);
    let bones = |share: f32| {
        let at = share * last;
        let lower = at.floor().min(last - 1.0);
        ([lower as u8, lower as u8 + 1, 0, 0], [1.0 - (at - lower), at - lower, 0.0, 0.0])
    };
    let primitive = ribbon(&mut scene, last, u16::from(count) * 3, bones);
    mesh(&mut scene, "Chain", primitive);
    let mut skin = Skin::default();
    for bone in 0..count {
        let parent = bone.checked_sub(1).map(|bone| Id::new(bone.into()));
        let place = node(&mut scene, &format!("Bone{bone}"), parent, at(0.0, if bone == 0 { 0.0 } else { 1.0 }, 0.0));
        skin.joints.push(place);
        skin.inverse_bind.push(back(0.0, f32::from(bone), 0.0));
    }
    scene.skins.push(skin);
    let shown = node(&mut scene, "Chain", None, at(0.0, 0.0, 0.0));
    scene.nodes[shown].mesh = Some(Id::new(0));
    scene.nodes[shown].skin = Some(Id::new(0));
    scene
}

#[test]
fn a_hundred_bones_take_two_geometries() {
    let mut scene = chain(100);
    let (times, spin) = (
        [0.0, 1.0],
        [fuzzkit::scene::by_hand::turn([0.0, 0.0, 1.0], 0.0), fuzzkit::scene::by_hand::turn([0.0, 0.0, 1.0], 40.0)],
    );
    let kind = (asset_scene::Property::Rotation, asset_scene::Interpolation::Linear);
    let channels =
        (0..100).map(|bone| fuzzkit::scene::by_hand::channel(&mut scene, Id::new(bone), kind, &times, &spin)).collect();
    fuzzkit::scene::by_hand::animation(&mut scene, "Coil", channels);
    let (model, _) = check(&scene, &options()).unwrap();
    assert_eq!(model.geometries.len(), 2);
    assert!(model.geometries.iter().all(|geometry| (1..=64).contains(&geometry.bone_mapping.len())));
    assert_no_warnings(&model);
    assert_eq!(create(&scene, &options()).unwrap().materials, [None, None]);
    let (model, _) = check(&scene, &options().max_bones(3)).unwrap();
    assert!(model.geometries.len() >= 50);
    let (model, _) = check(&scene, &options().max_bones(100)).unwrap();
    assert!(model.geometries.len() == 1 && model.geometries[0].bone_mapping.is_empty());
    let (small, _) = check(&chain(64), &options()).unwrap();
    assert!(small.geometries[0].bone_mapping.is_empty());
}

#[test]
fn more_than_four_joints_leave_the_heaviest() {
    let mut scene = arm();
    let count = 18;
    let more = [
        attribute(&mut scene, Semantic::Joints(1), Array::from_u8x4(vec![[1, 0, 1, 0]; count], false)),
        attribute(&mut scene, Semantic::Weights(1), Array::from_f32s(vec![[0.5, 0.5, 0.0, 0.0]; count])),
    ];
    scene.meshes[Id::new(0)].primitives[0].attributes.extend(more);
    // Joints named twice are one, so that nothing is lost but the scale of the weights.
    check(&scene, &options()).unwrap();
    let mut scene = chain(8);
    let count = scene.arrays[Id::new(0)].count;
    let attributes = &mut scene.meshes[Id::new(0)].primitives[0].attributes;
    attributes.truncate(3);
    let weights = [[0.3, 0.05, 0.2, 0.1], [0.1, 0.15, 0.1, 0.0_f32]];
    for (set, weights) in (0..).zip(weights) {
        let joints = if set == 0 { [0, 1, 2, 3] } else { [4, 5, 6, 7] };
        let more = [
            attribute(&mut scene, Semantic::Joints(set), Array::from_u8x4(vec![joints; count], false)),
            attribute(&mut scene, Semantic::Weights(set), Array::from_f32s(vec![weights; count])),
        ];
        scene.meshes[Id::new(0)].primitives[0].attributes.extend(more);
    }
    let built = create(&scene, &options()).unwrap();
    let (model, findings) = (built.model, built.findings);
    assert!(findings.iter().any(|finding| finding.message
        == format!("vertices with more than four joints; the four largest weights are kept: {count}")));
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.joints().unwrap().get(0), Some([0, 2, 5, 3]));
    assert!((buffer.weights().unwrap().get(0).unwrap() - Vec4::new(0.3, 0.2, 0.15, 0.1) / 0.75).length() < 1e-6);
}

#[test]
fn strips_fans_lines_and_points_stay_what_they_are() {
    for (topology, closed, primitive, indices) in [
        (Topology::TriangleStrip, false, urho_mdl::Primitive::TRIANGLE_STRIP, 7),
        (Topology::TriangleFan, false, urho_mdl::Primitive::TRIANGLE_FAN, 6),
        (Topology::Lines, false, urho_mdl::Primitive::LINE_LIST, 6),
        (Topology::LineStrip, false, urho_mdl::Primitive::LINE_STRIP, 6),
        (Topology::LineStrip, true, urho_mdl::Primitive::LINE_STRIP, 7),
        (Topology::Points, false, urho_mdl::Primitive::POINT_LIST, 6),
    ] {
        let mut scene = arm();
        let strip = &mut scene.meshes[Id::new(0)].primitives[0];
        (strip.topology, strip.closed) = (topology, closed);
        // Without texture coordinates there are no tangents, which would need a list.
        strip.attributes.retain(|attribute| attribute.semantic != Semantic::TexCoord(0));
        let indices_of = scene.arrays.push(Array::from_u16s([0, 1, 2, 3, 4, 5]));
        scene.meshes[Id::new(0)].primitives[0].indices = Some(indices_of);
        let (model, _) = check(&scene, &options()).unwrap();
        let lod = &model.geometries[0].lods[0];
        assert_eq!((lod.primitive, lod.draw.count), (primitive, indices), "{topology:?}");
        if topology.is_triangles() {
            let positions = model.vertex_buffers[0].positions().unwrap();
            let at = |index: u32| positions.get(index as usize).unwrap();
            // Seen along the normals, +Z, all that has a surface is clockwise; the fan's triangles turn both ways.
            let front = |[a, b, c]: [u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).z;
            let sides: Vec<f32> = model.triangles(lod).map(front).filter(|side| side.abs() > 1e-6).collect();
            assert!(!sides.is_empty() && (topology == Topology::TriangleFan || sides.iter().all(|side| *side > 0.0)));
        }
        // Split by bones, they are lists.
        check(&scene, &options().max_bones(2)).unwrap();
    }
}

#[test]
fn skins_bound_elsewhere_are_taken_to_where_they_rest() {
    let mut scene = arm();
    // The mesh a hundred times as large, turned and mirrored, as some tools bind it.
    let bind = Transform::Trs {
        translation: [3.0, 0.0, 1.0],
        rotation: fuzzkit::scene::by_hand::turn([1.0, 0.0, 0.0], 90.0),
        scale: [0.01, -0.01, 0.01],
    };
    for matrix in &mut scene.skins[Id::new(0)].inverse_bind {
        *matrix = (asset_scene::glam::Mat4::from_cols_array(matrix) * bind.to_mat4()).to_cols_array();
    }
    let (model, _) = check(&scene, &options()).unwrap();
    assert_no_warnings(&model);
    let lod = &model.geometries[0].lods[0];
    let (positions, normals) =
        (model.vertex_buffers[0].positions().unwrap(), model.vertex_buffers[0].normals().unwrap());
    for corners in model.triangles(lod) {
        let [a, b, c] = corners.map(|corner| positions.get(corner as usize).unwrap());
        let front = (b - a).cross(c - a).normalize();
        assert!(front.distance(normals.get(corners[0] as usize).unwrap()) < 1e-4);
    }
}

#[test]
fn a_hundred_thousand_vertices_take_long_indices() {
    let mut scene = Scene::default();
    let positions = (0..70_000_u32).map(|vertex| [vertex as f32, (vertex % 7) as f32, 0.0]);
    let attributes = vec![attribute(&mut scene, Semantic::Position, Array::from_f32s(positions))];
    let primitive = Primitive { topology: Topology::Points, attributes, ..Primitive::default() };
    mesh(&mut scene, "Cloud", primitive);
    let place = node(&mut scene, "Cloud", None, at(0.0, 0.0, 0.0));
    scene.nodes[place].mesh = Some(Id::new(0));
    let (model, _) = check(&scene, &options()).unwrap();
    assert_eq!(model.index_buffers[0].index_size, 4);
    let few = options().max_vertices(69_999);
    assert!(create(&scene, &few).unwrap_err().to_string().contains("more than 69999 vertices"));
}

#[test]
fn what_refers_to_nothing_is_an_error() {
    let mut scene = arm();
    let bad = scene.arrays.push(Array::from_u16s([0, 1, 99]));
    scene.meshes[Id::new(0)].primitives[0].indices = Some(bad);
    let error = create(&scene, &options()).unwrap_err();
    assert_eq!(error.to_string(), "mesh 0 > primitive 0 > indices: expected a vertex below 18, found 99");
    let mut scene = arm();
    scene.skins[Id::new(0)].joints.pop();
    scene.skins[Id::new(0)].inverse_bind.pop();
    let error = create(&scene, &options()).unwrap_err();
    assert_eq!(error.to_string(), "mesh 0 > primitive 0: expected a joint below 1, found 1");
    assert!(create(&Scene::default(), &options()).is_err());
}

#[test]
fn a_mesh_that_makes_a_model_large_is_told() {
    let mut scene = Scene::default();
    let primitive = ribbon(&mut scene, 1.0, 5000, |_| ([0; 4], [1.0, 0.0, 0.0, 0.0]));
    let ribbon = mesh(&mut scene, "Ribbon", primitive);
    let told = |count: usize| {
        let mut scene = scene.clone();
        for _ in 0..count {
            let node = node(&mut scene, "Copy", None, at(0.0, 0.0, 0.0));
            scene.nodes[node].mesh = Some(ribbon);
        }
        let findings = create(&scene, &options()).unwrap().findings;
        let own = findings.iter().filter(|one| one.kind == scene_adapter::kinds::MESH_REPEATED);
        own.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(told(2), Vec::<String>::new());
    let told = told(50);
    assert!(told.len() == 1 && told[0].contains("mesh 0") && told[0].contains("50 nodes show it"), "{told:?}");
}

/// Only shaders with normal maps read tangents, which take 16 bytes of each vertex.
#[test]
fn tangents_are_for_normal_maps() {
    let made = |has_map: bool, tangents: Option<Tangents>| {
        let mut scene = arm();
        let mut material = asset_scene::Material { metallic: 0.5, ..asset_scene::Material::named("Stone") };
        if has_map {
            let pixels = fuzzkit::looks::png([128, 128, 255, 255]);
            material.normal_texture = Some(fuzzkit::looks::texture(&mut scene, "Bumps", pixels));
        }
        let id = Some(scene.materials.push(material));
        for mesh in &mut scene.meshes {
            mesh.primitives.iter_mut().for_each(|primitive| primitive.material = id);
        }
        let usual = CreateModelOptions::default();
        let options = tangents.map_or_else(|| usual.clone(), |tangents| usual.clone().tangents(tangents));
        let model = create(&scene, &options).unwrap().model;
        (model.vertex_buffers[0].tangents().is_some(), model.vertex_buffers[0].stride())
    };
    let (without, small) = made(false, None);
    let (with, large) = made(true, None);
    assert_eq!((without, with, large - small), (false, true, 16));
    assert_eq!(made(false, Some(Tangents::Always)), (true, large));
    assert_eq!(made(true, Some(Tangents::Never)), (false, small));
}

/// A normal that is no number lets no tangent be computed; the vertices of the original keep their layout nevertheless.
#[test]
fn an_update_keeps_the_layout_of_vertices() {
    let original = create(&arm(), &options()).unwrap().model;
    let mut scene = arm();
    let normal = scene.meshes[Id::new(0)].primitives[0].attribute(&Semantic::Normal).unwrap();
    let mut rows: Vec<[f32; 3]> = scene[normal].map_rows(|row: [f32; 3]| row).unwrap();
    rows[0] = [f32::NAN; 3];
    scene[normal] = Array::from_f32s(rows);
    // A new model has no tangents then.
    assert!(create(&scene, &options()).unwrap().model.vertex_buffers[0].tangents().is_none());
    let made = update(&original, &scene, &CreateModelOptions::default()).unwrap().model;
    let layout = |model: &urho_mdl::Model<'_>| model.vertex_buffers[0].declaration.elements().collect::<Vec<_>>();
    assert_eq!(layout(&made), layout(&original));
    assert!(made.vertex_buffers[0].tangents().unwrap().iter().all(|tangent| tangent.w.abs() == 1.0));
}
