//! Models of many large textures are converted with few of them in memory. A test binary of its own, since the meter counts for the whole process.

#![cfg(feature = "fs")]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use asset_convert::{ConvertOptions, Input, OutputFormat, SafeName, Sink, Writing, convert};
use asset_formats::{OpenOptions, open_with};
use asset_gltf::{self, WriteOptions};
use asset_image::Pixels;
use asset_project::Resources;
use asset_scene::{
    Array, Attribute, Image, ImageBytes, ImageSource, Material, Mesh, Node, Primitive, Scene, Semantic, Texture,
};
use testkit::hostile::scaled;
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

const MIB: usize = 1 << 20;

/// An image that is created on request: one of a few pictures, with a number after its end.
#[derive(Debug)]
struct Numbered {
    picture: Arc<Vec<u8>>,
    number: u32,
}

impl ImageSource for Numbered {
    fn read(&self) -> io::Result<Vec<u8>> {
        Ok([self.picture.as_slice(), &self.number.to_le_bytes()].concat())
    }
}

/// A picture of `size` x `size`: slopes, and noise of `noise` bits.
fn picture(size: u32, noise: u32) -> Vec<u8> {
    let mut state = 0x2545_f491_u32;
    let mut pixel = |at: u32| {
        let (x, y) = (at % size, at / size);
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let noise = state & ((1 << noise) - 1);
        [(x * 200 / size + noise) as u8, (y * 200 / size + (noise >> 1)) as u8, ((x + y) / 8 % 200) as u8, 255]
    };
    let pixels: Vec<u8> = (0..size * size).flat_map(&mut pixel).collect();
    Pixels::new(size, size, pixels).and_then(|pixels| pixels.to_png()).expect("a png")
}

/// Creates a model of `materials` materials, each on a triangle of its own, with four textures each.
fn model(materials: u32, picture: &Arc<Vec<u8>>) -> Scene<'static> {
    let mut scene = Scene::default();
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let places = scene.arrays.push(Array::from_f32s(corners));
    let normals = scene.arrays.push(Array::from_f32s([[0.0_f32, 0.0, 1.0]; 3]));
    let coordinates = scene.arrays.push(Array::from_f32s([[0.0_f32, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    let attributes = [(Semantic::Position, places), (Semantic::Normal, normals), (Semantic::TexCoord(0), coordinates)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array });
    let mut mesh = Mesh::default();
    for number in 0..materials {
        let mut texture = |part: u32, what: &str| {
            let source = Numbered { picture: picture.clone(), number: number * 4 + part };
            let bytes = ImageBytes::later(picture.len() as u64 + 4, picture, Arc::new(source));
            Texture::new(scene.images.push(Image { name: format!("{what}{number}"), bytes, ..Image::default() }))
        };
        let material = Material {
            base_color_texture: Some(texture(0, "Color")),
            metallic_roughness_texture: Some(texture(1, "Metal")),
            normal_texture: Some(texture(2, "Normal")),
            emissive_texture: Some(texture(3, "Glow")),
            emissive: [1.0; 3],
            ..Material::named(format!("Material{number}"))
        };
        let material = Some(scene.materials.push(material));
        mesh.primitives.push(Primitive { attributes: attributes.to_vec(), material, ..Primitive::default() });
    }
    let mesh = Some(scene.meshes.push(mesh));
    scene.nodes.push(Node { name: "Many".into(), mesh, ..Node::default() });
    scene
}

/// Writes files below a folder as they come.
#[derive(Debug)]
struct Below(PathBuf);

impl Sink for Below {
    fn file(&self, name: &SafeName, _: Option<u64>, write: Writing<'_>) -> io::Result<()> {
        let path = name.below(&self.0);
        std::fs::create_dir_all(path.parent().expect("a folder"))?;
        write(&mut std::fs::File::create(path)?)
    }
}

/// Converts a file, with no more heap than `most`.
fn converted(input: &Path, folder: &Path, output: &str, most: usize) {
    let begin = Instant::now();
    let heap = peak_of(&HEAP, || {
        let asset = open_with(input, &OpenOptions::default().images_later(true)).expect("a good file");
        let sink: Arc<dyn Sink> = Arc::new(Below(folder.to_path_buf()));
        let resources = Resources::around(input).ok().map(Arc::new);
        let options = ConvertOptions::default().sink(sink).resources(resources);
        let document = Input::new("many", &asset).resource("Models/many.mdl");
        let result = convert(&[document], OutputFormat::for_path(output).expect("an output format"), output, &options);
        let result = result.expect("converted");
        assert!(result.files.is_empty());
    });
    let (time, length) = (begin.elapsed(), std::fs::metadata(folder.join(output)).expect("a file").len());
    println!("{} to {output}, {length} bytes: {} MiB of heap, {time:.1?}", input.display(), heap / MIB);
    assert!(heap <= most, "{} to {output}: {heap} bytes of heap, more than {most}", input.display());
}

/// Round-trips a model of `materials` materials, with four textures of `size` x `size` each.
fn there_and_back(materials: u32, size: u32, noise: u32, most: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let picture = Arc::new(picture(size, noise));
    println!("{materials} x 4 images of {} bytes", picture.len());
    let glb = root.join("many.glb");
    let scene = model(materials, &picture);
    let (written, _) = asset_gltf::glb(&scene, &WriteOptions::default()).expect("a scene");
    written.write_to(std::fs::File::create(&glb).expect("a file")).expect("written");
    drop(written);
    drop(scene);
    for (project, output) in [("urho", "Models/many.mdl"), ("pragma", "models/many.pmdl_b")] {
        let project = root.join(project);
        converted(&glb, &project, output, most);
        let count = |folder: &Path| std::fs::read_dir(folder).expect("a folder").count();
        let textures = match output {
            "Models/many.mdl" => count(&project.join("Textures")),
            _ => count(&project.join("materials/models/many")) - materials as usize,
        };
        assert_eq!(textures, 4 * materials as usize, "{output}");
        converted(&project.join(output), &project, "back.glb", most);
        let back = open_with(project.join("back.glb"), &OpenOptions::default().images_later(true)).expect("a glb");
        let Some(back) = back.downcast::<asset_formats::GltfDocument>() else { panic!("no glTF") };
        assert_eq!(back.scene.images.len(), 4 * materials as usize, "{output}");
        drop(back);
        std::fs::remove_dir_all(&project).expect("removed");
    }
}

/// No more than the two largest textures, and 16 MiB: all files together are some 17 MiB, which would be held twice, as images and as the file. In
/// `cargo xtask soak`, 200 materials with four textures of 2048 x 2048 each, 2.3 GB in all, and 64 MiB: that takes minutes.
#[test]
fn many_textures_are_in_memory_one_after_the_other() {
    let (materials, size, noise, more) = scaled((40, 256, 7, 16), (200, 2048, 2, 64));
    there_and_back(materials, size, noise, 2 * size as usize * size as usize * 4 + more * MIB);
}
