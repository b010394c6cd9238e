//! Migrates render paths and post-processing. In rbfx these become a `RenderPipeline` in a prefab.

use urho_scene::urho_core::Variant;
use urho_scene::urho_core::tree::{Element, XmlTree};
use urho_scene::{Document, Encoding, Engine, Kind, Scene, WriteOptions};

use super::context::{Context, Made, line_of};
use super::report::Action;

/// The format name in reports.
const FORMAT: &str = "render-path";

/// The passes of a pipeline in rbfx, in order, and whether they draw something that Urho3D always draws.
const PASSES: [(&str, bool); 10] = [
    ("Postprocess: Exposure", false),
    ("Postprocess: SSAO", false),
    ("Postprocess: Bloom", false),
    ("Postprocess: Draw Outlines", true),
    ("Postprocess: Tone Mapping", false),
    ("Postprocess: Adjust Color", false),
    ("Postprocess: FXAA v2", false),
    ("Postprocess: FXAA v3", false),
    ("Postprocess: Chromatic Aberration", false),
    ("Postprocess: Vignette", false),
];

/// The shaders for post-processing in Urho3D, and the pass that does the same. If a name begins with another one, the
/// longer must come first.
const EFFECTS: [(&str, &str); 8] = [
    ("BloomHDR", "Postprocess: Bloom"),
    ("Bloom", "Postprocess: Bloom"),
    ("AutoExposure", "Postprocess: Exposure"),
    ("Tonemap", "Postprocess: Tone Mapping"),
    ("FXAA2", "Postprocess: FXAA v2"),
    ("FXAA3", "Postprocess: FXAA v3"),
    ("ColorCorrection", "Postprocess: Adjust Color"),
    ("GreyScale", "Postprocess: Adjust Color"),
];

/// The shader defines for tone mapping in Urho3D, and the mode that does the same in rbfx. Mode 0 does nothing.
const TONE_MAPPING: [(&str, i32); 3] = [("REINHARDEQ3", REINHARD), ("REINHARDEQ4", 2), ("UNCHARTED2", 3)];
const REINHARD: i32 = 1;

/// Parameters with the values from Urho3D's own files. The project hasn't chosen them, so they need not be reported.
const USUAL: [(&str, &[f32]); 6] = [
    ("BloomMix", &[0.9, 0.4]),
    ("BloomHDRMix", &[1.0, 0.4]),
    ("FXAAParams", &[0.4, 0.5, 0.75]),
    ("TonemapExposureBias", &[1.0]),
    ("TonemapMaxWhite", &[8.0]),
    ("TonemapMaxWhite", &[4.0]),
];

/// The values of the attributes "Color Space" and "Lighting Mode".
const LDR_LINEAR: i32 = 1;
const HDR_LINEAR: i32 = 2;
const DEFERRED_PHONG: i32 = 1;
const DEFERRED_PBR: i32 = 2;

/// Returns whether this text is a render path.
pub(super) fn is_render_path(bytes: &[u8]) -> bool {
    XmlTree::parse(bytes).is_ok_and(|tree| tree.root(bytes).name() == "renderpath")
}

/// Migrates a render path. Returns `None` if the file is not a render path.
pub(super) fn migrate(context: &Context, bytes: &[u8]) -> Option<Made> {
    let tree = XmlTree::parse(bytes).ok()?;
    let root = tree.root(bytes);
    if root.name() != "renderpath" {
        return None;
    }
    if context.to != Engine::Rbfx {
        return Some(Made::copied(FORMAT));
    }
    let mut pipeline = Pipeline::default();
    for target in root.children_named("rendertarget") {
        let format = attribute(target, "format").to_lowercase();
        pipeline.readable_depth |= format == "readabledepth" || format == "lineardepth";
    }
    for command in root.children_named("command") {
        pipeline.command(command, line_of(bytes, command.offset()));
    }
    Some(pipeline.migrated(bytes))
}

fn attribute(element: Element<'_, '_>, name: &str) -> String {
    element.attribute(name).map(|text| text.to_string()).unwrap_or_default()
}

/// A pipeline that is being built.
#[derive(Default)]
struct Pipeline {
    passes: Vec<(&'static str, bool)>,
    lighting: i32,
    color_space: i32,
    readable_depth: bool,
    /// The names and values for "Render Path Parameters".
    parameters: Vec<(&'static str, Variant<'static>)>,
    changes: Vec<String>,
    by_hand: Vec<String>,
    /// The range of luminances for automatic exposure.
    luminance: Option<(f32, f32)>,
    grey: Option<f32>,
    /// Commands that rbfx has no equivalent for, with their lines.
    left: Vec<(usize, String)>,
}

impl Pipeline {
    fn command(&mut self, command: Element<'_, '_>, line: usize) {
        let shader = attribute(command, "ps");
        match attribute(command, "type").to_lowercase().as_str() {
            "lightvolumes" => {
                let is_pbr = shader.starts_with("PBR");
                self.lighting = if is_pbr { DEFERRED_PBR } else { DEFERRED_PHONG };
            }
            "quad" => self.quad(command, &shader, line),
            "sendevent" => {
                let event = attribute(command, "name");
                self.left(line, format!("event {event}: a RenderPipeline sends none"));
            }
            _ => {}
        }
    }

    fn quad(&mut self, command: Element<'_, '_>, shader: &str, line: usize) {
        let is_on = attribute(command, "enabled") != "false";
        match shader {
            "GammaCorrection" if is_on => {
                self.color_space = self.color_space.max(LDR_LINEAR);
                return;
            }
            // The end of deferred lighting, and copies of the picture.
            "CopyFramebuffer" | "DeferredLight" | "PBRDeferred" => return,
            _ => {}
        }
        let Some((effect, pass)) = EFFECTS.iter().find(|(effect, _)| shader.starts_with(effect)) else {
            self.left(line, format!("{shader}: no pass of a RenderPipeline does this; write one in C++"));
            return;
        };
        if is_on && matches!(*effect, "BloomHDR" | "AutoExposure" | "Tonemap") {
            self.color_space = HDR_LINEAR;
        }
        if is_on {
            self.mode(effect, &attribute(command, "psdefines"));
        }
        if *effect == "ColorCorrection" {
            self.left(
                line,
                "ColorCorrection: the lookup texture has no counterpart; set \"Adjust Color: …\"".to_owned(),
            );
        }
        match self.passes.iter_mut().find(|(known, _)| known == pass) {
            Some((_, known)) => *known |= is_on,
            None => self.passes.push((pass, is_on)),
        }
        self.parameters(command, shader);
    }

    /// Sets the parameters for a pass. Tone mapping and exposure would do nothing without them, because rbfx controls
    /// them by parameters and not by shader defines.
    fn mode(&mut self, effect: &str, defines: &str) {
        let has = |define: &str| defines.split(' ').any(|word| word == define);
        match effect {
            "GreyScale" => self.set("Adjust Color: HSVParams", Variant::Vector4([1.0, 0.0, 1.0, 1.0])),
            "AutoExposure" => self.set("Exposure: Automatic", Variant::Bool(1)),
            "Tonemap" => {
                let mode = TONE_MAPPING.iter().find(|(define, _)| has(define)).map_or(REINHARD, |(_, mode)| *mode);
                self.set("Tone Mapping: Mode", Variant::Int(mode));
            }
            _ => {}
        }
    }

    fn set(&mut self, name: &'static str, value: Variant<'static>) {
        match self.parameters.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.parameters.push((name, value)),
        }
    }

    /// Writes the parameters that mean the same in both engines. All others are listed, unless they have their usual
    /// values.
    fn parameters(&mut self, command: Element<'_, '_>, shader: &str) {
        for parameter in command.children_named("parameter") {
            let (name, value) = (attribute(parameter, "name"), attribute(parameter, "value"));
            let numbers: Vec<f32> = value.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
            match (name.as_str(), numbers.as_slice()) {
                ("BloomThreshold" | "BloomHDRThreshold", [number]) => {
                    self.set("Bloom: Min Brightness", Variant::Float(*number));
                }
                ("AutoExposureAdaptRate", [number]) => self.set("Exposure: Adapt Rate", Variant::Float(*number)),
                ("AutoExposureLumRange", [low, high]) if *low > 0.0 && *high > 0.0 => {
                    self.luminance = Some((*low, *high));
                }
                ("AutoExposureMiddleGrey", [grey]) => self.grey = Some(*grey),
                _ => {
                    let is_usual = USUAL.iter().any(|(known, usual)| *known == name && **usual == *numbers);
                    // Sizes and directions of blurs are no choice of the game.
                    let is_choice = ["Mix", "Bias", "White", "FXAAParams", "Threshold", "Rate", "Range", "MiddleGrey"];
                    let text = format!("{shader}: {name} {value} isn't written; set \"Render Path Parameters\"");
                    if !is_usual && is_choice.iter().any(|word| name.contains(word)) && !self.by_hand.contains(&text) {
                        self.by_hand.push(text);
                    }
                }
            }
        }
    }

    /// Converts the exposure: Urho3D multiplies by the middle grey divided by a luminance in the range, but rbfx
    /// multiplies by an exposure in its own range.
    fn exposure(&mut self) {
        if let (Some((low, high)), Some(grey)) = (self.luminance, self.grey) {
            self.set("Exposure: Min", Variant::Float(grey / high));
            self.set("Exposure: Max", Variant::Float(grey / low));
        }
    }

    fn left(&mut self, line: usize, text: String) {
        if self.left.iter().all(|(_, known)| *known != text) {
            self.left.push((line, text));
        }
    }

    fn migrated(mut self, bytes: &[u8]) -> Made {
        self.exposure();
        if !self.parameters.is_empty() {
            let names: Vec<&str> = self.parameters.iter().map(|(name, _)| *name).collect();
            self.changes.push(format!("parameters of the passes: {}", names.join(", ")));
        }
        let written = self.prefab().and_then(|document| document.to_bytes());
        let mut migrated = match written {
            Ok(content) => Made { content: Some(content), ..Made::new(FORMAT, Action::Converted) },
            Err(error) => return Made::refused(FORMAT, error),
        };
        migrated.by_hand(Some(line_of(bytes, 0)), "rbfx has no render paths of XML: copy the RenderPipeline of the prefab to the scenes that are shown with it");
        let names: Vec<&str> = self.passes.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| *name).collect();
        if !names.is_empty() {
            migrated.changed(format!("passes of the pipeline: {}", names.join(", ")));
        }
        for (line, text) in self.left.drain(..) {
            migrated.by_hand(Some(line), text);
        }
        for text in self.changes.drain(..) {
            migrated.changed(text);
        }
        for text in self.by_hand.drain(..) {
            migrated.by_hand(None, text);
        }
        migrated
    }

    fn prefab(&self) -> Result<Document<'static>, urho_scene::Error> {
        let engine = Engine::Rbfx;
        let mut scene = Scene::new(engine, Kind::Prefab);
        let node = scene.add_node(0, "RenderPipeline").unwrap_or_default();
        if let Some(pipeline) = scene.add_component(node, "RenderPipeline") {
            let is_on = |name: &str, usual: bool| {
                self.passes.iter().find(|(known, _)| *known == name).map_or(usual, |pass| pass.1)
            };
            let passes = PASSES.iter().flat_map(|(name, usual)| {
                [Variant::String((*name).into()), Variant::Bool(u8::from(is_on(name, *usual)))]
            });
            let attributes = &mut pipeline.attributes;
            attributes.set(engine, "Render Passes", Variant::VariantVector(passes.collect()));
            if !self.parameters.is_empty() {
                let parameters = self.parameters.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
                attributes.set(engine, "Render Path Parameters", Variant::StringVariantMap(parameters));
            }
            attributes.set(engine, "Color Space", Variant::Int(self.color_space));
            attributes.set(engine, "Readable Depth", Variant::Bool(u8::from(self.readable_depth)));
            attributes.set(engine, "Lighting Mode", Variant::Int(self.lighting));
        }
        Document::from_scene(scene, Encoding::ArchiveXml, &WriteOptions::default()).map(|(document, _)| document)
    }
}
