//! Findings about index buffers, geometries and levels of detail.

use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::Vec3;
use asset_geometry::{Column, Topology};
use binio::{Findings, Path};

use super::{Effort, Tally};
use crate::index::Extents;
use crate::kinds;
use crate::model::{Geometry, Lod, Model};
use crate::vertex::VertexBuffer;

pub(super) fn index_buffers(model: &Model<'_>, findings: &mut Findings) {
    for (index, buffer) in model.index_buffers.iter().enumerate() {
        let message = match buffer.index_size {
            2 | 4 => continue,
            0 | 1 | 3 => "the engine fills a part of its buffer and draws undefined memory",
            _ => "the engine writes beyond its buffer",
        };
        let path = Path::from([("index buffer", index)]);
        findings.error(
            kinds::INDEX_SIZE,
            path,
            format!("indices of {} bytes, not 2 or 4: {message}", buffer.index_size),
        );
    }
}

pub(super) fn geometries(model: &Model<'_>, findings: &mut Findings) {
    let extents: Vec<Extents<'_>> = model.index_buffers.iter().map(Extents::new).collect();
    let positions = model.position_columns();
    let mut effort = Effort::new(model);
    for (index, geometry) in model.geometries.iter().enumerate() {
        let path = Path::from([("geometry", index)]);
        if geometry.lods.is_empty() {
            findings.warning(kinds::NO_LOD, path.clone(), "no level of detail; the engine draws nothing");
        }
        distances(geometry, &path, findings);
        for (level, lod) in geometry.lods.iter().enumerate() {
            let path = path.clone().item("LOD", level);
            self::lod(model, &extents, lod, &path, findings);
            if let Some(triangles) = degenerate(model, &positions, lod, &mut effort).say("triangles") {
                findings.note(
                    kinds::DEGENERATE_TRIANGLES,
                    path,
                    format!("{triangles} lie between no more than two points and are never seen"),
                );
            }
        }
    }
}

fn distances(geometry: &Geometry, path: &Path, findings: &mut Findings) {
    let distances = || geometry.lods.iter().map(|lod| lod.distance);
    if let Some(lods) = Tally::of(distances(), |distance| !distance.is_finite()).say("LOD distances are not finite") {
        findings.warning(kinds::LOD_DISTANCE_NOT_FINITE, path.clone(), lods);
    }
    if distances().next().is_some_and(|first| first != 0.0) {
        findings.note(
            kinds::LOD_FIRST_DISTANCE,
            path.clone(),
            "the first LOD's distance isn't 0; the engine uses the LOD from 0 on all the same",
        );
    }
    let pairs = distances().zip(distances().skip(1));
    if let Some(lods) = Tally::of(pairs, |(near, far)| far <= near).say("LOD distances don't ascend") {
        findings.warning(
            kinds::LOD_ORDER,
            path.clone(),
            format!("{lods}; the engine stops looking there, later LODs may never show"),
        );
    }
}

fn lod(model: &Model<'_>, extents: &[Extents<'_>], lod: &Lod, path: &Path, findings: &mut Findings) {
    let missing = |what, number| format!("{what} {number} doesn't exist; the engine refuses the file");
    let vertices = model.vertex_buffer(lod);
    if vertices.is_none() {
        findings.error(kinds::BUFFER_MISSING, path.clone(), missing("vertex buffer", lod.vertex_buffer));
    }
    let Some(buffer) = model.index_buffer(lod) else {
        findings.error(kinds::BUFFER_MISSING, path.clone(), missing("index buffer", lod.index_buffer));
        return;
    };
    let topology = lod.primitive.topology();
    if topology.is_none() {
        findings.warning(
            kinds::PRIMITIVE_UNKNOWN,
            path.clone(),
            format!("{} is none that the engine knows; it doesn't check", lod.primitive),
        );
    }
    if !lod.draw.fits(u64::from(buffer.index_count)) {
        let message = format!(
            "draws indices {} + {} of {}; the engine logs an error and draws nothing",
            lod.draw.start, lod.draw.count, buffer.index_count
        );
        findings.error(kinds::DRAW_RANGE, path.clone(), message);
        return;
    }
    incomplete(topology, lod.draw.count, path, findings);
    if let Some(vertices) = vertices {
        vertices_exist(vertices, extents, lod, path, findings);
    }
}

/// Reports indices at the end that do not form a whole primitive.
fn incomplete(topology: Option<Topology>, indices: u32, path: &Path, findings: &mut Findings) {
    let left = match topology {
        Some(Topology::Triangles) => indices % 3,
        Some(Topology::Lines) => indices % 2,
        _ => 0,
    };
    if left > 0 {
        findings.warning(
            kinds::INCOMPLETE_PRIMITIVE,
            path.clone(),
            format!("the last {left} indices make no whole primitive"),
        );
    }
}

/// Checks that all indices that are drawn refer to an existing vertex.
fn vertices_exist(
    vertices: &VertexBuffer<'_>,
    extents: &[Extents<'_>],
    lod: &Lod,
    path: &Path,
    findings: &mut Findings,
) {
    let drawn = extents.get(lod.index_buffer as usize).and_then(|extents| extents.of_range(lod.draw));
    if let Some((_, highest)) = drawn.filter(|(_, highest)| *highest >= vertices.vertex_count) {
        let message =
            format!("draws vertex {highest} of {}; the engine doesn't check and reads beyond", vertices.vertex_count);
        findings.error(kinds::INDEX_OUT_OF_BOUNDS, path.clone(), message);
    }
}

/// Counts the triangles in a list that have no area. Strips are not checked, because they use such triangles to
/// separate their parts.
fn degenerate(model: &Model<'_>, positions: &[Option<Column<'_, Vec3>>], lod: &Lod, effort: &mut Effort) -> Tally {
    if lod.primitive.topology() != Some(Topology::Triangles) || !effort.spend(lod.draw.count) {
        return Tally::default();
    }
    let positions = positions.get(lod.vertex_buffer as usize).copied().flatten();
    let flat = |[a, b, c]: [u32; 3]| {
        let at = |vertex: u32| positions.and_then(|positions| positions.get(vertex as usize));
        let same = |a: u32, b: u32| a == b || at(a).is_some_and(|place| Some(place) == at(b));
        same(a, b) || same(b, c) || same(c, a)
    };
    Tally::of(model.triangles(lod), flat)
}
