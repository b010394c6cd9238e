//! UDM documents: opening, unpacking, writing; text compared with `serde_json` with the same values.

use std::hint::black_box;

use benches::{made, memcpy, read_and_write, real};
use criterion::{Criterion, Throughput};
use udm::{Array, Budget, Document, Lazy, Limits, Style, Value};

/// Everything expanded, as the engine writes it.
const EXPANDED: Style = Style::Reference { header: true, expand_lz4: true };

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let made = made::values(2_000).to_bytes().expect("a document");
    read_and_write(
        &mut criterion,
        "udm 2 000 values",
        &made,
        |bytes| Document::parse(bytes).ok().map(Document::into_owned),
        |document| document.to_bytes().ok(),
    );
    if let Some(bytes) = real("udm/pragma/models/player/soldier.pmdl_b") {
        binary(&mut criterion, "udm soldier.pmdl_b", &bytes);
        let document = Document::parse(&bytes).expect("a good file");
        let unpacked = unpacked(&document);
        // Values that the text marks as packed are packed while reading; the same document without packing.
        text(&mut criterion, "udm text, packed items", &document, EXPANDED, &unpacked);
        text(&mut criterion, "udm text, items", &unpacked, EXPANDED, &unpacked);
        text(&mut criterion, "udm text, base64", &document, Style::Pretty, &document);
    }
    let floats: Vec<f32> = made::numbers(300_000);
    let rounded: Vec<f32> = floats.iter().map(|number| (number * 10_000.0).round() / 10_000.0).collect();
    let vectors: Vec<[f32; 3]> = floats.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).collect();
    array(&mut criterion, "udm text, floats", Array::from_values(&floats), Style::Pretty);
    array(&mut criterion, "udm text, 4 decimals", Array::from_values(&rounded), EXPANDED);
    array(&mut criterion, "udm text, vec3", Array::from_values(&vectors), Style::Pretty);
    criterion.final_summary();
}

/// A document that holds one array, in text.
fn array(criterion: &mut Criterion, name: &str, array: Array<'_>, style: Style) {
    let mut document = Document::new("BENCH", 1);
    document.data_mut().insert("values", array);
    text(criterion, name, &document, style, &document);
}

/// Opening without unpacking, opening and unpacking everything, writing.
fn binary(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(name);
    memcpy(&mut group, bytes);
    group.bench_function("parse", |bencher| bencher.iter(|| Document::parse(black_box(bytes)).expect("a good file")));
    group.bench_function("parse all", |bencher| {
        bencher.iter(|| {
            let document = Document::parse(black_box(bytes)).expect("a good file");
            count(document.data().iter().map(|(_, value)| value), &mut Limits::default().budget())
        });
    });
    // The last of the first level, with nothing known before: all others are stepped over.
    let last =
        Document::parse(bytes).expect("a good file").data().iter().last().map(|(key, _)| key.to_text().into_owned());
    let last = last.expect("a value");
    group.bench_function("one value by Lazy", |bencher| {
        bencher.iter(|| Lazy::open(black_box(bytes)).and_then(|lazy| lazy.ty(&last)).expect("a good file"));
    });
    let document = Document::parse(bytes).expect("a good file");
    group.bench_function("to_bytes", |bencher| bencher.iter(|| black_box(&document).to_bytes().expect("a document")));
    group.finish();
}

/// How many values there are, those included that are packed.
fn count<'d, 'a: 'd>(values: impl Iterator<Item = &'d Value<'a>>, budget: &mut Budget) -> usize {
    let mut pending: Vec<&Value<'_>> = values.collect();
    let mut found = 0;
    while let Some(value) = pending.pop() {
        found += 1;
        match value {
            Value::Element(element) => pending.extend(element.iter().map(|(_, value)| value)),
            Value::Array(Array::Items(items)) => pending.extend(items.iter()),
            Value::Array(Array::Packed(packed)) => {
                let bytes = packed.unpack_bytes(budget).expect("a good block");
                match packed.items_in(&bytes).expect("good items") {
                    Array::Items(items) => found += count(items.iter(), budget),
                    other => found += other.len(),
                }
            }
            _ => {}
        }
    }
    found
}

/// The same document with nothing packed.
fn unpacked(document: &Document<'_>) -> Document<'static> {
    let mut document = document.clone().into_owned();
    let budget = &mut Limits::default().budget();
    let mut pending: Vec<&mut Value<'static>> = document.data_mut().iter_mut().map(|(_, value)| value).collect();
    while let Some(value) = pending.pop() {
        if let Value::Array(Array::Packed(packed)) = value {
            *value = Value::Array(packed.unpack(budget).expect("a good block"));
        }
        match value {
            Value::Element(element) => pending.extend(element.iter_mut().map(|(_, value)| value)),
            Value::Array(Array::Items(items)) => pending.extend(items.iter_mut()),
            _ => {}
        }
    }
    document
}

/// Reads and writes the text of a document, compared with JSON of `peer`, which has the same values; each by the bytes of its own
/// text.
fn text(criterion: &mut Criterion, name: &str, document: &Document<'_>, style: Style, peer: &Document<'_>) {
    let source = document.to_text(style).expect("a text");
    let json = serde_json::to_string(&json(&Value::Element(peer.root.clone()))).expect("JSON");
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::from_str::<serde_json::Value>(black_box(&json)).expect("JSON"));
    });
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("parse_text", |bencher| {
        bencher.iter(|| Document::parse_text(black_box(&source)).expect("a text"));
    });
    group.bench_function("to_text", |bencher| bencher.iter(|| document.to_text(style).expect("a text")));
    group.finish();
}

/// The value as JSON would hold it: floats as short as in the text, bytes as base64.
fn json(value: &Value<'_>) -> serde_json::Value {
    use serde_json::Value as Json;
    let float = |number: f32| number.to_string().parse::<f64>().map_or(Json::Null, Json::from);
    match value {
        Value::Element(element) => {
            Json::Object(element.iter().map(|(key, value)| (key.to_text().into_owned(), json(value))).collect())
        }
        Value::Array(Array::Packed(packed)) => base64(packed.as_bytes()),
        Value::Array(array) => {
            (0..array.len()).map(|index| array.item(index).map_or(Json::Null, |item| json(&item))).collect()
        }
        Value::Fixed(fixed) => match fixed.as_f32s() {
            Some(numbers) => numbers.iter().map(|number| float(number.get())).collect(),
            None => fixed.as_i32s().unwrap_or_default().iter().map(|number| Json::from(number.get())).collect(),
        },
        Value::Struct(structure) => structure.fields().map(|(_, value)| json(&value)).collect(),
        Value::F32(number) => float(*number),
        Value::F64(number) => Json::from(*number),
        Value::Blob(bytes) | Value::Utf8(bytes) => base64(bytes),
        Value::Lz4(packed) => base64(&packed.data),
        other => other.as_i64().map(Json::from).or_else(|| other.as_str().map(Json::from)).unwrap_or_default(),
    }
}

/// As many characters as base64 has.
fn base64(bytes: &[u8]) -> serde_json::Value {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let spread = bytes.chunks(3).flat_map(|group| group.iter().chain(group.first()));
    spread.map(|byte| char::from(digits[usize::from(byte & 63)])).collect::<String>().into()
}
