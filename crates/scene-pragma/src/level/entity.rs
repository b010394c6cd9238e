//! Reads key values and components of an entity in the same way as the engine.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_geometry::glam::{DMat3, DQuat, EulerRot, Quat, Vec3};
use binio::{Findings, Path};
use pragma_asset::map::Component;
use pragma_asset::udm::Value;
use pragma_asset::{Entity, Pose};

use crate::bones::normalized;
use crate::kinds;

/// The key values and the pose of an entity.
pub(super) struct Values<'d> {
    entity: Entity<'d>,
    /// The class name in lower case, because this is how the engine loads it.
    pub(super) class: String,
    texts: Vec<(String, String)>,
    components: Vec<Component<'d>>,
}

impl<'d> Values<'d> {
    pub(super) fn of(entity: Entity<'d>) -> Self {
        let class = entity.class_name().to_text().to_lowercase();
        let text = |name: binio::Name<'_>| name.to_text().into_owned();
        let texts = entity.key_values().into_iter().map(|(key, value)| (text(key), text(value))).collect();
        Self { class, texts, components: entity.components(), entity }
    }

    /// Returns the key value with this name, and the name as it is stored. Case is ignored. If the name is not unique,
    /// this returns the last value.
    pub(super) fn entry(&self, key: &str) -> Option<(&str, &str)> {
        let found = self.texts.iter().rev().find(|(own, _)| own.eq_ignore_ascii_case(key));
        found.map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Returns the text for the first of these keys that exists.
    pub(super) fn first(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.entry(key)).map(|(_, text)| text)
    }

    /// Returns the first of these keys that exists, as it is stored. If none exists, returns the first key.
    pub(super) fn key(&self, keys: &[&'static str]) -> String {
        let known = keys.iter().find_map(|key| self.entry(key)).map(|(key, _)| key);
        known.or(keys.first().copied()).unwrap_or_default().to_owned()
    }

    /// Returns the numbers for the first of these keys that exists. This reports a value that is not valid.
    pub(super) fn numbers<const N: usize>(
        &self,
        keys: &[&str],
        (path, findings): (&Path, &mut Findings),
    ) -> Option<[f32; N]> {
        let (key, text) = keys.iter().find_map(|key| self.entry(key))?;
        let found = numbers(text);
        if found.is_none() {
            let plural = if N == 1 { "a number" } else { "numbers" };
            let shown = binio::Name::from(text);
            findings.warning(
                kinds::ENTITY_VALUE,
                path.clone().name(key.as_bytes()),
                format!("expected {plural}, found \"{shown}\""),
            );
        }
        found
    }

    pub(super) fn has_component(&self, name: &str) -> bool {
        self.components.iter().any(|own| own.name == *name)
    }

    fn property(&self, component: &str, name: &str) -> Option<&'d Value<'d>> {
        let found = self.components.iter().find(|own| own.name == *component)?;
        found.properties?.get(name)
    }

    /// Returns a number from the properties of a component.
    pub(super) fn number(&self, component: &str, name: &str) -> Option<f32> {
        let value = self.property(component, name)?;
        let text = || value.as_text().and_then(|text| std::str::from_utf8(text).ok());
        let number = value.as_f64().map(|number| number as f32).or_else(|| fast_float2::parse(text()?.trim()).ok());
        number.filter(|number| number.is_finite())
    }

    /// Returns three numbers from the properties of a component.
    pub(super) fn vector(&self, component: &str, name: &str) -> Option<[f32; 3]> {
        self.property(component, name)?.as_fixed()?.f32s().filter(|own| own.iter().all(|number| number.is_finite()))
    }

    /// Returns a text from the properties of a component.
    fn text(&self, component: &str, name: &str) -> Option<String> {
        Some(binio::Name::from(self.property(component, name)?.as_text()?).to_text().into_owned())
    }

    /// Returns the name of the model that the entity shows.
    pub(super) fn model(&self) -> Option<String> {
        let named = self.first(&["model"]).map(str::to_owned);
        let name = named.filter(|name| !name.is_empty()).or_else(|| self.text("model", "model"))?;
        let parts = name.trim().split(['/', '\\']).filter(|part| !part.is_empty());
        let name = parts.collect::<Vec<_>>().join("/");
        // A name with a star is a part of the map itself.
        (!name.is_empty() && !name.starts_with('*')).then_some(name)
    }

    /// Returns the skin number to use for the model.
    pub(super) fn skin(&self, told: (&Path, &mut Findings)) -> usize {
        let named = self.numbers::<1>(&["skin"], told).map(|[number]| number);
        let number = named.or_else(|| self.number("model", "skin")).unwrap_or_default();
        if number >= 0.0 { number as usize } else { 0 }
    }

    /// Returns the name of the entity. If it has none, returns the class with the entity number, counted as in the
    /// engine.
    pub(super) fn name(&self, index: usize) -> String {
        let own = self.first(&["name", "targetname"]).filter(|name| !name.is_empty());
        let own = own.map_or_else(|| format!("{}_{}", self.class, index.saturating_add(1)), str::to_owned);
        asset_scene::escape_name(own.as_bytes())
    }

    /// Returns the pose of the entity. The key values `origin`, `angles` and `scale` override what is stored as `pose`.
    pub(super) fn pose(&self, path: &Path, findings: &mut Findings) -> Pose {
        let stored = self.entity.pose();
        let mut pose = normalized(stored);
        if pose.to_stransform() != stored.to_stransform() && !crate::bones::close(&pose, &stored) {
            let message = "the pose isn't finite or has no rotation; the invalid parts are reset";
            findings.warning(kinds::POSE_NOT_FINITE, path.clone().part("pose"), message);
        }
        if let Some(origin) = self.numbers(&["origin"], (path, findings)) {
            pose.origin = Vec3::from_array(origin);
        }
        if let Some(angles) = self.numbers(&["angles"], (path, findings)) {
            pose.rotation = rotation(angles);
        }
        match self.entry("scale").map(|(_, text)| (numbers::<3>(text), numbers::<1>(text))) {
            None => {}
            Some((Some(scale), _)) => pose.scale = Vec3::from_array(scale),
            Some((None, Some([scale]))) => pose.scale = Vec3::splat(scale),
            Some((None, None)) => drop(self.numbers::<1>(&["scale"], (path, findings))),
        }
        pose
    }
}

/// Reads `N` numbers. Returns `None` if the text doesn't have so many, or if a number is not finite.
fn numbers<const N: usize>(text: &str) -> Option<[f32; N]> {
    let mut found = [0.0; N];
    let mut parts = text.split_ascii_whitespace();
    for place in &mut found {
        *place = fast_float2::parse(parts.next()?).ok().filter(|number: &f32| number.is_finite())?;
    }
    Some(found)
}

/// Returns the rotation for pitch, yaw and roll in degrees. Roll about Z is applied first, then pitch about X, then yaw
/// about Y.
fn rotation(angles: [f32; 3]) -> Quat {
    let [pitch, yaw, roll] = angles.map(|angle| f64::from(angle).to_radians());
    DQuat::from_euler(EulerRot::YXZ, yaw, pitch, roll).as_quat()
}

/// Returns the pitch, yaw and roll of a rotation in degrees, as a key value.
pub(super) fn angles(rotation: DQuat) -> String {
    let matrix = DMat3::from_quat(rotation);
    let [x, z] = [matrix.x_axis, matrix.z_axis];
    // Only the right axis determines the yaw of a vertical direction. The other angles compensate for any choice.
    let yaw = if z.x.hypot(z.z) > 1e-9 { z.x.atan2(z.z) } else { (-x.z).atan2(x.x) };
    let rest = DMat3::from_rotation_y(-yaw) * matrix;
    let pitch = (-rest.z_axis.y).atan2(rest.z_axis.z);
    let roll = (-rest.y_axis.x).atan2(rest.x_axis.x);
    text([pitch, yaw, roll].map(|angle| angle.to_degrees() as f32))
}

/// Returns numbers as a key value.
pub(super) fn text<const N: usize>(numbers: [f32; N]) -> String {
    // No −0: nobody writes that.
    numbers.map(|number| (number + 0.0).to_string()).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_there_and_back() {
        let cases = [
            [25.6683, -40.3359, 0.0],
            [90.0, 0.0, 0.0],
            [90.0, 30.0, 45.0],
            [-90.0, 30.0, 45.0],
            [89.9999, 20.0, -70.0],
            [0.0, 180.0, 0.0],
            [-89.0, 170.0, 35.0],
        ];
        for angles_of in cases {
            let turned = rotation(angles_of);
            let again = rotation(numbers(&angles(turned.as_dquat())).unwrap_or_default());
            let is_same = [Vec3::X, Vec3::Z].iter().all(|axis| (turned * *axis).abs_diff_eq(again * *axis, 2e-6));
            assert!(is_same, "{angles_of:?} {}", angles(turned.as_dquat()));
        }
        // Pitch of 90° looks down: forward is +Z.
        assert!((rotation([90.0, 0.0, 0.0]) * Vec3::Z).abs_diff_eq(Vec3::NEG_Y, 1e-6));
        assert_eq!(text([-0.0_f32, 1.5]), "0 1.5");
        assert_eq!([numbers::<1>("1e99"), numbers::<1>("nan"), numbers::<1>("1x"), numbers::<1>("")], [None; 4]);
    }
}
