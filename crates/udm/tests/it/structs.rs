//! Structs, their layout and their columns; elements out of pairs.

use udm::{Element, ErrorKind, Name, PlacedField, Struct, StructLayout, Structs, Type, Value};

fn layout() -> StructLayout<'static> {
    StructLayout::new(vec![(Type::U16, Name::from("x")), (Type::U8, Name::from("y")), (Type::U16, Name::from("x"))])
        .expect("fixed sizes")
}

#[test]
fn layouts_place_fields_without_gaps() {
    let layout = layout();
    let placed: Vec<(Type, String, usize)> =
        layout.placed().map(|field| (field.ty, field.name.to_string(), field.offset)).collect();
    assert_eq!(placed, [(Type::U16, "x".into(), 0), (Type::U8, "y".into(), 2), (Type::U16, "x".into(), 3)]);
    assert_eq!(
        (layout.size(), layout.field("x"), layout.field("z")),
        (5, Some(PlacedField { ty: Type::U16, name: &Name::from("x"), offset: 0 }), None)
    );
    let most = |count| StructLayout::new(vec![(Type::MAT4, Name::from("m")); count]);
    assert_eq!(most(255).expect("as many as there can be").size(), 255 * 64);
    let error = most(256).expect_err("one more");
    assert_eq!(error.kind(), &ErrorKind::Contradiction("a struct has at most 255 fields"));
    let error = StructLayout::new(vec![(Type::STRING, Name::from("s"))]).expect_err("of no fixed size");
    assert_eq!(error.kind(), &ErrorKind::WrongType { expected: "a type of fixed size", found: Type::STRING });
}

#[test]
fn fields_are_replaced() {
    let mut point = Struct::new(layout(), vec![1, 0, 2, 3, 0]).expect("five bytes");
    assert!(point.set("x", &Value::U16(0x0405)), "the first of two");
    assert!(!point.set("x", &Value::U8(1)), "of another type");
    assert!(!point.set("z", &Value::U8(1)), "there is none");
    assert_eq!(point.as_bytes(), [5, 4, 2, 3, 0]);
    let values: Vec<Value<'_>> = point.fields().map(|(_, value)| value).collect();
    assert_eq!(values, [Value::U16(0x0405), Value::U8(2), Value::U16(3)]);
    let error = Struct::new(layout(), vec![0; 4]).expect_err("a byte less");
    assert_eq!(error.kind(), &ErrorKind::WrongSize { stored: 5, actual: 4 });
}

#[test]
fn columns() {
    let mut points = Structs::new(layout(), 2, vec![1, 0, 2, 3, 0, 4, 0, 5, 6, 0]).expect("ten bytes");
    points.bytes_mut()[5] = 9;
    let xs = points.column::<u16>("x").expect("a column");
    assert_eq!(xs.iter().map(|x| x.get()).collect::<Vec<u16>>(), [1, 9]);
    assert_eq!(points.column::<u8>("y").expect("a column").iter().copied().collect::<Vec<u8>>(), [2, 5]);
    assert!(points.column::<u8>("x").is_none() && points.column::<u8>("z").is_none());
    assert_eq!(points.row(1).expect("a row").get("y"), Some(Value::U8(5)));
    assert_eq!((points.row(2), points.len(), points.is_empty()), (None, 2, false));
    let error = Structs::new(layout(), 2, vec![0; 9]).expect_err("a byte less");
    assert_eq!(error.kind(), &ErrorKind::WrongSize { stored: 10, actual: 9 });
}

#[test]
fn elements_of_pairs() {
    let mut element: Element<'_> = [("a", 1_i8)].into_iter().collect();
    element.extend([("b", 2_i8), ("a", 3)]);
    let keys: Vec<String> = element.iter().map(|(key, _)| key.to_string()).collect();
    assert_eq!(
        (keys, element.get("a")),
        (vec!["a".into(), "b".into(), "a".into()], Some(&Value::I8(3))),
        "the last counts"
    );
}
