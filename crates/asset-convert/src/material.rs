//! Shows materials on a sphere, for glTF.

use asset_scene::Scene;
use binio::Findings;

use super::Input;
use super::options::Shown;

/// If the only input is a material, this returns a scene with a sphere that shows it. Otherwise the result is `None`.
#[cfg(feature = "render")]
pub(super) fn sphere<'i>(inputs: &[Input<'i, '_>], options: &Shown) -> Option<(Scene<'i>, Findings)> {
    let [input] = inputs else { return None };
    input.asset.format().is_material().then(|| crate::render::sphere(input, options))
}

/// Returns `None`, because materials can't be shown on a sphere without the feature `render`.
#[cfg(not(feature = "render"))]
pub(super) fn sphere<'i>(_: &[Input<'i, '_>], _: &Shown) -> Option<(Scene<'i>, Findings)> {
    None
}
