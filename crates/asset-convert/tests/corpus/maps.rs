//! Round trips of Pragma maps through glTF, compared with an evaluator of their places and lights that shares no code with the converter, and with a
//! table of expected values.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Converted, Input, Original, OutputFormat, Overwrite, UdmValues, convert};
use asset_formats::{Asset, GltfDocument};
use asset_gltf::NoFiles;
use asset_project::Resources;
use asset_scene::Scene;
use asset_scene::world::World;
use pragma_asset::Map;
use pragma_asset::glam::{DMat3, DVec3};
use serde_json::Value;
use testkit::corpus::{Check, CorpusFile, Selection, run};
use testkit::gltf_validator;

const FOLDER: &str = "pragma-scene";

pub(crate) fn main() -> ExitCode {
    let all = Selection::new(FOLDER, &["pmap", "pmap_b"], 12);
    let suites: Vec<(&'static str, Selection, Check)> = vec![
        ("every entity stands where the engine has it", all.clone(), stands),
        ("every entity is as the table says", all.clone(), is_as_the_table_says),
        ("the same file", all.clone(), same_file),
        ("there and back", all.clone(), there_and_back),
        ("valid", all.unless(gltf_validator::missing()), is_valid),
        ("a model that is shown twice", Selection::new(FOLDER, &["pmdl", "pmdl_b"], 49), placed_twice),
    ];
    run(&suites)
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The folder of the engine's assets and its addons.
fn resources() -> Arc<Resources> {
    let root = testkit::corpus::root().expect("the corpus").join(FOLDER);
    Arc::new(Resources::around(root.join("maps/empty.pmap_b")).expect("a project"))
}

fn name_of(file: &CorpusFile) -> String {
    file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn converted(name: &str, path: &Path, bytes: &[u8], options: &ConvertOptions) -> Result<Converted, String> {
    let asset = Asset::parse(bytes, Some(path)).map_err(said)?;
    convert(&[Input::new(name, &asset)], OutputFormat::GLB, "map.glb", options).map_err(said)
}

fn glb_with(file: &CorpusFile, options: ConvertOptions) -> Result<Vec<u8>, String> {
    let result = converted(&name_of(file), file.path(), &file.bytes(), &options.resources(resources()))?;
    Ok(result.requested("map.glb").ok_or("no file")?.bytes.clone())
}

fn glb(file: &CorpusFile) -> Result<Vec<u8>, String> {
    glb_with(file, ConvertOptions::default())
}

/// The JSON of a file in binary form.
fn json(glb: &[u8]) -> Result<Value, String> {
    let length = u32::from_le_bytes(glb[12..16].try_into().map_err(said)?) as usize;
    serde_json::from_slice(&glb[20..20 + length]).map_err(said)
}

/// An entity as its node shows it: the node, and whether a child shows a model.
struct Shown<'j> {
    node: &'j Value,
    has_model: bool,
}

fn stored(node: &Value) -> Option<Value> {
    let ours: Value = serde_json::from_str(node["extras"]["engine_assets"].as_str()?).ok()?;
    (ours["format"] == "pragma-entity").then(|| ours["layout"].clone())
}

/// The nodes of entities, which are roots, in the order of the map.
fn entities(json: &Value) -> Result<Vec<Shown<'_>>, String> {
    let nodes = json["nodes"].as_array().ok_or("no nodes")?;
    let roots = json["scenes"][0]["nodes"].as_array().ok_or("no roots")?;
    let roots = roots.iter().filter_map(|root| nodes.get(root.as_u64()? as usize));
    let mut found = Vec::new();
    for node in roots {
        let Some(layout) = stored(node).filter(|layout| layout["made"].is_null()) else { continue };
        if layout["entity"] != found.len() {
            return Err(format!("entity {} where {} should be", layout["entity"], found.len()));
        }
        let children = node["children"].as_array().into_iter().flatten();
        let mut children = children.filter_map(|child| stored(nodes.get(child.as_u64()? as usize)?));
        let has_model = children.any(|layout| layout["made"] == "model");
        found.push(Shown { node, has_model });
    }
    Ok(found)
}

fn numbers<const N: usize>(value: &Value, usual: [f64; N]) -> [f64; N] {
    let Some(list) = value.as_array() else { return usual };
    std::array::from_fn(|at| list[at].as_f64().unwrap_or(f64::NAN))
}

fn close(a: f64, b: f64, least: f64) -> bool {
    (a - b).abs() <= least * a.abs().max(b.abs()).max(1.0)
}

/// The rotation of a quaternion, without the library.
fn matrix_of([x, y, z, w]: [f64; 4]) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
        DVec3::new(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
        DVec3::new(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
}

/// Where the engine puts an entity: translation in metres, rotation, scale; worked out from text and sines.
fn place(entity: &pragma_asset::Entity<'_>) -> ([f64; 3], DMat3, [f64; 3]) {
    let words = |key: &str| -> Option<Vec<f64>> {
        let text = entity.key_value(key)?.to_string();
        text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    };
    let pose = entity.pose().to_stransform().map(f64::from);
    let origin = words("origin").map_or([pose[0], pose[1], pose[2]], |own| [own[0], own[1], own[2]]);
    let turned = match words("angles") {
        Some(angles) => {
            let [p, y, r] = [angles[0], angles[1], angles[2]].map(f64::to_radians);
            let about_y =
                DMat3::from_cols(DVec3::new(y.cos(), 0.0, -y.sin()), DVec3::Y, DVec3::new(y.sin(), 0.0, y.cos()));
            let about_x =
                DMat3::from_cols(DVec3::X, DVec3::new(0.0, p.cos(), p.sin()), DVec3::new(0.0, -p.sin(), p.cos()));
            let about_z =
                DMat3::from_cols(DVec3::new(r.cos(), r.sin(), 0.0), DVec3::new(-r.sin(), r.cos(), 0.0), DVec3::Z);
            about_y * about_x * about_z
        }
        None => matrix_of([pose[3], pose[4], pose[5], pose[6]]),
    };
    let scale = match words("scale") {
        Some(own) if own.len() == 1 => [own[0]; 3],
        Some(own) => [own[0], own[1], own[2]],
        None => [pose[7], pose[8], pose[9]],
    };
    (origin.map(|units| units / 40.0), turned, scale)
}

fn stands(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let map = Map::parse(&bytes).map_err(said)?;
    let json = json(&glb(file)?)?;
    let shown = entities(&json)?;
    if shown.len() != map.entity_count() {
        return Err(format!("{} entities, then {} nodes", map.entity_count(), shown.len()));
    }
    for (index, (entity, Shown { node, .. })) in map.entities().iter().zip(&shown).enumerate() {
        let (origin, turned, scale) = place(entity);
        let looks_back = node.get("camera").is_some() || !node["extensions"]["KHR_lights_punctual"].is_null();
        let about_y = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, -1.0));
        let turned = if looks_back { turned * about_y } else { turned };
        let found = numbers(&node["translation"], [0.0; 3]);
        let rotation = matrix_of(numbers(&node["rotation"], [0.0, 0.0, 0.0, 1.0]));
        let size = numbers(&node["scale"], [1.0; 3]);
        let placed = origin.iter().zip(&found).chain(scale.iter().zip(&size)).all(|(a, b)| close(*a, *b, 1e-6));
        if !placed || !turned.abs_diff_eq(rotation, 1e-5) {
            return Err(format!("entity {index}: {origin:?} {turned} {scale:?}, found {node}"));
        }
    }
    Ok(())
}

/// A line of the table.
struct Line {
    kind: String,
    model: String,
    numbers: Vec<Option<f64>>,
}

fn table(name: &str) -> HashMap<usize, Line> {
    let path = testkit::corpus::root().expect("the corpus").join(FOLDER).join("maps.tsv");
    let text = std::fs::read_to_string(path).expect("the table");
    let mut lines = HashMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if name.ends_with(cells[0]) {
            let numbers = cells[5..].iter().map(|cell| cell.parse().ok()).collect();
            let (kind, model) = (cells[3].to_owned(), cells[4].to_owned());
            lines.insert(cells[1].parse().expect("a number"), Line { kind, model, numbers });
        }
    }
    lines
}

/// The table has six digits.
const DIGITS: f64 = 5e-6;

fn is_as_the_table_says(file: &CorpusFile) -> Result<(), String> {
    let json = json(&glb(file)?)?;
    let (shown, table) = (entities(&json)?, table(file.name()));
    if shown.len() != table.len() {
        return Err(format!("{} entities in the table, found {}", table.len(), shown.len()));
    }
    for (index, Shown { node, has_model }) in shown.iter().enumerate() {
        let line = &table[&index];
        let wrong = |what: &str| Err(format!("entity {index}: another {what} than in the table: {node}"));
        let wanted = |at: usize| line.numbers[at].unwrap_or(f64::NAN);
        let translation = numbers(&node["translation"], [0.0; 3]);
        if !(0..3).all(|axis| close(translation[axis], wanted(axis), DIGITS)) {
            return wrong("place");
        }
        let rotation = numbers(&node["rotation"], [0.0, 0.0, 0.0, 1.0]);
        let dot: f64 = (0..4).map(|at| rotation[at] * wanted(3 + at)).sum();
        if (dot.abs() - 1.0).abs() > 1e-5 {
            return wrong("rotation");
        }
        let scale = numbers(&node["scale"], [1.0; 3]);
        if !(0..3).all(|axis| close(scale[axis], wanted(7 + axis), DIGITS)) {
            return wrong("scale");
        }
        if *has_model != (line.model != "-" && !line.model.starts_with("MISSING")) {
            return wrong("model");
        }
        let light = node["extensions"]["KHR_lights_punctual"]["light"].as_u64();
        let light = light.map(|light| &json["extensions"]["KHR_lights_punctual"]["lights"][light as usize]);
        let is_light = ["point", "spot", "directional"].contains(&line.kind.as_str());
        match light {
            Some(light) if is_light => is_that_light(light, line).or_else(|()| wrong(&format!("light: {light}")))?,
            None if !is_light => {}
            _ => return wrong("kind"),
        }
    }
    Ok(())
}

fn is_that_light(light: &Value, line: &Line) -> Result<(), ()> {
    let is = |own: &Value, usual: f64, at: usize| match (own.as_f64(), line.numbers[at]) {
        (own, Some(wanted)) => close(own.unwrap_or(usual), wanted, 1e-5),
        (own, None) => own.is_none(),
    };
    let color = numbers(&light["color"], [1.0; 3]);
    let same = light["type"] == line.kind.as_str()
        && is(&light["intensity"], 1.0, 10)
        && (0..3).all(|at| close(color[at], line.numbers[11 + at].unwrap_or(f64::NAN), 1e-5))
        && is(&light["range"], f64::NAN, 14)
        && is(&light["spot"]["innerConeAngle"], 0.0, 15)
        && is(&light["spot"]["outerConeAngle"], f64::NAN, 16);
    if same { Ok(()) } else { Err(()) }
}

/// Converts a glTF to a map, alone or with its resources. Models keep their vertices, so that their numbers can be compared.
fn map_options(resources: Option<Arc<Resources>>) -> ConvertOptions {
    ConvertOptions::default().lossy(true).resources(resources).weld(false).optimize(false)
}

fn map_of(glb: &[u8], output: &str, resources: Option<Arc<Resources>>) -> Result<Converted, String> {
    map_with(glb, output, &map_options(resources))
}

fn map_with(glb: &[u8], output: &str, options: &ConvertOptions) -> Result<Converted, String> {
    let asset = asset_formats::Asset::new(GltfDocument::parse(glb, &NoFiles).map_err(said)?);
    convert(&[Input::new("map", &asset)], OutputFormat::for_path(output).map_err(said)?, output, options).map_err(said)
}

fn same_file(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let output = format!("maps/{}", file.path().file_name().unwrap_or_default().to_string_lossy());
    for carries in [true, false] {
        let glb = glb_with(file, ConvertOptions::default().originals(carries).collision(true).navmesh(true))?;
        for resources in [Some(resources()), None] {
            let mut options = map_options(resources);
            if !carries {
                let map = asset_formats::Asset::parse(&bytes, Some(file.path())).map_err(said)?.into_owned();
                options = options.weld(true).optimize(true).into_original(Original::new(map).map_err(said)?);
                // The engine misreads a value of one of these maps.
                if !output.ends_with("_b") {
                    options = options.udm_values(UdmValues::Any);
                }
            }
            let result = map_with(&glb, &output, &options)?;
            let back = &result.requested(&output).ok_or("no map")?.bytes;
            // A text map that is named is laid out anew.
            let is_same = if carries || output.ends_with("_b") {
                *back == bytes
            } else {
                Map::parse(back).map_err(said)?.document == Map::parse(&bytes).map_err(said)?.document
            };
            if !is_same || carries && !result.restored {
                return Err(format!("with its original {carries}: {} bytes, then {}", bytes.len(), back.len()));
            }
        }
    }
    Ok(())
}

/// Returns all visible vertices, in scene space.
fn corners(scene: &Scene<'_>) -> Result<Vec<DVec3>, String> {
    let world = World::new(scene);
    let mut corners = Vec::new();
    for (node, mesh) in scene.mesh_nodes() {
        for primitive in &scene[mesh].primitives {
            let positions: Vec<[f32; 3]> = primitive.positions(scene).map_err(said)?.collect();
            let place = match scene[node].skin {
                Some(skin) => world.joint_matrices(&scene[skin])[0],
                None => world.world(node),
            };
            let own = positions.iter().map(|own| place.transform_point3(DVec3::from(own.map(f64::from))));
            corners.extend(own);
        }
    }
    Ok(corners)
}

fn there_and_back(file: &CorpusFile) -> Result<(), String> {
    let first = glb(file)?;
    let before = GltfDocument::parse(&first, &NoFiles).map_err(said)?.scene;
    for output in ["maps/again.pmap_b", "maps/again.pmap"] {
        let folder = tempfile::tempdir().map_err(said)?;
        let result = map_of(&first, output, None)?;
        result.write_below(folder.path(), Overwrite::Never).map_err(said)?;
        let path = folder.path().join(output);
        let own = Resources::new().folder(folder.path()).map_err(said)?;
        let options = ConvertOptions::default().resources(Arc::new(own));
        let bytes = std::fs::read(&path).map_err(said)?;
        let result = converted(&name_of(file), &path, &bytes, &options)?;
        let glb = result.requested("map.glb").ok_or("no file")?;
        let after = GltfDocument::parse(&glb.bytes, &NoFiles).map_err(said)?.scene;
        same(&before, &after).map_err(|why| format!("{output}: {why}"))?;
    }
    Ok(())
}

/// Whether two scenes show the same things in the same places.
fn same(before: &Scene<'_>, after: &Scene<'_>) -> Result<(), String> {
    let places = |scene: &Scene<'_>| {
        let world = World::new(scene);
        let roots = scene.nodes.enumerate().filter(|(_, node)| node.parent.is_none());
        roots.map(|(id, node)| (node.name.clone(), world.world(id).to_cols_array())).collect::<Vec<_>>()
    };
    let (a, b) = (places(before), places(after));
    if a.len() != b.len() {
        return Err(format!("{} roots, then {}", a.len(), b.len()));
    }
    for ((name, a), (other, b)) in a.iter().zip(&b) {
        if name != other || !a.iter().zip(b).all(|(a, b)| close(*a, *b, 1e-5)) {
            return Err(format!("{name} {a:?}, then {other} {b:?}"));
        }
    }
    if before.meshes.len() != after.meshes.len() || before.lights != after.lights || before.cameras != after.cameras {
        return Err("other meshes, lights or cameras".to_owned());
    }
    // A new model has its meshes in another order.
    let sorted = |scene: &Scene<'_>| {
        let mut corners = corners(scene)?;
        let key = |own: &DVec3| (own.x * 1e3).round() as i64;
        corners.sort_by(|a, b| {
            (key(a), key(a)).cmp(&(key(b), key(b))).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
        });
        Ok::<_, String>(corners)
    };
    let (a, b) = (sorted(before)?, sorted(after)?);
    let size = a.iter().fold(1.0_f64, |size, own| size.max(own.abs().max_element()));
    match (a.len(), b.len()) {
        (a, b) if a != b => Err(format!("{a} vertices, then {b}")),
        _ => match a.iter().zip(&b).find(|(a, b)| !a.abs_diff_eq(**b, 1e-5 * size)) {
            Some((a, b)) => Err(format!("a vertex at {a}, then {b}")),
            None => Ok(()),
        },
    }
}

fn is_valid(file: &CorpusFile) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(said)?;
    let path = folder.path().join("map.glb");
    for options in [ConvertOptions::default(), ConvertOptions::default().collision(true).navmesh(true)] {
        std::fs::write(&path, glb_with(file, options)?).map_err(said)?;
        if let Some(complaints) = gltf_validator::complaints(&[&path]) {
            return Err(complaints);
        }
    }
    Ok(())
}

/// The files of the materials of a model, as the table says.
fn materials_in_table(name: &str) -> Vec<String> {
    let path = testkit::corpus::root().expect("the corpus").join(FOLDER).join("models.tsv");
    let text = std::fs::read_to_string(path).expect("the table");
    let lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let own = lines.filter(|cells| name.ends_with(cells[0]) && cells[4].contains('/'));
    let mut files: Vec<String> = own.map(|cells| cells[4].to_owned()).collect();
    files.sort();
    files.dedup();
    files
}

/// Each mesh and each material exists once, and the materials are the files of the table.
fn placed_twice(file: &CorpusFile) -> Result<(), String> {
    let (_, model) = file.name().rsplit_once("/models/").ok_or("no folder of models")?;
    let (model, _) = model.rsplit_once('.').ok_or("no extension")?;
    let entity = |place: &str| {
        format!(
            "{{$string className \"prop_physics\"\nkeyValues\n{{\n$string model \"{model}\"\n$string origin \"{place}\"\n}}\n}}"
        )
    };
    let entities = [entity("0 0 0"), entity("400 0 0")].join(",");
    let text = format!(
        "\"assetData\"\n{{\n$array entities [element;2][{entities}]\n}}\n$string assetType \"PMAP\"\n$uint32 assetVersion 2\n"
    );
    let options = ConvertOptions::default().resources(resources()).textures(false);
    let result = converted("twice", Path::new("twice.pmap"), text.as_bytes(), &options)?;
    let glb = result.requested("map.glb").ok_or("no file")?;
    let scene = GltfDocument::parse(&glb.bytes, &NoFiles).map_err(said)?.scene;
    for mesh in scene.meshes.ids() {
        let shown = scene.nodes.iter().filter(|node| node.mesh == Some(mesh)).count();
        if shown != 2 {
            return Err(format!("mesh {mesh} is shown {shown} times"));
        }
    }
    if ![0, 2].contains(&scene.skins.len()) {
        return Err(format!("{} skins", scene.skins.len()));
    }
    let stored = |material: &asset_scene::Material| Some(material.source.as_ref()?.layout["file"].as_str()?.to_owned());
    let found: Vec<String> = scene.materials.iter().filter_map(stored).collect();
    let wanted = materials_in_table(file.name());
    let is_named = |found: &String| wanted.iter().any(|own| own == found || own.ends_with(&format!("/{found}")));
    // Models that only a body group selects, or that only show at a distance, are hidden.
    let all = found.len() == wanted.len() || scene.materials.len() < wanted.len();
    if all && found.iter().all(is_named) { Ok(()) } else { Err(format!("materials {wanted:?}, found {found:?}")) }
}
