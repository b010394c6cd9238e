//! The document: the content of a model file, in file order.

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
/// Left-handed, Y up, Z forward; front faces are clockwise; one unit is a metre by convention. Bulk data and names are borrowed from the file until modified.
/// Equality is by bits: a NaN equals itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<'a> {
    /// Identifier and version; they determine the layout.
    pub version: Version,
    /// Vertex buffers; LODs reference them by number.
    pub vertex_buffers: Vec<VertexBuffer<'a>>,
    /// Index buffers; LODs reference them by number.
    pub index_buffers: Vec<IndexBuffer<'a>>,
    /// Geometries, each drawn with one material.
    pub geometries: Vec<Geometry>,
    /// Morph targets with their names.
    pub morphs: Vec<Morph<'a>>,
    /// Bones; empty if the model isn't skinned.
    pub skeleton: Skeleton<'a>,
    /// Bounding box in the bind pose; min > max if empty ([`Bounds::UNDEFINED`]).
    pub bounds: Bounds,
    /// Data after the bounding box.
    pub tail: Tail<'a>,
}

/// The part of a model that is drawn with one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Skeleton bone of each blend index. If empty, blend indices are bone numbers of the skeleton.
    pub bone_mapping: Vec<u32>,
    /// Levels of detail, finest first.
    pub lods: Vec<Lod>,
}

/// One level of detail: a draw call.
#[derive(Clone, Debug)]
pub struct Lod {
    /// Smallest distance; in units of a model of mean size 1.
    pub distance: f32,
    /// Primitive type.
    pub primitive: Primitive,
    /// Number of the vertex buffer.
    pub vertex_buffer: u32,
    /// Number of the index buffer.
    pub index_buffer: u32,
    /// Range of drawn indices.
    pub draw: Range,
}

binio::eq_by_bits! { Lod { distance; primitive, vertex_buffer, index_buffer, draw } }

/// Data after the bounding box ([After the bounding box](crate::format#after-the-bounding-box)).
#[derive(Clone, Debug, Default)]
pub struct Tail<'a> {
    /// Center of each geometry, for sorting by distance. A file may end before the last one; the engine uses zeros.
    pub centers: Vec<Vec3>,
    /// Only in [`Version::Bare2011`]: LODs for collision, ray casts and occlusion; `u32::MAX` is "not set".
    pub lod_levels: Option<[u32; 3]>,
    /// Only in Atomic versions.
    pub geometry_names: Option<GeometryNames<'a>>,
    /// Bytes that no reader uses, or the start of a truncated center.
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

/// Geometry names at the end of Atomic models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeometryNames<'a> {
    /// Version number before the names.
    pub version: u32,
    /// One name per geometry.
    pub names: Vec<Name<'a>>,
}

binio::into_owned! { pub Model { vertex_buffers, index_buffers, morphs, skeleton, tail; version, geometries, bounds } }

impl Model<'_> {
    /// Returns the center of the `geometry`-th geometry in the engine: the stored one, or zeros.
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

    /// Returns the LODs for collision, ray casts and occlusion at the end of models from January to May 2011. `u32::MAX` is "not set".
    ///
    /// In a `UMDL` file these 12 bytes look the same as a center. They are returned if nothing else follows the bounding box and each word is unset or below
    /// 256, which as floats would be NaN or almost zero ([After the bounding box](crate::format#after-the-bounding-box)).
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

binio::into_owned! { pub Tail { geometry_names, rest; centers, lod_levels } }

binio::into_owned! { pub GeometryNames { names; version }, borrowed }
