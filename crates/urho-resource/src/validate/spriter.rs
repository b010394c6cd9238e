//! Checks Spriter projects.

use std::collections::HashSet;

use binio::Severity;

use super::{Check, int};
use crate::item::Item;
use crate::kinds;

pub(super) fn check(check: &mut Check<'_>) {
    let files: HashSet<(i64, i64)> = check
        .named("folder")
        .iter()
        .flat_map(|(_, folder)| {
            let id = int(folder, "id").unwrap_or(0);
            folder.children_named("file").into_iter().map(move |file| (id, int(&file, "id").unwrap_or(0)))
        })
        .collect();
    for (index, animation) in check.named("animation") {
        timelines(check, index, &animation);
        references(check, index, &animation);
    }
    for (index, object) in check.named("object") {
        let file = (int(&object, "folder").unwrap_or(-1), int(&object, "file").unwrap_or(-1));
        if file != (-1, -1) && !files.contains(&file) {
            let message = format!("folder {} has no file {}", file.0, file.1);
            check.add(kinds::SPRITER_INDEX, Severity::Error, index, message);
        }
    }
}

/// Reports a timeline with another type, because the engine then rejects the whole file. The table only knows the
/// words.
fn timelines(check: &mut Check<'_>, animation: usize, item: &Item<'_>) {
    for timeline in item.children_named("timeline") {
        let Some(kind) = timeline.entry("type").or_else(|| timeline.entry("object_type")) else { continue };
        let text = kind.text();
        if text != *"bone" && text != *"sprite" {
            let message = format!("a timeline of type \"{}\": the engine refuses the whole file", text.to_text());
            check.add_value(kinds::TIMELINE_TYPE, Severity::Error, animation, &kind, message);
        }
    }
}

/// Checks the timelines, keys and parents in the main line. They are indices that the engine does not check.
fn references(check: &mut Check<'_>, animation: usize, item: &Item<'_>) {
    let keys = item.child("mainline").map(|mainline| mainline.children_named("key")).unwrap_or_default();
    if keys.is_empty() && item.child("mainline").is_some() {
        let message = "no key in the main line: the engine reads the first of an empty list";
        check.add(kinds::MAINLINE_EMPTY, Severity::Error, animation, message);
    }
    let timelines: Vec<i64> =
        item.children_named("timeline").iter().map(|timeline| timeline.children_named("key").len() as i64).collect();
    for (number, key) in keys.iter().enumerate() {
        let bones = key.children_named("bone_ref");
        for reference in bones.iter().chain(&key.children_named("object_ref")) {
            let [timeline, frame] = ["timeline", "key"].map(|name| int(reference, name).unwrap_or(0));
            let parent = int(reference, "parent").unwrap_or(-1);
            let count = usize::try_from(timeline).ok().and_then(|timeline| timelines.get(timeline));
            let message = match count {
                None => format!("key {number} names timeline {timeline} of {}", timelines.len()),
                Some(count) if !(0..*count).contains(&frame) => {
                    format!("key {number} names key {frame} of {count} of timeline {timeline}")
                }
                _ if parent >= bones.len() as i64 => {
                    format!("key {number} names parent {parent} of {} bones", bones.len())
                }
                _ => continue,
            };
            let message = format!("{message}: the engine reads foreign memory");
            check.findings.add_at(
                kinds::SPRITER_INDEX,
                Severity::Error,
                check.outline.path(animation),
                message,
                reference.offset(),
            );
        }
    }
}
