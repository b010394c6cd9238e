//! The tables of classes, against the attributes that running engines registered.

use std::collections::HashMap;

use testkit::corpus::CorpusFile;
use urho_scene::{AttributeInfo, Classes, Engine, Reference, Variant, VariantKind};

/// Classes of the tables that the asked builds don't register: they have no scripts, no network and no virtual reality, and nobody calls the function
/// that registers `IKConstraint`.
const NOT_ASKED: [&str; 16] = [
    "NetworkPriority",
    "ScriptInstance",
    "LuaScriptInstance",
    "IKConstraint",
    "ReplicationManager",
    "StaticNetworkObject",
    "BehaviorNetworkObject",
    "FilteredByDistance",
    "FilteredByOwner",
    "PredictedKinematicController",
    "ReplicatedAnimation",
    "ReplicatedParent",
    "ReplicatedTransform",
    "TrackedAnimatedModel",
    "VRRig",
    "UnknownComponent",
];
/// Components of rbfx without attributes, which its list doesn't contain.
const WITHOUT_ATTRIBUTES: [&str; 4] = ["Renderer2D", "TileMapLayer2D", "UIComponent", "TerrainPatch"];
/// Classes of the list of rbfx that are no components: bases, and elements of user interfaces.
const NO_COMPONENTS: [&str; 21] = [
    "BorderImage",
    "Button",
    "CheckBox",
    "Cursor",
    "Drawable",
    "DropDownList",
    "HierarchyContainer",
    "LineEdit",
    "ListView",
    "Menu",
    "ProgressBar",
    "ScrollBar",
    "ScrollView",
    "Slider",
    "Sprite",
    "Text",
    "ToolTip",
    "UIElement",
    "UISelectable",
    "View3D",
    "Window",
];
/// Bases that no file contains.
const ABSTRACT: [&str; 4] = ["Component", "Drawable2D", "CollisionShape2D", "Constraint2D"];

/// An attribute of a list.
struct Listed<'t> {
    name: &'t str,
    kind: &'t str,
    default: &'t str,
    names: Vec<&'t str>,
    reference: Reference,
    read_only: bool,
}

/// Classes in the order of the list, each with the attributes that files contain.
type List<'t> = Vec<(&'t str, Vec<Listed<'t>>)>;

fn class_of<'l, 't>(list: &'l mut List<'t>, class: &'t str) -> &'l mut Vec<Listed<'t>> {
    let index = list.iter().position(|(known, _)| *known == class).unwrap_or_else(|| {
        list.push((class, Vec::new()));
        list.len() - 1
    });
    &mut list[index].1
}

/// Compares the tables with a list of `specs/`; lists of other things pass.
pub(crate) fn classes_are_registered(file: &CorpusFile) -> Result<(), String> {
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let name = file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let problems = match &*name {
        "urho3d-attributes.tsv" => {
            let list = of_urho3d(&text);
            let (mut problems, mut u3d) = (compare(Engine::Urho3d, &list, true), compare(Engine::U3d, &list, true));
            // The two differences of U3D.
            u3d.retain(|problem| {
                !problem.contains("DebugRenderer.Line Antialias") && !problem.starts_with("u3d Text3D:")
            });
            problems.append(&mut u3d);
            problems
        }
        "rbfx-attributes.tsv" => compare(Engine::Rbfx, &of_rbfx(&text), false),
        _ => return Ok(()),
    };
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Columns: class, base, number, attribute, type, default, mode as letters, names.
fn of_urho3d(text: &str) -> List<'_> {
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let bases: HashMap<&str, &str> = rows.iter().map(|row| (row[0], row[1])).collect();
    let is_component = |class: &str| {
        std::iter::successors(Some(class), |class| {
            // Bases without a factory aren't in the list.
            let of_base = |base: &str| {
                ["Drawable", "Drawable2D", "LogicComponent", "CollisionShape2D", "Constraint2D"].contains(&base)
            };
            bases.get(class).copied().or_else(|| of_base(class).then_some("Component"))
        })
        .take(10)
        .any(|base| base == "Component")
    };
    let mut list = List::new();
    for row in rows.iter().filter(|row| ["Scene", "Node"].contains(&row[0]) || is_component(row[0])) {
        let listed = class_of(&mut list, row[0]);
        let mode = row.get(6).copied().unwrap_or_default();
        if !mode.contains('F') {
            continue;
        }
        let reference = match mode {
            mode if mode.contains('i') => Reference::Node,
            mode if mode.contains('c') => Reference::Component,
            mode if mode.contains('v') => Reference::Nodes,
            _ => Reference::Nothing,
        };
        listed.push(listed_of(&row[3..6], row.get(7).copied(), reference, false));
    }
    list
}

/// Columns: class, attribute, type, default, mode as a number, names; in alphabetical order.
fn of_rbfx(text: &str) -> List<'_> {
    let mut list = List::new();
    for row in text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()) {
        let listed = class_of(&mut list, row[0]);
        let mode: u32 = row.get(4).and_then(|mode| mode.parse().ok()).unwrap_or_default();
        if mode & 1 == 0 {
            continue;
        }
        let reference = match mode {
            mode if mode & 4 != 0 => Reference::Node,
            mode if mode & 8 != 0 => Reference::Component,
            mode if mode & 16 != 0 => Reference::Nodes,
            _ => Reference::Nothing,
        };
        listed.push(listed_of(&row[1..4], row.get(5).copied(), reference, mode & 32 != 0));
    }
    list.retain(|(class, _)| !NO_COMPONENTS.contains(class));
    list
}

fn listed_of<'t>(row: &[&'t str], names: Option<&'t str>, reference: Reference, read_only: bool) -> Listed<'t> {
    let names = names.unwrap_or_default().split('|').filter(|name| !name.is_empty()).collect();
    Listed { name: row[0], kind: row[1], default: row[2], names, reference, read_only }
}

/// Returns the differences between the tables of an engine and a list.
fn compare(engine: Engine, list: &List<'_>, is_ordered: bool) -> Vec<String> {
    let classes = Classes::of(engine);
    let mut problems = Vec::new();
    let mut compared = 0;
    for (class, listed) in list.iter().filter(|(class, _)| !ABSTRACT.contains(class)) {
        let Some(known) = classes.named(class) else {
            problems.push(format!("{engine} lacks {class}"));
            continue;
        };
        let mut ours: Vec<&str> = known.attributes().iter().map(|info| &*info.name).collect();
        let mut theirs: Vec<&str> = listed.iter().map(|one| one.name).collect();
        if !is_ordered {
            ours.sort_unstable();
            theirs.sort_unstable();
        }
        if ours != theirs {
            problems.push(format!("{engine} {class}: {ours:?}, not {theirs:?}"));
            continue;
        }
        for one in listed {
            compared += 1;
            let Some(info) = known.attribute(one.name.as_bytes()) else { continue };
            let is_same = info.kind.name() == one.kind
                && info.names == one.names
                && info.reference == one.reference
                && info.read_only == one.read_only
                && same_default(engine, info, one.default);
            if !is_same {
                problems.push(format!("{engine} {class}.{}: {info:?}, not {} {:?}", one.name, one.kind, one.default));
            }
        }
    }
    let is_listed = |class: &str| list.iter().any(|(known, _)| *known == class) || NOT_ASKED.contains(&class);
    let others = classes.iter().filter(|class| !is_listed(class.name()));
    let others = others.filter(|class| engine != Engine::Rbfx || !WITHOUT_ATTRIBUTES.contains(&class.name()));
    problems.extend(others.map(|class| format!("{engine} doesn't register {}", class.name())));
    if compared < 500 {
        problems.push(format!("only {compared} attributes were compared"));
    }
    problems
}

/// Whether a default equals the text of the list, which has six digits.
fn same_default(engine: Engine, info: &AttributeInfo, text: &str) -> bool {
    let Some(default) = info.default.as_ref().filter(|default| **default != Variant::None) else { return true };
    if matches!(info.kind, VariantKind::VariantVector | VariantKind::VariantMap | VariantKind::StringVariantMap) {
        return info.value_if_absent().as_ref() == Some(default);
    }
    let theirs = Variant::from_text(info.kind, text.as_bytes(), engine.hashes()).value;
    let shown = |value: &Variant<'_>| value.to_text(engine.hashes()).unwrap_or_default();
    match (default, &theirs) {
        (Variant::Float(ours), Variant::Float(theirs)) => (ours - theirs).abs() <= ours.abs() * 1e-5,
        // The engine has no name for the type `Texture`, which it doesn't create.
        (Variant::ResourceRef(ours), _) if text == ";" => ours.name.is_empty(),
        // A list of texts isn't shown; an empty list of resources has a text with and one without an end.
        (Variant::StringVector(_), _) => true,
        (Variant::ResourceRefList(ours), Variant::ResourceRefList(theirs)) => {
            ours.names.iter().all(|name| name.is_empty()) && theirs.names.iter().all(|name| name.is_empty())
        }
        _ => shown(default) == shown(&theirs),
    }
}
