//! Files that are scenes themselves: glTF, FBX, OBJ.

use asset_scene::Scene;
use binio::{Findings, Path};
use scene_adapter::{ResourceReader, Role, ShowOptions};

use crate::{Clip, kinds};

/// A scene that was read from a file, to be converted.
pub(crate) struct ShownScene<'d> {
    pub(super) scene: &'d Scene<'static>,
    pub(super) findings: &'d Findings,
}

impl<'d> scene_adapter::Document<'d> for ShownScene<'d> {
    fn role(&self) -> Role {
        Role::Model
    }

    fn to_scene(
        &self,
        name: &str,
        _: &mut ResourceReader<'_>,
        _: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), scene_adapter::Error> {
        let mut scene = self.scene.borrowed();
        if scene.name.is_empty() {
            scene.name = name.to_owned();
        }
        Ok((scene, self.findings.clone()))
    }
}

/// A standing foot may slide this far without a note, as a share of the hip height.
const SLIDE: f64 = 0.05;

/// Returns notes about keys that jump away from their neighbours and back, and about feet that slide. Captured motion
/// often has such keys where a marker was lost.
pub(super) fn notes(clips: &[Clip]) -> Findings {
    let mut findings = Findings::new();
    for clip in clips {
        let Some(stats) = &clip.stats else { continue };
        let path = || Path::from("animation").name(clip.name.as_bytes());
        if let Some(node) = &stats.first_pop {
            let message =
                format!("keys jump away from their neighbours and back: {}, the first moves {node:?}", stats.pops);
            findings.note(kinds::KEYS_JUMP, path(), message);
        }
        if let Some(foot) = stats.sliding_foot.as_ref().filter(|_| stats.slide > SLIDE * stats.hip_height) {
            let message = format!("{foot:?} slides {:.1} cm over the ground while it stands", stats.slide * 100.0);
            findings.note(kinds::FEET_SLIDE, path(), message);
        }
    }
    findings
}
