//! Edits one part of each real model through glTF. The file must change only there, or a finding must name what isn't written.

use asset_convert::ConvertTo as _;
use asset_formats::{Asset, Typed};
use std::process::ExitCode;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use asset_gltf::NoFiles;
use asset_scene::{Array, Id, Mesh, Node, Scene, Semantic};
use binio::Limits;
use pragma_asset::MeshData;
use scene_adapter::kinds::PART_NOT_WRITTEN;
use testkit::corpus::{Check, CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    let engine = Selection::new("urho/engine", &["mdl"], 33);
    let importer = Selection::new("urho/importer", &["mdl"], 11);
    let pragma = Selection::new("udm/pragma", &["pmdl", "pmdl_b"], 24);
    run(&[engine, importer, pragma].map(|files| ("one edit of a model", files, comes_home as Check)))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The file as glTF, read again.
fn shown(asset: &Asset<'_>) -> Result<Scene<'static>, String> {
    let options = ConvertOptions::default().materials(false);
    let converted = convert(&[Input::new("model", asset)], OutputFormat::GLB, "model.glb", &options).map_err(text)?;
    let glb = &converted.requested("model.glb").ok_or("no glTF")?.bytes;
    Ok(asset_gltf::parse(glb, &Default::default(), &NoFiles).map_err(text)?.0)
}

/// A scene as a file of the format that it came from.
fn home(scene: &Scene<'_>, name: &str) -> Result<Converted, String> {
    let (glb, _) = asset_gltf::write_glb(scene, &Default::default()).map_err(text)?;
    let options = ConvertOptions::default().materials(false);
    Asset::parse(&glb, None).map_err(text)?.convert_to(name, &options).map_err(text)
}

fn comes_home(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let asset = Asset::parse(&bytes, Some(file.path())).map_err(text)?;
    let name = file.path().file_name().ok_or("no name")?.to_string_lossy();
    let scene = shown(&asset)?;
    let Some((node, mesh)) = scene.mesh_nodes().next() else { return Ok(()) };
    let edited = |what: &str, is_told: bool, edit: &dyn Fn(&mut Scene<'static>)| {
        let mut scene = scene.clone();
        edit(&mut scene);
        let converted = home(&scene, &name).map_err(|error| format!("{what}: {error}"))?;
        let is_reported = converted.findings.iter().any(|finding| finding.kind == PART_NOT_WRITTEN);
        if is_reported != is_told {
            return Err(format!("{what}: expected {is_told} for an edit that is told: {:?}", converted.findings));
        }
        Ok(converted.requested(&name).ok_or("no file")?.bytes.clone())
    };
    let same =
        |what: &str, is_told: bool, edit: &dyn Fn(&mut Scene<'static>)| match edited(what, is_told, edit)? == bytes {
            true => Ok(()),
            false => Err(format!("{what}: the file changes")),
        };
    same("no edit", false, &|_| ())?;
    same("a renamed node", true, &|scene| scene[node].name = "Another name".to_owned())?;
    same("a new empty node", true, &|scene| {
        scene.nodes.push(Node { name: "Spawn point".to_owned(), ..Node::default() });
    })?;
    let after = edited("a moved vertex", false, &|scene| move_a_vertex(scene, mesh))?;
    let after = Asset::parse(&after, Some(file.path())).map_err(text)?;
    let moved = match (asset.typed(), after.typed()) {
        (Typed::UrhoMdl(before), Typed::UrhoMdl(after)) => vertices_of_urho(before, after)?,
        (Typed::PragmaModel(before), Typed::PragmaModel(after)) => vertices_of_pragma(before, after)?,
        _ => return Err("another format".to_owned()),
    };
    // The corners at this place may be several vertices, and levels of detail may share them.
    if (1..=64).contains(&moved) { Ok(()) } else { Err(format!("a moved vertex: {moved} vertices differ")) }
}

/// Moves the first vertex that a face has.
fn move_a_vertex(scene: &mut Scene<'static>, mesh: Id<Mesh>) {
    let primitive = &scene[mesh].primitives[0];
    let array = primitive.attribute(&Semantic::Position).expect("positions");
    let first = primitive.indices.and_then(|indices| scene[indices].to_u32s()).map_or(0, |indices| indices[0] as usize);
    let mut rows = scene[array].to_f32s::<3>().expect("three floats");
    let size = rows.iter().flatten().fold(0.0, |size: f32, number| size.max(number.abs()));
    rows[first][1] += size.max(1e-3) * 0.25;
    scene[array] = Array::from_f32s(rows);
}

fn vertices_of_urho(before: &urho_mdl::Model<'_>, after: &urho_mdl::Model<'_>) -> Result<usize, String> {
    let mut moved = 0;
    for (was, is) in before.vertex_buffers.iter().zip(&after.vertex_buffers) {
        let rows = was.data.chunks(was.stride().max(1)).zip(is.data.chunks(is.stride().max(1)));
        moved += rows.filter(|(was, is)| was != is).count() + is.vertex_count.abs_diff(was.vertex_count) as usize;
    }
    let others = |model: &urho_mdl::Model<'_>| {
        let mut model = model.clone().into_owned();
        model.vertex_buffers.clear();
        model.index_buffers.clear();
        model.tail.centers.clear();
        model.bounds = urho_mdl::Bounds::UNDEFINED;
        model
    };
    if others(before) == others(after) { Ok(moved) } else { Err("a moved vertex: other parts change".to_owned()) }
}

fn vertices_of_pragma(before: &pragma_asset::Model<'_>, after: &pragma_asset::Model<'_>) -> Result<usize, String> {
    let mut budget = Limits::default().budget();
    let mut moved = 0;
    for (was, is) in before.meshes().iter().zip(&after.meshes()) {
        let (was, is) =
            (MeshData::read(was, &mut budget).map_err(text)?, MeshData::read(is, &mut budget).map_err(text)?);
        moved += was.positions.iter().zip(&is.positions).filter(|(was, is)| was != is).count();
        moved += is.positions.len().abs_diff(was.positions.len());
        if (was.material_index, was.uv_sets.len()) != (is.material_index, is.uv_sets.len()) {
            return Err("a moved vertex: other parts change".to_owned());
        }
    }
    Ok(moved)
}
