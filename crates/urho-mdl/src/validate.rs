//! Findings about models: invalid values, and what they will do in the engine.
//!
//! The effects are described in [Engine behaviour on invalid files](crate::format#engine-behaviour-on-invalid-files).

mod draw;
mod skin;
mod vertices;

use alloc::format;
use asset_geometry::Bounds;
use binio::{Findings, Path};

use crate::kinds;
use crate::model::Model;
use crate::version::Version;

impl Model<'_> {
    /// Checks every vertex, index and morph delta, and returns findings about all values that are invalid or unusual.
    /// Each finding tells you the effect in the engine. Use [`repair`](Self::repair) to fix them.
    ///
    /// An error means that the engine will reject the file or read out of bounds. A warning means that something will
    /// look wrong, and a note is only for information.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        vertices::vertex_buffers(self, &mut findings);
        draw::index_buffers(self, &mut findings);
        draw::geometries(self, &mut findings);
        skin::blending(self, &mut findings);
        skin::morphs(self, &mut findings);
        skin::skeleton(self, &mut findings);
        bounds(self, &mut findings);
        tail(self, &mut findings);
        binio::locate(self, &mut findings);
        findings
    }
}

/// How many items are bad, and the index of the first.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: usize,
    first: usize,
}

impl Tally {
    fn of<T>(items: impl Iterator<Item = T>, mut bad: impl FnMut(T) -> bool) -> Self {
        let mut tally = Self::default();
        for (index, item) in items.enumerate() {
            if bad(item) {
                tally.add(index);
            }
        }
        tally
    }

    fn add(&mut self, index: usize) {
        if self.count == 0 {
            self.first = index;
        }
        self.count = self.count.saturating_add(1);
    }

    /// Returns a text like `3 vertices (first: 17)`, or `None` if nothing was bad.
    fn say(self, what: &str) -> Option<alloc::string::String> {
        (self.count > 0).then(|| format!("{} {what} (first: {})", self.count, self.first))
    }
}

/// The number of indices that can still be checked. This needs a limit, because in a file any number of levels of
/// detail may share indices.
struct Effort {
    left: u64,
    /// Whether a finding already reports that the rest will not be checked.
    reported: bool,
}

impl Effort {
    /// This is enough for any real model: every index can be checked several times, and another million indices on top.
    fn new(model: &Model<'_>) -> Self {
        let indices =
            model.index_buffers.iter().fold(0_u64, |sum, buffer| sum.saturating_add(buffer.index_count.into()));
        Self { left: indices.saturating_mul(8).saturating_add(1_000_000), reported: false }
    }

    /// Returns whether this many more indices can be checked.
    fn spend(&mut self, indices: u32) -> bool {
        let left = self.left.checked_sub(indices.into());
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

fn bounds(model: &Model<'_>, findings: &mut Findings) {
    let path = Path::from("bounding box");
    let stored = model.bounds;
    let Some(computed) = model.computed_bounds() else {
        if !stored.is_defined() {
            findings.note(
                kinds::BOUNDS_UNDEFINED,
                path,
                "undefined, as the engine writes it for a model without vertices",
            );
        }
        return;
    };
    if !stored.is_defined() {
        findings.warning(
            kinds::BOUNDS_UNDEFINED,
            path,
            "undefined, but there are vertices; the engine never finds the model in view",
        );
    } else if !contains_nearly(stored, computed) {
        let message = format!(
            "{} to {} doesn't contain all vertices, which reach from {} to {}; the engine may cull visible models",
            stored.min, stored.max, computed.min, computed.max
        );
        findings.warning(kinds::BOUNDS_TOO_SMALL, path, message);
    }
}

/// Returns whether `outer` contains `inner`, allowing for rounding.
fn contains_nearly(outer: Bounds, inner: Bounds) -> bool {
    let margin = (inner.max - inner.min).max_element() * 1e-3 + 1e-5;
    (outer.min - margin).cmple(inner.min).all() && (outer.max + margin).cmpge(inner.max).all()
}

fn tail(model: &Model<'_>, findings: &mut Findings) {
    let tail = &model.tail;
    if let Some(levels) = model.lod_levels_2011() {
        findings.note(
            kinds::LOD_LEVELS_2011,
            "tail",
            format!("LOD levels of 2011 {levels:?}; later readers take them for the first center"),
        );
    } else {
        let bad = Tally::of(tail.centers.iter(), |center| !center.is_finite());
        if let Some(centers) = bad.say("centers of geometries are not finite") {
            findings.warning(kinds::CENTERS_NOT_FINITE, "center", format!("{centers}; sorting by distance goes wrong"));
        }
    }
    rest(model, findings);
    if model.version.has_geometry_names() && tail.geometry_names.is_none() {
        findings.note(kinds::NAMES_MISSING, "tail", "names of geometries are missing");
    }
}

/// Reports centers that are missing or cut off, and bytes after the end.
fn rest(model: &Model<'_>, findings: &mut Findings) {
    let tail = &model.tail;
    let geometries = model.geometries.len();
    let missing = geometries.saturating_sub(tail.centers.len());
    if missing > 0 && model.lod_levels_2011().is_none() && model.version != Version::Bare2011 {
        if tail.rest.is_empty() {
            findings.note(
                kinds::CENTERS_MISSING,
                "tail",
                format!("{missing} of {geometries} centers are missing; the engine takes zeros"),
            );
        } else {
            findings.warning(
                kinds::CENTER_CUT_OFF,
                "tail",
                "the file ends inside a center; the engine reads undefined memory",
            );
        }
    } else if !tail.rest.is_empty() {
        findings.note(
            kinds::TRAILING_BYTES,
            "tail",
            format!("{} bytes after the end; the engine doesn't look at them", tail.rest.len()),
        );
    }
}
