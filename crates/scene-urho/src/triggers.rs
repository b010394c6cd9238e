//! Triggers of animations whose times change.

use asset_scene::{Error, Source};
use scene_adapter::origin::mismatch;
use urho_ani::Sidecar;

use crate::SideFile;

/// An animation, or a part of one, whose triggers move.
#[derive(Clone, Copy)]
pub struct TriggerPart<'p> {
    /// Source of the animation, which may contain a side file.
    pub source: Option<&'p Source<'p>>,
    /// Length of the animation in seconds: triggers may be stored as fractions of it.
    pub length: f32,
    /// Returns the new time of a trigger; `None` if it was cut off.
    pub new_time: &'p dyn Fn(f32) -> Option<f32>,
}

/// Result of [`moved_triggers`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MovedTriggers {
    /// Source with the side file of all parts, for the changed animation; `None` if no part has a source.
    pub source: Option<Source<'static>>,
    /// Number of triggers that were cut off.
    pub lost: usize,
}

/// Returns the source of an animation that was made of parts of others: it has their triggers at their new times, and the other content of the first
/// side file. The side file is XML, which all engines read. The stored animation isn't kept, because it differs from the changed one.
///
/// # Errors
/// A side file that can't be read, or whose values can't be written.
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
