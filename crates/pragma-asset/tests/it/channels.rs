//! Values of channel animations between keys, of every type, and materials of the previous format.

use pragma_asset::glam::Quat;
use pragma_asset::{Animations, Curve, Encoding, ErrorKind, Limits, Material};
use udm::{Array, Fixed, Plain, Type, Value};

/// A curve of two keys, at 1 and 3.
fn curve(values: Array<'static>) -> Curve<'static> {
    Curve { times: vec![1.0, 3.0], values: std::borrow::Cow::Owned(values) }
}

/// Two adjacent values of a fixed type.
fn fixed(ty: Type, values: [Fixed<'static>; 2]) -> Array<'static> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.as_bytes().to_vec()).collect();
    Array::Plain(Plain::new(ty, 2, bytes).expect("two values"))
}

fn floats(ty: Type, from: &[f32], to: &[f32]) -> Array<'static> {
    fixed(ty, [from, to].map(|numbers| Fixed::from_f32s(ty, numbers).expect("as many numbers")))
}

/// Half-way between 0 and 5 is 2.5, for integers 2; a quarter of the way from −4 to 3 is −2.25, truncated to −2.
#[test]
fn numbers_between_keys_are_interpolated() {
    for (values, half) in [
        (Array::from_values(&[0_i8, 5]), Value::I8(2)),
        (Array::from_values(&[0_u8, 5]), Value::U8(2)),
        (Array::from_values(&[0_i16, 5]), Value::I16(2)),
        (Array::from_values(&[0_u16, 5]), Value::U16(2)),
        (Array::from_values(&[0_i32, 5]), Value::I32(2)),
        (Array::from_values(&[0_u32, 5]), Value::U32(2)),
        (Array::from_values(&[0_i64, 5]), Value::I64(2)),
        (Array::from_values(&[0_u64, 5]), Value::U64(2)),
        (Array::from_values(&[0_f32, 5.0]), Value::F32(2.5)),
        (Array::from_values(&[0_f64, 5.0]), Value::F64(2.5)),
        (Array::Plain(Plain::new(Type::BOOL, 2, vec![0, 1]).expect("two bytes")), Value::Bool(1)),
    ] {
        let first = values.item(0).map(|value| value.into_owned().into_owned());
        let last = values.item(1).map(|value| value.into_owned().into_owned());
        let curve = curve(values);
        assert_eq!(curve.at(2.0), Some(half), "{:?}", curve.values.item_type());
        assert_eq!([0.0, 1.0].map(|time| curve.at(time)), [first.clone(), first], "before the first and at it");
        assert_eq!([3.0, 9.0].map(|time| curve.at(time)), [last.clone(), last], "at the last and behind it");
    }
    assert_eq!(curve(Array::from_values(&[-4_i32, 3])).at(1.5), Some(Value::I32(-2)));
}

#[test]
fn vectors_between_keys() {
    let vec2 = curve(floats(Type::VEC2, &[0.0, 8.0], &[4.0, 0.0]));
    assert_eq!(vec2.at(1.5), Fixed::from_f32s(Type::VEC2, &[1.0, 6.0]).map(Value::Fixed));
    let whole = [&[0, -4][..], &[5, 3]].map(|numbers| Fixed::from_i32s(Type::VEC2I, numbers).expect("two"));
    let vec2i = curve(fixed(Type::VEC2I, whole));
    assert_eq!(vec2i.at(1.5), Fixed::from_i32s(Type::VEC2I, &[1, -2]).map(Value::Fixed), "1.25 and -2.25");
}

/// Rotations go the shorter way: from none to a quarter turn that is stored with the opposite sign.
#[test]
fn rotations_between_keys() {
    let quarter = -Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let turned = curve(floats(Type::QUAT, &Quat::IDENTITY.to_array(), &quarter.to_array())).at(2.0);
    let Some(Value::Fixed(turned)) = turned else { panic!("{turned:?}") };
    assert_eq!(turned.ty(), Type::QUAT);
    let turned = Quat::from_array(turned.f32s().expect("four numbers"));
    assert!(turned.angle_between(Quat::from_rotation_y(std::f32::consts::FRAC_PI_4)) < 1e-3, "{turned}");
}

/// The engine animates neither transforms nor colours, and an empty channel has no value.
#[test]
fn what_is_not_animated() {
    let color = Fixed::new(Type::SRGBA, &[1, 2, 3, 4]).expect("four bytes").into_owned();
    let light = Fixed::new(Type::HDR, &[1, 0, 2, 0, 3, 0]).expect("six bytes").into_owned();
    let pose = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    for values in [
        fixed(Type::SRGBA, [color.clone(), color.clone()]),
        fixed(Type::HDR, [light.clone(), light]),
        floats(Type::TRANSFORM, &pose, &pose),
        Array::from_strings(["a", "b"]),
        Array::Plain(Plain::new(Type::NIL, 2, vec![]).expect("no bytes")),
    ] {
        let ty = values.item_type();
        assert_eq!(curve(values).at(2.0), None, "{ty}");
    }
    assert_eq!(curve(fixed(Type::SRGBA, [color.clone(), color.clone()])).at(0.0), Some(Value::Fixed(color)), "a key");
    assert_eq!(Curve { times: vec![], values: std::borrow::Cow::Owned(Array::from_values::<f32>(&[])) }.at(0.0), None);
    let halves = Array::Plain(Plain::new(Type::HALF, 2, vec![0, 0, 0, 0x3c]).expect("four bytes"));
    assert_eq!(curve(halves).at(2.0), None, "not of the engine's list");
}

#[test]
fn channels_are_set() {
    let mut animations = Animations::empty(Encoding::Binary);
    animations.set_duration(2.5);
    animations.set_channel("a", &[0.0, 2.0], &Array::from_values(&[5.0_f32, 9.0])).expect("two of both");
    animations.set_channel("b", &[0.0], &Array::from_values(&[1_u8])).expect("one of both");
    animations.set_channel("a", &[0.0, 4.0], &Array::from_values(&[1.0_f32, 2.0])).expect("two of both");
    for (times, values) in
        [(&[0.0_f32][..], &[1.0_f32, 2.0][..]), (&[1.0, 1.0], &[1.0, 2.0]), (&[0.0, f32::NAN], &[1.0, 2.0])]
    {
        let error = animations.set_channel("a", times, &Array::from_values(values)).expect_err("refused");
        assert_eq!(error.kind(), &ErrorKind::Contradiction("a value for each time, times ascending"));
        assert_eq!(error.path().to_string(), "channels > a");
    }
    let bytes = animations.to_bytes().expect("can be written");
    let read = Animations::parse(&bytes).expect("our own");
    let animation = &read.animations()[0];
    assert_eq!((animation.duration(), animation.speed_factor(), animation.loops()), (2.5, 1.0, false));
    assert_eq!(animation.element().get("duration"), Some(&Value::F32(2.5)));
    let channels = animation.channels();
    let targets: Vec<String> = channels.iter().map(|channel| channel.target().to_string()).collect();
    assert_eq!(targets, ["a", "b"], "the one of this target is replaced");
    assert_eq!(channels[0].path().to_string(), "channels 0");
    assert_eq!(channels[0].element().get("targetPath").and_then(Value::as_str), Some("a"));
    let curve = channels[0].curve(&mut Limits::default().budget()).expect("times and values");
    assert_eq!((curve.times.clone(), curve.at(2.0)), (vec![0.0, 4.0], Some(Value::F32(1.5))));
}

/// Numbers of every type are read.
#[test]
fn durations_of_any_type() {
    for (field, seconds) in [("$float duration 2.5", 2.5), ("$uint8 duration 2", 2.0), ("$double duration 0.5", 0.5)] {
        let text = format!("$string assetType \"PANIMA\" $uint32 assetVersion 1 assetData {{ {field} }}");
        let file = Animations::parse(text.as_bytes()).expect("a document");
        assert_eq!(file.animations()[0].duration(), seconds, "{field}");
    }
}

#[test]
fn channels_that_lack_something() {
    let text = "$string assetType \"PANIMA\" $uint32 assetVersion 1 assetData { $array channels [element;2][
        { $array times [float;1][0] },{ $array times [int8;1][0] $array values [float;1][0] }] }";
    let file = Animations::parse(text.as_bytes()).expect("a document");
    let channels = file.animations()[0].channels();
    let said = |channel: usize| channels[channel].curve(&mut Limits::default().budget()).expect_err("no curve");
    assert_eq!(said(0).kind(), &ErrorKind::Missing("values"));
    assert_eq!(said(0).path().to_string(), "channels 0");
    assert_eq!(said(1).kind(), &ErrorKind::WrongType { expected: "float", found: Type::I8 });
    assert_eq!(said(1).path().to_string(), "channels 1 > times");
}

/// Every type in a `.wmi`.
#[test]
fn old_materials() {
    let text = b"\"pbr\"\n{\n\t$texture albedo_map \"a b\"\n\t$string base_material \"stone\"\n\t$int mode \"7.9\"\n\t$float glow 0.5
        $bool on true $bool off 0 $vector2 size \"1 2\" $vector tint \"1 2 3\" $vector4 plane \"1 2 3 4\"
        $color light \"255 0 51\" $odd thing \"x y\" \"fog\" { $texture noise n $float end 9 }\n}";
    let material = Material::from_wmi(text).expect("a material");
    assert_eq!(material.shader().expect("a shader"), *"pbr");
    assert_eq!(material.base_material().expect("a base"), *"stone");
    assert_eq!(material.texture("albedo_map").expect("a texture"), *"a b");
    let vector = |ty, numbers: &[f32]| Fixed::from_f32s(ty, numbers).map(Value::Fixed);
    for (name, value) in [
        ("mode", Some(Value::I32(7))),
        ("glow", Some(Value::F32(0.5))),
        ("on", Some(Value::Bool(1))),
        ("off", Some(Value::Bool(0))),
        ("size", vector(Type::VEC2, &[1.0, 2.0])),
        ("tint", vector(Type::VEC3, &[1.0, 2.0, 3.0])),
        ("plane", vector(Type::VEC4, &[1.0, 2.0, 3.0, 4.0])),
        ("light", vector(Type::VEC3, &[1.0, 0.0, 0.2])),
        ("thing", Some(Value::String("x y".into()))),
        ("base_material", None),
    ] {
        assert_eq!(material.property(name).cloned(), value, "{name}");
    }
    let fog = material.property("fog").and_then(Value::as_element).expect("a block");
    assert_eq!((fog.get("end"), fog.get("noise")), (Some(&Value::F32(9.0)), Some(&Value::String("n".into()))));
}

/// Expected value and offset.
#[test]
fn old_materials_that_are_none() {
    for (text, expected, at) in [
        ("", "shader", 0),
        ("{ }", "shader", 0),
        (" $int", "shader", 1),
        ("pbr", "opening brace", 3),
        ("pbr }", "opening brace", 4),
        ("pbr { {", "name of a block", 6),
        ("pbr { fog }", "opening brace", 11),
        ("pbr { $int }", "name", 12),
        ("pbr { $int a }", "value", 14),
        ("pbr { $int a x", "value of its type", 13),
        ("pbr { $vector2 a 1", "value of its type", 17),
        ("pbr { $vector a \"1 2\"", "value of its type", 16),
        ("pbr { $vector4 a \"1 2 3\"", "value of its type", 17),
        ("pbr { $color a red", "value of its type", 15),
        ("pbr { $string a \"b }", "a closing quote", 16),
        ("pbr { $int a 1", "closing brace", 14),
    ] {
        let error = Material::from_wmi(text.as_bytes()).expect_err(text);
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::Missing(expected), Some(at)), "{text}");
    }
}
