//! Adds the light of lamps in the order of the engines.

use asset_scene::glam::Vec3;

use crate::light::{Lamp, Light};
use crate::lighting::LightSpace;

/// The light on a point, while lamps are added to it.
pub(super) struct Sum {
    light: Vec3,
    taken: Vec3,
    /// The light that is added after light was taken away.
    later: Vec3,
    has_sun: bool,
}

impl From<Vec3> for Sum {
    /// Begins with the light that doesn't come from lamps.
    fn from(light: Vec3) -> Self {
        Self { light, taken: Vec3::ZERO, later: Vec3::ZERO, has_sun: false }
    }
}

impl Sum {
    /// Adds the light of a lamp. Urho3D draws the first sun, then the lamps that take light away, and then all others;
    /// rbfx draws lamps that take light away last.
    pub(super) fn add(&mut self, lamp: &Lamp, added: Vec3, space: LightSpace) {
        let is_first_sun = !self.has_sun && matches!(lamp.light, Light::Sun { .. });
        if lamp.is_negative {
            self.taken += added;
        } else if is_first_sun || !space.takes_light_first() {
            self.has_sun |= is_first_sun;
            self.light += added;
        } else {
            self.later += added;
        }
    }

    /// Returns the sum. It doesn't get darker than black before the other lamps are added.
    pub(super) fn total(&self, space: LightSpace) -> Vec3 {
        if self.taken == Vec3::ZERO {
            return self.light + self.later;
        }
        // What is brighter than white was already cut off.
        let light = if space.takes_light_first() { self.light } else { self.light.min(Vec3::ONE) };
        (light - self.taken).max(Vec3::ZERO) + self.later
    }
}
