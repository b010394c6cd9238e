//! Supported conversions: every extension and every output format for every input format.

use asset_convert::{ConvertOptions, Input, OutputFormat, Tangents, convert, fitting_options};
use asset_formats::{Asset, Error, Format, Typed};
use asset_project::Globs;

/// Output formats of each format, by file extension. No other conversion exists.
const CAN_BECOME: [(Format, &str); 26] = [
    (Format::GLTF, "glb gltf mdl ani zed pmdl pmdl_b pmap pmap_b json xml bin scn scene prefab"),
    (Format::IMAGE, "png dds"),
    (Format::PRAGMA_ANIMATION, "pgma pgma_b udm udm_b udms udms_b json"),
    (Format::PRAGMA_MAP, "glb gltf pmap pmap_b udm udm_b udms udms_b json xml bin scn scene prefab"),
    (Format::PRAGMA_MATERIAL, "glb gltf pmat pmat_b udm udm_b udms udms_b json"),
    (Format::PRAGMA_MODEL, "glb gltf mdl ani zed pmdl pmdl_b udm udm_b udms udms_b json"),
    (Format::PRAGMA_NAVMESH, "pnav pnav_b udm udm_b udms udms_b json"),
    (Format::PRAGMA_PARTICLES, "pptsys pptsys_b udm udm_b udms udms_b json"),
    (Format::UDM, "udm udm_b udms udms_b json"),
    (Format::URHO_ANI, "glb gltf ani"),
    (Format::URHO_ASC, "asc"),
    (Format::URHO_MATERIAL, "glb gltf json xml"),
    (Format::URHO_MATERIAL_LIST, ""),
    (Format::URHO_MDL, "glb gltf mdl zed pmdl pmdl_b"),
    (Format::URHO_PAK, "pak"),
    (Format::URHO_PREFAB, "glb gltf xml json bin scn prefab pmap pmap_b"),
    (Format::URHO_RESOURCE, ""),
    (Format::URHO_SCENE, "glb gltf xml json bin scn scene pmap pmap_b"),
    (Format::URHO_SHADER, "vs2 ps2 vs3 ps3 vs4 ps4 gs4 hs5 ds5 cs5"),
    (Format::URHO_TECHNIQUE, ""),
    (Format::URHO_TEXTURE, ""),
    (Format::URHO_XML_ANI, "glb gltf ani"),
    (Format::ZED_ANIMATION, ""),
    (Format::ZED_FONT, ""),
    (Format::ZED_IMAGE, ""),
    (Format::ZED_MODEL, "glb gltf mdl zed pmdl pmdl_b"),
];

/// A document of each format, with a name: the samples, or else a seed of the fuzz targets, or else the least that there is.
fn documents() -> Vec<(String, Vec<u8>)> {
    let samples = fuzzkit::samples::all().into_iter().map(|sample| (sample.name.to_owned(), sample.bytes));
    let mut all: Vec<_> = samples.collect();
    let [model, wave] = ["Character.mdl", "Character_Wave.ani"]
        .map(|name| open(name, &all.iter().find(|(known, _)| known == name).expect("a sample").1));
    let inputs = [Input::new("Character", &model), Input::new("Character_Wave", &wave)];
    let glb = convert(&inputs, OutputFormat::GLB, "x.glb", &ConvertOptions::default())
        .expect("a scene")
        .files
        .remove(0)
        .bytes;
    all.push(("Character.glb".to_owned(), glb));
    for (kind, extension) in
        [("PMAT", "pmat"), ("PMAP", "pmap"), ("PNAV", "pnav"), ("PPTSYSCOLLECTION", "pptsys"), ("PGMA", "pgma")]
    {
        let text = format!("$string assetType \"{kind}\"\n$uint32 assetVersion 1\n\"assetData\"\n{{\n}}\n");
        all.push((format!("Least.{extension}"), text.into_bytes()));
    }
    let xml = |text: &str| format!("<?xml version=\"1.0\"?>\n{text}\n").into_bytes();
    all.push(("Scene.xml".to_owned(), xml("<scene id=\"1\"><attribute name=\"Name\" value=\"\" /></scene>")));
    all.push(("Prefab.xml".to_owned(), xml("<node id=\"2\"><attribute name=\"Name\" value=\"a\" /></node>")));
    all.push(("Stone.xml".to_owned(), xml("<material><technique name=\"Techniques/Diff.xml\" /></material>")));
    all.push((
        "Diff.xml".to_owned(),
        xml("<technique vs=\"LitSolid\" ps=\"LitSolid\"><pass name=\"base\" /></technique>"),
    ));
    all.push(("Stone2.xml".to_owned(), xml("<texture><address coord=\"u\" mode=\"wrap\" /></texture>")));
    all.push(("Jack.txt".to_owned(), b"Materials/Jack.xml\n".to_vec()));
    for target in fuzzkit::TARGETS.iter().filter(|target| !target.name.starts_with("udm")) {
        let seeds = (target.seeds)().into_iter().enumerate();
        all.extend(seeds.map(|(number, seed)| (format!("{}{number}", target.name), seed)));
    }
    let mut known = std::collections::BTreeSet::new();
    all.retain(|(name, bytes)| {
        // FBX and OBJ are read by hosts that ask for it, and never written.
        let is_read_only = |format: Format| [Format::FBX, Format::OBJ].contains(&format);
        Asset::parse(bytes, Some(name.as_ref()))
            .is_ok_and(|asset| !is_read_only(asset.format()) && known.insert(asset.format()))
    });
    all
}

fn open(name: &str, bytes: &[u8]) -> Asset<'static> {
    Asset::parse(bytes, Some(name.as_ref())).unwrap_or_else(|error| panic!("{name}: {error}")).into_owned()
}

#[test]
fn every_format_has_its_row_and_its_document() {
    let formats: std::collections::BTreeSet<Format> =
        documents().iter().map(|(name, bytes)| open(name, bytes).format()).collect();
    let rows: std::collections::BTreeSet<Format> = CAN_BECOME.iter().map(|(format, _)| *format).collect();
    let missing: Vec<_> = rows.difference(&formats).collect();
    assert!(missing.is_empty(), "no document of {missing:?}");
    assert_eq!(formats, rows);
}

#[test]
fn what_the_name_says_is_what_is_written() {
    let (mut written, mut refused) = (0, 0);
    for (from, bytes) in documents() {
        let asset = open(&from, &bytes);
        let row = CAN_BECOME.iter().find(|(format, _)| *format == asset.format()).expect("a row");
        for extension in OutputFormat::extensions() {
            let name = format!("x.{extension}");
            let output_format = OutputFormat::for_path(&name).expect("a known extension");
            let can = row.1.split(' ').any(|known| known == extension);
            assert_eq!(output_format.is_for(asset.format()), can, "{from} as {name}");
            let options = ConvertOptions::default().lossy(true);
            match convert(&[Input::new("x", &asset)], output_format, &name, &options) {
                Ok(made) => {
                    assert!(can, "{from} as {name}: written though there is no way");
                    let file = made.files.last().unwrap_or_else(|| panic!("{from} as {name}: nothing"));
                    assert_eq!(file.name.as_str(), name, "{from}");
                    assert_eq!(says(extension, &file.bytes), Ok(()), "{from} as {name}");
                    written += 1;
                }
                Err(Error::CannotBecome { .. }) => {
                    assert!(!can, "{from} as {name}: refused");
                    refused += 1;
                }
                // There is no animation in it.
                Err(Error::Refused(why)) => assert!(can && extension == "ani", "{from} as {name}: {why}"),
                Err(error) => panic!("{from} as {name}: {error}"),
            }
        }
    }
    let cells = CAN_BECOME.len() * OutputFormat::extensions().count();
    assert!(
        written > 60 && refused > 600 && written + refused > cells - 3,
        "{written} written, {refused} refused of {cells}"
    );
}

#[test]
fn other_names_are_refused() {
    for name in ["x", "x.fbx", "x.", ".glb2", "x.mdl.bak", "x.MDLX"] {
        let Err(Error::Refused(message)) = OutputFormat::for_path(name) else {
            panic!("{name} is no file that can be written")
        };
        // One sentence, which names a format to write instead.
        assert!(message.contains(".glb") && message.len() < 160, "{message}");
    }
    assert_eq!(OutputFormat::for_path("X.MDL").expect("case doesn't matter"), OutputFormat::MDL);
}

#[test]
fn the_same_is_the_same_to_the_byte() {
    for (from, bytes) in documents() {
        let asset = open(&from, &bytes);
        let converted = convert(&[Input::new("x", &asset)], OutputFormat::SAME, &from, &ConvertOptions::default());
        let converted = converted.unwrap_or_else(|error| panic!("{from}: {error}"));
        // The bytes of glTF are its program's choice, and packing blocks is the encoder's.
        if ![Format::GLTF, Format::URHO_PAK].contains(&asset.format()) {
            assert!(converted.files[0].bytes == bytes, "{from} doesn't round-trip");
        }
    }
}

/// Checks that bytes have the format of an extension; the bytes alone must identify formats with an identifier.
fn says(extension: &str, bytes: &[u8]) -> Result<(), String> {
    let begins = |ids: &[&[u8]]| ids.iter().any(|id| bytes.starts_with(id));
    let binary = begins(&[b"UDMB"]);
    // JSON of a document is no detected format, and glTF in JSON has its numbers in another file.
    if matches!(extension, "gltf" | "json") {
        let fits = begins(&[b"{"]) && (extension == "json" || bytes.windows(9).any(|window| window == b"\"version\""));
        return if fits { Ok(()) } else { Err("it is no JSON".to_owned()) };
    }
    let format = open(&format!("x.{extension}"), bytes).format();
    let fits = match extension {
        "glb" => begins(&[b"glTF"]),
        "mdl" => begins(&[b"UMDL", b"UMD2", b"UMD3", b"AMDL", b"AMD2"]),
        "ani" => begins(&[b"UANI", b"UAN2"]),
        "zed" => format == Format::ZED_MODEL,
        "pak" => format == Format::URHO_PAK,
        "xml" => begins(&[b"<"]),
        "bin" | "scn" => matches!(format, Format::URHO_SCENE | Format::URHO_PREFAB) && !begins(&[b"<", b"{"]),
        "scene" => format == Format::URHO_SCENE,
        "prefab" => format == Format::URHO_PREFAB,
        "udm" | "udms" => format.is_udm() && !binary,
        "udm_b" | "udms_b" => format.is_udm() && binary,
        "pmdl" | "pmat" | "pmap" | "pnav" | "pptsys" | "pgma" => !binary && format.name().starts_with("pragma-"),
        "pmdl_b" | "pmat_b" | "pmap_b" | "pnav_b" | "pptsys_b" | "pgma_b" => {
            binary && format.name().starts_with("pragma-")
        }
        "asc" => format == Format::URHO_ASC,
        "png" => begins(&[b"\x89PNG"]),
        "dds" => begins(&[b"DDS "]),
        _ => format == Format::URHO_SHADER,
    };
    if fits { Ok(()) } else { Err(format!("it is a {}", format.title())) }
}

#[test]
fn every_output_format_names_itself() {
    for output_format in OutputFormat::all() {
        assert_eq!(OutputFormat::from_name(output_format.name()), Some(output_format));
        assert!(!output_format.description().is_empty());
        if let Some(extension) = output_format.extension() {
            let named = OutputFormat::for_path(format!("x.{extension}")).unwrap();
            assert!(output_format.agrees_with(named), "{output_format} in a file .{extension}");
        }
    }
    assert!(!OutputFormat::GLB.agrees_with(OutputFormat::MDL));
    assert!(OutputFormat::for_path("a.fbx").unwrap_err().to_string().contains(".glb"));
}

/// Returns the error of a conversion that must fail.
fn failed(asset: &Asset<'_>, output_format: OutputFormat, options: &ConvertOptions) -> Error {
    convert(&[Input::new("x", asset)], output_format, "x", options).map(drop).expect_err("an error")
}

#[test]
fn options_without_effect_are_refused() {
    let samples = documents();
    let asset = |name: &str| open(name, &samples.iter().find(|(known, _)| known == name).unwrap().1);
    let refused = |name: &str, output_format: OutputFormat, options: ConvertOptions| match failed(
        &asset(name),
        output_format,
        &options,
    ) {
        Error::NoEffect(problem) => problem.option,
        other => panic!("{name} to {output_format}: {other}"),
    };
    let options = ConvertOptions::default;
    assert_eq!(refused("Tile.zed", OutputFormat::ZED_ENGINE, options().lod(0)), "lod");
    assert_eq!(refused("Character.mdl", OutputFormat::UMD2, options().strict(true)), "strict");
    assert_eq!(refused("Character.mdl", OutputFormat::UMD2, options().originals(false)), "no-originals");
    assert_eq!(refused("Tile.zed", OutputFormat::ZED_ENGINE, options().tangents(Tangents::Always)), "tangents");
    assert_eq!(refused("Character.mdl", OutputFormat::ZED_ENGINE, options().originals(false)), "no-originals");
    assert_eq!(refused("Character.mdl", OutputFormat::GLB, options().collision(true)), "collision");
    assert_eq!(refused("Character_Wave.ani", OutputFormat::UAN2, options().lod(0)), "lod");
    assert_eq!(refused("Tile.zed", OutputFormat::GLB, options().max_bones(8)), "max-bones");
    let repair = urho_mdl::Repair::ALL[0];
    assert_eq!(refused("Tile.zed", OutputFormat::GLB, options().repairs([repair])), "repair");
    let pmdl = OutputFormat::for_path("x.pmdl").unwrap();
    assert_eq!(refused("Tile.zed", pmdl, options().repairs([repair])), "repair");
    let error = failed(&asset("Character.mdl"), OutputFormat::UMD2, &options().lod(99));
    assert!(matches!(error, Error::Refused(message) if message.contains("99")));
}

#[test]
fn an_option_without_effect_names_those_that_fit() {
    let samples = documents();
    let (_, bytes) = samples.iter().find(|(known, _)| known == "Character.mdl").unwrap();
    let options = ConvertOptions::default().collision(true);
    let error = failed(&open("Character.mdl", bytes), OutputFormat::UMD2, &options);
    let expected = "collision has no effect from Urho3D model to umd2; these have: repair, lod, scale, up, facing, center, simplify, optimize-meshes";
    assert_eq!(error.to_string(), expected);
    // The error lists the first of them.
    let fitting = fitting_options(Format::URHO_MDL, OutputFormat::UMD2);
    let expected =
        ["repair", "lod", "scale", "up", "facing", "center", "simplify", "optimize-meshes", "tangents", "smooth"];
    assert_eq!(fitting, expected);
    for output_format in OutputFormat::all().filter(|output_format| output_format.is_for(Format::URHO_MDL)) {
        let fitting = fitting_options(Format::URHO_MDL, output_format);
        assert!(fitting.contains(&"repair") && !fitting.contains(&"navmesh"), "{output_format}");
        assert_eq!(fitting.contains(&"strict"), output_format.is_gltf(), "{output_format}");
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let samples = documents();
    let (_, bytes) = samples.iter().find(|(known, _)| known == "Character.mdl").unwrap();
    let model = open("Character.mdl", bytes);
    let animations = Globs::new(["*"]).unwrap();
    let contradictions = [
        (OutputFormat::GLB, ConvertOptions::default().animated(false).animations(animations)),
        (
            OutputFormat::for_path("x.pmdl").unwrap(),
            ConvertOptions::default().texture_files(asset_image::TextureFiles::Webp),
        ),
    ];
    for (output_format, options) in contradictions {
        let error = failed(&model, output_format, &options);
        assert!(matches!(error, Error::Refused(_)), "{output_format}: {error}");
    }
}

#[test]
fn old_versions_are_made_of_anything_in_one_step() {
    let samples = documents();
    let tile = open("Tile.zed", &samples.iter().find(|(name, _)| name == "Tile.zed").unwrap().1);
    for (output_format, id) in
        [(OutputFormat::UMDL, b"UMDL"), (OutputFormat::UMD2, b"UMD2"), (OutputFormat::UMD3, b"UMD3")]
    {
        let options = ConvertOptions::default().lossy(true);
        let converted = convert(&[Input::new("Tile", &tile)], output_format, "Tile.mdl", &options).unwrap();
        assert_eq!(&converted.files[0].bytes[..4], id, "{output_format}");
    }
}

#[test]
fn frame_rates_are_told() {
    use asset_formats::kinds;
    use urho_ani::Animation;
    let samples = fuzzkit::samples::all();
    let sample = |name: &str| samples.iter().find(|sample| sample.name == name).expect("a sample");
    let model = Asset::parse(&sample("Character.mdl").bytes, None).expect("a model");
    let animation = Animation::parse(&sample("Character_Wave.ani").bytes).expect("an animation");
    // Keys at 0, 1 and 2 seconds become keys at 0, 1 and 2 frames.
    for (length, rate) in
        [(2.0, None), (2.0 / 30.0, Some(30)), (2.0 / 25.0, Some(25)), (2.0 / 24.0, None), (0.147, None)]
    {
        let mut animation = animation.clone();
        animation.retime(length / 2.0).expect("a factor above 0");
        let animation = asset_formats::Asset::new(animation);
        let inputs = [Input::new("Character", &model), Input::new("Character_Wave", &animation)];
        let converted =
            convert(&inputs, OutputFormat::GLB, "Character.glb", &ConvertOptions::default()).expect("a glTF");
        assert_eq!(converted.frame_rate, rate, "{length}");
        let is_reported = converted.findings.iter().any(|finding| finding.kind == kinds::ANIMATION_FRAMES);
        assert_eq!(is_reported, rate.is_some() || length == 0.147, "{length}");
    }
}

/// A DDS of one pixel in each of six faces, with these bytes of its pixel format.
fn cube() -> Vec<u8> {
    let mut bytes = b"DDS ".to_vec();
    let header: [u32; 31] = {
        let mut header = [0_u32; 31];
        (header[0], header[1], header[2], header[3], header[4]) = (124, 0x1007, 1, 1, 4);
        // Pixels of 32 bits: red, green, blue, alpha.
        header[18..26].copy_from_slice(&[32, 0x41, 0, 32, 0xff, 0xff00, 0xff_0000, 0xff00_0000]);
        (header[26], header[27]) = (0x1008, 0xfe00);
        header
    };
    bytes.extend(header.iter().flat_map(|number| number.to_le_bytes()));
    for face in 0..6_u8 {
        bytes.extend([face, 10, 20, 255]);
    }
    bytes
}

#[test]
fn textures_become_pictures() {
    let asset = open("Sky.dds", &cube());
    let converted = |lossy: bool| {
        convert(&[Input::new("Sky", &asset)], OutputFormat::PNG, "Sky.png", &ConvertOptions::default().lossy(lossy))
    };
    let Err(Error::Losses(losses)) = converted(false) else { panic!("five faces are lost") };
    assert_eq!(losses.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), ["engine-assets/texture-surfaces-lost"]);
    let png = converted(true).expect("a picture").files.remove(0).bytes;
    let pixels =
        asset_image::decode(&png, asset_image::Mip(0), &mut binio::Limits::default().budget()).expect("pixels");
    assert_eq!((pixels.size(), pixels.pixels()), ((1, 1), &[[0, 10, 20, 255]][..]));
    // A picture stays as it is.
    let picture = open("Sky.png", &png);
    let again = convert(&[Input::new("Sky", &picture)], OutputFormat::PNG, "Sky.png", &ConvertOptions::default());
    assert_eq!(again.expect("a picture").files.remove(0).bytes, png);
}

#[test]
fn textures_become_blocks() {
    let pixels = asset_image::Pixels::filled(64, 32, [200, 100, 50, 255]).expect("pixels");
    let asset = open("Wall.png", &pixels.to_png().expect("a png"));
    let convert_with = |asset: &Asset<'_>, options: &ConvertOptions| {
        convert(&[Input::new("Wall", asset)], OutputFormat::DDS, "Wall.dds", options)
            .map(|mut created| created.files.remove(0).bytes)
    };
    let dds = convert_with(&asset, &ConvertOptions::default()).expect("a dds");
    let info = asset_image::Info::of(&dds).expect("our own");
    assert_eq!((info.format, info.width, info.mips), (asset_image::PixelFormat::Bc1, 64, 7));
    let normals = ConvertOptions::default().texture_use(asset_image::TextureUse::Normals).max_texture_size(16);
    let info = asset_image::Info::of(&convert_with(&asset, &normals).expect("a dds")).expect("our own");
    assert_eq!((info.format, info.width, info.height), (asset_image::PixelFormat::Bc5, 16, 8));
    // A dds stays as it is, unless it is too large.
    let own = open("Wall.dds", &dds);
    assert_eq!(convert_with(&own, &ConvertOptions::default()).expect("a dds"), dds);
    let small = convert_with(&own, &ConvertOptions::default().max_texture_size(32)).expect("a dds");
    assert_eq!(asset_image::Info::of(&small).expect("our own").width, 32);
    let glb = convert(&[Input::new("Wall", &asset)], OutputFormat::PNG, "Wall.png", &normals);
    assert!(matches!(glb, Err(Error::NoEffect(problem)) if problem.option == "texture-use"));
}

/// Two triangles of a square with a vertex per corner, the second of them first in the order of vertices.
fn square() -> Asset<'static> {
    let corners: [[f32; 3]; 6] =
        [[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
    let bytes: Vec<u8> =
        corners.iter().chain(&[[0.0, 0.0, 1.0]; 6]).flatten().flat_map(|number| number.to_le_bytes()).collect();
    let indices: Vec<u8> = [3_u16, 4, 5, 0, 1, 2].iter().flat_map(|index| index.to_le_bytes()).collect();
    let json = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 0, "byteOffset": 72, "componentType": 5126, "count": 6, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 144}, {"buffer": 0, "byteOffset": 144, "byteLength": 12}],
        "buffers": [{"byteLength": 156}]}"#;
    let json = format!("{json}{}", " ".repeat(json.len().wrapping_neg() % 4));
    let chunk = |kind: &[u8], data: &[u8]| [&(data.len() as u32).to_le_bytes(), kind, data].concat();
    let chunks = [chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", &[bytes, indices].concat())].concat();
    let header = [&b"glTF"[..], &2_u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes()].concat();
    open("square.glb", &[header, chunks].concat())
}

#[test]
fn equal_vertices_are_joined_and_ordered_unless_options_say_otherwise() {
    let asset = square();
    let vertices = |options: ConvertOptions| {
        let converted =
            convert(&[Input::new("square", &asset)], OutputFormat::MDL, "square.mdl", &options).expect("a model");
        let model = urho_mdl::Model::parse(&converted.files[0].bytes).expect("a model").into_owned();
        let buffer = &model.vertex_buffers[0];
        let first = model.triangles(&model.geometries[0].lods[0]).next().expect("a triangle");
        (buffer.vertex_count, first)
    };
    let options = ConvertOptions::default;
    assert_eq!(vertices(options()).0, 4);
    assert_eq!(vertices(options().weld(false)).0, 6);
    assert_eq!(vertices(options().weld(false).optimize(false)).1, [3, 5, 4], "as the scene has them, turned around");
    let first = vertices(options().weld(false)).1;
    assert!(first.iter().all(|vertex| *vertex < 3), "in the order of their first use: {first:?}");
}

#[test]
fn compressed_gltf_is_smaller_and_converts_back() {
    let (name, bytes) = documents().into_iter().find(|(name, _)| name == "Character.mdl").expect("the sample");
    let asset = open(&name, &bytes);
    let glb = |options: &ConvertOptions| {
        let converted = convert(&[Input::new("Character", &asset)], OutputFormat::GLB, "Character.glb", options);
        converted.expect("a glb").files.pop().expect("a file").bytes
    };
    let meshopt = ConvertOptions::default().compression(asset_gltf::Compression::Meshopt);
    let files = [ConvertOptions::default(), meshopt.clone(), meshopt.quantize(true)].map(|options| glb(&options));
    let sizes = files.each_ref().map(Vec::len);
    assert!(sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
    let back = open("Character.glb", &files[2]);
    let converted =
        convert(&[Input::new("Character", &back)], OutputFormat::UMD2, "Character.mdl", &ConvertOptions::default());
    let model = converted.expect("a model").files.pop().expect("a file").bytes;
    let Some(model) = open("Character.mdl", &model).downcast::<urho_mdl::Model<'static>>() else { panic!("a model") };
    let Typed::UrhoMdl(original) = asset.typed() else { panic!("a model") };
    assert_eq!(model.skeleton.bones.len(), original.skeleton.bones.len());
    let corners = |model: &urho_mdl::Model<'_>| [model.bounds.min, model.bounds.max].map(|corner| corner.to_array());
    for (new, old) in corners(&model).iter().flatten().zip(corners(original).iter().flatten()) {
        assert!((new - old).abs() < 1e-3, "{new} {old}");
    }
}

#[test]
fn textures_of_gltf_get_formats_and_sizes() {
    let mut scene = asset_scene::Scene::default();
    let colors = (0..100 * 60u32).flat_map(|pixel| [(pixel / 100) as u8, 7, (pixel % 5) as u8, 255]).collect();
    let png = asset_image::Pixels::new(100, 60, colors).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = asset_scene::Image { name: "a".into(), bytes: png.clone().into(), ..asset_scene::Image::default() };
    let image = scene.images.push(image);
    let texture = Some(asset_scene::Texture::new(image));
    scene.materials.push(asset_scene::Material { base_color_texture: texture, ..asset_scene::Material::default() });
    let glb = asset_gltf::write_glb(&scene, &asset_gltf::WriteOptions::default()).expect("a glb").0;
    let asset = open("a.glb", &glb);
    let converted = |options: &ConvertOptions| convert(&[Input::new("a", &asset)], OutputFormat::GLB, "b.glb", options);
    let info = |options: &ConvertOptions| {
        let converted = converted(options).expect("a glb");
        let Some(file) = open("b.glb", &converted.files[0].bytes).downcast::<asset_formats::GltfDocument>() else {
            panic!("a glTF")
        };
        let bytes = file.scene.images[asset_scene::Id::new(0)].bytes.read().expect("bytes").into_owned();
        (asset_image::Info::of(&bytes).expect("an image"), converted.findings.len())
    };
    let plain = ConvertOptions::default();
    assert_eq!(info(&plain).0.kind, asset_image::Kind::Png);
    let (webp, findings) = info(&plain.clone().texture_files(asset_image::TextureFiles::Webp).power_of_two(true));
    assert_eq!((webp.kind, webp.width, webp.height, findings), (asset_image::Kind::WebP, 128, 64, 1));
    let (small, _) = info(&plain.clone().max_texture_size(50));
    assert_eq!((small.kind, small.width, small.height), (asset_image::Kind::Png, 50, 30));
    let dds = plain.texture_files(asset_image::TextureFiles::Dds);
    assert!(matches!(converted(&dds), Err(Error::Refused(_))));
}

/// Channels share keys in a file; scaled nodes have keys of their own.
#[test]
fn keys_spend_the_budget_before_they_are_scaled() {
    use asset_scene::{Animation, Array, Channel, Interpolation, Mesh, Node, Property, Scene, Transform};
    let mut shared = Scene::default();
    let positions = shared.arrays.push(Array::from_f32s([[0.0_f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let times = shared.arrays.push(Array::from_f32s((0..1000_u16).map(|key| [f32::from(key)])));
    let values = shared.arrays.push(Array::from_f32s([[1.0_f32; 3]; 1000]));
    let attributes = vec![asset_scene::Attribute { semantic: asset_scene::Semantic::Position, array: positions }];
    let primitives = vec![asset_scene::Primitive { attributes, ..Default::default() }];
    let mesh = shared.meshes.push(Mesh { primitives, ..Mesh::default() });
    let node = |number: u8| Node {
        mesh: Some(mesh),
        transform: Transform::from_scale(f32::from(number) + 2.0),
        ..Node::default()
    };
    let nodes: Vec<_> = (0..10).map(|number| shared.nodes.push(node(number))).collect();
    let (property, interpolation) = (Property::Scale, Interpolation::Linear);
    let channels = nodes.into_iter().map(|node| Channel { node, property, interpolation, times, values }).collect();
    shared.animations.push(Animation { channels, ..Animation::default() });
    let (file, _) = asset_gltf::write_glb(&shared, &Default::default()).expect("a file");
    let scene = open("scaled.glb", &file);
    let options = ConvertOptions::default().lossy(true).max_expanded_bytes(1 << 16);
    let converted = |options: &ConvertOptions| convert(&[Input::new("x", &scene)], OutputFormat::ZED, "x.zed", options);
    converted(&options).expect("a model without animations");
    assert!(matches!(converted(&options.clone().apply_scale(true)), Err(Error::Convert(_))), "40 000 numbers of keys");
}
