//! Attribute animations, which a text file stores next to the attribute that they change.

use binio::Name;
use urho_core::Variant;

/// An animation that changes the value of a single attribute over time.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeAnimation<'a> {
    /// The attribute to animate.
    pub attribute: Name<'a>,
    /// `Loop`, `Once` or `Clamp`. If it is missing, this is empty.
    pub wrap_mode: Name<'a>,
    /// The playback speed, where 1 is the original speed. Note that the default value in the engine is 0.
    pub speed: f32,
    /// Whether this belongs to an object animation (`objectanimation`).
    pub in_object: bool,
    /// `None`, `Linear` or `Spline`. If it is missing, this is empty, which means `Linear`.
    pub interpolation: Name<'a>,
    /// The tension, if this is a spline.
    pub spline_tension: Option<f32>,
    /// The keys, as pairs of a time in seconds and a value.
    pub keys: Vec<(f32, Variant<'a>)>,
    /// The events to send while the animation plays.
    pub events: Vec<EventFrame<'a>>,
}

/// An event that an animation sends to the game.
#[derive(Clone, Debug, PartialEq)]
pub struct EventFrame<'a> {
    /// When to send the event, in seconds from the start of the animation. The animated object sends it when the
    /// animation passes this time.
    pub time: f32,
    /// The hash of the event name.
    pub event: u32,
    /// The event parameters. This must be a [`Variant::VariantMap`].
    pub data: Variant<'a>,
}

binio::into_owned! {
    pub AttributeAnimation { attribute, wrap_mode, interpolation, keys, events; speed, in_object, spline_tension }
}
binio::into_owned! { EventFrame { data; time, event } }
