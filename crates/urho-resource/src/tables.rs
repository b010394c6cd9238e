//! Writes the tables of all kinds as Markdown, for the format reference.

use std::fmt::Write as _;

use crate::engines::Engines;
use crate::kind::Kind;
use crate::vocabulary::{Count, ElementInfo, NODES, Need, ValueType, Vocabulary, ui_classes};

/// Returns the tables of all kinds as Markdown.
pub fn tables() -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        text += &table(*kind);
    }
    text
}

/// Returns the table of a single kind as Markdown, including its heading.
pub fn table(kind: Kind) -> String {
    let mut text = String::new();
    write_table(&mut text, kind.vocabulary());
    text
}

fn write_table(text: &mut String, vocabulary: &Vocabulary) {
    let kind = vocabulary.kind;
    let _ = write!(text, "\n## {}: `{}`\n\n{}\n", kind.title(), kind.name(), vocabulary.about);
    if vocabulary.engines != Engines::ALL {
        let _ = write!(text, "\nEngines: {}.\n", vocabulary.engines.words());
    }
    if !vocabulary.references.is_empty() {
        let _ = write!(text, "\nReferences: {}.\n", vocabulary.references);
    }
    for (what, root) in [("XML", vocabulary.root), ("JSON", vocabulary.json_root)] {
        let Some(root) = root else { continue };
        let _ = write!(text, "\n| {what} | type | default | unit | notes |\n|---|---|---|---|---|\n");
        let mut open = Vec::new();
        element(text, root, None, &mut open);
    }
    match kind {
        Kind::UiLayout => classes(text),
        Kind::ParticleGraph => nodes(text),
        _ => {}
    }
}

/// Writes an element, its attributes and its descendants. If an element is inside itself, only its name is written.
fn element(text: &mut String, info: &'static ElementInfo, outer: Option<&str>, open: &mut Vec<&'static ElementInfo>) {
    let path = match outer {
        None => String::new(),
        Some("") => info.name.to_owned(),
        Some(outer) => format!("{outer}/{}", info.name),
    };
    let shown = match (outer, info.name) {
        (None, "") => "the outermost object".to_owned(),
        (None, root) => format!("the root `{root}`"),
        _ => format!("`{path}`"),
    };
    let mut notes = Vec::new();
    if !info.other_names.is_empty() {
        notes.push(format!("also `{}`", info.other_names.join("`, `")));
    }
    if info.count == Count::Many {
        notes.push("any number".to_owned());
    }
    if info.is_open {
        notes.push("other names belong to the tool that writes the file".to_owned());
    }
    common(&mut notes, info.need, info.engines, info.note);
    let inside = open.iter().any(|one| std::ptr::eq(*one, info));
    if inside {
        notes.push("as above".to_owned());
    }
    let content = info.text.map_or(String::new(), type_words);
    let _ = writeln!(text, "| {shown} | {content} | | | {} |", notes.join("; "));
    if inside {
        return;
    }
    for attribute in info.attributes {
        let mut notes = Vec::new();
        if let ValueType::Resource(resource) = attribute.value {
            notes.push(format!("{}, {}", resource.resource, resource.rule.words()));
        }
        common(&mut notes, attribute.need, attribute.engines, attribute.note);
        let default = if attribute.default.is_empty() { String::new() } else { format!("`{}`", attribute.default) };
        let _ = writeln!(
            text,
            "| `{path}@{}` | {} | {default} | {} | {} |",
            attribute.name,
            type_words(attribute.value),
            attribute.unit,
            notes.join("; ")
        );
    }
    open.push(info);
    for child in info.children {
        element(text, child, Some(&path), open);
    }
    open.pop();
}

pub(crate) fn common(notes: &mut Vec<String>, need: Need, engines: Engines, note: &str) {
    match need {
        Need::Optional => {}
        Need::Expected(effect) => notes.push(format!("if missing, {effect}")),
        Need::Required(effect) => notes.push(format!("required: {effect}")),
    }
    if engines != Engines::ALL {
        notes.push(format!("engines: {}", engines.words()));
    }
    if !note.is_empty() {
        notes.push(note.to_owned());
    }
}

pub(crate) fn type_words(value: ValueType) -> String {
    match value.words() {
        [] => value.name().to_owned(),
        words => format!("`{}`", words.join("`, `")),
    }
}

fn classes(text: &mut String) {
    let _ = write!(text, "\n| class | attribute | type | default | notes |\n|---|---|---|---|---|\n");
    for class in ui_classes::CLASSES {
        let name =
            if class.base.is_empty() { class.name.to_owned() } else { format!("{} ({})", class.name, class.base) };
        for attribute in class.attributes {
            let mut notes = Vec::new();
            if !attribute.words.is_empty() {
                notes.push(format!("`{}`", attribute.words.join("`, `")));
            }
            if !attribute.reference.is_empty() {
                notes.push(format!("{}, resource name", attribute.reference));
            }
            if attribute.is_changed_default {
                notes.push("other default than the base class".to_owned());
            }
            let default = if attribute.default.is_empty() { String::new() } else { format!("`{}`", attribute.default) };
            let kind = attribute.kind.name();
            let _ = writeln!(text, "| {name} | {} | {kind} | {default} | {} |", attribute.name, notes.join("; "));
        }
    }
}

fn nodes(text: &mut String) {
    let words = |names: &[&str]| {
        let shown = names.iter().map(|name| match *name {
            "*" => "any".to_owned(),
            "" => "\"\"".to_owned(),
            name => name.to_owned(),
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    let _ = write!(text, "\n| node | properties | inputs | outputs |\n|---|---|---|---|\n");
    for node in NODES {
        let (properties, inputs) = (words(node.properties), words(node.inputs));
        let _ = writeln!(text, "| {} | {properties} | {inputs} | {} |", node.name, words(node.outputs));
    }
}
