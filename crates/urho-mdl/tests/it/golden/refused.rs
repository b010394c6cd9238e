//! Models that can't be encoded: kind and path of the error, and nothing is written.

use urho_mdl::binio::Fault;
use urho_mdl::glam::Vec3;
use urho_mdl::{Bytes, Declaration, Element, ElementMask, ErrorKind, GeometryNames, Model, Name, Tail, Version};

use crate::vectors::full;

const SHAPES: ErrorKind = ErrorKind::Contradiction("the mask names other shapes than there are");
const TAIL: ErrorKind = ErrorKind::Contradiction("the data after the bounding box would be read differently");
const DECLARATION: ErrorKind = ErrorKind::NotInVersion("this kind of vertex declaration");

/// A change that makes a model invalid.
type Change = fn(&mut Model<'static>);

/// A full model, changed, is rejected with this kind and path, by every sink.
#[track_caller]
fn refused(version: Version, kind: ErrorKind, part: &str, change: impl FnOnce(&mut Model<'static>)) {
    let mut model = full(version).model;
    change(&mut model);
    let error = model.to_bytes().unwrap_err();
    assert_eq!((error.kind(), error.path().to_string().as_str()), (&kind, part));
    assert_eq!(model.encoded_len().unwrap_err(), error);
    let mut out = Vec::new();
    let told = model.write_to(&mut out).unwrap_err();
    assert_eq!(told.kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(told.to_string(), error.to_string());
    assert!(out.is_empty(), "{} bytes were written", out.len());
}

#[test]
fn data_of_another_size_is_not_written() {
    let wrong = |expected, actual| ErrorKind::WrongDataSize { expected, actual };
    refused(Version::Umd2, wrong(80, 79), "vertex buffer 0 > vertices", |model| {
        model.vertex_buffers[0].data.to_mut().pop();
    });
    refused(Version::Umdl, wrong(0, 1), "vertex buffer 1 > vertices", |model| {
        model.vertex_buffers[1].data.to_mut().push(0);
    });
    refused(Version::Umd2, wrong(0xffff_ffff * 40, 80), "vertex buffer 0 > vertices", |model| {
        model.vertex_buffers[0].vertex_count = u32::MAX;
    });
    refused(Version::Umd2, wrong(8, 12), "index buffer 0 > indices", |model| {
        model.index_buffers[0].data = vec![0; 12].into();
    });
    refused(Version::Umd2, wrong(0xffff_fffe_0000_0001, 8), "index buffer 0 > indices", |model| {
        model.index_buffers[0].index_count = u32::MAX;
        model.index_buffers[0].index_size = u32::MAX;
    });
    refused(Version::Umd2, wrong(28, 40), "morph 0 > buffer 0 > deltas", |model| {
        model.morphs[0].buffers[0].mask = ElementMask(0x03);
    });
}

#[test]
fn names_with_a_nul() {
    let nul = ErrorKind::Data(Fault::NulInName);
    let name = || Name::from("a\0b");
    refused(Version::Umd2, nul, "morph 1 > name", |model| model.morphs[1].name = name());
    refused(Version::Umd2, nul, "bone 2 > name", |model| model.skeleton.bones[2].name = name());
    refused(Version::Amd2, nul, "tail > geometry name 1", |model| {
        if let Some(names) = &mut model.tail.geometry_names {
            names.names[1] = name();
        }
    });
}

/// The offset is the position in the output.
#[test]
fn the_offset_is_where_it_would_stand() {
    let mut model = full(Version::Amdl).model;
    let length = model.encoded_len().unwrap();
    let names = model.tail.geometry_names.as_mut().unwrap();
    names.names[1] = Name::from("\0");
    // The last name takes one byte, its NUL.
    assert_eq!(model.to_bytes().unwrap_err().offset(), Some(length - 1));
    model.tail.geometry_names.as_mut().unwrap().names.pop();
    let names = "\x01\0\0\0Body\0".len() as u64;
    assert_eq!(model.to_bytes().unwrap_err().offset(), Some(length - 1 - names - 24), "where the tail begins");
}

#[test]
fn declarations_of_another_version() {
    let part = "vertex buffer 0 > declaration";
    let mask = || Declaration::Mask(ElementMask(0x83));
    let mask_2011 = || Declaration::Mask2011(ElementMask(0x83));
    let list = || full(Version::Umd2).model.vertex_buffers[0].declaration.clone();
    for version in [Version::Umd2, Version::Umd3(2), Version::Amd2] {
        refused(version, DECLARATION, part, |model| model.vertex_buffers[0].declaration = mask());
        refused(version, DECLARATION, part, |model| model.vertex_buffers[0].declaration = mask_2011());
    }
    for version in [Version::Umdl, Version::Amdl] {
        refused(version, DECLARATION, part, |model| model.vertex_buffers[0].declaration = list());
        refused(version, DECLARATION, part, |model| model.vertex_buffers[0].declaration = mask_2011());
    }
    refused(Version::Bare2011, DECLARATION, part, |model| model.vertex_buffers[0].declaration = list());
    refused(Version::Bare2011, DECLARATION, part, |model| model.vertex_buffers[0].declaration = mask());
}

#[test]
fn elements_of_unknown_type() {
    for kind in [7, 255] {
        refused(Version::Umd2, ErrorKind::UnknownElementType(kind), "vertex buffer 1 > element 0", |model| {
            model.vertex_buffers[1].declaration = Declaration::List(vec![Element(u32::from(kind))]);
        });
    }
}

#[test]
fn weights_of_morphs() {
    let superfluous = ErrorKind::NotInVersion("weights of morphs");
    for version in [Version::Umdl, Version::Umd2, Version::Umd3(1), Version::Amd2, Version::Bare2011] {
        refused(version, superfluous, "morph 1 > weight", |model| model.morphs[1].weight = Some(0.0));
    }
    let missing = ErrorKind::Contradiction("this version needs a weight");
    for version in [Version::Umd3(2), Version::Umd3(3)] {
        refused(version, missing, "morph 0 > weight", |model| model.morphs[0].weight = None);
    }
}

#[test]
fn shapes_that_the_mask_does_not_name() {
    for (bone, mask) in [(0, 1), (0, 2), (1, 0), (1, 2), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2), (3, 0xf0)] {
        refused(Version::Umd2, SHAPES, &format!("bone {bone} > collision"), |model| {
            model.skeleton.bones[bone].collision.mask = mask;
        });
    }
}

#[test]
fn tails_that_would_read_back_differently() {
    let changes: [(Version, Change); 10] = [
        // More centers than geometries, or bytes where the next center is required.
        (Version::Umd2, |model| model.tail.centers.push(Vec3::ONE)),
        (Version::Umd2, |model| {
            model.tail.centers.pop();
            model.tail.rest = vec![0; 12].into();
        }),
        // Parts of other versions.
        (Version::Umd2, |model| model.tail.lod_levels = Some([1; 3])),
        (Version::Umd2, |model| model.tail.geometry_names = Some(GeometryNames::default())),
        (Version::Bare2011, |model| model.tail.centers.push(Vec3::ONE)),
        (Version::Bare2011, |model| {
            model.tail = Tail { rest: vec![0; 12].into(), ..Tail::default() };
        }),
        // More or fewer names than geometries, names after missing centers, bytes that would be names.
        (Version::Amdl, |model| {
            if let Some(names) = &mut model.tail.geometry_names {
                names.names.pop();
            }
        }),
        (Version::Amd2, |model| {
            if let Some(names) = &mut model.tail.geometry_names {
                names.names.push(Name::from("third"));
            }
        }),
        (Version::Amd2, |model| {
            model.tail.centers.pop();
        }),
        (Version::Amd2, |model| {
            model.tail.geometry_names = None;
            model.tail.rest = Bytes::from(&b"\x01\0\0\0a\0b\0"[..]);
        }),
    ];
    for (version, change) in changes {
        refused(version, TAIL, "tail", change);
    }
}
