//! Materials, and the trees of XML and JSON below them: reading.

use std::hint::black_box;

use benches::memcpy;
use criterion::{Criterion, Throughput};
use urho_material::Material;
use urho_material::urho_core::tree::{JsonTree, XmlTree};

/// A thousand materials, as a project has them: a thousand bytes each, with a few different bytes.
fn materials() -> Vec<Vec<u8>> {
    let parameter = |index: usize| format!("\t<parameter name=\"Parameter{index}\" value=\"0.5 {index} 0.25 1\" />\n");
    let material = |number: usize| {
        let parameters: String = (0..12).map(parameter).collect();
        let text = format!(
            "<?xml version=\"1.0\"?>\n<material>\n\t<technique name=\"Techniques/DiffNormal.xml\" quality=\"1\" loddistance=\"0\" />\n\
             \t<texture unit=\"diffuse\" name=\"Textures/Stone{number}.dds\" />\n\t<texture unit=\"normal\" name=\"Textures/Normal{number}.dds\" />\n\
             {parameters}\t<cull value=\"ccw\" />\n\t<renderorder value=\"128\" />\n</material>\n"
        );
        text.into_bytes()
    };
    (0..1000).map(material).collect()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let files = materials();
    let whole = [
        &b"<all>"[..],
        &files.iter().map(|file| file.get(22..).unwrap_or_default()).collect::<Vec<_>>().concat(),
        b"</all>",
    ]
    .concat();
    let json: Vec<Vec<u8>> = files
        .iter()
        .map(|file| Material::parse(file).expect("a material").data().to_json().expect("as JSON"))
        .collect();
    let json = [&b"["[..], &json.join(&b","[..]), b"]"].concat();
    let bytes = files.iter().map(Vec::len).sum::<usize>() as u64;

    let mut group = criterion.benchmark_group("urho_material");
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("parse 1000", |bench| {
        bench.iter(|| files.iter().for_each(|file| drop(black_box(Material::parse(file)))));
    });
    group.bench_function("parse and data 1000", |bench| {
        bench.iter(|| {
            files.iter().for_each(|file| drop(black_box(Material::parse(file).map(|one| one.data().parameters.len()))));
        });
    });
    group.bench_function("validate 1000", |bench| {
        bench.iter(|| files.iter().for_each(|file| drop(black_box(Material::parse(file).map(|one| one.validate())))));
    });
    memcpy(&mut group, &whole);
    group.bench_function("xml tree", |bench| bench.iter(|| XmlTree::parse(black_box(&whole))));
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function("json tree", |bench| bench.iter(|| JsonTree::parse(black_box(&json))));
    group.bench_function("serde_json value", |bench| {
        bench.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(&json)));
    });
    group.finish();
    criterion.final_summary();
}
