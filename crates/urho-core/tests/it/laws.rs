//! Round trips of generated values through bytes, text and XML.

use proptest::collection::vec;
use proptest::prelude::*;
use urho_core::{
    ErrorKind, HashAlgorithm, HashedName, Metadata, ResourceRef, ResourceRefList, Sidecar, StringHash, Trigger,
    Variant, VariantEncoding, VariantKind,
};

fn any_name() -> impl Strategy<Value = Vec<u8>> {
    vec(1_u8.., 0..6)
}

fn any_f32() -> impl Strategy<Value = f32> {
    any::<u32>().prop_map(f32::from_bits)
}

fn f32s<const N: usize>() -> impl Strategy<Value = [f32; N]> {
    any::<[u32; N]>().prop_map(|bits| bits.map(f32::from_bits))
}

/// A value without inner values, of any encoding.
fn leaf() -> impl Strategy<Value = Variant<'static>> {
    prop_oneof![
        Just(Variant::None),
        any::<i32>().prop_map(Variant::Int),
        any::<u8>().prop_map(Variant::Bool),
        any_f32().prop_map(Variant::Float),
        f32s().prop_map(Variant::Vector2),
        f32s().prop_map(Variant::Quaternion),
        f32s().prop_map(|rows| Variant::Matrix3x4(Box::new(rows))),
        f32s().prop_map(|rect| Variant::Rect(Some(rect))),
        any::<u64>().prop_map(|bits| Variant::Double(f64::from_bits(bits))),
        any::<[i32; 4]>().prop_map(Variant::IntRect),
        any::<i64>().prop_map(Variant::Int64),
        any::<u32>().prop_map(Variant::Ptr),
        any_name().prop_map(|text| Variant::String(text.into())),
        vec(any::<u8>(), 0..300).prop_map(|bytes| Variant::Buffer(bytes.into())),
        vec(any_name(), 0..4).prop_map(|names| Variant::StringVector(names.into_iter().map(Into::into).collect())),
        (any::<u32>(), any_name()).prop_map(|(hash, name)| {
            Variant::ResourceRef(Box::new(ResourceRef { kind: StringHash(hash).into(), name: name.into() }))
        }),
        (any_name(), vec(any_name(), 0..3)).prop_map(|(kind, names)| {
            let kind = HashedName::of(HashAlgorithm::Urho18, kind);
            let names = names.into_iter().map(Into::into).collect();
            Variant::ResourceRefList(Box::new(ResourceRefList { kind, names }))
        }),
    ]
}

fn variant() -> impl Strategy<Value = Variant<'static>> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Variant::VariantVector),
            vec((any::<u32>(), inner.clone()), 0..4).prop_map(|entries| {
                Variant::VariantMap(entries.into_iter().map(|(key, value)| (StringHash(key).into(), value)).collect())
            }),
            vec((any_name(), inner), 0..4).prop_map(|entries| {
                Variant::StringVariantMap(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
            }),
        ]
    })
}

fn encoding() -> impl Strategy<Value = VariantEncoding> {
    prop_oneof![Just(VariantEncoding::Urho), Just(VariantEncoding::RbfxOld), Just(VariantEncoding::RbfxNew)]
}

proptest! {
    #[test]
    fn bytes_give_back_the_value(value in variant(), encoding in encoding()) {
        // A value that the encoding can't store is an error; all others round-trip.
        if let Ok(bytes) = value.to_bytes(encoding) {
            let read = Variant::parse(&bytes, encoding);
            prop_assert_eq!(read.as_ref(), Ok(&value));
            prop_assert_eq!(read.unwrap().into_owned().to_bytes(encoding).unwrap(), bytes);
        } else {
            prop_assert!(encoding == VariantEncoding::Urho || encoding == VariantEncoding::RbfxOld, "rbfx holds all of these");
        }
    }

    #[test]
    fn accepted_bytes_come_back(bytes in vec(prop_oneof![0..32_u8, any::<u8>()], 0..40), encoding in encoding()) {
        if let Ok(value) = Variant::parse(&bytes, encoding) {
            let owned = value.into_owned();
            prop_assert_eq!(owned.to_bytes(encoding).unwrap(), bytes);
        }
    }

    #[test]
    fn accepted_payloads_come_back(bytes in vec(prop_oneof![0..32_u8, any::<u8>()], 0..60), encoding in encoding()) {
        use binio::{Input, Writer};
        // Also types that have no number in the encoding.
        for kind in VariantKind::all() {
            let Ok((rest, value)) = Variant::read_payload::<ErrorKind>(Input::new(&bytes), kind, encoding) else { continue };
            let mut out = Writer::new(Vec::new());
            let written = value.write_payload::<_, ErrorKind>(&mut out, kind, encoding);
            prop_assert!(written.is_ok(), "{kind:?} {encoding:?}: {written:?}");
            prop_assert_eq!(out.into_sink(), &bytes[..rest.offset() as usize]);
        }
    }

    #[test]
    fn skipping_goes_as_far_as_reading(bytes in vec(prop_oneof![0..32_u8, any::<u8>()], 0..60), encoding in encoding()) {
        use binio::Input;
        for kind in VariantKind::all() {
            let read = Variant::read_payload::<ErrorKind>(Input::new(&bytes), kind, encoding);
            let skipped = Variant::skip_payload::<ErrorKind>(Input::new(&bytes), kind, encoding);
            if let (Ok((rest, _)), Some(size)) = (&read, Variant::payload_size(kind, encoding)) {
                prop_assert_eq!(rest.offset(), size as u64);
            }
            prop_assert_eq!(skipped, read.map(|(rest, _)| (rest, ())));
        }
    }

    #[test]
    fn text_gives_back_the_value(value in leaf()) {
        if let Ok(text) = value.to_text(HashAlgorithm::Urho18) {
            let read = Variant::from_text(value.kind(), &text, HashAlgorithm::Urho18);
            prop_assert_eq!(&read.value, &value);
            let has_type = !matches!(value.kind(), VariantKind::ResourceRef);
            prop_assert!(!has_type || read.odd.is_none(), "{:?}", read.odd);
        }
    }

    #[test]
    fn any_text_reads_as_something(text: Vec<u8>) {
        for kind in VariantKind::all() {
            let read = Variant::from_text(kind, &text, HashAlgorithm::Rbfx);
            // A value that was read without findings has a text that reads the same.
            if read.odd.is_none() && !text.contains(&0) {
                let again = read.value.to_text(HashAlgorithm::Rbfx).unwrap();
                prop_assert_eq!(Variant::from_text(kind, &again, HashAlgorithm::Rbfx).value, read.value);
            }
        }
    }

    #[test]
    fn xml_gives_back_the_side_file(
        metadata in vec((any_name(), variant()), 0..4),
        triggers in vec((any_f32(), variant()), 0..4),
        other: bool,
    ) {
        let mut sidecar = Sidecar::new("animation");
        sidecar.metadata = metadata.into_iter().map(|(name, value)| Metadata { name: name.into(), value }).collect();
        sidecar.triggers = triggers.into_iter().map(|(time, value)| Trigger { time, value }).collect();
        sidecar.sort_triggers();
        if other {
            sidecar.other.push(b"<transform name=\"a\">\n\t<x/></transform>".to_vec().into());
        }
        if let Ok(xml) = sidecar.to_xml() {
            let (read, _) = Sidecar::parse_xml(&xml, None).unwrap();
            prop_assert_eq!(&read, &sidecar);
            prop_assert_eq!(read.to_xml().unwrap(), xml);
        }
    }

    #[test]
    fn any_bytes_are_a_side_file_or_an_error(bytes: Vec<u8>) {
        let _ = Sidecar::parse_xml(&bytes, Some(1.0));
        let _ = Sidecar::parse_json(&bytes, Some(1.0));
    }

    #[test]
    fn what_xml_was_accepted_is_a_fixed_point(text in "(<trigger (time|normalizedtime)=\"[0-9.]{1,3}\" type=\"(Int|Bool|VariantMap|Buffer)\" value=\"[0-9a-z ;]{0,4}\"(/>|><variant name='[a-z]'/></trigger>)|<!--x-->|<b>&c;</b>){0,5}") {
        let file = format!("<r>{text}</r>");
        let (first, _) = Sidecar::parse_xml(file.as_bytes(), Some(2.0)).unwrap();
        let xml = first.to_xml().unwrap();
        let (second, _) = Sidecar::parse_xml(&xml, Some(2.0)).unwrap();
        prop_assert_eq!(&second, &first);
        prop_assert_eq!(second.to_xml().unwrap(), xml);
    }
}
