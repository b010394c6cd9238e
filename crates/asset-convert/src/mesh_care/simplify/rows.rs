//! Compares and picks rows of arrays, by their bytes.

use std::borrow::Cow;
use std::collections::HashMap;

use asset_scene::{Array, ArrayId, Attribute, Data, Primitive, Scene};

/// Returns the arrays of a primitive: all vertex columns, then the columns of its morph targets.
pub(super) fn columns(primitive: &Primitive) -> impl Iterator<Item = ArrayId> + '_ {
    let all = primitive.attributes.iter().chain(primitive.targets.iter().flatten());
    all.map(|Attribute { array, .. }| *array)
}

/// Finds equal vertices. For each vertex, this returns the first one that has the same bytes in all columns.
pub(super) fn equal(scene: &Scene<'_>, primitive: &Primitive, vertices: &[u32]) -> HashMap<u32, u32> {
    let columns: Vec<(Cow<'_, [u8]>, usize)> =
        columns(primitive).map(|array| (scene[array].dense(), scene[array].row_size())).collect();
    let width: usize = columns.iter().map(|(_, size)| size).sum();
    let mut rows = Vec::with_capacity(width * vertices.len());
    for vertex in vertices {
        for (bytes, size) in &columns {
            let start = (*vertex as usize) * size;
            rows.extend_from_slice(bytes.get(start..start + size).unwrap_or_default());
        }
    }
    let mut first = HashMap::with_capacity(vertices.len());
    let rows = rows.chunks_exact(width.max(1));
    vertices.iter().zip(rows).map(|(vertex, row)| (*vertex, *first.entry(row).or_insert(*vertex))).collect()
}

/// Returns the rows with these indices, in this order.
pub(super) fn picked(array: &Array<'_>, from: &[u32]) -> Array<'static> {
    let size = array.row_size();
    let data = match &array.data {
        Data::Dense(bytes) => {
            let rows = from.iter().map(|row| bytes.get(*row as usize * size..).and_then(|rest| rest.get(..size)));
            Data::Dense(rows.flat_map(Option::unwrap_or_default).copied().collect::<Vec<u8>>().into())
        }
        Data::Sparse { rows, values } => {
            let stored: HashMap<u32, &[u8]> = rows.iter().copied().zip(values.chunks_exact(size.max(1))).collect();
            let places = (0_u32..).zip(from).filter_map(|(index, row)| Some((index, *stored.get(row)?)));
            let (rows, values): (Vec<u32>, Vec<&[u8]>) = places.unzip();
            Data::Sparse { rows, values: values.concat().into() }
        }
    };
    Array { component: array.component, width: array.width, normalized: array.normalized, count: from.len(), data }
}

/// Creates an index array for this number of vertices, using two bytes for each index if they fit. The index 65535 is
/// not used then, because it restarts strips in glTF.
pub(super) fn index_array(indices: Vec<u32>, vertices: usize) -> Array<'static> {
    if vertices <= usize::from(u16::MAX) {
        Array::from_u16s(indices.into_iter().map(|index| index as u16))
    } else {
        Array::from_u32s(indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_rows_are_picked() {
        let values: Vec<u8> = [5.0_f32, 6.0].into_iter().flat_map(f32::to_le_bytes).collect();
        let data = Data::Sparse { rows: vec![1, 3], values: values.into() };
        let array = Array { count: 5, data, ..Array::from_f32s([[0.0_f32]]) };
        for from in [&[3, 3, 0, 1][..], &[], &[4, 2]] {
            let dense = picked(&Array::from_f32s(array.rows::<1>().expect("numbers")), from);
            let sparse = picked(&array, from);
            assert!(!sparse.is_dense());
            assert_eq!((sparse.count, sparse.to_f32s::<1>()), (from.len(), dense.to_f32s::<1>()));
        }
    }
}
