//! Edits of scenes in their original models.

use crate::kit;

use asset_scene::glam::Vec3;
use asset_scene::{Array, Attribute, Id, Material, Mesh, Node, Primitive, Scene, Semantic, Transform};
use binio::FindingKind;
use scene_adapter::kinds::PART_NOT_WRITTEN;
use scene_zed::{CreatedModel, Encoding, Model, to_scene};
use zed_asset::glam::Vec4;
use zed_asset::{ByteOrder, Content, Flags, MeshBuilder, ModelBuilder};

/// A quad of two triangles and a triangle: materials 4 and 7.
fn model() -> Model<'static> {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
    let quad = MeshBuilder::new(&corners).triangles(&[0, 2, 1, 1, 2, 3]).material(4);
    let far = [Vec3::splat(10.0), Vec3::splat(10.0) + Vec3::X, Vec3::splat(10.0) + Vec3::Y];
    ModelBuilder::new("quad").mesh(quad).mesh(MeshBuilder::new(&far).triangles(&[0, 2, 1]).material(7)).build().unwrap()
}

/// The model as other files have it: big-endian, a strip, bytes after a chunk, an array that isn't shown.
fn odd() -> Model<'static> {
    let corners = [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::ONE];
    let quad = MeshBuilder::new(&corners).joints(&[Vec4::X; 4], &[Vec4::ONE; 4]).material(4);
    let mut model = ModelBuilder::new("odd").encoding(Encoding::DOCUMENT).mesh(quad).build().unwrap();
    let mesh = model.meshes_mut().next().unwrap();
    mesh.vertices =
        mesh.vertices.chunks(4).flat_map(|float| [float[3], float[2], float[1], float[0]]).collect::<Vec<_>>().into();
    mesh.strips = vec![[0_u16, 1, 2, 3].iter().flat_map(|index| index.to_be_bytes()).collect::<Vec<_>>().into()];
    mesh.lists = vec![vec![0, 9, 0, 9, 0, 9].into()];
    model.byte_order = ByteOrder::Big;
    model.header.flags = Flags::STRIPS;
    model.chunks.trailing = vec![1, 2, 3].into();
    model.update_totals();
    model
}

fn scene_of(model: &Model<'_>) -> Scene<'static> {
    to_scene(model, "quad", &Default::default()).unwrap().0.into_owned()
}

/// The model after an edit of its scene, and the kinds of findings.
fn edited(model: &Model<'_>, edit: impl FnOnce(&mut Scene<'static>)) -> (Model<'static>, Vec<&'static FindingKind>) {
    let mut scene = scene_of(model);
    edit(&mut scene);
    let CreatedModel { model, findings, .. } = kit::updated(model, &scene).unwrap();
    (model, findings.iter().map(|finding| finding.kind).collect())
}

fn positions(scene: &mut Scene<'static>, mesh: usize, edit: impl FnOnce(&mut Vec<[f32; 3]>)) {
    let array = scene.meshes[Id::new(mesh)].primitives[0].attribute(&Semantic::Position).unwrap();
    let mut positions = scene[array].to_f32s().unwrap();
    edit(&mut positions);
    scene[array] = Array::from_f32s(positions);
}

fn meshes<'m>(model: &'m Model<'_>) -> Vec<&'m zed_asset::Mesh<'m>> {
    model.meshes().map(|view| view.mesh()).collect()
}

#[test]
fn unedited_models_come_back() {
    for model in [model(), odd()] {
        assert_eq!(kit::comes_back(&model), Ok(()));
    }
}

#[test]
fn a_moved_vertex_changes_that_vertex() {
    for before in [model(), odd()] {
        let (after, findings) =
            edited(&before, |scene| positions(scene, 0, |positions| positions[3] = [2.0, 2.0, 2.0]));
        assert!(findings.is_empty(), "{findings:?}");
        let mut expected = before.clone();
        let stride = before.encoding.vertices.stride();
        let mesh = expected.meshes_mut().next().unwrap();
        let mut vertices = mesh.vertices.to_vec();
        let two = if before.byte_order == ByteOrder::Big { 2.0_f32.to_be_bytes() } else { 2.0_f32.to_le_bytes() };
        vertices[3 * stride..3 * stride + 12].copy_from_slice(&[two; 3].concat());
        mesh.vertices = vertices.into();
        assert_eq!(after, expected);
    }
}

/// Strips and fans are turned around in scenes, so that their triangles come in another order.
#[test]
fn strips_and_fans_stay_when_all_of_them_is_moved() {
    let mut before = odd();
    let mesh = before.meshes_mut().next().unwrap();
    let fan = mesh.strips.remove(0);
    (mesh.lists, mesh.fans) = (Vec::new(), vec![fan]);
    before.update_totals();
    for before in [odd(), before] {
        let (after, _) = edited(&before, |scene| {
            scene.nodes[Id::new(0)].transform = Transform::from_translation([0.0, 0.0, 1.0]);
        });
        let (after, before) = (after.mesh(0).unwrap(), before.mesh(0).unwrap());
        assert_eq!((&after.mesh().strips, &after.mesh().fans), (&before.mesh().strips, &before.mesh().fans));
        let moved = before.positions().iter().map(|[x, y, z]| [x, y, z + 1.0]);
        assert_eq!(after.positions().iter().collect::<Vec<_>>(), moved.collect::<Vec<_>>());
    }
}

#[test]
fn another_order_of_vertices_and_triangles_is_no_edit() {
    let before = model();
    let (after, findings) = edited(&before, |scene| {
        positions(scene, 0, |positions| positions.reverse());
        let indices = scene.arrays.push(Array::from_u16s([2, 0, 1, 1, 3, 2]));
        // The second triangle (1, 3, 2) and the first (0, 1, 2), by the new numbers.
        scene.meshes[Id::new(0)].primitives[0].indices = Some(indices);
    });
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(after, before);
}

#[test]
fn a_moved_object_moves_its_vertices_alone() {
    let before = model();
    let (after, _) = edited(&before, |scene| {
        scene.nodes[Id::new(1)].transform = Transform::from_translation([0.0, 0.0, 1.0]);
    });
    assert_eq!(meshes(&after)[0], meshes(&before)[0]);
    let expected = [[10.0, 10.0, 11.0], [11.0, 10.0, 11.0], [10.0, 11.0, 11.0]];
    assert_eq!(after.mesh(1).unwrap().positions().iter().collect::<Vec<_>>(), expected);
    assert_eq!(meshes(&after)[1].lists, meshes(&before)[1].lists);
}

#[test]
fn removed_and_added_meshes_leave_the_others() {
    let before = model();
    let (after, _) = edited(&before, |scene| {
        let node = scene.nodes.enumerate().next().unwrap().0;
        scene[node].mesh = None;
    });
    assert_eq!(meshes(&after), [meshes(&before)[1]]);
    assert_eq!(after.metadata().unwrap().totals, after.totals());
    let (after, _) = edited(&odd(), |scene| {
        let mut mesh = scene.meshes[Id::new(0)].clone();
        mesh.name = "new".to_owned();
        let mesh = scene.meshes.push(mesh);
        scene.nodes.push(Node { name: "new".to_owned(), mesh: Some(mesh), ..Node::default() });
    });
    assert_eq!(meshes(&after)[0], meshes(&odd())[0]);
    let sorted = |number: usize| {
        let mut positions: Vec<[f32; 3]> = after.mesh(number).unwrap().positions().iter().collect();
        positions.sort_by(|a, b| a.partial_cmp(b).unwrap());
        positions
    };
    assert_eq!(sorted(1), sorted(0));
    assert_eq!(after.chunks.trailing, odd().chunks.trailing);
}

#[test]
fn a_removed_triangle_takes_its_own_vertices_along() {
    let (after, _) = edited(&model(), |scene| {
        let indices = scene.arrays.push(Array::from_u16s([0, 1, 2]));
        scene.meshes[Id::new(0)].primitives[0].indices = Some(indices);
    });
    let mesh = after.mesh(0).unwrap();
    assert_eq!(mesh.positions().iter().collect::<Vec<_>>(), [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(mesh.triangles().collect::<Vec<_>>(), [[0, 2, 1]]);
}

/// The strip becomes a list, and the array that isn't shown is removed, because a new vertex would make it visible.
#[test]
fn a_new_triangle_makes_a_list_of_a_strip() {
    let grown = |scene: &mut Scene<'static>| {
        let primitive = scene.meshes[Id::new(0)].primitives[0].clone();
        let attributes = vec![primitive.attributes[0].clone()];
        let mut triangle = Primitive { attributes, material: primitive.material, ..Primitive::default() };
        triangle.attributes[0].array =
            scene.arrays.push(Array::from_f32s((0..9_u8).map(|x| [f32::from(x), 5.0, f32::from(x % 3)])));
        scene.meshes[Id::new(0)].primitives.push(triangle);
    };
    let (after, findings) = edited(&odd(), grown);
    assert_eq!(findings, [scene_zed::kinds::MESH_NOT_SHOWN]);
    let mesh = after.mesh(0).unwrap();
    assert_eq!((mesh.mesh().strips.len(), mesh.mesh().lists.len(), mesh.vertex_count()), (0, 1, 13));
    assert_eq!(mesh.triangles().count(), 5);
    assert_eq!(mesh.mesh().vertices[..256], odd().mesh(0).unwrap().mesh().vertices[..]);
    assert_eq!(after.header.flags, Flags(0));
}

#[test]
fn material_numbers_follow_the_names() {
    let renamed = |name: &str| {
        let name = name.to_owned();
        edited(&model(), |scene| scene.materials[Id::new(1)].name = name)
    };
    let (after, findings) = renamed("Stone");
    assert_eq!((after, findings), (model(), vec![PART_NOT_WRITTEN]));
    assert_eq!(renamed("Material 9").0.mesh(1).unwrap().material(), 9);
    assert_eq!(renamed("Material 7.001"), (model(), vec![]));
    let (after, _) = edited(&model(), |scene| {
        let new = scene.materials.push(Material::named("Stone".to_owned()));
        scene.meshes[Id::new(0)].primitives[0].material = Some(new);
    });
    assert_eq!(after.meshes().map(|mesh| mesh.material()).collect::<Vec<_>>(), [8, 7]);
    assert_eq!(meshes(&after)[0].vertices, meshes(&model())[0].vertices);
    let red: fn(&mut Material) = |material| material.base_color = [1.0, 0.0, 0.0, 1.0];
    let rough: fn(&mut Material) = |material| material.roughness = 0.25;
    for look in [red, rough] {
        let (after, findings) = edited(&model(), |scene| look(&mut scene.materials[Id::new(0)]));
        assert_eq!((after, findings), (model(), vec![PART_NOT_WRITTEN]));
    }
}

#[test]
fn hidden_and_bare_meshes_are_told() {
    let hide: fn(&mut Scene<'static>) = |scene| scene.nodes[Id::new(0)].hidden = true;
    let strip: fn(&mut Scene<'static>) = |scene| scene.meshes[Id::new(0)].primitives[0].material = None;
    for edit in [hide, strip] {
        let (after, findings) = edited(&model(), edit);
        assert_eq!((after, findings), (model(), vec![PART_NOT_WRITTEN]));
    }
}

#[test]
fn edited_joints_are_written() {
    let (after, findings) = edited(&odd(), |scene| {
        let name = Semantic::Custom("ZED_JOINT_WEIGHTS".to_owned());
        let array = scene.meshes[Id::new(0)].primitives[0].attribute(&name).unwrap();
        scene[array] = Array::from_f32s([
            [1.0_f32, 0.0, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
        ]);
    });
    assert!(findings.is_empty());
    let weights = after.mesh(0).unwrap().joint_weights().unwrap();
    assert_eq!(weights.iter().nth(1), Some([0.5, 0.5, 0.0, 0.0]));
    assert_eq!(meshes(&after)[0].strips, meshes(&odd())[0].strips);
}

#[test]
fn what_no_vertex_can_store_is_a_loss() {
    let (after, findings) = edited(&model(), |scene| {
        let array = scene.arrays.push(Array::from_f32s([[0.5_f32, 0.25]; 4]));
        let attribute = Attribute { semantic: Semantic::TexCoord(1), array };
        scene.meshes[Id::new(0)].primitives[0].attributes.push(attribute);
    });
    assert_eq!((after, findings), (model(), vec![scene_zed::kinds::PRIMITIVE_LOST]));
}

#[test]
fn a_scene_without_meshes_is_refused() {
    let mut scene = scene_of(&model());
    scene.nodes = Default::default();
    scene.meshes = std::iter::empty::<Mesh>().collect();
    assert!(kit::updated(&model(), &scene).is_err());
}

#[test]
fn damaged_originals_are_errors() {
    let mut scene = scene_of(&model());
    assert_eq!(scene_zed::original(&Scene::default()), Ok(None));
    scene.source.as_mut().unwrap().layout["dialect"] = "new".into();
    assert!(scene_zed::original(&scene).is_err());
    scene.source.as_mut().unwrap().original = Some(vec![1, 2].into());
    assert!(scene_zed::original(&scene).is_err());
    assert!(odd().chunks.list.iter().any(|chunk| matches!(chunk.content, Content::Mesh(_))));
}
