//! Content that only pictures need: shadows and physical light.

use asset_image::Pixels;
use asset_render::{Background, Camera, Lens, LightSet, LightSpace, Picture, Renderer};
use asset_scene::glam::DVec3;
use asset_scene::{
    Alpha, Environment, Id, Image, Light, LightEffect, LightKind, Material, Node, Scene, Shadow, ShadowMap, Staging,
    Texture, Transform,
};

use crate::golden::{render, square};

/// A white surface without highlights.
pub(crate) fn paper() -> Material {
    let specular = asset_scene::Specular { factor: 0.0, ..Default::default() };
    let specular = Some(Box::new(specular));
    Material { base_color: [1.0; 4], roughness: 1.0, metallic: 0.0, specular, ..Material::named("paper") }
}

pub(crate) fn place(translation: [f32; 3], scale: f32) -> Transform {
    Transform::Trs { translation, rotation: [0.0, 0.0, 0.0, 1.0], scale: [scale; 3] }
}

/// Draws with the engine's light, from the front and without perspective, from -4 to 4: a unit is 10 pixels.
pub(crate) fn picture(scene: &Scene<'_>, space: LightSpace) -> Picture {
    let camera = Camera::looking(DVec3::Z * 10.0, DVec3::ZERO, Lens::Orthographic(4.0));
    let renderer = Renderer::new(80, 80).camera(camera).background(Background::Plain([0; 3]));
    render(scene, &renderer.light_set(LightSet::Engine).light_space(space))
}

pub(crate) fn red(picture: &Picture, x: u32, y: u32) -> u8 {
    picture.pixels.get(x, y).expect("a pixel")[0]
}

/// A wall, and a square in front of it that a light shines past from the right.
fn wall(look: Material, light: Light, node: Node) -> Scene<'static> {
    let mut scene = Scene { environment: Some(Environment::default()), ..Scene::default() };
    let wall = square(&mut scene, 0.0, paper());
    scene[wall].transform = place([0.0; 3], 4.0);
    let sign = square(&mut scene, 0.0, look);
    scene[sign].transform = place([0.0, 0.0, 2.0], 0.5);
    let light = scene.lights.push(light);
    scene.nodes.push(Node { light: Some(light), ..node });
    let effect = LightEffect { shadow: Some(Shadow::default()), ..LightEffect::default() };
    let lights = [(light, effect)].into();
    let staging = Staging { lights, shadow_casters: vec![sign], ..Staging::default() };
    scene.staging = Some(Box::new(staging));
    scene
}

/// Along the diagonal between +X and +Z.
fn sun() -> (Light, Node) {
    let light = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI, ..Light::default() };
    let half = std::f32::consts::FRAC_PI_8;
    let (sine, cosine) = (libm::sinf(half), libm::cosf(half));
    let transform = Transform::Trs { translation: [0.0; 3], rotation: [0.0, sine, 0.0, cosine], scale: [1.0; 3] };
    (light, Node { transform, ..Node::default() })
}

#[test]
fn suns_cast_shadows_beside_what_casts_them() {
    let (light, node) = sun();
    let mut scene = wall(paper(), light, node);
    for space in [LightSpace::Linear, LightSpace::Srgb, LightSpace::Physical] {
        let shown = picture(&scene, space);
        // The sign is 2 in front of the wall: its shadow is 2 to the left, from -2.5 to -1.5.
        let dark: Vec<u32> = (0..80).filter(|x| red(&shown, *x, 40) == 0).collect();
        let (first, last) = (dark[0], dark[dark.len() - 1]);
        assert!(first.abs_diff(15) <= 2 && last.abs_diff(24) <= 2 && dark.len() as u32 == last - first + 1, "{dark:?}");
        assert!(red(&shown, 20, 30) > 60, "{space:?}: {}", red(&shown, 20, 30));
    }
    // Nothing casts: no shadow.
    let staging = scene.staging.as_mut().expect("there is one");
    staging.shadow_casters.clear();
    assert!(red(&picture(&scene, LightSpace::Srgb), 20, 40) > 100);
    scene.staging.as_mut().expect("there is one").shadow_casters = vec![Id::new(1)];
    scene.staging.as_mut().expect("there is one").lights.clear();
    assert!(red(&picture(&scene, LightSpace::Srgb), 20, 40) > 100);
    let effect = LightEffect { mask: 0, ..LightEffect::default() };
    scene.staging.as_mut().expect("there is one").lights.insert(Id::new(7), effect);
    assert!(scene.check().is_err());
}

#[test]
fn lamps_cast_shadows_away_from_them() {
    let light = Light { intensity: 2500.0 * 0.75 * std::f32::consts::PI, range: Some(100.0), ..Light::default() };
    let transform = Transform::from_translation([2.0, 0.0, 4.0]);
    let scene = wall(paper(), light, Node { transform, ..Node::default() });
    let shown = picture(&scene, LightSpace::Srgb);
    // From the lamp through the edges of the sign at -0.5 and 0.5, halfway to the wall: to -3 and -1.
    assert_eq!([red(&shown, 13, 40), red(&shown, 27, 40)], [0, 0]);
    assert!(red(&shown, 6, 40) > 100 && red(&shown, 33, 40) > 100);
}

#[test]
fn light_shines_through_holes_and_backs() {
    let (light, node) = sun();
    let mut scene = wall(paper(), light, node);
    // The right half of the sign is a hole.
    let pixels = [[255, 255, 255, 255], [255, 255, 255, 0_u8]];
    let png = Pixels::new(2, 1, pixels.concat()).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
    let sign = &mut scene.materials[Id::new(1)];
    sign.base_color_texture = Some(Texture::new(image));
    sign.alpha = Alpha::Mask { cutoff: 0.5 };
    let shown = picture(&scene, LightSpace::Srgb);
    assert_eq!(red(&shown, 17, 40), 0);
    assert!(red(&shown, 23, 40) > 100, "through the hole");
    let sign = &mut scene.materials[Id::new(1)];
    (sign.alpha, sign.base_color_texture) = (Alpha::Blend, None);
    assert!(red(&picture(&scene, LightSpace::Srgb), 17, 40) > 100, "through glass");
    // A sign that shows its back to the sun only casts a shadow if it has two sides.
    scene.materials[Id::new(1)].alpha = Alpha::Opaque;
    let half_turn = [0.0, 1.0, 0.0, 0.0];
    scene.nodes[Id::new(1)].transform =
        Transform::Trs { translation: [0.0, 0.0, 2.0], rotation: half_turn, scale: [0.5; 3] };
    assert!(red(&picture(&scene, LightSpace::Srgb), 20, 40) > 100);
    scene.materials[Id::new(1)].double_sided = true;
    assert_eq!(red(&picture(&scene, LightSpace::Srgb), 20, 40), 0);
}

/// Texels of 0.5: 16 on the 8 of the wall.
fn coarse(samples: u8) -> ShadowMap {
    let splits = [100.0, 0.0, 0.0, 0.0];
    ShadowMap { size: 18, samples, splits, fade: 0.8, quantum: 0.5, least: 3.0, is_focused: true }
}

/// Gives the shadow map to the lights of a scene, and returns a row of the picture.
fn row_with(scene: &mut Scene<'_>, map: ShadowMap) -> Vec<u8> {
    let staging = scene.staging.as_mut().expect("there is one");
    let map = Some(map);
    staging.lights.values_mut().for_each(|effect| effect.shadow = Some(Shadow { left: 0.0, map }));
    let shown = picture(scene, LightSpace::Srgb);
    (0..80).map(|x| red(&shown, x, 40)).collect()
}

#[test]
fn edges_of_shadows_are_as_soft_as_the_texels_of_the_map_are_large() {
    let (light, node) = sun();
    let mut scene = wall(paper(), light, node);
    scene[Id::<Node>::new(1)].transform = place([1.0, 0.0, 2.0], 1.5);
    let soft = |row: &[u8]| row.iter().filter(|red| (10..170).contains(*red)).count();
    let wide = row_with(&mut scene, coarse(2));
    // Three texels along the light are 21 pixels on the wall; the outer parts are hardly darker.
    let left = &wide[..30];
    assert!(left.windows(2).all(|pair| pair[0] >= pair[1]) && left[0] > 170 && left[29] < 10, "{wide:?}");
    let narrow = row_with(&mut scene, coarse(1));
    let sharp = row_with(&mut scene, ShadowMap { size: 1026, ..coarse(2) });
    assert!(soft(&wide) > soft(&narrow) && soft(&narrow) > soft(&sharp) && soft(&sharp) <= 2, "{narrow:?} {sharp:?}");
}

#[test]
fn shadows_of_suns_fade_with_the_distance_from_a_camera_inside_the_scene() {
    let (light, node) = sun();
    let mut scene = wall(paper(), light, node);
    let at = |scene: &mut Scene<'_>, end: f32| {
        row_with(scene, ShadowMap { splits: [end, 0.0, 0.0, 0.0], size: 1026, ..coarse(2) })[20]
    };
    // The wall is 10 away: they fade from 8 to 10, from 8.8 to 11 and from 16 to 20.
    assert_eq!([at(&mut scene, 20.0), at(&mut scene, 9.0)], [0, at(&mut scene, 10.0)]);
    let (half, full) = (at(&mut scene, 11.0), at(&mut scene, 9.0));
    assert!(half.abs_diff((f32::from(full) * 6.0 / 11.0) as u8) <= 3 && full > 170, "{half} {full}");
}

/// A wall that a sun makes white, and a lamp that takes light away.
#[test]
fn lamps_can_take_light_away() {
    let mut scene = wall(paper(), sun().0, Node::default());
    scene.staging.as_mut().expect("there is one").shadow_casters.clear();
    let range = Some(100.0);
    let dark = scene.lights.push(Light { intensity: 0.0, range, ..Light::default() });
    let transform = Transform::from_translation([0.0, 0.0, 4.0]);
    scene.nodes.push(Node { light: Some(dark), transform, ..Node::default() });
    let mut shown = |brightness: f32, space, ramp: f32| {
        // Half of its range away, a lamp has a brightness of 1.
        let candela = brightness * std::f32::consts::PI * ramp * 2500.0;
        let effect = LightEffect { taken: Some([candela; 3]), ..LightEffect::default() };
        scene.staging.as_mut().expect("there is one").lights.insert(dark, effect);
        f32::from(red(&picture(&scene, space), 40, 10)) / 255.0
    };
    // 1 from the sun. The lamp is 5 away, at an angle with a cosine of 0.8: 0.5 * 0.8 times the ramp is taken away.
    let half = shown(0.5, LightSpace::Srgb, 0.75);
    assert!((half - 0.601).abs() < 0.005, "{half}");
    assert_eq!(shown(9.0, LightSpace::Srgb, 0.75), 0.0);
    let half = shown(0.5, LightSpace::SrgbRange, 0.25);
    assert!((half - 0.639).abs() < 0.005, "{half}");
}

#[test]
fn a_sky_that_is_a_mesh_needs_none_of_the_nodes() {
    let (light, node) = sun();
    let mut scene = wall(paper(), light, node);
    let mesh = scene.meshes.ids().next().expect("a mesh");
    let sky = asset_scene::Sky::Mesh { mesh, transform: place([0.0; 3], 1.0) };
    scene.environment = Some(Environment { sky: Some(sky), ..Environment::default() });
    assert_eq!(red(&picture(&scene, LightSpace::Srgb), 20, 40), 0);
}

/// The engine shows `x / (1 + x)` for a light of `x` to the power of 1 / 2.2.
#[test]
fn physical_light_is_exposed() {
    let mut light = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI, ..Light::default() };
    for (brightness, expected) in [(1.0_f32, 127.5), (32.0, 211.4), (0.1, 66.3)] {
        light.intensity = std::f32::consts::PI * brightness;
        let scene = wall(paper(), light.clone(), Node::default());
        let shown = f32::from(red(&picture(&scene, LightSpace::Physical), 8, 8));
        assert!((shown - expected).abs() < 2.0, "{brightness}: {shown}");
    }
}
