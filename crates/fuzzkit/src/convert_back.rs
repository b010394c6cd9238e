//! Tests conversion to glTF and back. A created file must not have errors. A file that is restored or updated may only
//! have errors that are also in the original.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use asset_convert::{ConvertOptions, Converted, Input, Original, OutputFormat, convert};
use asset_formats::{Asset, Error, Format};
use asset_project::{Files, Resources};
use binio::{FindingKind, Severity};
use serde_json::Value as Json;

use crate::Target;
use crate::convert::{LARGEST, change, joined, parts};
use crate::samples::Sample;

/// The fuzz target. The input has the number of an output format, the options, the number of changes to the glTF, these
/// changes, and a file.
pub const TARGET: Target = Target { name: "convert_back", body, seeds };

/// The bits of the options.
const BARE: u8 = 1;
const INTO: u8 = 2;
const LOSSY: u8 = 4;
const NO_SOURCE: u8 = 8;

/// How many changes to a glTF there may be.
const MOST_CHANGES: u8 = 8;

/// The files of a project. These are the samples, except that a given file replaces one of them.
#[derive(Clone, Debug)]
struct Project {
    /// The folder of the samples. Names are relative to this.
    folder: &'static str,
    replaced: Option<(&'static str, Vec<u8>)>,
}

static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(crate::samples::all);

impl Project {
    /// Returns the name and the bytes of a file.
    fn get(&self, is_it: impl Fn(&str) -> bool) -> Option<(&'static str, &[u8])> {
        let inside = |name: &'static str| name.strip_prefix(self.folder).filter(|name| is_it(name));
        let replaced = self.replaced.iter().find_map(|(name, bytes)| Some((inside(name)?, bytes.as_slice())));
        replaced.or_else(|| SAMPLES.iter().find_map(|sample| Some((inside(sample.name)?, sample.bytes.as_slice()))))
    }
}

impl Files for Project {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let is_it = |own: &str| own == name || ignore_case && own.eq_ignore_ascii_case(name);
        self.get(is_it).map(|(name, _)| name.to_owned())
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let (_, bytes) = self.get(|own| own == name).ok_or(io::ErrorKind::NotFound)?;
        Ok(bytes.iter().copied().take(most as usize).collect())
    }
}

/// Returns the sample that shows a file in the given format, and the sample to be replaced by this file. If the file
/// can be shown without a sample, returns `None`.
fn shown_by(format: Format) -> Option<(&'static str, &'static str)> {
    Some(match format {
        Format::URHO_MATERIAL => ("Character.mdl", "Materials/Character.xml"),
        Format::URHO_TEXTURE => ("Character.mdl", "Textures/Character.xml"),
        Format::URHO_TECHNIQUE => ("Models/Box.mdl", "Techniques/NoTexture.xml"),
        Format::IMAGE => ("Character.mdl", "Textures/Character.tga"),
        Format::PRAGMA_MATERIAL => ("pragma/models/samples/crate.pmdl_b", "pragma/materials/samples/crate.pmat"),
        _ => return None,
    })
}

/// Converts a file into glTF, changes the glTF, and converts it back.
///
/// # Panics
/// Panics if a file was created with an error, or if a file was restored or updated and has an error that the original
/// does not have.
pub fn body(bytes: &[u8]) {
    let &[output_format, options, count, ref rest @ ..] = bytes else { return };
    let Some((changes, file)) = rest.split_at_checked(usize::from(count % (MOST_CHANGES + 1)) * 4) else { return };
    if file.len() > LARGEST {
        return;
    }
    let Ok(asset) = Asset::parse(file, None) else { return };
    let mut replaced = None;
    let mut name = "Models/Fuzz.mdl";
    let mut main = file;
    if let Some((shown, place)) = shown_by(asset.format()) {
        replaced = Some((place, file.to_vec()));
        name = shown;
        main = SAMPLES.iter().find(|sample| sample.name == shown).map_or(&[][..], |sample| &sample.bytes);
    }
    let project = ["", "pragma/"].map(|folder| Project { folder, replaced: replaced.clone() });
    let [urho, pragma] = project.clone();
    let resources = Arc::new(Resources::new().files("urho", urho).files("pragma", pragma));
    let Ok(main) = Asset::parse(main, None).map(|asset| (asset, main)) else { return };
    let case = Case { main, name, replaced, resources, options };
    let Some(glb) = case.to_glb(changes) else { return };
    let Ok(scene) = Asset::parse(&glb, None) else { return };
    // Some of the changes lead to a glTF of another meaning; one output format an input.
    let formats: Vec<OutputFormat> =
        OutputFormat::all().filter(|format| !format.is_gltf() && format.is_for(Format::GLTF)).collect();
    if let Some(format) = formats.get(usize::from(output_format) % formats.len().max(1)) {
        case.back(&scene, *format);
    }
}

/// A file on its way to glTF and back.
struct Case<'a> {
    /// The model or the scene to convert, and its bytes.
    main: (Asset<'a>, &'a [u8]),
    /// The name to use when you refer to it.
    name: &'static str,
    /// The file in the project that is not a sample.
    replaced: Option<(&'static str, Vec<u8>)>,
    resources: Arc<Resources>,
    options: u8,
}

impl Case<'_> {
    fn has(&self, option: u8) -> bool {
        self.options & option != 0
    }

    fn convert_options(&self) -> ConvertOptions {
        ConvertOptions::default().max_expanded_bytes(1 << 22).resources(self.resources.clone())
    }

    /// Returns the glTF with changes. The source of a part is either kept or removed, because nobody would edit it.
    fn to_glb(&self, changes: &[u8]) -> Option<Vec<u8>> {
        let options = self.convert_options().lossy(true).originals(!self.has(BARE));
        let input = Input::new("Fuzz", &self.main.0).resource(self.name);
        let made = convert(&[input], OutputFormat::GLB, "Fuzz.glb", &options).ok()?;
        let (mut json, data) = parts(&made.files.last()?.bytes)?;
        let mut sources = Vec::new();
        take_extras(&mut json, &mut sources);
        for bytes in changes.chunks_exact(4) {
            change(&mut json, [bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        if !self.has(NO_SOURCE) {
            for (path, extras) in sources {
                if let Some(Json::Object(object)) = json.pointer_mut(&path) {
                    object.insert("extras".to_owned(), extras);
                }
            }
        }
        Some(joined(&json, &data))
    }

    /// Converts the glTF back, and checks all files.
    fn back(&self, scene: &Asset<'_>, format: OutputFormat) {
        let mut options = self.convert_options().lossy(self.has(LOSSY));
        let mut is_updated = false;
        if self.has(INTO) {
            if let Ok(original) = Asset::parse(self.main.1, None).and_then(Original::new) {
                is_updated = true;
                options = options.into_original(original);
            }
        }
        let output = format!("Models/Fuzz.{}", format.extension().unwrap_or("bin"));
        let Ok(made) = convert(&[Input::new("Fuzz", scene)], format, &output, &options) else { return };
        let own = if made.restored || is_updated { errors(&self.main.0) } else { BTreeSet::new() };
        self.check(&made, format, &own);
    }

    /// Checks a file. It must not have an error unless the original has the same error, or the file that it was
    /// restored from, or it is reported by the conversion. The last is needed because a text that is restored has all
    /// values of the original, even if the engine misreads some of them in text.
    fn check(&self, made: &Converted, format: OutputFormat, own: &BTreeSet<&'static FindingKind>) {
        let project = self.replaced.as_ref().and_then(|(name, bytes)| Some(errors(&parsed(name, bytes)?)));
        let project = project.unwrap_or_default();
        for (number, file) in made.files.iter().enumerate() {
            let Some(asset) = parsed(&file.name, &file.bytes) else { continue };
            if asset.format() == Format::IMAGE {
                continue;
            }
            let is_main = number + 1 == made.files.len();
            let known = if is_main { own } else { &project };
            let mut new = errors(&asset);
            let is_told = |kind: &FindingKind| made.findings.iter().any(|finding| finding.kind == kind);
            new.retain(|kind| !known.contains(kind) && !is_expected(format, kind) && !is_told(kind));
            let findings = asset.validate();
            let first = findings.iter().find(|finding| new.contains(&finding.kind));
            assert_eq!(first.map(ToString::to_string), None, "{format}: {} (restored: {})", file.name, made.restored);
        }
    }
}

/// Opens a file, or returns `None` if this is not an asset.
///
/// Panics if this is an asset, but it can't be read.
fn parsed<'b>(name: &str, bytes: &'b [u8]) -> Option<Asset<'b>> {
    match Asset::parse(bytes, Some(Path::new(name))) {
        Ok(asset) => Some(asset),
        Err(Error::Unknown { .. } | Error::LookAlike(_)) => None,
        Err(error) => panic!("{name} can't be read: {error}"),
    }
}

/// Returns the kinds of errors in a document. This ignores images, because they will be copied without change.
fn errors(asset: &Asset<'_>) -> BTreeSet<&'static FindingKind> {
    let findings = asset.validate();
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.filter(|finding| !finding.path.to_string().starts_with("image ")).map(|finding| finding.kind).collect()
}

/// Returns `true` for the error that is always reported for a ZED model in the encoding of the document, because the
/// engine is not able to read this encoding.
fn is_expected(format: OutputFormat, kind: &FindingKind) -> bool {
    format == OutputFormat::ZED_DOCUMENT && kind == zed_asset::kinds::ENCODING_UNSUPPORTED
}

/// Removes the extras of all parts, and collects them with the JSON pointers of these parts.
fn take_extras(json: &mut Json, found: &mut Vec<(String, Json)>) {
    fn walk(value: &mut Json, path: &str, found: &mut Vec<(String, Json)>) {
        match value {
            Json::Array(items) => {
                items.iter_mut().enumerate().for_each(|(index, item)| walk(item, &format!("{path}/{index}"), found));
            }
            Json::Object(members) => {
                found.extend(members.remove("extras").map(|extras| (path.to_owned(), extras)));
                members.iter_mut().for_each(|(key, value)| walk(value, &format!("{path}/{key}"), found));
            }
            _ => {}
        }
    }
    walk(json, "", found);
}

/// Returns models, scenes, maps and materials of every engine, to be converted to every output format: restored,
/// created or updated, with or without changes.
fn seeds() -> Vec<Vec<u8>> {
    let samples = SAMPLES.iter().filter(|sample| sample.bytes.len() <= 8192).map(|sample| sample.bytes.clone());
    let generated = [
        crate::common::examples(crate::mdl::model(), 12)
            .into_iter()
            .filter_map(|model| model.to_bytes().ok())
            .collect(),
        (crate::pragma::TARGET.seeds)(),
        (crate::zed::MODEL.seeds)(),
        (crate::urho_scene::TARGET.seeds)(),
        (crate::material::TARGET.seeds)(),
    ];
    let generated = generated.into_iter().flat_map(|files: Vec<Vec<u8>>| files.into_iter().take(24));
    let is_shown = |file: &Vec<u8>| {
        Asset::parse(file, None).is_ok_and(|asset| {
            OutputFormat::GLB.is_for(asset.format()) && asset.format() != Format::GLTF
                || shown_by(asset.format()).is_some()
        })
    };
    let files: Vec<Vec<u8>> = samples.chain(generated).filter(|file| file.len() <= LARGEST).filter(is_shown).collect();
    let seed = |number: usize, file: &Vec<u8>| {
        let number = number as u8;
        let unchanged = [number.wrapping_mul(5), number % 16, 0];
        let changed = [number.wrapping_mul(7).wrapping_add(1), number.wrapping_mul(3) % 16, 2, 60, 0, number % 10, 9];
        let changed = [&changed[..], &[number, 1, 5, number]].concat();
        [[&unchanged[..], file].concat(), [&changed[..], file].concat()]
    };
    files.iter().enumerate().flat_map(|(number, file)| seed(number, file)).collect()
}
