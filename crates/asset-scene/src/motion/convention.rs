//! Finds out which part of a body a bone is, given its name. This knows the conventions of Mixamo, Unreal's mannequin,
//! Rigify, Biped and others.

use std::collections::HashMap;

use crate::world::World;
use crate::{Id, Node, Scene};

/// The side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum BodySide {
    Left,
    Right,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    Root,
    Hips,
    /// Any number of bones between the hips and the neck.
    Spine,
    Neck,
    Head,
    Shoulder,
    UpperArm,
    Forearm,
    Hand,
    Thigh,
    Shin,
    Foot,
    Toe,
    Thumb,
    Index,
    Middle,
    Ring,
    Pinky,
}

/// What a bone is: the body part, the side, and a number for joints in a finger or in the spine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Role {
    pub(super) part: Part,
    pub(super) side: Option<BodySide>,
    pub(super) number: u32,
}

/// Words that programs put before bone names.
const PREFIXES: [&str; 15] = [
    "mixamorig",
    "bip",
    "valvebiped",
    "valve",
    "def",
    "org",
    "bind",
    "character",
    "cc",
    "base",
    "jnt",
    "joint",
    "f",
    "armature",
    "bone",
];
/// Words for helper bones, such as twists, tips and solver targets. These bones do not belong to the body.
const HELPERS: [&str; 14] = [
    "nub",
    "end",
    "twist",
    "roll",
    "ik",
    "pole",
    "ctrl",
    "helper",
    "footsteps",
    "mch",
    "target",
    "offset",
    "socket",
    "tweak",
];

/// Returns the name without a namespace, so `Hips` for `Mutant:Hips`.
pub(super) fn without_namespace(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// Splits a name into words and numbers: `LeftHandIndex1` becomes `left`, `hand`, `index` and `1`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for letter in without_namespace(name).chars() {
        let begins = before.is_none_or(|before| {
            letter.is_uppercase() && before.is_lowercase() || letter.is_ascii_digit() != before.is_ascii_digit()
        });
        if !letter.is_alphanumeric() {
            before = None;
            continue;
        }
        let lower = letter.to_lowercase();
        match words.last_mut() {
            Some(word) if !begins => word.extend(lower),
            _ => words.push(lower.collect()),
        }
        before = Some(letter);
    }
    words
}

fn side_of(word: &str) -> Option<BodySide> {
    match word {
        "left" | "l" | "lft" => Some(BodySide::Left),
        "right" | "r" | "rgt" => Some(BodySide::Right),
        _ => None,
    }
}

/// Returns the side that is in the name, and the other words. A bone and its mirror image have the same words.
pub(super) fn sided(name: &str) -> Option<(BodySide, Vec<String>)> {
    let mut words = words(name);
    let index = words.iter().position(|word| side_of(word).is_some())?;
    let side = words.get(index).and_then(|word| side_of(word))?;
    words.remove(index);
    Some((side, words))
}

/// Returns what a bone with this name is, or `None` if the name is not known.
pub(super) fn role(name: &str) -> Option<Role> {
    let (side, all) = match sided(name) {
        Some((side, words)) => (Some(side), words),
        None => (None, words(name)),
    };
    if all.iter().any(|word| HELPERS.contains(&word.as_str())) {
        return None;
    }
    let (mut letters, mut digits) = (String::new(), Vec::new());
    let mut after_prefix = false;
    for word in &all {
        if let Some(first) = word.chars().next().filter(char::is_ascii_digit) {
            // A number behind a prefix belongs to it: Bip01, Character1.
            if !(after_prefix && letters.is_empty()) {
                digits.push((word.as_str(), first));
            }
        } else if letters.is_empty() && PREFIXES.contains(&word.as_str()) && all.len() > 1 {
            after_prefix = true;
            continue;
        } else {
            letters.push_str(word);
        }
        after_prefix = false;
    }
    let number = digits.last().and_then(|(word, _)| word.parse::<u32>().ok()).unwrap_or(0);
    let part = part_of(&letters, side)?;
    if letters == "finger" {
        return biped_finger(&digits, side);
    }
    let number = match part {
        Part::Spine | Part::Neck => number,
        Part::Thumb | Part::Index | Part::Middle | Part::Ring | Part::Pinky => number.saturating_sub(1),
        // Rigify numbers the further pieces of a limb.
        _ if number > 0 && part != Part::Toe => return None,
        _ => 0,
    };
    Some(Role { part, side, number })
}

fn part_of(letters: &str, side: Option<BodySide>) -> Option<Part> {
    let is_sided = side.is_some();
    Some(match letters {
        "root" if !is_sided => Part::Root,
        "hips" | "hip" | "pelvis" if !is_sided => Part::Hips,
        "spine" | "chest" | "upperchest" | "abdomen" | "waist" | "torso" if !is_sided => Part::Spine,
        "neck" if !is_sided => Part::Neck,
        "head" if !is_sided => Part::Head,
        _ if !is_sided => return None,
        "shoulder" | "clavicle" | "collar" => Part::Shoulder,
        "arm" | "upperarm" | "uparm" => Part::UpperArm,
        "forearm" | "lowerarm" | "elbow" => Part::Forearm,
        "hand" | "wrist" => Part::Hand,
        "upleg" | "thigh" | "upperleg" => Part::Thigh,
        "leg" | "calf" | "shin" | "lowerleg" | "knee" => Part::Shin,
        "foot" | "ankle" => Part::Foot,
        "toe" | "toebase" | "toes" | "ball" => Part::Toe,
        "thumb" | "handthumb" => Part::Thumb,
        "index" | "handindex" | "finger" => Part::Index,
        "middle" | "handmiddle" | "mid" => Part::Middle,
        "ring" | "handring" => Part::Ring,
        "pinky" | "handpinky" | "little" => Part::Pinky,
        _ => return None,
    })
}

/// Reads a finger name in the Biped convention: the first digit is the finger, the second is the joint.
fn biped_finger(digits: &[(&str, char)], side: Option<BodySide>) -> Option<Role> {
    let (number, first) = digits.last()?;
    let parts = [Part::Thumb, Part::Index, Part::Middle, Part::Ring, Part::Pinky];
    let part = parts.get(first.to_digit(10)? as usize)?;
    let joint = number.get(1..).filter(|rest| !rest.is_empty()).map_or(Some(0), |rest| rest.parse().ok())?;
    Some(Role { part: *part, side, number: joint })
}

/// The bones in a scene, by what they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) bones: HashMap<Role, Id<Node>>,
    /// The spine bones, from the hips to the neck.
    pub(super) spine: Vec<Id<Node>>,
}

impl Body {
    /// Reads the names of all nodes that have no mesh. If two bones would be the same, the first one is used, and
    /// parents come first.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut body = Self::default();
        for id in World::new(scene).depth_first().filter(|id| scene[*id].mesh.is_none()) {
            match role(&scene[id].name) {
                Some(Role { part: Part::Spine, .. }) => body.spine.push(id),
                Some(role) => drop(body.bones.entry(role).or_insert(id)),
                None => {}
            }
        }
        body.name_ends_of_spine();
        body
    }

    /// Finds the ends of the spine, because Rigify numbers a single chain from the hips to the head.
    fn name_ends_of_spine(&mut self) {
        let plain = |part| Role { part, side: None, number: 0 };
        if !self.bones.contains_key(&plain(Part::Hips)) && self.spine.len() > 1 {
            self.bones.insert(plain(Part::Hips), self.spine.remove(0));
        }
        if !self.bones.contains_key(&plain(Part::Head)) && self.spine.len() >= 6 {
            self.bones.extend(self.spine.pop().map(|head| (plain(Part::Head), head)));
            let neck = self.spine.split_off(self.spine.len().saturating_sub(2));
            self.bones.extend(neck.first().map(|neck| (plain(Part::Neck), *neck)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_conventions_mean_the_same() {
        let is = |names: &[&str], part, side, number| {
            for name in names {
                assert_eq!(role(name), Some(Role { part, side, number }), "{name}");
            }
        };
        let (left, right) = (Some(BodySide::Left), Some(BodySide::Right));
        is(
            &["mixamorig:Hips", "Mutant:Hips", "Bind_Hips", "pelvis", "Bip01_Pelvis", "Bip001 Pelvis"],
            Part::Hips,
            None,
            0,
        );
        is(
            &["LeftArm", "mixamorig:LeftArm", "upperarm_l", "Bip01_L_UpperArm", "DEF-upper_arm.L", "Bip01 L UpperArm"],
            Part::UpperArm,
            left,
            0,
        );
        is(&["RightForeArm", "lowerarm_r", "Bip01_R_Forearm", "DEF-forearm.R"], Part::Forearm, right, 0);
        is(&["LeftUpLeg", "thigh_l", "Bip01_L_Thigh", "DEF-thigh.L"], Part::Thigh, left, 0);
        is(&["RightLeg", "calf_r", "Bip01_R_Calf", "DEF-shin.R"], Part::Shin, right, 0);
        is(&["LeftToeBase", "ball_l", "Bip01_L_Toe0", "DEF-toe.L"], Part::Toe, left, 0);
        is(&["LeftHandIndex1", "index_01_l", "Bip01_L_Finger1", "DEF-f_index.01.L"], Part::Index, left, 0);
        is(&["RightHandThumb2", "thumb_02_r", "Bip01_R_Finger01", "DEF-thumb.02.R"], Part::Thumb, right, 1);
        is(&["Spine2", "spine_02", "Bip01_Spine2"], Part::Spine, None, 2);
        is(&["Head", "head", "Bip01_Head"], Part::Head, None, 0);
        for other in [
            "Bip01_HeadNub",
            "upperarm_twist_01_l",
            "LeftToe_End",
            "DEF-forearm.L.001",
            "Bip01_Footsteps",
            "ik_hand_l",
            "Tail1",
            "",
        ] {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
