//! References of each file.

use std::collections::{BTreeMap, BTreeSet};

use testkit::corpus::CorpusFile;
use urho_resource::{Condition, Document, Engine, detect};

/// Types of the resources, by the kind of the row.
const TYPES: &[(&str, &[&str])] = &[
    ("atlas.image", &["Texture2D"]),
    ("element", &["Texture2D", "Font", "Material", "Image"]),
    ("elements", &["Texture2D", "Font", "Material", "Image"]),
    ("font.page", &["Image"]),
    ("inherit", &["XMLFile"]),
    ("particle.material", &["Material"]),
    ("particleGraphEffect", &["Material", "Model"]),
    ("pex.texture", &["Sprite2D"]),
    ("renderpath.shader", &["Shader"]),
    ("renderpath.texture", &["Texture"]),
    ("rml", &["RCSS style", "RML document", "Texture2D"]),
    ("rml.sound", &["Sound"]),
    ("scml.file", &["Image"]),
    ("scml.sheet", &["SpriteSheet2D"]),
    ("shader.include", &["Shader source"]),
    ("shaders", &["Shader"]),
    ("tmx.image", &["Image", "Texture2D"]),
    ("ui.styleFile", &["XMLFile"]),
];

/// References that the table lacks, by the end of the file name and a part of the name, with the reason.
const MORE: &[(&str, &str, &str)] = &[
    ("Default.renderpath", "Shaders/GLSL/v2/", "the table has no shaders of rbfx's passes"),
    ("SnowExplosionGraph.xml", "", "the stale form has no references that this crate reads"),
    ("Orc.scml", "", "the images are used only without the sheet"),
];
/// Rows that this crate doesn't return, with the reason.
const LESS: &[(&str, &str, &str)] =
    &[("SnowExplosionGraph.xml", "Materials/Particle.xml", "the engine can't load the file, whose form is stale")];

type Rows = BTreeMap<(String, String), Vec<(String, String)>>;

/// Every row is found with its type, and every reference is a row; differences are listed.
pub(crate) fn rows(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/references.tsv") {
        return Ok(());
    }
    let folder = file.path().parent().expect("a folder");
    let table = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let mut rows = Rows::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [engine, name, kind, reference, ..] = columns[..] else { return Err(row.to_owned()) };
        rows.entry((engine.to_owned(), name.to_owned())).or_default().push((kind.to_owned(), reference.to_owned()));
    }
    let (mut wrong, mut found_count) = (Vec::new(), 0);
    for ((engine, name), expected) in &rows {
        let expected: Vec<_> = expected.iter().filter(|(kind, _)| TYPES.iter().any(|(own, _)| own == kind)).collect();
        if expected.is_empty() {
            continue;
        }
        let bytes = std::fs::read(folder.join(engine).join(name)).map_err(|error| format!("{name}: {error}"))?;
        let Some(kind) = detect(&bytes, Some(name)) else {
            wrong.push(format!("{name} has no kind"));
            continue;
        };
        let document = Document::parse_as(kind, &bytes).map_err(|error| format!("{name}: {error}"))?;
        // The resource folder isn't part of the name.
        let own = name.split_once('/').map_or("", |(_, own)| own);
        let engine = if engine == "rbfx" { Engine::Rbfx } else { Engine::Urho3d };
        let mut found: BTreeSet<(String, String)> = BTreeSet::new();
        let mut optional = BTreeSet::new();
        for reference in document.references(Some(own)) {
            for candidate in reference.candidates(own, engine) {
                found.insert((reference.resource.clone(), candidate.clone()));
                if reference.condition != Condition::Always {
                    optional.insert(candidate);
                }
            }
        }
        for (kind, reference) in &expected {
            let types = TYPES.iter().find(|(own, _)| own == kind).map_or(&[][..], |(_, types)| types);
            let is_found = types.iter().any(|own| found.contains(&((*own).to_owned(), reference.clone())));
            let is_known = LESS.iter().any(|(file, part, _)| name.ends_with(file) && reference.contains(part));
            if is_found == is_known {
                wrong.push(format!("{name}: {kind} {reference} found: {is_found}; {found:?}"));
            }
            found_count += usize::from(is_found);
        }
        for (kind, candidate) in &found {
            let is_expected = expected.iter().any(|(_, reference)| reference == candidate);
            let is_known = MORE.iter().any(|(file, part, _)| name.ends_with(file) && candidate.contains(part));
            if !is_expected && !is_known && !optional.contains(candidate) {
                wrong.push(format!("{name}: {kind} {candidate} isn't a row"));
            }
        }
    }
    if wrong.is_empty() && found_count == 583 { Ok(()) } else { Err(format!("{found_count} found; {wrong:#?}")) }
}
