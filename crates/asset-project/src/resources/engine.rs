//! Detects the engine in the Urho3D family that a project is for, by files that only one of them has.

use std::cmp::Ordering;

use binio::Limits;
use urho_scene::Engine;

use super::Resources;

/// Files that only one of the engines has.
const OWN_FILES: [(&str, Engine); 8] = [
    ("Techniques/LitOpaque.xml", Engine::Rbfx),
    ("Techniques/UnlitOpaque.xml", Engine::Rbfx),
    ("Shaders/GLSL/M_Default.glsl", Engine::Rbfx),
    ("Shaders/HLSL/M_Default.hlsl", Engine::Rbfx),
    ("Techniques/DiffSkydome.xml", Engine::Urho3d),
    ("RenderPaths/ForwardDepth.xml", Engine::Urho3d),
    ("Shaders/GLSL/LitSolid.glsl", Engine::Urho3d),
    ("Scripts/Editor.as", Engine::Urho3d),
];

/// This many archives, and this many materials, are read to detect the engine.
const MOST_FILES: usize = 32;
/// Larger files are not read.
const MOST_BYTES: u64 = 4 << 20;

/// Returns the engine that is the only one to have a file with this name, in any folder.
#[cfg(feature = "fs")]
pub fn owner(name: &str) -> Option<Engine> {
    let is_it = |file: &str| name.strip_suffix(file).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'));
    OWN_FILES.iter().find(|(file, _)| is_it(file)).map(|(_, engine)| *engine)
}

/// Returns whether a file with this name can show that the project is for rbfx.
pub fn is_candidate(name: &str) -> bool {
    is_archive_name(name) || is_material_name(name)
}

fn is_archive_name(name: &str) -> bool {
    [".scene", ".prefab"].iter().any(|end| name.ends_with(end))
}

fn is_material_name(name: &str) -> bool {
    let is_in_folder = name.split('/').any(|folder| folder == "Materials");
    is_in_folder && [".xml", ".material"].iter().any(|end| name.ends_with(end))
}

/// Returns the content that shows that the project is for rbfx, if there is any.
pub fn content_of_rbfx(name: &str, bytes: &[u8]) -> Option<&'static str> {
    if is_archive_name(name) {
        let document = urho_scene::Document::parse(bytes).ok()?;
        return document.encoding().is_archive().then_some("the form of rbfx");
    }
    // Only materials that may have a slot are parsed.
    let may_have = is_material_name(name) && bytes.windows(4).any(|word| word == b"slot");
    let material = urho_material::Material::parse(bytes).ok().filter(|_| may_have)?;
    let has_slots = material.data().textures.iter().any(|texture| texture.is_slot);
    has_slots.then_some("texture slots of rbfx")
}

impl Resources {
    /// Detects the engine in the Urho3D family that the project is for, and returns it with the evidence. Evidence is a
    /// file that only one of the engines has, an rbfx archive, or a material with rbfx texture slots; the engine with
    /// more evidence wins. This looks into the folders and packages, and into a folder `CoreData` beside one of them.
    /// U3D has the same files as Urho3D. If there is no evidence, the result is `None`.
    ///
    /// ```
    /// use asset_project::Resources;
    /// let folder = tempfile::tempdir()?;
    /// let techniques = folder.path().join("CoreData/Techniques");
    /// std::fs::create_dir_all(&techniques)?;
    /// std::fs::create_dir(folder.path().join("Data"))?;
    /// std::fs::write(techniques.join("LitOpaque.xml"), "<technique/>")?;
    /// let resources = Resources::new().folder(folder.path().join("Data"))?;
    /// assert_eq!(resources.engine().map(|(engine, _)| engine.name()), Some("rbfx"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn engine(&self) -> Option<(Engine, &str)> {
        let detected = self.engine.get_or_init(|| self.detect_engine());
        detected.as_ref().map(|(engine, evidence)| (*engine, evidence.as_str()))
    }

    /// Compares how many files belong to only one of the engines. Since a migrated project can have kept a few files
    /// from before, this also looks for content that only rbfx can read.
    fn detect_engine(&self) -> Option<(Engine, String)> {
        let is_beside = |name: &str| {
            self.roots().filter_map(|root| root.parent()).any(|above| above.join("CoreData").join(name).is_file())
        };
        let is_there = |name: &str| self.find(name).is_ok_and(|resource| resource.is_some()) || is_beside(name);
        let present = OWN_FILES.iter().filter(|(name, _)| is_there(name));
        let (of_rbfx, of_urho3d): (Vec<_>, Vec<_>) = present.partition(|(_, engine)| *engine == Engine::Rbfx);
        let named = |files: &[&(&str, Engine)]| {
            files.first().map(|(name, engine)| (*engine, format!("{name}, a file of {engine}")))
        };
        match of_rbfx.len().cmp(&of_urho3d.len()) {
            Ordering::Greater => named(&of_rbfx),
            // One file more may be left from before a migration: content counts twice.
            Ordering::Less if of_urho3d.len() > of_rbfx.len() + 1 => named(&of_urho3d),
            _ => self.engine_by_content().or_else(|| named(&of_urho3d)),
        }
    }

    fn engine_by_content(&self) -> Option<(Engine, String)> {
        let names = self.names(&is_candidate);
        let (archives, materials): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| is_archive_name(name));
        let mut files = archives.into_iter().take(MOST_FILES).chain(materials.into_iter().take(MOST_FILES));
        files.find_map(|name| {
            let mut budget = Limits::default().max_expanded_bytes(MOST_BYTES).budget();
            let resource = self.read_with(&name, &mut budget).ok()??;
            let content = content_of_rbfx(&name, &resource.bytes)?;
            Some((Engine::Rbfx, format!("{name}, with {content}")))
        })
    }
}
