//! Real files: round trips, expected findings, references, and what the running engine read. Needs `ENGINE_ASSETS_CORPUS`, an absolute path.

mod corpus {
    pub(crate) mod expected;
    pub(crate) mod interface;
    pub(crate) mod particles;
    pub(crate) mod references;
    pub(crate) mod registered;
    pub(crate) mod truth;
    pub(crate) mod views;
}

use std::process::ExitCode;

use corpus::{expected, interface, particles, references, registered, truth, views};
use testkit::corpus::{CorpusFile, Selection, run};
use urho_resource::{Document, Kind, detect};

const EXTENSIONS: &[&str] = &[
    "xml",
    "json",
    "pex",
    "scml",
    "tmx",
    "tsx",
    "plist",
    "fnt",
    "sdf",
    "renderpath",
    "rml",
    "rcss",
    "glsl",
    "hlsl",
    "wav",
    "ogg",
    "inputmap",
    "serializable",
    "assetpipeline",
    "bin",
];

fn main() -> ExitCode {
    run(&[
        ("comes back", Selection::new("urho-data", EXTENSIONS, 286), comes_back),
        ("as expected", Selection::new("urho-data/crafted", &["tsv"], 1), expected::rows),
        ("no other findings", Selection::new("urho-data", EXTENSIONS, 286), expected::engines_own),
        ("names what it names", Selection::new("urho-data", &["tsv"], 4), references::rows),
        ("as the engine writes it", Selection::new("urho-data/engine-saved", &["xml"], 9), views::saved),
        (
            "elements where the engine has them",
            Selection::new("engine-pictures/ui", &["tsv"], 29),
            interface::rectangles,
        ),
        ("as many particles", Selection::new("engine-pictures", &["md"], 1), particles::alive),
        ("views change nothing", Selection::new("urho-data", EXTENSIONS, 286), views::unchanged),
        ("as the engine reads it", Selection::new("urho-data", &["tsv"], 4), truth::rows),
        ("classes as registered", Selection::new("../specs", &["tsv"], 6), registered::classes),
    ])
}

/// Files of other crates: materials, techniques, scenes, textures, side files and animations of scenes.
fn is_of_another_crate(name: &str) -> bool {
    [
        "/Materials/",
        "/Techniques/",
        "/Textures/",
        "/Scenes/",
        "/Autoload/",
        "/Animations/",
        "/Models/",
        "hostile/index.bin",
    ]
    .iter()
    .any(|part| name.contains(part))
}

/// A file of a known kind comes back, also as an owned copy and rebuilt from its text; setting each value to itself changes nothing.
fn comes_back(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let head = &bytes[..bytes.len().min(1 << 16)];
    let Some(kind) = detect(head, Some(file.name())) else {
        return if is_of_another_crate(file.name()) { Ok(()) } else { Err("no kind".to_owned()) };
    };
    let document = Document::parse_as(kind, &bytes).map_err(|error| error.to_string())?;
    let owned = document.clone().into_owned();
    if owned.to_bytes().map_err(|error| error.to_string())? != bytes {
        return Err("the file doesn't come back".to_owned());
    }
    if detect(&bytes, Some(file.name())) != Some(kind) {
        return Err("the beginning has another kind than the whole".to_owned());
    }
    let values = document.values();
    if values.is_empty()
        && !is_without_values(kind)
        && !file.name().contains("SnowExplosionGraph")
        && !file.name().contains("inherit-self")
    {
        return Err("no values".to_owned());
    }
    for (place, value) in values.iter().step_by(values.len() / 40 + 1) {
        let parsed = place.to_string().parse().map_err(|error: urho_resource::Error| error.to_string())?;
        if *place != parsed {
            return Err(format!("{place} isn't read back"));
        }
        let got = document.get(place).map_err(|error| error.to_string())?;
        if got.as_ref() != Some(value) {
            return Err(format!("{place}: {got:?} is not {value:?}"));
        }
        // An array or number where the engine expects a text becomes a text.
        if kind == Kind::Strings && place.to_string() == "@wrong" {
            continue;
        }
        let mut same = document.clone();
        // A value that the engine misreads can't be set.
        if same.set(place, &value.text.to_text()).is_ok() && place.to_string().contains('@') && same.text() != bytes {
            return Err(format!("{place}: setting the same text changes the file"));
        }
    }
    Ok(())
}

fn is_without_values(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::BakedLight
            | Kind::RmlDocument
            | Kind::RmlStyle
            | Kind::ShaderSource
            | Kind::Sound
            | Kind::OutlineFont
            | Kind::BitmapFont
    )
}
