//! Material files beside the models that a scene becomes.

use asset_scene::{Id, Material, Scene};
use scene_adapter::look::ResourceFile;

use super::{ConvertOptions, Converted, OutputFile, names};
use crate::Error;

/// Makes the materials of a model of Urho3D with their textures, and the list that says which geometry has which.
pub(super) fn urho(
    scene: &Scene<'_>,
    geometries: &[Option<Id<Material>>],
    (goal, output): (super::Goal, &str),
    options: &ConvertOptions,
    made: &mut Converted,
) -> Result<(), Error> {
    use scene_urho::{BuildLookOptions, Target, build_looks};
    use urho_material::MaterialList;
    if !options.materials {
        return Ok(());
    }
    let stem = names::stem(output);
    let is_there = |name: &str| is_there(options, name);
    let how = BuildLookOptions::default()
        .target(if goal == super::Goal::Umd3 { Target::Rbfx } else { Target::Urho3D })
        .without_textures(!options.textures)
        .folder(if options.own_folders { stem } else { "" })
        .find(&is_there);
    let mut budget = super::scenes::limits(options).budget();
    let built = options.giving(names::root(output), |give| {
        let how = give.map_or(how, |give| how.give(give));
        build_looks(scene, stem, geometries, &how, &mut budget)
    })?;
    made.findings.extend(built.findings);
    if built.names.iter().all(Option::is_none) {
        return Ok(());
    }
    add(built.files, names::root(output), made);
    // A geometry without a name keeps the material that it has.
    let lines = built.names.iter().map(|name| name.as_deref().unwrap_or_default());
    let list = MaterialList::new(lines).and_then(|list| list.to_bytes()).map_err(|error| {
        let why = error.to_string();
        Error::Refused(format!("expected names of materials for a list, found others: {why}"))
    })?;
    made.files.push(OutputFile { name: format!("{}.txt", names::without_extension(output)), bytes: list });
    Ok(())
}

/// Makes the materials of a model of Pragma with their textures, and gives the model their names.
pub(super) fn pragma(
    scene: &Scene<'_>,
    model: &mut pragma_asset::Model<'_>,
    materials: &[Option<Id<Material>>],
    output: &str,
    options: &ConvertOptions,
    made: &mut Converted,
) -> Result<(), Error> {
    use scene_pragma::{BuildLookOptions, build_looks};
    if !options.materials {
        return Ok(());
    }
    let root = names::root(output);
    let below = names::below_models(output);
    let is_there = |name: &str| is_there(options, name);
    let how =
        BuildLookOptions::default().form(model.form()).without_textures(!options.textures).model(below).find(&is_there);
    let mut budget = super::scenes::limits(options).budget();
    let built = options.giving(root, |give| {
        let how = give.map_or(how, |give| how.give(give));
        build_looks(scene, materials, &how, &mut budget)
    })?;
    built.name_in(model).map_err(|error| Error::malformed(crate::Format::PragmaModel, error))?;
    made.findings.extend(built.findings);
    add(built.files, root, made);
    Ok(())
}

/// Adds files below the folder of resources.
fn add(files: Vec<ResourceFile>, root: &str, made: &mut Converted) {
    let named = files.into_iter().map(|file| OutputFile { name: format!("{root}{}", file.name), bytes: file.bytes });
    made.files.extend(named);
}

/// Whether a resource is where the model goes to.
pub(super) fn is_there(options: &ConvertOptions, name: &str) -> bool {
    options.resources.as_ref().is_some_and(|resources| matches!(resources.find(name), Ok(Some(_))))
}
