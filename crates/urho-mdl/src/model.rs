//! The document: what a model file holds, in its order.

use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Name, same_bits};

use crate::index::{IndexBuffer, Primitive};
use crate::morph::Morph;
use crate::skeleton::Skeleton;
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
    /// Morph targets.
    pub morphs: Vec<Morph<'a>>,
    /// Bones; empty if the model isn't skinned.
    pub skeleton: Skeleton<'a>,
    /// Bounding box in the bind pose; min > max if nothing was bounded ([`Bounds::UNDEFINED`]).
    pub bounds: Bounds,
    /// What stands behind the bounding box.
    pub tail: Tail<'a>,
}

/// Identifier and version of a model file (spec 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UMDL`: Urho3D to 1.5 and the Blender exporters. Vertex elements are a legacy mask.
    Umdl,
    /// `UMD2`: Urho3D 1.6 and later, U3D. Vertex elements are a declaration.
    Umd2,
    /// `UMD3` and its version number (rbfx): from 2 on, morphs have a default weight.
    Umd3(u32),
    /// `AMDL`, Atomic Game Engine: as `UMDL`, with names of geometries at the end.
    Amdl,
    /// `AMD2`, Atomic Game Engine: as `UMD2`, with names of geometries at the end.
    Amd2,
    /// No identifier: before March 2011. Nothing marks such a file, so it is only read
    /// [on request](crate::ReadOptions::bare_2011).
    Bare2011,
}

impl Version {
    /// The identifier at the beginning of the file; none for [`Version::Bare2011`].
    pub const fn id(self) -> Option<&'static str> {
        match self {
            Self::Umdl => Some("UMDL"),
            Self::Umd2 => Some("UMD2"),
            Self::Umd3(_) => Some("UMD3"),
            Self::Amdl => Some("AMDL"),
            Self::Amd2 => Some("AMD2"),
            Self::Bare2011 => None,
        }
    }

    /// Whether vertex elements are a declaration, not a mask.
    pub const fn has_declarations(self) -> bool {
        matches!(self, Self::Umd2 | Self::Umd3(_) | Self::Amd2)
    }

    /// Whether morphs have a default weight.
    pub const fn has_morph_weights(self) -> bool {
        matches!(self, Self::Umd3(2..))
    }

    /// Whether names of geometries may follow the centers.
    pub const fn has_geometry_names(self) -> bool {
        matches!(self, Self::Amdl | Self::Amd2)
    }
}

/// A run of vertices or indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first.
    pub start: u32,
    /// How many.
    pub count: u32,
}

impl Range {
    /// The run as numbers; 64 bits wide, so that it can't wrap.
    pub fn numbers(self) -> core::ops::Range<u64> {
        let start = u64::from(self.start);
        start..start + u64::from(self.count)
    }

    /// Whether all of it lies within the first `count`.
    pub fn fits(self, count: u64) -> bool {
        self.numbers().end <= count
    }
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

/// What stands behind the bounding box (spec 2.6).
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
    /// the bounding box and each word is unset or below 256, which as floats would be NaN or next to zero (spec 2.6).
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
