//! The document: everything that is in a model file, in file order.

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

/// A model with its buffers, geometries, morphs and bones. Use [`Model::parse`] to read a file and [`Model::builder`]
/// to create a new model.
///
/// The space is left-handed, with Y up and Z forward. Front faces are clockwise, and by convention a unit is a metre.
/// Large data and names are borrowed from the file until you modify them. Two models are equal if their bits are equal,
/// so a NaN is equal to itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<'a> {
    /// The identifier and the version, which decide how the file is laid out.
    pub version: Version,
    /// The vertex buffers. A level of detail refers to them by index.
    pub vertex_buffers: Vec<VertexBuffer<'a>>,
    /// The index buffers. A level of detail refers to them by index.
    pub index_buffers: Vec<IndexBuffer<'a>>,
    /// The geometries. Each can be drawn with a different material.
    pub geometries: Vec<Geometry>,
    /// The morph targets and their names.
    pub morphs: Vec<Morph<'a>>,
    /// The bones. If the model is not skinned, this is empty.
    pub skeleton: Skeleton<'a>,
    /// The bounding box in the bind pose. If it is empty, min is greater than max ([`Bounds::UNDEFINED`]).
    pub bounds: Bounds,
    /// The data after the bounding box.
    pub tail: Tail<'a>,
}

/// A part of the model that is drawn with a single material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// The skeleton bone for each blend index. If this is empty, blend indices refer to the skeleton directly.
    pub bone_mapping: Vec<u32>,
    /// The levels of detail, with the finest first.
    pub lods: Vec<Lod>,
}

/// A level of detail. The engine needs a draw call for it.
#[derive(Clone, Debug)]
pub struct Lod {
    /// The smallest distance at which this level is drawn, in units for a model with a mean size of 1.
    pub distance: f32,
    /// How the indices form triangles, lines or points.
    pub primitive: Primitive,
    /// The index of the vertex buffer in [`Model::vertex_buffers`].
    pub vertex_buffer: u32,
    /// The index of the index buffer in [`Model::index_buffers`].
    pub index_buffer: u32,
    /// The range of indices to draw.
    pub draw: Range,
}

binio::eq_by_bits! { Lod { distance; primitive, vertex_buffer, index_buffer, draw } }

/// The data after the bounding box, all of which is optional. See [After the bounding
/// box](crate::format#after-the-bounding-box).
#[derive(Clone, Debug, Default)]
pub struct Tail<'a> {
    /// The center of each geometry, which the engine uses to sort by distance. The file may end before the last center;
    /// the engine then uses zeros. See [`Model::center`].
    pub centers: Vec<Vec3>,
    /// The levels of detail for collision, ray casts and occlusion. This is only set in [`Version::Bare2011`], and
    /// `u32::MAX` means "not set".
    pub lod_levels: Option<[u32; 3]>,
    /// The geometry names, which only Atomic versions have.
    pub geometry_names: Option<GeometryNames<'a>>,
    /// Bytes that no reader uses, or the start of a center that is cut off.
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

/// The geometry names at the end of an Atomic model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeometryNames<'a> {
    /// The version number that is stored before the names.
    pub version: u32,
    /// The name of each geometry, in order.
    pub names: Vec<Name<'a>>,
}

binio::into_owned! { pub Model { vertex_buffers, index_buffers, morphs, skeleton, tail; version, geometries, bounds } }

impl Model<'_> {
    /// Returns the center that the engine uses for this geometry: the stored center, or zeros if it is missing.
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

    /// Returns the levels of detail for collision, ray casts and occlusion, which are at the end of models from January
    /// to May 2011. `u32::MAX` means "not set".
    ///
    /// In a `UMDL` file these 12 bytes look the same as a center. To be sure, this only returns them if nothing else
    /// follows the bounding box and if each word is unset or less than 256. Read as floats, such words would be NaN or
    /// almost zero. See [After the bounding box](crate::format#after-the-bounding-box).
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
