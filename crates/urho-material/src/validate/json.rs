//! Findings that only JSON can have.

use crate::kinds;
use binio::{Findings, Path, Severity};
use urho_core::tree::{JsonKind, JsonValue};

/// The members that the engine reads, and their types.
const MEMBERS: [(&str, JsonKind); 13] = [
    ("techniques", JsonKind::Array),
    ("textures", JsonKind::Object),
    ("shader", JsonKind::Object),
    ("shaderParameters", JsonKind::Object),
    ("shaderParameterAnimations", JsonKind::Object),
    ("cull", JsonKind::String),
    ("shadowcull", JsonKind::String),
    ("fill", JsonKind::String),
    ("depthbias", JsonKind::Object),
    ("alphatocoverage", JsonKind::Bool),
    ("lineantialias", JsonKind::Bool),
    ("renderorder", JsonKind::Number),
    ("occlusion", JsonKind::Bool),
];

pub(super) fn structure(root: &JsonValue<'_, '_>, findings: &mut Findings) {
    twice(root, &Path::new(), findings);
    for member in root.members() {
        let name = member.name();
        let path = Path::new().name(name.as_bytes());
        let mut add = |severity, message: &str| {
            findings.add_at(kinds::JSON_MEMBER, severity, path.clone(), message, member.key.offset());
        };
        match MEMBERS.iter().find(|(known, _)| *known == name) {
            None => add(Severity::Note, "an unknown member; the engine skips it"),
            Some((_, kind)) if member.value.kind() == *kind || member.value.is_null() => {}
            Some((_, kind)) => {
                add(
                    Severity::Warning,
                    &format!("{kind:?} expected, {:?} found; the engine reads nothing", member.value.kind()),
                );
            }
        }
        if let Some(text) = member.value.as_str() {
            super::word(name.as_bytes(), Some(text.as_bytes()), &path, member.value.offset(), findings);
        }
    }
    for key in ["textures", "shaderParameters", "shaderParameterAnimations"] {
        if let Some(value) = root.get(key) {
            twice(&value, &Path::new().name(key.as_bytes()), findings);
        }
    }
    for member in root.get("shaderParameters").into_iter().flat_map(|list| list.members()) {
        if !matches!(member.value.kind(), JsonKind::String | JsonKind::Object) {
            let path = Path::from("shaderParameters").name(member.name().as_bytes());
            let message = "neither a text nor an object with type and value; the engine ignores the parameter";
            findings.add_at(kinds::PARAMETER_VALUE, Severity::Warning, path, message, member.value.offset());
        }
    }
}

/// Reports duplicate members.
fn twice(object: &JsonValue<'_, '_>, path: &Path, findings: &mut Findings) {
    let mut names: Vec<_> = object.members().map(|member| (member.name(), member.key.offset())).collect();
    names.sort();
    for pair in names.windows(2) {
        if let [(before, _), (name, at)] = pair {
            if before == name {
                let path = path.clone().name(name.as_bytes());
                findings.add_at(
                    kinds::MEMBER_DUPLICATE,
                    Severity::Warning,
                    path,
                    "a second member of this name; the engine takes the later",
                    *at,
                );
            }
        }
    }
}
