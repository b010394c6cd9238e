//! Render paths for Urho3D and U3D.

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
        /// The word is missing or unknown, so the engine drops the command.
        None = "",
        /// Clears the output.
        Clear = "clear",
        /// Draws the objects in the scene, using a pass from their techniques.
        ScenePass = "scenepass",
        /// Draws a rectangle over the whole output with a shader.
        Quad = "quad",
        /// Draws the light passes of objects, for lights that are not deferred.
        ForwardLights = "forwardlights",
        /// Draws the volumes of deferred lights.
        LightVolumes = "lightvolumes",
        /// Draws the user interface.
        RenderUi = "renderui",
        /// Sends an event to the game.
        SendEvent = "sendevent",
    }
}

record! {
    /// A texture that commands can draw to.
    RenderTarget in "rendertarget" {
        /// The name. If it is missing, the engine skips the target.
        name: String = "name" or "",
        /// The name of a group that the game can switch on or off.
        tag: String = "tag" or "",
        /// Whether the target is on.
        enabled: bool = "enabled" or "true",
        /// The pixel format.
        format: String = "format" or "rgb",
        /// Whether this is a cube map.
        cubemap: bool = "cubemap" or "false",
        /// Whether to filter the texture when it is read.
        filter: bool = "filter" or "false",
        /// Whether the colours are sRGB.
        srgb: bool = "srgb" or "false",
        /// Whether to keep the content until the next frame.
        persistent: bool = "persistent" or "false",
        /// The size in pixels.
        size: Option<[f32; 2]> = "size" or "",
        /// The size as a divisor of the viewport size. If this is set, it is used instead of the other
        /// two.
        size_divisor: Option<[f32; 2]> = "sizedivisor" or "",
        /// The size as a factor of the viewport size.
        size_multiplier: Option<[f32; 2]> = "sizemultiplier" or "",
        /// The first number of the size. This overrides the number in the size.
        width: Option<f32> = "width" or "",
        /// The second number of the size. This overrides the number in the size.
        height: Option<f32> = "height" or "",
        /// The number of samples per pixel, from 1 to 16.
        multi_sample: i32 = "multisample" or "1",
        /// Whether to resolve the samples automatically.
        auto_resolve: bool = "autoresolve" or "true",
    }
}

record! {
    /// An output, if a command has several.
    CommandOutput in "output" {
        /// The slot, from 0 to 3.
        index: u32 = "index" or "0",
        /// The name of a target, or `viewport`.
        name: String = "name" or "",
        /// The face, if the target is a cube map.
        face: u32 = "face" or "0",
    }
}

record! {
    /// A shader parameter.
    ShaderParameter in "parameter" {
        /// The name of the parameter.
        name: String = "name" or "",
        /// The numbers.
        value: String = "value" or "",
    }
}

record! {
    /// A texture that a command reads.
    CommandTexture in "texture" {
        /// The texture unit.
        unit: String = "unit" or "diffuse",
        /// The name of a target, `viewport`, or a resource name.
        name: String = "name" or "",
    }
}

record! {
    /// A command in a render path.
    RenderCommand in "command" {
        /// What the command does.
        kind: CommandKind = "type" or "",
        /// The name of a group that the game can switch on or off.
        tag: String = "tag" or "",
        /// Whether the command is on.
        enabled: bool = "enabled" or "true",
        /// For a scene pass, `gbuffer`, `base` and `alpha` have a meaning.
        metadata: String = "metadata" or "",
        /// For `clear`: the colour, or `fog`.
        color: Option<String> = "color" or "",
        /// For `clear`: the depth.
        depth: Option<f32> = "depth" or "",
        /// For `clear`: the stencil.
        stencil: Option<i32> = "stencil" or "",
        /// The pass in the techniques.
        pass: String = "pass" or "",
        /// For a scene pass: `fronttoback` or `backtofront`.
        sort: String = "sort" or "fronttoback",
        /// For a scene pass: whether to mark the pixels in the stencil.
        mark_to_stencil: bool = "marktostencil" or "false",
        /// For a scene pass: whether to use lights per vertex.
        vertex_lights: bool = "vertexlights" or "false",
        /// For forward lights: whether to draw the first light together with the base pass.
        use_lit_base: bool = "uselitbase" or "true",
        /// The vertex shader.
        vertex_shader: String = "vs" or "",
        /// The pixel shader.
        pixel_shader: String = "ps" or "",
        /// The defines for the vertex shader.
        vertex_defines: String = "vsdefines" or "",
        /// The defines for the pixel shader.
        pixel_defines: String = "psdefines" or "",
        /// For a quad: the blend mode.
        blend: String = "blend" or "replace",
        /// The name of an event.
        event: String = "name" or "",
        /// The name of a target, or `viewport`.
        output: String = "output" or "viewport",
        /// The face, if the target is a cube map.
        face: u32 = "face" or "0",
        /// The target for depth and stencil.
        depth_stencil: String = "depthstencil" or "",
    }
    many {
        /// More outputs.
        outputs: CommandOutput,
        /// The shader parameters.
        parameters: ShaderParameter,
        /// The textures to read.
        textures: CommandTexture,
    }
}

/// A render path for Urho3D and U3D. It says in which steps a picture is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderPath {
    /// The targets in file order.
    pub targets: Vec<RenderTarget>,
    /// The commands in file order.
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
