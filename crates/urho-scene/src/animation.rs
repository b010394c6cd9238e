//! Attribute animations, which text files store next to the animated attributes.

use binio::Name;
use urho_core::Variant;

/// An animation of one attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeAnimation<'a> {
    /// Name of the animated attribute.
    pub attribute: Name<'a>,
    /// `Loop`, `Once` or `Clamp`; empty if missing.
    pub wrap_mode: Name<'a>,
    /// Playback speed; 1 is the original speed. The engine's default value is 0.
    pub speed: f32,
    /// Whether it is part of an object animation (`objectanimation`).
    pub in_object: bool,
    /// `None`, `Linear` or `Spline`; empty if missing, which means `Linear`.
    pub interpolation: Name<'a>,
    /// Tension of a spline.
    pub spline_tension: Option<f32>,
    /// Values and their times in seconds.
    pub keys: Vec<(f32, Variant<'a>)>,
    /// Events during the animation.
    pub events: Vec<EventFrame<'a>>,
}

/// An event that an animation sends.
#[derive(Clone, Debug, PartialEq)]
pub struct EventFrame<'a> {
    /// Time of the key, in seconds.
    pub time: f32,
    /// Hash of the event name.
    pub event: u32,
    /// Parameters, a [`Variant::VariantMap`].
    pub data: Variant<'a>,
}

binio::into_owned! {
    pub AttributeAnimation { attribute, wrap_mode, interpolation, keys, events; speed, in_object, spline_tension }
}
binio::into_owned! { EventFrame { data; time, event } }
