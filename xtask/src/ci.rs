//! Everything that has to pass before a change lands.

use crate::run::{Run, cargo, program_with, root};

/// Crates that work without the standard library.
const NO_STD: &[&str] = &[
    "engine-assets-binio",
    "asset-geometry",
    "pragma-asset",
    "udm",
    "urho-ani",
    "urho-asc",
    "urho-core",
    "urho-mdl",
    "urho-shader",
    "zed-asset",
];

/// Members that are of use in this workspace only.
const UNPUBLISHED: [&str; 4] = ["benches", "fuzzkit", "testkit", "xtask"];

/// Crates with features, each of which has to compile alone.
const FEATURES: &[(&str, &[&str])] = &[
    ("engine-assets-binio", &["std", "serde", "lz4", "hc"]),
    ("asset-geometry", &["std"]),
    ("asset-unpack", &[]),
    ("asset-scene", &["serde"]),
    ("scene-pragma", &[]),
    ("scene-urho", &[]),
    ("scene-zed", &[]),
    ("asset-gltf", &["folder"]),
    ("pragma-asset", &["std", "serde"]),
    ("udm", &["std", "serde", "hc"]),
    ("urho-ani", &["std", "serde", "sidecar"]),
    ("urho-asc", &["std", "serde"]),
    ("urho-core", &["std", "text-tree", "sidecar"]),
    ("urho-material", &["serde"]),
    ("urho-mdl", &["std", "serde"]),
    ("urho-pak", &["hc", "parallel", "extract", "serde"]),
    ("urho-shader", &["std", "serde"]),
    ("zed-asset", &["std", "extract", "serde"]),
    (
        "engine-assets",
        &[
            "gltf",
            "pragma-asset",
            "scene-pragma",
            "scene-urho",
            "scene-zed",
            "udm",
            "urho-ani",
            "urho-asc",
            "urho-material",
            "urho-mdl",
            "urho-pak",
            "urho-shader",
            "zed-asset",
            "sidecar",
            "hc",
            "extract",
            "parallel",
            "resources",
            "serde",
        ],
    ),
];

/// Hosts that are checked, with what is checked on them.
const HOSTS: &[(&str, Checked)] = &[
    ("i686-unknown-linux-gnu", Checked::CommandLine),
    ("x86_64-pc-windows-gnu", Checked::CommandLine),
    ("wasm32-unknown-unknown", Checked::Umbrella),
    ("thumbv7em-none-eabi", Checked::NoStd),
];

enum Checked {
    CommandLine,
    Umbrella,
    NoStd,
}

/// All of it.
pub(crate) fn ci() -> Run {
    cargo("fmt --all --check").go()?;
    cargo("clippy --workspace --all-targets --all-features -- -D warnings").go()?;
    cargo("doc --workspace --no-deps --all-features").env("RUSTDOCFLAGS", "-D warnings").go()?;
    if std::env::var_os("ENGINE_ASSETS_CORPUS").is_none() {
        return Err("ENGINE_ASSETS_CORPUS is not set: CI needs the real files".to_owned());
    }
    cargo("test --workspace --all-features").go()?;
    cargo("run -q -p fuzzkit --bin samples -- --check").go()?;
    features()?;
    hosts()?;
    oldest_toolchain()?;
    cargo("check --all-targets").within("fuzz").go()?;
    package("--no-verify --allow-dirty")
}

/// Packages what is published.
pub(crate) fn package(options: &str) -> Run {
    let unpublished = UNPUBLISHED.map(|member| format!("--exclude {member}")).join(" ");
    cargo(&format!("package --workspace {unpublished} {options}")).go()
}

/// The tests over real files.
pub(crate) fn corpus() -> Run {
    cargo("test --workspace --all-features --test corpus").go()
}

/// Each feature alone, and none.
fn features() -> Run {
    for (package, features) in FEATURES {
        let check = format!("check -q -p {package} --no-default-features");
        cargo(&check).go()?;
        for feature in *features {
            cargo(&format!("{check} --features {feature}")).go()?;
        }
    }
    Ok(())
}

fn hosts() -> Run {
    for (host, checked) in HOSTS {
        if program_with("rustup", &format!("target add {host}")).output().is_err() {
            eprintln!("skipped: the target {host} can't be had");
            continue;
        }
        match checked {
            Checked::CommandLine => {
                // Without the C library, which needs a C compiler for that host.
                cargo(&format!("check -q -p engine-assets-cli --no-default-features --target {host}")).go()?;
            }
            Checked::Umbrella => {
                let formats =
                    "pragma-asset,scene-pragma,scene-urho,scene-zed,urho-asc,urho-pak,urho-shader,serde,sidecar";
                let check = "check -q -p engine-assets --no-default-features";
                cargo(&format!("{check} --features {formats} --target {host}")).go()?;
            }
            Checked::NoStd => {
                for package in NO_STD {
                    cargo(&format!("check -q -p {package} --no-default-features --target {host}")).go()?;
                }
            }
        }
    }
    Ok(())
}

/// The rust-version that the manifests declare.
fn oldest_toolchain() -> Run {
    let manifest =
        std::fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = version.ok_or("Cargo.toml declares no rust-version")?.trim_matches('"');
    if program_with("rustup", &format!("toolchain install {version} --profile minimal")).output().is_err() {
        eprintln!("skipped: Rust {version} can't be had");
        return Ok(());
    }
    // A folder of its own, so that two toolchains don't build over one another.
    cargo(&format!("+{version} check -q --workspace --exclude benches --all-features --target-dir target/oldest")).go()
}
