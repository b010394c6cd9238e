//! Names of a model's animations.

use std::collections::HashSet;

use scene_adapter::look::without_extension;

/// Returns whether an animation of this name is included with a model by default: `Mutant_Walk` with `Mutant`. Case doesn't matter.
pub fn matches_model_name(animation: &str, model: &str) -> bool {
    let (animation, model) = (animation.to_lowercase(), model.to_lowercase());
    animation.strip_prefix(&model).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// File names for the animations of a model: `Fox.mdl` has `Fox_Walk.ani`. They are unique.
pub(super) struct Beside<'m> {
    folder: &'m str,
    model: &'m str,
    taken: HashSet<String>,
}

impl<'m> Beside<'m> {
    /// Creates names in the folder of the file `output`.
    pub(super) fn new(output: &'m str) -> Self {
        let path = without_extension(output);
        let name = path.rfind('/').map_or(0, |slash| slash.saturating_add(1));
        let (folder, model) = path.split_at_checked(name).unwrap_or(("", path));
        Self { folder, model, taken: HashSet::new() }
    }

    /// The name for the animation of a name, with this extension.
    pub(super) fn name(&mut self, animation: &str, extension: &str) -> String {
        let animation = safe(animation);
        let name =
            if matches_model_name(&animation, self.model) { animation } else { format!("{}_{animation}", self.model) };
        let mut unique = name.clone();
        let mut number = 1_usize;
        // Some systems don't tell case apart.
        while !self.taken.insert(unique.to_lowercase()) {
            number = number.saturating_add(1);
            unique = format!("{name}_{number}");
        }
        format!("{}{unique}.{extension}", self.folder)
    }
}

/// A name as part of the name of a file, on every system.
fn safe(name: &str) -> String {
    let unsafe_character = |character: char| binio::misleads(character) || "/\\:*?\"<>|%".contains(character);
    let name = name.replace(unsafe_character, "_");
    let name = name.trim_end_matches(['.', ' ']);
    if name.is_empty() { "animation".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn animations_are_called_after_their_model() {
        let mut beside = Beside::new("out/Fox.mdl");
        let mut name = |animation| beside.name(animation, "ani");
        assert_eq!(name("Walk"), "out/Fox_Walk.ani");
        assert_eq!(name("Fox_Run"), "out/Fox_Run.ani");
        assert_eq!(name("walk"), "out/Fox_walk_2.ani");
        assert_eq!(name("../../x: y."), "out/Fox_.._.._x_ y.ani");
        assert_eq!(name(""), "out/Fox_animation.ani");
    }
}
