//! Materials of real glTF files as engine files, and the materials that these files show.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, Overwrite, convert};
use asset_formats::{Asset, GltfDocument};
use asset_gltf::Folder;
use asset_image::{Channel, Mip, Pixels, decode};
use asset_project::Resources;
use asset_scene::{Alpha, Image, Material, Scene, Texture};
use binio::Limits;
use testkit::corpus::{CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    let glb = Selection::new("gltf/valid", &["glb"], 9);
    let gltf = Selection::new("gltf/valid", &["gltf"], 71);
    // Millions of vertices: once is enough.
    let small = gltf.clone().soak_only(&["24_gpu_instancing.gltf"]);
    let pragma = Selection::new("pragma-scene", &["tsv"], 5);
    run(&[
        ("urho3d and back", glb.clone(), |file| there_and_back(file, OutputFormat::UMD2)),
        ("urho3d and back", gltf, |file| there_and_back(file, OutputFormat::UMD2)),
        ("rbfx and back", glb.clone(), |file| there_and_back(file, OutputFormat::UMD3)),
        ("rbfx and back", small.clone(), |file| there_and_back(file, OutputFormat::UMD3)),
        ("pragma and back", glb.clone(), |file| there_and_back(file, OutputFormat::PMDL_BINARY)),
        ("pragma and back", small, |file| there_and_back(file, OutputFormat::PMDL_BINARY)),
        ("pragma, back and there", pragma, pragma_models),
        ("beside the importer", glb, beside_the_importer),
    ])
}

/// Returns the file as glTF, or `None` if it is compressed and thus unreadable.
fn open(file: &CorpusFile) -> Option<GltfDocument> {
    let folder = Folder::of_file(file.path()).ok()?;
    GltfDocument::parse(&file.bytes(), &folder).ok()
}

/// The name of the model.
fn model(output_format: OutputFormat) -> &'static str {
    if output_format == OutputFormat::PMDL_BINARY { "models/model.pmdl_b" } else { "Models/model.mdl" }
}

/// Returns the converted file, in the folder, or `None` if the file shows no mesh.
fn made(gltf: GltfDocument, output_format: OutputFormat, folder: &Path) -> Result<Option<Converted>, String> {
    let asset = asset_formats::Asset::new(gltf);
    let options = ConvertOptions::default().lossy(true);
    match convert(&[Input::new("model", &asset)], output_format, model(output_format), &options) {
        Ok(made) => {
            made.write_below(folder, Overwrite::Never).map_err(|error| error.to_string())?;
            Ok(Some(made))
        }
        // Scenes of lights and cameras.
        Err(error) if error.to_string().contains("shows a mesh") => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The model in the folder with its materials, as a scene.
fn shown(folder: &Path, model: &str) -> Result<Scene<'static>, String> {
    let made = as_glb(folder, model)?;
    let bytes = &made.files.last().ok_or("no file")?.bytes;
    let gltf = GltfDocument::parse(bytes, &asset_gltf::NoFiles).map_err(|error| error.to_string())?;
    Ok(gltf.scene)
}

fn as_glb(folder: &Path, model: &str) -> Result<Converted, String> {
    let bytes = std::fs::read(folder.join(model)).map_err(|error| error.to_string())?;
    let asset = Asset::parse(&bytes, Some(model.as_ref())).map_err(|error| error.to_string())?;
    let resources = Resources::around(folder.join(model)).map_err(|error| error.to_string())?;
    let options = ConvertOptions::default().resources(Arc::new(resources));
    let input = Input::new("model", &asset).resource(model);
    convert(&[input], OutputFormat::GLB, "model.glb", &options).map_err(|error| error.to_string())
}

fn there_and_back(file: &CorpusFile, output_format: OutputFormat) -> Result<(), String> {
    let Some(gltf) = open(file) else { return Ok(()) };
    let before = gltf.scene.borrowed().into_owned();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let Some(made) = made(gltf, output_format, folder.path())? else { return Ok(()) };
    let engine = match output_format {
        OutputFormat::PMDL_BINARY => Engine::Pragma,
        OutputFormat::UMD3 => Engine::Rbfx,
        _ => Engine::Urho3d,
    };
    // Where no part has a material there is nothing to compare.
    let ends = if engine == Engine::Pragma { ".pmat_b" } else { ".txt" };
    if !made.files.iter().any(|file| file.name.ends_with(ends)) {
        return Ok(());
    }
    let after = shown(folder.path(), model(output_format))?;
    let names: BTreeMap<&str, &Material> =
        after.materials.iter().map(|material| (material.name.as_str(), material)).collect();
    let used = |id| before.meshes.iter().flat_map(|mesh| &mesh.primitives).any(|one| one.material == Some(id));
    let (mut seen, mut count) = (0, 0);
    for (id, material) in before.materials.enumerate().filter(|(id, _)| used(*id)) {
        count += 1;
        // Of several materials of one name all but the first have another.
        let lower = material.name.to_lowercase();
        let name = if engine == Engine::Pragma { lower.as_str() } else { &material.name };
        let Some(now) = names.get(name) else { continue };
        if before.materials.iter().filter(|one| one.name == material.name).count() == 1 {
            seen += 1;
            Pair { before: &before, a: material, after: &after, b: now, engine }
                .compare()
                .map_err(|why| format!("material {id} {}: {why}", material.name))?;
        }
    }
    if seen == 0 && count > 0 { Err(format!("none of {count} materials is found again")) } else { Ok(()) }
}

/// Which engine's way a material went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Engine {
    Urho3d,
    Rbfx,
    Pragma,
}

/// A material before and after.
struct Pair<'p> {
    before: &'p Scene<'static>,
    a: &'p Material,
    after: &'p Scene<'static>,
    b: &'p Material,
    engine: Engine,
}

impl Pair<'_> {
    fn is(&self, engine: Engine) -> bool {
        self.engine == engine
    }

    fn compare(&self) -> Result<(), String> {
        let Self { a, b, .. } = self;
        let clamped = a.base_color.map(|number| number.clamp(0.0, 1.0));
        near("base colour", &clamped, &b.base_color)?;
        // Pragma shows one side.
        let sides = a.double_sided && !self.is(Engine::Pragma);
        if (sides, a.unlit) != (b.double_sided, b.unlit) {
            return Err("sides or light".to_owned());
        }
        let blended = |material: &Material| material.alpha == Alpha::Blend;
        if blended(a) != blended(b) {
            return Err(format!("{:?}, {:?}", a.alpha, b.alpha));
        }
        if let (Engine::Pragma, Alpha::Mask { .. }) = (self.engine, a.alpha) {
            if a.alpha != b.alpha {
                return Err(format!("{:?}, {:?}", a.alpha, b.alpha));
            }
        }
        let is_masked = matches!(a.alpha, Alpha::Mask { .. });
        if !is_masked || self.is(Engine::Pragma) {
            self.same_file("base colour", a.base_color_texture, b.base_color_texture)?;
        }
        if a.unlit {
            return Ok(());
        }
        let emitted = |material: &Material| material.emissive.map(|color| color * material.emissive_strength);
        near("emission", &emitted(a), &emitted(b))?;
        if self.is(Engine::Pragma) {
            near("index of refraction", &[a.ior], &[b.ior])?;
        } else {
            near("reflection", &self.reflection(a), &self.reflection(b))?;
        }
        self.same_file("emission", a.emissive_texture, b.emissive_texture)?;
        if self.is(Engine::Rbfx) || a.normal_scale == 1.0 {
            self.same_file("normals", a.normal_texture, b.normal_texture)?;
        }
        self.metal()?;
        self.occlusion()
    }

    /// Returns the reflection at normal incidence.
    fn reflection(&self, material: &Material) -> [f32; 3] {
        let ratio = (material.ior - 1.0) / (material.ior + 1.0);
        let own = material.specular.as_ref();
        let color = own.map_or([1.0; 3], |own| own.color.map(|color| color * own.factor));
        // rbfx has one number for all.
        let color = if self.is(Engine::Rbfx) { [color.into_iter().fold(0.0, f32::max); 3] } else { color };
        color.map(|color| color * ratio * ratio)
    }

    /// An image that isn't repacked is the same file.
    fn same_file(&self, what: &str, a: Option<Texture>, b: Option<Texture>) -> Result<(), String> {
        let bytes = |scene: &Scene<'static>, texture: Option<Texture>| {
            let image: Option<&Image<'static>> = texture.and_then(|texture| scene.images.get(texture.image));
            image.map(|image| image.bytes.read().expect("bytes").into_owned()).filter(|bytes| is_image(bytes))
        };
        let (a, b) = (bytes(self.before, a), bytes(self.after, b));
        if a == b { Ok(()) } else { Err(format!("{what}: the image differs")) }
    }

    fn metal(&self) -> Result<(), String> {
        let Self { a, b, .. } = self;
        let (Some(old), Some(new)) =
            (pixels(self.before, a.metallic_roughness_texture), pixels(self.after, b.metallic_roughness_texture))
        else {
            return near("metallic, roughness", &[a.metallic, a.roughness], &[b.metallic, b.roughness]);
        };
        let (factors, rest) = match self.engine {
            Engine::Urho3d => ([a.roughness, a.metallic], [1.0; 2]),
            Engine::Rbfx | Engine::Pragma => ([1.0; 2], [a.roughness, a.metallic]),
        };
        near("metallic, roughness", &rest, &[b.roughness, b.metallic])?;
        for (channel, factor) in [Channel::G, Channel::B].into_iter().zip(factors) {
            let times = |value: u8| (f32::from(value) * factor).round() as u8;
            // rbfx and Pragma have both in one, as large as the larger.
            if old.size() == new.size() && !old.channel(channel).iter().map(times).eq(new.channel(channel).iter()) {
                return Err(format!("{channel:?} of roughness and metalness differs"));
            }
        }
        Ok(())
    }

    fn occlusion(&self) -> Result<(), String> {
        let Self { a, b, .. } = self;
        let Some(old) = pixels(self.before, a.occlusion_texture) else { return Ok(()) };
        let strength = a.occlusion_strength;
        if self.is(Engine::Pragma) {
            return self.shade(&old);
        }
        let faded = |value: u8| (255.0 + (f32::from(value) - 255.0) * strength).round() as u8;
        match pixels(self.after, b.occlusion_texture) {
            Some(new) if old.size() == new.size() => {
                let same = old.channel(Channel::R).iter().map(faded).eq(new.channel(Channel::R).iter());
                if same { Ok(()) } else { Err("occlusion differs".to_owned()) }
            }
            Some(_) => Ok(()),
            None if strength == 0.0 || !self.is(Engine::Rbfx) && a.emissive_texture.is_some() => Ok(()),
            // Nothing is shaded.
            None if self.is(Engine::Rbfx) && old.channel(Channel::R).iter().map(faded).all(|value| value == 255) => {
                Ok(())
            }
            None => Err("occlusion is gone".to_owned()),
        }
    }

    /// Checks Pragma's occlusion, the product of image and strength: the image contains any weaker occlusion than the engine's fixed one.
    fn shade(&self, old: &Pixels) -> Result<(), String> {
        let (a, b) = (self.a.occlusion_strength, self.b.occlusion_strength);
        let Some(new) = pixels(self.after, self.b.occlusion_texture) else {
            return if a == 0.0 { Ok(()) } else { Err("occlusion is gone".to_owned()) };
        };
        let dark = |red: u8, strength: f32| (255.0 - f32::from(red)) * strength;
        let most = if a < 0.3 { 0.2 } else { 1e-3 };
        let mut pairs = old.channel(Channel::R).iter().zip(new.channel(Channel::R).iter());
        let same = old.size() != new.size() || pairs.all(|(old, new)| (dark(old, a) - dark(new, b)).abs() <= most);
        if same { Ok(()) } else { Err("occlusion differs".to_owned()) }
    }
}

/// Every Pragma model round-trips through glTF with the same materials, and shows the same looks.
fn pragma_models(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/models.tsv") {
        return Ok(());
    }
    let project = file.path().parent().expect("a folder");
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let mut names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    names.dedup();
    let mut seen = 0;
    for name in names {
        seen += back_and_there(project, name).map_err(|why| format!("{name}: {why}"))?;
    }
    // Only models with materials in the corpus count.
    if seen >= 20 { Ok(()) } else { Err(format!("only {seen} materials were written")) }
}

/// Returns how many materials there were.
fn back_and_there(project: &Path, name: &str) -> Result<usize, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let first = as_glb(project, name)?;
    let bytes = &first.files.last().ok_or("no file")?.bytes;
    let gltf = GltfDocument::parse(bytes, &asset_gltf::NoFiles).map_err(|error| said(&error))?;
    let before = gltf.scene.borrowed().into_owned();
    let folder = tempfile::tempdir().map_err(|error| said(&error))?;
    let output = name.rfind("models/").map_or(name, |at| &name[at..]);
    let output_format = OutputFormat::for_path(output).map_err(|error| said(&error))?;
    let options = ConvertOptions::default().lossy(true);
    let made = convert(&[Input::new("model", &asset_formats::Asset::new(gltf))], output_format, output, &options)
        .map_err(|error| said(&error))?;
    if !made.restored {
        return Err("the model isn't restored".to_owned());
    }
    made.write_below(folder.path(), Overwrite::Never).map_err(|error| said(&error))?;
    let resources = Resources::around(project.join("materials/white.dds")).map_err(|error| said(&error))?;
    let materials = made.files.iter().filter(|file| file.name.contains(".pmat") || file.name.ends_with(".wmi"));
    let mut count = 0;
    for file in materials {
        let own = resources.read(&file.name).map_err(|error| said(&error))?.ok_or(format!("{} is new", file.name))?;
        if own.bytes != file.bytes {
            return Err(format!("{} isn't what it was", file.name));
        }
        count += 1;
    }
    let after = shown(folder.path(), output)?;
    for (a, b) in before.materials.iter().zip(after.materials.iter()) {
        near(&a.name, &a.factors(), &b.factors())?;
        for (a, b) in a.textures().zip(b.textures()) {
            if a.sampler != b.sampler || pixels(&before, Some(*a)) != pixels(&after, Some(*b)) {
                return Err("a texture differs".to_owned());
            }
        }
        if a.name != b.name || a.textures().count() != b.textures().count() {
            return Err(format!("{} has other textures now", a.name));
        }
    }
    Ok(count)
}

fn is_image(bytes: &[u8]) -> bool {
    asset_image::Kind::of(bytes).is_some()
}

fn pixels(scene: &Scene<'static>, texture: Option<Texture>) -> Option<Pixels> {
    let bytes = &scene.images.get(texture?.image)?.bytes.read().ok()?;
    decode(bytes, Mip(0), &mut Limits::default().budget()).ok()
}

fn near(what: &str, a: &[f32], b: &[f32]) -> Result<(), String> {
    let same = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0));
    if same { Ok(()) } else { Err(format!("{what}: {a:?}, now {b:?}")) }
}

/// The engine's own importer made a white, glowing model without a texture of the same file.
fn beside_the_importer(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("DamagedHelmet.glb") {
        return Ok(());
    }
    let corpus = file.path().ancestors().nth(4).ok_or("a corpus")?;
    let theirs = corpus.join("urho-scene/engine-written/AssetImporter/gltf-Materials/Material_MR.xml");
    let theirs = std::fs::read(&theirs).map_err(|error| format!("{}: {error}", theirs.display()))?;
    let theirs = urho_material::Material::parse(&theirs).map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let made = made(open(file).ok_or("glTF")?, OutputFormat::UMD2, folder.path())?.ok_or("a model")?;
    let names: Vec<&str> = made.files.iter().map(|file| file.name.as_str()).collect();
    // The same name for the same material.
    let ours = std::fs::read(folder.path().join("Materials/Material_MR.xml")).map_err(|_| format!("{names:?}"))?;
    let ours = urho_material::Material::parse(&ours).map_err(|error| error.to_string())?;
    let (theirs, ours) = (theirs.data(), ours.data());
    let technique = |data: &urho_material::MaterialData<'_>| data.techniques[0].name.to_string();
    let numbers = |data: &urho_material::MaterialData<'_>, name: &str| {
        data.parameter(name).and_then(urho_material::Parameter::numbers).unwrap_or_default()
    };
    let found = (technique(&theirs), theirs.textures.len(), numbers(&theirs, "MatEmissiveColor"));
    if found != ("Techniques/NoTexture.xml".to_owned(), 0, vec![1.0; 4]) {
        return Err(format!("the importer's file is another: {found:?}"));
    }
    let wanted = "Techniques/PBR/PBRMetallicRoughDiffNormalSpecEmissive.xml";
    let units: Vec<String> =
        ours.textures.iter().map(|texture| texture.unit.as_ref().expect("a unit").to_string()).collect();
    let parameters = ["MatDiffColor", "MatEmissiveColor", "MatSpecColor", "Roughness", "Metallic"];
    let values: Vec<Vec<f32>> = parameters.iter().map(|name| numbers(&ours, name)).collect();
    let expected: Vec<Vec<f32>> = vec![vec![1.0; 4], vec![1.0; 3], vec![0.5, 0.5, 0.5, 1.0], vec![0.0], vec![0.0]];
    if technique(&ours) != wanted || units != ["diffuse", "normal", "specular", "emissive"] || values != expected {
        return Err(format!("{} {units:?} {values:?}", technique(&ours)));
    }
    // The file shows one side; the importer shows both.
    if (ours.cull, theirs.cull) != (None, Some(urho_material::Cull::None)) {
        return Err(format!("sides: {:?}, {:?}", ours.cull, theirs.cull));
    }
    Ok(())
}
