//! What stands beside models: animations that come along, and the model that a scene was edited from.

use std::path::Path;

use engine_assets::convert::{self, ConvertOptions, Original, is_called_after};
use engine_assets::{Asset, Error};

use super::plan::{self, Job};
use crate::inputs::Input;
use crate::report::shown;
use crate::side::SideOptions;

/// A model that a scene was edited from, with the animations of Urho3D beside it and their side files.
pub(super) fn original(path: &Path, side: &SideOptions) -> Result<Original, Error> {
    let named = |error: Error| Error::Refused(format!("{}: {error}", shown(&path)));
    let input = Input::new(path);
    let bytes = input.read().map_err(|error| named(error.into()))?;
    let asset = input.asset(&bytes).map_err(named)?;
    let side_file = side.find(&input, &asset);
    let mut original = Original::new(asset).map_err(named)?.side(side_file);
    for beside in animations_of(&input, |name| is_called_after(name, &plan::stem(path))) {
        let bytes = beside.read().map_err(|error| named(error.into()))?;
        if let Ok(asset) = beside.asset(&bytes) {
            let side_file = side.find(&beside, &asset);
            original = original.animation(&plan::stem(beside.path()), asset, side_file);
        }
    }
    Ok(original)
}

/// The animations of Urho3D beside a model that is made anew, and beside what it is made of: those that are called after it, by their names.
pub(super) fn others(job: &Job) -> Vec<(String, Input)> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_file = !job.to_stdout && !input.is_in_package() && !input.is_stdin();
    if !is_file || job.goal.extension() != Some("mdl") {
        return Vec::new();
    }
    let model = plan::stem(&job.place.output);
    let mut found: Vec<(String, Input)> = Vec::new();
    for place in [Input::new(&job.place.output), Input::new(input.path())] {
        for animation in animations_of(&place, |name| is_called_after(name, &model)) {
            let name = plan::stem(animation.path());
            if found.iter().all(|(known, _)| !known.eq_ignore_ascii_case(&name)) {
                found.push((name, animation));
            }
        }
    }
    found
}

/// Files of animations in a model's folder that come along where it is converted alone: those that are asked for, or else those that are called
/// after it.
pub(super) fn animations_beside(job: &Job, options: &ConvertOptions) -> Vec<Input> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_model = input.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl"));
    if !is_model || !job.goal.is_gltf() || input.is_in_package() || input.is_stdin() {
        return Vec::new();
    }
    let model = plan::stem(input.path());
    animations_of(input, |name| {
        let asked_for = options.animations.matches(&name.into());
        if options.animations.is_empty() { is_called_after(name, &model) } else { asked_for }
    })
}

/// Files of animations in the folder of a model that have wanted names.
fn animations_of(model: &Input, wanted: impl Fn(&str) -> bool) -> Vec<Input> {
    let paths = convert::animations_beside(model.path(), wanted);
    // What can't be opened isn't an animation of this model: nobody asked for it.
    let opens = |input: &Input| input.read().is_ok_and(|bytes| matches!(input.asset(&bytes), Ok(Asset::UrhoAni(_))));
    paths.iter().map(|path| Input::new(path)).filter(opens).collect()
}
