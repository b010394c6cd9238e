//! Materials, textures and images.

use std::io;

use asset_fbx::asset_scene::{Alpha, Material, Scene, Wrap};
use asset_fbx::binio::Findings;
use asset_fbx::{NoFiles, ReadOptions, Resolver, kinds, parse};

use crate::support::{assert_near, count, fbx, model, oo, op, square};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

/// A square with a material; `textures` are objects, `uses` their connections.
fn door(model_name: &str, properties: &str, textures: &str, uses: &str) -> String {
    let material = format!(
        "Material: 3, \"Material::wood\", \"\" {{\n\tVersion: 102\n\tShadingModel: \"{model_name}\"\n\tProperties70: {{\n{properties}\n\t}}\n}}\n"
    );
    let objects = [square(1, ""), model(2, "Door", "Mesh", ""), material, textures.to_owned()].concat();
    fbx(&objects, &[oo(1, 2), oo(2, 0), oo(3, 2), uses.to_owned()].concat())
}

fn color(name: &str, [r, g, b]: [f64; 3]) -> String {
    format!("P: \"{name}\", \"Color\", \"\", \"A\",{r},{g},{b}\n")
}

fn number(name: &str, value: f64) -> String {
    format!("P: \"{name}\", \"Number\", \"\", \"A\",{value}\n")
}

fn texture(id: u32, relative: &str, absolute: &str, more: &str) -> String {
    format!(
        "Texture: {id}, \"Texture::map\", \"\" {{\n\tType: \"TextureVideoClip\"\n\tVersion: 202\n\tFileName: \"{absolute}\"\n\tRelativeFilename: \"{relative}\"\n{more}\n}}\n"
    )
}

fn read_with(text: &str, resolver: &dyn Resolver) -> (Scene<'static>, Findings) {
    parse(text.as_bytes(), &ReadOptions::default(), resolver).unwrap()
}

fn only(scene: &Scene<'_>) -> Material {
    scene.materials.first().unwrap().clone()
}

#[test]
fn phong_becomes_roughness() {
    let properties = [
        color("DiffuseColor", [0.5, 0.25, 1.0]),
        number("DiffuseFactor", 0.5),
        color("EmissiveColor", [2.0, 0.0, 0.0]),
        number("ShininessExponent", 25.0),
        color("TransparentColor", [1.0, 1.0, 1.0]),
        number("TransparencyFactor", 0.25),
    ];
    let (scene, findings) = read_with(&door("phong", &properties.concat(), "", ""), &NoFiles);
    let material = only(&scene);
    assert_eq!(material.name, "wood");
    assert_near(&material.base_color, &[0.25, 0.125, 0.5, 0.75]);
    assert_eq!((material.metallic, material.alpha), (0.0, Alpha::Blend));
    assert_near(&material.emissive, &[1.0, 0.0, 0.0]);
    assert_near(&[material.emissive_strength], &[2.0]);
    assert!(material.roughness > 0.3 && material.roughness < 0.7, "{}", material.roughness);
    assert_eq!(count(&findings, kinds::MATERIAL_CONVERTED), 1);
}

/// Some programs write white as the colour of transparency and 1 as its factor for what is opaque.
#[test]
fn invisible_materials_are_opaque() {
    let properties = [color("TransparentColor", [1.0; 3]), number("TransparencyFactor", 1.0)].concat();
    let material = only(&read_with(&door("lambert", &properties, "", ""), &NoFiles).0);
    assert_eq!((material.base_color[3], material.alpha), (1.0, Alpha::Opaque));
}

#[test]
fn embedded_textures_are_images() {
    let more = "\tWrapModeU: 1\n\tProperties70: {\n\t\tP: \"WrapModeU\", \"enum\", \"\", \"\",1\n\t}\n";
    let video = "Video: 5, \"Video::map\", \"Clip\" {\n\tType: \"Clip\"\n\tFilename: \"C:\\x\\oak.png\"\n\tRelativeFilename: \"oak.png\"\n\tContent: ,\n\t\"iVBORw0KGgogYW5kIHNvIG9u\"\n}\n";
    let textures = format!("{}{video}", texture(4, "oak.png", "C:\\x\\oak.png", more));
    let uses = [op(4, 3, "DiffuseColor"), oo(5, 4)].concat();
    let (scene, findings) = read_with(&door("lambert", &color("DiffuseColor", [0.1; 3]), &textures, &uses), &NoFiles);
    let material = only(&scene);
    let texture = material.base_color_texture.unwrap();
    let image = &scene[texture.image];
    assert_eq!((image.name.as_str(), &image.file, image.media_type()), ("oak", &None, Some("image/png")));
    assert_eq!(&*image.bytes.read().unwrap(), &PNG[..image.bytes.len() as usize]);
    assert_eq!((texture.sampler.wrap_s, texture.sampler.wrap_t), (Wrap::Clamp, Wrap::Repeat));
    // The texture takes the place of the colour.
    assert_near(&material.base_color, &[1.0; 4]);
    assert_eq!(count(&findings, kinds::TEXTURE_MISSING), 0);
}

#[test]
fn textures_of_other_machines_are_found_by_name() {
    let files = |there: &'static str| {
        move |name: &str, most: u64| {
            assert!(!name.contains("..") && !name.contains(['\\', ':']) && !name.starts_with('/'), "{name}");
            let length = usize::try_from(most).unwrap_or(usize::MAX).min(PNG.len());
            if name == there { Ok(PNG[..length].to_vec()) } else { Err(io::Error::from(io::ErrorKind::NotFound)) }
        }
    };
    let file = |relative: &str, absolute: &str| {
        door("lambert", "", &texture(4, relative, absolute, ""), &op(4, 3, "DiffuseColor"))
    };
    let cases = [
        ("tex\\oak.png", "C:\\x\\oak.png", "tex/oak.png", 0),
        ("tex\\oak.png", "C:\\x\\oak.png", "oak.png", 1),
        ("..\\..\\oak.png", "C:\\x\\oak.png", "oak.png", 1),
        ("..\\oak.png", "/home/x/oak.png", "textures/oak.png", 1),
    ];
    for (relative, absolute, there, told) in cases {
        let (scene, findings) = read_with(&file(relative, absolute), &files(there));
        let image = scene.images.first().unwrap();
        assert_eq!((image.file.as_deref(), image.bytes.len()), (Some(there), PNG.len() as u64), "{relative}");
        assert_eq!(count(&findings, kinds::TEXTURE_FOUND), told, "{relative} {there}");
    }
    let (scene, findings) = read_with(&file("oak.png", ""), &NoFiles);
    assert_eq!((count(&findings, kinds::TEXTURE_MISSING), scene.images.first().unwrap().bytes.len()), (1, 0));
    assert!(only(&scene).base_color_texture.is_some(), "its name stays");
}

#[test]
fn texture_transforms_have_the_origin_at_the_top() {
    let more = "\tProperties70: {\n\t\tP: \"Translation\", \"Vector\", \"\", \"A\",0.25,0.5,0\n\t\tP: \"Scaling\", \"Vector\", \"\", \"A\",2,4,1\n\t}\n";
    let (scene, _) =
        read_with(&door("lambert", "", &texture(4, "a.png", "", more), &op(4, 3, "DiffuseColor")), &NoFiles);
    let transform = only(&scene).base_color_texture.unwrap().transform;
    let apply = |[u, v]: [f32; 2]| {
        let (sine, cosine) = transform.rotation.sin_cos();
        let [x, y] = [u * transform.scale[0], v * transform.scale[1]];
        [cosine * x + sine * y + transform.offset[0], cosine * y - sine * x + transform.offset[1]]
    };
    // From below: (u, v) is at ((u - 0.25) / 2, (v - 0.5) / 4) of the image.
    for [u, v] in [[0.0_f32, 0.0], [1.0, 0.0], [0.25, 0.5], [0.3, 0.9]] {
        let [x, y] = [(u - 0.25) / 2.0, (v - 0.5) / 4.0];
        assert_near(&apply([u, 1.0 - v]), &[x, 1.0 - y]);
    }
}
