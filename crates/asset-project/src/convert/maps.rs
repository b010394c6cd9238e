//! Maps of Pragma.

use asset_scene::{ReadOptions, Scene};
use binio::Findings;
use pragma_asset::{Form, Map};
use scene_pragma::level::{self, BuildMapOptions, MapOptions, Supply};
use scene_pragma::{Looks, pragma_asset};

use super::{ConvertOptions, Converted, Goal, Input, names};
use crate::{Error, Format};

/// The scene of a map with all that it shows: nothing is lost, because what isn't shown is stored with its node.
pub(super) fn to_scene(
    map: &Map<'_>,
    name: &str,
    options: &ConvertOptions,
) -> Result<(Scene<'static>, Findings), Error> {
    let how = MapOptions::default()
        .limits(super::scenes::limits(options))
        .collision(options.collision)
        .navmesh(options.navmesh);
    super::looks::shown(options, |found| level::to_scene(map, name, found, &how))
}

/// The scene of a map without what is in other files.
pub(crate) fn alone(map: &Map<'_>, name: &str, options: &ReadOptions) -> Result<(Scene<'static>, Findings), Error> {
    let how = MapOptions::default().limits(options.limits);
    let mut supply = Nowhere("files of models are found when the map is converted");
    level::to_scene(map, name, &mut supply, &how).map_err(Error::convert)
}

/// A map of glTF, with the models, materials and textures that it names.
pub(super) fn of_gltf(
    input: &Input<'_, '_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let (mut scene, findings) = input.asset.to_scene(input.name)?;
    scene_adapter::look::adopt_sources(&mut scene);
    super::scenes::keep_lod(&mut scene, options)?;
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    let is_there = |name: &str| super::materials::is_there(options, name);
    let form = if matches!(goal, Goal::DocumentText(_)) { Form::Text } else { Form::Binary };
    let how = BuildMapOptions::default()
        .form(form)
        .materials(options.materials)
        .textures(options.textures)
        .limits(super::scenes::limits(options));
    // Where nothing is known about the project, all that can be made is.
    let how = if knows_project(options) { how.find(&is_there) } else { how };
    let mut budget = super::scenes::limits(options).budget();
    let root = names::level_root(output);
    let built = options.giving(root, |give| {
        let how = give.map_or(how, |give| how.give(give));
        level::build(&scene, names::stem(output), &how, &mut budget).map_err(Error::convert)
    })??;
    let restored = built.restored && options.is_plain();
    let bytes = built.map.to_bytes().map_err(|error| Error::malformed(Format::PragmaMap, error))?;
    let mut findings = findings.without_expected_losses();
    findings.extend(built.findings);
    let files = built.files.into_iter().map(|file| (file.name, file.bytes));
    Ok(Converted { findings, restored, ..Converted::of_level(files, output, bytes) })
}

fn knows_project(options: &ConvertOptions) -> bool {
    options.resources.is_some()
}

/// Where there are no files, and why.
struct Nowhere(&'static str);

impl Supply for Nowhere {
    fn find(&mut self, _: &[String]) -> Result<String, String> {
        Err(self.0.to_owned())
    }

    fn read(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err(self.0.to_owned())
    }

    fn look(
        &mut self,
        _: &pragma_asset::Reference,
        _: asset_scene::Id<asset_scene::Material>,
        _: &mut Scene<'_>,
        _: &mut Looks,
    ) {
    }
}
