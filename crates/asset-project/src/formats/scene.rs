//! Files that are scenes themselves: glTF, FBX, OBJ.

use asset_scene::Scene;
use asset_scene::motion::ClipStats;
use binio::{Findings, Path};
use scene_adapter::{ResourceReader, Role, ShowOptions};

use crate::kinds;

/// A scene of a file in a conversion.
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

/// Notes about keys that jump away from their neighbours and back: captured motion has such keys where a marker was lost.
pub(super) fn jumps(scene: &Scene<'_>) -> Findings {
    let mut findings = Findings::new();
    for (animation, stats) in scene.animations.iter().zip(ClipStats::of_all(scene)) {
        let Some(ClipStats { pops, first_pop: Some(node), .. }) = stats else { continue };
        let message = format!("keys jump away from their neighbours and back: {pops}, the first moves {node:?}");
        findings.note(kinds::KEYS_JUMP, Path::from("animation").name(animation.name.as_bytes()), message);
    }
    findings
}
