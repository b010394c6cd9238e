//! Names of files that come of one document.

#[cfg(feature = "scene-urho")]
use std::collections::HashSet;

/// The name of a file without its folder and extension.
#[cfg(feature = "gltf")]
pub(super) fn stem(path: &str) -> &str {
    let path = without_extension(path);
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// A path without the extension of its last part.
pub(super) fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let dot = path.get(name..).and_then(|name| name.rfind('.')).filter(|dot| *dot > 0);
    dot.and_then(|dot| path.get(..name.saturating_add(dot))).unwrap_or(path)
}

/// What is before the folder `Models` of a name, from where resources are counted; nothing if there is none.
#[cfg(feature = "scene-urho")]
pub(super) fn root(output: &str) -> &str {
    let folder = output.rfind('/').map_or("", |slash| output.get(..=slash).unwrap_or_default());
    let models = folder.rmatch_indices(MODELS).map(|(at, _)| at);
    let mut models = models.filter(|at| *at == 0 || folder.as_bytes().get(at.wrapping_sub(1)) == Some(&b'/'));
    models.next().and_then(|at| folder.get(..at)).unwrap_or_default()
}

/// What is before the folder `Scenes`, `Objects` or `Prefabs` of a name, from where resources are counted; its folder if there is none.
#[cfg(feature = "scene-urho")]
pub(super) fn level_root(output: &str) -> &str {
    let folder = output.rfind('/').map_or("", |slash| output.get(..=slash).unwrap_or_default());
    let mut at = folder;
    while let Some(end) = at.strip_suffix('/') {
        let start = end.rfind('/').map_or(0, |slash| slash.saturating_add(1));
        let (before, name) = (end.get(..start).unwrap_or_default(), end.get(start..).unwrap_or_default());
        if LEVELS.contains(&name) {
            return before;
        }
        at = before;
    }
    folder
}

/// Folders that scenes and prefabs are in.
#[cfg(feature = "scene-urho")]
const LEVELS: [&str; 3] = ["Scenes", "Objects", "Prefabs"];

#[cfg(feature = "scene-urho")]
const MODELS: &str = "Models/";

/// The folder of resources that a model is written into: the one with the folder `Models` on the way to it; of a scene or prefab that with
/// `Scenes`, `Objects` or `Prefabs`. The folder of the file itself if there is none. Name the model by its path below it, so that [`convert`](super::convert) puts its materials into the folders beside `Models`.
///
/// ```
/// use engine_assets::convert::resource_root;
/// assert_eq!(resource_root("Game/Data/Models/Fox/Fox.mdl".as_ref()).to_str(), Some("Game/Data"));
/// assert_eq!(resource_root("out/Fox.mdl".as_ref()).to_str(), Some("out"));
/// assert_eq!(resource_root("Data/Scenes/Level.xml".as_ref()).to_str(), Some("Data"));
/// ```
#[cfg(feature = "scene-urho")]
pub fn resource_root(model: &std::path::Path) -> &std::path::Path {
    let folder = model.parent().unwrap_or(model);
    let is_model = model.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl"));
    let is_it = |name: &str| if is_model { name == "Models" } else { LEVELS.contains(&name) };
    let models = folder.ancestors().find(|folder| folder.file_name().and_then(|name| name.to_str()).is_some_and(is_it));
    models.and_then(std::path::Path::parent).unwrap_or(folder)
}

/// Names beside a model for its animations: `Fox.mdl` has `Fox_Walk.ani`. No two are the same file.
#[cfg(feature = "scene-urho")]
pub(super) struct Beside<'m> {
    model: &'m str,
    taken: HashSet<String>,
}

#[cfg(feature = "scene-urho")]
impl<'m> Beside<'m> {
    pub(super) fn new(model: &'m str) -> Self {
        Self { model, taken: HashSet::new() }
    }

    /// The name for the animation of a name.
    pub(super) fn name(&mut self, animation: &str) -> String {
        let (model, animation) = (stem(self.model), safe(animation));
        let name = if animation == model || animation.starts_with(&format!("{model}_")) {
            animation
        } else {
            format!("{model}_{animation}")
        };
        let mut unique = name.clone();
        let mut number = 1_usize;
        // Some systems don't tell case apart.
        while !self.taken.insert(unique.to_lowercase()) {
            number = number.saturating_add(1);
            unique = format!("{name}_{number}");
        }
        match self.model.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{unique}.ani"),
            None => format!("{unique}.ani"),
        }
    }
}

/// A name as part of the name of a file, on every system.
#[cfg(feature = "scene-urho")]
fn safe(name: &str) -> String {
    let unsafe_character = |character: char| character.is_control() || "/\\:*?\"<>|%".contains(character);
    let name = name.replace(unsafe_character, "_");
    let name = name.trim_end_matches(['.', ' ']);
    if name.is_empty() { "animation".to_owned() } else { name.to_owned() }
}

#[cfg(all(test, feature = "scene-urho"))]
mod tests {
    use super::*;

    #[test]
    fn animations_are_called_after_their_model() {
        let mut beside = Beside::new("out/Fox.mdl");
        let mut name = |animation| beside.name(animation);
        assert_eq!(name("Walk"), "out/Fox_Walk.ani");
        assert_eq!(name("Fox_Run"), "out/Fox_Run.ani");
        assert_eq!(name("walk"), "out/Fox_walk_2.ani");
        assert_eq!(name("../../x: y."), "out/Fox_.._.._x_ y.ani");
        assert_eq!(name(""), "out/Fox_animation.ani");
    }

    #[test]
    fn resources_begin_before_models() {
        let cases = [("Models/Fox.mdl", ""), ("a/Models/b/Fox.mdl", "a/"), ("out/Fox.mdl", ""), ("Fox.mdl", "")];
        for (output, wanted) in cases.into_iter().chain([("MyModels/Fox.mdl", ""), ("Models", "")]) {
            assert_eq!(root(output), wanted, "{output}");
        }
    }

    #[test]
    fn only_the_last_part_has_an_extension() {
        assert_eq!([stem("a.b/c.d.mdl"), stem("a.b/c"), stem(".mdl")], ["c.d", "c", ".mdl"]);
        assert_eq!(without_extension("a.b/c"), "a.b/c");
    }
}
