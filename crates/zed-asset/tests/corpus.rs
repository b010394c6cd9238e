//! Real models and fonts, against their expected contents and the engine's values.

mod engine_walk;

use std::process::ExitCode;

use fuzzkit::zed::{ZedAnimation, ZedFont, ZedModel};
use serde_json::{Value, json};
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{differences, laws};
use zed_asset::binio::Severity;
use zed_asset::{Animation, FileKind, Font, Model, Topology, VertexLayout};

/// Fields of the truth files that a summary lacks: about the file itself, and bulk data, which is compared separately.
const UNSPOKEN: &[&str] = &["file", "note", "vertices", "strips", "lists", "fans"];

fn main() -> ExitCode {
    let truth = |folder, count| ("equals the truth", Selection::new(folder, &["zed"], count), equals_the_truth as _);
    run(&[
        truth("zed/engine", 12),
        truth("zed/document", 9),
        truth("zed/engine-rejects", 5),
        truth("zed/author", 2),
        ("equals the engine", Selection::new("zed/engine", &["zed"], 12), equals_the_engine),
        ("equals the engine", Selection::new("zed/author", &["zed"], 2), equals_the_engine),
        ("engine refuses", Selection::new("zed/document", &["zed"], 9), is_refused_by_the_engine),
        ("engine refuses", Selection::new("zed/engine-rejects", &["zed"], 5), is_refused_by_the_engine),
        ("equals the truth", Selection::new("zed/font", &["zedf"], 7), font_equals_the_truth),
        ("equals the engine", Selection::new("zed/font", &["zedf"], 7), font_equals_the_engine),
        ("walk agrees", Selection::new("zed/engine", &["zed"], 12), walk_agrees),
        ("walk agrees", Selection::new("zed/author", &["zed"], 2), walk_agrees),
        ("walk agrees", Selection::new("zed/document", &["zed"], 9), walk_agrees),
        ("walk agrees", Selection::new("zed/engine-rejects", &["zed"], 5), walk_agrees),
        ("hostile", Selection::new("zed/hostile", &["zed"], 38), is_told),
    ])
}

/// A model, of any kind in its header.
fn with_model(bytes: &[u8], check: impl FnOnce(&Model<'_>) -> Result<(), String>) -> Result<(), String> {
    if FileKind::detect(bytes) == Some(FileKind::Animation) {
        let animation = Animation::parse(bytes).map_err(|error| error.to_string())?;
        check(&animation.as_model().ok_or("no chunks of a model")?)
    } else {
        check(&Model::parse(bytes).map_err(|error| error.to_string())?)
    }
}

fn told(differences: Vec<String>) -> Result<(), String> {
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n")) }
}

/// Compares every field, every vertex, every index; the file must round-trip.
fn equals_the_truth(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<ZedModel>(&bytes);
    laws::all::<ZedAnimation>(&bytes);
    let Some(truth) = file.truth() else {
        // Only the engine's value is known.
        return if file.name().ends_with("big_list.zed") { Ok(()) } else { Err("no truth file".into()) };
    };
    with_model(&bytes, |model| {
        let summary = serde_json::to_value(model.summary(true)).map_err(|error| error.to_string())?;
        let mut unspoken = UNSPOKEN.to_vec();
        if model.meshes().next().is_none() {
            // Without a mesh, the encoding has no effect.
            unspoken.extend(["vertex_format", "array_count_width"]);
        }
        told(differences(&summary, &truth, &unspoken))?;
        told(differences(&bulk(model), &json!({ "meshes": truth["meshes"] }), &["material_id"]))
    })
}

/// The vertices and indices of a model, in the format of the truth files.
fn bulk(model: &Model<'_>) -> Value {
    let meshes = model.meshes().map(|mesh| {
        let vertices = (0..mesh.vertex_count()).map(|index| {
            let mut vertex = json!({ "p": mesh.positions().get(index), "n": mesh.normals().get(index) });
            if mesh.layout() == VertexLayout::Document {
                vertex["uv"] = json!(mesh.tex_coords().unwrap().get(index));
                vertex["jw"] = json!(mesh.joint_weights().unwrap().get(index));
                vertex["ji"] = json!(mesh.joint_indices().unwrap().get(index));
            }
            vertex
        });
        let arrays = |topology: Topology| -> Vec<Vec<u16>> {
            mesh.arrays().filter(|array| array.topology() == topology).map(|array| array.iter().collect()).collect()
        };
        json!({
            "vertices": vertices.collect::<Vec<_>>(),
            "strips": arrays(Topology::TriangleStrip),
            "lists": arrays(Topology::Triangles),
            "fans": arrays(Topology::TriangleFan),
        })
    });
    json!({ "meshes": meshes.collect::<Vec<_>>() })
}

/// The engine's values for a file.
fn engine_truth(file: &CorpusFile) -> Option<Value> {
    let bytes = std::fs::read(format!("{}.engine.json", file.path().display())).ok()?;
    Some(serde_json::from_slice(&bytes).expect("the engine's word is JSON"))
}

/// The engine's values: meshes, indices, flags, its bounding box. No finding about such a file may be an error.
fn equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let truth = engine_truth(file).ok_or("no engine output")?;
    let mut ours = bulk(&model);
    for (index, mesh) in model.meshes().enumerate() {
        let our = &mut ours["meshes"][index];
        our["material_id"] = json!(mesh.material());
        our["vertex_count"] = json!(mesh.vertex_count());
        our["engine_vertex_size"] = json!(mesh.layout().stride());
        let counts = [("strip_count", "strips"), ("list_count", "lists"), ("fan_count", "fans")];
        for (count, arrays) in counts {
            our[count] = json!(our[arrays].as_array().unwrap().len());
        }
    }
    ours["load_rc"] = json!("ZED_OK");
    ours["flags"] = json!(model.header.flags.0);
    ours["mesh_count"] = json!(model.metadata().unwrap().totals.meshes);
    ours["meshes_read"] = json!(model.meshes().count());
    ours["aabb"] = engine_box(&model);
    told(differences(&ours, &truth, &[]))?;
    let errors = model.validate().into_iter().filter(|finding| finding.severity == Severity::Error);
    told(errors.map(|finding| finding.to_string()).collect())
}

/// The engine's box: of the meshes with at least four vertices.
fn engine_box(model: &Model<'_>) -> Value {
    let positions = model.meshes().filter(|mesh| mesh.vertex_count() >= 4).flat_map(|mesh| mesh.positions().iter());
    let positions: Vec<[f32; 3]> = positions.collect();
    let of = |choose: fn(f32, f32) -> f32| {
        let corner = positions.iter().copied().reduce(|a, b| std::array::from_fn(|axis| choose(a[axis], b[axis])));
        corner.unwrap_or_default()
    };
    json!([of(f32::min), of(f32::max)])
}

/// A file that the engine rejects has an error, except a file without meshes, which it loads without reading anything.
fn is_refused_by_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let loads = engine_truth(file).is_some_and(|truth| truth["load_rc"] == "ZED_OK");
    with_model(&bytes, |model| {
        let errors = model.validate().worst() == Some(Severity::Error);
        if errors == loads { Err(format!("errors: {errors}, loads: {loads}")) } else { Ok(()) }
    })
}

/// Every hostile file gives an error or a finding.
fn is_told(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<ZedModel>(&bytes);
    match Model::parse(&bytes) {
        Err(error) if error.offset().is_none() => Err(format!("{error}: where?")),
        Ok(model) if model.validate().is_empty() => Err("nothing is told".into()),
        _ => Ok(()),
    }
}

/// Compares every field and glyph; the font must round-trip.
fn font_equals_the_truth(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<ZedFont>(&bytes);
    let font = Font::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = serde_json::to_value(font.summary(true)).map_err(|error| error.to_string())?;
    let truth = file.truth().ok_or("no truth file")?;
    let mut unspoken = UNSPOKEN.to_vec();
    if file.name().ends_with("glyphs_only.zedf") {
        // Only a texture's own data is known.
        unspoken.push("format");
    }
    told(differences(&summary, &truth, &unspoken))
}

/// The engine's values; files that it loads have no error, files that it rejects have one.
fn font_equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let font = Font::parse(&bytes).map_err(|error| error.to_string())?;
    let truth = engine_truth(file).ok_or("no engine output")?;
    let errors = font.validate().worst() == Some(Severity::Error);
    if (truth["load_rc"] == "ZED_OK") == errors {
        return Err(format!("errors: {errors}, the engine: {}", truth["load_rc"]));
    }
    if errors {
        return Ok(());
    }
    let summary = serde_json::to_value(font.summary(false)).map_err(|error| error.to_string())?;
    let size = json!([summary["texture"]["width"], summary["texture"]["height"]]);
    let ours = json!({ "glyph_count": summary["glyph_count"], "glyphs": summary["glyphs"], "texture": size });
    told(differences(&ours, &truth, &["load_rc", "sizeof_header", "sizeof_glyph", "sizeof_chunk"]))
}

/// The byte walk accepts and rejects the same files as the engine, so it can check this crate's writer: it accepts every
/// model written for the engine.
fn walk_agrees(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let loads = engine_truth(file).is_some_and(|truth| truth["load_rc"] == "ZED_OK");
    let held = engine_walk::walk(&bytes);
    if held.is_ok() != loads {
        return Err(format!("the engine loads it: {loads}, the walk: {held:?}"));
    }
    with_model(&bytes, |model| {
        let (engine, _) = model.for_engine_lossy();
        let again = engine_walk::walk(&engine.to_bytes().map_err(|error| error.to_string())?)?;
        if again.meshes.len() != model.meshes().count() {
            return Err("meshes are lost".into());
        }
        match held {
            Ok(held) if held.meshes != again.meshes => Err("other meshes than before".into()),
            _ => Ok(()),
        }
    })
}
