//! Models.

mod drawing;

use binio::{Bytes, Error, Name, Severity};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_mdl::{
    Bone, Collision, Declaration, Element, ElementMask, ElementType, ErrorKind, Geometry, GeometryNames, IndexBuffer,
    Lod, Model, Morph, MorphBuffer, Primitive, Range, ReadOptions, Repair, Semantic, Skeleton, Tail, Version,
    VertexBuffer,
};

pub use drawing::drawing_model;

use crate::Target;
use crate::common::{block, bounds, float, name, number, quat, vec3};

/// The fuzz target for models.
pub const TARGET: Target = Target { name: "urho_mdl", body, seeds };

/// Applies the laws to `urho-mdl`. Use `BARE` to also accept files without an identifier.
pub struct Mdl<const BARE: bool>;

impl<const BARE: bool> Format for Mdl<BARE> {
    testkit::contract!(Model, ErrorKind, validate);

    fn parse(bytes: &[u8]) -> Result<Model<'_>, Error<ErrorKind>> {
        Model::parse_with(bytes, &ReadOptions::default().bare_2011(BARE))
    }

    fn rebuild(model: Model<'static>) -> Model<'static> {
        rebuild(model)
    }

    fn blocks<'d>(model: &'d Model<'_>) -> Vec<&'d [u8]> {
        let vertices = model.vertex_buffers.iter().map(|buffer| &*buffer.data);
        let indices = model.index_buffers.iter().map(|buffer| &*buffer.data);
        let morphs = model.morphs.iter().flat_map(|morph| morph.buffers.iter().map(|buffer| &*buffer.data));
        let names = model.skeleton.bones.iter().map(|bone| bone.name.as_bytes());
        let morph_names = model.morphs.iter().map(|morph| morph.name.as_bytes());
        let tail = std::iter::once(&*model.tail.rest);
        vertices.chain(indices).chain(morphs).chain(names).chain(morph_names).chain(tail).collect()
    }
}

/// Creates the same model from its public fields.
fn rebuild(model: Model<'static>) -> Model<'static> {
    let Model { version, vertex_buffers, index_buffers, geometries, morphs, skeleton, bounds, tail } = model;
    let vertex_buffer = |VertexBuffer { vertex_count, declaration, morph_range, data }| VertexBuffer {
        vertex_count,
        declaration,
        morph_range,
        data: copy(data),
    };
    let index_buffer =
        |IndexBuffer { index_count, index_size, data }| IndexBuffer { index_count, index_size, data: copy(data) };
    let morph_buffer = |MorphBuffer { vertex_buffer, mask, vertex_count, data }| MorphBuffer {
        vertex_buffer,
        mask,
        vertex_count,
        data: copy(data),
    };
    let morph = |Morph { name, weight, buffers }: Morph<'static>| Morph {
        name,
        weight,
        buffers: buffers.into_iter().map(morph_buffer).collect(),
    };
    let Tail { centers, lod_levels, geometry_names, rest } = tail;
    Model {
        version,
        vertex_buffers: vertex_buffers.into_iter().map(vertex_buffer).collect(),
        index_buffers: index_buffers.into_iter().map(index_buffer).collect(),
        geometries,
        morphs: morphs.into_iter().map(morph).collect(),
        skeleton: Skeleton { bones: skeleton.bones.into_iter().map(rebuild_bone).collect() },
        bounds,
        tail: Tail { centers, lod_levels, geometry_names, rest: copy(rest) },
    }
}

fn rebuild_bone(bone: Bone<'static>) -> Bone<'static> {
    let Bone { name, parent, position, rotation, scale, offset_matrix, collision } = bone;
    let Collision { mask, radius, bounds } = collision;
    let name = Name::from(name.as_bytes().to_vec());
    Bone { name, parent, position, rotation, scale, offset_matrix, collision: Collision { mask, radius, bounds } }
}

fn copy(block: Bytes<'static>) -> Bytes<'static> {
    Bytes::from(block.to_vec())
}

/// Generates models in all versions that can be encoded. They do not always make sense.
pub fn model() -> impl Strategy<Value = Model<'static>> {
    version().prop_flat_map(|version| {
        let parts = (
            vec(vertex_buffer(version), 0..4),
            vec(index_buffer(), 0..4),
            vec(geometry(), 0..4),
            vec(morph(version), 0..4),
            vec(bone(), 0..6),
            bounds(),
        );
        parts.prop_flat_map(move |(vertex_buffers, index_buffers, geometries, morphs, bones, bounds)| {
            tail(version, geometries.len()).prop_map(move |tail| Model {
                version,
                vertex_buffers: vertex_buffers.clone(),
                index_buffers: index_buffers.clone(),
                geometries: geometries.clone(),
                morphs: morphs.clone(),
                skeleton: Skeleton { bones: bones.clone() },
                bounds,
                tail,
            })
        })
    })
}

/// Generates all versions.
pub fn version() -> impl Strategy<Value = Version> {
    prop_oneof![
        Just(Version::Umdl),
        Just(Version::Umd2),
        prop_oneof![0_u32..4, any::<u32>()].prop_map(Version::Umd3),
        Just(Version::Amdl),
        Just(Version::Amd2),
        Just(Version::Bare2011),
    ]
}

fn range() -> impl Strategy<Value = Range> {
    (number(), number()).prop_map(|(start, count)| Range { start, count })
}

fn element() -> impl Strategy<Value = Element> {
    (0..7_u8, 0..12_u8, 0..5_u8, any::<bool>()).prop_map(|(kind, semantic, index, spare)| {
        let element = Element::new(ElementType(kind), Semantic(semantic), index);
        Element(element.0 | u32::from(spare) << 30)
    })
}

fn declaration(version: Version) -> BoxedStrategy<Declaration> {
    let mask = prop_oneof![0_u32..0x4000, any::<u32>()].prop_map(ElementMask);
    match version {
        Version::Bare2011 => mask.prop_map(Declaration::Mask2011).boxed(),
        _ if version.has_declarations() => vec(element(), 0..6).prop_map(Declaration::List).boxed(),
        _ => mask.prop_map(Declaration::Mask).boxed(),
    }
}

fn vertex_buffer(version: Version) -> impl Strategy<Value = VertexBuffer<'static>> {
    (declaration(version), 0_u32..5, range()).prop_flat_map(|(declaration, vertex_count, morph_range)| {
        let length = declaration.stride() * vertex_count as usize;
        block(length).prop_map(move |data| VertexBuffer {
            vertex_count,
            declaration: declaration.clone(),
            morph_range,
            data,
        })
    })
}

fn index_buffer() -> impl Strategy<Value = IndexBuffer<'static>> {
    let size = prop_oneof![4 => Just(2_u32), 2 => Just(4_u32), 1 => 0_u32..20];
    (0_u32..9, size).prop_flat_map(|(index_count, index_size)| {
        let length = (index_count * index_size) as usize;
        block(length).prop_map(move |data| IndexBuffer { index_count, index_size, data })
    })
}

fn geometry() -> impl Strategy<Value = Geometry> {
    let lod = (float(), number(), number(), number(), range()).prop_map(
        |(distance, primitive, vertex_buffer, index_buffer, draw)| Lod {
            distance,
            primitive: Primitive(primitive),
            vertex_buffer,
            index_buffer,
            draw,
        },
    );
    (vec(number(), 0..4), vec(lod, 0..4)).prop_map(|(bone_mapping, lods)| Geometry { bone_mapping, lods })
}

fn morph(version: Version) -> impl Strategy<Value = Morph<'static>> {
    let mask = prop_oneof![Just(0x83_u32), any::<u32>()];
    let buffer = (number(), mask, 0_u32..4).prop_flat_map(|(vertex_buffer, mask, vertex_count)| {
        let deltas = [0x1, 0x2, 0x80].iter().filter(|bit| mask & **bit != 0).count();
        block((4 + 12 * deltas) * vertex_count as usize).prop_map(move |data| MorphBuffer {
            vertex_buffer,
            mask: ElementMask(mask),
            vertex_count,
            data,
        })
    });
    (name(), float(), vec(buffer, 0..3)).prop_map(move |(name, weight, buffers)| Morph {
        name,
        weight: version.has_morph_weights().then_some(weight),
        buffers,
    })
}

fn bone() -> impl Strategy<Value = Bone<'static>> {
    let matrix = vec(float(), 12).prop_map(|cells| std::array::from_fn(|cell| cells[cell]));
    let collision = (any::<u8>(), float(), bounds()).prop_map(|(mask, radius, bounds)| Collision {
        mask,
        radius: (mask & Collision::SPHERE != 0).then_some(radius),
        bounds: (mask & Collision::BOX != 0).then_some(bounds),
    });
    (name(), number(), vec3(), quat(), vec3(), matrix, collision).prop_map(
        |(name, parent, position, rotation, scale, offset_matrix, collision)| Bone {
            name,
            parent,
            position,
            rotation,
            scale,
            offset_matrix,
            collision,
        },
    )
}

/// Generates tails with all centers, or with only a part of them and an incomplete center at the end.
fn tail(version: Version, geometries: usize) -> BoxedStrategy<Tail<'static>> {
    if version == Version::Bare2011 {
        let levels = (any::<[u32; 3]>(), vec(any::<u8>(), 0..20));
        return option::of(levels)
            .prop_map(|tail| match tail {
                Some((levels, rest)) => Tail { lod_levels: Some(levels), rest: rest.into(), ..Tail::default() },
                None => Tail::default(),
            })
            .boxed();
    }
    let complete = (vec(vec3(), geometries), geometry_names(version, geometries), vec(any::<u8>(), 0..20)).prop_map(
        |(centers, geometry_names, rest)| Tail { centers, geometry_names, rest: rest.into(), lod_levels: None },
    );
    let cut_off = (vec(vec3(), 0..=geometries), vec(any::<u8>(), 0..12)).prop_map(move |(mut centers, rest)| {
        centers.truncate(geometries.saturating_sub(1));
        Tail { centers, rest: rest.into(), ..Tail::default() }
    });
    prop_oneof![complete, cut_off]
        .prop_map(move |mut tail| {
            // Additional bytes in the place of names would be names.
            if version.has_geometry_names() && tail.geometry_names.is_none() {
                tail.rest.to_mut().truncate(3);
            }
            tail
        })
        .boxed()
}

fn geometry_names(version: Version, geometries: usize) -> impl Strategy<Value = Option<GeometryNames<'static>>> {
    let names = (any::<u32>(), vec(name(), geometries)).prop_map(|(version, names)| GeometryNames { version, names });
    option::of(names).prop_map(move |names| names.filter(|_| version.has_geometry_names()))
}

/// Checks the laws using both readers. A file that can be read must also be possible to repair.
fn body(bytes: &[u8]) {
    laws::all::<Mdl<false>>(bytes);
    laws::all::<Mdl<true>>(bytes);
    if let Ok(mut model) = Model::parse(bytes) {
        for repair in Repair::ALL {
            model.repair(repair);
            assert!(model.repair(repair).is_empty(), "{repair} finds nothing the second time");
        }
        let error = model.validate().into_iter().find(|finding| finding.severity == Severity::Error);
        assert_eq!(error, None, "no errors are left");
        assert!(model.to_bytes().is_ok(), "repaired models can be written");
    }
}

/// Some generated models of every version, and the samples, if they are built.
fn seeds() -> Vec<Vec<u8>> {
    let generated = crate::common::examples(model(), 24).into_iter().filter_map(|model| model.to_bytes().ok());
    #[cfg(feature = "samples")]
    let generated = {
        let samples = crate::samples::all().into_iter().filter(|sample| sample.name.ends_with(".mdl"));
        generated.chain(samples.map(|sample| sample.bytes))
    };
    generated.collect()
}
