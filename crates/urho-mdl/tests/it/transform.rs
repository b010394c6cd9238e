//! Whole models scaled, turned and moved.

use urho_mdl::glam::{Affine3A, Quat, Vec3, Vec4};
use urho_mdl::{Bone, Bounds, Collision, Delta, ErrorKind, Model, Semantic, Similarity, Skeleton, VertexBuffer};

fn corners() -> [[f32; 3]; 3] {
    [[1.0, 2.0, 3.0], [-1.0, 0.0, 2.0], [0.5, 4.0, -2.0]]
}

fn bones() -> Skeleton<'static> {
    let mut hip = Bone::new("Hip", 0);
    (hip.position, hip.rotation) = (Vec3::new(0.0, 1.0, 0.5), Quat::from_rotation_y(0.4));
    let mut knee = Bone::new("Knee", 0);
    (knee.position, knee.rotation) = (Vec3::new(0.1, -0.5, 0.0), Quat::from_rotation_z(-0.3));
    knee.scale = Vec3::new(1.0, 2.0, 1.0);
    let bounds = Bounds { min: Vec3::splat(-1.0), max: Vec3::ONE };
    knee.collision = Collision { mask: Collision::SPHERE | Collision::BOX, radius: Some(0.25), bounds: Some(bounds) };
    let mut skeleton = Skeleton { bones: vec![hip, knee] };
    skeleton.compute_offset_matrices();
    skeleton
}

fn model() -> Model<'static> {
    let normals = [[0.0, 1.0, 0.0]; 3];
    let weights = [Vec4::X; 3];
    Model::builder()
        .positions(&corners())
        .normals(&normals)
        .skin(&[[0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], &weights)
        .indices(&[0, 1, 2])
        .lod(20.0, &[0, 1, 2])
        .skeleton(bones())
        .morph("Smile", &[Delta::position(1, Vec3::new(0.0, 0.5, 1.0))])
        .build()
        .expect("a model")
        .into_owned()
}

fn positions(buffer: &VertexBuffer<'_>) -> Vec<Vec3> {
    buffer.positions().expect("positions").to_vec()
}

fn globals(skeleton: &Skeleton<'_>) -> Vec<Affine3A> {
    let locals: Vec<Affine3A> = skeleton.bones.iter().map(Bone::local_transform).collect();
    skeleton.hierarchy().global_transforms(&locals).expect("no cycle")
}

#[test]
fn lengths_change_and_directions_stay() {
    let (before, mut after) = (model(), model());
    after.transform(&Similarity::default().scale(0.25)).unwrap();
    let (old, new) = (&before.vertex_buffers[0], &after.vertex_buffers[0]);
    assert_eq!(positions(new), positions(old).into_iter().map(|point| point * 0.25).collect::<Vec<_>>());
    assert_eq!(new.normals().unwrap().to_vec(), old.normals().unwrap().to_vec());
    assert_eq!((after.bounds.min, after.bounds.max), (before.bounds.min * 0.25, before.bounds.max * 0.25));
    assert_eq!(after.tail.centers[0], before.tail.centers[0] * 0.25);
    assert_eq!(after.geometries[0].lods[1].distance, 5.0);
    let delta = after.morphs[0].buffers[0].positions().unwrap().get(0);
    assert_eq!(delta, Some(Vec3::new(0.0, 0.125, 0.25)));
    let knee = &after.skeleton.bones[1];
    assert_eq!(knee.position, before.skeleton.bones[1].position * 0.25);
    assert_eq!((knee.scale, knee.rotation), (before.skeleton.bones[1].scale, before.skeleton.bones[1].rotation));
    assert_eq!(knee.collision.radius, Some(0.0625));
    assert_eq!(knee.collision.bounds.as_ref().map(|bounds| bounds.max), Some(Vec3::splat(0.25)));
    assert!(after.validate().is_empty(), "{:?}", after.validate());
}

#[test]
fn bones_move_the_vertices_as_before() {
    let change = Similarity::default().scale(2.0).rotated(Quat::from_rotation_x(0.7)).moved(Vec3::new(1.0, -2.0, 3.0));
    let (before, mut after) = (model(), model());
    after.transform(&change).unwrap();
    // In any pose a vertex must be where the change puts the vertex of the old model.
    let pose = |skeleton: &mut Skeleton<'_>| skeleton.bones[1].rotation *= Quat::from_rotation_y(1.1);
    let (mut old, mut new) = (before.skeleton.clone(), after.skeleton.clone());
    pose(&mut old);
    pose(&mut new);
    let points = positions(&before.vertex_buffers[0]).into_iter().zip(positions(&after.vertex_buffers[0]));
    for ((was, is), bone) in points.zip([0, 1, 1]) {
        let (from, to) = (was, is);
        let was = globals(&old)[bone] * old.bones[bone].inverse_bind();
        let is = globals(&new)[bone] * new.bones[bone].inverse_bind();
        let (was, is) = (was.transform_point3(from), is.transform_point3(to));
        assert!(is.abs_diff_eq(change.point(was), 1e-4), "{is} for {}", change.point(was));
    }
    let normal = after.vertex_buffers[0].normals().unwrap().get(0).unwrap();
    assert!(normal.abs_diff_eq(Quat::from_rotation_x(0.7) * Vec3::Y, 1e-6));
}

#[test]
fn nothing_changes_after_an_error() {
    let mut broken = model();
    let whole = broken.vertex_buffers[0].data.len();
    broken.vertex_buffers[0].data.to_mut().truncate(whole - 1);
    let before = broken.clone();
    let error = broken.transform(&Similarity::default().scale(2.0)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WrongDataSize { .. }), "{error}");
    assert_eq!(broken, before);
    let mut bytes = model();
    bytes.vertex_buffers[0].remove_column(Semantic::POSITION, 0).unwrap();
    bytes.vertex_buffers[0].set_column(Semantic::POSITION, 0, &[[1_u8; 4]; 3]).unwrap();
    let error = bytes.transform(&Similarity::default().scale(2.0)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Missing(_)), "{error}");
}
