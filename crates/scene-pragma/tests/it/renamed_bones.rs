//! Renamed bones are renamed in the file, and nothing else changes: animations and vertices know bones by number.

use scene_pragma::asset_scene::Scene;
use scene_pragma::pragma_asset::glam::Vec3;
use scene_pragma::pragma_asset::{AnimationData, Frames, MeshData, Model, Pose};

/// A leg of three bones with a mesh, which an animation moves.
fn leg() -> Model<'static> {
    let weights = [1, 2, 2].map(|bone| [bone, -1, -1, -1]);
    let mesh = MeshData {
        positions: vec![Vec3::ZERO, Vec3::X * 40.0, Vec3::Y * 40.0],
        uvs: vec![Default::default(); 3],
        normals: vec![Vec3::Z; 3],
        indices: vec![0, 1, 2],
        bones: weights.to_vec(),
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3],
        ..MeshData::default()
    };
    let poses = (0..6).map(|frame| Pose::at(Vec3::Y * f32::from(frame as u8))).collect();
    let model = Model::builder()
        .material("red")
        .bone("hip", None, Pose::at(Vec3::Y * 40.0))
        .bone("knee", Some(0), Pose::at(Vec3::Y * 20.0))
        .bone("foot", Some(1), Pose::at(Vec3::Y * 5.0))
        .mesh("body", mesh)
        .animation(
            "kick",
            AnimationData { frames: Frames::new(24.0, vec![0, 1, 2], poses), ..AnimationData::default() },
        );
    model.build().unwrap()
}

fn names(model: &Model<'_>) -> Vec<String> {
    model.skeleton().unwrap().bones.iter().map(|bone| bone.name.to_string()).collect()
}

fn updated(renames: &[(&str, &str)]) -> (Model<'static>, Vec<String>) {
    let model = leg();
    let (scene, _) = scene_pragma::to_scene(&model, "leg", &Default::default()).unwrap();
    let mut scene: Scene<'static> = scene.into_owned();
    for (from, to) in renames {
        let node = scene.node(from).unwrap();
        scene[node].name = (*to).to_owned();
    }
    let made = scene_pragma::update(&model, &scene, &Default::default()).unwrap();
    (made.model, made.findings.iter().map(ToString::to_string).collect())
}

#[test]
fn a_renamed_bone_keeps_its_number_its_weights_and_its_keys() {
    let (mut model, said) = updated(&[("knee", "Knee of the leg")]);
    assert_eq!((names(&model), said), (["hip", "Knee of the leg", "foot"].map(str::to_owned).to_vec(), Vec::new()));
    model.rename_bone("Knee of the leg", "knee").unwrap();
    testkit::assert_bytes(&model.to_bytes().unwrap(), &leg().to_bytes().unwrap());
}

#[test]
fn bones_below_a_renamed_bone_are_renamed_too() {
    let (mut model, _) = updated(&[("knee", "shin"), ("foot", "toe")]);
    assert_eq!(names(&model), ["hip", "shin", "toe"]);
    model.rename_bone("shin", "knee").unwrap();
    model.rename_bone("toe", "foot").unwrap();
    testkit::assert_bytes(&model.to_bytes().unwrap(), &leg().to_bytes().unwrap());
}
