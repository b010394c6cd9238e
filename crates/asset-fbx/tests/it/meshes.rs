//! Geometry.

use asset_fbx::asset_scene::{Id, Semantic};
use asset_fbx::kinds;

use crate::support::{array, assert_near, binary, count, fbx, fbx_in, geometry, model, oo, positions, read, square};

/// Per-corner normals, two sets of texture coordinates and colours of the square.
fn layers() -> String {
    let layer = |kind: &str, name: &str, number: u32, values: &str, rows: &[f64]| {
        format!(
            "LayerElement{kind}: {number} {{\n\tVersion: 101\n\tName: \"{name}\"\n\tMappingInformationType: \"ByPolygonVertex\"\n\tReferenceInformationType: \"Direct\"\n\t{values}: {}\n}}\n",
            array(rows)
        )
    };
    let normals = layer("Normal", "", 0, "Normals", &[0.0, 0.0, 2.0].repeat(4));
    let uvs = layer("UV", "map1", 0, "UV", &[0.0, 0.25, 1.0, 0.25, 1.0, 1.0, 0.0, 1.0]);
    let second = layer("UV", "light", 1, "UV", &[0.5; 8]);
    let colors = layer("Color", "", 0, "Colors", &[1.0, 0.5, 0.0, 0.25].repeat(4));
    let element = |kind: &str, number: u32| {
        format!("LayerElement: {{\n\tType: \"LayerElement{kind}\"\n\tTypedIndex: {number}\n}}\n")
    };
    let first = format!(
        "Layer: 0 {{\n\tVersion: 100\n{}{}{}\n}}\n",
        element("Normal", 0),
        element("UV", 0),
        element("Color", 0)
    );
    format!("{normals}{uvs}{second}{colors}{first}Layer: 1 {{\n\tVersion: 100\n{}\n}}\n", element("UV", 1))
}

#[test]
fn corners_become_vertices() {
    let objects = [square(1, &layers()), model(2, "Door", "Mesh", "")].concat();
    let (scene, findings) = read(&fbx(&objects, &[oo(1, 2), oo(2, 0)].concat()));
    assert!(findings.is_empty(), "{findings:?}");
    let (mesh, node) = (Id::new(0), scene.node("Door").unwrap());
    assert_eq!((scene[node].mesh, scene[node].parent), (Some(mesh), None));
    let primitive = &scene[mesh].primitives[0];
    assert_eq!(scene[mesh].name, "Door");
    let expected = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let mut found = positions(&scene, mesh);
    found.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut sorted = expected;
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(found, sorted);
    assert_eq!(primitive.triangles(&scene).unwrap().count(), 2);
    // Of unit length; from the top left; as stored.
    let row = positions(&scene, mesh).iter().position(|position| *position == [1.0, 0.0, 0.0]).unwrap();
    let rows = |semantic: &Semantic| scene[primitive.attribute(semantic).unwrap()].clone();
    assert_near(&rows(&Semantic::Normal).to_f32s::<3>().unwrap()[row], &[0.0, 0.0, 1.0]);
    assert_near(&rows(&Semantic::TexCoord(0)).to_f32s::<2>().unwrap()[row], &[1.0, 0.75]);
    assert_near(&rows(&Semantic::TexCoord(1)).to_f32s::<2>().unwrap()[row], &[0.5, 0.5]);
    assert_near(&rows(&Semantic::Color(0)).to_f32s::<4>().unwrap()[row], &[1.0, 0.5, 0.0, 0.25]);
}

#[test]
fn missing_normals_are_created() {
    let objects = [square(1, ""), model(2, "Door", "Mesh", "")].concat();
    let (scene, findings) = read(&fbx(&objects, &[oo(1, 2), oo(2, 0)].concat()));
    assert_eq!(count(&findings, kinds::NORMALS_CREATED), 1);
    let normals = scene.meshes.first().unwrap().primitives[0].normals(&scene).unwrap().unwrap();
    normals.for_each(|normal| assert_near(&normal, &[0.0, 0.0, 1.0]));
}

#[test]
fn each_material_is_a_primitive() {
    let material = |id: u32, name: &str| {
        format!("Material: {id}, \"Material::{name}\", \"\" {{\n\tVersion: 102\n\tShadingModel: \"lambert\"\n}}\n")
    };
    let by_face = "LayerElementMaterial: 0 {\n\tVersion: 101\n\tName: \"\"\n\tMappingInformationType: \"ByPolygon\"\n\tReferenceInformationType: \"IndexToDirect\"\n\tMaterials: *2 {\n\t\ta: 1,0\n\t}\n}\nLayer: 0 {\n\tLayerElement: {\n\t\tType: \"LayerElementMaterial\"\n\t\tTypedIndex: 0\n\t}\n}\n";
    let vertices = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let objects = [
        geometry(1, &vertices, &[0, 1, -3, 0, 2, -4], by_face),
        model(2, "Door", "Mesh", ""),
        model(3, "Gate", "Mesh", ""),
        material(4, "wood"),
        material(5, "iron"),
    ];
    // Both nodes show one geometry, in different materials.
    let connections = [oo(1, 2), oo(1, 3), oo(2, 0), oo(3, 0), oo(4, 2), oo(5, 2), oo(5, 3), oo(4, 3)];
    let (scene, _) = read(&fbx(&objects.concat(), &connections.concat()));
    let of = |name: &str| {
        let mesh = scene[scene.node(name).unwrap()].mesh.unwrap();
        let materials = scene[mesh].primitives.iter().map(|part| scene[part.material.unwrap()].name.clone());
        (mesh, materials.collect::<Vec<_>>())
    };
    let ((door, wood), (gate, iron)) = (of("Door"), of("Gate"));
    assert_eq!((wood, iron), (vec!["wood".into(), "iron".into()], vec!["iron".to_owned(), "wood".into()]));
    assert_ne!(door, gate);
    assert_eq!(scene[door].primitives[0].attributes, scene[gate].primitives[0].attributes, "one geometry");
}

#[test]
fn lines_and_points_are_left_out() {
    let corners = [0, -2, 0, 1, -3, -1];
    let objects =
        [geometry(1, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], &corners, ""), model(2, "Door", "Mesh", "")];
    let (scene, findings) = read(&fbx(&objects.concat(), &[oo(1, 2), oo(2, 0)].concat()));
    assert_eq!(scene.meshes.first().unwrap().primitives[0].triangles(&scene).unwrap().count(), 1);
    assert_eq!(count(&findings, kinds::FACES_LEFT_OUT), 1);
}

/// A concave polygon whose fan would cover its outside.
#[test]
fn concave_polygons_are_filled() {
    let arrow = [0.0, 0.0, 0.0, 2.0, -1.0, 0.0, 0.5, 0.0, 0.0, 2.0, 1.0, 0.0];
    let objects = [geometry(1, &arrow, &[0, 1, 2, -4], ""), model(2, "Arrow", "Mesh", "")].concat();
    let (scene, _) = read(&fbx(&objects, &[oo(1, 2), oo(2, 0)].concat()));
    let places = positions(&scene, Id::new(0));
    let area = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(|index| places[index as usize]);
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
    };
    let areas: Vec<f32> = scene.meshes.first().unwrap().primitives[0].triangles(&scene).unwrap().map(area).collect();
    assert_near(&areas, &[0.25, 0.25]);
}

#[test]
fn units_and_axes_are_converted() {
    // Centimetres, Z up: two metres to the right, one up.
    let objects = [
        geometry(1, &[200.0, 0.0, 100.0, 0.0, 0.0, 0.0, 0.0, 100.0, 0.0], &[0, 1, -3], ""),
        model(2, "Door", "Mesh", ""),
    ];
    let (scene, findings) = read(&fbx_in("1.0", 2, &objects.concat(), &[oo(1, 2), oo(2, 0)].concat()));
    assert_eq!(count(&findings, kinds::SPACE_CONVERTED), 1);
    let node = scene.node("Door").unwrap();
    let pose = scene.rest_pose().unwrap();
    let posed = pose.posed(&scene, node, &scene.meshes.first().unwrap().primitives[0]).unwrap();
    let far = posed.positions.iter().find(|position| position.x > 1.0).unwrap();
    assert_near(&far.to_array(), &[2.0, 1.0, 0.0]);
    let back = posed.positions.iter().find(|position| position.z.abs() > 0.5).unwrap();
    assert_near(&back.to_array(), &[0.0, 0.0, -1.0]);
    // The vertices are in metres, and the node has no scale.
    let (_, _, _) = (node, pose, posed);
    assert_near(&scene[node].transform.split().first.scale.as_vec3().to_array(), &[1.0; 3]);
}

/// As Blender writes: vertices in metres, nodes scaled by 100, unit of a centimetre.
#[test]
fn scales_against_the_unit_disappear() {
    let scale = crate::support::vector("Lcl Scaling", "Lcl Scaling", [100.0; 3]);
    let objects = [square(1, ""), model(2, "Door", "Mesh", &scale)].concat();
    let (scene, _) = read(&fbx_in("1.0", 1, &objects, &[oo(1, 2), oo(2, 0)].concat()));
    assert_near(&scene[scene.node("Door").unwrap()].transform.split().first.scale.as_vec3().to_array(), &[1.0; 3]);
    assert!(positions(&scene, Id::new(0)).contains(&[1.0, 1.0, 0.0]));
}

#[test]
fn binary_files_are_read() {
    let (scene, _) = asset_fbx::parse(&binary(), &asset_fbx::ReadOptions::default(), &asset_fbx::NoFiles).unwrap();
    let node = scene.node("Door").unwrap();
    assert_eq!(positions(&scene, scene[node].mesh.unwrap()).len(), 3);
}
