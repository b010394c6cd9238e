//! Every real model and animation, decoded into the caller's memory, compared with a reader in the engine's style.

use std::path::Path;

use benches::{engine_style, fastest, table};
use urho_ani::{Animation, Decoded};
use urho_mdl::Model;

fn main() {
    let Some(root) = testkit::corpus::root() else {
        eprintln!("not measured: ENGINE_ASSETS_CORPUS names no folder of real files");
        return;
    };
    let mut lines = Vec::new();
    for folder in ["urho/engine", "urho/importer"] {
        for path in benches::paths_below(&root.join(folder)) {
            let bytes = std::fs::read(&path).expect("a file");
            if let Some((ours, engine)) = measure(&path, &bytes) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                lines.push(vec![name, bytes.len().to_string(), ours.to_string(), engine.to_string()]);
            }
        }
    }
    table::save("files.tsv", &lines);
    println!("{} files", lines.len());
}

/// Nanoseconds of ours and of the engine's way.
fn measure(path: &Path, bytes: &[u8]) -> Option<(u128, u128)> {
    let (ours, engine) = match path.extension()?.to_str()? {
        "mdl" => {
            engine_style::model(bytes)?;
            let mut decoded = Blocks::default();
            (fastest(|| decoded.take(bytes)), fastest(|| drop(engine_style::model(bytes))))
        }
        "ani" => {
            let mut decoded = Decoded::default();
            let ours = || Animation::parse(bytes).expect("an animation").decode_into(&mut decoded);
            (fastest(ours), fastest(|| drop(engine_style::animation(bytes))))
        }
        _ => return None,
    };
    Some((ours.as_nanos(), engine.as_nanos()))
}

/// The caller's memory: all vertices, indices and morph deltas, one after the other.
#[derive(Default)]
struct Blocks(Vec<u8>);

impl Blocks {
    fn take(&mut self, bytes: &[u8]) {
        self.0.clear();
        let model = Model::parse(bytes).expect("a model");
        model.vertex_buffers.iter().for_each(|buffer| self.0.extend_from_slice(&buffer.data));
        model.index_buffers.iter().for_each(|buffer| self.0.extend_from_slice(&buffer.data));
        let changes = model.morphs.iter().flat_map(|morph| &morph.buffers);
        changes.for_each(|buffer| self.0.extend_from_slice(&buffer.data));
    }
}
