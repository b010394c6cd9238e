//! UDM documents, both binary and text.

mod edits;

use binio::{Bytes, Error, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Format, laws};
use udm::{
    Array, Document, Element, Encoding, ErrorKind, Fixed, Items, Lazy, Packed, PackedArray, Plain, ReadOptions, Source,
    Strings, Struct, StructLayout, Structs, Style, Type, Value,
};

pub use edits::{EDIT_TARGET, edits};

use crate::Target;
use crate::common::name;

/// The fuzz target for binary documents.
pub const TARGET: Target = Target { name: "udm", body, seeds };

/// The fuzz target for text documents.
pub const TEXT_TARGET: Target = Target { name: "udm_text", body: text_body, seeds: text_seeds };

/// Applies the laws to binary documents.
pub struct Udm;

impl Format for Udm {
    testkit::contract!(Document, ErrorKind, validate);

    // The smallest property takes two bytes.
    const HEAP_FACTOR: usize = 48;

    fn parse(bytes: &[u8]) -> Result<Document<'_>, Error<ErrorKind>> {
        Document::parse_binary(bytes, &ReadOptions::default())
    }

    fn rebuild(document: Document<'static>) -> Document<'static> {
        let Document { header_version, root, trailing, source } = document;
        let source = match source.text() {
            Some(text) => Source::from_text(text.to_vec()),
            None => source.encoding().into(),
        };
        Document { header_version, root: rebuild_element(&root), trailing: Bytes::from(trailing.to_vec()), source }
    }

    fn blocks<'d>(document: &'d Document<'_>) -> Vec<&'d [u8]> {
        let mut blocks = vec![&*document.trailing];
        element_blocks(&document.root, &mut blocks);
        blocks
    }
}

/// Applies the laws to text documents.
pub struct UdmText;

impl Format for UdmText {
    testkit::contract!(Document, ErrorKind, validate);

    // The smallest property takes three bytes, and lists grow by doubling.
    const HEAP_FACTOR: usize = 96;

    fn parse(bytes: &[u8]) -> Result<Document<'_>, Error<ErrorKind>> {
        Document::parse_text(bytes)
    }

    fn rebuild(document: Document<'static>) -> Document<'static> {
        Udm::rebuild(document)
    }

    fn blocks<'d>(_: &'d Document<'_>) -> Vec<&'d [u8]> {
        Vec::new()
    }
}

fn element_blocks<'d>(element: &'d Element<'_>, blocks: &mut Vec<&'d [u8]>) {
    for (key, value) in element.iter() {
        blocks.push(key);
        value_blocks(value, blocks);
    }
}

fn value_blocks<'d>(value: &'d Value<'_>, blocks: &mut Vec<&'d [u8]>) {
    match value {
        Value::String(text) | Value::Ref(text) => blocks.push(text),
        Value::Utf8(bytes) | Value::Blob(bytes) => blocks.push(bytes),
        Value::Lz4(packed) => blocks.push(&packed.data),
        Value::Fixed(fixed) => blocks.push(fixed.as_bytes()),
        Value::Struct(value) => blocks.push(value.as_bytes()),
        Value::Element(element) => element_blocks(element, blocks),
        Value::Array(Array::Plain(plain)) => blocks.push(plain.as_bytes()),
        Value::Array(Array::Strings(strings)) => blocks.push(strings.as_bytes()),
        Value::Array(Array::Structs(structs)) => blocks.push(structs.as_bytes()),
        Value::Array(Array::Packed(packed)) => blocks.push(packed.as_bytes()),
        Value::Array(Array::Items(items)) => items.iter().for_each(|item| value_blocks(item, blocks)),
        _ => {}
    }
}

fn rebuild_element(element: &Element<'static>) -> Element<'static> {
    element.iter().map(|(key, value)| (Name::from(key.to_vec()), rebuild_value(value))).collect()
}

fn rebuild_value(value: &Value<'static>) -> Value<'static> {
    match value {
        Value::Element(element) => Value::Element(rebuild_element(element)),
        Value::Array(array) => Value::Array(rebuild_array(array)),
        Value::Struct(value) => {
            Struct::new(value.layout().clone(), value.as_bytes().to_vec()).expect("the same struct").into()
        }
        Value::Lz4(packed) => {
            Value::Lz4(Packed { unpacked_len: packed.unpacked_len, data: Bytes::from(packed.data.to_vec()) })
        }
        other => other.clone(),
    }
}

fn rebuild_array(array: &Array<'static>) -> Array<'static> {
    match array {
        Array::Plain(plain) => {
            let data = plain.as_bytes().to_vec();
            Array::Plain(Plain::new(plain.item_type(), plain.len(), data).expect("the same array"))
        }
        Array::Strings(strings) => {
            Array::Strings(Strings::new(strings.item_type(), strings.iter()).expect("the same strings"))
        }
        Array::Structs(structs) => {
            let (layout, count) = (structs.layout().clone(), u32::try_from(structs.len()).expect("a count of 32 bits"));
            let structs = Structs::new(layout, count, structs.as_bytes().to_vec()).expect("the same structs");
            Array::Structs(Box::new(structs))
        }
        Array::Items(items) => {
            let values = items.iter().map(rebuild_value).collect();
            Array::Items(Items::new(items.item_type(), values).expect("the same items"))
        }
        other => other.clone(),
    }
}

/// Generates less than `most` bytes.
fn bytes(most: usize) -> impl Strategy<Value = Bytes<'static>> {
    vec(any::<u8>(), 0..most).prop_map(Bytes::from)
}

/// Generates a type that has a fixed size.
fn trivial() -> impl Strategy<Value = Type> {
    proptest::sample::select(Type::all().filter(|ty| ty.is_trivial()).collect::<Vec<_>>())
}

/// Generates the bytes of `count` values with type `ty`.
fn trivial_bytes(ty: Type, count: usize) -> BoxedStrategy<Vec<u8>> {
    let size = ty.size().unwrap_or(0) * count;
    if ty == Type::BOOL {
        return vec(0..2_u8, size).boxed();
    }
    vec(any::<u8>(), size).boxed()
}

/// Generates a value that is a single number, or nil.
fn number() -> impl Strategy<Value = Value<'static>> {
    prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::from),
        any::<i8>().prop_map(Value::from),
        any::<u8>().prop_map(Value::from),
        any::<i16>().prop_map(Value::from),
        any::<u16>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<u32>().prop_map(|bits| Value::F32(f32::from_bits(bits))),
        any::<u64>().prop_map(|bits| Value::F64(f64::from_bits(bits))),
        any::<u16>().prop_map(Value::Half),
    ]
}

/// Generates a vector, colour, transform or matrix.
fn fixed() -> impl Strategy<Value = Value<'static>> {
    let kinds = Type::all().filter(|ty| ty.size().is_some_and(|size| Fixed::new(*ty, &[0; 64][..size]).is_some()));
    proptest::sample::select(kinds.collect::<Vec<_>>()).prop_flat_map(|ty| {
        trivial_bytes(ty, 1).prop_map(move |bytes| {
            let fixed = Fixed::new(ty, &bytes).expect("a fixed type");
            Value::Fixed(fixed.into_owned())
        })
    })
}

fn layout() -> impl Strategy<Value = StructLayout<'static>> {
    vec((trivial(), name()), 1..5).prop_map(|fields| StructLayout::new(fields).expect("trivial fields"))
}

/// Generates structs that can be written as text, so a bool must be 0 or 1.
fn rows(layout: &StructLayout<'static>, count: usize) -> BoxedStrategy<Vec<u8>> {
    let fields: Vec<_> = layout.fields().iter().map(|(ty, _)| trivial_bytes(*ty, 1)).collect();
    vec(fields, count).prop_map(|rows| rows.concat().concat()).boxed()
}

fn structure() -> impl Strategy<Value = Value<'static>> {
    layout().prop_flat_map(|layout| {
        rows(&layout, 1).prop_map(move |data| Struct::new(layout.clone(), data).expect("the right size").into())
    })
}

/// Generates text. From time to time, it is long enough to need the long form.
fn text() -> impl Strategy<Value = Name<'static>> {
    prop_oneof![8 => name(), 2 => vec(any::<u8>(), 0..20).prop_map(Name::from), 1 => vec(any::<u8>(), 250..260).prop_map(Name::from)]
}

fn leaf() -> impl Strategy<Value = Value<'static>> {
    prop_oneof![
        4 => number(),
        2 => fixed(),
        2 => text().prop_map(Value::String),
        1 => text().prop_map(Value::Ref),
        1 => bytes(20).prop_map(Value::Utf8),
        1 => bytes(20).prop_map(Value::Blob),
        1 => (any::<u64>(), bytes(20)).prop_map(|(unpacked_len, data)| Value::Lz4(Packed { unpacked_len, data })),
        1 => structure(),
    ]
}

fn plain() -> impl Strategy<Value = Array<'static>> {
    (trivial(), 0..5_u32).prop_flat_map(|(ty, count)| {
        trivial_bytes(ty, count as usize)
            .prop_map(move |data| Array::Plain(Plain::new(ty, count, data).expect("the right size")))
    })
}

fn structs() -> impl Strategy<Value = Array<'static>> {
    (layout(), 0..4_u32).prop_flat_map(|(layout, count)| {
        rows(&layout, count as usize).prop_map(move |data| {
            Array::Structs(Box::new(Structs::new(layout.clone(), count, data).expect("the right size")))
        })
    })
}

fn strings() -> impl Strategy<Value = Array<'static>> {
    let item = prop_oneof![Just(Type::STRING), Just(Type::REF)];
    (item, vec(text(), 0..4)).prop_map(|(item, texts)| {
        Array::Strings(Strings::new(item, texts.iter().map(Name::as_bytes)).expect("strings"))
    })
}

fn items(item: Type, values: Vec<Value<'static>>) -> Array<'static> {
    Array::Items(Items::new(item, values).expect("items of one type"))
}

/// Packs an array, if this is possible.
fn pack(array: Array<'static>) -> Value<'static> {
    match PackedArray::compress(&array) {
        Ok(packed) => packed.into(),
        Err(_) => Value::Array(array),
    }
}

/// Generates any value for which there is a text form, nested for some levels.
pub fn value() -> impl Strategy<Value = Value<'static>> {
    leaf().prop_recursive(4, 40, 4, |inner| {
        let array = prop_oneof![
            plain(),
            structs(),
            strings(),
            vec(element(inner.clone()), 0..4).prop_map(|elements| Array::Items(Items::from_elements(elements))),
            vec(bytes(9).prop_map(Value::Blob), 0..4).prop_map(|values| items(Type::BLOB, values)),
            vec(bytes(9).prop_map(Value::Utf8), 0..4).prop_map(|values| items(Type::UTF8, values)),
            vec(plain().prop_map(Value::Array), 0..4).prop_map(|values| items(Type::ARRAY, values)),
            vec(plain().prop_map(pack), 0..4).prop_map(|values| items(Type::ARRAY_LZ4, values)),
        ];
        prop_oneof![
            3 => element(inner).prop_map(Value::Element),
            3 => array.clone().prop_map(Value::Array),
            1 => array.prop_map(pack),
        ]
    })
}

fn element(value: impl Strategy<Value = Value<'static>>) -> impl Strategy<Value = Element<'static>> {
    vec((name(), value), 0..5).prop_map(|entries| entries.into_iter().collect())
}

/// Generates documents that can be written to binary and to text.
pub fn document() -> impl Strategy<Value = Document<'static>> {
    (name(), any::<u32>(), element(value()), prop_oneof![3 => Just(None), 1 => (text(), value()).prop_map(Some)])
        .prop_map(|(asset_type, version, data, extra)| {
            let mut document = Document::new(asset_type, version);
            *document.data_mut() = data;
            if let Some((key, value)) = extra {
                let key = key[..key.len().min(20)].to_vec();
                if !key.starts_with(b"asset") {
                    document.root.push(key, value);
                }
            }
            document
        })
}

/// Checks that a document is the same after it was written to text and read back.
///
/// # Panics
/// Panics if this is not true.
pub fn by_way_of_text(document: &Document<'static>) {
    for style in [Style::Pretty, Style::Compact] {
        let Ok(text) = document.to_text(style) else { continue };
        let read =
            Document::parse_text(&text).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&text)));
        assert!(
            read.root == document.root,
            "{document:?}\nreads back as\n{read:?}\nfrom\n{}",
            String::from_utf8_lossy(&text)
        );
        assert_eq!(read.to_text(style).expect("was written before"), text, "formatting is no fixed point");
    }
}

/// Checks that a document has the same values and types if you read the same file value by value.
///
/// # Panics
/// Panics if this is not true.
pub fn lazily<S: binio::ReadAt>(document: &Document<'_>, lazy: &Lazy<S>) {
    for (path, _) in document.walk().take(100) {
        let whole = document.fetch(&path, &mut udm::Limits::default().budget()).ok();
        let alone = lazy.get(&path).ok().flatten();
        assert!(whole.as_deref() == alone.as_ref(), "{path} is {whole:?}, read alone {alone:?}");
        assert_eq!(lazy.ty(&path).ok().flatten(), whole.map(|value| value.ty()), "{path}");
    }
}

/// Checks that a text, its binary form, and the text written from this form are the same document.
fn by_way_of_binary(document: &Document<'_>) {
    let binary = Document { source: Encoding::Binary.into(), ..document.clone() };
    let Ok(bytes) = binary.to_bytes() else { return };
    let read = Document::parse_binary(&bytes, &ReadOptions::default()).expect("the written file is readable");
    assert!(read.root == document.root, "{document:?}\nis in binary\n{read:?}");
    assert_eq!(read.to_text(Style::Pretty).ok(), document.to_text(Style::Pretty).ok());
}

/// Checks all laws for binary documents, and converts them to text and back.
fn body(bytes: &[u8]) {
    laws::all::<Udm>(bytes);
    if let Ok(lazy) = Lazy::open(bytes) {
        let keys = lazy.keys("").unwrap_or_default();
        keys.iter().for_each(|key| drop(lazy.get(&udm::escape_key(key))));
    }
    let Ok(document) = Udm::parse(bytes) else { return };
    lazily(&document, &Lazy::open(bytes).expect("a readable document opens"));
    testkit::hostile::with_small_stack(|| by_way_of_text(&document.clone().into_owned()));
}

/// Compares the syntax tree of a text to the parser. Either both accept the text or both refuse it, and every value
/// must be in its place.
fn syntax(bytes: &[u8]) {
    let (document, syntax) = (Document::parse_text(bytes), udm::Syntax::parse(bytes));
    assert_eq!(document.is_ok(), syntax.is_ok(), "{}", bytes.escape_ascii());
    let (Ok(document), Ok(syntax)) = (document, syntax) else { return };
    for (path, _) in document.walk().take(200) {
        let Some(value) = document.get(&path) else { continue };
        let Some(node) = syntax.find(&path) else { panic!("{path} isn't in the tree of {}", bytes.escape_ascii()) };
        assert_eq!(node.ty(), value.ty(), "{path} in {}", bytes.escape_ascii());
        assert!(node.range().end <= bytes.len() && node.range().start <= node.range().end);
    }
    let tidy = syntax.to_tidy();
    let again = udm::Syntax::parse(&tidy)
        .unwrap_or_else(|error| panic!("{error}: {}\nfrom {}", tidy.escape_ascii(), bytes.escape_ascii()));
    let read = Document::parse_text(&tidy).expect("was read");
    assert!(read.root == document.root, "{}\ntidied is {}", bytes.escape_ascii(), tidy.escape_ascii());
    testkit::assert_bytes(&again.to_tidy(), &tidy);
}

/// Checks all laws for text documents, except that data must be borrowed. Then this function compares the syntax tree
/// with the parser, and reads the text again.
fn text_body(bytes: &[u8]) {
    laws::total::<UdmText>(bytes);
    laws::located::<UdmText>(bytes);
    laws::lossless::<UdmText>(bytes);
    testkit::hostile::with_small_stack(|| syntax(bytes));
    let Ok(document) = UdmText::parse(bytes) else { return };
    testkit::hostile::with_small_stack(|| {
        by_way_of_text(&document.clone().into_owned());
        by_way_of_binary(&document);
        let _ = document.to_text(Style::Reference { header: true, expand_lz4: true });
    });
}

fn seeds() -> Vec<Vec<u8>> {
    crate::common::examples(document(), 24).into_iter().filter_map(|document| document.to_bytes().ok()).collect()
}

fn text_seeds() -> Vec<Vec<u8>> {
    let documents = crate::common::examples(document(), 24);
    let styles = [Style::Pretty, Style::Compact];
    documents.iter().zip(styles.iter().cycle()).filter_map(|(document, style)| document.to_text(*style).ok()).collect()
}
