//! Files that are scenes themselves: glTF, FBX, OBJ.

use asset_scene::Scene;
use binio::Findings;
use scene_adapter::{ResourceReader, Role, ShowOptions};

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
