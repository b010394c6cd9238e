//! The loader: files to scenes, scenes to assets.

use asset_project::{Detection, Format};
use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetServer, LoadContext};
use bevy::reflect::TypePath;
use binio::Findings;

use crate::resources::Shelf;
use crate::shown::{File, shown};
use crate::{ConvertCoordinates, EngineAsset, EngineAssetsError, EngineAssetsSettings, kinds};

/// Extensions that this plugin always loads, without the dot.
pub const EXTENSIONS: &[&str] = &["mdl", "ani", "pmdl", "pmdl_b", "pmap", "pmap_b", "pmat", "pmat_b", "zed"];

/// Extensions that other programs use, too: this plugin loads them unless a plugin that was added earlier does. Files that aren't ours become assets
/// without parts; see [`kinds::NOT_SHOWN`].
pub const SHARED_EXTENSIONS: &[&str] =
    &["xml", "json", "bin", "prefab", "scene", "material", "dds", "ktx", "tga", "vtf"];

/// Loads files of Urho3D, rbfx, Pragma and ZED; see the [crate's front page](crate).
#[derive(TypePath)]
pub struct EngineAssetsLoader {
    server: AssetServer,
    roots: Vec<String>,
    coordinates: ConvertCoordinates,
}

impl EngineAssetsLoader {
    /// Creates a loader, as the plugin does: `roots` are asset paths of folders with resources.
    pub fn new(server: AssetServer, roots: Vec<String>) -> Self {
        Self { server, roots, coordinates: ConvertCoordinates::default() }
    }

    /// Sets which parts turn to Bevy's axes, for loads whose settings say nothing else.
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
        if format == Format::IMAGE {
            return crate::textures::file(&file, settings, context);
        }
        let shown = shown(file, format, settings, &mut shelf).await?;
        crate::tree::build(&shown, settings, context)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

/// Format of files of other programs.
const UNKNOWN: &str = "unknown";

/// Returns the name of the format of a file that isn't ours, although its extension may be: an interface layout in XML. Files with extensions of ours
/// alone, and damaged files, are errors instead.
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

/// Whether a format becomes parts of an asset.
fn is_shown(format: Format) -> bool {
    matches!(
        format,
        Format::IMAGE
            | Format::PRAGMA_MAP
            | Format::PRAGMA_MATERIAL
            | Format::PRAGMA_MODEL
            | Format::URHO_ANI
            | Format::URHO_MATERIAL
            | Format::URHO_MDL
            | Format::URHO_PREFAB
            | Format::URHO_SCENE
            | Format::ZED_MODEL
    )
}

/// The asset of a file that isn't ours.
fn without_parts(format: &str) -> EngineAsset {
    let mut findings = Findings::new();
    let message = match format {
        UNKNOWN => "not shown: none of the formats that this plugin knows".to_owned(),
        _ => format!("not shown: {format} has no meshes, materials or textures"),
    };
    findings.note(kinds::NOT_SHOWN, binio::Path::default(), message);
    EngineAsset { format: format.to_owned(), findings, ..EngineAsset::default() }
}
