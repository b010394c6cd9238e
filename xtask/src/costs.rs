//! What picking one crate costs: how many others come with it, how long it builds, how many bytes it adds to a program.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use crate::run::{Run, cargo, root, target};

/// Each crate that is picked alone, and what the smallest program does with it: `bytes` are the file.
const CRATES: [(&str, &str); 14] = [
    ("urho-mdl", "urho_mdl::Model::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("urho-ani", "urho_ani::Animation::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("urho-pak", "urho_pak::Package::open(bytes.as_slice()).map(|it| it.validate().len()).ok()"),
    ("urho-material", "urho_material::Material::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("urho-scene", "urho_scene::Document::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("urho-shader", "urho_shader::Shader::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("urho-asc", "urho_asc::Script::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("udm", "udm::Document::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("pragma-asset", "pragma_asset::Model::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("zed-asset", "zed_asset::Model::parse(&bytes).map(|it| it.validate().len()).ok()"),
    ("asset-image", "asset_image::Image::parse(&bytes).map(|it| it.validate().len()).ok()"),
    (
        "asset-gltf",
        "asset_gltf::parse(&bytes, &asset_gltf::ReadOptions::default(), &asset_gltf::NoFiles).map(|it| it.1.len()).ok()",
    ),
    ("engine-assets", "engine_assets::Asset::parse(&bytes, None).map(|it| it.validate().len()).ok()"),
    (
        "engine-assets without features but udm",
        "engine_assets::Asset::parse(&bytes, None).map(|it| it.validate().len()).ok()",
    ),
];

/// Builds a program with each, and with none; leaves a table for the report.
pub(crate) fn measure() -> Run {
    let folder = target().join("costs");
    let empty = build(&folder, "nothing", "", "Some(bytes.len())")?;
    let mut table = String::new();
    for (title, work) in CRATES {
        let name = title.split(' ').next().unwrap_or(title);
        let features = if title == name { "" } else { ", default-features = false, features = [\"udm\"]" };
        let path = root().join("crates").join(name);
        let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        let dependency = format!("{name} = {{ path = '{}'{features} }}", path.display());
        let built = build(&folder, name, &dependency, work)?;
        let crates = built.crates - empty.crates;
        table += &format!("{title}\t{crates}\t{:.1}\t{}\n", built.seconds, built.bytes.saturating_sub(empty.bytes));
    }
    let bench = target().join("bench");
    std::fs::create_dir_all(&bench).map_err(|error| error.to_string())?;
    std::fs::write(bench.join("costs.tsv"), table).map_err(|error| error.to_string())
}

struct Built {
    /// Packages that are built, its own included.
    crates: usize,
    /// Of processors.
    seconds: f64,
    bytes: u64,
}

/// A program of its own, in a folder of its own, with nothing built before; what it depends on is fetched first.
fn build(folder: &Path, name: &str, dependency: &str, work: &str) -> Result<Built, String> {
    let at = folder.join(name);
    let said = |error: std::io::Error| format!("{}: {error}", at.display());
    drop(std::fs::remove_dir_all(&at));
    std::fs::create_dir_all(at.join("src")).map_err(said)?;
    let manifest = format!(
        "[package]\nname = \"cost\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{dependency}\n[profile.release]\nstrip = true\n"
    );
    let main = format!(
        "fn main() {{ let bytes = std::fs::read(std::env::args().nth(1).unwrap_or_default()).unwrap_or_default(); println!(\"{{:?}}\", {work}); }}\n"
    );
    std::fs::write(at.join("Cargo.toml"), manifest).map_err(said)?;
    std::fs::write(at.join("src/main.rs"), main).map_err(said)?;
    std::fs::copy(root().join("Cargo.lock"), at.join("Cargo.lock")).map_err(said)?;
    // An absolute folder isn't below the root.
    let within = at.display().to_string();
    let tree = cargo("tree -e normal --prefix none --format {p}").within(&within).output()?;
    let crates: BTreeSet<&str> =
        tree.lines().filter_map(|line| line.split(" (").next()).filter(|line| !line.is_empty()).collect();
    let (start, before) = (Instant::now(), processor_seconds());
    let into = at.join("target").display().to_string();
    cargo("build --release").within(&within).env("CARGO_TARGET_DIR", &into).go()?;
    let seconds = match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    let program = at.join("target/release").join(format!("cost{}", std::env::consts::EXE_SUFFIX));
    let bytes = std::fs::metadata(program).map_err(said)?.len();
    Ok(Built { crates: crates.len(), seconds, bytes })
}

/// What programs that this one has started have taken of all cores, where the system says it: the same however busy the machine is.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may hold anything: children's time in programs and in the system are the 14th and 15th, in hundredths.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<Option<f64>>().map(|ticks| ticks / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What every crate stands on, with what derives for it.
    const FLOOR: &str = "engine-assets-binio memchr nom proc-macro2 quote syn thiserror thiserror-impl unicode-ident zerocopy zerocopy-derive";

    /// Crates without features, and features of the umbrella alone: what they bring beyond the floor.
    const ALONE: [(&str, &str); 13] = [
        ("urho-mdl", "asset-geometry glam libm"),
        ("urho-ani", "asset-geometry fast-float2 glam libm urho-core"),
        ("urho-pak", "fast-float2 glam hashbrown libm lz4_flex urho-core"),
        ("urho-shader", "fast-float2 glam libm urho-core"),
        ("urho-asc", ""),
        ("udm", "base64-simd fast-float2 itoa libm lz4_flex outref vsimd zmij"),
        ("pragma-asset", "asset-geometry base64-simd fast-float2 glam itoa libm lz4_flex outref udm vsimd zmij"),
        ("zed-asset", "asset-geometry cfg-if crc32fast glam libm lz4_flex"),
        ("asset-image", ""),
        (
            "urho-material",
            "fast-float2 glam itoa libm quick-xml serde serde_core serde_derive serde_json urho-core zmij",
        ),
        (
            "urho-scene",
            "dtoa fast-float2 glam itoa libm quick-xml serde serde_core serde_derive serde_json urho-core zmij",
        ),
        ("engine-assets --features urho-mdl", "asset-geometry glam libm urho-mdl"),
        ("engine-assets --features udm", "base64-simd fast-float2 itoa libm lz4_flex outref udm vsimd zmij"),
    ];

    #[test]
    fn features_that_are_not_used_bring_nothing() {
        for (picked, expected) in ALONE {
            let command =
                format!("tree --locked -p {picked} -e normal --no-default-features --prefix none --format {{p}}");
            let tree = cargo(&command).output().expect("cargo has a tree");
            let own = picked.split(' ').next();
            let brought: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
            let allowed: BTreeSet<&str> = FLOOR.split(' ').chain(expected.split_whitespace()).chain(own).collect();
            assert_eq!(brought, allowed, "{picked}");
        }
    }
}
