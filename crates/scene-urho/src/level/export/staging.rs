//! Reads content that only pictures need.

use asset_scene::{Id, Light, Node, Staging};
use urho_scene::{Component, Engine};

use super::Export;
use crate::level::parts;

/// The content that only pictures need, while a scene is read.
pub(super) struct Stager {
    staging: Staging,
}

impl Stager {
    /// Creates a stager for a picture at this time, in seconds.
    pub(super) fn new(_time: f32) -> Self {
        Self { staging: Staging::default() }
    }

    pub(super) fn finish(self) -> Box<Staging> {
        Box::new(self.staging)
    }
}

impl Export<'_, '_> {
    /// Adds the node of a component that casts shadows.
    pub(super) fn cast(&mut self, component: &Component<'_>, node: Id<Node>) {
        if let Some(stager) = self.staging.as_mut().filter(|_| parts::flag(component, "Cast Shadows", false)) {
            stager.staging.shadow_casters.push(node);
        }
    }

    /// Adds what a picture needs about a light.
    pub(super) fn stage_light(&mut self, light: Id<Light>, component: &Component<'_>, engine: Engine) {
        let Some(stager) = &mut self.staging else { return };
        if parts::flag(component, "Cast Shadows", false) {
            stager.staging.shadow_lights.push(light);
        }
        // rbfx always compresses bright light.
        stager.staging.is_physical |= engine != Engine::Rbfx && parts::flag(component, "Use Physical Values", false);
    }
}
