//! Pictures of scenes: their light, fog and sky, where they are seen from, and why nothing is seen.

use asset_image::Pixels;
use asset_render::{Background, LightSet, Picture, Projection, Renderer, View, kinds};
use asset_scene::glam::DVec3;
use asset_scene::{
    Environment, Fog, Id, Image, Light, LightKind, Material, Mesh, Node, Scene, Sky, SkyCube, Texture, Transform,
};

use crate::golden::{cube, mesh, render, square, unlit};

const COLORS: [[u8; 4]; 6] =
    [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255], [0, 255, 255, 255], [255, 0, 255, 255]];

/// A sky whose faces have these colours.
fn cube_map() -> Sky<'static> {
    let image = |color| {
        let png = Pixels::filled(4, 4, color).and_then(|pixels| pixels.to_png()).expect("a png");
        Image { bytes: png.into(), ..Image::default() }
    };
    Sky::Cube(SkyCube { images: COLORS.map(image).to_vec(), color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] })
}

fn with(sky: Option<Sky<'static>>, fog: Option<Fog>) -> Scene<'static> {
    Scene { environment: Some(Environment { ambient: [0.2; 3], fog, sky }), ..Scene::default() }
}

fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    picture.pixels.get(x, y).expect("a pixel")
}

#[test]
fn a_cube_map_is_behind_the_scene() {
    let mut scene = with(Some(cube_map()), None);
    square(&mut scene, 0.0, Material { double_sided: true, ..unlit([0.0, 0.0, 0.0, 1.0]) });
    let corner = |scene: &Scene<'_>, view| pixel(&render(scene, &Renderer::new(32, 32).view(view)), 0, 16);
    // Cube maps are left-handed: their +X is the scene's −X. The camera looks against the side that it is on.
    let views = [View::Left, View::Right, View::Bottom, View::Top, View::Back, View::Front];
    assert_eq!(views.map(|view| corner(&scene, view)), COLORS);
    let middle = render(&scene, &Renderer::new(32, 32).view(View::Front));
    assert_eq!(pixel(&middle, 16, 16), [0, 0, 0, 255]);
    let plain = Renderer::new(32, 32).view(View::Front).background(Background::Plain([1, 2, 3]));
    assert_eq!(pixel(&render(&scene, &plain), 0, 16), [1, 2, 3, 255]);
    // Half a turn about Y.
    if let Some(Environment { sky: Some(Sky::Cube(cube)), .. }) = &mut scene.environment {
        cube.rotation = [0.0, 1.0, 0.0, 0.0];
        cube.color = [0.0, 1.0, 1.0];
    }
    assert_eq!(corner(&scene, View::Left), COLORS[1]);
    assert_eq!(corner(&scene, View::Front), COLORS[4]);
}

#[test]
fn one_file_holds_all_faces() {
    // A dds of six faces, 1 x 1 pixels of 32 bits.
    let mut dds = b"DDS \x7c\0\0\0".to_vec();
    dds.extend([0x100f, 1, 1, 4, 0, 1_u32].into_iter().flat_map(u32::to_le_bytes));
    dds.extend([0; 44]);
    dds.extend([32, 0x41, 0, 32, 0xff, 0xff00, 0x00ff_0000, 0xff00_0000_u32].into_iter().flat_map(u32::to_le_bytes));
    dds.extend([0x1008, 0xfe00, 0, 0, 0_u32].into_iter().flat_map(u32::to_le_bytes));
    dds.extend(COLORS.concat());
    let image = Image { bytes: dds.into(), ..Image::default() };
    let sky = Sky::Cube(SkyCube { images: vec![image], color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] });
    let mut scene = with(Some(sky), None);
    square(&mut scene, 0.0, unlit([1.0; 4]));
    let picture = render(&scene, &Renderer::new(64, 64).view(View::Front));
    assert_eq!((pixel(&picture, 0, 32), picture.findings.len()), (COLORS[5], 0));
}

#[test]
fn a_sky_that_cannot_be_read_is_reported() {
    let broken = Image { bytes: b"no image".to_vec().into(), ..Image::default() };
    for (images, count) in [(vec![broken.clone(); 6], 1), (vec![broken; 2], 1), (vec![Image::default(); 6], 0)] {
        let sky = Sky::Cube(SkyCube { images, color: [1.0; 3], rotation: [f32::NAN; 4] });
        let mut scene = with(Some(sky), None);
        square(&mut scene, 0.0, unlit([1.0; 4]));
        assert_eq!(asset_render::Textures::of(&scene).findings().len(), count);
        render(&scene, &Renderer::new(16, 16));
    }
}

#[test]
fn a_mesh_is_the_sky_around_the_camera() {
    let mut scene = with(None, Some(Fog { color: [1.0, 0.0, 0.0], start: 0.0, end: 1e-3 }));
    let node = cube(&mut scene, Material { base_color: [0.0, 0.0, 1.0, 1.0], ..Material::named("sky") });
    let sky = scene.nodes[node].mesh.take().expect("a mesh");
    square(&mut scene, 0.0, unlit([0.0, 1.0, 0.0, 1.0]));
    let transform = Transform::from_scale(0.5);
    scene.environment.as_mut().expect("there is one").sky = Some(Sky::Mesh { mesh: sky, transform });
    let picture = render(&scene, &Renderer::new(32, 32).view(View::Front));
    // Without light and fog, behind the square, and not part of the framed content.
    assert_eq!([pixel(&picture, 0, 16), pixel(&picture, 16, 16)], [[0, 0, 255, 255], [0, 255, 0, 255]]);
    assert_eq!(picture.triangles, 2);
    let engine = render(&scene, &Renderer::new(32, 32).view(View::Front).light_set(LightSet::Engine));
    assert_eq!(pixel(&engine, 0, 16), [0, 0, 255, 255]);
    scene.environment.as_mut().expect("there is one").sky = Some(Sky::Mesh { mesh: Id::<Mesh>::new(9), transform });
    assert!(scene.check().is_err());
}

#[test]
fn the_light_of_the_engine_is_ambient_lights_and_fog() {
    let mut scene = with(None, None);
    let white = Material { base_color: [1.0; 4], roughness: 1.0, metallic: 0.0, ..Material::named("paper") };
    let specular = asset_scene::Specular { factor: 0.0, ..Default::default() };
    square(&mut scene, 0.0, Material { specular: Some(Box::new(specular)), base_color: [0.5, 0.5, 0.5, 1.0], ..white });
    let renderer = Renderer::new(16, 16).view(View::Front).light_set(LightSet::Engine).background(Background::DARK);
    let light = |scene: &Scene<'_>| pixel(&render(scene, &renderer), 8, 8)[0];
    let dark = light(&scene);
    let sun = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI * 0.5, ..Light::default() };
    let sun = scene.lights.push(sun);
    scene.nodes.push(Node { light: Some(sun), ..Node::default() });
    let lit = light(&scene);
    assert!(dark > 60 && lit > dark + 60, "{dark} {lit}");
    // An exposure: brighter lights than white are as bright as white.
    let [white, brighter] = [1.0, 100.0].map(|factor| {
        scene.lights[sun].intensity = std::f32::consts::PI * factor;
        light(&scene)
    });
    assert_eq!(white, brighter);
}

#[test]
fn fog_covers_what_is_far() {
    let mut scene = with(None, Some(Fog { color: [0.0, 0.0, 1.0], start: 2.0, end: 4.0 }));
    for (place, z) in [(-3.0, 0.0), (0.0, -3.0), (3.0, -9.0)] {
        let node = square(&mut scene, z, unlit([1.0, 0.0, 0.0, 1.0]));
        scene[node].transform = Transform::from_translation([place, 0.0, 0.0]);
    }
    let flat = Renderer::new(90, 30).view(View::Front).projection(Projection::Orthographic);
    let picture = render(&scene, &flat.clone().light_set(LightSet::Engine));
    let at = |x: u32| pixel(&picture, x, 15);
    assert_eq!([at(18), at(45), at(72)], [[255, 0, 0, 255], [128, 0, 128, 255], [0, 0, 255, 255]]);
    assert_eq!(pixel(&picture, 0, 0), [0, 0, 255, 255], "the background is the fog's colour");
    assert_eq!(pixel(&render(&scene, &flat), 72, 15), [255, 0, 0, 255]);
}

#[test]
fn dark_light_has_a_dark_background() {
    let mut scene = Scene::default();
    cube(&mut scene, Material { base_color: [0.2, 0.2, 0.2, 1.0], ..Material::named("grey") });
    let mean = |set| {
        let picture = render(&scene, &Renderer::new(32, 32).light_set(set));
        let sum: u32 = picture.pixels.pixels().iter().map(|pixel| u32::from(pixel[1])).sum();
        (pixel(&picture, 0, 0), sum / 1024)
    };
    let [(light, bright), (night, dim)] = [LightSet::Studio, LightSet::Dark].map(mean);
    assert_eq!([light, night], [[226, 228, 232, 255], [30, 33, 40, 255]]);
    assert!(dim * 2 < bright, "{dim} {bright}");
    // A scene without lights and environment has no light of its own.
    assert_eq!(mean(LightSet::Engine), (light, bright));
    let names = ["studio", "engine", "dark"].map(|name| name.parse::<LightSet>().ok());
    assert_eq!(names, [LightSet::Studio, LightSet::Engine, LightSet::Dark].map(Some));
    assert!("night".parse::<LightSet>().is_err());
}

/// A cube on a ground of a size, at a height.
fn on_ground(width: f32, height: f32) -> Scene<'static> {
    let mut scene = Scene::default();
    cube(&mut scene, unlit([1.0, 0.0, 0.0, 1.0]));
    let ground = cube(&mut scene, unlit([0.0, 0.3, 0.0, 1.0]));
    scene[ground].transform = Transform::Trs {
        translation: [0.0, -1.0 - height, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: [width, height, width],
    };
    scene
}

#[test]
fn subjects_are_framed_and_not_the_ground() {
    let red = |scene: &Scene<'_>| {
        let picture = render(scene, &Renderer::new(64, 64));
        picture.pixels.pixels().iter().filter(|pixel| pixel[0] == 255 && pixel[1] == 0).count()
    };
    let alone = red(&on_ground(0.01, 0.01));
    assert!(alone > 1000, "{alone}");
    assert!(red(&on_ground(100.0, 1.0)) > alone / 2);
    // A little larger than the subject: part of it. As high as wide: no ground.
    assert!(red(&on_ground(2.0, 0.1)) < alone * 3 / 4);
    assert!(red(&on_ground(40.0, 40.0)) < 20);
    // Far beside the ground: the ground counts.
    let mut beside = on_ground(10.0, 1.0);
    beside.nodes[Id::new(0)].transform = Transform::from_translation([30.0, 0.0, 0.0]);
    assert!(red(&beside) < alone / 20);
}

#[test]
fn few_objects_far_away_from_all_others_are_not_framed() {
    let mut scene = Scene::default();
    for place in 0..9_u8 {
        let node = cube(&mut scene, unlit([1.0, 0.0, 0.0, 1.0]));
        scene[node].transform =
            Transform::from_translation([f32::from(place % 3) * 3.0, f32::from(place / 3) * 3.0, 0.0]);
    }
    let stray = cube(&mut scene, unlit([0.0, 1.0, 0.0, 1.0]));
    scene[stray].transform = Transform::from_translation([200.0, 50.0, 0.0]);
    let red = |scene: &Scene<'_>| {
        let picture = render(scene, &Renderer::new(64, 64));
        picture.pixels.pixels().iter().filter(|pixel| pixel[0] == 255 && pixel[1] == 0).count()
    };
    // A model is framed as a whole, a scene of a game isn't.
    assert!(red(&scene) < 20);
    scene.staging = Some(Box::default());
    assert!(red(&scene) > 1000, "{}", red(&scene));
    // Too near, or too many to be stray.
    scene[stray].transform = Transform::from_translation([11.0, 3.0, 0.0]);
    let picture = render(&scene, &Renderer::new(64, 64));
    assert!(picture.pixels.pixels().iter().any(|pixel| pixel[0] == 0 && pixel[1] == 255));
    scene[stray].transform = Transform::from_translation([200.0, 50.0, 0.0]);
    for _ in 0..3 {
        let node = cube(&mut scene, unlit([0.0, 1.0, 0.0, 1.0]));
        scene[node].transform = Transform::from_translation([200.0, 50.0, 0.0]);
    }
    assert!(red(&scene) < 20);
}

/// A sky does not make a crowd on a level ground a ground by itself.
#[test]
fn what_is_on_a_ground_below_a_sky_is_framed_as_a_whole() {
    let mut scene = with(Some(cube_map()), None);
    let ground = cube(&mut scene, unlit([0.2, 0.2, 0.2, 1.0]));
    scene[ground].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [10.0, 0.1, 10.0] };
    let tall = cube(&mut scene, unlit([0.2, 0.2, 0.2, 1.0]));
    scene[tall].transform = Transform::from_translation([9.0, 1.0, 9.0]);
    let camera = render(&scene, &Renderer::new(64, 48)).camera;
    let corner = camera.position - DVec3::new(10.0, 0.0, 10.0);
    assert!(corner.dot(camera.back) > 1.0, "the corner is in front of the camera");
}

#[test]
fn a_ground_below_a_sky_is_seen_from_inside() {
    let mut scene = with(Some(cube_map()), None);
    let ground = cube(&mut scene, unlit([0.2, 0.2, 0.2, 1.0]));
    scene[ground].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [50.0, 1.0, 50.0] };
    let picture = render(&scene, &Renderer::new(64, 48));
    let DVec3 { y, .. } = picture.camera.position;
    assert!(y > 1.0 && y < 20.0, "{y}");
    let is_sky = |x, y| COLORS.contains(&pixel(&picture, x, y));
    assert!(is_sky(32, 2) && !is_sky(32, 40));
    let row = (0..64).filter(|x| !is_sky(*x, 36)).count();
    assert!(row > 56, "{row}");
}

#[test]
fn an_empty_picture_turns_and_says_why() {
    let mut scene = Scene::default();
    let node = square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    scene[node].transform = Transform::Trs { translation: [0.0; 3], rotation: [0.0, 1.0, 0.0, 0.0], scale: [1.0; 3] };
    let kinds_of = |picture: &Picture| picture.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>();
    let picture = render(&scene, &Renderer::new(32, 32));
    assert_eq!(pixel(&picture, 16, 16), [255, 0, 0, 255]);
    assert_eq!(kinds_of(&picture), [kinds::VIEW_TURNED]);
    assert!(picture.camera.position.z < 0.0);
    let message = picture.findings.iter().next().expect("a finding").to_string();
    assert!(message.contains("seen from behind") && message.contains("215,20"), "{message}");
    // A view that was asked for stays.
    let front = render(&scene, &Renderer::new(32, 32).view(View::Front));
    assert_eq!(kinds_of(&front), [kinds::EMPTY_PICTURE]);
    assert!(front.findings.iter().next().expect("a finding").to_string().contains("seen from behind"));
    // Face down: from below.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    scene[node].transform = Transform::Trs { translation: [0.0; 3], rotation: [half, 0.0, 0.0, half], scale: [1.0; 3] };
    let below = render(&scene, &Renderer::new(32, 32));
    assert!(below.camera.position.y < 0.0 && kinds_of(&below) == [kinds::VIEW_TURNED]);
    // Nothing opaque.
    scene.materials[Id::new(0)].alpha = asset_scene::Alpha::Blend;
    scene.materials[Id::new(0)].base_color[3] = 0.0;
    assert!(render(&scene, &Renderer::new(32, 32)).findings.iter().any(|one| one.to_string().contains("transparent")));
}

#[test]
fn lines_only_are_told() {
    let mut scene = Scene::default();
    let positions = asset_scene::Array::from_f32s([[0.0_f32, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    let array = scene.arrays.push(positions);
    let attributes = vec![asset_scene::Attribute { semantic: asset_scene::Semantic::Position, array }];
    let topology = asset_scene::Topology::Lines;
    mesh(&mut scene, asset_scene::Primitive { topology, attributes, ..Default::default() });
    let messages: Vec<String> =
        render(&scene, &Renderer::new(16, 16)).findings.iter().map(ToString::to_string).collect();
    assert!(messages.len() == 1 && messages[0].contains("lines and points only"), "{messages:?}");
}

#[test]
fn the_texture_of_a_sky_mesh_is_shown() {
    let mut scene = with(None, None);
    let png = Pixels::filled(2, 2, [10, 200, 30, 255]).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
    let look =
        Material { base_color_texture: Some(Texture::new(image)), base_color: [1.0; 4], ..Material::named("sky") };
    let node = square(&mut scene, -1.0, look);
    let sky = scene.nodes[node].mesh.take().expect("a mesh");
    square(&mut scene, 0.0, unlit([0.0, 0.0, 0.0, 1.0]));
    let sky = Sky::Mesh { mesh: sky, transform: Transform::from_scale(4.0) };
    scene.environment.as_mut().expect("there is one").sky = Some(sky);
    let picture = render(&scene, &Renderer::new(64, 64).view(View::Front));
    assert_eq!(pixel(&picture, 0, 32), [10, 200, 30, 255]);
}

#[test]
fn the_camera_of_a_scene_is_used_if_it_sees_something() {
    let mut scene = Scene::default();
    square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    let camera = scene.cameras.push(asset_scene::Camera::default());
    let away = Transform::Trs { translation: [0.0, 0.0, 9.0], rotation: [0.0, 1.0, 0.0, 0.0], scale: [1.0; 3] };
    let first = scene.nodes.push(Node { camera: Some(camera), transform: away, ..Node::default() });
    let own = Renderer::new(32, 32).scene_camera(true);
    let position = |scene: &Scene<'_>, renderer: &Renderer<'_>| render(scene, renderer).camera.position;
    let fitted = position(&scene, &Renderer::new(32, 32));
    assert_eq!(position(&scene, &own), fitted, "it looks away");
    let transform = Transform::from_translation([0.5, 0.0, 20.0]);
    scene.nodes.push(Node { camera: Some(camera), transform, ..Node::default() });
    assert_eq!(position(&scene, &own), DVec3::new(0.5, 0.0, 20.0));
    assert_eq!(position(&scene, &Renderer::new(32, 32)), fitted);
    scene.nodes[first].transform = Transform::from_translation([0.0, 0.0, 9.0]);
    assert_eq!(position(&scene, &own), DVec3::Z * 9.0);
}

#[test]
fn scenes_in_the_plane_are_seen_face_on() {
    let mut scene = Scene::default();
    square(&mut scene, 0.0, Material { double_sided: true, ..unlit([1.0, 0.0, 0.0, 1.0]) });
    scene.staging = Some(Box::new(asset_scene::Staging { is_flat: true, ..Default::default() }));
    let camera = render(&scene, &Renderer::new(32, 32).scene_camera(true)).camera;
    assert!(matches!(camera.lens, asset_render::Lens::Orthographic(_)));
    assert!((camera.back + DVec3::Z).length() < 1e-9, "{}", camera.back);
    let other = render(&scene, &Renderer::new(32, 32)).camera;
    assert!(matches!(other.lens, asset_render::Lens::Perspective(_)));
}
