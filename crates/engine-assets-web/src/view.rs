//! Creates glTF scenes for the viewer, pictures, and pixels of textures.

use engine_assets::asset_image::{Image, Mip, Pixels};
use engine_assets::asset_render::kinds::EMPTY_PICTURE;
use engine_assets::binio::Limits;
use engine_assets::convert::{ConvertOptions, Input, OutputFormat, ToScene, convert, matches_model_name};
use engine_assets::render::{Background, Preview, Renderer};
use engine_assets::{Asset, Error, Feature, FindingSummary, Typed};
use wasm_bindgen::prelude::*;

use crate::opened::Content;
use crate::{Session, files, findings, json, thrown};

/// The maximum number of animations to be included with a model. All others are left out.
const MOST_ANIMATIONS: usize = 200;

/// The other documents to open with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Open no other documents.
    None,
    /// Open the animations in the folder of a model, or the model in the folder of an animation.
    Beside,
}

/// A file that was created, with its findings.
#[wasm_bindgen]
pub struct Made {
    bytes: Vec<u8>,
    findings: Vec<FindingSummary>,
}

#[wasm_bindgen]
impl Made {
    /// Takes the content. This can only be called once.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the findings as JSON.
    pub fn findings(&self) -> Result<String, JsValue> {
        json(&self.findings)
    }
}

/// The pixels of a texture. There are four bytes for each pixel.
#[wasm_bindgen]
pub struct Texels {
    pixels: Pixels,
}

#[wasm_bindgen]
impl Texels {
    /// Returns the width in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Returns the height in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Returns the pixels as PNG.
    pub fn png(&self) -> Result<Vec<u8>, JsValue> {
        self.pixels.to_png().map_err(|error| crate::refused(error.to_string()))
    }

    /// Returns red, green, blue and alpha of all pixels, row by row.
    pub fn rgba(&self) -> Vec<u8> {
        self.pixels.as_bytes().to_vec()
    }
}

#[wasm_bindgen]
impl Session {
    /// Converts a model, a map or a material to glTF, to be shown by the viewer. This includes materials, and the
    /// animations from the same folder. If `lod` is not -1, only this level of detail is included. The names in
    /// `materials`, one for each geometry, are used instead of the materials from the project.
    pub fn scene(&mut self, file: u32, entry: i32, lod: i32, materials: Vec<String>) -> Result<Made, JsValue> {
        self.with_documents(file, entry, Others::Beside, |inputs, options| {
            let format = inputs.first().map(|input| input.asset.format());
            let options = options.material_names(materials);
            let (bytes, found) =
                if format.is_some_and(|format| OutputFormat::GLB.is_for(format) && !format.is_material()) {
                    let options = ConvertOptions::from(options).lod(usize::try_from(lod).ok());
                    let mut made = convert(inputs, OutputFormat::GLB, "scene.glb", &options)?;
                    (made.files.pop().map(|file| file.bytes).unwrap_or_default(), made.findings)
                } else {
                    Preview::of(inputs, &options)?.to_glb()?
                };
            Ok(Made { bytes, findings: findings(&found) })
        })
        .map_err(|error| thrown(&error))
    }

    /// Draws a picture on the CPU, and returns the bytes of a png file. Particles, and the poses of rigs, are shown
    /// after this many seconds. The background is a colour or a name, as the command takes it. If there would be nothing
    /// to see, this throws instead, so that nobody takes an empty picture for a result.
    pub fn picture(
        &mut self,
        file: u32,
        entry: i32,
        width: u32,
        height: u32,
        seconds: f32,
        background: &str,
    ) -> Result<Vec<u8>, JsValue> {
        let background: Background =
            background.parse().map_err(|_| crate::refused("expected a colour such as ff8000"))?;
        self.with_documents(file, entry, Others::Beside, |inputs, options| {
            let mut show = Preview::of(inputs, &options.picture_time(seconds))?;
            show.set_moment(None, seconds)?;
            let renderer = Renderer::new(width, height).background(background).scene_camera(true);
            let picture = show.picture(&renderer, None)?;
            match picture.findings.iter().find(|finding| finding.kind == EMPTY_PICTURE) {
                Some(empty) => Err(Error::Refused(empty.message.to_string())),
                None => Ok(picture.to_png()?),
            }
        })
        .map_err(|error| thrown(&error))
    }

    /// Returns the time in seconds that a picture of particles shows if none is asked for.
    pub fn usual_time(&mut self, file: u32, entry: i32) -> Result<f32, JsValue> {
        self.with_documents(
            file,
            entry,
            Others::None,
            |inputs, options| Ok(Preview::of(inputs, &options)?.usual_time()),
        )
        .map_err(|error| thrown(&error))
    }

    /// Decodes a surface of a texture or a font, given its level, face and layer.
    pub fn texels(&mut self, file: u32, entry: i32, mip: u32, face: u32, layer: u32) -> Result<Texels, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let surface = Mip(mip).face(face).layer(layer);
        let mut budget = Limits::default().budget();
        let asset = content.parse(self).map_err(|error| thrown(&error))?;
        let decoded = match (asset.typed(), asset.texture()) {
            (Typed::Image(image), _) => image.decode(surface, &mut budget),
            (_, Some(texture)) => Image::parse(texture).and_then(|image| image.decode(surface, &mut budget)),
            _ => return Err(crate::refused(format!("expected a texture, found a {}", asset.format().title()))),
        };
        let pixels = decoded.map_err(|error| crate::refused(error.to_string()))?;
        Ok(Texels { pixels })
    }
}

impl Session {
    /// Calls a function on a document, given its side file, the other documents to open with it, and its resources.
    pub(crate) fn with_documents<T>(
        &mut self,
        file: u32,
        entry: i32,
        others: Others,
        then: impl FnOnce(&[Input<'_, '_>], ToScene) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let content = self.content(file, entry)?;
        let asset = content.parse(self)?;
        let format = asset.format();
        let has_animations = format.has(Feature::AnimationsBeside);
        let names = match others {
            Others::Beside if has_animations => content.beside(self, "ani"),
            Others::Beside if format.is_animation() => content.beside(self, "mdl"),
            _ => Vec::new(),
        };
        let mut beside = Vec::new();
        for path in names.into_iter().take(MOST_ANIMATIONS) {
            let is_wanted = has_animations || matches_model_name(content.stem(), files::stem(&path));
            beside.extend(is_wanted.then(|| content.neighbour(self, path)).flatten());
        }
        let parsed: Vec<(&Content, Asset<'_>)> =
            beside.iter().filter_map(|other| Some((other, Asset::parse(&other.bytes, None).ok()?))).collect();
        let side = content.side(self, &asset);
        // The longest name is the closest.
        let model = parsed.iter().max_by_key(|(model, _)| model.stem().len()).filter(|_| format.is_animation());
        let side_of_model = model.and_then(|(model, asset)| model.side(self, asset));
        let mut inputs = vec![Input::new(content.stem(), &asset).resource(content.resource()).side(side.as_ref())];
        match others {
            Others::Beside if format.is_animation() => {
                let (model, asset) = model.ok_or_else(|| Error::Refused(no_model(&content)))?;
                // With its own name, it finds its materials.
                let model = Input::new(model.stem(), asset).resource(model.resource()).side(side_of_model.as_ref());
                inputs.insert(0, model);
            }
            _ => inputs.extend(parsed.iter().map(|(other, asset)| Input::beside(other.stem(), asset))),
        }
        let options = ToScene::default().resources(content.resources(self, format));
        then(&inputs, options)
    }
}

fn no_model(content: &Content) -> String {
    format!("no model for {} in its folder: drop both", content.stem())
}
