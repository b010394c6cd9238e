//! Morphs of real models reach models of Pragma, and glTF from there: the same targets by their names, which do the same.

use std::process::ExitCode;

use engine_assets::asset_scene::Scene;
use engine_assets::convert::{ConvertOptions, Goal, Input, convert};
use engine_assets::{Asset, open};
use fuzzkit::scene::compare::{add, size, worst};
use fuzzkit::scene::evaluate;
use testkit::corpus::{Check, CorpusFile, Selection, run};

fn main() -> ExitCode {
    let blender = ["01_cs_morph", "01_morphed_cube", "01_morphed_cube_no_uv", "01_morphed_triangle"];
    let blender: [&'static str; 4] = blender.map(|name| &*format!("gltf/valid/blender/{name}").leak());
    let mut suites: Vec<(&'static str, Selection, Check)> =
        vec![("morphs", Selection::new("urho/importer", &["mdl"], 11), reach_pragma)];
    suites.extend(blender.map(|folder| ("morphs", Selection::new(folder, &["gltf"], 1), reach_pragma as Check)));
    run(&suites)
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The bytes of a document in another format.
fn made(asset: &Asset<'_>, goal: Goal, output: &str) -> Result<Vec<u8>, String> {
    let options = ConvertOptions::default().materials(goal == Goal::Glb).lossy(true);
    let mut made = convert(&[Input::new("model", asset)], goal, output, &options).map_err(said)?;
    made.files.pop().map(|file| file.bytes).ok_or_else(|| "expected a file, found none".to_owned())
}

/// Names of all morph targets, each once.
fn names(scene: &Scene<'_>) -> Vec<String> {
    let mut names: Vec<String> = scene.meshes.iter().flat_map(|mesh| mesh.morph_names.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// Where corners are at rest, and with each target applied by a share of its own.
fn shown(scene: &Scene<'_>, names: &[String]) -> Vec<Vec<engine_assets::asset_scene::glam::DVec3>> {
    let mut scene = scene.borrowed();
    let mut ways = Vec::new();
    for round in 0..3 {
        for mesh in &mut scene.meshes {
            let share = |name: &String| {
                names
                    .iter()
                    .position(|known| known == name)
                    .map_or(0.0, |place| (place + 1) as f32 * 0.25 * round as f32)
            };
            mesh.morph_weights = mesh.morph_names.iter().map(share).collect();
        }
        add(&mut ways, evaluate::corners(&scene, None, 0.0));
    }
    ways
}

fn reach_pragma(file: &CorpusFile) -> Result<(), String> {
    let asset = open(file.path()).map_err(said)?;
    // Engines know models only by way of glTF.
    let glb = match &asset {
        Asset::Gltf(_) => None,
        other => Some(made(other, Goal::Glb, "model.glb")?),
    };
    let through = glb.as_deref().map(|glb| Asset::parse(glb, None)).transpose().map_err(said)?;
    let first = through.as_ref().unwrap_or(&asset);
    let (before, _) = first.to_scene("model").map_err(said)?;
    let pmdl = made(first, Goal::PmdlBinary, "model.pmdl_b")?;
    let pragma = Asset::parse(&pmdl, Some("model.pmdl_b".as_ref())).map_err(said)?;
    let Asset::PragmaModel(model) = &pragma else { return Err("expected a model of Pragma".into()) };
    let names = names(&before);
    assert_eq!(names.is_empty(), !file.name().contains("morph"), "{}: {names:?}", file.name());
    let mut flexes: Vec<String> = model.flexes().iter().map(|flex| flex.name.to_string()).collect();
    flexes.sort();
    if flexes != names {
        return Err(format!("expected the flexes {names:?}, found {flexes:?}"));
    }
    let back = made(&pragma, Goal::Glb, "model.glb")?;
    let back = Asset::parse(&back, None).map_err(said)?;
    let (after, _) = back.to_scene("model").map_err(said)?;
    let (expected, made) = (shown(&before, &names), shown(&after, &names));
    let near = size(&expected) * 5e-4;
    let off = worst(&expected, &made, near)?;
    if off > near { Err(format!("off by {off}, {near} is allowed")) } else { Ok(()) }
}
