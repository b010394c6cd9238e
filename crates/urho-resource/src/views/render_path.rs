//! Render paths of Urho3D and U3D.

use super::View;
use super::field::words;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, children, record};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

words! {
    /// What a command does.
    CommandKind: None {
        /// A missing or unknown word: the engine drops the command.
        None = "",
        /// Clears the output.
        Clear = "clear",
        /// Draws a pass of the techniques.
        ScenePass = "scenepass",
        /// Draws a rectangle over the output with a shader.
        Quad = "quad",
        /// Draws the passes of lights that aren't deferred.
        ForwardLights = "forwardlights",
        /// Draws the volumes of deferred lights.
        LightVolumes = "lightvolumes",
        /// Draws the interface.
        RenderUi = "renderui",
        /// Calls the game.
        SendEvent = "sendevent",
    }
}

record! {
    /// A texture that commands draw to.
    RenderTarget in "rendertarget" {
        /// Name; the engine skips a target without one.
        name: String = "name" or "",
        /// Name of a group that the game switches.
        tag: String = "tag" or "",
        /// Whether it is on.
        enabled: bool = "enabled" or "true",
        /// Pixel format.
        format: String = "format" or "rgb",
        /// Whether it is a cube map.
        cubemap: bool = "cubemap" or "false",
        /// Whether it is filtered when it is read.
        filter: bool = "filter" or "false",
        /// Whether colours are sRGB.
        srgb: bool = "srgb" or "false",
        /// Whether its content stays until the next frame.
        persistent: bool = "persistent" or "false",
        /// Size in pixels.
        size: Option<[f32; 2]> = "size" or "",
        /// Size as a divisor of the viewport's; has priority.
        size_divisor: Option<[f32; 2]> = "sizedivisor" or "",
        /// Size as a factor of the viewport's.
        size_multiplier: Option<[f32; 2]> = "sizemultiplier" or "",
        /// First number of the size; overrides it.
        width: Option<f32> = "width" or "",
        /// Second number of the size; overrides it.
        height: Option<f32> = "height" or "",
        /// Samples per pixel, 1 to 16.
        multi_sample: i32 = "multisample" or "1",
        /// Whether samples are resolved automatically.
        auto_resolve: bool = "autoresolve" or "true",
    }
}

record! {
    /// One of several outputs of a command.
    CommandOutput in "output" {
        /// Slot, 0 to 3.
        index: u32 = "index" or "0",
        /// Name of a target, or `viewport`.
        name: String = "name" or "",
        /// Face of a cube map.
        face: u32 = "face" or "0",
    }
}

record! {
    /// A shader parameter.
    ShaderParameter in "parameter" {
        /// Name.
        name: String = "name" or "",
        /// Numbers.
        value: String = "value" or "",
    }
}

record! {
    /// A texture that a command reads.
    CommandTexture in "texture" {
        /// Texture unit.
        unit: String = "unit" or "diffuse",
        /// A target, `viewport`, or a resource name.
        name: String = "name" or "",
    }
}

record! {
    /// A step of a render path.
    RenderCommand in "command" {
        /// What it does.
        kind: CommandKind = "type" or "",
        /// Name of a group that the game switches.
        tag: String = "tag" or "",
        /// Whether it is on.
        enabled: bool = "enabled" or "true",
        /// `gbuffer`, `base` and `alpha` have a meaning for scene passes.
        metadata: String = "metadata" or "",
        /// Clear: colour, or `fog`.
        color: Option<String> = "color" or "",
        /// Clear: depth.
        depth: Option<f32> = "depth" or "",
        /// Clear: stencil.
        stencil: Option<i32> = "stencil" or "",
        /// Pass of techniques.
        pass: String = "pass" or "",
        /// Scene passes: `fronttoback` or `backtofront`.
        sort: String = "sort" or "fronttoback",
        /// Scene passes: whether pixels are marked in the stencil.
        mark_to_stencil: bool = "marktostencil" or "false",
        /// Scene passes: whether lights per vertex are used.
        vertex_lights: bool = "vertexlights" or "false",
        /// Forward lights: whether the first light is drawn with the base pass.
        use_lit_base: bool = "uselitbase" or "true",
        /// Vertex shader.
        vertex_shader: String = "vs" or "",
        /// Pixel shader.
        pixel_shader: String = "ps" or "",
        /// Defines of the vertex shader.
        vertex_defines: String = "vsdefines" or "",
        /// Defines of the pixel shader.
        pixel_defines: String = "psdefines" or "",
        /// Quad: blend mode.
        blend: String = "blend" or "replace",
        /// Name of an event.
        event: String = "name" or "",
        /// Target, or `viewport`.
        output: String = "output" or "viewport",
        /// Face of a cube map.
        face: u32 = "face" or "0",
        /// Target for depth and stencil.
        depth_stencil: String = "depthstencil" or "",
    }
    many {
        /// Further outputs.
        outputs: CommandOutput,
        /// Shader parameters.
        parameters: ShaderParameter,
        /// Textures.
        textures: CommandTexture,
    }
}

/// A render path of Urho3D and U3D: targets, then commands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderPath {
    /// Targets in file order.
    pub targets: Vec<RenderTarget>,
    /// Commands in file order.
    pub commands: Vec<RenderCommand>,
}

impl View for RenderPath {
    const KINDS: &'static [Kind] = &[Kind::RenderPath];
}

impl Convert for RenderPath {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        Ok(Self { targets: children(item), commands: children(item) })
    }

    fn to_node(&self, _: &Item<'_>) -> Node {
        let targets = self.targets.iter().map(|target| target.node(false));
        let commands = self.commands.iter().map(|command| command.node(false));
        Node { children: targets.chain(commands).collect(), ..Node::new("renderpath") }
    }
}
