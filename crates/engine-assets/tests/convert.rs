//! What can become what: every extension and every goal for every format.

use engine_assets::convert::{ConvertOptions, Goal, Input, convert};
use engine_assets::{Asset, Error, Format};

/// A document of each format that can be had without real files.
fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let mut all: Vec<(&str, Vec<u8>)> = fuzzkit::samples::all()
        .into_iter()
        .filter(|sample| !sample.name.ends_with(".xml"))
        .map(|sample| (sample.name, sample.bytes))
        .collect();
    let gltf = br#"{"asset":{"version":"2.0"},"nodes":[{}],"scenes":[{"nodes":[0]}]}"#;
    all.push(("Empty.gltf", gltf.to_vec()));
    all.push(("Stone.pmat", b"$string assetType \"PMAT\"\n$uint32 assetVersion 1\n\"assetData\"\n{\n}\n".to_vec()));
    all
}

fn open(name: &str, bytes: &[u8]) -> Asset<'static> {
    Asset::parse(bytes, Some(name.as_ref())).unwrap_or_else(|error| panic!("{name}: {error}")).into_owned()
}

/// The names that are tried: one of each extension, known or not.
const NAMES: [&str; 26] = [
    "x.glb",
    "x.gltf",
    "x.mdl",
    "x.ani",
    "x.zed",
    "x.pak",
    "x.udm",
    "x.udm_b",
    "x.pmdl",
    "x.pmdl_b",
    "x.pmat",
    "x.pmat_b",
    "x.pmap",
    "x.pmap_b",
    "x.pnav",
    "x.pnav_b",
    "x.pptsys",
    "x.pptsys_b",
    "x.pgma",
    "x.pgma_b",
    "x.asc",
    "x.vs3",
    "x.ps3",
    "x.ps4",
    "x.fbx",
    "x",
];

#[test]
fn what_the_name_says_is_what_is_written() {
    for (from, bytes) in documents() {
        let asset = open(from, &bytes);
        for name in NAMES {
            let Ok(goal) = Goal::for_path(name) else {
                assert!(matches!(name, "x.fbx" | "x"), "{name} can't be written");
                continue;
            };
            let options = ConvertOptions::default().lossy(true);
            let made = convert(&[Input::new("x", &asset)], goal, name, &options);
            let context = format!("{from} as {name}");
            match made {
                Ok(made) => {
                    assert!(goal.is_for(asset.format()), "{context}: written though there is no way");
                    let file = made.files.last().unwrap_or_else(|| panic!("{context}: nothing"));
                    assert_eq!(file.name, name, "{context}");
                    let back = if name == "x.gltf" { continue } else { open(name, &file.bytes) };
                    assert!(Goal::for_path(name).unwrap().is_for(back.format()), "{context}: is {}", back.format());
                    assert_eq!(says(name, &back, &file.bytes), Ok(()), "{context}");
                }
                Err(Error::CannotBecome { .. }) => assert!(!goal.is_for(asset.format()), "{context}: refused"),
                Err(Error::Convert(_) | Error::Refused(_)) => {
                    assert!(goal.is_by_scene(asset.format()), "{context}: refused");
                }
                Err(error) => panic!("{context}: {error}"),
            }
        }
    }
}

/// Whether bytes are what a name says.
fn says(name: &str, asset: &Asset<'_>, bytes: &[u8]) -> Result<(), String> {
    let binary = bytes.starts_with(b"UDMB");
    let format = asset.format();
    let fits = match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "glb" => bytes.starts_with(b"glTF"),
        "mdl" => format == Format::UrhoMdl,
        "ani" => format == Format::UrhoAni,
        "zed" => format == Format::ZedModel,
        "pak" => format == Format::UrhoPak,
        "udm" => format.is_udm() && !binary,
        "udm_b" => format.is_udm() && binary,
        "pmdl" => format == Format::PragmaModel && !binary,
        "pmdl_b" => format == Format::PragmaModel && binary,
        "pmat" => format == Format::PragmaMaterial && !binary,
        "pmat_b" => format == Format::PragmaMaterial && binary,
        "ps3" | "ps4" | "vs3" => format == Format::UrhoShader,
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("it is a {}", format.title())) }
}

#[test]
fn every_goal_names_itself() {
    for goal in Goal::all() {
        assert_eq!(Goal::from_name(goal.name()), Some(goal));
        assert!(!goal.description().is_empty());
        if let Some(extension) = goal.extension() {
            let named = Goal::for_path(format!("x.{extension}")).unwrap();
            assert!(goal.agrees_with(named), "{goal} in a file .{extension}");
        }
    }
    assert!(!Goal::Glb.agrees_with(Goal::Mdl));
    assert!(Goal::for_path("a.fbx").unwrap_err().to_string().contains(".glb"));
}

#[test]
fn options_without_effect_are_refused() {
    let samples = documents();
    let asset = |name: &str| open(name, &samples.iter().find(|(known, _)| *known == name).unwrap().1);
    let refused = |name: &str, goal: Goal, options: ConvertOptions| {
        let asset = asset(name);
        match convert(&[Input::new("x", &asset)], goal, "x", &options) {
            Err(Error::Refused(message)) => message,
            other => panic!("{name} to {goal}: {other:?}"),
        }
    };
    let options = ConvertOptions::default;
    assert!(refused("Character.mdl", Goal::Umd2, options().scale(2.0)).contains("scale"));
    assert!(refused("Character.mdl", Goal::Umd2, options().strict(true)).contains("strict"));
    assert!(refused("Character.mdl", Goal::Umd2, options().exact(true)).contains("exact"));
    assert!(refused("Character.mdl", Goal::Umd2, options().lod(99)).contains("99"));
    assert!(refused("Character.mdl", Goal::Glb, options().lod(99)).contains("99"));
    assert!(refused("Character.mdl", Goal::ZedEngine, options().exact(true)).contains("exact"));
    assert!(refused("Character_Wave.ani", Goal::Uan2, options().lod(0)).contains("lod"));
    assert!(refused("Tile.zed", Goal::Glb, options().max_bones(8)).contains("max-bones"));
    let repair = engine_assets::urho_mdl::Repair::ALL[0];
    assert!(refused("Tile.zed", Goal::Glb, options().repairs([repair])).contains("repair"));
}

#[test]
fn old_versions_are_made_of_anything_in_one_step() {
    let samples = documents();
    let tile = open("Tile.zed", &samples.iter().find(|(name, _)| *name == "Tile.zed").unwrap().1);
    for (goal, id) in [(Goal::Umdl, b"UMDL"), (Goal::Umd2, b"UMD2"), (Goal::Umd3, b"UMD3")] {
        let options = ConvertOptions::default().lossy(true);
        let made = convert(&[Input::new("Tile", &tile)], goal, "Tile.mdl", &options).unwrap();
        assert_eq!(&made.files[0].bytes[..4], id, "{goal}");
    }
}
