//! Edits of joint numbers and weights, which scenes have as custom attributes.

use asset_geometry::glam::Vec3;
use asset_scene::{Id, Mesh as SceneMesh, Primitive, Scene, Semantic};
use scene_adapter::same;
use zed_asset::MeshView;

use crate::export::{Column, columns_of, swap};

/// New bytes at an offset of the vertices.
pub(super) struct Edit {
    at: usize,
    bytes: Vec<u8>,
}

/// Compares the custom attributes of a mesh with the original's. A program that changes the order of vertices usually drops them. To be sure, only
/// vertices that are still in their place are compared.
pub(super) fn edited(
    view: MeshView<'_>,
    (shown, before): (&Scene<'_>, Id<SceneMesh>),
    (scene, now): (&Scene<'_>, Id<SceneMesh>),
) -> Vec<Edit> {
    let (Some(before), Some(now)) = (shown[before].primitives.first(), scene[now].primitives.first()) else {
        return Vec::new();
    };
    let stays = staying((shown, before), (scene, now));
    let customs = columns_of(view.layout()).into_iter();
    let customs = customs.filter(|column| matches!(column.semantic, Semantic::Custom(_)));
    customs.flat_map(|column| edits(view, &column, (shown, before), (scene, now), &stays)).collect()
}

/// Returns which vertices are where they were; none if their number differs.
fn staying((shown, before): (&Scene<'_>, &Primitive), (scene, now): (&Scene<'_>, &Primitive)) -> Vec<bool> {
    let positions = |scene: &Scene<'_>, primitive: &Primitive| {
        let array = primitive.attribute(&Semantic::Position).map(|array| &scene[array]);
        array.and_then(|array| array.map_rows(Vec3::from_array)).unwrap_or_default()
    };
    let (before, now) = (positions(shown, before), positions(scene, now));
    if before.len() != now.len() {
        return Vec::new();
    }
    let near = same::rounding(&before, false);
    before.iter().zip(&now).map(|(before, now)| same::places(*before, *now, near)).collect()
}

fn edits(
    view: MeshView<'_>,
    column: &Column,
    (shown, before): (&Scene<'_>, &Primitive),
    (scene, now): (&Scene<'_>, &Primitive),
    stays: &[bool],
) -> Vec<Edit> {
    let array = |primitive: &Primitive| primitive.attribute(&column.semantic);
    let Some((before, now)) = array(before).zip(array(now)) else { return Vec::new() };
    let (before, now) = (&shown[before], &scene[now]);
    if before.component != now.component || before.width != now.width || before.count != now.count {
        return Vec::new();
    }
    let (before, now) = (before.dense(), now.dense());
    let rows = before.chunks_exact(column.size().max(1)).zip(now.chunks_exact(column.size().max(1)));
    let mut edits = Vec::new();
    for (vertex, ((before, now), stays)) in rows.zip(stays).enumerate() {
        if *stays && before != now {
            let at = vertex.saturating_mul(view.layout().stride()).saturating_add(column.offset);
            let mut bytes = finite(before, now);
            swap(&mut bytes, size_of::<f32>(), view.byte_order());
            edits.push(Edit { at, bytes });
        }
    }
    edits
}

/// Returns the new floats. A number that is none comes back as any, so the old one stays.
fn finite(before: &[u8], now: &[u8]) -> Vec<u8> {
    let floats = before.chunks_exact(4).zip(now.chunks_exact(4));
    let chosen = floats.flat_map(|(before, now)| {
        let is_none = before.first_chunk().is_some_and(|bits| !f32::from_le_bytes(*bits).is_finite());
        if is_none { before } else { now }
    });
    chosen.copied().collect()
}

/// Writes the edits into the vertices of the original.
pub(super) fn write(vertices: &mut [u8], edits: &[Edit]) {
    for Edit { at, bytes } in edits {
        let end = at.saturating_add(bytes.len());
        vertices.get_mut(*at..end).into_iter().for_each(|place| place.copy_from_slice(bytes));
    }
}
