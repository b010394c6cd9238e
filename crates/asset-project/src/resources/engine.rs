//! The engine of the Urho3D family that a project is for, by files that only one of them has.

use urho_scene::Engine;

use super::Resources;

/// Files that only one of the engines has.
pub(crate) const OWN_FILES: [(&str, Engine); 8] = [
    ("Techniques/LitOpaque.xml", Engine::Rbfx),
    ("Techniques/UnlitOpaque.xml", Engine::Rbfx),
    ("Shaders/GLSL/M_Default.glsl", Engine::Rbfx),
    ("Shaders/HLSL/M_Default.hlsl", Engine::Rbfx),
    ("Techniques/DiffSkydome.xml", Engine::Urho3d),
    ("RenderPaths/ForwardDepth.xml", Engine::Urho3d),
    ("Shaders/GLSL/LitSolid.glsl", Engine::Urho3d),
    ("Scripts/Editor.as", Engine::Urho3d),
];

impl Resources {
    /// Returns the engine of the Urho3D family whose own files are in the folders and packages, or in a folder `CoreData` beside one of them, and the
    /// name of such a file. U3D's files are Urho3D's. `None` without such files.
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
    pub fn engine(&self) -> Option<(Engine, &'static str)> {
        let is_beside = |name: &str| {
            self.roots().filter_map(|root| root.parent()).any(|above| above.join("CoreData").join(name).is_file())
        };
        let is_there = |name: &str| self.find(name).is_ok_and(|found| found.is_some()) || is_beside(name);
        let (name, engine) = OWN_FILES.iter().find(|(name, _)| is_there(name))?;
        Some((*engine, name))
    }
}
