//! Models that can be drawn.

use proptest::prelude::*;
use urho_mdl::{
    Declaration, Element, ElementMask, ElementType, IndexBuffer, Model, Primitive, Range, Semantic, VertexBuffer,
};

/// Generates models that can be drawn at every level of detail. This means that references are valid, vertices have
/// positions, and no index is out of range.
pub fn drawing_model() -> impl Strategy<Value = Model<'static>> {
    super::model().prop_map(drawing)
}

fn drawing(mut model: Model<'static>) -> Model<'static> {
    model.vertex_buffers.iter_mut().for_each(place);
    model.index_buffers.iter_mut().for_each(join);
    let number = |number: u32, count: usize| number % count.max(1) as u32;
    let (vertex_buffers, index_buffers) = (model.vertex_buffers.len(), model.index_buffers.len());
    for lod in model.geometries.iter_mut().flat_map(|geometry| &mut geometry.lods) {
        lod.vertex_buffer = number(lod.vertex_buffer, vertex_buffers);
        lod.index_buffer = number(lod.index_buffer, index_buffers);
        lod.primitive = Primitive(lod.primitive.0 % 6);
        lod.draw = Range { start: lod.draw.start % 3, count: lod.draw.count % 5 };
    }
    for buffer in model.morphs.iter_mut().flat_map(|morph| &mut morph.buffers) {
        buffer.vertex_buffer = number(buffer.vertex_buffer, vertex_buffers);
        let stride = buffer.stride();
        for (record, vertex) in buffer.data.to_mut().chunks_exact_mut(stride).zip([2_u32, 0, 1, 1]) {
            record.iter_mut().zip(vertex.to_le_bytes()).for_each(|(place, byte)| *place = byte);
        }
    }
    model
}

/// Adds three vertices that have positions. If there is space, they also get joints and weights.
fn place(buffer: &mut VertexBuffer<'static>) {
    buffer.vertex_count += 3;
    match &mut buffer.declaration {
        Declaration::Mask(mask) | Declaration::Mask2011(mask) => *mask = ElementMask(mask.0 | ElementMask::POSITION.0),
        Declaration::List(list) => {
            list.insert(0, Element::new(ElementType::VECTOR3, Semantic::POSITION, 0));
            list.push(Element::new(ElementType::UBYTE4, Semantic::BLENDINDICES, 0));
            list.push(Element::new(ElementType::UBYTE4_NORM, Semantic::BLENDWEIGHTS, 0));
        }
    }
    let size = buffer.stride() * buffer.vertex_count as usize;
    let pattern: Vec<u8> = buffer.data.iter().copied().chain([1, 0, 3]).collect();
    buffer.data = pattern.into_iter().cycle().take(size).collect::<Vec<_>>().into();
}

/// Adds the indices of the first three vertices.
fn join(buffer: &mut IndexBuffer<'static>) {
    buffer.index_count = buffer.index_count.max(7);
    let mut data = Vec::new();
    for index in (0..buffer.index_count).map(|index| (index * 5 + buffer.index_size) % 3) {
        let end = data.len() + buffer.index_size as usize;
        data.extend(index.to_le_bytes());
        data.resize(end, 0);
    }
    buffer.data = data.into();
}
