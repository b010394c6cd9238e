//! Checks localized strings and object animations.

use std::collections::BTreeMap;

use binio::Severity;
use urho_core::tree::JsonKind;

use super::Check;
use crate::item::{Item, Source};
use crate::kinds;

/// Checks texts in one or several languages. The file does not say which it is, so what most ids look like decides.
pub(super) fn texts(check: &mut Check<'_>) {
    let Some(root @ Item::Json(_)) = check.document.root() else { return };
    let plain = root.entries();
    let ids = check.outline.children(0).map(|(index, id)| (index, id.name.clone(), id.item)).collect::<Vec<_>>();
    let is_multi = is_multi_language(&plain, ids.len());
    let mut tell = |entry: &crate::item::Entry<'_>, index: usize, message: &str| {
        check.add_value(kinds::TEXT_INVALID, Severity::Warning, index, entry, message);
    };
    for entry in &plain {
        match (entry.json_kind(), is_multi) {
            (_, true) => tell(entry, 0, "not an object of languages and texts; the engine skips it"),
            (Some(JsonKind::String), false) if entry.text().is_empty() => {
                tell(entry, 0, "an empty text; the engine skips it");
            }
            (Some(JsonKind::String), false) => {}
            (_, false) => tell(entry, 0, "not a text; the engine skips it"),
        }
    }
    let mut languages: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (index, _, item) in &ids {
        for entry in item.entries() {
            if entry.json_kind() != Some(JsonKind::String) {
                tell(&entry, *index, "not a text; the engine skips it");
            } else if entry.text().is_empty() {
                tell(&entry, *index, "an empty text; the engine skips it");
            }
            *languages.entry(entry.name.to_vec()).or_default() += 1;
        }
    }
    if !is_multi {
        for (index, ..) in &ids {
            let message = "an object among the texts of one language; the engine skips it";
            check.add(kinds::TEXT_INVALID, Severity::Warning, *index, message);
        }
        return;
    }
    // A language that few ids have is rather a mistake in those.
    for (index, name, item) in &ids {
        let missing: Vec<String> = languages
            .iter()
            .filter(|(language, count)| {
                **count * 2 > ids.len() && item.attribute(&String::from_utf8_lossy(language)).is_none()
            })
            .map(|(language, _)| String::from_utf8_lossy(language).into_owned())
            .collect();
        if !missing.is_empty() {
            let message = format!("\"{}\" has no text in {}", name.to_text(), missing.join(", "));
            check.add(kinds::TEXT_MISSING, Severity::Warning, *index, message);
        }
    }
}

fn is_multi_language(plain: &[crate::item::Entry<'_>], objects: usize) -> bool {
    let texts =
        plain.iter().filter(|entry| matches!(entry.source, Source::Json(value) if value.kind() == JsonKind::String));
    objects > texts.count()
}

/// Reports an object animation that has no speed, because it will not move.
pub(super) fn animations(check: &mut Check<'_>) {
    let all = check.named("attributeanimation");
    for (index, animation) in all {
        if animation.attribute("speed").is_none() {
            check.add(kinds::ANIMATION_SPEED, Severity::Warning, index, "no speed: the animation doesn't move");
        }
    }
}
