//! Reads accessors. Every number is checked before memory is reserved.

use std::collections::BTreeMap;

use asset_scene::{Array, Component, Data};
use binio::{Budget, Findings};

use super::buffers::{Buffers, Layout, View};
use crate::error::{Error, ErrorKind, Within, error, unfit};
use crate::json::{Accessor, Integer, Root, Sparse};
use crate::kinds;
use crate::shape::{self, Element};

/// Records how the accessors are used by the parts of the file that are read.
pub(super) struct Uses {
    /// Accessors that are used in primitives and animations.
    pub(super) used: Vec<bool>,
    /// Accessors with inverse bind matrices or with the transforms of copies, which are stored in skins and nodes.
    pub(super) matrices: Vec<bool>,
}

impl Uses {
    pub(super) fn of(root: &Root) -> Self {
        let mut used = vec![false; root.accessors.len()];
        let mut matrices = used.clone();
        let mark = |list: &mut Vec<bool>, accessor: Integer| {
            if let Some(mark) = list.get_mut(accessor.index()) {
                *mark = true;
            }
        };
        for skin in &root.skins {
            skin.inverse_bind_matrices.iter().for_each(|accessor| mark(&mut matrices, *accessor));
        }
        for copies in root.nodes.iter().filter_map(super::copies::of) {
            copies.attributes.0.iter().for_each(|(_, accessor)| mark(&mut matrices, *accessor));
        }
        for primitive in root.meshes.iter().flat_map(|mesh| &mesh.primitives) {
            primitive.indices.iter().for_each(|accessor| mark(&mut used, *accessor));
            let attributes = primitive.targets.iter().chain([&primitive.attributes]).flat_map(|list| &list.0);
            attributes.for_each(|(_, accessor)| mark(&mut used, *accessor));
        }
        for sampler in root.animations.iter().flat_map(|animation| &animation.samplers) {
            [sampler.input, sampler.output].iter().for_each(|accessor| mark(&mut used, *accessor));
        }
        Self { used, matrices }
    }

    fn is_unused(&self, accessor: usize) -> bool {
        self.used.get(accessor) == Some(&false) && self.matrices.get(accessor) == Some(&false)
    }
}

/// The bytes of accessors that are not stored in buffers. The key is the index.
pub(super) type Decoded = BTreeMap<usize, Vec<u8>>;

/// Reads the array of each accessor. If an accessor is not used and has no array, this is `None`.
pub(super) fn read(
    root: &Root,
    uses: &Uses,
    (buffers, mut decoded): (&Buffers<'_>, Decoded),
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Vec<Option<Array<'static>>>, Error> {
    let mut arrays = Vec::with_capacity(root.accessors.len());
    for (index, accessor) in root.accessors.iter().enumerate() {
        if let Some(why) = unreadable(accessor, buffers).filter(|_| uses.is_unused(index)) {
            findings.warning(kinds::UNUSED_SKIPPED, [("accessor", index)], format!("left out, nothing uses it: {why}"));
            arrays.push(None);
            continue;
        }
        let mut array = read_one(accessor, (buffers, decoded.remove(&index)), budget).within_item("accessor", index)?;
        if array.normalized && matches!(array.component, Component::F32 | Component::U32) {
            findings.warning(
                kinds::NOT_NORMALIZABLE,
                [("accessor", index)],
                "numbers of 32 bits can't be normalised; taken as they are",
            );
            array.normalized = false;
        }
        arrays.push(Some(array));
    }
    Ok(arrays)
}

/// Returns the reason if an accessor can't be read although it is valid.
fn unreadable(accessor: &Accessor, buffers: &Buffers<'_>) -> Option<&'static str> {
    let component = shape::component(accessor.component_type.0)?;
    let Some((element, width)) = Element::named(&accessor.kind, component) else {
        return Some("its type is of an extension");
    };
    let elements = |count: Integer| Elements {
        element,
        size: usize::from(width).saturating_mul(component.size()),
        count: count.index(),
    };
    let mut fits = accessor.count.0 > 0;
    if let Some(view) = accessor.buffer_view {
        fits &= buffers.layout(view)?.holds(elements(accessor.count), accessor.byte_offset);
    }
    if let Some(sparse) = &accessor.sparse {
        let (indices, values) = (&sparse.indices, &sparse.values);
        let (number, _) = Element::of_width(1, shape::component(indices.component_type.0)?);
        let numbers = Elements { element: number, size: number.size(), count: sparse.count.index() };
        let layouts = [buffers.layout(indices.buffer_view)?, buffers.layout(values.buffer_view)?];
        fits &=
            (1..=accessor.count.0).contains(&sparse.count.0) && layouts.iter().all(|layout| layout.stride.is_none());
        fits &= layouts[0].holds(numbers, indices.byte_offset)
            && layouts[1].holds(elements(sparse.count), values.byte_offset);
    }
    let sparse = accessor.sparse.iter().flat_map(|sparse| [sparse.indices.buffer_view, sparse.values.buffer_view]);
    let mut views = accessor.buffer_view.into_iter().chain(sparse);
    (fits && views.any(|view| buffers.has_no_bytes(view))).then_some("its buffer has no bytes")
}

impl Layout {
    /// Returns `true` if a view is large enough for these elements.
    fn holds(self, elements: Elements, offset: Option<Integer>) -> bool {
        let stride = self.stride.unwrap_or(elements.element.size());
        stride >= elements.element.size() && elements.needed(offset, stride) <= self.length
    }
}

fn read_one(
    accessor: &Accessor,
    (buffers, decoded): (&Buffers<'_>, Option<Vec<u8>>),
    budget: &mut Budget,
) -> Result<Array<'static>, Error> {
    let component = shape::component(accessor.component_type.0)
        .ok_or_else(|| unfit("a component type of glTF", accessor.component_type.0))?;
    let (element, width) =
        Element::named(&accessor.kind, component).ok_or_else(|| unfit("a type of glTF", &accessor.kind))?;
    let size = usize::from(width).saturating_mul(component.size());
    let count = accessor.count.index();
    if count == 0 {
        return Err(unfit("at least one element", 0));
    }
    // Zeros count too: readers of the array may expand them.
    let bytes = accessor.count.0.saturating_mul(size as u64);
    budget.spend(bytes).map_err(|fault| error(fault.into()))?;
    let elements = Elements { element, size, count };
    let mut data = match (accessor.buffer_view, decoded) {
        (_, Some(bytes)) => Data::Dense(bytes.into()),
        (Some(view), None) => {
            let view = buffers.view(view).within("bufferView")?;
            Data::Dense(elements.read(view, accessor.byte_offset)?.into())
        }
        (None, None) if accessor.byte_offset.is_some_and(|offset| offset.0 != 0) => {
            return Err(unfit("a bufferView where there is a byteOffset", "none"));
        }
        (None, None) => Data::Sparse { rows: Vec::new(), values: Vec::new().into() },
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

/// The elements to read.
#[derive(Clone, Copy)]
struct Elements {
    element: Element,
    /// The size of an element in bytes, without gaps.
    size: usize,
    count: usize,
}

impl Elements {
    /// Returns the end of the last element in a view.
    fn needed(self, offset: Option<Integer>, stride: usize) -> u64 {
        let last = (self.count as u64).saturating_sub(1).saturating_mul(stride as u64);
        offset.unwrap_or_default().0.saturating_add(last).saturating_add(self.element.extent() as u64)
    }

    /// Reads elements from a view, without gaps.
    fn read(self, view: View<'_>, offset: Option<Integer>) -> Result<Vec<u8>, Error> {
        let Self { element, size, count } = self;
        let stride = view.stride.unwrap_or(element.size());
        if stride < element.size() {
            return Err(unfit("a stride that is at least an element", stride));
        }
        let needed = self.needed(offset, stride);
        let offset = offset.unwrap_or_default().0;
        let available = view.bytes.len() as u64;
        let outside = || error(ErrorKind::OutOfBounds { needed, available });
        if needed > available {
            return Err(outside());
        }
        let bytes = usize::try_from(offset).ok().and_then(|offset| view.bytes.get(offset..)).ok_or_else(outside)?;
        // No overflow: the product is at most the length of the buffer.
        let packed = count.saturating_mul(size);
        if stride == size && !element.has_gaps() {
            return bytes.get(..packed).map(<[u8]>::to_vec).ok_or_else(outside);
        }
        let mut out = Vec::with_capacity(packed);
        for row in bytes.chunks(stride).take(count) {
            for column in row.chunks(element.step).take(size.checked_div(element.column).unwrap_or(0)) {
                out.extend_from_slice(column.get(..element.column).ok_or_else(outside)?);
            }
        }
        Ok(out)
    }

    /// Reads the indices and values of a sparse accessor.
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

/// Copies the elements in `values` to their rows.
fn put(bytes: &mut [u8], rows: &[u32], values: &[u8], size: usize) {
    for (row, value) in rows.iter().zip(values.chunks_exact(size)) {
        let start = (*row as usize).saturating_mul(size);
        if let Some(target) = bytes.get_mut(start..start.saturating_add(size)) {
            target.copy_from_slice(value);
        }
    }
}
