//! Chooses the background of a picture.

use asset_scene::{Exposure, Scene};

use super::Renderer;
use crate::background::Background;
use crate::exposure;
use crate::lighting::LightSet;
use crate::texture::Textures;

impl Renderer<'_> {
    /// Returns the colours of the background for the upper and the lower edge.
    pub(super) fn backdrop(
        &self,
        scene: &Scene<'_>,
        textures: &Textures,
        (zone, exposure): (usize, Option<Exposure>),
    ) -> Option<[[u8; 3]; 2]> {
        if self.background != Background::Auto {
            return self.background.edges();
        }
        let zones = scene.staging.as_ref().map_or(&[][..], |staging| &staging.zones);
        let fog = scene.environment.as_ref().and_then(|environment| environment.fog);
        let fog = zone.checked_sub(1).and_then(|zone| zones.get(zone)).map(|zone| zone.fog).or(fog);
        let has_sky = textures.sky().is_some() || sky_mesh(scene);
        match (fog, self.light_set) {
            (Some(fog), set) if set == LightSet::Engine || has_sky => {
                let color = exposure.map_or(fog.color, |exposure| exposure::shown(&exposure, fog.color));
                Some([color.map(|channel| textures.srgb().encode(channel)); 2])
            }
            (_, LightSet::Dark) => Background::DARK.edges(),
            _ => self.background.edges(),
        }
    }
}

fn sky_mesh(scene: &Scene<'_>) -> bool {
    scene.environment.as_ref().is_some_and(|environment| environment.sky_mesh().is_some())
}
