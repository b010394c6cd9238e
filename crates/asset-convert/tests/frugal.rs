//! Cost of conversions: heap and time in proportion to input and output. A test binary of its own with a single test, since the meter counts for the
//! whole process.

use std::path::Path;
use std::time::{Duration, Instant};

use asset_convert::{ConvertOptions, Input, OutputFormat, convert};
use asset_formats::Asset;
use testkit::corpus::Selection;
use testkit::hostile::{scaled, slower};
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

/// Allowed bytes for each byte of input or output, and for any conversion.
const FACTOR: usize = 64;
const BASE: usize = 64 << 20;

/// Time for each KiB that goes in or comes out, and for any conversion. Unoptimised code takes up to 2 ms for each KiB on a busy machine: there it is about work that
/// grows faster than the files, and `cargo xtask soak` asserts the milliseconds.
const PER_KIB: Duration = Duration::from_millis(if cfg!(debug_assertions) { 6 } else { 1 });
const FOR_ANY: Duration = Duration::from_millis(500);

/// Reads a file and converts it to everything that it can become; the error if it can't be read.
fn check(name: &str, bytes: &[u8]) -> Result<(), asset_formats::Error> {
    let read = peak_of(&HEAP, || Asset::parse(bytes, Some(Path::new(name))).is_ok());
    assert!(read <= FACTOR * bytes.len() + BASE, "{name}: reading {} bytes took {read}", bytes.len());
    let asset = Asset::parse(bytes, Some(Path::new(name)))?;
    let map = OutputFormat::PMAP_BINARY;
    for output_format in OutputFormat::all().chain([map]).filter(|output_format| output_format.is_for(asset.format())) {
        let options = ConvertOptions::default().lossy(true);
        let mut written = 0;
        let begin = Instant::now();
        let heap = peak_of(&HEAP, || {
            let converted = convert(&[Input::new("Test", &asset)], output_format, "Test", &options);
            written = converted.iter().flat_map(|converted| &converted.files).map(|file| file.bytes.len()).sum();
            converted
        });
        let time = begin.elapsed();
        let through = bytes.len() + written;
        assert!(heap <= FACTOR * through + BASE, "{name} to {output_format}: {through} bytes took {heap}");
        let most = PER_KIB * (through.div_ceil(1024) as u32) + FOR_ANY;
        assert!(time <= most * slower(), "{name} to {output_format}: {through} bytes took {time:?}");
    }
    Ok(())
}

/// A glTF of `nodes` on one mesh of `triangles`.
fn many_nodes(nodes: usize, triangles: usize) -> Vec<u8> {
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[{}]}}],"nodes":[{}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"componentType":5126,"count":{},"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}]}}"#,
        list(nodes, &|index| index.to_string()),
        list(nodes, &|_| r#"{"mesh":0}"#.to_owned()),
        triangles * 3
    )
    .into_bytes()
}

/// A glTF skeleton of bones that all have the same name.
fn bones_of_one_name(bones: usize) -> Vec<u8> {
    let joints: Vec<String> = (0..bones).map(|bone| (bone + 1).to_string()).collect();
    let node = r#"{"name":"Bone"}"#;
    let nodes = vec![node; bones].join(",");
    let joints = joints.join(",");
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0,{joints}]}}],"nodes":[{{"mesh":0,"skin":0}},{nodes}],
        "skins":[{{"joints":[{joints}]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}},
        {{"componentType":5123,"count":3,"type":"VEC4"}},{{"componentType":5126,"count":3,"type":"VEC4"}}]}}"#
    )
    .into_bytes()
}

/// A glTF skeleton of bones that are all in one chain.
fn chain_of_bones(bones: usize) -> Vec<u8> {
    let joints: Vec<String> = (1..=bones).map(|bone| bone.to_string()).collect();
    let chain: Vec<String> = (2..=bones).map(|child| format!(r#"{{"children":[{child}]}}"#)).collect();
    let (joints, chain) = (joints.join(","), chain.join(","));
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0,1]}}],"nodes":[{{"mesh":0,"skin":0}},{chain},{{}}],
        "skins":[{{"joints":[{joints}]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}},
        {{"componentType":5123,"count":3,"type":"VEC4"}},{{"componentType":5126,"count":3,"type":"VEC4"}}]}}"#
    )
    .into_bytes()
}

/// Creates a Pragma map of `count` props, whose key values are no numbers.
fn many_entities(count: usize) -> Vec<u8> {
    let entity = |_| {
        concat!(
            "{$string className \"prop_physics\"\nkeyValues\n{\n$string origin \"here\"\n",
            "$string model \"props/crate\"\n$string parent \"me\"\n$string name \"me\"\n}\n}"
        )
    };
    let entities = (0..count).map(entity).collect::<Vec<_>>().join(",");
    let data = format!("\"assetData\"\n{{\n$array entities [element;{count}][{entities}]\n}}\n");
    (data + "$string assetType \"PMAP\"\n$uint32 assetVersion 2\n").into_bytes()
}

/// Creates a Urho3D scene of `count` crates in a row.
fn many_crates(count: usize) -> Vec<u8> {
    let node = |id: usize| {
        format!(
            r#"<node id="{}"><attribute name="Name" value="Crate{id}"/><attribute name="Position" value="{} 0 {}"/><component type="StaticModel" id="{}"><attribute name="Model" value="Model;Models/Box.mdl"/></component></node>"#,
            id + 2,
            id % 317,
            id / 317,
            id + 1
        )
    };
    format!(r#"<scene id="1">{}</scene>"#, (0..count).map(node).collect::<String>()).into_bytes()
}

#[test]
fn conversion_takes_heap_and_time_in_proportion_to_what_goes_through() {
    check("nodes on one mesh.gltf", &many_nodes(scaled(20_000, 100_000), 1_000)).expect("a good file");
    check("bones of one name.gltf", &bones_of_one_name(scaled(5_000, 20_000))).expect("a good file");
    check("bones in a chain.gltf", &chain_of_bones(scaled(5_000, 10_000))).expect("a good file");
    check("crates.xml", &many_crates(scaled(5_000, 20_000))).expect("a good file");
    check("entities.pmap", &many_entities(scaled(10_000, 50_000))).expect("a good file");
    let hostile = Selection::new("conversion-hostile", &["gltf", "udm", "udm_b", "pak"], 13);
    for file in hostile.files().into_iter().flatten() {
        // Some are refused when they are read, within the same bounds.
        let _ = check(file.name(), &file.bytes());
    }
}
