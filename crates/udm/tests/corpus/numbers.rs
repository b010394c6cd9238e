//! Numbers in text and as halves, compared with the engine.

use testkit::corpus::CorpusFile;
use udm::Document;

/// Every line of a table of numbers has the engine's value.
pub(crate) fn numbers(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let name = file.name().rsplit('/').next().unwrap_or_default();
    let lines = || std::str::from_utf8(&bytes).expect("a table").lines();
    let wrong: Vec<String> = match name {
        "half_to_float.bin" => (0..=u16::MAX)
            .zip(bytes.chunks_exact(4))
            .filter(|(half, float)| udm::half::to_f32(*half).to_bits().to_le_bytes() != **float)
            .map(|(half, _)| format!("{half:#x}"))
            .collect(),
        "float_to_half.bin" => bytes
            .chunks_exact(6)
            .filter(|pair| {
                let float = f32::from_bits(u32::from_le_bytes([pair[0], pair[1], pair[2], pair[3]]));
                udm::half::from_f32(float).to_le_bytes() != pair[4..]
            })
            .map(|pair| format!("{pair:02x?}"))
            .collect(),
        "float_to_ascii.tsv" => lines().filter(|line| !float_to_text(line)).map(String::from).collect(),
        "double_to_ascii.tsv" => lines().filter(|line| !double_to_text(line)).map(String::from).collect(),
        "ascii_to_float.tsv" => lines().filter(|line| !text_to_float(line)).map(String::from).collect(),
        "euler_to_quat.tsv" => lines().filter(|line| !euler(line)).map(String::from).collect(),
        other => return Err(format!("what is {other}?")),
    };
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(20)])) }
}

fn float_to_text(line: &str) -> bool {
    let (bits, expected) = line.split_once('\t').expect("two columns");
    let mut text = Vec::new();
    udm::numbers::float_reference(f32::from_bits(u32::from_str_radix(bits, 16).expect("hex")), &mut text);
    text == expected.as_bytes()
}

fn double_to_text(line: &str) -> bool {
    let (bits, expected) = line.split_once('\t').expect("two columns");
    let mut text = Vec::new();
    udm::numbers::double_reference(f64::from_bits(u64::from_str_radix(bits, 16).expect("hex")), &mut text);
    text == expected.as_bytes()
}

fn text_to_float(line: &str) -> bool {
    let (text, bits) = line.rsplit_once('\t').expect("two columns");
    let expected = u32::from_str_radix(bits, 16).expect("hex");
    // Alone, and where there are many.
    let source =
        format!("$array a [float;3][{text},{text}, {text}] $array b [vec2;1][[{text},{text}]] $float c {text}\n");
    let document = Document::parse_text(source.as_bytes()).expect("numbers");
    let array = |key: &str| document.get(key).and_then(|value| value.as_array());
    let floats = array("a").and_then(udm::Array::to_vec::<f32>).expect("floats");
    let vectors = array("b").and_then(udm::Array::to_vec::<[f32; 2]>).expect("vectors");
    let single = document.get("c").and_then(udm::Value::as_f64).map(|number| number as f32);
    let all = floats.iter().chain(vectors.as_flattened()).chain(&single);
    all.clone().count() == 6
        && all.chain([&udm::numbers::float(text.as_bytes())]).all(|number| number.to_bits() == expected)
}

fn euler(line: &str) -> bool {
    let numbers: Vec<f32> = line.split('\t').map(|number| number.parse().expect("a number")).collect();
    let [pitch, yaw, roll, w, x, y, z] = numbers[..] else { return false };
    udm::numbers::quaternion([pitch, yaw, roll]).map(f32::to_bits) == [x, y, z, w].map(f32::to_bits)
}
