//! Content that only pictures need, and that no format stores in this form.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Fog, Id, Light, Material, Node, SkyCube, Texture};

/// Content of an engine's scene that only pictures need: shadows, rectangles that face the camera, and surfaces that
/// [`Material`] can't describe. Conversions neither read nor write it, and adapters only fill it if the scene is read
/// for a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Staging {
    /// Properties of lights that [`Light`] doesn't have.
    pub lights: BTreeMap<Id<Light>, LightEffect>,
    /// Masks of nodes with meshes. A light only lights a node if its mask, the node's mask and the mask of the node's
    /// zone have a bit in common. The mask of all other nodes has all bits.
    pub light_masks: BTreeMap<Id<Node>, u32>,
    /// The nodes whose meshes cast shadows.
    pub shadow_casters: Vec<Id<Node>>,
    /// Baked light of nodes with meshes. Twice the values of the texture are the sRGB values of the light that is added
    /// to the ambient light. If a primitive doesn't have the set of texture coordinates, it has no baked light.
    pub lightmaps: BTreeMap<Id<Node>, Texture>,
    /// Light from all around that is added to the ambient light of nodes with meshes.
    pub ambients: BTreeMap<Id<Node>, Harmonics>,
    /// Nodes whose meshes lie on other surfaces. Pictures show them in front of these surfaces, although rounding could
    /// hide them.
    pub decals: Vec<Id<Node>>,
    /// Whether lights have physical units, so that most of the scene is far brighter than white. Such a scene needs an
    /// exposure, which the engine adds as a post-process.
    pub is_physical: bool,
    /// Billboards, and the particles that exist at the time of the picture.
    pub sprites: Vec<SpriteSet>,
    /// Texts in the scene.
    pub texts: Vec<Text>,
    /// Properties of surfaces that [`Material`] doesn't have.
    pub surfaces: BTreeMap<Id<Material>, SurfaceEffect>,
    /// Whether the scene is in the plane of X and Y. Its cameras look along Z, without perspective.
    pub is_flat: bool,
    /// The exposure and tone mapping that the engine applies to the finished picture, or `None` if it applies none.
    pub exposure: Option<Exposure>,
    /// Boxes whose objects mirror a cube map of their own, so that those with the highest priority come first.
    pub probes: Vec<Probe>,
    /// The zones, so that those with the highest priority come first.
    pub zones: Vec<Zone>,
    /// What the scene contains but the picture doesn't show, in words such as `Text3D: 9`.
    pub not_shown: Vec<String>,
}

/// A box with its own ambient light and fog. An object belongs to the first zone that its center is in, and the
/// background to the first zone that the camera is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// The box is in the space of this node. If it is `None`, the box is in the space of the scene.
    pub node: Option<Id<Node>>,
    /// The lowest and the highest corner of the box.
    pub bounds: [[f32; 3]; 2],
    /// Ambient light: red, green and blue, linear.
    pub ambient: [f32; 3],
    /// The ambient light to use instead at both ends of the box along Z, with a gradient between them. The middle of the
    /// gradient is where the node is.
    pub gradient: Option<[[f32; 3]; 2]>,
    /// The fog.
    pub fog: Fog,
    /// Additional fog that depends on the height.
    pub height_fog: Option<HeightFog>,
    /// See [`Staging::light_masks`].
    pub light_mask: u32,
    /// A cube map that surfaces reflect, and a factor for what they reflect.
    pub reflection: Option<(Arc<SkyCube<'static>>, f32)>,
    /// The light of this cube map is multiplied by this and added to the ambient light.
    pub background: f32,
}

/// A box whose objects mirror a cube map instead of the cube map of their zone. The center of an object decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The box is in the space of this node.
    pub node: Id<Node>,
    /// The lowest and the highest corner of the box.
    pub bounds: [[f32; 3]; 2],
    /// The cube map.
    pub cube: Arc<SkyCube<'static>>,
    /// If the cube map shows the inside of a box, this box: its lowest and highest corner relative to the node, along
    /// the axes of the scene. Otherwise, the cube map shows surroundings that are far away.
    pub room: Option<[[f32; 3]; 2]>,
}

/// Light that depends on the direction that a surface faces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Harmonics {
    /// For a normal `x y z`, the linear red, green and blue light is the sum of these, multiplied by 1, `x`, `y`, `z`,
    /// `xy`, `yz`, `zz`, `zx` and `xx − yy`.
    pub coefficients: [[f32; 3]; 9],
}

impl Harmonics {
    /// Returns the light on a surface with this normal.
    pub fn at(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let factors = [1.0, x, y, z, x * y, y * z, z * z, z * x, x * x - y * y];
        let mut light = [0.0; 3];
        for (color, factor) in self.coefficients.iter().zip(factors) {
            light.iter_mut().zip(color).for_each(|(light, part)| *light += part * factor);
        }
        light
    }
}

/// How linear light becomes colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// Light is multiplied by this.
    pub factor: f32,
    /// How bright light is compressed.
    pub curve: ToneCurve,
}

/// A curve that compresses bright light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToneCurve {
    /// Cut off at white.
    #[default]
    None,
    /// `x / (1 + x)`.
    Reinhard,
    /// `x · (1 + x / 4) / (1 + x)`.
    ReinhardWhite,
    /// The curve of Uncharted 2 by Hable, so that 4 becomes white.
    Uncharted2,
}

/// Fog around a height. In the distance `d` from this height, its share is `exp(-(d * scale)²)`. If the usual fog has a
/// larger share, this share is used instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightFog {
    /// The height in the space of the scene, where only fog can be seen.
    pub height: f32,
    /// How quickly the fog gets thinner with height.
    pub scale: f32,
}

/// Properties of a light that [`Light`] doesn't have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LightEffect {
    /// How the light casts shadows, if it does.
    pub shadow: Option<Shadow>,
    /// A factor for the highlights of the light. This is only used if light is added up in sRGB values.
    pub highlight: f32,
    /// See [`Staging::light_masks`].
    pub mask: u32,
    /// If the light takes light away instead of adding it, the light to take away: red, green and blue, linear, in the
    /// unit of [`Light::intensity`]. The light itself is dark.
    pub taken: Option<[f32; 3]>,
}

impl Default for LightEffect {
    fn default() -> Self {
        Self { shadow: None, highlight: 1.0, mask: u32::MAX, taken: None }
    }
}

/// The settings for the shadows of a light.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shadow {
    /// The part of the light that is left in a shadow.
    pub left: f32,
    /// The shadow map of the engine, which makes the edges of shadows soft. Without it, they are sharp.
    pub map: Option<ShadowMap>,
}

/// The image with which an engine finds out what is in a shadow. Its texels are interpolated, so the size of a texel
/// decides how soft the edges of shadows are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadowMap {
    /// How many texels there are on each side. Every split of a sun, and every face of a point light, has this size.
    pub size: u16,
    /// How many samples on each side are averaged, from 1 to 5. Each of them is interpolated between four texels.
    pub samples: u8,
    /// For a sun, the distances from the camera at which its splits end, in ascending order. Unused splits are 0. There
    /// are no shadows beyond the last one.
    pub splits: [f32; 4],
    /// Shadows of a sun begin to fade at this fraction of the last split. If it is 1 or more, they don't fade.
    pub fade: f32,
    /// The splits of a sun become larger in steps: the square root of their width divided by this is a whole number.
    pub quantum: f32,
    /// The smallest width of a split of a sun.
    pub least: f32,
    /// Whether a split of a sun only has the size of the content in it.
    pub is_focused: bool,
}

/// Rectangles that face the camera and share a material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSet {
    /// The node whose space the positions are in. If `None`, they are in the scene's space.
    pub node: Option<Id<Node>>,
    /// The node whose place the set is turned for.
    pub owner: Option<Id<Node>>,
    /// The material, or `None` for plain white.
    pub material: Option<Id<Material>>,
    /// How to turn the rectangles.
    pub facing: Facing,
    /// The rectangles, in any order.
    pub sprites: Vec<Sprite>,
}

/// A text in a scene. Pictures use a font of their own for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The node that shows the text.
    pub node: Id<Node>,
    /// The lines of the text.
    pub lines: Vec<String>,
    /// The size of an em, in the unit of the node.
    pub em: f32,
    /// The width of the text, in the unit of the node. If it is `None`, the font decides.
    pub width: Option<f32>,
    /// Where each line starts, from left at 0 to right at 1.
    pub text_align: f32,
    /// The point of the text that is at the node, from the upper left corner at 0 0 to the lower right at 1 1.
    pub anchor: [f32; 2],
    /// The colour: red, green and blue, linear.
    pub color: [f32; 3],
    /// How to turn the text.
    pub facing: Facing,
}

/// A rectangle that faces the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// The center.
    pub position: [f32; 3],
    /// Half the width and half the height, in the scene's unit.
    pub size: [f32; 2],
    /// The rotation in the picture in radians, clockwise.
    pub rotation: f32,
    /// The linear colour: red, green, blue, alpha.
    pub color: [f32; 4],
    /// The part of the texture to show: left, top, right, bottom.
    pub uv: [f32; 4],
    /// For [`Facing::Direction`], the direction in which the height of the rectangle extends, in the space of the
    /// position.
    pub direction: [f32; 3],
}

/// Selects the direction that rectangles face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Like the node that shows them.
    Node,
    /// Like the camera.
    #[default]
    Camera,
    /// Like the camera, but only around Y.
    CameraUpright,
    /// Towards the position of the camera.
    Point,
    /// Towards the position of the camera, but only around Y.
    PointUpright,
    /// Along the direction of each sprite, and towards the camera as far as possible.
    Direction,
}

/// How to combine the colour of a surface with what is behind it. As engines do it, this is for sRGB values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mixing {
    /// As [`Material::alpha`] says.
    #[default]
    Usual,
    /// Add, and ignore alpha.
    Add,
    /// Add, multiplied by alpha.
    AddAlpha,
    /// Multiply.
    Multiply,
}

/// Properties of a surface that [`Material`] doesn't have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceEffect {
    /// How to combine the colour with what is behind it.
    pub mixing: Mixing,
    /// Whether the engine's shader divides physical light by π², as Urho3D's PBR shaders do.
    pub is_dimmed: bool,
    /// A cube map that is added to the colour.
    pub reflection: Option<Reflection>,
    /// Layers to use instead of the base texture.
    pub layers: Option<Layers>,
    /// The properties of water.
    pub water: Option<Water>,
}

/// A cube map that a surface mirrors.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// The cube map.
    pub cube: Arc<SkyCube<'static>>,
    /// The reflected sRGB values are multiplied by this.
    pub factor: [f32; 3],
}

/// Textures that are mixed by the channels of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers {
    /// Red, green and blue are the weights of the layers. They are divided by their sum.
    pub weights: Texture,
    /// The textures of the layers. A missing layer is black.
    pub layers: [Option<Texture>; 3],
}

/// The surface of water, which shows a tinted image of what is behind it, and mirrors the sky at a flat angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water {
    /// What is behind is multiplied by this, in sRGB values.
    pub tint: [f32; 3],
    /// The share of the mirrored sky is the sine of the angle of view, subtracted from one, to the power of this.
    pub fresnel: f32,
    /// A texture, and a distance as a fraction of the picture. The red and green channels move the image by up to
    /// this distance.
    pub noise: Option<(Texture, f32)>,
}

impl Staging {
    /// Returns whether this doesn't contain anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl SurfaceEffect {
    /// Returns all textures.
    pub fn textures(&self) -> impl Iterator<Item = &Texture> {
        let layers = self.layers.iter().flat_map(|layers| layers.layers.iter().flatten().chain([&layers.weights]));
        layers.chain(self.water.iter().filter_map(|water| water.noise.as_ref()).map(|(texture, _)| texture))
    }
}
