//! What becomes of each file, as `table.tsv` lists it. `ENGINE_ASSETS_BLESS=1` writes the list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use asset_fbx::asset_scene::Scene;
use asset_fbx::binio::Findings;
use testkit::corpus::CorpusFile;

use crate::read;
use crate::truth::poses_of;

const TABLE: &str = include_str!("table.tsv");
const HEAD: &str = "file\tnodes\tmeshes\ttriangles\tskins\tshapes\tclips\tmaterials\timages\tlights\tcameras\tposes that are the program's\tfindings";

/// The lines that were written so far.
static LINES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

pub(crate) fn is_as_listed(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_name().and_then(|name| name.to_str()).ok_or("a name")?.to_owned();
    let line = match read(file) {
        Ok((scene, findings)) => line(&name, file, &scene, &findings),
        Err(error) => format!("{name}\trefused: {error}"),
    };
    if std::env::var_os("ENGINE_ASSETS_BLESS").is_some() {
        return bless(name, line);
    }
    let expected = TABLE.lines().find(|line| line.split('\t').next() == Some(&name));
    if expected == Some(&line) {
        Ok(())
    } else {
        Err(format!("found\n{line}\ninstead of\n{}", expected.unwrap_or("nothing")))
    }
}

fn line(name: &str, file: &CorpusFile, scene: &Scene<'_>, findings: &Findings) -> String {
    let primitives = || scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let triangles: usize =
        primitives().filter_map(|primitive| primitive.triangles(scene).ok()).map(std::iter::Iterator::count).sum();
    let shapes: usize = scene.meshes.iter().map(|mesh| mesh.morph_names.len()).sum();
    let clips: Vec<&str> = scene.animations.iter().map(|clip| clip.name.as_str()).collect();
    let kinds: BTreeSet<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    let numbers = [scene.nodes.len(), scene.meshes.len(), triangles, scene.skins.len(), shapes];
    let more = [scene.materials.len(), scene.images.len(), scene.lights.len(), scene.cameras.len()];
    let joined = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("\t");
    let kinds = kinds.into_iter().map(|kind| kind.trim_start_matches("asset-fbx/")).collect::<Vec<_>>().join(" ");
    let clips = clips.join(", ").replace(['\t', '\n', '\r'], " ");
    format!("{name}\t{}\t{clips}\t{}\t{}\t{kinds}", joined(&numbers), joined(&more), poses_of(file.path()).join(" "))
}

fn bless(name: String, line: String) -> Result<(), String> {
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.insert(name, line);
    let text: Vec<&str> = std::iter::once(HEAD).chain(lines.values().map(String::as_str)).collect();
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/table.tsv");
    std::fs::write(place, text.join("\n") + "\n").map_err(|error| error.to_string())
}
