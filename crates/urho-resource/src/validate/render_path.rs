//! Checks render paths.

use std::collections::HashSet;

use binio::Severity;

use super::{Check, int};
use crate::item::{Entry, Item};
use crate::kinds;
use crate::reference::targets;
use crate::vocabulary::PASSES;

pub(super) fn check(check: &mut Check<'_>) {
    let targets = targets(&check.outline);
    for (index, target) in check.named("rendertarget") {
        if let Some(name) = target.entry("name").filter(|name| name.text().trim_ascii().is_empty()) {
            let message = "a target without a name; the engine skips it";
            check.add_value(kinds::COMMAND_IGNORED, Severity::Warning, index, &name, message);
        }
        if let Some(old) = target.entry("rtsizedivisor") {
            let message = "rtsizedivisor is deprecated; use sizedivisor";
            check.add_value(kinds::ITEM_DEPRECATED, Severity::Warning, index, &old, message);
        }
    }
    // Post-process effects are appended to a path that has the targets; a step of a patch too.
    for (index, command) in check.named("command") {
        let named = ["output", "depthstencil"].into_iter().filter_map(|name| command.entry(name));
        named.for_each(|entry| target(check, index, &entry, &targets));
        face(check, index, &command);
    }
    for (index, output) in check.named("output") {
        output.entry("name").iter().for_each(|entry| target(check, index, entry, &targets));
        face(check, index, &output);
        if let Some(number) = int(&output, "index").filter(|number| !(0..=3).contains(number)) {
            let message = format!("output {number}; the engine has outputs 0 to 3");
            check.add(kinds::COMMAND_IGNORED, Severity::Warning, index, message);
        }
    }
}

fn target(check: &mut Check<'_>, index: usize, entry: &Entry<'_>, targets: &HashSet<Vec<u8>>) {
    let text = entry.text();
    if !text.is_empty() && !targets.contains(&text.to_ascii_lowercase()) && !check.outline.is_patch {
        let message = format!("the path has no render target \"{}\"", text.to_text());
        check.add_value(kinds::TARGET_UNKNOWN, Severity::Warning, index, entry, message);
    }
}

fn face(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    if let Some(face) = int(item, "face").filter(|face| !(0..=5).contains(face)) {
        let message = format!("face {face}: Urho3D and U3D read outside an array of six");
        check.add(kinds::TARGET_FACE, Severity::Error, index, message);
    }
}

/// Reports a pass with an unknown class. The file can't be loaded then, unless the game has this class.
pub(super) fn passes(check: &mut Check<'_>) {
    let all: Vec<(usize, Item<'_>)> = check
        .outline
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| element.info.is_some())
        // An array of objects in JSON, and a list in an element in XML.
        .filter(|(_, element)| element.depth == if matches!(element.item, Item::Json(_)) { 1 } else { 2 })
        .map(|(index, element)| (index, element.item))
        .collect();
    for (index, pass) in all {
        let Some(class) = pass.entry("type").filter(|class| !PASSES.iter().any(|known| class.text() == **known)) else {
            continue;
        };
        let message = format!(
            "the engine has no pass class \"{}\": the load fails, unless the game adds it",
            class.text().to_text()
        );
        check.add_value(kinds::CLASS_UNKNOWN, Severity::Warning, index, &class, message);
    }
}
