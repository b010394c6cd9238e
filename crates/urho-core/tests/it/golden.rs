//! Every type in every encoding, against handwritten bytes.

use VariantEncoding::{RbfxNew, RbfxOld, Urho};
use binio::{Fault, Input, Writer};
use urho_core::{
    ErrorKind, HashedName, ResourceRef, ResourceRefList, StringHash, Variant, VariantEncoding, VariantFault,
    VariantKind, VariantType,
};

const ERAS: [VariantEncoding; 3] = [Urho, RbfxOld, RbfxNew];

/// A value, its type numbers in the three encodings, and the bytes after the number.
type Vector = (Variant<'static>, [Option<u8>; 3], &'static [u8]);

const ONE: [u8; 4] = [0, 0, 0x80, 0x3f];
const TWO: [u8; 4] = [0, 0, 0, 0x40];

fn same(number: u8) -> [Option<u8>; 3] {
    [Some(number); 3]
}

fn moved(number: u8) -> [Option<u8>; 3] {
    [Some(number), Some(number), Some(number + 2)]
}

fn key(hash: u32) -> HashedName<'static> {
    StringHash(hash).into()
}

fn floats<const N: usize>() -> [f32; N] {
    core::array::from_fn(|index| if index == 0 { 2.0 } else { 1.0 })
}

/// 2 and then ones, as bytes.
fn float_bytes(count: usize) -> &'static [u8] {
    let bytes: Vec<u8> = (0..count).flat_map(|index| if index == 0 { TWO } else { ONE }).collect();
    Vec::leak(bytes)
}

fn vectors() -> Vec<Vector> {
    vec![
        (Variant::None, same(0), b""),
        (Variant::Int(-2), same(1), b"\xfe\xff\xff\xff"),
        (Variant::Bool(1), same(2), b"\x01"),
        (Variant::Bool(2), same(2), b"\x02"),
        (Variant::Float(f32::from_bits(0x7fc0_1234)), same(3), b"\x34\x12\xc0\x7f"),
        (Variant::Vector2(floats()), same(4), float_bytes(2)),
        (Variant::Vector3(floats()), same(5), float_bytes(3)),
        (Variant::Vector4(floats()), same(6), float_bytes(4)),
        (Variant::DoubleVector2([1.0, -2.0]), [None, None, Some(7)], b"\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0"),
        (
            Variant::DoubleVector3([1.0, -2.0, 0.0]),
            [None, None, Some(8)],
            b"\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0\0",
        ),
        (Variant::Quaternion([1.0, 2.0, 3.0, 4.0]), moved(7), b"\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40"),
        (Variant::Color(floats()), moved(8), float_bytes(4)),
        (Variant::String("hi".into()), moved(9), b"hi\0"),
        (Variant::Buffer(b"\x01\0\xff"[..].into()), moved(10), b"\x03\x01\0\xff"),
        (Variant::VoidPtr(0), moved(11), b"\0\0\0\0"),
        (Variant::VoidPtr(7), moved(11), b"\x07\0\0\0"),
        (
            Variant::ResourceRef(Box::new(ResourceRef { kind: key(0x0102_0304), name: "a".into() })),
            moved(12),
            b"\x04\x03\x02\x01a\0",
        ),
        (
            Variant::ResourceRefList(Box::new(ResourceRefList { kind: key(1), names: vec!["a".into(), "".into()] })),
            moved(13),
            b"\x01\0\0\0\x02a\0\0",
        ),
        (Variant::VariantVector(vec![Variant::Bool(0), Variant::None]), moved(14), b"\x02\x02\0\0"),
        (
            Variant::VariantMap(vec![(key(5), Variant::Bool(1)), (key(5), Variant::None)]),
            moved(15),
            b"\x02\x05\0\0\0\x02\x01\x05\0\0\0\0",
        ),
        (Variant::IntRect([1, -1, 2, 3]), moved(16), b"\x01\0\0\0\xff\xff\xff\xff\x02\0\0\0\x03\0\0\0"),
        (Variant::IntVector2([1, -1]), moved(17), b"\x01\0\0\0\xff\xff\xff\xff"),
        (Variant::Ptr(0), moved(18), b"\0\0\0\0"),
        (Variant::Matrix3(Box::new(floats())), moved(19), float_bytes(9)),
        (Variant::Matrix3x4(Box::new(floats())), moved(20), float_bytes(12)),
        (Variant::Matrix4(Box::new(floats())), moved(21), float_bytes(16)),
        (Variant::Double(-2.0), moved(22), b"\0\0\0\0\0\0\0\xc0"),
        (Variant::StringVector(vec!["a".into(), "bc".into()]), moved(23), b"\x02a\0bc\0"),
        (Variant::Rect(None), [Some(24), None, None], b""),
        (Variant::Rect(Some(floats())), [None, Some(24), Some(26)], float_bytes(4)),
        (Variant::IntVector3([1, -1, 2]), moved(25), b"\x01\0\0\0\xff\xff\xff\xff\x02\0\0\0"),
        (Variant::Int64(-2), moved(26), b"\xfe\xff\xff\xff\xff\xff\xff\xff"),
        (Variant::CustomHeap(0), [Some(27), None, None], b"\0\0\0\0"),
        (Variant::CustomStack(0), [Some(28), None, None], b"\0\0\0\0"),
        (
            Variant::StringVariantMap(vec![("k".into(), Variant::Bool(1))]),
            [None, Some(29), Some(31)],
            b"\x01k\0\x02\x01",
        ),
    ]
}

#[test]
fn every_type_reads_and_writes_as_its_bytes() {
    for (value, numbers, payload) in vectors() {
        for (encoding, number) in ERAS.into_iter().zip(numbers) {
            let Some(number) = number else {
                let error = value.to_bytes(encoding).unwrap_err();
                assert!(
                    matches!(error.kind(), ErrorKind::Variant(VariantFault::NotInEra(_) | VariantFault::RectValue)),
                    "{value:?} {encoding:?}: {error}"
                );
                continue;
            };
            let bytes = [&[number], payload].concat();
            assert_eq!(Variant::parse(&bytes, encoding).as_ref(), Ok(&value), "{encoding:?}");
            assert_eq!(value.to_bytes(encoding).as_deref(), Ok(&bytes[..]), "{encoding:?}");
            assert_eq!(VariantType(number).kind(encoding), Some(value.kind()));
            assert_eq!(value.kind().number(encoding), Some(VariantType(number)));
            assert!(Variant::smallest_payload(value.kind(), encoding) <= payload.len(), "{value:?}");
        }
    }
}

#[test]
fn a_payload_needs_no_type_number() {
    for (value, numbers, payload) in vectors() {
        for (encoding, _) in ERAS.into_iter().zip(numbers).filter(|(_, number)| number.is_some()) {
            let read = binio::parse(Input::new(payload), |input| {
                Variant::read_payload::<ErrorKind>(input, value.kind(), encoding)
            });
            assert_eq!(read, Ok(value.clone()));
            let mut out = Writer::new(Vec::new());
            value.write_payload::<_, ErrorKind>(&mut out, value.kind(), encoding).unwrap();
            assert_eq!(out.into_sink(), payload);
        }
    }
}

#[test]
fn a_payload_of_another_type_is_not_written() {
    let mut out = Writer::new(Vec::new());
    let wrong = Variant::Int(1).write_payload::<_, ErrorKind>(&mut out, VariantKind::Float, Urho).unwrap_err();
    let fault = VariantFault::WrongType { expected: VariantKind::Float, found: VariantKind::Int };
    assert_eq!(*wrong.kind(), ErrorKind::Variant(fault));
    assert_eq!(out.into_sink(), b"");
}

#[test]
fn types_have_the_numbers_and_names_of_the_engines() {
    for (encoding, count) in [(Urho, 29), (RbfxOld, 30), (RbfxNew, 32)] {
        assert!((0..count).all(|number| VariantType(number).kind(encoding).is_some()));
        assert_eq!(VariantType(count).kind(encoding), None);
        assert_eq!(VariantType(255).kind(encoding), None);
    }
    assert_eq!(VariantKind::Custom.number(RbfxOld), Some(VariantType(27)));
    assert_eq!(VariantKind::VariantCurve.number(RbfxNew), Some(VariantType(30)));
    assert_eq!(VariantKind::all().count(), 34);
    for kind in VariantKind::all() {
        assert_eq!(VariantKind::from_name(kind.name().as_bytes()), Some(kind));
        assert_eq!(VariantKind::from_name(kind.name().to_uppercase().as_bytes()), Some(kind));
    }
    assert_eq!(VariantKind::from_name(b"Vector"), None);
}

#[test]
fn counts_are_of_29_bits_in_urho3d_and_leb128_in_rbfx() {
    for (count, bytes) in [(0x7f, &[0x7f][..]), (0x80, &[0x80, 1]), (0x4000, &[0x80, 0x80, 1])] {
        let value = Variant::Buffer(vec![7; count].into());
        for encoding in ERAS {
            let whole = value.to_bytes(encoding).unwrap();
            assert_eq!(whole[1..=bytes.len()], *bytes);
            assert_eq!(Variant::parse(&whole, encoding).as_ref(), Ok(&value));
        }
    }
    let value = Variant::Buffer(vec![7; 0x20_0000].into());
    for encoding in ERAS {
        let whole = value.to_bytes(encoding).unwrap();
        assert_eq!(whole[1..5], [0x80, 0x80, 0x80, 1]);
        assert_eq!(Variant::parse(&whole, encoding).as_ref(), Ok(&value));
    }
}

#[test]
fn what_would_come_back_otherwise_is_refused() {
    for (bytes, encoding, message) in [
        (&b"\x1d"[..], Urho, "unknown variant type 29 (at byte 0x0)"),
        (
            b"\x0a\x80\x00",
            Urho,
            "Buffer > count: expected a variable-length integer of minimal length, found a longer one (at byte 0x1)",
        ),
        (
            b"\x0a\x80\x80\x80\x00",
            Urho,
            "Buffer > count: expected a variable-length integer of minimal length, found a longer one (at byte 0x1)",
        ),
        (
            b"\x0c\x81\x00a",
            RbfxNew,
            "Buffer > count: expected a variable-length integer of minimal length, found a longer one (at byte 0x1)",
        ),
        (b"\x0c\xff\xff\xff\xff\x1f", RbfxNew, "Buffer > count: unterminated variable-length integer (at byte 0x1)"),
        (b"\x1b", RbfxOld, "Custom: the bytes of a Custom are not known (at byte 0x1)"),
        (b"\x1e", RbfxNew, "VariantCurve: the bytes of a VariantCurve are not known (at byte 0x1)"),
        (b"\x18\0", Urho, "expected the end of the data, found 1 more bytes (at byte 0x1)"),
        (b"\x09ab", Urho, "String: expected a NUL at the end of the text, found none (at byte 0x1)"),
        (b"\x0e\x02\x00\x1d", Urho, "VariantVector > item 1: unknown variant type 29 (at byte 0x3)"),
    ] {
        assert_eq!(Variant::parse(bytes, encoding).unwrap_err().to_string(), message);
    }
    let nul = Variant::VariantVector(vec![Variant::None, Variant::String("a\0b".into())]);
    let error = nul.to_bytes(Urho).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Fault(Fault::NulInName));
    assert_eq!(
        error.to_string(),
        "VariantVector > item 1: expected a name without NUL, found one inside (at byte 0x4)"
    );
}

#[test]
fn numbers_come_as_glam_types() {
    use urho_core::glam::{Mat4, Quat, Vec3, vec2, vec3, vec4};
    assert_eq!(Variant::Vector2([1.0, 2.0]).as_vec2(), Some(vec2(1.0, 2.0)));
    assert_eq!(Variant::Vector3([1.0, 2.0, 3.0]).as_vec3(), Some(vec3(1.0, 2.0, 3.0)));
    assert_eq!(Variant::Color([1.0, 2.0, 3.0, 4.0]).as_vec4(), Some(vec4(1.0, 2.0, 3.0, 4.0)));
    assert_eq!(Variant::Quaternion([1.0, 2.0, 3.0, 4.0]).as_quat(), Some(Quat::from_xyzw(2.0, 3.0, 4.0, 1.0)));
    let moved = Variant::Matrix3x4(Box::new([1., 0., 0., 5., 0., 1., 0., 6., 0., 0., 1., 7.]));
    assert_eq!(moved.as_mat4(), Some(Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0))));
    let turned = Variant::Matrix3(Box::new([0., -1., 0., 1., 0., 0., 0., 0., 1.]));
    assert_eq!(turned.as_mat3().map(|m| m * Vec3::X), Some(Vec3::Y));
    assert_eq!(Variant::Bool(2).as_bool(), Some(true));
    assert_eq!(Variant::Int(2).as_bool(), None);
}

#[test]
fn a_map_gives_the_later_of_two() {
    let map = Variant::VariantMap(vec![(key(5), Variant::Int(1)), (key(5), Variant::Int(2))]);
    assert_eq!(map.get(StringHash(5)), Some(&Variant::Int(2)));
    assert_eq!(map.get(StringHash(6)), None);
}
