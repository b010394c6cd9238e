//! Foreign files: valid ones open and round-trip bit for bit; the bad examples of the Khronos validator are refused.

use std::process::ExitCode;

use asset_gltf::asset_scene::{Scene, Texture};
use asset_gltf::{Error, ErrorKind, Folder, NoFiles, ReadOptions, SceneChoice, WriteOptions, parse, write_glb};
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;
use testkit::hostile::with_small_stack;

/// Compressed files that can't be read: all without the feature `draco`, otherwise one whose buffer isn't in the corpus.
const COMPRESSED: &[&str] =
    if cfg!(feature = "draco") { &["BoxDraco.gltf"] } else { &["BoxDraco.gltf", "DenseSphere.glb"] };

/// Errors of the validator that a reader of the structure must detect as well. Not included: errors of materials, textures, cameras and images, which
/// aren't read; wrong minimum and maximum values, which aren't trusted; alignment, targets and uses of views, which aren't relied on; and values,
/// which are up to the reader.
const STRUCTURAL: &[&str] = &[
    "ACCESSOR_SMALL_BYTESTRIDE",
    "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
    "ACCESSOR_TOO_LONG",
    "ASSET_MIN_VERSION_GREATER_THAN_VERSION",
    "BUFFER_DATA_URI_MIME_TYPE_INVALID",
    "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE",
    "BUFFER_VIEW_TOO_LONG",
    "GLB_CHUNK_LENGTH_UNALIGNED",
    "GLB_CHUNK_TOO_BIG",
    "GLB_DUPLICATE_CHUNK",
    "GLB_EMPTY_CHUNK",
    "GLB_INVALID_MAGIC",
    "GLB_INVALID_VERSION",
    "GLB_LENGTH_MISMATCH",
    "GLB_LENGTH_TOO_SMALL",
    "GLB_UNEXPECTED_BIN_CHUNK",
    "GLB_UNEXPECTED_END_OF_CHUNK_DATA",
    "GLB_UNEXPECTED_END_OF_CHUNK_HEADER",
    "GLB_UNEXPECTED_END_OF_HEADER",
    "GLB_UNEXPECTED_FIRST_CHUNK",
    "INVALID_IBM_ACCESSOR_COUNT",
    "INVALID_JSON",
    "MESH_INVALID_WEIGHTS_COUNT",
    "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT",
    "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
    "NODE_LOOP",
    "NODE_MATRIX_TRS",
    "NODE_PARENT_OVERRIDE",
    "PATTERN_MISMATCH",
    "SCENE_NON_ROOT_NODE",
    "SKIN_IBM_INVALID_FORMAT",
    "UNKNOWN_ASSET_MAJOR_VERSION",
    "VALUE_MULTIPLE_OF",
];

/// The same, for the parts that this crate reads.
const OF_PARTS: &[(&str, &[&str])] = &[
    ("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", &["/animations"]),
    ("BUFFER_BYTE_LENGTH_MISMATCH", &["/buffers"]),
    ("INVALID_URI", &["/buffers"]),
    ("IO_ERROR", &["/buffers"]),
    ("UNRESOLVED_REFERENCE", &["/accessors", "/animations", "/bufferViews", "/meshes", "/nodes", "/scene", "/skins"]),
    ("VALUE_NOT_IN_RANGE", &["/buffers", "/bufferViews", "/nodes"]),
];

pub(crate) fn main() -> ExitCode {
    let valid = Selection::new("gltf/valid", &["glb", "gltf"], 80);
    let cases = Selection::new("gltf/validator-cases", &["glb", "gltf"], 266);
    run(&[
        ("opens", valid.clone(), opens),
        ("is judged", cases, is_judged),
        ("stays valid", valid.unless(gltf_validator::missing()), stays_valid),
    ])
}

pub(crate) fn read(file: &CorpusFile, scene: SceneChoice) -> Result<Scene<'static>, Error> {
    let folder = Folder::of_file(file.path()).expect("the folder of a file");
    with_small_stack(|| parse(&file.bytes(), &ReadOptions::default().scene(scene), &folder)).map(|(scene, _)| scene)
}

/// A valid file opens, and writing it keeps everything that was read.
fn opens(file: &CorpusFile) -> Result<(), String> {
    let scene = match read(file, SceneChoice::Default) {
        Ok(scene) => scene,
        Err(error) => {
            let refused = match error.kind() {
                ErrorKind::Extension { .. } => error.to_string().contains("gltf-transform copy"),
                ErrorKind::File { name, .. } => cfg!(feature = "draco") && name == "0.bin",
                _ => false,
            };
            let known = COMPRESSED.iter().any(|name| file.name().ends_with(name));
            return if refused && known { Ok(()) } else { Err(error.to_string()) };
        }
    };
    if COMPRESSED.iter().any(|name| file.name().ends_with(name)) {
        return Err("is compressed, and yet it opens".to_owned());
    }
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).map_err(|error| error.to_string())?;
    let (mut back, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    if file.name().ends_with("24_animation_pointer.gltf") {
        // Of its animation we understand nothing, and a skinned mesh below a transform moves to a root.
        back.nodes.retain_ids(|node| scene.nodes.contains(node));
        back.nodes.iter_mut().zip(&scene.nodes).for_each(|(node, own)| (node.mesh, node.skin) = (own.mesh, own.skin));
    }
    if back == without_missing_images(scene) { Ok(()) } else { Err("doesn't round-trip".to_owned()) }
}

/// The scene without the images whose files aren't in the corpus: nothing is written of them.
fn without_missing_images(mut scene: Scene<'static>) -> Scene<'static> {
    let has_bytes: Vec<bool> = scene.images.iter().map(|image| !image.bytes.is_empty()).collect();
    let places = scene.images.retain_ids(|image| has_bytes[image.index()]);
    for material in &mut scene.materials {
        for place in material.texture_places() {
            *place = place.and_then(|texture| Some(Texture { image: places.get(texture.image)?, ..texture }));
        }
        // The scale of a texture depends on the texture.
        material.normal_scale = if material.normal_texture.is_some() { material.normal_scale } else { 1.0 };
        if material.occlusion_texture.is_none() {
            material.occlusion_strength = 1.0;
        }
    }
    scene
}

/// Reading neither panics nor hangs, and structural errors are refused.
fn is_judged(file: &CorpusFile) -> Result<(), String> {
    let report = std::fs::read(format!("{}.report.json", file.path().display())).map_err(|error| error.to_string())?;
    let report: serde_json::Value = serde_json::from_slice(&report).map_err(|error| error.to_string())?;
    let issues = report["issues"]["messages"].as_array().cloned().unwrap_or_default();
    let errors = issues.iter().filter(|issue| issue["severity"] == 0);
    let serious = errors.filter_map(|issue| {
        let (code, pointer) = (issue["code"].as_str()?, issue["pointer"].as_str().unwrap_or_default());
        let of_part =
            |(known, parts): &(&str, &[&str])| *known == code && parts.iter().any(|part| pointer.starts_with(part));
        if pointer.ends_with("/camera") {
            return None;
        }
        (STRUCTURAL.contains(&code) || OF_PARTS.iter().any(of_part)).then(|| format!("{code} {pointer}"))
    });
    let serious: Vec<String> = serious.collect();
    // Includes the nodes outside of the file's own scene.
    let read = read(file, SceneChoice::AllNodes);
    match read {
        Ok(_) if !serious.is_empty() => Err(format!("is taken in spite of {}", serious.join(", "))),
        Ok(scene) => {
            // Output for a doubtful file is readable.
            let (bytes, _) = write_glb(&scene, &WriteOptions::default()).map_err(|error| error.to_string())?;
            parse(&bytes, &ReadOptions::default(), &NoFiles).map(|_| ()).map_err(|error| error.to_string())
        }
        // A file without validator errors has no errors of this crate.
        Err(error) if report["issues"]["numErrors"] == 0 && !is_refused_on_purpose(file, &error) => {
            Err(format!("is valid, but {error}"))
        }
        Err(_) => Ok(()),
    }
}

/// Files that the validator accepts, or only warns of, but that are unreadable: a file that requires a reader of glTF 2.1, and meshes whose vertices
/// are in a buffer with neither a URI nor a binary chunk of a `.glb`. The validator assumes that such a buffer exists elsewhere.
const REFUSED: &[(&str, &str)] = &[
    ("asset/min_version_valid.gltf", "expected a file for readers of glTF 2.0"),
    ("root/named_objects.gltf", "no buffer with bytes"),
    ("root/unused_objects.gltf", "no buffer with bytes"),
];

fn is_refused_on_purpose(file: &CorpusFile, error: &Error) -> bool {
    REFUSED.iter().any(|(name, why)| file.name().ends_with(name) && error.to_string().contains(why))
}

/// Output for a valid file is valid.
fn stays_valid(file: &CorpusFile) -> Result<(), String> {
    let Ok(scene) = read(file, SceneChoice::Default) else { return Ok(()) };
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).map_err(|error| error.to_string())?;
    has_no_new_issues(file, &bytes)
}

/// The validator has nothing to say about a written file that it doesn't say about its original.
pub(crate) fn has_no_new_issues(file: &CorpusFile, bytes: &[u8]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("written.glb");
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let verdicts = gltf_validator::check(&[file.path(), &path]);
    let [original, written] = verdicts.as_slice() else { return Err("a verdict per file".to_owned()) };
    // Programs make these tangents, if the file's own program didn't; and images are as they were.
    let of_file = |issue: &&String| {
        ["MESH_PRIMITIVE_GENERATED_TANGENT_SPACE ", "IMAGE_FEATURES_UNSUPPORTED "]
            .iter()
            .any(|code| issue.starts_with(code))
    };
    let others: Vec<&String> = written.issues.iter().filter(|issue| !of_file(issue)).collect();
    let allowed = original.issues.iter().filter(of_file).count() as u64;
    if written.errors == 0 && others.is_empty() && written.warnings <= allowed {
        return Ok(());
    }
    Err(format!("{} errors, {} warnings, {others:?}", written.errors, written.warnings))
}
