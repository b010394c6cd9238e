//! The model that a scene was edited from, with its animations.

use binio::{Findings, Path};
use urho_ani::Animation;
use urho_mdl::Model;

use crate::SideFile;
use crate::kinds;

/// The original model of an edited scene: its content that the scene doesn't show is kept.
#[derive(Clone, Debug)]
pub struct Original<'o> {
    /// The model.
    pub model: &'o Model<'static>,
    /// Its side file, if it could be read.
    pub side: Option<SideFile>,
    /// The animations of the model.
    pub animations: Vec<OriginalAnimation<'o>>,
}

/// An animation of an original.
#[derive(Clone, Debug)]
pub struct OriginalAnimation<'o> {
    /// Name of its file, without folder and extension.
    pub name: &'o str,
    /// The animation.
    pub animation: &'o Animation<'static>,
    /// Its side file, if it could be read.
    pub side: Option<SideFile>,
}

/// The animations of an original that no animation of the scene has taken yet.
pub(super) struct Originals<'o, 'i> {
    open: Vec<&'o OriginalAnimation<'i>>,
    /// Number of the scene's animations without an original of their name; 0 if renamed animations aren't matched.
    new: usize,
}

impl<'o, 'i> Originals<'o, 'i> {
    pub(super) fn new<'n>(original: Option<&'o Original<'i>>, names: impl Iterator<Item = &'n str>) -> Self {
        let all: &[OriginalAnimation<'i>] = original.map_or(&[], |original| &original.animations);
        let (mut named, mut new) = (Vec::new(), 0_usize);
        for name in names {
            match all.iter().position(|one| is_of(one, name)) {
                Some(place) => named.push(place),
                None => new = new.saturating_add(1),
            }
        }
        // Originals whose names the scene still uses come first: the rest can be matched with a renamed animation.
        let (mut open, mut left): (Vec<&OriginalAnimation<'_>>, Vec<&OriginalAnimation<'_>>) = (Vec::new(), Vec::new());
        for (place, one) in all.iter().enumerate() {
            if named.contains(&place) { open.push(one) } else { left.push(one) }
        }
        if let ([one], 1) = (left.as_slice(), new) {
            open.push(one);
        } else {
            new = 0;
        }
        Self { open, new }
    }

    /// Returns the original of an animation: the one with the same name in any case. If exactly one original and one new name are left, they are
    /// matched.
    pub(super) fn take(&mut self, name: &str, findings: &mut Findings) -> Option<&'o OriginalAnimation<'i>> {
        let named = self.open.iter().position(|one| is_of(one, name));
        if named.is_none() && self.new == 1 {
            let one = self.open.pop()?;
            let message = format!("is {} of the original under another name", one.name);
            findings.note(kinds::ANIMATION_RENAMED, Path::from("animation").name(name.as_bytes()), message);
            return Some(one);
        }
        self.open.get(named?).copied()
    }
}

/// Whether an original is the animation of this name; Blender tells copies apart by numbers.
fn is_of(original: &OriginalAnimation<'_>, name: &str) -> bool {
    let plain = match name.rsplit_once('.') {
        Some((plain, number)) if number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    };
    original.name.eq_ignore_ascii_case(name) || original.name.eq_ignore_ascii_case(plain)
}
