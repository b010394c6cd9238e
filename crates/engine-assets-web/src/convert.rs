//! Converts files.

use engine_assets::Globs;
use engine_assets::asset_scene::motion::Span;
use engine_assets::convert::{ConvertOptions, Converted, Input, Motion, OutputFormat, ToScene, convert};
use engine_assets::urho_mdl::Repair;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::view::Others;
use crate::{Session, findings, json, refused, thrown};

/// The options for a conversion.
#[derive(Deserialize)]
#[serde(default)]
struct Options {
    lossy: bool,
    materials: Vec<String>,
    /// The name of the only animation to be included, or an empty string to include all of them.
    animation: String,
    repairs: Vec<String>,
    motion: MotionOptions,
    originals: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lossy: true,
            materials: Vec::new(),
            animation: String::new(),
            repairs: Vec::new(),
            motion: MotionOptions::default(),
            originals: true,
        }
    }
}

/// The changes to animations; see [`Motion`].
#[derive(Deserialize, Default)]
#[serde(default)]
struct MotionOptions {
    clip: Option<ClipOptions>,
    speed: Option<f32>,
    reverse: bool,
    mirror: bool,
    in_place: bool,
    close_loop: Option<u32>,
    fps: Option<f32>,
}

/// A part of an animation, in seconds.
#[derive(Deserialize)]
struct ClipOptions {
    name: String,
    from: f32,
    to: f32,
}

impl MotionOptions {
    fn motion(self) -> Motion {
        let mut motion = Motion::default();
        motion.clips = self.clip.into_iter().map(|clip| Span::new(clip.name, clip.from, clip.to)).collect();
        motion.speed = self.speed;
        motion.reverse = self.reverse;
        motion.mirror = self.mirror;
        motion.in_place = self.in_place;
        motion.close_loop = self.close_loop;
        motion.fps = self.fps;
        motion
    }
}

/// The files created by a conversion. Use [`names`](Self::names) to get their names, and then [`take`](Self::take) to
/// get each of them.
#[wasm_bindgen]
pub struct Outputs {
    made: Converted,
}

#[wasm_bindgen]
impl Outputs {
    /// Returns the names of the files as a JSON list. The last of them is the requested file.
    pub fn names(&self) -> Result<String, JsValue> {
        json(&self.made.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>())
    }

    /// Takes the content of a file. This can only be called once for each file, because the memory is then free for the
    /// next file.
    pub fn take(&mut self, number: usize) -> Vec<u8> {
        self.made.files.get_mut(number).map(|file| std::mem::take(&mut file.bytes)).unwrap_or_default()
    }

    /// Returns the findings as JSON.
    pub fn findings(&self) -> Result<String, JsValue> {
        json(&findings(&self.made.findings))
    }
}

#[wasm_bindgen]
impl Session {
    /// Converts a file or an entry to the file `output`, in the format named by `output_format`. To see which names are
    /// possible, look at the formats returned by [`open`](Session::open).
    pub fn convert(
        &mut self,
        file: u32,
        entry: i32,
        output_format: &str,
        output: &str,
        options: &str,
    ) -> Result<Outputs, JsValue> {
        let chosen: Options = serde_json::from_str(options).map_err(|error| refused(error.to_string()))?;
        let output_format = OutputFormat::from_name(output_format).unwrap_or(OutputFormat::SAME);
        let motion = chosen.motion.motion();
        // The name of an animation isn't a pattern.
        let animations = match chosen.animation.as_str() {
            "" => Globs::default(),
            name => Globs::new([Globs::escape(name)]).map_err(|error| refused(error.to_string()))?,
        };
        let repairs: Vec<Repair> = chosen.repairs.iter().filter_map(|name| Repair::from_name(name)).collect();
        let apply = move |mut options: ConvertOptions| {
            if !output_format.is_gltf() {
                options = options.resources(None);
            }
            if output_format.is_gltf() {
                options = options.material_names(chosen.materials.iter());
            }
            options
                .lossy(chosen.lossy && !output_format.is_gltf())
                .originals(chosen.originals || !output_format.is_gltf())
                .repairs(repairs.clone())
                .animations(animations)
                .motion(motion)
        };
        let others = if output_format.is_gltf() { Others::Beside } else { Others::None };
        let made = self.with_documents(file, entry, others, |inputs: &[Input<'_, '_>], options: ToScene| {
            convert(inputs, output_format, output, &apply(options.into()))
        });
        made.map(|made| Outputs { made }).map_err(|error| thrown(&error))
    }
}
