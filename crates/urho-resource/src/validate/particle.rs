//! Checks particle effects.

use binio::Severity;
use urho_core::{HashAlgorithm, Variant, VariantKind};

use super::{Check, float, int};
use crate::item::Item;
use crate::kinds;

/// With more particles than this, an effect takes gigabytes, because each needs about a hundred bytes.
const MOST: i64 = 10_000_000;
const RANGES: [&str; 8] =
    ["direction", "emissionrate", "interval", "particlesize", "timetolive", "velocity", "rotation", "rotationspeed"];

pub(super) fn effect(check: &mut Check<'_>) {
    for name in RANGES {
        for (index, item) in check.named(name) {
            range(check, index, &item);
        }
    }
    for (old, new) in [("emitterradius", "emittersize"), ("interval", "emissionrate")] {
        for (index, _) in check.named(old) {
            let message = format!("\"{old}\" is deprecated and overrides \"{new}\"");
            check.add(kinds::ITEM_DEPRECATED, Severity::Note, index, message);
        }
    }
    for (index, item) in check.named("numparticles") {
        count(check, index, &item);
    }
    for name in ["colorfade", "texanim"] {
        let frames = check.named(name);
        let times: Vec<f32> = frames.iter().map(|(_, item)| float(item, "time").unwrap_or(0.0)).collect();
        for ((before, after), (index, _)) in times.iter().zip(times.iter().skip(1)).zip(frames.iter().skip(1)) {
            if before > after {
                let message = format!("time {after} after {before}; the engine reads the frames in file order");
                check.add(kinds::FRAME_ORDER, Severity::Warning, *index, message);
            }
        }
    }
    for (index, item) in check.named("texanim") {
        let Some(text) = item.attribute("uv") else { continue };
        let read = Variant::from_text(VariantKind::Rect, &text, HashAlgorithm::Urho18).value;
        let Variant::Rect(Some([left, top, right, bottom])) = read else { continue };
        let is_inside = [left, top, right, bottom].iter().all(|value| (0.0..=1.0).contains(value));
        if !is_inside || left > right || top > bottom {
            let message = format!("{left} {top} {right} {bottom} isn't a rectangle within 0 to 1");
            check.add(kinds::TEXTURE_RANGE, Severity::Warning, index, message);
        }
    }
}

fn count(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    match int(item, "value") {
        Some(count @ ..0) => {
            let message =
                format!("{count} particles: the engine reads a negative number as four billion and draws none");
            check.add(kinds::PARTICLE_COUNT, Severity::Warning, index, message);
        }
        Some(count) if count > MOST => {
            let message = format!("{count} particles: the engine allocates them all, and ends if it can't");
            check.add(kinds::PARTICLE_COUNT, Severity::Error, index, message);
        }
        _ => {}
    }
}

/// Reports a minimum without a maximum, or a maximum without a minimum: they only count together.
fn range(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    match (item.entry("min"), item.entry("max")) {
        (Some(one), None) | (None, Some(one)) => {
            let message = "only one of min and max; the engine ignores it";
            check.add_value(kinds::RANGE_HALF, Severity::Warning, index, &one, message);
        }
        (Some(min), Some(max)) => {
            let numbers = |text: &[u8]| -> Vec<f32> {
                let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
                words.filter_map(|word| std::str::from_utf8(word).ok()?.parse().ok()).collect()
            };
            let (low, high) = (numbers(&min.text()), numbers(&max.text()));
            if low.iter().zip(&high).any(|(low, high)| low > high) {
                check.add_value(kinds::RANGE_ORDER, Severity::Warning, index, &min, "min exceeds max");
            }
        }
        _ => {}
    }
}

/// The pairs of OpenGL numbers that the engine knows: replace, add, multiply, alpha, addalpha, premulalpha,
/// invdestalpha.
const BLEND_PAIRS: [(i64, i64); 7] = [(1, 0), (1, 1), (774, 0), (770, 771), (770, 1), (1, 771), (773, 772)];

pub(super) fn pex(check: &mut Check<'_>) {
    for (index, item) in check.named("maxParticles") {
        if let Some(count) = int(&item, "value").filter(|count| !(0..=MOST).contains(count)) {
            let message = format!("{count} particles: the engine can't allocate them and ends");
            check.add(kinds::PARTICLE_COUNT, Severity::Error, index, message);
        }
    }
    let of = |name: &str| check.named(name).first().map(|(index, item)| (*index, int(item, "value").unwrap_or(0)));
    let pair = of("blendFuncSource").zip(of("blendFuncDestination"));
    let unknown = pair.filter(|((_, source), (_, destination))| !BLEND_PAIRS.contains(&(*source, *destination)));
    if let Some(((index, source), (_, destination))) = unknown {
        let message = format!("{source} and {destination} are no pair that the engine knows; it uses alpha");
        check.add(kinds::BLEND_PAIR, Severity::Warning, index, message);
    }
}
