//! Checks channel animations.

use alloc::format;

use binio::{Findings, Limits};

use crate::asset::{Asset, sealed};
use crate::kinds;
use crate::panima::{AnimationsKind, ChannelAnimation};

/// The engine will throw an exception for keys that are closer than this.
const LEAST_GAP: f32 = 0.00005;

impl sealed::Check for AnimationsKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let mut budget = Limits::default().budget();
        for channel in asset.animations().iter().flat_map(ChannelAnimation::channels) {
            let path = || channel.path().clone();
            if channel.interpolation() != "Linear" {
                findings.note(
                    kinds::INTERPOLATION,
                    path(),
                    format!("interpolation {}: the engine interpolates linearly", channel.interpolation()),
                );
            }
            if channel.target().is_empty() {
                findings.warning(kinds::NO_TARGET, path(), "no target: it moves nothing");
            }
            let curve = match channel.curve(&mut budget) {
                Ok(curve) => curve,
                Err(error) => {
                    findings.error(kinds::CHANNEL_UNREADABLE, error.path().clone(), format!("{}", error.kind()));
                    continue;
                }
            };
            if curve.times.len() != curve.values.len() {
                let message = format!("{} times for {} values", curve.times.len(), curve.values.len());
                findings.error(kinds::KEY_COUNT, path(), message);
            }
            let apart = |pair: &[f32]| matches!(pair, [a, b] if b - a >= LEAST_GAP);
            if !curve.times.windows(2).all(apart) {
                findings.error(
                    kinds::TIMES_NOT_ASCENDING,
                    path(),
                    "the times don't ascend by 0.00005 s or more: the engine throws",
                );
            }
            if !curve.values.is_empty() && curve.at(0.0).is_none() {
                findings.warning(
                    kinds::NOT_ANIMATABLE,
                    path(),
                    format!("values of type {}: the engine can't animate them", curve.values.item_type()),
                );
            }
        }
    }
}
