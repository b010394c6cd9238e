//! What `inspect --json` prints for a material, a technique, a material list or texture parameters.

use binio::Name;
use binio::summary::Float;
use serde::Serialize;

use crate::data::MaterialData;
use crate::list::MaterialList;
use crate::material::Material;
use crate::technique::Technique;
use crate::texture::Texture;

/// The summary of a material. A missing value is left out.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MaterialSummary {
    /// The techniques in file order.
    pub techniques: Vec<TechniqueEntrySummary>,
    /// The textures in file order.
    pub textures: Vec<TextureEntrySummary>,
    /// The defines for vertex shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vs_defines: Option<Name<'static>>,
    /// The defines for pixel shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ps_defines: Option<Name<'static>>,
    /// The shader parameters in file order.
    pub parameters: Vec<ParameterSummary>,
    /// The names of the parameters that are animated.
    pub parameter_animations: Vec<Name<'static>>,
    /// The animations of parameters in file order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<AnimationSummary>,
    /// Which side is not drawn, by the name in the file: `none`, `ccw`, `cw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cull: Option<&'static str>,
    /// Which side is not drawn into shadow maps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shadow_cull: Option<&'static str>,
    /// Which part of the triangles is drawn, by the name in the file: `solid`, `wireframe`, `point`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<&'static str>,
    /// The depth bias.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_bias: Option<DepthBiasSummary>,
    /// Whether alpha becomes coverage when multisampling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_to_coverage: Option<bool>,
    /// This is true if lines are drawn with antialiasing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_antialias: Option<bool>,
    /// The render order as stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub render_order: Option<i32>,
    /// Whether this is an occluder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occlusion: Option<bool>,
}

/// The summary of a technique that a material uses.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TechniqueEntrySummary {
    /// The resource name.
    pub name: Name<'static>,
    /// The minimum quality setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i32>,
    /// The minimum distance from the camera.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_distance: Option<f32>,
}

/// The summary of a texture that a material uses.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextureEntrySummary {
    /// The name of the unit or slot in the file.
    pub unit: Name<'static>,
    /// The resource name.
    pub name: Name<'static>,
}

/// The summary of a shader parameter.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ParameterSummary {
    /// The name in the file.
    pub name: Name<'static>,
    /// The type that the engine will read.
    pub r#type: &'static str,
    /// The value as text.
    pub value: Name<'static>,
}

/// The summary of an animation of a parameter.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary {
    /// The name of the parameter.
    pub name: Name<'static>,
    /// The number of keyframes.
    pub num_keys: usize,
}

/// The summary of a depth bias.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct DepthBiasSummary {
    /// This is added to the depth.
    pub constant: Float,
    /// This is multiplied by the slope of the surface.
    pub slope_scaled: Float,
}

/// The summary of a technique file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TechniqueSummary {
    /// The pixel shader that passes use by default.
    pub shader: Name<'static>,
    /// The passes in file order.
    pub passes: Vec<PassSummary>,
}

/// The summary of a pass.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PassSummary {
    /// The name in the file.
    pub name: Name<'static>,
    /// The name of the pixel shader.
    pub shader: Name<'static>,
    /// The blend mode, by the name in the file.
    pub blend: Name<'static>,
    /// The defines for the pixel shader.
    pub ps_defines: Vec<Name<'static>>,
}

/// The summary of a material list.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ListSummary {
    /// The material names, beginning with geometry 0.
    pub materials: Vec<Name<'static>>,
}

/// The summary of texture parameters.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextureSummary {
    /// The name of the root element, for example `texture` or `cubemap`.
    pub kind: &'static str,
    /// The names of the images in file order.
    pub images: Vec<Name<'static>>,
    /// What happens to coordinates outside 0 to 1, for u, v and w.
    pub address: [Option<Name<'static>>; 3],
    /// The filter mode, by the name in the file, or `None` when the file does not set this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Name<'static>>,
    /// Whether to use mip levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mipmaps: Option<bool>,
    /// Whether the values are sRGB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub srgb: Option<bool>,
    /// Whether the values are linear, which only rbfx reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<bool>,
}

fn owned(name: &Name<'_>) -> Name<'static> {
    name.clone().into_owned()
}

impl Material<'_> {
    /// Returns a summary of the file.
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
            animations: data
                .animations
                .iter()
                .map(|one| AnimationSummary { name: owned(&one.name), num_keys: one.keyframes.len() })
                .collect(),
            cull: data.cull.map(crate::Cull::name),
            shadow_cull: data.shadow_cull.map(crate::Cull::name),
            fill: data.fill.map(crate::Fill::name),
            depth_bias: data.depth_bias.map(|bias| DepthBiasSummary {
                constant: Float(bias.constant),
                slope_scaled: Float(bias.slope_scaled),
            }),
            alpha_to_coverage: data.alpha_to_coverage,
            line_antialias: data.line_antialias,
            render_order: data.render_order,
            occlusion: data.occlusion,
        }
    }
}

impl Technique<'_> {
    /// Returns a summary with the shaders and passes.
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
    /// Returns a summary with the names, in the order of the geometries.
    pub fn summary(&self) -> ListSummary {
        ListSummary { materials: self.names().map(|name| owned(&name)).collect() }
    }
}

impl Texture<'_> {
    /// Returns a summary with the parameters and images.
    pub fn summary(&self) -> TextureSummary {
        TextureSummary {
            kind: self.kind().name(),
            images: self.images().iter().map(owned).collect(),
            address: ['u', 'v', 'w'].map(|coord| self.address(coord).as_ref().map(owned)),
            filter: self.filter().as_ref().map(owned),
            mipmaps: self.mipmaps(),
            srgb: self.srgb(),
            linear: self.linear(),
        }
    }
}
