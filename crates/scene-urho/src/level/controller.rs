//! Writes the attributes with which components play animations. Each engine has another layout.

use urho_scene::{Engine, Variant, WHOLE_LENGTH};

use super::write::reference;

/// Returns the attribute `Animations` for an `AnimationController`. If it `plays`, the first animation will be played in
/// a loop; the others have a weight of 0, so the game can use them later. Only rbfx has their number in front.
pub(super) fn played(engine: Engine, animations: &[String], plays: bool) -> Variant<'static> {
    let mut items = if engine == Engine::Rbfx { vec![count(animations.len())] } else { Vec::new() };
    for (number, name) in animations.iter().enumerate() {
        let weight = if plays && number == 0 { 1.0 } else { 0.0 };
        match engine {
            Engine::Rbfx => items.extend(parameters(name, weight)),
            _ => {
                items.push(Variant::String(name.clone().into()));
                // Speed, weight, the time of fading, and whether it fades out by itself.
                items.extend([1.0, weight, 0.0, 0.0].map(Variant::Float));
            }
        }
    }
    Variant::VariantVector(items)
}

/// Returns the 15 values that rbfx reads as `AnimationParameters`.
fn parameters(name: &str, weight: f32) -> [Variant<'static>; 15] {
    let layer = Variant::Int(0);
    let blend_mode = Variant::Int(0);
    let start_bone = Variant::String("".into());
    let [auto_fade_out, time, least_time, target_weight_delay] = [0.0; 4].map(Variant::Float);
    [
        reference(Engine::Rbfx, "Animation", name),
        Variant::Bool(1), // looped
        Variant::Bool(1), // removed on completion, which a looped one never reaches
        layer,
        blend_mode,
        start_bone,
        auto_fade_out,
        time,
        least_time,
        Variant::Float(WHOLE_LENGTH),
        Variant::Float(1.0), // speed
        Variant::Bool(0),    // removed on zero weight
        Variant::Float(weight),
        Variant::Float(weight), // target weight
        target_weight_delay,
    ]
}

/// Returns the attribute `Animation States` for an `AnimatedModel` in Urho3D.
pub(super) fn model_states(engine: Engine, animations: &[String], plays: bool) -> Variant<'static> {
    states(engine, (animations, plays), |weight| {
        // The bone that it begins at, whether it loops, weight, time, layer.
        vec![Variant::String("".into()), Variant::Bool(1), Variant::Float(weight), Variant::Float(0.0), Variant::Int(0)]
    })
}

/// Returns the attribute `Node Animation States` for an `AnimationController` in Urho3D. For each animation, it says
/// whether to loop, and the time.
pub(super) fn node_states(engine: Engine, animations: &[String]) -> Variant<'static> {
    states(engine, (animations, true), |_| vec![Variant::Bool(1), Variant::Float(0.0)])
}

/// Returns animation states. Only the first can be seen, if any `plays`.
fn states(
    engine: Engine,
    (animations, plays): (&[String], bool),
    state: impl Fn(f32) -> Vec<Variant<'static>>,
) -> Variant<'static> {
    let mut items = vec![count(animations.len())];
    for (number, name) in animations.iter().enumerate() {
        items.push(reference(engine, "Animation", name));
        items.extend(state(if plays && number == 0 { 1.0 } else { 0.0 }));
    }
    Variant::VariantVector(items)
}

/// Adds items to the list in an attribute. If both lists begin with their length, the result does too.
pub(super) fn joined(before: Option<Variant<'_>>, more: Variant<'static>) -> Variant<'static> {
    let (Some(Variant::VariantVector(before)), Variant::VariantVector(items)) = (before, &more) else { return more };
    let mut all: Vec<Variant<'static>> = before.into_iter().map(Variant::into_owned).collect();
    if all.is_empty() {
        return more;
    }
    let added = match (all.first_mut(), items.split_first()) {
        (Some(Variant::Int(number)), Some((Variant::Int(more), items))) => {
            *number = number.saturating_add(*more);
            items
        }
        _ => items,
    };
    all.extend_from_slice(added);
    Variant::VariantVector(all)
}

fn count(animations: usize) -> Variant<'static> {
    Variant::Int(i32::try_from(animations).unwrap_or(i32::MAX))
}
