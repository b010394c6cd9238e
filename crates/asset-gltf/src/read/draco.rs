//! Decodes primitives that are compressed by `KHR_draco_mesh_compression`.

use std::collections::BTreeMap;

use binio::Budget;
use draco_core::decode_limits::DecodeLimits;
use draco_core::decoder_buffer::DecoderBuffer;
use draco_core::draco_types::DataType;
use draco_core::geometry_attribute::PointAttribute;
use draco_core::geometry_indices::PointIndex;
use draco_core::mesh::Mesh;
use draco_core::mesh_decoder::MeshDecoder;

use super::accessors::Decoded;
use super::buffers::Buffers;
use super::extensions::{DRACO, is_only_draco};
use crate::error::{Error, ErrorKind, Within, error, no_such, unfit};
use crate::json::{Accessor, Draco, Integer, Primitive, Root};
use crate::shape::{self, Element};

/// The memory that the decoder needs for each vertex and triangle, in bytes.
const WORK: u64 = 64;

/// Decodes all primitives that are only stored compressed. Returns the bytes for each accessor.
pub(super) fn decode(root: &Root, buffers: &Buffers<'_>, budget: &mut Budget) -> Result<Decoded, Error> {
    let mut decoded = BTreeMap::new();
    for (index, mesh) in root.meshes.iter().enumerate() {
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let compression = primitive.extensions.as_ref().and_then(|extensions| extensions.draco.as_ref());
            let Some(compression) = compression.filter(|_| is_only_draco(root, primitive)) else { continue };
            let of_primitive = Compressed { root, primitive, compression };
            let read = of_primitive.decode(buffers, budget, &mut decoded);
            read.within(DRACO).within_item("primitive", number).within_item("mesh", index)?;
        }
    }
    Ok(decoded)
}

/// A compressed primitive.
struct Compressed<'r> {
    root: &'r Root,
    primitive: &'r Primitive,
    compression: &'r Draco,
}

impl Compressed<'_> {
    fn decode(&self, buffers: &Buffers<'_>, budget: &mut Budget, decoded: &mut Decoded) -> Result<(), Error> {
        let mode = self.primitive.mode.map_or(4, |mode| mode.0);
        if mode != 4 {
            return Err(unfit("a list of triangles", format_args!("mode {mode}")));
        }
        let indices = self.primitive.indices.map(|accessor| self.accessor(accessor)).transpose()?;
        let corners = indices.ok_or_else(|| unfit("indices", "none"))?.count.0;
        let mut points = 0;
        for (name, _) in &self.compression.attributes.0 {
            points = self.accessor(self.named(name)?)?.count.0.max(points);
        }
        let bytes = buffers.view(self.compression.buffer_view).within("bufferView")?.bytes;
        let work = corners.saturating_add(points).saturating_mul(WORK);
        budget.spend(work).map_err(|fault| error(fault.into()))?;
        let limits =
            DecodeLimits::default().with_max_faces(corners).with_max_points(points).with_max_decoded_bytes(work);
        let mut mesh = Mesh::new();
        MeshDecoder::new().decode(&mut DecoderBuffer::new(bytes).with_limits(limits), &mut mesh).map_err(invalid)?;
        for (name, id) in &self.compression.attributes.0 {
            let accessor = self.named(name)?;
            let id = u32::try_from(id.0).ok().and_then(|id| mesh.attribute_by_unique_id(id));
            let attribute = id.ok_or_else(|| invalid("an attribute of the primitive is missing in the stream"))?;
            let bytes = values(self.accessor(accessor)?, attribute, mesh.num_points())
                .within_item("accessor", accessor.index())?;
            decoded.insert(accessor.index(), bytes);
        }
        if let Some(accessor) = self.primitive.indices {
            let bytes = corner_indices(self.accessor(accessor)?, &mesh).within_item("accessor", accessor.index())?;
            decoded.insert(accessor.index(), bytes);
        }
        Ok(())
    }

    fn accessor(&self, index: Integer) -> Result<&Accessor, Error> {
        let index = index.index();
        self.root.accessors.get(index).ok_or_else(|| no_such("accessor", index))
    }

    /// Returns the accessor for an attribute.
    fn named(&self, name: &str) -> Result<Integer, Error> {
        let attribute = self.primitive.attributes.0.iter().find(|(other, _)| other == name);
        attribute.map(|(_, accessor)| *accessor).ok_or_else(|| unfit("an attribute of the primitive", name))
    }
}

#[cold]
fn invalid(failure: impl ToString) -> Error {
    error(ErrorKind::Compressed { extension: DRACO, message: failure.to_string() })
}

/// Returns the values of all points, without gaps.
fn values(accessor: &Accessor, attribute: &PointAttribute, points: usize) -> Result<Vec<u8>, Error> {
    let component = shape::component(accessor.component_type.0);
    let shape = component.and_then(|component| Some((Element::named(&accessor.kind, component)?.1, component)));
    let (width, component) = shape.ok_or_else(|| unfit("a type of glTF", &accessor.kind))?;
    let code = match attribute.data_type() {
        DataType::Int8 => 5120,
        DataType::Uint8 | DataType::Bool => 5121,
        DataType::Int16 => 5122,
        DataType::Uint16 => 5123,
        DataType::Uint32 => 5125,
        DataType::Float32 => 5126,
        _ => 0,
    };
    if code != accessor.component_type.0 || attribute.num_components() != width {
        return Err(invalid("the attribute in the stream has another type than its accessor"));
    }
    if points as u64 != accessor.count.0 {
        return Err(unfit("as many elements as the stream has vertices", accessor.count.0));
    }
    let size = usize::from(width).saturating_mul(component.size());
    let stride = usize::try_from(attribute.byte_stride()).unwrap_or(0);
    let data = attribute.buffer().data();
    let mut out = Vec::with_capacity(points.saturating_mul(size));
    for point in 0..points {
        let value = attribute.mapped_index(PointIndex(u32::try_from(point).unwrap_or(u32::MAX)));
        let start = (value.0 as usize).saturating_mul(stride);
        let bytes = data.get(start..start.saturating_add(size));
        out.extend_from_slice(bytes.ok_or_else(|| invalid("a vertex has no value"))?);
    }
    Ok(out)
}

/// Returns the vertex index of each corner, in the type of the accessor.
fn corner_indices(accessor: &Accessor, mesh: &Mesh) -> Result<Vec<u8>, Error> {
    let corners = mesh.faces().as_flattened();
    if corners.len() as u64 != accessor.count.0 {
        return Err(unfit("as many elements as the stream has corners", accessor.count.0));
    }
    let size = match accessor.component_type.0 {
        5121 => 1,
        5123 => 2,
        5125 => 4,
        other => return Err(unfit("unsigned indices of 8, 16 or 32 bits", other)),
    };
    let mut out = Vec::with_capacity(corners.len().saturating_mul(size));
    for corner in corners {
        let bytes = corner.0.to_le_bytes();
        let (low, high) = bytes.split_at_checked(size).unwrap_or((&bytes, &[]));
        if high.iter().any(|byte| *byte != 0) {
            return Err(unfit("indices that fit their type", corner.0));
        }
        out.extend_from_slice(low);
    }
    Ok(out)
}
