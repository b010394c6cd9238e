//! Simplifies and optimizes meshes, using the library `meshopt`.

use asset_formats::Error;
use asset_scene::Scene;
use binio::{Budget, Findings};

use crate::ConvertOptions;

mod corners;
mod distances;
mod levels;
mod order;
mod rows;

pub(super) use levels::animate;

/// Working memory for an index, in bytes: the edges, collapses, and copies of it.
const PER_INDEX: usize = 128;

/// Optimizes the meshes in a scene and adds levels of detail, given the options.
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    let mut budget = options.limits().budget();
    if options.changes.optimize_meshes {
        order::apply(scene, &mut budget, findings)?;
    }
    if !options.changes.simplify.is_empty() {
        levels::add(scene, &options.changes.simplify, &mut budget, findings)?;
    }
    Ok(())
}

/// Takes the memory for this many vertices and indices from the budget.
fn spend(budget: &mut Budget, vertices: usize, per_vertex: usize, indices: usize) -> Result<(), Error> {
    let bytes = vertices.saturating_mul(per_vertex).saturating_add(indices.saturating_mul(PER_INDEX));
    let left = budget.left();
    budget.spend(bytes as u64).map_err(|_| {
        Error::Refused(format!("expected at most {left} bytes for the optimization of meshes, found {bytes}"))
    })
}
