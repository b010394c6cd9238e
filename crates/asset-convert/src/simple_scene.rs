//! Creates scenes to show materials (on a sphere) and textures (on a sheet).

use asset_image::Image;
use asset_scene::{
    Alpha, Array, Attribute, Id, Material, Mesh, Node, Primitive, Sampler, Scene, Semantic, Texture, Wrap,
};
use binio::Findings;

use crate::gltf_scene::show_material;
use crate::options::Shown;
use crate::{Input, ToScene};

/// How many quads a sphere has from pole to pole. There are twice as many around it.
const ROWS: u16 = 32;

/// Returns a scene with a sphere that shows the material in a file, to see the material in a viewer or a picture.
pub fn material_sphere<'a>(input: &Input<'_, '_>, options: &ToScene) -> (Scene<'a>, Findings) {
    sphere(input, &options.shown)
}

/// If the only input is a material, returns a scene with a sphere that shows it.
pub(crate) fn only_material<'i>(inputs: &[Input<'i, '_>], options: &Shown) -> Option<(Scene<'i>, Findings)> {
    let [input] = inputs else { return None };
    input.asset.format().is_material().then(|| sphere(input, options))
}

fn sphere<'a>(input: &Input<'_, '_>, options: &Shown) -> (Scene<'a>, Findings) {
    let mut findings = Findings::new();
    let mut scene = Scene { name: input.name.to_owned(), ..Scene::default() };
    let material = scene.materials.push(Material::named(input.name));
    let (mut places, mut uvs, mut corners) = (Vec::new(), Vec::new(), Vec::new());
    let columns = ROWS * 2;
    for row in 0..=ROWS {
        let (v, angle) = (f64::from(row) / f64::from(ROWS), std::f64::consts::PI * f64::from(row) / f64::from(ROWS));
        for column in 0..=columns {
            // Seen from the front the middle of a texture is in the middle.
            let u = f64::from(column) / f64::from(columns);
            let around = std::f64::consts::TAU * (u - 0.5);
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            places.push([(sine * libm::sin(around)) as f32, cosine as f32, (sine * libm::cos(around)) as f32]);
            uvs.push([(u * 2.0) as f32, v as f32]);
            if row < ROWS && column < columns {
                let here = u32::from(row) * u32::from(columns + 1) + u32::from(column);
                let below = here + u32::from(columns) + 1;
                corners.extend([[here], [below], [here + 1], [here + 1], [below], [below + 1]]);
            }
        }
    }
    let mut primitive = primitive(&mut scene, &places, &uvs, &corners, material);
    let normals = scene.arrays.push(Array::from_f32s(places));
    primitive.attributes.push(Attribute { semantic: Semantic::Normal, array: normals });
    show(&mut scene, primitive);
    show_material(&mut scene, input, options, &mut findings);
    (scene, findings)
}

/// Returns a scene with a sheet that shows a texture. The sheet has the same proportions as the texture, and it is not
/// affected by light.
pub fn texture_sheet<'a>(name: &str, image: &'a Image<'_>) -> Scene<'a> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let bytes = asset_scene::ImageBytes::from(image.as_bytes());
    let file = scene.images.push(asset_scene::Image { name: name.to_owned(), bytes, ..Default::default() });
    // The last row of pixels isn't mixed with the first.
    let sampler = Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Clamp, ..Sampler::default() };
    let base_color_texture = Some(Texture { sampler, ..Texture::new(file) });
    let look = Material { base_color_texture, unlit: true, alpha: Alpha::Blend, ..Material::named(name) };
    let material = scene.materials.push(look);
    let info = image.info();
    let most = f64::from(info.width.max(info.height).max(1));
    let half = [info.width, info.height].map(|size| (f64::from(size.max(1)) / most) as f32);
    let places = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[x, y]| [x * half[0], y * half[1], 0.0]);
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let primitive = primitive(&mut scene, &places, &uvs, &[[0], [2], [1], [1], [2], [3]], material);
    show(&mut scene, primitive);
    scene
}

fn primitive(
    scene: &mut Scene<'_>,
    places: &[[f32; 3]],
    uvs: &[[f32; 2]],
    corners: &[[u32; 1]],
    material: Id<Material>,
) -> Primitive {
    let position =
        Attribute { semantic: Semantic::Position, array: scene.arrays.push(Array::from_f32s(places.to_vec())) };
    let uv = Attribute { semantic: Semantic::TexCoord(0), array: scene.arrays.push(Array::from_f32s(uvs.to_vec())) };
    let indices = Some(scene.arrays.push(Array::from_u32s(corners.as_flattened().iter().copied())));
    Primitive { attributes: vec![position, uv], indices, material: Some(material), ..Primitive::default() }
}

fn show(scene: &mut Scene<'_>, primitive: Primitive) {
    let name = scene.name.clone();
    let mesh = scene.meshes.push(Mesh { name: name.clone(), primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { name, mesh: Some(mesh), ..Node::default() });
}
