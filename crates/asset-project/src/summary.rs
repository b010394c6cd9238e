//! Content of a document, as a serde value (feature `serde`).

#[cfg(doc)]
use crate::Format;
use crate::asset::Asset;

/// Output of `inspect --json` for a document.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Summary<'a> {
    /// Summary of a scene, for [`Format::Gltf`], [`Format::Fbx`] and [`Format::Obj`].
    Gltf(asset_scene::Summary<'a>),
    /// Of a texture.
    Image(asset_image::Summary),
    /// Of an asset of the Pragma engine.
    Pragma(pragma_asset::summary::Summary<'a>),
    /// Of a document of [`Format::Udm`].
    Udm(udm::Summary<'a>),
    /// Of a document of [`Format::UrhoAni`].
    UrhoAni(urho_ani::Summary<'a>),
    /// Of a document of [`Format::UrhoAsc`].
    UrhoAsc(urho_asc::Summary<'a>),
    /// Of a document of [`Format::UrhoMaterial`].
    UrhoMaterial(urho_material::summary::MaterialSummary),
    /// Of a document of [`Format::UrhoMaterialList`].
    UrhoMaterialList(urho_material::summary::ListSummary),
    /// Of a document of [`Format::UrhoTechnique`].
    UrhoTechnique(urho_material::summary::TechniqueSummary),
    /// Of a document of [`Format::UrhoTexture`].
    UrhoTexture(urho_material::summary::TextureSummary),
    /// Of a document of [`Format::UrhoMdl`].
    UrhoMdl(urho_mdl::Summary<'a>),
    /// Of a document of [`Format::UrhoPak`].
    UrhoPak(urho_pak::Summary<'a>),
    /// Of a document of [`Format::UrhoResource`].
    UrhoResource(urho_resource::summary::ResourceSummary),
    /// Of a document of [`Format::UrhoScene`] or [`Format::UrhoPrefab`].
    UrhoScene(urho_scene::Summary),
    /// Of a document of [`Format::UrhoShader`].
    UrhoShader(urho_shader::Summary<'a>),
    /// Of a document of [`Format::ZedAnimation`].
    ZedAnimation(zed_asset::summary::AnimationSummary<'a>),
    /// Of a document of [`Format::ZedFont`].
    ZedFont(zed_asset::summary::FontSummary),
    /// Of a document of [`Format::ZedImage`].
    ZedImage(zed_asset::summary::ImageSummary<'a>),
    /// Of a document of [`Format::ZedModel`].
    ZedModel(zed_asset::summary::ModelSummary<'a>),
    /// Of a document of an engine that a project adds: nothing is known about it.
    Other {},
}

impl Asset<'_> {
    /// Returns the output of `inspect --json`; with the SHA-256 of every bulk block if `hashes`.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        match self {
            Self::Fbx(document) => Summary::Gltf(document.scene.summary(hashes)),
            Self::Gltf(document) => Summary::Gltf(document.scene.summary(hashes)),
            Self::Image(image) => Summary::Image(image.summary(hashes)),
            Self::PragmaAnimation(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::PragmaMap(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::PragmaMaterial(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::PragmaModel(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::PragmaNavmesh(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::PragmaParticles(asset) => Summary::Pragma(asset.summary(hashes)),
            Self::Udm(document) => Summary::Udm(document.summary(hashes)),
            Self::UrhoAni(document) => Summary::UrhoAni(document.summary(hashes)),
            Self::UrhoAsc(document) => Summary::UrhoAsc(document.summary(hashes)),
            Self::UrhoMaterial(document) => Summary::UrhoMaterial(document.summary()),
            Self::UrhoMaterialList(document) => Summary::UrhoMaterialList(document.summary()),
            Self::UrhoTechnique(document) => Summary::UrhoTechnique(document.summary()),
            Self::UrhoTexture(document) => Summary::UrhoTexture(document.summary()),
            Self::UrhoMdl(document) => Summary::UrhoMdl(document.summary(hashes)),
            Self::UrhoPak(document) => Summary::UrhoPak(document.summary(hashes)),
            Self::UrhoResource(document) => Summary::UrhoResource(document.summary()),
            Self::UrhoScene(document) => Summary::UrhoScene(document.summary(hashes)),
            Self::UrhoShader(document) => Summary::UrhoShader(document.summary(hashes)),
            Self::ZedAnimation(document) => Summary::ZedAnimation(document.summary(hashes)),
            Self::ZedFont(document) => Summary::ZedFont(document.summary(hashes)),
            Self::ZedImage(document) => Summary::ZedImage(document.summary(hashes)),
            Self::ZedModel(document) => Summary::ZedModel(document.summary(hashes)),
            Self::Other(_) => Summary::Other {},
        }
    }
}
