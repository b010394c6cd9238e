//! Files written from the specification: no real ones are public.

use std::process::ExitCode;

use fuzzkit::shader::{ANY, Ushd};
use serde_json::{Value, json};
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{differences, laws};
use urho_shader::{Shader, versions_of};

const FOLDER: &str = "urho/shader-from-spec";
const ENDINGS: &[&str] = &["vs2", "vs3", "ps3", "vs4", "ps4", "hs5", "cs5"];

fn main() -> ExitCode {
    run(&[
        ("is what it should be", Selection::new(FOLDER, ENDINGS, 10), is_what_it_should_be),
        ("findings", Selection::new(FOLDER, ENDINGS, 10), has_these_findings),
    ])
}

/// Intended content of each file.
fn truth(name: &str) -> Option<Value> {
    let parameter = |name, register, count| json!({"name": name, "register": register, "register_count": count});
    let variable = |name, buffer, offset, size| json!({"name": name, "buffer": buffer, "offset": offset, "size": size});
    let stub = json!({"kind": "dxbc", "chunks": [], "container_hash_ok": false, "data_size": 32});
    let stream = json!({"kind": "tokens", "program": "vs_3_0", "instructions": 2, "inputs": ["dcl_position0 v0"],
        "samplers": [], "data_size": 32});
    Some(match name {
        "Basic_00000000.vs3" => json!({"algorithm": "d3d9", "stage": "vertex", "shader_type": 0, "shader_model": 3,
            "parameters": [parameter("ViewProj", 0, 4), parameter("Model", 4, 3), parameter("UOffset", 7, 1)],
            "texture_units": [], "bytecode": stream}),
        "Basic_1A2B3C4D.ps3" => json!({"algorithm": "d3d9", "stage": "pixel", "shader_type": 1, "shader_model": 3,
            "parameters": [parameter("MatDiffColor", 0, 1)],
            "texture_units": [{"name": "DiffMap", "sampler": 0}, {"name": "ShadowMap", "sampler": 10},
                {"name": "", "sampler": 6, "engine_name": ""}],
            "bytecode": {"program": "ps_3_0", "instructions": 1, "inputs": [], "data_size": 20}}),
        "Old_SKINNED.vs2" => json!({"algorithm": "d3d9", "stage": "vertex", "shader_model": 2,
            "parameters": [parameter("ModelSkinMatrices", 26, 192)], "texture_units": [],
            "bytecode": {"program": "vs_2_0", "instructions": 2, "inputs": ["dcl_position0 v0"]}}),
        "zero_bytecode.vs3" => json!({"algorithm": "d3d9", "shader_model": 3, "parameters": [], "texture_units": [],
            "bytecode": {"data_size": 0}}),
        "urho11_container.vs3" => json!({"algorithm": "d3d9-variations", "stage": "vertex", "shader_model": 3,
            "parameters": [{"name": "ViewProj", "register": 0}, {"name": "Model", "register": 4}],
            "texture_units": [{"name": "DiffMap", "sampler": 0}],
            "variations": [
                {"name": "", "parameters": [0, 1], "texture_units": [], "bytecode": stream},
                {"name": "Skinned", "parameters": [0], "texture_units": [], "bytecode": stream}]}),
        "Basic_00000000.vs4" => json!({"algorithm": "d3d11", "stage": "vertex", "shader_model": 4,
            "vertex_elements": {"hash": "330B50CB"},
            "parameters": [variable("DeltaTime", 0, 0, 4), variable("ViewProj", 1, 64, 64), variable("Model", 5, 0, 48)],
            "texture_units": [], "bytecode": stub}),
        "Basic_1A2B3C4D.ps4" => json!({"algorithm": "d3d11", "stage": "pixel", "shader_model": 4,
            "vertex_elements": {"hash": "00000000", "mask": []},
            "parameters": [{"name": "MatDiffColor", "buffer": 4, "group": "Material", "offset": 0, "size": 16}],
            "texture_units": [{"name": "DiffMap", "sampler": 0}, {"name": "NormalMap", "sampler": 1},
                {"name": "LightRampMap", "sampler": 8}, {"name": "LightSpotMap", "sampler": 9},
                {"name": "ShadowMap", "sampler": 10}, {"name": "ZoneCubeMap", "sampler": 15}],
            "bytecode": stub}),
        "urho14_elementmask.vs4" => json!({"algorithm": "d3d11", "stage": "vertex", "shader_model": 4,
            "vertex_elements": {"hash": "0000000B", "mask": ["Position", "Normal", "TexCoord1"]},
            "parameters": [variable("ViewProj", 1, 0, 64)], "texture_units": [], "bytecode": stub}),
        "rbfx_00000000.cs5" => json!({"algorithm": "d3d11", "stage": "compute", "shader_type": 5, "shader_model": 5,
            "parameters": [], "texture_units": [{"name": "DiffMap", "sampler": 0}], "bytecode": stub}),
        "rbfx_00000000.hs5" => json!({"algorithm": "d3d11", "stage": "hull", "shader_type": 3, "shader_model": 4,
            "parameters": [], "texture_units": [], "bytecode": stub}),
        _ => return None,
    })
}

fn base(file: &CorpusFile) -> &str {
    file.name().rsplit('/').next().unwrap_or_default()
}

/// Compares every field, the version and the extension; the file must round-trip.
fn is_what_it_should_be(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let shader = Shader::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = serde_json::to_value(shader.summary(true)).map_err(|error| error.to_string())?;
    let truth = truth(base(file)).ok_or("nothing is known of this file")?;
    let differences = differences(&summary, &truth, &[]);
    if !differences.is_empty() {
        return Err(differences.join("\n"));
    }
    let ending = file.path().extension().and_then(|ending| ending.to_str());
    if shader.extension() != ending {
        return Err(format!("{:?}, not {ending:?}", shader.extension()));
    }
    laws::all::<Ushd<ANY>>(&bytes);
    Ok(())
}

/// The containers in these files are stubs; everything else is valid, except for the one without bytecode.
fn has_these_findings(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let shader = Shader::parse(&bytes).map_err(|error| error.to_string())?;
    let findings: Vec<String> = shader.validate().into_iter().map(|finding| finding.to_string()).collect();
    let stub = ["hash of the container", "no program"].as_slice();
    let expected: &[&str] = match base(file) {
        "zero_bytecode.vs3" => &["reads as d3d9-variations as well", "zero length"],
        name if name.ends_with('4') || name.ends_with('5') => stub,
        "Basic_1A2B3C4D.ps3" => &["doesn't declare all texture units"],
        _ => &[],
    };
    let told =
        expected.len() == findings.len() && expected.iter().zip(&findings).all(|(part, said)| said.contains(part));
    let ambiguous = versions_of(&bytes).len() > 1;
    if !told || ambiguous != (base(file) == "zero_bytecode.vs3") {
        return Err(format!("findings {findings:#?}, versions {:?}", versions_of(&bytes)));
    }
    Ok(())
}
