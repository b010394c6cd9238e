//! Scenes that are meant to break something: each ends in time, in memory, without a panic.

use asset_render::{Error, ErrorKind, Overlays, Picture, Renderer, Textures, View};
use asset_scene::{
    Array, Attribute, Component, Id, Image, Material, Mesh, Node, Primitive, Scene, Semantic, Skin, Texture,
};
use binio::Limits;
use testkit::hostile::{TimeLimit, scaled};

fn primitive(scene: &mut Scene<'_>, corners: Vec<[f32; 3]>, indices: Option<Vec<u32>>) -> Primitive {
    let position = Attribute { semantic: Semantic::Position, array: scene.arrays.push(Array::from_f32s(corners)) };
    let indices = indices.map(|indices| scene.arrays.push(Array::from_u32s(indices)));
    Primitive { attributes: vec![position], indices, ..Primitive::default() }
}

fn scene(corners: Vec<[f32; 3]>, indices: Option<Vec<u32>>) -> Scene<'static> {
    let mut scene = Scene::default();
    let primitives = vec![primitive(&mut scene, corners, indices)];
    let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    scene
}

fn all() -> Overlays {
    let mut overlays = Overlays::default();
    (overlays.wireframe, overlays.skeleton, overlays.bounds, overlays.normals) = (true, true, true, true);
    (overlays.backs, overlays.lod) = (true, true);
    overlays
}

/// From several sides, with all that there is.
#[track_caller]
fn survive(scene: &Scene<'_>) -> Vec<Result<Picture, Error>> {
    let limit = TimeLimit::seconds(60);
    let textures = Textures::of(scene);
    let views = [View::Front, View::Top, View::ThreeQuarter];
    let pictures = views.map(|view| {
        let renderer = Renderer::new(128, 96).view(view).overlays(all()).shadow(true);
        renderer.render(scene, &textures)
    });
    limit.check();
    pictures.into()
}

const ODD: [f32; 9] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e30, 1e-40, -0.0, 1.0];

#[test]
fn vertices_that_are_no_numbers_or_huge() {
    for invalid in ODD {
        for other in ODD {
            let corners =
                vec![[invalid, 0.0, 0.0], [0.0, other, 1.0], [1.0, 1.0, invalid], [0.0, 0.0, 0.0], [1.0, 0.0, other]];
            let scene = scene(corners, Some(vec![0, 1, 2, 2, 3, 4, 1, 3, 4]));
            assert!(survive(&scene).into_iter().all(|picture| picture.is_ok()), "{invalid} {other}");
        }
    }
}

/// Triangles over the whole picture, one behind the other.
fn walls(count: u32, alpha: asset_scene::Alpha) -> Scene<'static> {
    let corners = (0..count).flat_map(|wall| {
        let z = -(wall as f32) * 1e-3;
        [[-1.0, -1.0, z], [3.0, -1.0, z], [-1.0, 3.0, z]]
    });
    let mut scene = scene(corners.collect(), Some((0..count * 3).collect()));
    let base_color = [0.5, 0.5, 0.5, 0.01];
    let material = scene.materials.push(Material { alpha, base_color, double_sided: true, ..Material::default() });
    scene.meshes[Id::new(0)].primitives[0].material = Some(material);
    scene
}

/// Pixels have a limit of transparent layers, and the nearest are drawn: time is in proportion to the picture.
#[test]
fn walls_of_glass() {
    let picture = |count: u32| {
        let scene = walls(count, asset_scene::Alpha::Blend);
        let renderer = Renderer::new(64, 64).view(View::Front);
        renderer.render(&scene, &Textures::of(&scene)).expect("drawn")
    };
    let omitted = |picture: &Picture| {
        picture.findings.iter().filter(|finding| finding.kind == asset_render::kinds::LAYERS_OMITTED).count()
    };
    assert_eq!(omitted(&picture(64)), 0);
    assert_eq!(omitted(&picture(65)), 1);
    let limit = TimeLimit::seconds(20);
    let many = picture(1_500);
    limit.check();
    assert_eq!((omitted(&many), many.triangles), (1, 1_500));
}

/// Behind holes, everything is looked at.
#[test]
fn walls_of_holes_are_refused() {
    let scene = walls(3_000, asset_scene::Alpha::Mask { cutoff: 0.5 });
    let error = Renderer::new(256, 256).view(View::Front).render(&scene, &Textures::of(&scene)).expect_err("too much");
    assert!(matches!(error.kind(), ErrorKind::TooMuch { .. }), "{error}");
    let scene = walls(100, asset_scene::Alpha::Mask { cutoff: 0.5 });
    assert!(Renderer::new(256, 256).view(View::Front).render(&scene, &Textures::of(&scene)).is_ok());
}

#[test]
fn nothing_at_all_and_nothing_to_see() {
    for scene in [
        Scene::default(),
        scene(Vec::new(), None),
        scene(vec![[1.0; 3]; 9], None),
        scene(vec![[0.0; 3], [1.0; 3], [2.0; 3]], None),
        scene(vec![[0.0; 3]; 2], Some(Vec::new())),
    ] {
        assert!(survive(&scene).into_iter().all(|picture| picture.is_ok()));
    }
}

#[test]
fn indices_beyond_the_vertices_are_findings() {
    for picture in survive(&scene(vec![[0.0; 3]; 3], Some(vec![0, 1, 3]))) {
        let picture = picture.expect("a picture");
        let text = picture.findings.iter().map(ToString::to_string).collect::<String>();
        assert!(text.contains("mesh 0 > primitive 0: expected a vertex below 3, found 3; left out"), "{text}");
    }
}

#[test]
fn a_million_triangles_in_one_pixel() {
    let tiny = |index: u32| {
        let shift = index as f32 * 1e-9;
        [[shift, 0.0, 0.0], [1e-3, shift, 0.0], [0.0, 1e-3, shift]]
    };
    let mut corners: Vec<[f32; 3]> = (0..1_000_000).flat_map(tiny).collect();
    corners.extend([[-1.0, -1.0, -1.0], [1.0, -1.0, -1.0], [0.0, 1.0, -1.0]]);
    let scene = scene(corners, None);
    let limit = TimeLimit::seconds(30);
    let picture = Renderer::new(128, 96).render(&scene, &Textures::of(&scene)).expect("a picture");
    assert_eq!(picture.triangles, 1_000_001);
    limit.check();
}

#[test]
fn a_million_triangles_over_all_of_it_are_refused() {
    let corners = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let indices = (0..1_000_000).flat_map(|_| [0, 1, 2]).collect();
    let scene = scene(corners, Some(indices));
    let error = Renderer::new(512, 512).view(View::Front).render(&scene, &Textures::of(&scene)).expect_err("too much");
    assert!(matches!(error.kind(), ErrorKind::TooMuch { what: "pixels around triangles", .. }), "{error}");
}

#[test]
fn one_mesh_shown_a_million_times_is_refused() {
    let mut scene = scene(vec![[0.5; 3]; 3000], None);
    for _ in 0..1_000_000 {
        scene.nodes.push(Node { mesh: Some(Id::new(0)), ..Node::default() });
    }
    let limit = TimeLimit::seconds(30);
    let renderer = Renderer::new(64, 64).limits(Limits::default().max_expanded_bytes(1 << 26));
    let error = renderer.render(&scene, &Textures::of(&scene)).expect_err("too much");
    assert!(matches!(error.kind(), ErrorKind::TooMuch { what: "bytes of vertices and indices", .. }), "{error}");
    limit.check();
}

#[test]
fn a_million_bones() {
    let bones = scaled(1 << 17, 1 << 20);
    let mut scene = scene(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], None);
    let first = scene.nodes.len();
    for bone in 0..bones {
        let parent = (bone > 0).then(|| Id::new(first + bone - 1));
        scene.nodes.push(Node { parent, ..Node::default() });
    }
    let joints = (0..bones).map(|bone| Id::new(first + bone)).collect();
    let skin = scene.skins.push(Skin { joints, ..Skin::default() });
    let weights = scene.arrays.push(Array::from_f32s([[1.0, 0.0, 0.0, 0.0]; 3]));
    let numbers = [65535_u16, 0, 0, 0].repeat(3).into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let numbers = scene.arrays.push(Array::from_bytes(Component::U16, 4, numbers));
    let own = &mut scene.meshes[Id::new(0)].primitives[0].attributes;
    own.push(Attribute { semantic: Semantic::Joints(0), array: numbers });
    own.push(Attribute { semantic: Semantic::Weights(0), array: weights });
    scene.nodes[Id::new(0)].skin = Some(skin);
    let limit = TimeLimit::seconds(60);
    let renderer = Renderer::new(64, 64).overlays(all());
    let pictured = renderer.render(&scene, &Textures::of(&scene));
    assert!(pictured.is_ok(), "{:?}", pictured.err());
    limit.check();
}

#[test]
fn images_that_are_none_are_findings() {
    let mut scene = scene(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], None);
    for bytes in [&b""[..], b"no image", b"\x89PNG\r\n\x1a\n\0\0"] {
        let image = scene.images.push(Image { name: "broken".into(), bytes: bytes.into(), ..Image::default() });
        let base_color_texture = Some(Texture::new(image));
        scene.materials.push(Material { base_color_texture, ..Material::default() });
    }
    scene.meshes[Id::new(0)].primitives[0].material = Some(Id::new(1));
    assert_eq!(Textures::of(&scene).findings().len(), 3);
    assert!(survive(&scene).into_iter().all(|picture| picture.is_ok()));
}

#[test]
fn odd_factors_and_coordinates() {
    for invalid in ODD {
        let mut scene = scene(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], None);
        let png =
            asset_image::Pixels::filled(3, 5, [9, 200, 30, 77]).and_then(|pixels| pixels.to_png()).expect("a png");
        let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
        let mut texture = Texture::new(image);
        texture.transform.rotation = invalid;
        let material = Material {
            base_color: [invalid; 4],
            metallic: invalid,
            roughness: invalid,
            ior: invalid,
            emissive: [invalid; 3],
            normal_scale: invalid,
            base_color_texture: Some(texture),
            normal_texture: Some(texture),
            metallic_roughness_texture: Some(texture),
            alpha: asset_scene::Alpha::Blend,
            ..Material::default()
        };
        let uvs = scene.arrays.push(Array::from_f32s([[invalid, 0.0], [1.0, invalid], [invalid, invalid]]));
        let normals =
            scene.arrays.push(Array::from_f32s([[invalid, 0.0, 1.0], [0.0, invalid, invalid], [0.0, 0.0, 0.0]]));
        let id = scene.materials.push(material);
        let own = &mut scene.meshes[Id::new(0)].primitives[0];
        own.attributes.push(Attribute { semantic: Semantic::TexCoord(0), array: uvs });
        own.attributes.push(Attribute { semantic: Semantic::Normal, array: normals });
        own.material = Some(id);
        assert!(survive(&scene).into_iter().all(|picture| picture.is_ok()), "{invalid}");
    }
}

#[test]
fn sizes_that_no_picture_has() {
    for (width, height) in [(0, 1), (1, 0), (8193, 1), (1, u32::MAX)] {
        let error = Renderer::new(width, height).render(&Scene::default(), &Textures::of(&Scene::default()));
        let error = error.expect_err("no size");
        let text = format!("picture: expected a width and a height from 1 to 8192, found {width} x {height}");
        assert_eq!(error.to_string(), text);
    }
}
