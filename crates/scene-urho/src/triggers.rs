//! Moves the triggers of animations whose times have changed.

use asset_scene::{Error, Source};
use scene_adapter::origin::mismatch;
use urho_ani::Sidecar;

use crate::SideFile;

/// An animation, or a part of one, whose triggers must be moved.
#[derive(Clone, Copy)]
pub struct TriggerPart<'p> {
    /// The source of the animation, which can contain a side file.
    pub source: Option<&'p Source<'p>>,
    /// The length of the animation in seconds. This is needed because triggers can be stored as fractions of it.
    pub length: f32,
    /// Returns the new time for a trigger, or `None` if it was cut off.
    pub new_time: &'p dyn Fn(f32) -> Option<f32>,
}

/// The result of [`moved_triggers`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MovedTriggers {
    /// The source to use for the changed animation. Its side file has the triggers of all parts. This is `None` if no
    /// part has a source.
    pub source: Option<Source<'static>>,
    /// The number of triggers that were cut off.
    pub lost: usize,
}

/// Returns the source for an animation that was put together from parts of other animations. It has all triggers at
/// their new times, and everything else from the first side file. The side file is XML, because all engines can read
/// this. The stored animation is removed, because it is no longer the same.
///
/// # Errors
/// Fails if a side file can't be read, or if its values can't be written.
pub fn moved_triggers(parts: &[TriggerPart<'_>]) -> Result<MovedTriggers, Error> {
    let first = parts.iter().find_map(|part| part.source);
    let mut moved =
        MovedTriggers { source: first.map(|source| Source { original: None, ..source.clone() }.into_owned()), lost: 0 };
    let mut joined: Option<Sidecar> = None;
    for part in parts {
        let Some(side) = part.source.map(SideFile::stored).transpose()?.flatten() else { continue };
        let parse = if side.is_json { Sidecar::parse_json } else { Sidecar::parse_xml };
        let (mut own, _) = parse(&side.bytes, Some(part.length)).map_err(unreadable)?;
        let before = own.triggers.len();
        own.triggers.retain_mut(|trigger| match (part.new_time)(trigger.time) {
            Some(time) => {
                trigger.time = time;
                true
            }
            None => false,
        });
        moved.lost = moved.lost.saturating_add(before.saturating_sub(own.triggers.len()));
        match &mut joined {
            Some(joined) => joined.triggers.extend(own.triggers),
            None => joined = Some(own),
        }
    }
    if let (Some(mut joined), Some(source)) = (joined, &mut moved.source) {
        joined.sort_triggers();
        let bytes = joined.to_xml().map_err(unreadable)?;
        SideFile { is_json: false, bytes }.store(source);
    }
    Ok(moved)
}

fn unreadable<K: std::fmt::Display>(error: binio::Error<K>) -> Error {
    mismatch("side file", error.kind()).within(binio::Segment::Part("triggers"))
}
