//! How to name the animations that belong to a model.

use std::collections::HashSet;

use scene_adapter::look::without_extension;

/// Returns whether an animation with this name should be converted together with a model by default. For example,
/// `Mutant_Walk` belongs to `Mutant`. Case is ignored.
pub fn matches_model_name(animation: &str, model: &str) -> bool {
    let (animation, model) = (animation.to_lowercase(), model.to_lowercase());
    animation.strip_prefix(&model).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Unique file names for the animations of a model. For example, `Fox.mdl` gets `Fox_Walk.ani`.
pub(super) struct Beside<'m> {
    folder: &'m str,
    model: &'m str,
    taken: HashSet<String>,
}

impl<'m> Beside<'m> {
    /// Names files in the same folder as the file `output`.
    pub(super) fn new(output: &'m str) -> Self {
        let path = without_extension(output);
        let name = path.rfind('/').map_or(0, |slash| slash.saturating_add(1));
        let (folder, model) = path.split_at_checked(name).unwrap_or(("", path));
        Self { folder, model, taken: HashSet::new() }
    }

    /// Returns the file name to use for an animation, given its name and the extension.
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

/// Replaces everything in a name that can't be used in a file name on every system.
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
