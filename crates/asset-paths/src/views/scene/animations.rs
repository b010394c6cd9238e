//! Views attribute animations, with paths such as `nodes/Lamp/animations/Position/keys[1]/time`. They can't be changed.

use std::rc::Rc;

use binio::Name;
use urho_core::Variant;
use urho_scene::AttributeAnimation;

use super::super::Address;
use crate::part::Part;
use crate::value::Value;

/// Returns the animations of a node or component as a list, or `None` if there are none.
pub(super) fn list<'d>(animations: &[AttributeAnimation<'_>]) -> Option<Part<'d>> {
    if animations.is_empty() {
        return None;
    }
    let owned = animations.iter().map(|animation| Rc::new(animation.clone().into_owned()));
    let owned: Vec<Rc<AttributeAnimation<'static>>> = owned.collect();
    Some(Part::list("animations", Address::None, move || owned.iter().map(animation).collect()))
}

fn value<'d>(name: &'static str, variant: Variant<'static>) -> Part<'d> {
    let why = Some("attribute animations can't be set by a path; edit the file");
    Part::value_of(name, Value { read_only: why, ..Value::new(variant) }, Address::None)
}

fn word<'d>(name: &'static str, word: &Name<'static>) -> Option<Part<'d>> {
    (!word.is_empty()).then(|| value(name, Variant::String(word.clone())))
}

fn animation<'d>(animation: &Rc<AttributeAnimation<'static>>) -> Part<'d> {
    let this = animation.clone();
    let name = this.attribute.to_text().into_owned();
    Part::group(name, "AttributeAnimation", Address::None, move || {
        let mut parts = vec![value("speed", Variant::Float(this.speed))];
        parts.extend(word("wrap_mode", &this.wrap_mode));
        parts.extend(word("interpolation", &this.interpolation));
        parts.extend(this.spline_tension.map(|tension| value("spline_tension", Variant::Float(tension))));
        let keys = this.clone();
        parts.push(Part::list("keys", Address::None, move || {
            let key = |(time, variant): &(f32, Variant<'static>)| {
                let (time, variant) = (*time, variant.clone());
                let parts = move || vec![value("time", Variant::Float(time)), value("value", variant.clone())];
                Part::group("", "", Address::None, parts)
            };
            keys.keys.iter().map(key).collect()
        }));
        let events = this.clone();
        if !this.events.is_empty() {
            parts.push(Part::list("events", Address::None, move || {
                let event = |event: &urho_scene::EventFrame<'static>| {
                    let (time, id) = (event.time, event.event);
                    let parts = move || {
                        vec![value("time", Variant::Float(time)), value("event", Variant::Int64(i64::from(id)))]
                    };
                    Part::group("", "", Address::None, parts)
                };
                events.events.iter().map(event).collect()
            }));
        }
        parts
    })
}
