//! Converts cameras to scene cameras, and back.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::{Camera, Projection};
use pragma_asset::map::EntityMut;
use pragma_asset::udm::{Element, Value};

use super::entity::Values;
use crate::METRES_PER_UNIT;

/// The class of cameras. An entity with another class is a camera too if it has the component.
pub(super) const CLASS: &str = "env_camera";
const COMPONENT: &str = "camera";

/// Returns the camera if an entity is one. There are no key values for it.
pub(super) fn of_entity(values: &Values<'_>) -> Option<Camera> {
    if values.class != CLASS && !values.has_component(COMPONENT) {
        return None;
    }
    let number = |name: &str, usual: f32| values.number(COMPONENT, name).filter(|own| *own > 0.0).unwrap_or(usual);
    let y_fov = number("fov", 75.0).clamp(0.01, 179.0).to_radians();
    let aspect = values.number(COMPONENT, "aspectRatio").filter(|aspect| *aspect > 0.0);
    let near = (number("nearz", 1.0) * METRES_PER_UNIT).max(1e-6);
    let far = number("farz", 32768.0) * METRES_PER_UNIT;
    let projection = Projection::Perspective { y_fov, aspect };
    Some(Camera { name: String::new(), projection, near, far: Some(far).filter(|far| *far > near) })
}

/// Sets the properties of an entity, so that it looks like the camera in the scene.
pub(super) fn set(entity: &mut EntityMut<'_, '_>, camera: &Camera) {
    let (y_fov, aspect) = match camera.projection {
        Projection::Perspective { y_fov, aspect } => (y_fov, aspect),
        // The engine only has perspective cameras: one with the same view at ten metres.
        Projection::Orthographic { x_mag, y_mag } => {
            let aspect = Some(x_mag / y_mag).filter(|aspect| aspect.is_finite() && *aspect > 0.0);
            (2.0 * (y_mag / 10.0).abs().atan(), aspect)
        }
    };
    let properties = properties(entity.element_mut());
    let mut set = |name: &'static str, value: f32| drop(properties.insert(name, value));
    set("fov", y_fov.to_degrees());
    set("nearz", camera.near / METRES_PER_UNIT);
    if let Some(far) = camera.far {
        set("farz", far / METRES_PER_UNIT);
    }
    if let Some(aspect) = aspect {
        set("aspectRatio", aspect);
    }
}

/// Returns the properties of the component. In version 1 of maps, a component is only a name, so this must be converted
/// first.
fn properties<'e, 'a>(entity: &'e mut Element<'a>) -> &'e mut Element<'a> {
    let names: Vec<Vec<u8>> = match entity.get("components").and_then(Value::as_array) {
        Some(pragma_asset::udm::Array::Strings(names)) => names.iter().map(<[u8]>::to_vec).collect(),
        _ => Vec::new(),
    };
    let components = child(entity, "components");
    for name in names {
        let component = child(components, &String::from_utf8_lossy(&name));
        component.insert("flags", "None");
        child(component, "properties");
    }
    let component = child(components, COMPONENT);
    if component.get("flags").is_none() {
        component.insert("flags", "None");
    }
    child(component, "properties")
}

/// Returns the element with this key. If there is none, this creates it.
#[expect(clippy::expect_used, reason = "it was put there if it wasn't")]
fn child<'e, 'a>(element: &'e mut Element<'a>, key: &str) -> &'e mut Element<'a> {
    if element.get(key).and_then(Value::as_element).is_none() {
        element.insert(binio::Name::from(key.to_owned()), Element::new());
    }
    element.get_mut(key).and_then(Value::as_element_mut).expect("the element exists")
}
