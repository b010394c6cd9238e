//! Morph targets back into records of morphs.

use asset_scene::{Array, Component, Data};
use binio::Bytes;
use urho_mdl::{ElementMask, MorphBuffer};

use crate::mirror;
use crate::morph::{SIZE, WIDTH};

/// The records of a buffer, from the arrays that its elements became.
///
/// The vertices are the rows of sparse arrays, or `order`; of a dense array, the rows that aren't all zeros.
pub(crate) fn records(
    mask: ElementMask,
    count: u32,
    order: Option<&[u32]>,
    arrays: &[(usize, &Array<'_>)],
) -> Option<Vec<u8>> {
    let vertices = match order {
        Some(order) => order.to_vec(),
        None => rows(arrays, count)?,
    };
    let stride = MorphBuffer { vertex_buffer: 0, mask, vertex_count: 0, data: Bytes::EMPTY }.stride();
    if vertices.len() != count as usize {
        return None;
    }
    let mut data = vec![0; vertices.len().checked_mul(stride)?];
    for (record, vertex) in data.chunks_exact_mut(stride).zip(&vertices) {
        record.get_mut(..4)?.copy_from_slice(&vertex.to_le_bytes());
    }
    for (place, array) in arrays {
        for (record, vertex) in data.chunks_exact_mut(stride).zip(&vertices) {
            if let Some(delta) = row(array, *vertex)? {
                let target = record.get_mut(*place..)?.get_mut(..SIZE)?;
                target.copy_from_slice(delta);
                mirror::flip(target, WIDTH, &[0]);
            }
        }
    }
    Some(data)
}

/// The vertices that are changed.
fn rows(arrays: &[(usize, &Array<'_>)], count: u32) -> Option<Vec<u32>> {
    let mut all: Vec<u32> = Vec::new();
    for (_, array) in arrays {
        match &array.data {
            Data::Sparse { rows, .. } => all.extend(rows),
            Data::Dense(_) if array.count == count as usize => all.extend(0..count),
            Data::Dense(data) => {
                let changed =
                    data.chunks_exact(SIZE).enumerate().filter(|(_, delta)| delta.iter().any(|byte| *byte != 0));
                all.extend(changed.map(|(vertex, _)| vertex as u32));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// Returns a row: the outer option is `None` if the array is too short, the inner one if the row is zeros.
fn row<'d>(array: &'d Array<'_>, vertex: u32) -> Option<Option<&'d [u8]>> {
    if vertex as usize >= array.count || array.width as usize != WIDTH || array.component != Component::F32 {
        return None;
    }
    match &array.data {
        Data::Dense(data) => Some(data.get((vertex as usize).checked_mul(SIZE)?..)?.get(..SIZE)),
        Data::Sparse { rows, values } => {
            Some(rows.binary_search(&vertex).ok().and_then(|place| values.get(place.checked_mul(SIZE)?..)?.get(..SIZE)))
        }
    }
}
