//! Checks assets using Pragma's own tables in a project: shaders with their textures and values, operators for particle
//! systems, and schemas for projects.

use asset_formats::{Asset, Typed, kinds};
use binio::{Findings, Limits, Name, Path};
use udm::{Array, Document, Element, Value};
use udm_tools::schema::Schema;

use super::Resources;

/// The tables for particle systems. The engine's editor merges all files in the folder; these are the files that it
/// comes with.
const PARTICLE_TABLES: [&str; 2] =
    ["scripts/particle_system_desc/base.udm", "scripts/particle_system_desc/source_engine.udm"];
/// The schema for projects of the film maker.
const PROJECT_SCHEMA: &str = "udm/schemas/pfm.udms";
/// The asset type of these projects.
const PROJECT: &str = "PFMP";
/// A schema can include this many others.
const MOST_SCHEMAS: usize = 64;

/// Checks an asset using the tables in the project. If there are no tables, nothing is checked.
pub(super) fn check(asset: &Asset<'_>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    match asset.typed() {
        Typed::PragmaMaterial(material) => check_material(material, resources, &mut findings),
        Typed::PragmaParticles(particles) => check_particles(particles, resources, &mut findings),
        Typed::Udm(document) if document.asset_type() == *PROJECT => check_project(document, resources, &mut findings),
        _ => {}
    }
    findings
}

/// Reads a document in the project. Returns `None` if it doesn't exist or can't be read; this is reported for the
/// document itself.
fn read(name: &str, resources: &Resources) -> Option<Document<'static>> {
    let resource = resources.find(name).ok()??;
    let bytes = resources.read_found(&resource, &mut Limits::default().budget()).ok()?;
    Document::parse(&bytes).ok().map(Document::into_owned)
}

fn elements<'v>(value: Option<&'v Value<'v>>) -> Vec<&'v Element<'v>> {
    match value.and_then(Value::as_array) {
        Some(Array::Items(items)) => items.iter().filter_map(Value::as_element).collect(),
        _ => Vec::new(),
    }
}

fn text<'e>(element: &'e Element<'_>, key: &str) -> &'e str {
    element.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn number(element: &Element<'_>, key: &str) -> Option<f64> {
    element.get(key).and_then(Value::as_f64)
}

/// Reports textures that the shader needs but the material doesn't have, textures that the shader doesn't know, and
/// values that are out of range.
fn check_material(material: &pragma_asset::Material<'_>, resources: &Resources, findings: &mut Findings) {
    let Some(shader) = material.shader() else { return };
    let Some(table) = read(&format!("scripts/shader_data/materials/{}.udm", shader.to_text()), resources) else {
        return;
    };
    let Some(table) = table.data().get("shader_material").and_then(Value::as_element) else { return };
    let textures = elements(table.get("textures"));
    // A table without textures is that of a shader which takes what the material has.
    let has_base = material.base_material().is_some_and(|base| !base.is_empty());
    let stored = material.textures();
    for texture in &textures {
        let name = text(texture, "name");
        let is_required = texture.get("required").and_then(Value::as_f64).is_some_and(|value| value != 0.0);
        if is_required && !has_base && !stored.iter().any(|(key, _)| *key == *name) {
            let message = format!("the shader {shader} requires the texture \"{name}\"");
            findings.warning(kinds::TABLE_REQUIRED, "textures", message);
        }
    }
    for (name, _) in stored.iter().filter(|_| !textures.is_empty()) {
        if !textures.iter().any(|texture| *name == *text(texture, "name")) {
            let message = format!("the table of the shader {shader} has no such texture");
            findings.note(kinds::TABLE_UNKNOWN, Path::from("textures").name(name), message);
        }
    }
    for property in elements(table.get("properties")) {
        let name = text(property, "name");
        let Some(value) = material.property(name) else { continue };
        check_number(value.as_f64(), property, Path::from("properties").name(name.as_bytes()), findings);
    }
}

/// Reports a number if it is out of the range in a table.
fn check_number(value: Option<f64>, table: &Element<'_>, path: Path, findings: &mut Findings) {
    let Some(value) = value else { return };
    let (min, max) = (number(table, "min"), number(table, "max"));
    if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
        let end = |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
        let message = format!("{value} is outside of {} to {} of the editor's table", end(min), end(max));
        findings.note(kinds::TABLE_RANGE, path, message);
    }
}

/// Reports operators and values that are in no table for particle systems.
fn check_particles(particles: &pragma_asset::Particles<'_>, resources: &Resources, findings: &mut Findings) {
    let tables: Vec<Document<'static>> = PARTICLE_TABLES.iter().filter_map(|name| read(name, resources)).collect();
    if tables.is_empty() {
        return;
    }
    let find = |kind: &str, name: &Name<'_>| {
        let named = tables.iter().filter_map(|table| table.data().get(name.as_bytes())?.as_element());
        named.filter(|element| text(element, "type") == kind).collect::<Vec<_>>()
    };
    for system in particles.systems() {
        let path = || Path::from("particleSystemDefinitions").name(&system.name);
        let base = find("base", &Name::from("base"));
        check_values(&base, &system.key_values(), &path().part("keyValues"), findings);
        let lists = [
            ("initializers", "initializer", system.initializers()),
            ("operators", "operator", system.operators()),
            ("renderers", "renderer", system.renderers()),
        ];
        for (list, kind, operators) in lists {
            for (index, operator) in operators.iter().enumerate() {
                let path = path().item(list, index);
                let known = find(kind, &operator.name);
                if known.is_empty() {
                    let message = format!("no table of the editor has the {kind} \"{}\"", operator.name);
                    findings.note(kinds::TABLE_UNKNOWN, path, message);
                } else {
                    check_values(&known, &operator.key_values, &path.part("keyValues"), findings);
                }
            }
        }
    }
}

/// Reports the values of an operator that are not in the enumeration, or out of range. Unknown keys are not reported,
/// because the engine can read more keys than its editor shows.
fn check_values(tables: &[&Element<'_>], values: &[(Name<'_>, Name<'_>)], path: &Path, findings: &mut Findings) {
    for (key, value) in values {
        let known =
            tables.iter().find_map(|table| table.get("keyvalues")?.as_element()?.get(key.as_bytes())?.as_element());
        let Some(known) = known else { continue };
        let word = value.to_text();
        let path = path.clone().name(key);
        match known.get("values").and_then(Value::as_array) {
            Some(Array::Strings(words)) if text(known, "type") == "enum" => {
                let is_known = words.iter().any(|known| Name::from(known) == *value) || word.parse::<u32>().is_ok();
                if !is_known {
                    findings.note(kinds::TABLE_UNKNOWN, path, format!("\"{value}\" is no value of the editor's table"));
                }
            }
            _ => check_number(word.trim().parse().ok(), known, path, findings),
        }
    }
}

/// Checks a project of the film maker using its schema. The session must be an object of the type `Session`.
fn check_project(document: &Document<'_>, resources: &Resources, findings: &mut Findings) {
    let Some(schema) = schema(PROJECT_SCHEMA, resources) else { return };
    let Some(session) = document.data().get("session").and_then(Value::as_element) else { return };
    let mut part = Document::new(PROJECT, 1);
    *part.data_mut() = session.clone();
    for finding in schema.check_as("Session", &part) {
        let mut finding = finding.inside(Path::from("session"));
        // Offsets in a part aren't those of the file.
        finding.offset = None;
        findings.extend([finding]);
    }
}

/// Reads a schema, with everything that it includes.
fn schema(name: &str, resources: &Resources) -> Option<Schema> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let load = |name: &str| Schema::from_document(&read(name, resources)?).ok();
    let mut schema = load(name)?;
    let mut open = schema.includes.clone();
    let mut seen = std::collections::HashSet::new();
    while let Some(include) = open.pop() {
        if seen.len() < MOST_SCHEMAS && seen.insert(include.clone()) {
            let names = ["", ".udms", ".udms_b"].map(|end| format!("{folder}/{include}{end}"));
            if let Some(part) = names.iter().find_map(|name| load(name)) {
                open.extend(part.includes.iter().cloned());
                schema.include(part);
            }
        }
    }
    Some(schema)
}
