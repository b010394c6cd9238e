//! Rectangles that face the camera, and surfaces that add or multiply colours.

use asset_render::{Lens, LightSpace, Renderer, View};
use asset_scene::{
    Alpha, Environment, Facing, Fog, Id, Material, Mixing, Node, Scene, Sprite, SpriteSet, Staging, SurfaceEffect,
    Text, Transform,
};

use crate::golden::{render, square, unlit};
use crate::staging::{picture, place};

fn sprite(position: [f32; 3], size: [f32; 2]) -> Sprite {
    Sprite { position, size, rotation: 0.0, color: [1.0; 4], uv: [0.0, 0.0, 1.0, 1.0], direction: [0.0, 1.0, 0.0] }
}

/// A black wall from -4 to 4 behind sprites with this material, which is blended.
fn scene(material: Material, sprites: Vec<Sprite>) -> Scene<'static> {
    let mut scene = Scene::default();
    let wall = square(&mut scene, 0.0, unlit([0.0, 0.0, 0.0, 1.0]));
    scene[wall].transform = place([0.0; 3], 4.0);
    let material = Some(scene.materials.push(Material { alpha: Alpha::Blend, ..material }));
    let sprites = vec![SpriteSet { material, sprites, ..SpriteSet::default() }];
    scene.staging = Some(Box::new(Staging { sprites, ..Staging::default() }));
    scene
}

fn staging<'s>(scene: &'s mut Scene<'static>) -> &'s mut Staging {
    scene.staging.as_mut().expect("there is one")
}

/// The columns and rows that aren't black, in a picture of 80 x 80 pixels.
fn extent(scene: &Scene<'_>) -> [u32; 4] {
    let shown = picture(scene, LightSpace::Linear);
    let lit = |x: u32, y: u32| shown.pixels.get(x, y).is_some_and(|pixel| pixel[0] > 20);
    let columns: Vec<u32> = (0..80).filter(|x| (0..80).any(|y| lit(*x, y))).collect();
    let rows: Vec<u32> = (0..80).filter(|y| (0..80).any(|x| lit(x, *y))).collect();
    let end = |list: &[u32]| list.last().map_or(0, |last| last + 1);
    [columns.first().copied().unwrap_or(0), end(&columns), rows.first().copied().unwrap_or(0), end(&rows)]
}

#[track_caller]
fn assert_near(found: [u32; 4], expected: [u32; 4]) {
    assert!(found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{found:?}, expected {expected:?}");
}

#[test]
fn sprites_face_the_camera_at_their_place() {
    // A unit is 10 pixels; the middle is at 40.
    let mut scene = scene(unlit([1.0; 4]), vec![sprite([2.0, 1.0, 1.0], [1.0, 0.5])]);
    assert_near(extent(&scene), [50, 70, 25, 35]);
    // A quarter turn exchanges width and height.
    staging(&mut scene).sprites[0].sprites[0].rotation = std::f32::consts::FRAC_PI_2;
    assert_near(extent(&scene), [55, 65, 20, 40]);
    // In the space of a node, and along its direction.
    let node = scene.nodes.push(Node { transform: Transform::from_translation([-4.0, 0.0, 0.0]), ..Node::default() });
    let set = &mut staging(&mut scene).sprites[0];
    (set.node, set.owner, set.facing) = (Some(node), Some(node), Facing::Direction);
    set.sprites[0].rotation = 0.0;
    set.sprites[0].direction = [1.0, 0.0, 0.0];
    assert_near(extent(&scene), [15, 25, 20, 40]);
    staging(&mut scene).sprites[0].node = Some(Id::new(9));
    assert!(scene.check().is_err());
}

#[test]
fn a_turn_is_clockwise() {
    let mut narrow = sprite([0.0, 0.0, 1.0], [2.0, 0.2]);
    narrow.rotation = 0.5;
    let scene = scene(unlit([1.0; 4]), vec![narrow]);
    let shown = picture(&scene, LightSpace::Linear);
    let lit = |x: u32, y: u32| shown.pixels.get(x, y).is_some_and(|pixel| pixel[0] > 200);
    // Right of the middle it is lower, left of it higher.
    assert!(lit(53, 47) && lit(27, 33) && !lit(53, 33) && !lit(27, 47));
}

/// A text of 4 ems in a row, white on black, from -4 to 4: a unit is 10 pixels.
#[test]
fn texts_are_drawn_where_their_node_is() {
    let shown = |lines: &[&str], anchor: [f32; 2], width: Option<f32>| {
        let mut scene = scene(unlit([1.0; 4]), Vec::new());
        let node = scene.nodes.push(Node { transform: place([0.0, 0.0, 1.0], 2.0), ..Node::default() });
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        let facing = Facing::Camera;
        let text = Text { node, lines, em: 0.5, width, text_align: 0.0, anchor, color: [1.0; 3], facing };
        scene.staging.get_or_insert_default().texts = vec![text];
        let picture = picture(&scene, LightSpace::Srgb);
        let bright = (0..80_u32).flat_map(|y| (0..80_u32).map(move |x| (x, y)));
        let bright = bright.filter(|(x, y)| picture.pixels.get(*x, *y).is_some_and(|pixel| pixel[0] > 120));
        bright.fold([80, 80, 0, 0], |[left, top, right, bottom], (x, y)| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        })
    };
    // An em is 10 pixels. The bars of both letters reach over 0.7 of it, below the ascent of 0.93.
    let [left, top, right, bottom] = shown(&["HH"], [0.0, 0.0], None);
    assert!((40..43).contains(&left) && (42..44).contains(&top), "{left} {top}");
    assert!((50..55).contains(&right) && (48..51).contains(&bottom), "{right} {bottom}");
    let [left, top, right, bottom] = shown(&["HH"], [0.5, 0.5], None);
    assert!(left.abs_diff(80 - right) <= 2 && top < 40 && bottom >= 40, "{left} {top} {right} {bottom}");
    // Twice as high, and as wide as it is said to be.
    let two = shown(&["HH", "HH"], [0.0, 0.0], Some(1.0));
    assert!(two[3] > 58 && two[2].abs_diff(59) <= 1, "{two:?}");
}

#[test]
fn an_image_behind_all_others_is_not_framed() {
    let sprite = |x: f32, size: f32| Sprite {
        position: [x, 0.0, 0.0],
        size: [size; 2],
        color: [1.0; 4],
        uv: [0.0, 0.0, 1.0, 1.0],
        direction: [0.0, 1.0, 0.0],
        rotation: 0.0,
    };
    let set = |sprites| SpriteSet { facing: Facing::Node, sprites, ..SpriteSet::default() };
    let half_of = |sets: Vec<SpriteSet>| {
        let staging = Staging { sprites: sets, is_flat: true, ..Staging::default() };
        let scene = Scene { staging: Some(Box::new(staging)), ..Scene::default() };
        let camera = render(&scene, &Renderer::new(64, 64).scene_camera(true)).camera;
        let Lens::Orthographic(half) = camera.lens else { panic!("{camera:?}") };
        half * 0.94
    };
    let near = |half: f64, expected: f64| assert!((half - expected).abs() < 1e-3, "{half}");
    near(half_of(vec![set(vec![sprite(0.0, 9.0)]), set(vec![sprite(-3.0, 1.0), sprite(3.0, 2.0)])]), 4.5);
    // Alone; not behind all others; too large for the others; two images.
    near(half_of(vec![set(vec![sprite(0.0, 9.0)])]), 9.0);
    near(half_of(vec![set(vec![sprite(0.0, 9.0)]), set(vec![sprite(-9.0, 1.0)])]), 9.5);
    near(half_of(vec![set(vec![sprite(0.0, 9.0)]), set(vec![sprite(0.0, 1.0)])]), 9.0);
    near(half_of(vec![set(vec![sprite(0.0, 9.0); 2]), set(vec![sprite(0.0, 5.0)])]), 9.0);
}

#[test]
fn upright_sprites_stay_upright() {
    let mut scene = scene(unlit([1.0; 4]), vec![sprite([0.0, 0.0, 0.0], [0.5, 1.0])]);
    scene.meshes = Vec::new().into();
    scene.nodes = vec![Node::default()].into();
    let rows = |scene: &Scene<'_>| {
        let from_above = View::Turned { yaw: 0.0, pitch: 60.0 };
        let camera = asset_render::Camera::looking(
            asset_scene::glam::DVec3::new(0.0, 8.7, 5.0),
            asset_scene::glam::DVec3::ZERO,
            asset_render::Lens::Orthographic(4.0),
        );
        let shown = render(scene, &Renderer::new(80, 80).view(from_above).camera(camera));
        let white = |y: u32| shown.pixels.get(40, y).is_some_and(|pixel| pixel[0] == 255);
        (0..80).filter(|y| white(*y)).count()
    };
    assert!(rows(&scene).abs_diff(20) <= 1, "{}", rows(&scene));
    for facing in [Facing::CameraUpright, Facing::PointUpright] {
        staging(&mut scene).sprites[0].facing = facing;
        // Seen from 60 degrees above, half of the height is left.
        assert!(rows(&scene).abs_diff(10) <= 1, "{facing:?}: {}", rows(&scene));
    }
    for facing in [Facing::Point, Facing::Camera] {
        staging(&mut scene).sprites[0].facing = facing;
        assert!(rows(&scene).abs_diff(20) <= 1, "{facing:?}: {}", rows(&scene));
    }
}

/// Engines add and multiply sRGB values.
#[test]
fn colours_are_added_and_multiplied() {
    let linear = asset_scene::color::srgb_to_linear(100.0 / 255.0);
    let (grey, half) = ([linear, linear, linear, 0.5], 1.0);
    let mut scene = scene(unlit(grey), vec![sprite([0.0, 0.0, 1.0], [half, half])]);
    let wall = asset_scene::color::srgb_to_linear(120.0 / 255.0);
    scene.materials[Id::new(0)].base_color = [wall, wall, wall, 1.0];
    let material = Id::new(1);
    for (mixing, expected) in
        [(Mixing::Usual, 110_u8), (Mixing::Add, 220), (Mixing::AddAlpha, 170), (Mixing::Multiply, 47)]
    {
        let effect = SurfaceEffect { mixing, ..SurfaceEffect::default() };
        staging(&mut scene).surfaces = [(material, effect)].into();
        let shown = picture(&scene, LightSpace::Linear).pixels.get(40, 40).expect("a pixel");
        assert!(shown[0].abs_diff(expected) <= 1, "{mixing:?}: {shown:?}");
    }
    // Light that is added is lost in the fog, and doesn't add the fog.
    let fog = Fog { color: [0.0, 0.0, 1.0], start: 0.0, end: 1e-3 };
    scene.environment = Some(Environment { fog: Some(fog), ..Environment::default() });
    let effect = SurfaceEffect { mixing: Mixing::Add, ..SurfaceEffect::default() };
    staging(&mut scene).surfaces = [(material, effect)].into();
    assert_eq!(picture(&scene, LightSpace::Srgb).pixels.get(40, 40), Some([0, 0, 255, 255]));
}

#[test]
fn hostile_sprites_are_survived() {
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0, 0.0];
    for value in values {
        let mut one = sprite([value; 3], [value; 2]);
        (one.rotation, one.color, one.uv, one.direction) = (value, [value; 4], [value; 4], [value; 3]);
        for facing in [Facing::Node, Facing::Direction, Facing::Point, Facing::PointUpright] {
            let mut scene = scene(unlit([1.0; 4]), vec![one; 3]);
            staging(&mut scene).sprites[0].facing = facing;
            assert_eq!(picture(&scene, LightSpace::Srgb).pixels.size(), (80, 80));
        }
    }
    // More than fit into the limits.
    let scene = scene(unlit([1.0; 4]), vec![sprite([0.0; 3], [1.0; 2]); 4000]);
    let limits = binio::Limits::default().max_expanded_bytes(1 << 20);
    let textures = asset_render::Textures::of(&scene);
    assert!(Renderer::new(8, 8).limits(limits).render(&scene, &textures).is_err());
}
