//! Foreign files in fewer bits: the same surface within the error of their grid, and valid.

use std::process::ExitCode;

use asset_gltf::asset_scene::glam::Vec3;
use asset_gltf::asset_scene::{Id, Mesh, Scene};
use asset_gltf::{Compression, NoFiles, ReadOptions, SceneChoice, WriteOptions, parse, write_glb};
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;

use crate::round_trip::{has_no_new_issues, read};

pub(crate) fn main() -> ExitCode {
    let valid = Selection::new("gltf/valid", &["glb", "gltf"], 80);
    run(&[
        ("has the same surface in fewer bits", valid.clone(), has_the_same_surface),
        ("stays valid in fewer bits", valid.unless(gltf_validator::missing()), stays_valid),
    ])
}

/// Mesh of a node, whether it has a skin, and its positions in the scene's space.
type Part = (Id<Mesh>, bool, Vec<Vec3>);

/// The shown meshes of a scene.
fn surface(scene: &Scene<'_>) -> Result<Vec<Part>, String> {
    let pose = scene.rest_pose().map_err(|error| error.to_string())?;
    let mut surface = Vec::new();
    for (id, node) in scene.nodes.enumerate() {
        let Some(mesh) = node.mesh else { continue };
        let mut positions = Vec::new();
        for primitive in &scene[mesh].primitives {
            positions.extend(pose.posed(scene, id, primitive).map_err(|error| error.to_string())?.positions);
        }
        surface.push((mesh, node.skin.is_some(), positions));
    }
    Ok(surface)
}

fn extent(surface: &[Part]) -> f32 {
    let all = || surface.iter().flat_map(|(.., positions)| positions).filter(|position| position.is_finite());
    let (least, most) = all().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(least, most), position| {
        (least.min(*position), most.max(*position))
    });
    (most - least).max_element().max(0.0)
}

fn has_the_same_surface(file: &CorpusFile) -> Result<(), String> {
    let Ok(scene) = read(file, SceneChoice::Default) else { return Ok(()) };
    let written = |options: WriteOptions| {
        let (bytes, _) = write_glb(&scene, &options).map_err(|error| error.to_string())?;
        let (scene, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
        surface(&scene)
    };
    let plain = written(WriteOptions::default())?;
    let extent = extent(&plain);
    for compression in [Compression::None, Compression::Meshopt] {
        let mut packed = written(WriteOptions::default().quantize(true).compression(compression))?;
        if packed.len() != plain.len() {
            return Err(format!("{} shown meshes, not {}", packed.len(), plain.len()));
        }
        for (mesh, has_skin, positions) in &plain {
            // Weights of 8 bits move vertices of skins whose rest pose isn't the pose of the mesh.
            let most = extent * if *has_skin { 2e-2 } else { 1e-4 } + 1e-6;
            let near = |(own, _, packed): &(Id<Mesh>, bool, Vec<Vec3>)| {
                let far = |(a, b): (&Vec3, &Vec3)| a.is_finite() && (*a - *b).abs().max_element() > most;
                own == mesh && packed.len() == positions.len() && !positions.iter().zip(packed).any(far)
            };
            let found = packed.iter().position(near).ok_or_else(|| format!("mesh {mesh:?} is elsewhere"))?;
            packed.swap_remove(found);
        }
    }
    Ok(())
}

/// Output for a valid file is valid.
fn stays_valid(file: &CorpusFile) -> Result<(), String> {
    let Ok(scene) = read(file, SceneChoice::Default) else { return Ok(()) };
    let (bytes, _) = write_glb(&scene, &WriteOptions::default().quantize(true)).map_err(|error| error.to_string())?;
    has_no_new_issues(file, &bytes)
}
