//! What a document holds, as a serde value (feature `serde`).

#[cfg(doc)]
use crate::Format;
use crate::asset::Asset;

/// What `inspect --json` prints of a document.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Summary<'a> {
    /// Of a scene of [`Format::Gltf`].
    #[cfg(feature = "gltf")]
    Gltf(asset_scene::Summary<'a>),
    /// Of a texture.
    #[cfg(feature = "image")]
    Image(asset_image::Summary),
    /// Of an asset of the Pragma engine.
    #[cfg(feature = "pragma-asset")]
    Pragma(pragma_asset::summary::Summary<'a>),
    /// Of a document of [`Format::Udm`].
    #[cfg(feature = "udm")]
    Udm(udm::Summary<'a>),
    /// Of a document of [`Format::UrhoAni`].
    #[cfg(feature = "urho-ani")]
    UrhoAni(urho_ani::Summary<'a>),
    /// Of a document of [`Format::UrhoAsc`].
    #[cfg(feature = "urho-asc")]
    UrhoAsc(urho_asc::Summary<'a>),
    /// Of a document of [`Format::UrhoMaterial`].
    #[cfg(feature = "urho-material")]
    UrhoMaterial(urho_material::summary::MaterialSummary),
    /// Of a document of [`Format::UrhoMaterialList`].
    #[cfg(feature = "urho-material")]
    UrhoMaterialList(urho_material::summary::ListSummary),
    /// Of a document of [`Format::UrhoTechnique`].
    #[cfg(feature = "urho-material")]
    UrhoTechnique(urho_material::summary::TechniqueSummary),
    /// Of a document of [`Format::UrhoTexture`].
    #[cfg(feature = "urho-material")]
    UrhoTexture(urho_material::summary::TextureSummary),
    /// Of a document of [`Format::UrhoMdl`].
    #[cfg(feature = "urho-mdl")]
    UrhoMdl(urho_mdl::Summary<'a>),
    /// Of a document of [`Format::UrhoPak`].
    #[cfg(feature = "urho-pak")]
    UrhoPak(urho_pak::Summary<'a>),
    /// Of a document of [`Format::UrhoScene`] or [`Format::UrhoPrefab`].
    #[cfg(feature = "urho-scene")]
    UrhoScene(urho_scene::Summary),
    /// Of a document of [`Format::UrhoShader`].
    #[cfg(feature = "urho-shader")]
    UrhoShader(urho_shader::Summary<'a>),
    /// Of a document of [`Format::ZedAnimation`].
    #[cfg(feature = "zed-asset")]
    ZedAnimation(zed_asset::summary::AnimationSummary<'a>),
    /// Of a document of [`Format::ZedFont`].
    #[cfg(feature = "zed-asset")]
    ZedFont(zed_asset::summary::FontSummary),
    /// Of a document of [`Format::ZedImage`].
    #[cfg(feature = "zed-asset")]
    ZedImage(zed_asset::summary::ImageSummary<'a>),
    /// Of a document of [`Format::ZedModel`].
    #[cfg(feature = "zed-asset")]
    ZedModel(zed_asset::summary::ModelSummary<'a>),
    /// Uses the lifetime parameter when no format is enabled.
    #[doc(hidden)]
    Nothing(std::marker::PhantomData<&'a ()>),
}

impl Asset<'_> {
    /// Returns what `inspect --json` prints; with the SHA-256 of every bulk block if `hashes`.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        match self {
            #[cfg(feature = "gltf")]
            Self::Gltf(document) => Summary::Gltf(document.scene.summary(hashes)),
            #[cfg(feature = "image")]
            Self::Image(image) => Summary::Image(image.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaAnimation(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaMap(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaMaterial(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaModel(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaNavmesh(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "pragma-asset")]
            Self::PragmaParticles(asset) => Summary::Pragma(asset.summary(hashes)),
            #[cfg(feature = "udm")]
            Self::Udm(document) => Summary::Udm(document.summary(hashes)),
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(document) => Summary::UrhoAni(document.summary(hashes)),
            #[cfg(feature = "urho-asc")]
            Self::UrhoAsc(document) => Summary::UrhoAsc(document.summary(hashes)),
            #[cfg(feature = "urho-material")]
            Self::UrhoMaterial(document) => Summary::UrhoMaterial(document.summary()),
            #[cfg(feature = "urho-material")]
            Self::UrhoMaterialList(document) => Summary::UrhoMaterialList(document.summary()),
            #[cfg(feature = "urho-material")]
            Self::UrhoTechnique(document) => Summary::UrhoTechnique(document.summary()),
            #[cfg(feature = "urho-material")]
            Self::UrhoTexture(document) => Summary::UrhoTexture(document.summary()),
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(document) => Summary::UrhoMdl(document.summary(hashes)),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(document) => Summary::UrhoPak(document.summary(hashes)),
            #[cfg(feature = "urho-scene")]
            Self::UrhoScene(document) => Summary::UrhoScene(document.summary(hashes)),
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(document) => Summary::UrhoShader(document.summary(hashes)),
            #[cfg(feature = "zed-asset")]
            Self::ZedAnimation(document) => Summary::ZedAnimation(document.summary(hashes)),
            #[cfg(feature = "zed-asset")]
            Self::ZedFont(document) => Summary::ZedFont(document.summary(hashes)),
            #[cfg(feature = "zed-asset")]
            Self::ZedImage(document) => Summary::ZedImage(document.summary(hashes)),
            #[cfg(feature = "zed-asset")]
            Self::ZedModel(document) => Summary::ZedModel(document.summary(hashes)),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }
}
