//! Read models.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::{Quat, Vec3};
use binio::{
    Bytes, Input, Parser, Within, bytes, chunk, cond, count_u32, cstring, f32_le, list, map, opt, parse, record,
    records, repeat, rest, u32_le,
};
use zerocopy::little_endian::{F32, U32};

use crate::error::{Error, ErrorKind};
use crate::index::{IndexBuffer, Primitive};
use crate::model::{Geometry, GeometryNames, Lod, Model, Tail};
use crate::morph::{Morph, MorphBuffer};
use crate::range::Range;
use crate::records::{BoneRecord, BoundsRecord, IndexHead, LodRecord, MorphBufferHead, RangeRecord, smallest};
use crate::skeleton::{Bone, Collision, Skeleton};
use crate::version::Version;
use crate::vertex::{Declaration, Element, ElementMask, VertexBuffer};

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

binio::options! {
    /// Options for [`Model::parse_with`].
    ///
    /// You do not need to set limits for a model: it contains no compressed data, and counts are checked against the
    /// file size.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets whether a file without an identifier is read as a model from before March 2011. This is off by
        /// default, because any file could be such a model.
        pub(crate) bare_2011: bool = false,
    }
}

impl<'a> Model<'a> {
    /// Reads a model. Vertices, indices, morph deltas and names are borrowed from `bytes` and not looked at, so this is
    /// fast even for large files.
    ///
    /// This is stricter than the engines. If a file ends too early, they use uninitialized memory, but this function
    /// returns an error.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAModel`], [`ErrorKind::UnknownElementType`] or [`ErrorKind::Data`] if the structure is
    /// not valid. To find invalid values, call [`validate`](Self::validate) on the result.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a model using the given `options`, for example to allow files without an identifier.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        parse(Input::new(bytes), |input| model(input, options))
    }
}

fn model<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Model<'a>> {
    let (input, version) = version(input, options)?;
    let (input, vertex_buffers) =
        list(input, "vertex buffer", smallest::VERTEX_BUFFER, |input| vertex_buffer(input, version))?;
    let (input, index_buffers) = list(input, "index buffer", smallest::INDEX_BUFFER, index_buffer)?;
    let (input, geometries) = list(input, "geometry", smallest::GEOMETRY, geometry)?;
    let (input, morphs) = list(input, "morph", smallest::MORPH, |input| morph(input, version))?;
    let (input, bones) = list(input, "bone", smallest::BONE, bone)?;
    let (input, bounds) = bounds(input).within("bounding box")?;
    let (input, tail) = tail(input, version, geometries.len())?;
    let skeleton = Skeleton { bones };
    Ok((input, Model { version, vertex_buffers, index_buffers, geometries, morphs, skeleton, bounds, tail }))
}

fn version<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Version> {
    match chunk::<4, ErrorKind>(input) {
        Ok((input, b"UMDL")) => Ok((input, Version::Umdl)),
        Ok((input, b"UMD2")) => Ok((input, Version::Umd2)),
        Ok((input, b"UMD3")) => map(u32_le, Version::Umd3).parse(input).within("version"),
        Ok((input, b"AMDL")) => Ok((input, Version::Amdl)),
        Ok((input, b"AMD2")) => Ok((input, Version::Amd2)),
        _ if options.bare_2011 => Ok((input, Version::Bare2011)),
        _ => Err(input.fail(ErrorKind::NotAModel)),
    }
}

fn vertex_buffer<'a>(input: Input<'a>, version: Version) -> Parsed<'a, VertexBuffer<'a>> {
    let (input, vertex_count) = u32_le(input).within("vertex count")?;
    let (input, declaration) = declaration(input, version)?;
    let (input, morph_range) = record::<RangeRecord, _>(input).within("morph range")?;
    let (input, data) = block(input, vertex_count, declaration.stride()).within("vertices")?;
    Ok((input, VertexBuffer { vertex_count, declaration, morph_range: range(*morph_range), data }))
}

fn declaration(input: Input<'_>, version: Version) -> Parsed<'_, Declaration> {
    if version.has_declarations() {
        let (input, elements) = list(input, "element", smallest::ELEMENT, element)?;
        return Ok((input, Declaration::List(elements)));
    }
    let (input, mask) = u32_le(input).within("element mask")?;
    let mask = ElementMask(mask);
    let declaration = if version == Version::Bare2011 { Declaration::Mask2011(mask) } else { Declaration::Mask(mask) };
    Ok((input, declaration))
}

fn element(at: Input<'_>) -> Parsed<'_, Element> {
    let (input, word) = u32_le(at)?;
    let element = Element(word);
    match element.kind().size() {
        Some(_) => Ok((input, element)),
        None => Err(at.fail(ErrorKind::UnknownElementType(element.kind().0))),
    }
}

fn index_buffer(input: Input<'_>) -> Parsed<'_, IndexBuffer<'_>> {
    let (input, head) = record::<IndexHead, _>(input)?;
    let (index_count, index_size) = (head.index_count.get(), head.index_size.get());
    let (input, data) = block(input, index_count, index_size as usize).within("indices")?;
    Ok((input, IndexBuffer { index_count, index_size, data }))
}

fn geometry(input: Input<'_>) -> Parsed<'_, Geometry> {
    let (input, mapped) = count_u32(input, smallest::BONE_MAPPING).within("bone mapping")?;
    let (input, bones) = records::<U32, _>(input, mapped).within("bone mapping")?;
    let (input, lods) = list(input, "LOD", smallest::LOD, lod)?;
    Ok((input, Geometry { bone_mapping: bones.iter().map(|bone| bone.get()).collect(), lods }))
}

fn lod(input: Input<'_>) -> Parsed<'_, Lod> {
    let (input, lod) = record::<LodRecord, _>(input)?;
    let lod = Lod {
        distance: lod.distance.get(),
        primitive: Primitive(lod.primitive.get()),
        vertex_buffer: lod.vertex_buffer.get(),
        index_buffer: lod.index_buffer.get(),
        draw: range(lod.draw),
    };
    Ok((input, lod))
}

fn morph<'a>(input: Input<'a>, version: Version) -> Parsed<'a, Morph<'a>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, weight) = cond(version.has_morph_weights(), f32_le).parse(input).within("weight")?;
    let (input, buffers) = list(input, "buffer", smallest::MORPH_BUFFER, morph_buffer)?;
    Ok((input, Morph { name, weight, buffers }))
}

fn morph_buffer(input: Input<'_>) -> Parsed<'_, MorphBuffer<'_>> {
    let (input, head) = record::<MorphBufferHead, _>(input)?;
    let (mask, vertex_count) = (ElementMask(head.mask.get()), head.vertex_count.get());
    let (input, data) = block(input, vertex_count, mask.morph_stride()).within("deltas")?;
    Ok((input, MorphBuffer { vertex_buffer: head.vertex_buffer.get(), mask, vertex_count, data }))
}

fn bone(input: Input<'_>) -> Parsed<'_, Bone<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (input, bone) = record::<BoneRecord, _>(input)?;
    let (input, collision) = collision(input, bone.collision_mask).within("collision")?;
    let [w, x, y, z] = bone.rotation.map(F32::get);
    let bone = Bone {
        name,
        parent: bone.parent.get(),
        position: Vec3::from(bone.position.map(F32::get)),
        rotation: Quat::from_xyzw(x, y, z, w),
        scale: Vec3::from(bone.scale.map(F32::get)),
        offset_matrix: bone.offset_matrix.map(F32::get),
        collision,
    };
    Ok((input, bone))
}

fn collision(input: Input<'_>, mask: u8) -> Parsed<'_, Collision> {
    // Not nom's `cond`: it moves each result once more, and this runs for every bone; parsing takes 9 % longer with it.
    let (input, radius) = if mask & Collision::SPHERE != 0 {
        let (input, radius) = f32_le(input)?;
        (input, Some(radius))
    } else {
        (input, None)
    };
    let (input, bounds) = if mask & Collision::BOX != 0 {
        let (input, bounds) = bounds(input)?;
        (input, Some(bounds))
    } else {
        (input, None)
    };
    Ok((input, Collision { mask, radius, bounds }))
}

fn bounds(input: Input<'_>) -> Parsed<'_, Bounds> {
    let (input, bounds) = record::<BoundsRecord, _>(input)?;
    let [min, max] = [bounds.min, bounds.max].map(|corner| Vec3::from(corner.map(F32::get)));
    Ok((input, Bounds { min, max }))
}

/// Reads the data after the bounding box. All of it is optional, and unknown data is kept.
pub(crate) fn tail<'a>(input: Input<'a>, version: Version, geometries: usize) -> Parsed<'a, Tail<'a>> {
    let mut tail = Tail::default();
    let mut input = input;
    if version == Version::Bare2011 {
        let (behind, levels) = opt(record::<[U32; 3], _>).parse(input)?;
        tail.lod_levels = levels.map(|levels| levels.map(U32::get));
        input = behind;
    } else {
        (input, tail.centers) = centers(input, geometries)?;
    }
    if version.has_geometry_names() && tail.centers.len() == geometries {
        (input, tail.geometry_names) = opt(|input| geometry_names(input, geometries)).parse(input)?;
    }
    let (input, left) = rest(input)?;
    tail.rest = Bytes::from(left);
    Ok((input, tail))
}

/// Reads the geometry centers, which may be cut off by the end of the file.
fn centers(input: Input<'_>, geometries: usize) -> Parsed<'_, Vec<Vec3>> {
    let held = geometries.min(input.bytes().chunks_exact(size_of::<[F32; 3]>()).len());
    let (input, centers) = records::<[F32; 3], _>(input, held)?;
    Ok((input, centers.iter().map(|center| Vec3::from(center.map(F32::get))).collect()))
}

fn geometry_names<'a>(input: Input<'a>, geometries: usize) -> Parsed<'a, GeometryNames<'a>> {
    let (input, version) = u32_le(input)?;
    let count = binio::check_count(input, input, geometries as u64, smallest::NAME)?;
    let (input, names): (_, Vec<_>) = repeat(input, count, "name", cstring)?;
    Ok((input, GeometryNames { version, names }))
}

/// Reads `count` items of `size` bytes without a copy.
fn block(input: Input<'_>, count: u32, size: usize) -> Parsed<'_, Bytes<'_>> {
    let (input, block) = bytes(input, u64::from(count).saturating_mul(size as u64))?;
    Ok((input, Bytes::from(block)))
}

fn range(range: RangeRecord) -> Range {
    Range { start: range.start.get(), count: range.count.get() }
}
