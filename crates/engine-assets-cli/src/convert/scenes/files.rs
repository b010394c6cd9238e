//! Names of the files that come of a scene.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The name of a file without folder and ending, as text.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Paths beside a model for its animations: `Fox.mdl` has `Fox_Walk.ani`. No two are the same file.
pub(super) struct Beside<'m> {
    model: &'m Path,
    taken: HashSet<String>,
}

impl<'m> Beside<'m> {
    pub(super) fn new(model: &'m Path) -> Self {
        Self { model, taken: HashSet::new() }
    }

    /// The path for the animation of a name.
    pub(super) fn path(&mut self, animation: &str) -> PathBuf {
        let (model, animation) = (stem(self.model), safe(animation));
        let name = if animation == model || animation.starts_with(&format!("{model}_")) {
            animation
        } else {
            format!("{model}_{animation}")
        };
        let mut unique = name.clone();
        let mut number = 1;
        // Some systems don't tell case apart.
        while !self.taken.insert(unique.to_lowercase()) {
            number += 1;
            unique = format!("{name}_{number}");
        }
        self.model.with_file_name(unique + ".ani")
    }
}

/// A name as part of the name of a file, on every system.
fn safe(name: &str) -> String {
    let unsafe_character = |character: char| character.is_control() || "/\\:*?\"<>|%".contains(character);
    let name = name.replace(unsafe_character, "_");
    let name = name.trim_end_matches(['.', ' ']);
    if name.is_empty() { "animation".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn animations_are_called_after_their_model() {
        let mut beside = Beside::new(Path::new("out/Fox.mdl"));
        let mut name = |animation| beside.path(animation).to_string_lossy().replace('\\', "/");
        assert_eq!(name("Walk"), "out/Fox_Walk.ani");
        assert_eq!(name("Fox_Run"), "out/Fox_Run.ani");
        assert_eq!(name("walk"), "out/Fox_walk_2.ani");
        assert_eq!(name("../../x: y."), "out/Fox_.._.._x_ y.ani");
        assert_eq!(name(""), "out/Fox_animation.ani");
    }
}
