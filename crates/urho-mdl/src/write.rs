//! Write models.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Encode, Failure, Input, Sink, Within, Writer};
use zerocopy::little_endian::{F32, U32};

use crate::error::{Error, ErrorKind};
use crate::index::IndexBuffer;
use crate::model::{Geometry, GeometryNames, Lod, Model, Tail};
use crate::morph::{Morph, MorphBuffer};
use crate::range::Range;
use crate::records::{BoneRecord, BoundsRecord, IndexHead, LodRecord, MorphBufferHead, RangeRecord};
use crate::skeleton::{Bone, Collision};
use crate::version::Version;
use crate::vertex::{Declaration, VertexBuffer};

type Written = binio::Written<ErrorKind>;

impl Model<'_> {
    /// Encodes the model. If you have not changed it, these are the same bytes as in the file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongDataSize`], [`ErrorKind::Contradiction`], [`ErrorKind::NotInVersion`] or
    /// [`ErrorKind::UnknownElementType`] if the version can't store the model. Also fails if a name contains NUL or a
    /// count does not fit in 32 bits.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

binio::writers! { Model, Error }

impl Encode for Model<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Self { version, vertex_buffers, index_buffers, geometries, morphs, skeleton, bounds, tail } = self;
        head(out, *version);
        out.list("vertex buffer", vertex_buffers, |out, buffer| vertex_buffer(out, buffer, *version))?;
        out.list("index buffer", index_buffers, index_buffer)?;
        out.list("geometry", geometries, geometry)?;
        out.list("morph", morphs, |out, one| morph(out, one, *version))?;
        out.list("bone", &skeleton.bones, bone)?;
        out.part("bounding box", |out| {
            out.record(&bounds_record(bounds));
            Ok(())
        })?;
        out.part("tail", |out| {
            let begin = out.position();
            write_tail(out, tail)?;
            check_tail(begin, tail, *version, geometries.len())
        })
    }
}

fn head<S: Sink>(out: &mut Writer<S>, version: Version) {
    out.bytes(version.id().unwrap_or_default().as_bytes());
    if let Version::Umd3(number) = version {
        out.u32_le(number);
    }
}

fn vertex_buffer<S: Sink>(out: &mut Writer<S>, buffer: &VertexBuffer<'_>, version: Version) -> Written {
    let VertexBuffer { vertex_count, declaration: elements, morph_range, data } = buffer;
    out.u32_le(*vertex_count);
    declaration(out, elements, version)?;
    out.record(&range(*morph_range));
    block(out, *vertex_count, elements.stride(), data).within("vertices")
}

fn declaration<S: Sink>(out: &mut Writer<S>, declaration: &Declaration, version: Version) -> Written {
    match declaration {
        Declaration::List(elements) if version.has_declarations() => out.list("element", elements, |out, element| {
            if element.kind().size().is_none() {
                return Err(out.fail(ErrorKind::UnknownElementType(element.kind().0)));
            }
            out.u32_le(element.0);
            Ok(())
        }),
        Declaration::Mask(mask) if matches!(version, Version::Umdl | Version::Amdl) => {
            out.u32_le(mask.0);
            Ok(())
        }
        Declaration::Mask2011(mask) if version == Version::Bare2011 => {
            out.u32_le(mask.0);
            Ok(())
        }
        _ => Err(out.fail(ErrorKind::NotInVersion("this kind of vertex declaration"))).within("declaration"),
    }
}

fn index_buffer<S: Sink>(out: &mut Writer<S>, buffer: &IndexBuffer<'_>) -> Written {
    let IndexBuffer { index_count, index_size, data } = buffer;
    out.record(&IndexHead { index_count: U32::new(*index_count), index_size: U32::new(*index_size) });
    block(out, *index_count, *index_size as usize, data).within("indices")
}

fn geometry<S: Sink>(out: &mut Writer<S>, geometry: &Geometry) -> Written {
    let Geometry { bone_mapping, lods } = geometry;
    out.list("bone mapping", bone_mapping, |out, bone| {
        out.u32_le(*bone);
        Ok(())
    })?;
    out.list("LOD", lods, |out, lod| {
        let Lod { distance, primitive, vertex_buffer, index_buffer, draw } = lod;
        out.record(&LodRecord {
            distance: F32::new(*distance),
            primitive: U32::new(primitive.0),
            vertex_buffer: U32::new(*vertex_buffer),
            index_buffer: U32::new(*index_buffer),
            draw: range(*draw),
        });
        Ok(())
    })
}

fn morph<S: Sink>(out: &mut Writer<S>, morph: &Morph<'_>, version: Version) -> Written {
    let Morph { name, weight, buffers } = morph;
    out.cstring(name).within("name")?;
    match weight {
        Some(weight) if version.has_morph_weights() => out.f32_le(*weight),
        None if !version.has_morph_weights() => {}
        Some(_) => return Err(out.fail(ErrorKind::NotInVersion("weights of morphs"))).within("weight"),
        None => return Err(out.fail(ErrorKind::Contradiction("this version needs a weight"))).within("weight"),
    }
    out.list("buffer", buffers, morph_buffer)
}

fn morph_buffer<S: Sink>(out: &mut Writer<S>, buffer: &MorphBuffer<'_>) -> Written {
    let MorphBuffer { vertex_buffer, mask, vertex_count, data } = buffer;
    out.record(&MorphBufferHead {
        vertex_buffer: U32::new(*vertex_buffer),
        mask: U32::new(mask.0),
        vertex_count: U32::new(*vertex_count),
    });
    block(out, *vertex_count, mask.morph_stride(), data).within("deltas")
}

fn bone<S: Sink>(out: &mut Writer<S>, bone: &Bone<'_>) -> Written {
    let Bone { name, parent, position, rotation, scale, offset_matrix, collision: shape } = bone;
    out.cstring(name).within("name")?;
    out.record(&BoneRecord {
        parent: U32::new(*parent),
        position: vector(*position),
        rotation: [rotation.w, rotation.x, rotation.y, rotation.z].map(F32::new),
        scale: vector(*scale),
        offset_matrix: offset_matrix.map(F32::new),
        collision_mask: shape.mask,
    });
    collision(out, shape).within("collision")
}

fn collision<S: Sink>(out: &mut Writer<S>, collision: &Collision) -> Written {
    let Collision { mask, radius, bounds } = collision;
    let says = |bit| mask & bit != 0;
    if says(Collision::SPHERE) != radius.is_some() || says(Collision::BOX) != bounds.is_some() {
        return Err(out.fail(ErrorKind::Contradiction("the mask names other shapes than there are")));
    }
    if let Some(radius) = radius {
        out.f32_le(*radius);
    }
    if let Some(bounds) = bounds {
        out.record(&bounds_record(bounds));
    }
    Ok(())
}

fn write_tail<S: Sink>(out: &mut Writer<S>, tail: &Tail<'_>) -> Written {
    let Tail { centers, lod_levels, geometry_names, rest } = tail;
    out.mark("center", None);
    for center in centers {
        out.record(&vector(*center));
    }
    for level in lod_levels.iter().flatten() {
        out.u32_le(*level);
    }
    if let Some(GeometryNames { version, names }) = geometry_names {
        out.u32_le(*version);
        names.iter().enumerate().try_for_each(|(index, name)| out.cstring(name).within_item("geometry name", index))?;
    }
    out.bytes(rest);
    Ok(())
}

/// Checks that the tail will be read back unchanged. This is needed because its parts have no tags: only their order
/// and the end of the file separate them. If the check fails, the error has the offset `begin`, where the tail starts.
fn check_tail(begin: u64, tail: &Tail<'_>, version: Version, geometries: usize) -> Written {
    let mut bytes = Writer::new(Vec::new());
    write_tail(&mut bytes, tail)?;
    let bytes = bytes.into_sink();
    match crate::read::tail(Input::new(&bytes), version, geometries) {
        Ok((_, read)) if read == *tail => Ok(()),
        _ => {
            let kind = ErrorKind::Contradiction("the data after the bounding box would be read differently");
            Err(Failure::new(kind, begin))
        }
    }
}

/// Writes a block. Its size must be the product of the two fields.
fn block<S: Sink>(out: &mut Writer<S>, count: u32, size: usize, data: &[u8]) -> Written {
    let expected = u64::from(count).saturating_mul(size as u64);
    let actual = data.len() as u64;
    if expected != actual {
        return Err(out.fail(ErrorKind::WrongDataSize { expected, actual }));
    }
    out.bytes(data);
    Ok(())
}

fn range(range: Range) -> RangeRecord {
    RangeRecord { start: U32::new(range.start), count: U32::new(range.count) }
}

fn vector(vector: Vec3) -> [F32; 3] {
    vector.to_array().map(F32::new)
}

fn bounds_record(bounds: &Bounds) -> BoundsRecord {
    BoundsRecord { min: vector(bounds.min), max: vector(bounds.max) }
}
