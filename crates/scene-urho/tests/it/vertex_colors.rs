//! Colours of vertices in materials.

use asset_scene::{Alpha, Material, Scene};
use fuzzkit::looks::texture as image;
use scene_urho::{CreateMaterialOptions, Rule};

use crate::built_looks::{create, files, picture, told};

/// No lit technique shows colours of vertices; the define of its shaders does.
#[test]
fn colours_of_vertices_are_shown() {
    let mut scene = Scene::default();
    let base = image(&mut scene, "a", picture(0, false));
    let color = scene.arrays.push(asset_scene::Array::from_f32s([[0.5, 0.25, 0.0, 1.0]; 3]));
    for (unlit, alpha) in
        [(false, Alpha::Opaque), (false, Alpha::Mask { cutoff: 0.5 }), (true, Alpha::Opaque), (true, Alpha::Blend)]
    {
        let material = Material { unlit, alpha, base_color_texture: Some(base), ..Material::default() };
        let material = Some(scene.materials.push(material));
        let attributes = vec![asset_scene::Attribute { semantic: asset_scene::Semantic::Color(0), array: color }];
        let primitive = asset_scene::Primitive { attributes, material, ..asset_scene::Primitive::default() };
        scene.meshes.push(asset_scene::Mesh { primitives: vec![primitive], ..asset_scene::Mesh::default() });
    }
    let built = create(&scene, &CreateMaterialOptions::default());
    assert!(told(&built.findings, Rule::LinearVertexColours));
    let files = files(&built);
    let defines: Vec<_> = built
        .names
        .iter()
        .flatten()
        .map(|name| {
            let data = urho_material::Material::parse(files[name.as_str()]).unwrap().data().into_owned();
            let text = |name: Option<binio::Name<'_>>| name.map(|name| name.to_text().into_owned()).unwrap_or_default();
            (text(data.vertex_defines), text(data.pixel_defines))
        })
        .collect();
    let defines: Vec<(&str, &str)> = defines.iter().map(|(vertex, pixel)| (vertex.as_str(), pixel.as_str())).collect();
    let shown = ("VERTEXCOLOR", "VERTEXCOLOR");
    // The last technique is one of the engine's that shows them itself.
    assert_eq!(defines, [shown, ("VERTEXCOLOR", "ALPHAMASK VERTEXCOLOR"), shown, ("", "")]);
}
