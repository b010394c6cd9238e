//! Output of `inspect --json` for a file.

use binio::Name;
use serde::Serialize;

use crate::data::MaterialData;
use crate::list::MaterialList;
use crate::material::Material;
use crate::technique::Technique;
use crate::texture::Texture;

/// A material. Missing values are omitted.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MaterialSummary {
    /// Techniques in file order.
    pub techniques: Vec<TechniqueEntrySummary>,
    /// Textures in file order.
    pub textures: Vec<TextureEntrySummary>,
    /// Defines of vertex shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vs_defines: Option<Name<'static>>,
    /// Defines of pixel shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ps_defines: Option<Name<'static>>,
    /// Shader parameters in file order.
    pub parameters: Vec<ParameterSummary>,
    /// Names of animated parameters.
    pub parameter_animations: Vec<Name<'static>>,
    /// Cull mode by its name in the file: `none`, `ccw`, `cw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cull: Option<&'static str>,
    /// Cull mode of shadows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shadow_cull: Option<&'static str>,
    /// Fill mode by its name in the file: `solid`, `wireframe`, `point`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<&'static str>,
    /// Render order as stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub render_order: Option<i32>,
    /// Whether it is an occluder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occlusion: Option<bool>,
}

/// A technique of a material.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TechniqueEntrySummary {
    /// Resource name.
    pub name: Name<'static>,
    /// The lowest material quality at which the technique is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i32>,
    /// Minimum distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_distance: Option<f32>,
}

/// A texture of a material.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextureEntrySummary {
    /// Name of the unit or slot in the file.
    pub unit: Name<'static>,
    /// Resource name.
    pub name: Name<'static>,
}

/// A parameter of a material.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ParameterSummary {
    /// Name as in the file.
    pub name: Name<'static>,
    /// Type that the engine reads.
    pub r#type: &'static str,
    /// Text of the value.
    pub value: Name<'static>,
}

/// Content of a technique file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TechniqueSummary {
    /// Pixel shader of the technique.
    pub shader: Name<'static>,
    /// Passes in file order.
    pub passes: Vec<PassSummary>,
}

/// A pass of a technique.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PassSummary {
    /// Name as in the file.
    pub name: Name<'static>,
    /// Name of the pixel shader.
    pub shader: Name<'static>,
    /// Blend mode by its name in the file.
    pub blend: Name<'static>,
    /// Defines of the pixel shader.
    pub ps_defines: Vec<Name<'static>>,
}

/// A material list.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ListSummary {
    /// Material names, starting with geometry 0.
    pub materials: Vec<Name<'static>>,
}

/// Parameters of a texture.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextureSummary {
    /// Name of the root element: `texture`, `cubemap` …
    pub kind: &'static str,
    /// Names of the images, in file order.
    pub images: Vec<Name<'static>>,
    /// Address modes of u, v and w, for coordinates outside 0 to 1.
    pub address: [Option<Name<'static>>; 3],
    /// Filter mode by its name in the file; `None` if it isn't set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Name<'static>>,
    /// Whether mip levels are used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mipmaps: Option<bool>,
    /// Whether values are sRGB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub srgb: Option<bool>,
}

fn owned(name: &Name<'_>) -> Name<'static> {
    name.clone().into_owned()
}

impl Material<'_> {
    /// Returns the content of the file.
    pub fn summary(&self) -> MaterialSummary {
        let data: MaterialData<'_> = self.data();
        let technique = |one: &crate::TechniqueEntry<'_>| TechniqueEntrySummary {
            name: owned(&one.name),
            quality: one.quality,
            lod_distance: one.lod_distance.filter(|distance| distance.is_finite()),
        };
        let texture = |one: &crate::TextureEntry<'_>| TextureEntrySummary {
            unit: one.unit.as_ref().map(owned).unwrap_or_default(),
            name: owned(&one.name),
        };
        let parameter = |one: &crate::Parameter<'_>| ParameterSummary {
            name: owned(&one.name),
            r#type: one.value().value.kind().name(),
            value: owned(&one.text),
        };
        MaterialSummary {
            techniques: data.techniques.iter().map(technique).collect(),
            textures: data.textures.iter().map(texture).collect(),
            vs_defines: data.vertex_defines.as_ref().map(owned),
            ps_defines: data.pixel_defines.as_ref().map(owned),
            parameters: data.parameters.iter().map(parameter).collect(),
            parameter_animations: data.animations.iter().map(|one| owned(&one.name)).collect(),
            cull: data.cull.map(crate::Cull::name),
            shadow_cull: data.shadow_cull.map(crate::Cull::name),
            fill: data.fill.map(crate::Fill::name),
            render_order: data.render_order,
            occlusion: data.occlusion,
        }
    }
}

impl Technique<'_> {
    /// Returns shaders and passes.
    pub fn summary(&self) -> TechniqueSummary {
        let pass = |pass: &crate::Pass<'_>| {
            let (shader, defines) = self.pixel_shader_of(pass);
            PassSummary {
                name: owned(&pass.name),
                shader: owned(&shader),
                blend: pass.blend.as_ref().map_or_else(|| Name::from("replace"), owned),
                ps_defines: defines.iter().map(owned).collect(),
            }
        };
        TechniqueSummary {
            shader: self.attribute("ps").as_ref().map(owned).unwrap_or_default(),
            passes: self.passes().iter().map(pass).collect(),
        }
    }
}

impl MaterialList<'_> {
    /// Returns the names in the order of the geometries.
    pub fn summary(&self) -> ListSummary {
        ListSummary { materials: self.names().map(|name| owned(&name)).collect() }
    }
}

impl Texture<'_> {
    /// Returns parameters and images.
    pub fn summary(&self) -> TextureSummary {
        TextureSummary {
            kind: self.kind().name(),
            images: self.images().iter().map(owned).collect(),
            address: ['u', 'v', 'w'].map(|coord| self.address(coord).as_ref().map(owned)),
            filter: self.filter().as_ref().map(owned),
            mipmaps: self.mipmaps(),
            srgb: self.srgb(),
        }
    }
}
