//! Accessors: every number is checked against what it refers to before anything is reserved.

use asset_scene::{Array, Component, Data};
use binio::{Budget, Findings};

use super::buffers::{Buffers, View};
use crate::error::{Error, ErrorKind, Within, error, unfit};
use crate::json::{Accessor, Integer, Root, Sparse};
use crate::shape::{self, Element};

/// The arrays of all accessors.
pub(super) fn read(
    root: &Root,
    buffers: &Buffers<'_>,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Vec<Array<'static>>, Error> {
    let mut arrays = Vec::with_capacity(root.accessors.len());
    for (index, accessor) in root.accessors.iter().enumerate() {
        let mut array = read_one(accessor, buffers, budget).within_item("accessor", index)?;
        if array.normalized && matches!(array.component, Component::F32 | Component::U32) {
            findings.warning([("accessor", index)], "numbers of 32 bits can't be normalised; taken as they are");
            array.normalized = false;
        }
        arrays.push(array);
    }
    Ok(arrays)
}

fn read_one(accessor: &Accessor, buffers: &Buffers<'_>, budget: &mut Budget) -> Result<Array<'static>, Error> {
    let component = shape::component(accessor.component_type.0)
        .ok_or_else(|| unfit("a component type of glTF", accessor.component_type.0))?;
    let (element, width) =
        Element::named(&accessor.kind, component).ok_or_else(|| unfit("a type of glTF", &accessor.kind))?;
    let size = usize::from(width).saturating_mul(component.size());
    let count = accessor.count.index();
    if count == 0 {
        return Err(unfit("at least one element", 0));
    }
    // Also of what is all zeros: whoever reads the array may write them out.
    let bytes = accessor.count.0.saturating_mul(size as u64);
    budget.spend(bytes).map_err(|fault| error(fault.into()))?;
    let elements = Elements { element, size, count };
    let mut data = match accessor.buffer_view {
        Some(view) => {
            let view = buffers.view(view).within("bufferView")?;
            Data::Dense(elements.read(view, accessor.byte_offset)?.into())
        }
        None if accessor.byte_offset.is_some_and(|offset| offset.0 != 0) => {
            return Err(unfit("a bufferView where there is a byteOffset", "none"));
        }
        None => Data::Sparse { rows: Vec::new(), values: Vec::new().into() },
    };
    if let Some(sparse) = &accessor.sparse {
        let (rows, values) = elements.sparse(sparse, buffers, budget).within("sparse")?;
        match &mut data {
            Data::Dense(bytes) => put(bytes.to_mut(), &rows, &values, size),
            Data::Sparse { .. } => data = Data::Sparse { rows, values: values.into() },
        }
    }
    Ok(Array { component, width, normalized: accessor.normalized, count, data })
}

/// Elements to read.
#[derive(Clone, Copy)]
struct Elements {
    element: Element,
    /// Bytes of one without gaps.
    size: usize,
    count: usize,
}

impl Elements {
    /// The elements of a view, without gaps.
    fn read(self, view: View<'_>, offset: Option<Integer>) -> Result<Vec<u8>, Error> {
        let Self { element, size, count } = self;
        let stride = view.stride.unwrap_or(element.size());
        if stride < element.size() {
            return Err(unfit("a stride that is at least an element", stride));
        }
        let offset = offset.unwrap_or_default().0;
        let last = (count as u64).saturating_sub(1).saturating_mul(stride as u64);
        let needed = offset.saturating_add(last).saturating_add(element.extent() as u64);
        let available = view.bytes.len() as u64;
        let outside = || error(ErrorKind::OutOfBounds { needed, available });
        if needed > available {
            return Err(outside());
        }
        let bytes = usize::try_from(offset).ok().and_then(|offset| view.bytes.get(offset..)).ok_or_else(outside)?;
        // No overflow: they take no more than what is there.
        let packed = count.saturating_mul(size);
        if stride == size && !element.has_gaps() {
            return bytes.get(..packed).map(<[u8]>::to_vec).ok_or_else(outside);
        }
        let mut out = Vec::with_capacity(packed);
        for place in bytes.chunks(stride).take(count) {
            for column in place.chunks(element.step).take(size.checked_div(element.column).unwrap_or(0)) {
                out.extend_from_slice(column.get(..element.column).ok_or_else(outside)?);
            }
        }
        Ok(out)
    }

    /// Which elements are others, and what they are.
    fn sparse(self, sparse: &Sparse, buffers: &Buffers<'_>, budget: &mut Budget) -> Result<(Vec<u32>, Vec<u8>), Error> {
        let count = sparse.count.index();
        if count == 0 || count > self.count {
            return Err(unfit("at least one element, and no more than the accessor has", count));
        }
        let bytes = sparse.count.0.saturating_mul((self.size as u64).saturating_add(4));
        budget.spend(bytes).map_err(|fault| error(fault.into()))?;
        let rows = self.sparse_rows(sparse, buffers).within("indices")?;
        let view = buffers.view(sparse.values.buffer_view).within("values")?;
        let values = Self { count, ..self }.read(view, sparse.values.byte_offset).within("values")?;
        Ok((rows, values))
    }

    fn sparse_rows(self, sparse: &Sparse, buffers: &Buffers<'_>) -> Result<Vec<u32>, Error> {
        let indices = &sparse.indices;
        let component = shape::component(indices.component_type.0);
        let component = component.filter(|c| matches!(c, Component::U8 | Component::U16 | Component::U32));
        let component =
            component.ok_or_else(|| unfit("unsigned indices of 8, 16 or 32 bits", indices.component_type.0))?;
        let (element, _) = Element::of_width(1, component);
        let elements = Self { element, size: component.size(), count: sparse.count.index() };
        let data = elements.read(buffers.view(indices.buffer_view)?, indices.byte_offset)?;
        let rows = Array::from_bytes(component, 1, data).to_u32s().unwrap_or_default();
        let ascending = rows.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        if ascending && rows.last().is_some_and(|last| (*last as usize) < self.count) {
            Ok(rows)
        } else {
            Err(unfit("indices that ascend and are below the accessor's count", "others"))
        }
    }
}

/// Puts the elements of `values` into their rows.
fn put(bytes: &mut [u8], rows: &[u32], values: &[u8], size: usize) {
    for (row, value) in rows.iter().zip(values.chunks_exact(size)) {
        let start = (*row as usize).saturating_mul(size);
        if let Some(place) = bytes.get_mut(start..start.saturating_add(size)) {
            place.copy_from_slice(value);
        }
    }
}
