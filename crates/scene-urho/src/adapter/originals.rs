//! The model that a scene was edited from, with its animations.

use binio::{Findings, Path};
use urho_ani::Animation;
use urho_mdl::Model;

use crate::SideFile;
use crate::kinds;

/// The model that a scene was edited from. Use this to keep all content that the scene can't show.
#[derive(Clone, Debug)]
pub struct Original<'o> {
    /// The model.
    pub model: &'o Model<'static>,
    /// The side file, if it could be read.
    pub side: Option<SideFile>,
    /// The animations that belong to the model.
    pub animations: Vec<OriginalAnimation<'o>>,
}

/// An animation that belongs to an original.
#[derive(Clone, Debug)]
pub struct OriginalAnimation<'o> {
    /// The file name, without folder and extension.
    pub name: &'o str,
    /// The animation.
    pub animation: &'o Animation<'static>,
    /// The side file, if it could be read.
    pub side: Option<SideFile>,
}

/// The original animations that were not yet matched with an animation in the scene.
pub(super) struct Originals<'o, 'i> {
    open: Vec<&'o OriginalAnimation<'i>>,
    /// The number of animations in the scene that don't have an original with the same name. This is 0 if renamed
    /// animations should not be matched.
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

    /// Returns the original of an animation, which must have the same name (case is ignored). But if only one original
    /// and one new name is left, the animation was renamed, so this returns it too.
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

/// Returns whether an original is the animation with this name. Blender adds a number to the names of copies, so this
/// is ignored.
fn is_of(original: &OriginalAnimation<'_>, name: &str) -> bool {
    let plain = match name.rsplit_once('.') {
        Some((plain, number)) if number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    };
    original.name.eq_ignore_ascii_case(name) || original.name.eq_ignore_ascii_case(plain)
}
