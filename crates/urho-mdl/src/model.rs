//! The document: what a model file holds, in its order.

use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Name, same_bits};

use crate::index::{IndexBuffer, Primitive};
use crate::morph::Morph;
use crate::range::Range;
use crate::skeleton::Skeleton;
use crate::version::Version;
use crate::vertex::VertexBuffer;

/// A model.
///
/// Left-handed, Y up, Z forward; front faces are clockwise; one unit is a metre by custom. Bulk data and names are borrowed
/// from the file until changed. Equality is by bits: a NaN equals itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<'a> {
    /// Identifier and version: decides the layout.
    pub version: Version,
    /// Vertex buffers; LODs refer to them by number.
    pub vertex_buffers: Vec<VertexBuffer<'a>>,
    /// Index buffers; LODs refer to them by number.
    pub index_buffers: Vec<IndexBuffer<'a>>,
    /// Geometries: what is drawn with one material each.
    pub geometries: Vec<Geometry>,
    /// Morph targets, by their names.
    pub morphs: Vec<Morph<'a>>,
    /// Bones; empty if the model isn't skinned.
    pub skeleton: Skeleton<'a>,
    /// Bounding box in the bind pose; min > max if nothing was bounded ([`Bounds::UNDEFINED`]).
    pub bounds: Bounds,
    /// What stands behind the bounding box.
    pub tail: Tail<'a>,
}

/// What is drawn with one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Bone of the skeleton for each blend index of the vertices. If empty, blend indices number the skeleton's bones.
    pub bone_mapping: Vec<u32>,
    /// Levels of detail, finest first.
    pub lods: Vec<Lod>,
}

/// One level of detail: a draw call.
#[derive(Clone, Debug)]
pub struct Lod {
    /// From this distance on; in units of a model of mean size 1.
    pub distance: f32,
    /// How indices make primitives.
    pub primitive: Primitive,
    /// Number of the vertex buffer.
    pub vertex_buffer: u32,
    /// Number of the index buffer.
    pub index_buffer: u32,
    /// Which indices are drawn.
    pub draw: Range,
}

impl PartialEq for Lod {
    fn eq(&self, other: &Self) -> bool {
        let Self { distance, primitive, vertex_buffer, index_buffer, draw } = self;
        same_bits(&[*distance], &[other.distance])
            && *primitive == other.primitive
            && *vertex_buffer == other.vertex_buffer
            && *index_buffer == other.index_buffer
            && *draw == other.draw
    }
}

/// What stands behind the bounding box ([Behind the bounding box](crate::format#behind-the-bounding-box)).
#[derive(Clone, Debug, Default)]
pub struct Tail<'a> {
    /// Center of each geometry, for sorting by distance. Files may end before all are there; the engine takes zeros.
    pub centers: Vec<Vec3>,
    /// Only in [`Version::Bare2011`]: LODs for collision, ray casts and occlusion; `u32::MAX` is "not set".
    pub lod_levels: Option<[u32; 3]>,
    /// Only in Atomic's versions.
    pub geometry_names: Option<GeometryNames<'a>>,
    /// Bytes that no reader looks at, or the beginning of a center that the file cuts off.
    pub rest: Bytes<'a>,
}

impl PartialEq for Tail<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { centers, lod_levels, geometry_names, rest } = self;
        centers.len() == other.centers.len()
            && centers.iter().zip(&other.centers).all(|(a, b)| same_bits(a.as_ref(), b.as_ref()))
            && *lod_levels == other.lod_levels
            && *geometry_names == other.geometry_names
            && *rest == other.rest
    }
}

/// Names of geometries at the end of Atomic's models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeometryNames<'a> {
    /// Version number before the names.
    pub version: u32,
    /// One name per geometry.
    pub names: Vec<Name<'a>>,
}

impl Model<'_> {
    /// The model, free of the bytes it was read from.
    pub fn into_owned(self) -> Model<'static> {
        Model {
            version: self.version,
            vertex_buffers: self.vertex_buffers.into_iter().map(VertexBuffer::into_owned).collect(),
            index_buffers: self.index_buffers.into_iter().map(IndexBuffer::into_owned).collect(),
            geometries: self.geometries,
            morphs: self.morphs.into_iter().map(Morph::into_owned).collect(),
            skeleton: self.skeleton.into_owned(),
            bounds: self.bounds,
            tail: self.tail.into_owned(),
        }
    }

    /// Center of the `geometry`-th geometry as the engine holds it: what the file gives, else zeros.
    pub fn center(&self, geometry: usize) -> Vec3 {
        if let Some(center) = self.tail.centers.get(geometry) {
            return *center;
        }
        let begun = geometry == self.tail.centers.len() && geometry < self.geometries.len();
        let cut_off = if begun && self.version != Version::Bare2011 { &*self.tail.rest } else { &[] };
        let words = cut_off.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| f32::from_le_bytes(*word));
        let mut center = [0.0; 3];
        center.iter_mut().zip(words).for_each(|(axis, value)| *axis = value);
        Vec3::from(center)
    }

    /// LODs for collision, ray casts and occlusion, as models of January to May 2011 end with. `u32::MAX` is "not set".
    ///
    /// Nothing in a `UMDL` file tells these 12 bytes from a center. They are taken for LODs if they are all that follows
    /// the bounding box and each word is unset or below 256, which as floats would be NaN or next to zero ([Behind the bounding box](crate::format#behind-the-bounding-box)).
    pub fn lod_levels_2011(&self) -> Option<[u32; 3]> {
        if self.tail.lod_levels.is_some() {
            return self.tail.lod_levels;
        }
        let [center] = self.tail.centers.as_slice() else { return None };
        let words = center.to_array().map(f32::to_bits);
        let plausible = words.iter().all(|word| *word == u32::MAX || *word < 256);
        let origin = words == [0; 3];
        (self.version == Version::Umdl && self.tail.rest.is_empty() && plausible && !origin).then_some(words)
    }
}

impl Tail<'_> {
    /// The tail, free of the bytes it was read from.
    pub fn into_owned(self) -> Tail<'static> {
        Tail {
            centers: self.centers,
            lod_levels: self.lod_levels,
            geometry_names: self.geometry_names.map(GeometryNames::into_owned),
            rest: self.rest.into_owned(),
        }
    }
}

impl GeometryNames<'_> {
    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> GeometryNames<'_> {
        GeometryNames { version: self.version, names: self.names.iter().map(Name::borrowed).collect() }
    }

    /// The names, free of the bytes they were read from.
    pub fn into_owned(self) -> GeometryNames<'static> {
        let names = self.names.into_iter().map(Name::into_owned).collect();
        GeometryNames { version: self.version, names }
    }
}
