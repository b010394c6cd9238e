//! Writes images as texture files. This writes each image only once.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use asset_image::{Channel, Kind, Pixels, TextureOutput, TextureUse};
use asset_scene::{Filter, ImageId, Minify, Sampler, Scene, Wrap};
use binio::Budget;
use scene_adapter::look::{
    FilePair, MadeImage, ResourceFiles, TextureJob, TextureJobs, TextureLayout, decoding, file_name, image_bytes,
    image_name, image_pixels, plane, without_extension,
};

use super::super::images::Making;
use super::options::CreateMaterialOptions;
use crate::TEXTURE_FORMAT;

/// How to convert an image to a texture. This stores numbers as bits, so that they can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// Uses the file as it is.
    Plain,
    /// Moves roughness from green to red and metalness from blue to green, and multiplies both.
    Metal { roughness: u32, metalness: u32 },
    /// Copies red to all channels, with this strength.
    Occlusion(u32),
    /// Multiplies x and y of the normals.
    Normals(u32),
    /// Multiplies x and y of the normals, and stores x in alpha and y in green, for shaders with the define
    /// `PACKEDNORMAL`.
    PackedNormals(u32),
    /// Multiplies alpha.
    Alpha(u32),
}

impl Shape {
    pub(super) fn metal(roughness: f32, metalness: f32) -> Self {
        Self::Metal { roughness: roughness.to_bits(), metalness: metalness.to_bits() }
    }

    /// Returns the suffix for names of textures with this conversion.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Metal { .. } => "_roughmetal",
            Self::Occlusion(_) => "_occlusion",
            Self::Normals(_) => "_scaled",
            Self::PackedNormals(_) => "_packed",
            Self::Alpha(_) => "_cutout",
        }
    }

    fn apply(self, mut pixels: Pixels) -> Result<Pixels, asset_image::Error> {
        match self {
            Self::Plain => {}
            Self::Metal { roughness, metalness } => {
                pixels.multiply(Channel::G, f32::from_bits(roughness));
                pixels.multiply(Channel::B, f32::from_bits(metalness));
                let (rough, metal) = (pixels.channel(Channel::G), pixels.channel(Channel::B));
                return Pixels::combine([rough.into(), metal.into(), 0.into(), 255.into()]);
            }
            Self::Occlusion(strength) => {
                pixels.fade(Channel::R, f32::from_bits(strength));
                let red = pixels.channel(Channel::R);
                return Pixels::combine([red.into(), red.into(), red.into(), 255.into()]);
            }
            Self::Normals(scale) => pixels.scale_normals(f32::from_bits(scale)),
            Self::PackedNormals(scale) => {
                let scale = f32::from_bits(scale);
                if scale != 1.0 {
                    pixels.scale_normals(scale);
                }
                return packed(&pixels);
            }
            Self::Alpha(factor) => pixels.multiply(Channel::A, f32::from_bits(factor)),
        }
        Ok(pixels)
    }
}

/// A texture that must be created from images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Job {
    One(ImageId, Shape, TextureUse),
    /// A texture with roughness and metalness from one image, and occlusion from another, with this strength.
    Both {
        metal: Option<ImageId>,
        occlusion: Option<ImageId>,
        strength: u32,
    },
}

impl TextureJob for Job {
    fn images(self) -> impl Iterator<Item = ImageId> {
        let (first, second) = match self {
            Self::One(image, ..) => (Some(image), None),
            Self::Both { metal, occlusion, .. } => (metal, occlusion.filter(|image| Some(*image) != metal)),
        };
        first.into_iter().chain(second)
    }

    fn make(self, scene: &Scene<'_>, output: TextureOutput, budget: &mut Budget) -> MadeImage {
        let (pixels, usage) = match self {
            Self::One(image, shape, usage) => {
                let pixels = shape.apply(image_pixels(scene, image, budget)?);
                (pixels.map_err(|error| error.to_string())?, usage)
            }
            Self::Both { metal, occlusion, strength } => {
                (combined(scene, metal, occlusion, (f32::from_bits(strength), budget))?, TextureUse::Data)
            }
        };
        output.encode(pixels, usage).map_err(|error| error.to_string())
    }
}

fn combined(
    scene: &Scene<'_>,
    metal: Option<ImageId>,
    occlusion: Option<ImageId>,
    (strength, budget): (f32, &mut Budget),
) -> Result<Pixels, String> {
    let mut metal = metal.map(|image| image_pixels(scene, image, budget)).transpose()?;
    let mut shade = occlusion.map(|image| image_pixels(scene, image, budget)).transpose()?;
    if let (Some(metal), Some(shade)) = (&mut metal, &mut shade) {
        Pixels::make_equally_large(metal, shade).map_err(|error| error.to_string())?;
    }
    if let Some(shade) = &mut shade {
        shade.fade(Channel::R, strength);
    }
    let (metal, shade) = (metal.as_ref(), shade.as_ref());
    let sources = [plane(metal, Channel::G), plane(metal, Channel::B), 0.into(), plane(shade, Channel::R)];
    Pixels::combine(sources).map_err(|error| error.to_string())
}

/// Textures that were already created, by image and conversion.
type Known = HashMap<(Vec<ImageId>, Shape, Sampler, bool, TextureUse), Result<String, String>>;

/// Returns the texture from which an image was created, if the image was edited.
pub(super) fn edited_texture(scene: &Scene<'_>, image: ImageId) -> Option<String> {
    let layout = TextureLayout::<Making>::of(scene.images.get(image)?, TEXTURE_FORMAT)?;
    layout.is_edited(scene, image).then_some(layout.file)
}

/// Writes the files for all textures.
pub(super) struct Textures<'t, 's> {
    pub(super) scene: &'s Scene<'s>,
    pub(super) options: &'t CreateMaterialOptions<'t>,
    budget: &'t mut Budget,
    /// The base name to use for images that have no name.
    pub(super) model: &'t str,
    pub(super) files: ResourceFiles<'t>,
    known: Known,
    ahead: TextureJobs<Job>,
    /// The textures of unedited images. This is only computed when it is first needed.
    unedited: OnceCell<HashSet<String>>,
}

impl<'t, 's> Textures<'t, 's> {
    pub(super) fn new(
        scene: &'s Scene<'s>,
        model: &'t str,
        options: &'t CreateMaterialOptions<'t>,
        budget: &'t mut Budget,
    ) -> Self {
        Self {
            scene,
            options,
            budget,
            model,
            files: ResourceFiles::new(options.files),
            known: HashMap::new(),
            ahead: TextureJobs::default(),
            unedited: OnceCell::new(),
        }
    }

    /// Returns the texture name for an image, or an error that says why there is none. If `srgb` is set, the engine
    /// will read the file as sRGB.
    pub(super) fn get(
        &mut self,
        image: ImageId,
        shape: Shape,
        usage: TextureUse,
        sampler: Sampler,
        srgb: bool,
    ) -> Result<String, String> {
        let key = (vec![image], shape, sampler, srgb, usage);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if shape != Shape::Plain && self.ahead.want(&Job::One(image, shape, usage)) || self.ahead.is_listing() {
            return Ok(String::new());
        }
        let layout = self.layout(image).filter(|layout| shape == Shape::Plain && layout.made == Making::Plain);
        if let Some(layout) = layout.filter(|layout| self.is_as_there(image, layout)) {
            return Ok(layout.file);
        }
        let made = self.file_of(image, shape, usage).map(|(bytes, extension)| {
            let wanted = format!("{}{}.{extension}", self.base(image), shape.suffix());
            self.add_texture(&wanted, bytes, self.is_new(image, &wanted), parameters(sampler, srgb))
        });
        self.known.insert(key, made.clone());
        made
    }

    /// Returns the texture name for rbfx, with roughness, metalness, and occlusion in alpha.
    pub(super) fn properties(
        &mut self,
        metal: Option<ImageId>,
        occlusion: Option<ImageId>,
        (strength, sampler): (f32, Sampler),
    ) -> Result<String, String> {
        let Some(main) = metal.or(occlusion) else { return Err("no image".to_owned()) };
        let images = metal.into_iter().chain(occlusion).collect();
        let key = (images, Shape::Occlusion(strength.to_bits()), sampler, metal.is_some(), TextureUse::Data);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let job = Job::Both { metal, occlusion, strength: strength.to_bits() };
        if self.ahead.want(&job) {
            return Ok(String::new());
        }
        let made = self.made(job).map(|(bytes, extension)| {
            let wanted = format!("{}_properties.{extension}", self.base(main));
            self.add_texture(&wanted, bytes, self.is_new(main, &wanted), parameters(sampler, false))
        });
        self.known.insert(key, made.clone());
        made
    }

    /// Returns whether this is not the texture from which the image was created. If so, it must not replace a file in
    /// the project.
    fn is_new(&self, image: ImageId, wanted: &str) -> bool {
        self.layout(image).is_none_or(|layout| !layout.file.eq_ignore_ascii_case(wanted))
    }

    fn bytes(&self, image: ImageId) -> Result<Cow<'s, [u8]>, String> {
        image_bytes(self.scene, image)
    }

    fn pixels(&mut self, image: ImageId) -> Result<Pixels, String> {
        let scene = self.scene;
        decoding(&mut self.ahead.decoded, image, self.budget, |budget| image_pixels(scene, image, budget))
    }

    /// Returns the bytes of a texture, and its file extension.
    fn file_of(&mut self, image: ImageId, shape: Shape, usage: TextureUse) -> MadeImage {
        if shape == Shape::Plain {
            let bytes = self.bytes(image)?;
            let kind = Kind::of(&bytes).ok_or("its image is of an unknown kind")?;
            // Kinds that the engines don't read; unchanged images of other kinds needn't be decoded.
            if !matches!(kind, Kind::Ktx2 | Kind::Vtf) && self.options.files.texture_output.keeps(&bytes) {
                self.files.spend(std::iter::once(image), bytes.len() as u64, self.budget)?;
                return Ok((bytes.into_owned(), kind.name()));
            }
        }
        self.made(Job::One(image, shape, usage))
    }

    /// Returns the result of a conversion. This uses the cache if possible.
    fn made(&mut self, job: Job) -> MadeImage {
        let output = self.options.files.texture_output;
        self.ahead.make(job, self.scene, output, &mut self.files, self.budget)
    }

    /// Starts a list of textures.
    pub(super) fn begin_list(&mut self) {
        self.ahead.list();
    }

    /// Creates the textures in the list, using all cores.
    pub(super) fn make_listed(&mut self) {
        self.ahead.make_listed(self.scene, self.options.files.texture_output, self.budget);
    }

    /// Returns the texture name for an image, without extension. This is the name of its source file, or its own name.
    fn base(&self, id: ImageId) -> String {
        if let Some(layout) = self.layout(id) {
            return without_extension(&layout.file).to_owned();
        }
        let own = self.scene.images.get(id).map(image_name).filter(|name| !name.is_empty());
        let name = own.unwrap_or_else(|| file_name(&format!("{}_Texture{}", self.model, id.index())));
        self.options.place("Textures", &name)
    }

    /// Returns what an image stores about its source texture, if it can be written to a file.
    fn layout(&self, id: ImageId) -> Option<TextureLayout<Making>> {
        TextureLayout::of(self.scene.images.get(id)?, TEXTURE_FORMAT)
    }

    /// Returns whether the source texture of an image exists and the image was not edited.
    fn is_as_there(&self, id: ImageId, layout: &TextureLayout<Making>) -> bool {
        self.options.files.exists(&layout.file) && !layout.is_edited(self.scene, id)
    }

    /// If an image was edited, reserves the name of its texture for other images that were created from it and were not
    /// edited.
    fn keep_for_others(&mut self, id: ImageId, layout: &TextureLayout<Making>) {
        let find = || TextureLayout::<Making>::unedited_files(self.scene, TEXTURE_FORMAT);
        if layout.is_edited(self.scene, id) && self.unedited.get_or_init(find).contains(&layout.file) {
            self.files.reserve(&layout.file);
        }
    }

    /// Returns the source texture of an image. If it exists and the image was not edited, or if both have the same
    /// bytes, this is its name. Otherwise this function writes a file with the same pixels.
    pub(super) fn original(&mut self, id: ImageId) -> Result<String, String> {
        let layout = self.layout(id).ok_or("its image says nothing about it")?;
        if self.ahead.is_listing() {
            return Ok(layout.file);
        }
        if self.is_as_there(id, &layout) {
            return Ok(layout.file);
        }
        self.keep_for_others(id, &layout);
        let bytes = self.bytes(id)?;
        let kind = Kind::of(&bytes).ok_or("its image is of an unknown kind")?;
        let extension = layout.file.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
        let base = without_extension(&layout.file);
        if layout.made == Making::Plain {
            self.files.spend(std::iter::once(id), bytes.len() as u64, self.budget)?;
            let is_same_kind = extension.replace("jpeg", "jpg") == kind.name();
            let file = if is_same_kind { layout.file.clone() } else { format!("{base}.{}", kind.name()) };
            return Ok(self.add(&file, bytes.into_owned()));
        }
        drop(bytes);
        let pixels = self.pixels(id)?;
        let png =
            layout.made.undo(pixels).and_then(|pixels| pixels.to_png_quickly()).map_err(|error| error.to_string())?;
        self.files.spend(std::iter::once(id), png.len() as u64, self.budget)?;
        Ok(self.add(&format!("{base}.png"), png))
    }

    /// Adds a texture and, if it needs one, its parameter file. A new texture doesn't overwrite files in the project,
    /// but any other texture replaces its source.
    fn add_texture(&mut self, wanted: &str, bytes: Vec<u8>, is_new: bool, parameters: Option<String>) -> String {
        let Some(parameters) = parameters else {
            return if is_new { self.add_new(wanted, bytes) } else { self.add(wanted, bytes) };
        };
        let prefix = is_new.then(|| file_name(self.model));
        let pair = FilePair { bytes: &bytes, end: ".xml", second: parameters.as_bytes() };
        let name = self.files.free_pair(wanted, prefix.as_deref(), &pair);
        self.add(&format!("{}.xml", without_extension(&name)), parameters.into_bytes());
        self.add(&name, bytes)
    }

    /// Adds a new file, which doesn't overwrite files in the project.
    pub(super) fn add_new(&mut self, wanted: &str, bytes: Vec<u8>) -> String {
        if self.ahead.is_listing() {
            return wanted.to_owned();
        }
        self.files.add_new(wanted, &file_name(self.model), bytes)
    }

    /// Adds a file. If its name is already used for other content, it gets another name.
    pub(super) fn add(&mut self, wanted: &str, bytes: Vec<u8>) -> String {
        if self.ahead.is_listing() {
            return wanted.to_owned();
        }
        self.files.add(wanted, bytes)
    }
}

/// Returns the parameter file for a texture, if it needs one. This does not write linear filters with mipmaps, because
/// this is the default in a project.
fn parameters(sampler: Sampler, srgb: bool) -> Option<String> {
    let mut lines = String::new();
    for (coord, wrap) in [("u", sampler.wrap_s), ("v", sampler.wrap_t)] {
        let mode = match wrap {
            Wrap::Repeat => continue,
            Wrap::Mirror => "mirror",
            Wrap::Clamp => "clamp",
        };
        lines += &format!("\t<address coord=\"{coord}\" mode=\"{mode}\" />\n");
    }
    let mode = match (sampler.magnify, sampler.minify) {
        (Some(Filter::Nearest), Some(Minify { filter: Filter::Linear, mipmaps: Some(Filter::Linear) })) => {
            Some("nearestanisotropic")
        }
        (Some(Filter::Nearest), _) | (None, Some(Minify { filter: Filter::Nearest, .. })) => Some("nearest"),
        (_, Some(Minify { mipmaps: Some(Filter::Nearest), .. })) => Some("bilinear"),
        _ => None,
    };
    if let Some(mode) = mode {
        lines += &format!("\t<filter mode=\"{mode}\" />\n");
    }
    if matches!(sampler.minify, Some(Minify { mipmaps: None, .. })) {
        lines += "\t<mipmap enable=\"false\" />\n";
    }
    if srgb {
        lines += "\t<srgb enable=\"true\" />\n";
    }
    (!lines.is_empty()).then(|| format!("<texture>\n{lines}</texture>\n"))
}

/// Returns whether the engine has the same filter as the sampler.
pub(super) fn has_filter(sampler: Sampler) -> bool {
    use Filter::{Linear, Nearest};
    let Some(Minify { filter, mipmaps }) = sampler.minify else { return true };
    match sampler.magnify {
        Some(Nearest) => !matches!((filter, mipmaps), (Linear, Some(Nearest) | None) | (Nearest, Some(Linear))),
        Some(Linear) => filter == Linear,
        None => (filter, mipmaps) != (Nearest, Some(Linear)),
    }
}

/// Moves x of the normals to alpha, and keeps y in green.
fn packed(pixels: &Pixels) -> Result<Pixels, asset_image::Error> {
    let (x, y) = (pixels.channel(Channel::R), pixels.channel(Channel::G));
    Pixels::combine([255.into(), y.into(), 255.into(), x.into()])
}

impl Making {
    /// Undoes the conversion of a texture's pixels.
    fn undo(self, mut pixels: Pixels) -> Result<Pixels, asset_image::Error> {
        match self {
            Self::Plain => Ok(pixels),
            Self::Normals => packed(&pixels),
            Self::Metal { roughness, metalness, occlusion } => {
                let moved = |by: i16| move |value: u8| i16::from(value).saturating_sub(by).clamp(0, 255) as u8;
                pixels.map(Channel::G, moved(roughness));
                pixels.map(Channel::B, moved(metalness));
                let [red, green, blue] = [Channel::R, Channel::G, Channel::B].map(|channel| pixels.channel(channel));
                let alpha = if occlusion { red.into() } else { 255.into() };
                Pixels::combine([green.into(), blue.into(), 0.into(), alpha])
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use asset_scene::{Image, Source};
    use binio::Limits;

    #[test]
    fn files_of_edited_images_spend_the_budget() {
        let mut scene = Scene::default();
        let file = "Textures/a.png".to_owned();
        let layout = TextureLayout { layout: 1, file, made: Making::Plain, sum: String::new() };
        let source = Some(Source::of_layout(TEXTURE_FORMAT, &layout).into());
        let png = Pixels::filled(4, 4, [1, 2, 3, 4]).and_then(|pixels| pixels.to_png()).unwrap();
        let image = scene.images.push(Image { bytes: png.into(), source, ..Image::default() });
        let options = CreateMaterialOptions::default();
        let original = |most: u64| {
            let mut budget = Limits::default().max_expanded_bytes(most).budget();
            Textures::new(&scene, "Wall", &options, &mut budget).original(image)
        };
        assert_eq!(original(1 << 20).as_deref(), Ok("Textures/a.png"));
        assert!(original(8).is_err());
    }
}
