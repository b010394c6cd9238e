//! Every scene and prefab of the corpus, moved to the other engine: all of it is there, or the loss is told.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asset_migrate::{Action, Migration, NoteKind};
use asset_project::folder::{Found, walk};
use urho_scene::urho_core::resource_type_name;
use urho_scene::{
    Class, Classes, Document, Encoding, Engine, Findings, HashedName, Kind, Place, Resource, Scene, Value, Variant,
    WriteOptions,
};

/// What of a scene arrived.
#[derive(Debug, Default, PartialEq)]
struct Row {
    nodes: usize,
    components: usize,
    models: usize,
    materials: usize,
    references: usize,
    equal: usize,
    reported: usize,
    lost: Vec<String>,
}

fn scenes(corpus: &Path) -> Vec<PathBuf> {
    let folders = ["urho-scene/urho3d", "urho-scene/rbfx", "urho-scene/engine-written", "rbfx-written/scenes"];
    let files = folders.iter().flat_map(|folder| walk(&corpus.join(folder)));
    let files = files.filter_map(|found| if let Ok(Found::File(path)) = found { Some(path) } else { None });
    files.filter(|path| std::fs::read(path).is_ok_and(|bytes| is_scene(path, &bytes))).collect()
}

fn is_scene(path: &Path, bytes: &[u8]) -> bool {
    let detected = asset_formats::Format::detect(bytes, bytes.len() as u64, bytes, Some(path));
    matches!(detected, asset_formats::Detection::Known(format) if format.is_urho_scene())
}

/// A value as text, the same for both engines. Binary archives only have the hash of a resource's type.
fn text(value: &Value<'_>, engine: Engine) -> String {
    let ty = |kind: &HashedName<'_>| {
        let known = resource_type_name(engine.hashes(), kind.hash).unwrap_or_default();
        match (kind.name.is_empty(), known) {
            (true, "") => kind.hash,
            (true, known) => HashedName::of(Engine::Rbfx.hashes(), known).hash,
            (false, _) => HashedName::of(Engine::Rbfx.hashes(), kind.name.clone()).hash,
        }
    };
    match value {
        Value::Variant(Variant::ResourceRef(reference)) => format!("{} {}", ty(&reference.kind), reference.name),
        Value::Variant(Variant::ResourceRefList(list)) => format!("{} {:?}", ty(&list.kind), list.names),
        Value::Variant(variant) => match variant.to_text(engine.hashes()) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => format!("{variant:?}"),
        },
        other => format!("{other:?}"),
    }
}

/// Attributes with a layout or a meaning of their engine, which have tests of their own.
const OWN: [&str; 10] = [
    "Animations",
    "Animation States",
    "Node Animation States",
    "Variables",
    "Variable Names",
    "Next Node ID",
    "Next Component ID",
    "Next Replicated Node ID",
    "Next Replicated Component ID",
    "Next Local Node ID",
];

fn compare(was: &Document<'_>, scene: &Scene<'_>, is: &Scene<'_>, findings: &Findings) -> Row {
    let shift = usize::from(scene.kind == Kind::Prefab && was.engine() != Engine::Rbfx);
    let mut row = Row::default();
    let is_told = |place: Place, word: &str| {
        findings.iter().any(|finding| finding.is_loss && finding.path == place.path() && finding.message.contains(word))
    };
    for (index, node) in scene.nodes.iter().enumerate() {
        let place = Place::node(index);
        let Some(other) = is.nodes.get(index + shift) else { continue };
        row.nodes += 1;
        let mut others = other.components.iter();
        attributes((was.engine(), None), (&node.attributes, &other.attributes), place, &is_told, &mut row);
        for (number, component) in node.components.iter().enumerate() {
            let place = place.component(number);
            let name = component.class_name(was.classes());
            if is_told(place, "left out") && is_told(place, &name) && is_told(place, "has no class") {
                row.reported += 1;
                continue;
            }
            match others.next() {
                Some(other)
                    if other.class == HashedName::of(Engine::Rbfx.hashes(), name.clone())
                        || was.engine() == Engine::Rbfx && other.class == component.class =>
                {
                    row.components += 1;
                    let class = was.classes().get(component.class.hash).map(|class| &**class);
                    attributes(
                        (was.engine(), class),
                        (&component.attributes, &other.attributes),
                        place,
                        &is_told,
                        &mut row,
                    );
                }
                other => row.lost.push(format!("{}: {name}, {:?}", place.path(), other.map(|one| &one.class))),
            }
        }
    }
    let resources: Vec<_> = is.resources().into_iter().filter(|one| !is_usual(is, one)).collect();
    let of = |kind: &str| resources.iter().filter(|resource| resource.kind == kind).count();
    (row.models, row.materials, row.references) = (of("Model"), of("Material"), resources.len());
    row
}

/// Whether a reference is the one that its attribute has by default, which archives leave out. Its type may be unknown.
fn is_usual(scene: &Scene<'_>, resource: &Resource) -> bool {
    let classes = Classes::of(scene.engine);
    let component =
        resource.place.component.and_then(|component| scene.nodes.get(resource.place.node)?.components.get(component));
    let class = component.and_then(|component| classes.get(component.class.hash));
    let usual = class.and_then(|class| class.attribute(resource.attribute.as_bytes())?.default.as_ref());
    matches!(usual, Some(Variant::ResourceRef(usual)) if usual.name == resource.name)
}

fn attributes(
    (engine, class): (Engine, Option<&Class>),
    (old, new): (&urho_scene::Attributes<'_>, &urho_scene::Attributes<'_>),
    place: Place,
    is_told: &dyn Fn(Place, &str) -> bool,
    row: &mut Row,
) {
    for (name, value) in old.iter().filter(|(name, _)| !OWN.iter().any(|own| name.name == **own)) {
        let hash = name.hash;
        let name = name.name.to_string();
        let info = class.and_then(|class| class.attribute(name.as_bytes()));
        let is_default = info.is_some_and(|info| info.default.as_ref() == value.variant());
        let old = text(&value, engine);
        let by_hash = || new.iter().find(|(other, _)| name.is_empty() && other.hash == hash).map(|(_, value)| value);
        let new = new.get(&name).or_else(by_hash);
        if engine == Engine::Rbfx && new == Some(value.clone()) {
            row.equal += 1;
            continue;
        }
        match new.map(|value| text(&value, Engine::Rbfx)) {
            Some(new) if new == old => row.equal += 1,
            // A text with the name of an enumeration's value is its number.
            Some(_) if matches!(&*value, Value::Text(_)) => row.equal += 1,
            Some(new) => row.lost.push(format!("{}: {name}: {old}, {new}", place.path())),
            None if is_told(place, &format!("\"{name}\"")) => row.reported += 1,
            None if is_default || place.component.is_none() => {}
            None => row.lost.push(format!("{}: {name}: {old}", place.path())),
        }
    }
}

fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("ENGINE_ASSETS_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        println!("skipped: ENGINE_ASSETS_CORPUS isn't set");
    }
    corpus
}

/// The data of Urho3D, as far as the corpus has it.
#[test]
fn every_file_of_a_real_project_is_accounted_for() {
    let Some(project) = corpus().map(|corpus| corpus.join("urho-scene/urho3d")) else { return };
    let out = tempfile::tempdir().unwrap();
    let report = Migration::new(&project, Engine::Rbfx, out.path().join("moved")).run().unwrap();
    let files = walk(&project).filter(|entries| matches!(entries, Ok(Found::File(_)))).count();
    assert_eq!((report.files.len(), report.left_out.len()), (files, 0));
    let counts: Vec<(&str, Action, usize)> =
        report.counts().into_iter().map(|((format, action), count)| (format, action, count)).collect();
    let expected = [
        ("image", Action::Copied, 59),
        ("image", Action::Replaced, 6),
        ("text", Action::Copied, 3),
        ("urho-material", Action::Converted, 40),
        ("urho-material", Action::Copied, 50),
        ("urho-mdl", Action::Converted, 28),
        ("urho-prefab", Action::Converted, 10),
        ("urho-scene", Action::Converted, 8),
        ("urho-technique", Action::Replaced, 132),
        ("urho-texture", Action::Copied, 10),
        ("urho-texture", Action::Replaced, 6),
    ];
    assert_eq!(counts, expected);
    let notes =
        |kind: NoteKind| report.files.iter().flat_map(|file| &file.notes).filter(|note| note.kind == kind).count();
    assert_eq!((notes(NoteKind::ByHand), notes(NoteKind::Lost)), (8, 16));
}

#[test]
fn nothing_is_lost_in_silence() {
    let Some(corpus) = corpus() else { return };
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    for path in scenes(&corpus) {
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::parse(&bytes).unwrap();
        let rbfx = Classes::of(Engine::Rbfx);
        let (scene, findings) = document.scene().to_engine(document.classes(), rbfx);
        let was = document.scene();
        let shift = usize::from(was.kind == Kind::Prefab && document.engine() != Engine::Rbfx);
        assert_eq!(scene.nodes.len(), was.nodes.len() + shift, "{}", path.display());
        let name = path.strip_prefix(&corpus).unwrap().to_str().unwrap().to_owned();
        let row = compare(&document, &was, &scene, &findings);
        assert_eq!(row.lost, Vec::<String>::new(), "{name}");
        // All forms of archives hold the same.
        for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary] {
            let (archive, lost) = Document::from_scene(scene.clone(), encoding, &WriteOptions::default()).unwrap();
            let bytes = archive.to_bytes().unwrap();
            let again = Document::parse(&bytes).unwrap();
            assert_eq!((again.encoding(), again.kind()), (encoding, was.kind), "{name}");
            let mut all = findings.clone();
            all.extend(lost);
            let read = compare(&document, &was, &again.scene(), &all);
            assert_eq!(read.lost, Vec::<String>::new(), "{name} as {encoding}");
            let counts = |row: &Row| [row.nodes, row.components, row.models, row.materials, row.references];
            assert_eq!(counts(&read), counts(&row), "{name} as {encoding}");
        }
        table.insert(name, row);
    }
    println!("file\tnodes\tcomponents\tmodels\tmaterials\treferences\tattributes equal\ttold\tlost");
    for (name, row) in &table {
        let Row { nodes, components, models, materials, references, equal, reported, lost } = row;
        let counts = [nodes, components, models, materials, references, equal, reported, &lost.len()];
        println!("{name}\t{}", counts.map(ToString::to_string).join("\t"));
    }
    assert!(table.len() >= 50, "{}", table.len());
}
