//! Adds the surroundings to a new scene: a zone with ambient light and a sky to reflect, and a light.
//!
//! This is needed because glTF materials will use physically based techniques. In the engine, these divide direct light
//! by π, and metals only reflect the texture of the zone, so they would be nearly black with the usual zone and light.

use std::f32::consts::PI;

use asset_image::Pixels;
use asset_scene::Error;
use urho_scene::{Engine, Variant};

use super::Work;
use crate::kinds;
use crate::level::write::{failed, reference};

/// The ambient light of a new zone. Its alpha must be 1, so that the sky is as bright as its image.
const AMBIENT: [f32; 4] = [0.25, 0.25, 0.25, 1.0];

/// The width of a sky image in pixels. Rough surfaces reflect the smallest mip level, which has only one pixel per
/// side.
const SIDE: u32 = 16;

/// The brightness of the sky at the top and at the bottom. It changes evenly between these.
const BRIGHTNESS: [f32; 2] = [1.0, 0.4];

/// The name of the sky texture.
const SKY: &str = "Textures/Surroundings.xml";

impl Work<'_, '_> {
    /// Adds the zone, and a light if the scene has none.
    ///
    /// # Errors
    /// This can't fail in practice, because the image of the sky always has the right size.
    pub(super) fn surroundings(&mut self) -> Result<(), Error> {
        let engine = self.engine;
        let sky = self.has_physical_materials().then(|| self.sky()).transpose()?;
        if let Some(zone) = self.level.add_node(0, "Zone") {
            if let Some(component) = self.level.add_component(zone, "Zone") {
                component.attributes.set(engine, "Bounding Box Min", Variant::Vector3([-1000.0; 3]));
                component.attributes.set(engine, "Bounding Box Max", Variant::Vector3([1000.0; 3]));
                component.attributes.set(engine, "Ambient Color", Variant::Color(AMBIENT));
                if let Some(sky) = &sky {
                    component.attributes.set(engine, "Zone Texture", reference(engine, "TextureCube", sky));
                }
            }
        }
        if self.scene.lights.is_empty() {
            self.findings.note(kinds::LIGHT_ADDED, "lights", "there are none; the scene gets one, called GlobalLight");
            self.light(if sky.is_some() { PI } else { 1.0 });
        }
        Ok(())
    }

    /// Adds the physics worlds that are needed for the rigid bodies in a new scene, because games look for them before
    /// the first body is loaded.
    pub(super) fn physics_worlds(&mut self) {
        for (body, world) in [("RigidBody", "PhysicsWorld"), ("RigidBody2D", "PhysicsWorld2D")] {
            let has = |class: &str| {
                let nodes = self.level.nodes.iter();
                nodes.flat_map(|node| &node.components).any(|component| component.is_a(class))
            };
            if has(body) && !has(world) {
                self.level.add_component(0, world);
            }
        }
    }

    /// Returns whether there will be materials that divide light by π and reflect the texture of the zone.
    fn has_physical_materials(&self) -> bool {
        let is_written = self.options.files.materials && self.options.files.textures && self.engine != Engine::Rbfx;
        let materials = &self.scene.materials;
        is_written && !materials.is_empty() && materials.iter().any(|material| !material.unlit)
    }

    fn light(&mut self, brightness: f32) {
        let engine = self.engine;
        let Some(light) = self.level.add_node(0, "GlobalLight") else { return };
        let turn = Variant::Quaternion([0.866_025_4, 0.5, 0.0, 0.0]);
        if let Some(node) = self.level.nodes.get_mut(light) {
            node.attributes.set(engine, "Rotation", turn);
        }
        if let Some(component) = self.level.add_component(light, "Light") {
            component.attributes.set(engine, "Light Type", Variant::Int(0));
            component.attributes.set(engine, "Brightness Multiplier", Variant::Float(brightness));
        }
    }

    /// Writes the sky if the project doesn't have it, and returns the name of its texture.
    fn sky(&mut self) -> Result<String, Error> {
        let image = image().map_err(|error| failed(SKY, &error))?;
        let mut name = SKY.to_owned();
        if self.options.files.is_other(&picture_of(&name), &image)
            || self.options.files.is_other(&name, &description(&name))
        {
            name = self.models.free_beside(SKY);
        }
        if !self.options.files.exists(&name) {
            self.models.files.add(&picture_of(&name), image);
            self.models.files.add(&name, description(&name));
        }
        let message = format!(
            "materials are physically based: the zone gets {name}, which they reflect. For the look of glTF the engine also needs HDR rendering and gamma correction"
        );
        self.findings.note(kinds::SKY_ADDED, "materials", message);
        Ok(name)
    }
}

/// Returns the name of the image file, which is next to the texture description.
fn picture_of(name: &str) -> String {
    name.replace(".xml", ".png")
}

/// Returns the description of a cube texture that has its six sides in one image.
fn description(name: &str) -> Vec<u8> {
    let picture = picture_of(name);
    let file = picture.rsplit('/').next().unwrap_or_default();
    format!("<cubemap>\n\t<image name=\"{file}\" layout=\"horizontal\" />\n</cubemap>\n").into_bytes()
}

/// Returns the six sides of the sky in one image, from left to right: +X, −X, +Y, −Y, +Z, −Z.
fn image() -> Result<Vec<u8>, asset_image::Error> {
    let byte = |share: f32| ((BRIGHTNESS[0] + (BRIGHTNESS[1] - BRIGHTNESS[0]) * share) * 255.0).round() as u8;
    let at = |line: u32, side: u32| match side {
        2 => byte(0.0),
        3 => byte(1.0),
        _ => byte((line as f32 + 0.5) / SIDE as f32),
    };
    let line = |line: u32| {
        (0..6 * SIDE).flat_map(move |column| {
            let grey = at(line, column / SIDE);
            [grey, grey, grey, u8::MAX]
        })
    };
    let pixels = (0..SIDE).flat_map(line).collect();
    Pixels::new(6 * SIDE, SIDE, pixels)?.to_png()
}
