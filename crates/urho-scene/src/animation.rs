//! Animations of attributes, which stand in text beside the attributes they animate.

use binio::Name;
use urho_core::Variant;

/// An animation of one attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeAnimation<'a> {
    /// Name of the attribute that is animated.
    pub attribute: Name<'a>,
    /// `Loop`, `Once` or `Clamp`; empty if the file doesn't say it.
    pub wrap_mode: Name<'a>,
    /// How fast it plays; 1 is as it was made. The engine takes 0 if the file doesn't say it.
    pub speed: f32,
    /// Whether it is part of an object animation (`objectanimation`).
    pub in_object: bool,
    /// `None`, `Linear` or `Spline`; empty if the file doesn't say it, which is `Linear`.
    pub interpolation: Name<'a>,
    /// Tension of a spline.
    pub spline_tension: Option<f32>,
    /// The values and their times in seconds.
    pub keys: Vec<(f32, Variant<'a>)>,
    /// Events that are sent on the way.
    pub events: Vec<EventFrame<'a>>,
}

/// An event that an animation sends.
#[derive(Clone, Debug, PartialEq)]
pub struct EventFrame<'a> {
    /// Time of the key, in seconds.
    pub time: f32,
    /// The hash of the event's name.
    pub event: u32,
    /// Its parameters, a [`Variant::VariantMap`].
    pub data: Variant<'a>,
}

impl AttributeAnimation<'_> {
    /// The same animation, free of what it was read from.
    pub fn into_owned(self) -> AttributeAnimation<'static> {
        let event =
            |event: EventFrame<'_>| EventFrame { time: event.time, event: event.event, data: event.data.into_owned() };
        AttributeAnimation {
            attribute: self.attribute.into_owned(),
            wrap_mode: self.wrap_mode.into_owned(),
            speed: self.speed,
            in_object: self.in_object,
            interpolation: self.interpolation.into_owned(),
            spline_tension: self.spline_tension,
            keys: self.keys.into_iter().map(|(time, value)| (time, value.into_owned())).collect(),
            events: self.events.into_iter().map(event).collect(),
        }
    }
}
