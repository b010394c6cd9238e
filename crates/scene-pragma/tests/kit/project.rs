//! Materials and textures of a project, and their looks.

use std::collections::BTreeMap;

use asset_scene::{Material, Scene};
use binio::{Findings, Limits};
use scene_pragma::{MaterialExport, MaterialFile, MaterialFiles, TextureFile, parse_material, textures};

/// Files by their names as resources.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The texture that a path leads to, as the engine looks for it.
fn find<'f>(files: &'f Files, path: &str) -> Option<(String, &'f [u8])> {
    let names = ["", ".ktx", ".dds", ".png", ".tga", ".jpg"].map(|end| format!("materials/{path}{end}"));
    names.into_iter().find_map(|name| files.get(&name).map(|bytes| (name.clone(), bytes.as_slice())))
}

/// Returns a scene with the material of the first file; the others are its base materials.
pub(crate) fn view(files: &Files, names: &[&str]) -> (Scene<'static>, Findings) {
    let parsed: Vec<_> = names.iter().map(|name| parse_material(name, &files[*name]).unwrap()).collect();
    let slots = textures(&parsed.iter().collect::<Vec<_>>());
    let textures = slots.into_iter().map(|(slot, path)| {
        let file = find(files, &path).ok_or_else(|| "not in assets".to_owned());
        TextureFile { slot, path, file }
    });
    let textures = textures.collect();
    let file = |(name, material)| MaterialFile { name, bytes: &files[name], material };
    let materials = names.iter().copied().zip(&parsed).map(file).collect();
    let (mut scene, mut findings) = (Scene::default(), Findings::new());
    let id = scene.materials.push(Material::named("a"));
    let files = MaterialFiles { materials, textures };
    MaterialExport::new().add(&mut scene, id, &files, &mut Limits::default().budget(), &mut findings);
    (scene, findings)
}

/// A DDS of BC1, three colours: the fourth entry is transparent, and all pixels have it.
pub(crate) fn dds() -> Vec<u8> {
    let mut dds = b"DDS \x7c\0\0\0".to_vec();
    dds.extend([0x1007, 4, 4, 0, 0, 1_u32].into_iter().flat_map(u32::to_le_bytes));
    dds.extend([0; 44]);
    dds.extend(b"\x20\0\0\0\x04\0\0\0DXT1");
    dds.extend([0; 40]);
    dds.extend([0x00, 0x00, 0x00, 0xf8, 0xff, 0xff, 0xff, 0xff]);
    dds
}
