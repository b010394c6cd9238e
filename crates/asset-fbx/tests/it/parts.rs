//! Lights, cameras, levels of detail, properties, and what is left out.

use asset_fbx::asset_scene::glam::DVec3;
use asset_fbx::asset_scene::world::World;
use asset_fbx::asset_scene::{LightKind, Projection};
use asset_fbx::kinds;

use crate::support::{assert_near, count, fbx, fbx_in, model, oo, read, square};

fn attribute(id: u32, kind: &str, properties: &str) -> String {
    format!(
        "NodeAttribute: {id}, \"NodeAttribute::part\", \"{kind}\" {{\n\tTypeFlags: \"{kind}\"\n\tProperties70: {{\n{properties}\n\t}}\n}}\n"
    )
}

fn number(name: &str, value: f64) -> String {
    format!("P: \"{name}\", \"Number\", \"\", \"A\",{value}\n")
}

#[test]
fn lights_shine_along_minus_z() {
    let properties = [
        "P: \"LightType\", \"enum\", \"\", \"\",2\n".to_owned(),
        number("Intensity", 150.0),
        number("InnerAngle", 20.0),
        number("OuterAngle", 60.0),
    ];
    let objects = [attribute(1, "Light", &properties.concat()), model(2, "Lamp", "Light", "")].concat();
    let (scene, findings) = read(&fbx(&objects, &[oo(1, 2), oo(2, 0)].concat()));
    let node = scene.node("Lamp").unwrap();
    let light = &scene[scene[node].light.unwrap()];
    let LightKind::Spot { inner, outer } = light.kind else { panic!("{light:?}") };
    assert_near(&[light.intensity, inner, outer], &[1.5, 10_f32.to_radians(), 30_f32.to_radians()]);
    // Lights of FBX shine down.
    let direction = World::new(&scene).world(node).transform_vector3(DVec3::NEG_Z);
    assert_near(&direction.as_vec3().to_array(), &[0.0, -1.0, 0.0]);
    assert_eq!(count(&findings, kinds::LIGHT_CONVERTED), 1);
}

#[test]
fn cameras_look_along_minus_z() {
    let properties = [number("FieldOfView", 60.0), number("NearPlane", 10.0), number("FarPlane", 4000.0)];
    let objects = [attribute(1, "Camera", &properties.concat()), model(2, "Eye", "Camera", "")].concat();
    // In centimetres.
    let (scene, findings) = read(&fbx_in("1.0", 1, &objects, &[oo(1, 2), oo(2, 0)].concat()));
    let node = scene.node("Eye").unwrap();
    let camera = &scene[scene[node].camera.unwrap()];
    assert!(
        matches!(camera.projection, Projection::Perspective { y_fov, .. } if y_fov > 0.3 && y_fov < 1.2),
        "{camera:?}"
    );
    assert_near(&[camera.near, camera.far.unwrap()], &[0.1, 40.0]);
    // Cameras of FBX look along X.
    let direction = World::new(&scene).world(node).transform_vector3(DVec3::NEG_Z).normalize();
    assert_near(&direction.as_vec3().to_array(), &[1.0, 0.0, 0.0]);
    assert_eq!(count(&findings, kinds::CAMERA_CONVERTED), 0);
}

#[test]
fn properties_of_people_stay() {
    let properties = "P: \"team\", \"KString\", \"\", \"U\", \"red\"\nP: \"lives\", \"int\", \"Integer\", \"U\",3\nP: \"speed\", \"double\", \"Number\", \"AU\",1.5\nP: \"Show\", \"bool\", \"\", \"\",1\n";
    let (scene, _) = read(&fbx(&model(2, "Hero", "Null", properties), &oo(2, 0)));
    let source = scene[scene.node("Hero").unwrap()].source.as_ref().unwrap();
    assert_eq!(source.format, "fbx");
    assert_eq!(source.layout, serde_json::json!({ "properties": { "team": "red", "lives": 3, "speed": 1.5 } }));
    let (scene, _) = read(&fbx(&model(2, "Hero", "Null", ""), &oo(2, 0)));
    assert_eq!(scene[scene.node("Hero").unwrap()].source, None);
}

#[test]
fn levels_of_detail_are_levels() {
    let group = attribute(9, "LodGroup", "P: \"Thresholds|Level0\", \"Distance\", \"\", \"\",5,\"m\"\n");
    let objects = [
        square(1, ""),
        square(11, ""),
        group,
        model(2, "Tree", "LodGroup", ""),
        model(3, "Near", "Mesh", ""),
        model(4, "Far", "Mesh", ""),
        model(5, "Bird", "Null", ""),
    ];
    let own = [oo(1, 3), oo(11, 4), oo(9, 2), oo(2, 0), oo(3, 2), oo(4, 2)].concat();
    let (scene, findings) = read(&fbx(&objects.concat(), &own));
    let (near, far) = (scene.node("Near").unwrap(), scene.node("Far").unwrap());
    assert_eq!(scene[near].lods.iter().map(|level| level.node).collect::<Vec<_>>(), [far]);
    assert_eq!((scene[far].parent, scene[near].parent), (None, scene.node("Tree")));
    assert_eq!(count(&findings, kinds::LODS_AS_NODES), 0);
    // A level with children isn't a single mesh.
    let (scene, findings) = read(&fbx(&objects.concat(), &format!("{own}{}", oo(5, 4))));
    assert!(scene[scene.node("Near").unwrap()].lods.is_empty());
    assert_eq!(count(&findings, kinds::LODS_AS_NODES), 1);
}

#[test]
fn constraints_are_told() {
    let constraint = "Constraint: 1, \"Constraint::aim\", \"Aim From Aim\" {\n\tType: \"Aim From Aim\"\n}\n";
    let (_, findings) = read(&fbx(&[constraint.to_owned(), model(2, "Eye", "Null", "")].concat(), &oo(2, 0)));
    assert_eq!(findings.iter().filter(|finding| finding.is_loss).count(), 1);
    assert_eq!(count(&findings, kinds::PARTS_LEFT_OUT), 1);
}
