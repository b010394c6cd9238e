//! Pictures of scenes made by hand: single pixels as anyone would say them, and all bytes by a sum over them.
//!
//! With `RENDER_PICTURES` set to a folder, the pictures are written there as png.

use asset_render::{Background, Overlays, Picture, Projection, Renderer, Textures, View};
use asset_scene::{
    Alpha, Animation, Array, Attribute, Channel, Filter, Id, Image, Interpolation, Material, Mesh, Node, Primitive,
    Property, Sampler, Scene, Semantic, Skin, Texture, Transform,
};

/// The picture is this one, byte for byte.
#[track_caller]
fn assert_golden(name: &str, picture: &Picture, sum: &str) {
    if let Some(folder) = std::env::var_os("RENDER_PICTURES") {
        let path = std::path::Path::new(&folder).join(name).with_extension("png");
        std::fs::write(path, picture.to_png().expect("a png")).expect("a file");
    }
    let found = asset_scene::sum(picture.pixels.as_bytes());
    if std::env::var_os("RENDER_PICTURES").is_some() {
        return println!("SUM {name} {found}");
    }
    assert_eq!(found, sum, "{name}");
}

const LIGHT: Background = Background::Plain([226, 228, 232]);

pub(crate) fn render(scene: &Scene<'_>, renderer: &Renderer<'_>) -> Picture {
    renderer.render(scene, &Textures::of(scene)).expect("a picture")
}

/// Draws faces towards the camera, from the front, without perspective, on no background.
fn flat(size: u32) -> Renderer<'static> {
    let renderer = Renderer::new(size, size).view(View::Front).projection(Projection::Orthographic);
    renderer.background(Background::Transparent)
}

pub(crate) fn mesh(scene: &mut Scene<'_>, primitive: Primitive) -> Id<Node> {
    let mesh = scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() })
}

fn column<const N: usize>(scene: &mut Scene<'_>, semantic: Semantic, rows: &[[f32; N]]) -> Attribute {
    Attribute { semantic, array: scene.arrays.push(Array::from_f32s(rows.iter().copied())) }
}

/// A square from -1 to 1 at a distance, its texture upright, with a material.
pub(crate) fn square(scene: &mut Scene<'_>, z: f32, material: Material) -> Id<Node> {
    let corners = [[-1.0, 1.0, z], [-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z]];
    let uvs = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    let attributes = vec![column(scene, Semantic::Position, &corners), column(scene, Semantic::TexCoord(0), &uvs)];
    let indices = Some(scene.arrays.push(Array::from_u16s([0, 1, 2, 0, 2, 3])));
    let material = Some(scene.materials.push(material));
    mesh(scene, Primitive { attributes, indices, material, ..Primitive::default() })
}

pub(crate) fn unlit(color: [f32; 4]) -> Material {
    Material { base_color: color, unlit: true, ..Material::named("plain") }
}

/// Red and green above, blue and white below.
fn four(scene: &mut Scene<'_>) -> Texture {
    let pixels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255_u8]];
    let png = asset_image::Pixels::new(2, 2, pixels.concat()).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { name: "four".into(), bytes: png.into(), ..Image::default() });
    let sampler = Sampler { magnify: Some(Filter::Nearest), ..Sampler::default() };
    Texture { sampler, ..Texture::new(image) }
}

/// A cube with smooth normals on the sides; every face is two triangles.
pub(crate) fn cube(scene: &mut Scene<'_>, material: Material) -> Id<Node> {
    let (mut places, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let first = places.len() as u16;
            for (a, b) in [(-1.0, -1.0), (side, -side), (1.0, 1.0), (-side, side)] {
                let mut place = [side; 3];
                place[(axis + 1) % 3] = a;
                place[(axis + 2) % 3] = b;
                let mut normal = [0.0; 3];
                normal[axis] = side;
                places.push(place);
                normals.push(normal);
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    let attributes = vec![column(scene, Semantic::Position, &places), column(scene, Semantic::Normal, &normals)];
    let indices = Some(scene.arrays.push(Array::from_u16s(indices)));
    let material = Some(scene.materials.push(material));
    mesh(scene, Primitive { attributes, indices, material, ..Primitive::default() })
}

#[test]
fn textures_stand_upright_and_are_not_mirrored() {
    let mut scene = Scene::default();
    let texture = four(&mut scene);
    square(&mut scene, 0.0, Material { base_color_texture: Some(texture), ..unlit([1.0; 4]) });
    let picture = render(&scene, &flat(64));
    let at = |x, y| picture.pixels.get(x, y).expect("a pixel");
    assert_eq!(at(16, 16), [255, 0, 0, 255]);
    assert_eq!(at(48, 16), [0, 255, 0, 255]);
    assert_eq!(at(16, 48), [0, 0, 255, 255]);
    assert_eq!(at(48, 48), [255, 255, 255, 255]);
    assert_eq!(at(0, 0), [0; 4]);
    assert_golden("upright", &picture, "16384:1b433a730266ecc5");
}

#[test]
fn backs_are_left_out_unless_they_are_shown() {
    let mut scene = Scene::default();
    square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    let behind = flat(16).view(View::Back);
    let middle = |scene: &Scene<'_>, renderer: &Renderer<'_>| render(scene, renderer).pixels.get(8, 8);
    assert_eq!(middle(&scene, &behind), Some([0; 4]));
    let mut overlays = Overlays::default();
    overlays.backs = true;
    assert_eq!(middle(&scene, &behind.clone().overlays(overlays)), Some([255, 0, 220, 255]));
    // A mirrored node: front faces stay front faces.
    scene.nodes[Id::new(0)].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [-1.0, 1.0, 1.0] };
    assert_eq!(middle(&scene, &flat(16)), Some([255, 0, 0, 255]));
    scene.materials[Id::new(0)].double_sided = true;
    assert_eq!(middle(&scene, &behind), Some([255, 0, 0, 255]));
}

#[test]
fn nearer_things_hide_others_and_what_is_blended_is_in_order() {
    let mut scene = Scene::default();
    let glass = |color| Material { alpha: Alpha::Blend, ..unlit(color) };
    square(&mut scene, 0.5, glass([0.0, 1.0, 0.0, 0.5]));
    square(&mut scene, -1.0, unlit([0.0, 0.0, 1.0, 1.0]));
    square(&mut scene, 1.0, glass([1.0, 0.0, 0.0, 0.5]));
    square(&mut scene, -2.0, unlit([1.0, 1.0, 1.0, 1.0]));
    let picture = render(&scene, &flat(16));
    // Half red before a quarter of green before a quarter of blue: values of sRGB, as engines and browsers blend them.
    assert_eq!(picture.pixels.get(8, 8), Some([128, 64, 64, 255]));
    assert_golden("glass", &picture, "1024:ceb2e6fb92838a05");
}

#[test]
fn what_is_cut_out_has_holes() {
    let mut scene = Scene::default();
    let pixels = [[255, 255, 255, 255], [255, 255, 255, 0], [255, 255, 255, 0], [255, 255, 255, 255_u8]];
    let png = asset_image::Pixels::new(2, 2, pixels.concat()).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
    let sampler = Sampler { magnify: Some(Filter::Nearest), ..Sampler::default() };
    let texture = Some(Texture { sampler, ..Texture::new(image) });
    let look = Material { base_color_texture: texture, alpha: Alpha::Mask { cutoff: 0.5 }, ..unlit([1.0; 4]) };
    square(&mut scene, 0.0, look);
    let picture = render(&scene, &flat(16));
    let at = |x, y| picture.pixels.get(x, y).map(|pixel| pixel[3]);
    assert_eq!([at(4, 4), at(12, 4), at(4, 12), at(12, 12)], [Some(255), Some(0), Some(0), Some(255)]);
    assert_golden("holes", &picture, "1024:7307ec36389ba56d");
}

#[test]
fn glass_before_a_background_mixes_values_of_srgb() {
    let mut scene = Scene::default();
    square(&mut scene, 0.0, Material { alpha: Alpha::Blend, ..unlit([0.0, 1.0, 0.0, 0.5]) });
    let picture = render(&scene, &flat(16).background(LIGHT));
    assert_eq!(picture.pixels.get(8, 8), Some([113, 242, 116, 255]), "half of {LIGHT:?}, half of green");
}

#[test]
fn an_opacity_that_equals_the_cutoff_leaves_no_holes() {
    let [masked, solid] = [Alpha::Mask { cutoff: 0.3 }, Alpha::Opaque].map(|alpha| {
        let mut scene = Scene::default();
        square(&mut scene, 0.0, Material { alpha, double_sided: true, ..unlit([1.0, 1.0, 1.0, 0.3]) });
        let view = View::Turned { yaw: 31.0, pitch: 17.0 };
        render(&scene, &Renderer::new(96, 96).view(view).projection(Projection::Perspective(60.0))).pixels
    });
    assert_eq!(masked, solid);
}

#[test]
fn perspective_is_right_between_corners() {
    let mut scene = Scene::default();
    let texture = four(&mut scene);
    let node = square(&mut scene, 0.0, Material { base_color_texture: Some(texture), ..unlit([1.0; 4]) });
    // Lies on the ground, its upper edge far away.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    scene[node].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [-half, 0.0, 0.0, half], scale: [1.0, 4.0, 1.0] };
    let low = View::Turned { yaw: 0.0, pitch: 40.0 };
    let picture =
        render(&scene, &Renderer::new(128, 64).view(low).projection(Projection::Perspective(60.0)).background(LIGHT));
    // The middle of the texture is higher than the middle of its visible area: its far half is smaller.
    let count = |color| (0..64).filter(|y| picture.pixels.get(56, *y) == Some(color)).count();
    let (red, blue) = (count([255, 0, 0, 255]), count([0, 0, 255, 255]));
    assert!(red > 3 && blue > red, "{red} {blue}");
    assert_golden("perspective", &picture, "32768:fe39b955d3531b0d");
}

#[test]
fn bright_content_has_a_dark_background() {
    let corner = |color: [f32; 3], background: Background| {
        let mut scene = Scene::default();
        square(&mut scene, 0.0, unlit([color[0], color[1], color[2], 1.0]));
        render(&scene, &flat(16).view(View::ThreeQuarter).background(background)).pixels.get(0, 0)
    };
    assert_eq!(corner([0.2; 3], Background::default()), Some([226, 228, 232, 255]));
    assert_eq!(corner([1.0; 3], Background::default()), Some([30, 33, 40, 255]));
    assert_eq!(corner([0.0, 1.0, 1.0], Background::Auto), Some([30, 33, 40, 255]));
    assert_eq!(corner([1.0; 3], LIGHT), Some([226, 228, 232, 255]));
    assert_eq!("auto".parse::<Background>().ok(), Some(Background::Auto));
}

#[test]
fn white_vertex_colors_are_as_grey_as_none() {
    let pictures = [None, Some([1.0, 1.0, 1.0, 1.0]), Some([1.0, 1.0, 0.9, 1.0])].map(|color: Option<[f32; 4]>| {
        let mut scene = Scene::default();
        let node = square(&mut scene, 0.0, Material::named("blank"));
        let mesh = scene[node].mesh.expect("a mesh");
        if let Some(color) = color {
            let colors = column(&mut scene, Semantic::Color(0), &[color; 4]);
            scene[mesh].primitives[0].attributes.push(colors);
        }
        render(&scene, &flat(16)).pixels.get(8, 8).expect("a pixel")
    });
    assert_eq!(pictures[0], pictures[1]);
    assert!(pictures[2][0] > pictures[1][0].saturating_add(40), "{pictures:?}");
}

#[test]
fn a_lit_cube() {
    let mut scene = Scene::default();
    cube(&mut scene, Material { roughness: 0.4, base_color: [0.8, 0.3, 0.1, 1.0], ..Material::named("clay") });
    let picture = render(&scene, &Renderer::new(96, 96).background(LIGHT).shadow(true));
    let [top, left, right] = [(48, 20), (25, 55), (72, 55)].map(|(x, y)| picture.pixels.get(x, y).expect("a pixel")[1]);
    assert!(top >= left && left > right, "{top} {left} {right}");
    assert_golden("cube", &picture, "36864:e689400ae3ccbf93");
    let mut overlays = Overlays::default();
    (overlays.wireframe, overlays.bounds, overlays.normals, overlays.lod) = (true, true, true, true);
    assert_golden(
        "cube-lines",
        &render(&scene, &Renderer::new(96, 96).background(LIGHT).overlays(overlays)),
        "36864:7b1ff6fa47acf5e0",
    );
}

/// A column of two joints; the upper one turns by a right angle within a second, and a morph target makes it wide.
fn limb() -> Scene<'static> {
    let mut scene = Scene::default();
    let rows: Vec<f32> = (0..=8).map(|row| row as f32 / 4.0).collect();
    let places: Vec<[f32; 3]> = rows.iter().flat_map(|y| [[-0.2, *y, 0.0], [0.2, *y, 0.0]]).collect();
    let upper = |y: f32| ((y - 0.75) * 2.0).clamp(0.0, 1.0);
    let weights: Vec<[f32; 4]> = places.iter().map(|[_, y, _]| [1.0 - upper(*y), upper(*y), 0.0, 0.0]).collect();
    let wide: Vec<[f32; 3]> = places.iter().map(|[x, ..]| [*x, 0.0, 0.0]).collect();
    let joints = scene.arrays.push(Array::from_u8x4(vec![[0, 1, 0, 0]; places.len()], false));
    let attributes = vec![
        column(&mut scene, Semantic::Position, &places),
        Attribute { semantic: Semantic::Joints(0), array: joints },
        column(&mut scene, Semantic::Weights(0), &weights),
    ];
    let target = vec![column(&mut scene, Semantic::Position, &wide)];
    let indices = (0..16_u16).flat_map(|corner| {
        if corner % 2 == 0 { [corner, corner + 1, corner + 2] } else { [corner, corner + 2, corner + 1] }
    });
    let indices = Some(scene.arrays.push(Array::from_u16s(indices)));
    let material = Some(scene.materials.push(unlit([0.2, 0.5, 0.9, 1.0])));
    let primitive = Primitive { attributes, indices, material, targets: vec![target], ..Primitive::default() };
    let node = mesh(&mut scene, primitive);
    let shown = scene[node].mesh.expect("a mesh");
    scene[shown].morph_names = vec!["wide".into()];
    let lower = scene.nodes.push(Node::default());
    let transform = Transform::from_translation([0.0, 1.0, 0.0]);
    let upper = scene.nodes.push(Node { parent: Some(lower), transform, ..Node::default() });
    let mut inverse = [[0.0; 16]; 2];
    inverse.iter_mut().for_each(|matrix| [0, 5, 10, 15].into_iter().for_each(|place| matrix[place] = 1.0));
    inverse[1][13] = -1.0;
    let skin = Skin { joints: vec![lower, upper], inverse_bind: inverse.to_vec(), ..Skin::default() };
    scene.nodes[node].skin = Some(scene.skins.push(skin));
    let times = scene.arrays.push(Array::from_f32s([[0.0], [1.0]]));
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -half, half]]));
    let widths = scene.arrays.push(Array::from_f32s([[0.0], [1.0]]));
    let channel = |node, property, values| {
        let interpolation = Interpolation::Linear;
        Channel { node, property, interpolation, times, values }
    };
    let channels = vec![channel(upper, Property::Rotation, turns), channel(node, Property::MorphWeights, widths)];
    scene.animations.push(Animation { name: "bow".into(), channels, ..Animation::default() });
    scene
}

#[test]
fn limbs_bend_at_a_time() {
    let scene = limb();
    let bow = scene.animation("bow").expect("it is there");
    let poses = [0.0, 0.5, 1.0].map(|time| scene.sample(bow, time).expect("a pose"));
    let renderer = flat(64);
    let camera = renderer.camera_for(&scene, &poses).expect("a camera");
    let mut overlays = Overlays::default();
    overlays.skeleton = true;
    let renderer = renderer.camera(camera).overlays(overlays);
    let pictures = poses.each_ref().map(|pose| render(&scene, &renderer.clone().pose(pose)));
    let covered = pictures.each_ref().map(|picture| {
        let seen = picture.pixels.pixels().iter().enumerate().filter(|(_, pixel)| pixel[3] > 128);
        let (right, top) = seen.fold((0, 64), |(right, top), (index, _)| (right.max(index % 64), top.min(index / 64)));
        (right, top)
    });
    let [(straight, high), (_, middle), (bent, low)] = covered;
    assert!(straight + 15 < bent && high < middle && middle < low, "{covered:?}");
    for (picture, (name, sum)) in pictures.iter().zip([
        ("bow-0", "16384:bf04df6d0ddf8a15"),
        ("bow-1", "16384:2b275b7a94377d99"),
        ("bow-2", "16384:153483d4e81c47e5"),
    ]) {
        assert_golden(name, picture, sum);
    }
}

#[test]
fn a_level_of_detail_takes_the_place_of_the_finest() {
    let mut scene = Scene::default();
    let fine = square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    let coarse = square(&mut scene, 0.0, unlit([0.0, 0.0, 1.0, 1.0]));
    let parent = scene.nodes.push(Node { transform: Transform::from_translation([5.0, 0.0, 0.0]), ..Node::default() });
    scene[fine].parent = Some(parent);
    scene[fine].lods = vec![asset_scene::LodLevel { node: coarse, distance: Some(9.0) }];
    let levels = [0, 1, 7].map(|level| render(&scene, &flat(16).lod(level)));
    let colors = levels.each_ref().map(|picture| picture.pixels.get(8, 8));
    assert_eq!(colors, [Some([255, 0, 0, 255]), Some([0, 0, 255, 255]), Some([0, 0, 255, 255])]);
    assert!(levels.iter().all(|picture| (picture.camera.position.x - 5.0).abs() < 1e-6));
}

#[test]
fn lines_and_points_are_drawn() {
    let mut scene = Scene::default();
    let corners = column(&mut scene, Semantic::Position, &[[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]]);
    let topology = asset_scene::Topology::LineStrip;
    let outline = Primitive { topology, closed: true, attributes: vec![corners], ..Primitive::default() };
    mesh(&mut scene, outline);
    let dot = column(&mut scene, Semantic::Position, &[[0.0, 0.0, 0.0]]);
    mesh(
        &mut scene,
        Primitive { topology: asset_scene::Topology::Points, attributes: vec![dot], ..Primitive::default() },
    );
    let picture = render(&scene, &flat(64));
    assert_eq!(picture.pixels.get(32, 32).map(|pixel| pixel[3]), Some(255));
    assert_eq!(picture.pixels.get(32, 20).map(|pixel| pixel[3]), Some(0));
    assert_golden("lines", &picture, "16384:59d316543179a1e5");
}

#[test]
fn meshes_without_nodes_are_shown() {
    let mut scene = Scene::default();
    square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    scene.nodes = Vec::new().into();
    assert_eq!(render(&scene, &flat(16)).pixels.get(8, 8), Some([255, 0, 0, 255]));
}

#[cfg(feature = "parallel")]
#[test]
fn the_number_of_threads_makes_no_difference() {
    let scene = limb();
    let pictures = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| render(&scene, &Renderer::new(300, 200).shadow(true)).pixels)
    });
    assert!(pictures.windows(2).all(|pair| pair[0] == pair[1]));
}
