//! Converts cameras to scene cameras, and back.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::{Camera, Projection};
use urho_scene::{Component, Engine, Variant};

use super::parts::{flag, float};

/// Reads a `Camera` component.
pub(super) fn of_component(component: &Component<'_>, name: &str) -> Camera {
    let zoom = float(component, "Zoom", 1.0).max(1e-6);
    let is_of_window = flag(component, "Auto Aspect Ratio", true);
    let aspect = Some(float(component, "Aspect Ratio", 1.0)).filter(|aspect| !is_of_window && *aspect > 0.0);
    let projection = if flag(component, "Orthographic", false) {
        let y_mag = float(component, "Orthographic Size", 20.0) / (2.0 * zoom);
        Projection::Orthographic { x_mag: y_mag * aspect.unwrap_or(1.0), y_mag }
    } else {
        let half = (float(component, "FOV", 45.0).clamp(0.0, 160.0) / 2.0).to_radians();
        Projection::Perspective { y_fov: 2.0 * (half.tan() / zoom).atan(), aspect }
    };
    let (near, far) = (float(component, "Near Clip", 0.1), float(component, "Far Clip", 1000.0));
    Camera { name: name.to_owned(), projection, near, far: Some(far) }
}

/// Sets the attributes of a `Camera` component, so that it looks like the camera in the scene.
pub(super) fn set(component: &mut Component<'static>, camera: &Camera, engine: Engine) {
    let mut set = |name: &str, value: Variant<'static>| {
        component.attributes.set(engine, name, value);
    };
    set("Near Clip", Variant::Float(camera.near.max(1e-3)));
    set("Far Clip", Variant::Float(camera.far.unwrap_or(1000.0)));
    set("Zoom", Variant::Float(1.0));
    let (is_orthographic, aspect) = match camera.projection {
        Projection::Perspective { y_fov, aspect } => {
            set("FOV", Variant::Float(y_fov.to_degrees().min(160.0)));
            (false, aspect)
        }
        Projection::Orthographic { x_mag, y_mag } => {
            set("Orthographic Size", Variant::Float(2.0 * y_mag));
            (true, Some(x_mag / y_mag).filter(|aspect| aspect.is_finite() && *aspect > 0.0 && *aspect != 1.0))
        }
    };
    set("Orthographic", Variant::Bool(u8::from(is_orthographic)));
    if let Some(aspect) = aspect {
        set("Aspect Ratio", Variant::Float(aspect));
        set("Auto Aspect Ratio", Variant::Bool(0));
    }
}
