//! A document of any format.

use std::borrow::Cow;
use std::path::Path;

use binio::Findings;

use crate::OpenOptions;
use crate::detect::{Detection, Format};
use crate::error::Error;
use crate::formats::Document;
use crate::kinds;

/// Result of [`Asset::check`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// Everything that is unusual or wrong.
    pub findings: Findings,
    /// First difference between the original and the written bytes. `None` if they are equal, or if the comparison
    /// wasn't requested.
    pub difference: Option<String>,
    /// Whether the file was written again and compared. A file that would take too much memory isn't; a finding reports it.
    pub compared: bool,
}

/// Whether a file is named like a material of Pragma's previous format.
fn is_previous(path: Option<&Path>) -> bool {
    path.and_then(Path::extension).is_some_and(|extension| extension.eq_ignore_ascii_case("wmi"))
}

/// Reads a material, also of the previous format: without the name, text that isn't UDM may be one.
fn material(bytes: &[u8]) -> Result<pragma_asset::Material<'_>, pragma_asset::Error> {
    pragma_asset::Material::parse(bytes).or_else(|error| pragma_asset::Material::from_wmi(bytes).map_err(|_| error))
}

/// A document of any format.
#[derive(Debug)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "few assets are held at once, and boxing would cost every match a dereference"
)]
pub enum Asset<'a> {
    /// glTF 2.0.
    Gltf(crate::GltfDocument),
    /// FBX or OBJ, as the scene it shows.
    Fbx(crate::FbxDocument),
    /// Texture: png, jpg, dds …
    Image(asset_image::Image<'a>),
    /// Animation of properties in the Pragma engine.
    PragmaAnimation(pragma_asset::Animations<'a>),
    /// Map of the Pragma engine.
    PragmaMap(pragma_asset::Map<'a>),
    /// Material of the Pragma engine.
    PragmaMaterial(pragma_asset::Material<'a>),
    /// Model of the Pragma engine.
    PragmaModel(pragma_asset::Model<'a>),
    /// Navigation mesh of the Pragma engine.
    PragmaNavmesh(pragma_asset::NavMesh<'a>),
    /// Particle systems of the Pragma engine.
    PragmaParticles(pragma_asset::Particles<'a>),
    /// UDM document, text or binary, of no kind that has a format of its own.
    Udm(udm::Document<'a>),
    /// Animation of Urho3D, U3D or rbfx.
    UrhoAni(urho_ani::Animation<'a>),
    /// Compiled AngelScript of Urho3D or U3D.
    UrhoAsc(urho_asc::Script<'a>),
    /// Material of Urho3D, U3D or rbfx.
    UrhoMaterial(urho_material::Material<'a>),
    /// Material list of Urho3D, U3D or rbfx.
    UrhoMaterialList(urho_material::MaterialList<'a>),
    /// Technique of Urho3D, U3D or rbfx.
    UrhoTechnique(urho_material::Technique<'a>),
    /// Parameters of a texture of Urho3D, U3D or rbfx.
    UrhoTexture(urho_material::Texture<'a>),
    /// Model of Urho3D, U3D, rbfx or Atomic.
    UrhoMdl(urho_mdl::Model<'a>),
    /// Package of Urho3D, U3D or rbfx.
    UrhoPak(urho_pak::Package<binio::Bytes<'a>>),
    /// Other data file of Urho3D, U3D or rbfx.
    UrhoResource(urho_resource::Document<'a>),
    /// Scene or prefab of Urho3D, U3D or rbfx.
    UrhoScene(urho_scene::Document<'a>),
    /// Shader cache of Urho3D, U3D or rbfx.
    UrhoShader(urho_shader::Shader<'a>),
    /// Animation of the ZED engine.
    ZedAnimation(zed_asset::Animation<'a>),
    /// Font of the ZED engine.
    ZedFont(zed_asset::Font<'a>),
    /// Archive of files of the ZED engine, which its document calls an image file.
    ZedImage(zed_asset::Image<'a>),
    /// Model of the ZED engine.
    ZedModel(zed_asset::Model<'a>),
    /// Document of an engine that a [`Project`](crate::Project) adds.
    Other(Box<dyn scene_adapter::EngineDocument>),
}

impl<'a> Asset<'a> {
    /// Reads a document of any format. `path` helps to tell formats apart; it is not opened.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::LookAlike`], [`Error::OtherContent`], or [`Error::Malformed`] with the error of the format crate.
    pub fn parse(bytes: &'a [u8], path: Option<&Path>) -> Result<Self, Error> {
        Self::parse_with(bytes, path, &OpenOptions::default())
    }

    /// As [`parse`](Self::parse), with options.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], path: Option<&Path>, options: &OpenOptions) -> Result<Self, Error> {
        match Format::detect(bytes, bytes.len() as u64, bytes, path) {
            Detection::Known(Format::UrhoResource) => {
                // Some kinds are told apart by their names.
                let document = urho_resource::Document::parse(bytes, path.and_then(Path::to_str));
                opened(Format::UrhoResource, document, Self::UrhoResource)
            }
            Detection::Known(Format::PragmaMaterial) if is_previous(path) => {
                let material = pragma_asset::Material::from_wmi(bytes);
                opened(Format::PragmaMaterial, material, Self::PragmaMaterial)
            }
            Detection::Known(format) => Self::parse_as_with(format, bytes, options),
            Detection::Unknown(Some(crate::Hint::BareModel)) if options.bare_2011 => {
                Self::parse_as_with(Format::UrhoMdl, bytes, options)
            }
            Detection::LookAlike(what) => Err(Error::LookAlike(what)),
            Detection::OtherContent(format, content) => Err(Error::OtherContent { format, content }),
            // A model without an identifier is one if it can be read to the end.
            Detection::Unknown(hint @ Some(crate::Hint::BareModel)) => {
                let bare = options.clone().bare_2011(true);
                match Self::parse_as_with(Format::UrhoMdl, bytes, &bare) {
                    Ok(_) => Err(Error::Unknown { hint }),
                    Err(_) => Err(Error::OtherContent { format: Format::UrhoMdl, content: crate::Content::Unknown }),
                }
            }
            Detection::Unknown(hint) => Err(Error::Unknown { hint }),
        }
    }

    /// Reads the document that the file at `path` holds. As [`Asset::parse`], but files that a `.gltf` is made of are read too, from its
    /// own folder only (feature `fs`).
    ///
    /// # Errors
    /// As [`Asset::parse`], and any I/O error.
    pub fn parse_file(bytes: &'a [u8], path: &Path) -> Result<Self, Error> {
        Self::parse_file_with(bytes, path, &OpenOptions::default())
    }

    /// As [`parse_file`](Self::parse_file), with options.
    ///
    /// # Errors
    /// As [`parse_file`](Self::parse_file).
    pub fn parse_file_with(bytes: &'a [u8], path: &Path, options: &OpenOptions) -> Result<Self, Error> {
        #[cfg(feature = "fs")]
        if Format::detect(bytes, bytes.len() as u64, bytes, Some(path)) == Detection::Known(Format::Gltf) {
            return crate::GltfDocument::parse_with(bytes, &crate::open::folder_of(path, options)?, options)
                .map(Self::Gltf);
        }
        #[cfg(all(feature = "fbx", feature = "fs"))]
        if matches!(
            Format::detect(bytes, bytes.len() as u64, bytes, Some(path)),
            Detection::Known(Format::Fbx | Format::Obj)
        ) {
            let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let files = crate::folder_files::FolderFiles::of_file(path)?;
            return crate::FbxDocument::parse(bytes, &name, &files, options).map(Self::Fbx);
        }
        Self::parse_with(bytes, Some(path), options)
    }

    /// Reads a document of a known format.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the error of the format crate.
    pub fn parse_as(format: Format, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_as_with(format, bytes, &OpenOptions::default())
    }

    /// As [`parse_as`](Self::parse_as), with options.
    ///
    /// # Errors
    /// As [`parse_as`](Self::parse_as).
    pub fn parse_as_with(format: Format, bytes: &'a [u8], options: &OpenOptions) -> Result<Self, Error> {
        match format {
            Format::Gltf => crate::GltfDocument::parse_with(bytes, &asset_gltf::NoFiles, options).map(Self::Gltf),
            #[cfg(feature = "fbx")]
            Format::Fbx | Format::Obj => {
                crate::FbxDocument::parse(bytes, "", &asset_fbx::NoFiles, options).map(Self::Fbx)
            }
            #[cfg(not(feature = "fbx"))]
            Format::Fbx | Format::Obj => {
                let title = format.title();
                Err(Error::Refused(format!("{title}s can't be read: this program was built without FBX")))
            }
            Format::Image => opened(format, asset_image::Image::parse(bytes), Self::Image),
            Format::PragmaAnimation => opened(format, pragma_asset::Animations::parse(bytes), Self::PragmaAnimation),
            Format::PragmaMap => opened(format, pragma_asset::Map::parse(bytes), Self::PragmaMap),
            Format::PragmaMaterial => opened(format, material(bytes), Self::PragmaMaterial),
            Format::PragmaModel => opened(format, pragma_asset::Model::parse(bytes), Self::PragmaModel),
            Format::PragmaNavmesh => opened(format, pragma_asset::NavMesh::parse(bytes), Self::PragmaNavmesh),
            Format::PragmaParticles => opened(format, pragma_asset::Particles::parse(bytes), Self::PragmaParticles),
            Format::Udm => {
                let options = udm::ReadOptions::default().limits(options.limits);
                opened(format, udm::Document::parse_with(bytes, &options), Self::Udm)
            }
            Format::UrhoAni => opened(format, urho_ani::Animation::parse(bytes), Self::UrhoAni),
            Format::UrhoAsc => {
                let options = urho_asc::ReadOptions::default().limits(options.limits);
                opened(format, urho_asc::Script::parse_with(bytes, &options), Self::UrhoAsc)
            }
            Format::UrhoMaterial => opened(format, urho_material::Material::parse(bytes), Self::UrhoMaterial),
            Format::UrhoMaterialList => {
                opened(format, urho_material::MaterialList::parse(bytes), Self::UrhoMaterialList)
            }
            Format::UrhoTechnique => opened(format, urho_material::Technique::parse(bytes), Self::UrhoTechnique),
            Format::UrhoTexture => opened(format, urho_material::Texture::parse(bytes), Self::UrhoTexture),
            Format::UrhoMdl => {
                let options = urho_mdl::ReadOptions::default().bare_2011(options.bare_2011);
                opened(format, urho_mdl::Model::parse_with(bytes, &options), Self::UrhoMdl)
            }
            Format::UrhoPak => {
                let options = urho_pak::ReadOptions::default().limits(options.limits);
                opened(format, urho_pak::Package::open_with(binio::Bytes::from(bytes), &options), Self::UrhoPak)
            }
            Format::UrhoResource => opened(format, urho_resource::Document::parse(bytes, None), Self::UrhoResource),
            Format::UrhoPrefab | Format::UrhoScene => {
                // Archives don't say whether they are prefabs; the name of a file may.
                let kind = (format == Format::UrhoPrefab).then_some(urho_scene::Kind::Prefab);
                let options = urho_scene::ReadOptions::default().kind(kind);
                opened(format, urho_scene::Document::parse_with(bytes, &options), Self::UrhoScene)
            }
            Format::UrhoShader => opened(format, urho_shader::Shader::parse(bytes), Self::UrhoShader),
            Format::ZedAnimation => opened(format, zed_asset::Animation::parse(bytes), Self::ZedAnimation),
            Format::ZedFont => opened(format, zed_asset::Font::parse(bytes), Self::ZedFont),
            Format::ZedImage => opened(format, zed_asset::Image::parse(bytes), Self::ZedImage),
            Format::ZedModel => opened(format, zed_asset::Model::parse(bytes), Self::ZedModel),
            // Only a project that knows its engine reads it.
            Format::Other(_) => Err(Error::Unknown { hint: None }),
        }
    }

    /// Returns the document as a trait object.
    fn document(&self) -> &dyn Document {
        match self {
            Self::Fbx(document) => document,
            Self::Gltf(document) => document,
            Self::Image(image) => image,
            Self::PragmaAnimation(asset) => asset,
            Self::PragmaMap(asset) => asset,
            Self::PragmaMaterial(asset) => asset,
            Self::PragmaModel(asset) => asset,
            Self::PragmaNavmesh(asset) => asset,
            Self::PragmaParticles(asset) => asset,
            Self::Udm(document) => document,
            Self::UrhoAni(document) => document,
            Self::UrhoAsc(document) => document,
            Self::UrhoMaterial(document) => document,
            Self::UrhoMaterialList(document) => document,
            Self::UrhoTechnique(document) => document,
            Self::UrhoTexture(document) => document,
            Self::UrhoMdl(document) => document,
            Self::UrhoPak(document) => document,
            Self::UrhoResource(document) => document,
            Self::UrhoScene(document) => document,
            Self::UrhoShader(document) => document,
            Self::ZedAnimation(document) => document,
            Self::ZedFont(document) => document,
            Self::ZedImage(document) => document,
            Self::ZedModel(document) => document,
            Self::Other(document) => document,
        }
    }

    /// Returns the format of the document.
    pub fn format(&self) -> Format {
        self.document().format()
    }

    /// Returns whether the file is a scene of no engine: glTF, FBX, OBJ.
    pub(crate) fn is_neutral(&self) -> bool {
        self.neutral_scene().is_some()
    }

    /// Returns the scene of a glTF, FBX or OBJ; `None` for any other format.
    pub(crate) fn neutral_scene(&self) -> Option<&asset_scene::Scene<'static>> {
        match self {
            Self::Fbx(document) => Some(&document.scene),
            Self::Gltf(document) => Some(&document.scene),
            _ => None,
        }
    }

    /// Returns the UDM document: of [`Asset::Udm`], and of every asset of the Pragma engine; `None` for any other format.
    pub fn as_udm(&self) -> Option<&udm::Document<'a>> {
        match self {
            Self::Udm(document) => Some(document),
            Self::PragmaAnimation(asset) => Some(&asset.document),
            Self::PragmaMap(asset) => Some(&asset.document),
            Self::PragmaMaterial(asset) => Some(&asset.document),
            Self::PragmaModel(asset) => Some(&asset.document),
            Self::PragmaNavmesh(asset) => Some(&asset.document),
            Self::PragmaParticles(asset) => Some(&asset.document),
            _ => None,
        }
    }

    /// Returns the version or kind within the format, in one word.
    pub fn variant(&self) -> Cow<'static, str> {
        self.document().variant()
    }

    /// Returns everything that is unusual or wrong, with its place and severity.
    pub fn validate(&self) -> Findings {
        self.document().validate()
    }

    /// Returns a finding per file that the asset names and one project folder doesn't hold, and per prefab that includes itself: for assets of
    /// Pragma, whose `root` holds `materials` and `models`, and scenes of Urho3D, whose `root` holds `Data` and `CoreData`. Further formats, folders and
    /// packages: `check_references`.
    pub fn missing_files(&self, root: &Path) -> Findings {
        match self {
            Self::PragmaMap(asset) => asset.missing_files(root),
            Self::PragmaMaterial(asset) => asset.missing_files(root),
            Self::PragmaModel(asset) => asset.missing_files(root),
            Self::PragmaParticles(asset) => asset.missing_files(root),
            Self::UrhoScene(document) => document.missing_files(root),
            _ => Findings::new(),
        }
    }

    /// Encodes the document. Unchanged, it gives the bytes that it was read from; glTF is written anew, always as a `.glb`.
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.document().to_bytes()
    }

    /// Returns whether writing the asset reproduces `bytes` exactly. glTF is compared by meaning; UDM text must also
    /// keep its values when it is laid out anew.
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        self.document().round_trips(bytes)
    }

    /// Returns a short description of the first difference between `bytes` and the written bytes, or `None` if the
    /// asset [round-trips](Self::round_trips).
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        self.document().difference_from(bytes)
    }

    /// Writes the asset again, and returns the first difference from the bytes of its file. `None` with a finding if that would take too much memory.
    pub(crate) fn compare(&self, bytes: &[u8], findings: &mut Findings) -> Result<Option<Option<String>>, Error> {
        if let Self::Fbx(_) = self {
            // It is only read: there is no file to compare with.
            return Ok(None);
        }
        if let Some(reason) = self.too_large_to_compare(bytes.len()) {
            findings.warning(kinds::ROUNDTRIP_TOO_LARGE, "file", reason);
            return Ok(None);
        }
        self.difference_from(bytes).map(Some)
    }

    /// Returns the reason why the asset isn't compared with the `length` bytes of its file: the arrays of a glTF may consist of zeros that the file
    /// doesn't contain, and a comparison takes memory for all of them. Sparse morph targets of real models are far below this limit.
    fn too_large_to_compare(&self, length: usize) -> Option<String> {
        const FOR_ANY: u64 = 4 << 20;
        const PER_BYTE: u64 = 64;
        let Self::Gltf(document) = self else { return None };
        let bytes = |array: &asset_scene::Array<'_>| (array.count as u64).saturating_mul(array.row_size() as u64);
        let expanded = document.scene.arrays.iter().map(bytes).fold(0, u64::saturating_add);
        let most = (length as u64).saturating_mul(PER_BYTE).saturating_add(FOR_ANY);
        (expanded > most)
            .then(|| format!("the file isn't compared: its arrays take {expanded} bytes, at most {most} for its size"))
    }

    /// Copies borrowed data, so that the document outlives the bytes it was read from.
    pub fn into_owned(self) -> Asset<'static> {
        match self {
            Self::Fbx(document) => Asset::Fbx(document),
            Self::Gltf(document) => Asset::Gltf(document),
            Self::Image(image) => Asset::Image(image.into_owned()),
            Self::PragmaAnimation(asset) => Asset::PragmaAnimation(asset.into_owned()),
            Self::PragmaMap(asset) => Asset::PragmaMap(asset.into_owned()),
            Self::PragmaMaterial(asset) => Asset::PragmaMaterial(asset.into_owned()),
            Self::PragmaModel(asset) => Asset::PragmaModel(asset.into_owned()),
            Self::PragmaNavmesh(asset) => Asset::PragmaNavmesh(asset.into_owned()),
            Self::PragmaParticles(asset) => Asset::PragmaParticles(asset.into_owned()),
            Self::Udm(document) => Asset::Udm(document.into_owned()),
            Self::UrhoAni(document) => Asset::UrhoAni(document.into_owned()),
            Self::UrhoAsc(document) => Asset::UrhoAsc(document.into_owned()),
            Self::UrhoMaterial(document) => Asset::UrhoMaterial(document.into_owned()),
            Self::UrhoMaterialList(document) => Asset::UrhoMaterialList(document.into_owned()),
            Self::UrhoTechnique(document) => Asset::UrhoTechnique(document.into_owned()),
            Self::UrhoTexture(document) => Asset::UrhoTexture(document.into_owned()),
            Self::UrhoMdl(document) => Asset::UrhoMdl(document.into_owned()),
            Self::UrhoPak(package) => Asset::UrhoPak(package.map_source(binio::Bytes::into_owned)),
            Self::UrhoResource(document) => Asset::UrhoResource(document.into_owned()),
            Self::UrhoScene(document) => Asset::UrhoScene(document.into_owned()),
            Self::UrhoShader(document) => Asset::UrhoShader(document.into_owned()),
            Self::ZedAnimation(document) => Asset::ZedAnimation(document.into_owned()),
            Self::ZedFont(document) => Asset::ZedFont(document.into_owned()),
            Self::ZedImage(document) => Asset::ZedImage(document.into_owned()),
            Self::ZedModel(document) => Asset::ZedModel(document.into_owned()),
            Self::Other(document) => Asset::Other(document),
        }
    }
}

/// A document of a format crate as an asset.
fn opened<'a, D, K>(
    format: Format,
    document: Result<D, binio::Error<K>>,
    asset: impl FnOnce(D) -> Asset<'a>,
) -> Result<Asset<'a>, Error>
where
    K: std::error::Error + Send + Sync + 'static,
{
    document.map(asset).map_err(|error| Error::malformed(format, error))
}
