//! The loader. This converts a file to a scene, and the scene to Bevy's assets.

use asset_formats::{Detection, Feature, Format};
use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetServer, LoadContext};
use bevy::reflect::TypePath;
use binio::Findings;

use crate::resources::Shelf;
use crate::shown::{File, shown};
use crate::{ConvertCoordinates, EngineAsset, EngineAssetsError, EngineAssetsSettings, kinds};

/// The extensions that this plugin always loads, without the dot.
pub const EXTENSIONS: &[&str] = &["mdl", "ani", "pmdl", "pmdl_b", "pmap", "pmap_b", "pmat", "pmat_b", "zed"];

/// The extensions that other programs also use. This plugin only loads them if no plugin that was added earlier does.
/// If a file belongs to another program, you get an asset without parts; see [`kinds::NOT_SHOWN`].
pub const SHARED_EXTENSIONS: &[&str] =
    &["xml", "json", "bin", "prefab", "scene", "material", "dds", "ktx", "tga", "vtf"];

/// Loads files of Urho3D, U3D, rbfx, Pragma and ZED. The plugin adds it for you; see the [crate's front page](crate).
#[derive(TypePath)]
pub struct EngineAssetsLoader {
    server: AssetServer,
    roots: Vec<String>,
    coordinates: ConvertCoordinates,
}

impl EngineAssetsLoader {
    /// Creates a loader. Use this if you don't want to add the plugin. `roots` must be asset paths of folders with
    /// resources.
    pub fn new(server: AssetServer, roots: Vec<String>) -> Self {
        Self { server, roots, coordinates: ConvertCoordinates::default() }
    }

    /// Sets which parts are turned to Bevy's axes. This is used for loads whose settings don't set it.
    #[must_use]
    pub fn coordinates(mut self, coordinates: ConvertCoordinates) -> Self {
        self.coordinates = coordinates;
        self
    }
}

impl AssetLoader for EngineAssetsLoader {
    type Asset = EngineAsset;
    type Settings = EngineAssetsSettings;
    type Error = EngineAssetsError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &EngineAssetsSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<EngineAsset, EngineAssetsError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let file = File::new(context.path().clone(), bytes);
        if let Some(format) = foreign(&file) {
            return Ok(without_parts(format));
        }
        let coordinates = settings.convert_coordinates.unwrap_or(self.coordinates);
        let settings = &EngineAssetsSettings { convert_coordinates: Some(coordinates), ..settings.clone() };
        let roots = settings.roots.iter().chain(&self.roots).map(String::as_str);
        let mut shelf = Shelf::new(context, self.server.clone(), roots).await;
        let format = file.parse()?.format();
        if format.is_texture() {
            return crate::textures::file(&file, settings, context);
        }
        let shown = shown(file, format, settings, &mut shelf).await?;
        crate::tree::build(&shown, settings, context)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

/// The format name for files of other programs.
const UNKNOWN: &str = "unknown";

/// Returns the format name if a file belongs to another program although its extension is shared, for example an
/// interface layout in XML. If a file is damaged, or its extension is not shared, this returns `None`, because it must
/// be an error.
fn foreign(file: &File) -> Option<&'static str> {
    let path = file.path.path();
    let extension = path.extension()?.to_str()?;
    if !SHARED_EXTENSIONS.iter().any(|shared| shared.eq_ignore_ascii_case(extension)) {
        return None;
    }
    match Format::detect(&file.bytes, file.bytes.len() as u64, &file.bytes, Some(path)) {
        Detection::Known(format) if is_shown(format) => None,
        Detection::Known(format) => Some(format.name()),
        // A texture whose content is none, such as a pointer of Git LFS.
        Detection::OtherContent(..) => None,
        _ => Some(UNKNOWN),
    }
}

/// Returns `true` if a format is loaded as parts of an asset.
fn is_shown(format: Format) -> bool {
    // Bevy itself loads scenes that belong to no engine, and an animation in XML is only read for its model.
    let is_left_out = format.is_neutral() || format.has(Feature::SideFileItself);
    !is_left_out && (format.is_texture() || format.is_material() || format.has_scene())
}

/// Creates the asset for a file of another program.
fn without_parts(format: &str) -> EngineAsset {
    let mut findings = Findings::new();
    let message = match format {
        UNKNOWN => "not shown: none of the formats that this plugin knows".to_owned(),
        _ => format!("not shown: {format} has no meshes, materials or textures"),
    };
    findings.note(kinds::NOT_SHOWN, binio::Path::default(), message);
    EngineAsset { format: format.to_owned(), findings, ..EngineAsset::default() }
}
