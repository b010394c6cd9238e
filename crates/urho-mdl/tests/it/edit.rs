//! Building and editing models.

mod buffers;
mod build;
mod columns;
mod compute;
mod rebuild;
mod repair;

use fuzzkit::mdl::Mdl;
use testkit::{corpus, laws};
use urho_mdl::glam::Vec3;
use urho_mdl::{Column, Lod, Model, VertexBuffer, VertexValue};

/// The model of the corpus that ends in `name`, if there is a corpus.
fn real(folder: &str, name: &str) -> Option<Model<'static>> {
    let path = corpus::root()?.join("urho").join(folder).join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Model::parse(&bytes).expect("a real model").into_owned())
}

/// A column as bits, so that NaN can be compared.
fn bits<T: VertexValue>(column: Option<Column<'_, T>>) -> Option<Vec<Vec<u8>>> {
    use urho_mdl::binio::zerocopy::IntoBytes;
    column.map(|column| column.iter().map(|value| value.store().as_bytes().to_vec()).collect())
}

/// Whole vertices that a level of detail draws, in index order.
fn drawn<'m>(model: &'m Model<'_>, lod: &Lod) -> Vec<&'m [u8]> {
    let buffer = &model.vertex_buffers[lod.vertex_buffer as usize];
    let stride = buffer.stride();
    model.indices(lod).map(|index| &buffer.data[index as usize * stride..][..stride]).collect()
}

/// Vertices that all levels of detail of all geometries draw.
fn all_drawn<'m>(model: &'m Model<'_>) -> Vec<Vec<&'m [u8]>> {
    model.geometries.iter().flat_map(|geometry| &geometry.lods).map(|lod| drawn(model, lod)).collect()
}

/// Morph deltas by vertex position instead of number: `(morph, position, deltas)`, sorted.
fn morphed(model: &Model<'_>) -> Vec<(usize, Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    for (number, morph) in model.morphs.iter().enumerate() {
        for buffer in &morph.buffers {
            let target: &VertexBuffer<'_> = &model.vertex_buffers[buffer.vertex_buffer as usize];
            let stride = target.stride();
            for record in buffer.data.chunks_exact(buffer.stride()) {
                let vertex = u32::from_le_bytes(record[..4].try_into().expect("four bytes")) as usize;
                all.push((number, target.data[vertex * stride..][..stride].to_vec(), record[4..].to_vec()));
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// An edited model can be written, reads back the same, and has no errors.
fn assert_sound(model: &Model<'_>) {
    laws::inverse::<Mdl<true>>(&model.clone().into_owned());
    let errors = model.validate().into_iter().filter(|finding| finding.severity == urho_mdl::binio::Severity::Error);
    assert_eq!(errors.map(|finding| finding.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
}

/// Corners of a unit square, clockwise from the lower left as seen from −Z.
const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
/// Its two triangles.
const TRIANGLES: [u32; 6] = [0, 1, 2, 0, 2, 3];

/// The square.
fn square() -> Model<'static> {
    Model::builder().positions(&SQUARE).indices(&TRIANGLES).build().expect("a sound square")
}

fn near(a: Vec3, b: Vec3) -> bool {
    a.abs_diff_eq(b, 1e-4)
}
