//! Writes images as texture files. This writes each image only once.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use asset_image::{Channel, Kind, Pixels, TextureOutput, TextureUse};
use asset_scene::{Alpha, ImageId, Material, Scene, sum};
use binio::Budget;
use pragma_asset::Encoding;
use scene_adapter::look::{
    MadeImage, NO_IMAGE, Report, ResourceFiles, TextureJob, TextureJobs, TextureLayout, image_bytes, image_name,
    image_pixels, plane, without_extension,
};

use super::super::Making;
use super::super::rule::Rule;
use super::options::CreateMaterialOptions;
use super::resource_names::{MATERIALS, TEXTURES, is_material_resource};
use crate::TEXTURE_FORMAT;

/// Returns the texture from which an image was created, if the image was edited.
pub(super) fn edited_texture(scene: &Scene<'_>, image: ImageId) -> Option<String> {
    let layout = TextureLayout::<Making>::of(scene.images.get(image)?, TEXTURE_FORMAT)?;
    layout.is_edited(scene, image).then_some(layout.file)
}

/// How to convert images to a texture. This stores numbers as bits, so that they can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// Uses the file as it is.
    Plain(ImageId, TextureUse),
    /// Multiplies x and y of the normals.
    Normals(ImageId, u32),
    /// Puts occlusion in red (with this strength), roughness in green and metalness in blue.
    Packed { metal: Option<ImageId>, occlusion: Option<ImageId>, strength: u32 },
}

impl Shape {
    /// Returns whether to use the file without conversion.
    fn is_plain(self) -> bool {
        match self {
            Self::Plain(..) => true,
            Self::Normals(..) => false,
            Self::Packed { metal, occlusion, strength } => metal == occlusion && f32::from_bits(strength) == 1.0,
        }
    }

    /// Returns what to use the pixels for.
    fn usage(self) -> TextureUse {
        match self {
            Self::Plain(_, usage) => usage,
            Self::Normals(..) => TextureUse::Normals,
            Self::Packed { .. } => TextureUse::Data,
        }
    }
}

impl TextureJob for Shape {
    fn images(self) -> impl Iterator<Item = ImageId> {
        let (first, second) = match self {
            Self::Plain(image, _) | Self::Normals(image, _) => (Some(image), None),
            Self::Packed { metal, occlusion, .. } => (metal, occlusion.filter(|image| Some(*image) != metal)),
        };
        first.into_iter().chain(second)
    }

    /// Creates the texture. If this is the image itself, there are no bytes.
    fn make(self, scene: &Scene<'_>, output: TextureOutput, budget: &mut Budget) -> MadeImage {
        let pixels = match self {
            Self::Plain(image, _) => Some(image_pixels(scene, image, budget)?),
            Self::Normals(image, scale) => {
                let mut pixels = image_pixels(scene, image, budget)?;
                pixels.scale_normals(f32::from_bits(scale));
                Some(pixels)
            }
            Self::Packed { metal, occlusion, strength } => {
                packed(scene, metal, occlusion, (f32::from_bits(strength), budget))?
            }
        };
        let file =
            pixels.map(|pixels| output.encode(pixels, self.usage()).map_err(|error| error.to_string())).transpose()?;
        Ok(file.unwrap_or((Vec::new(), "png")))
    }
}

/// Puts occlusion, roughness and metalness into one texture. Returns `None` if this is not necessary, because there is
/// only one image which already is this texture.
fn packed(
    scene: &Scene<'_>,
    metal: Option<ImageId>,
    occlusion: Option<ImageId>,
    (strength, budget): (f32, &mut Budget),
) -> Result<Option<Pixels>, String> {
    let mut rough = metal.map(|image| image_pixels(scene, image, budget)).transpose()?;
    let mut shade = occlusion.map(|image| image_pixels(scene, image, budget)).transpose()?;
    let is_full = |pixels: &Pixels, channels: &[Channel]| {
        channels.iter().all(|channel| pixels.channel(*channel).constant() == Some(255))
    };
    let is_plain = match (&rough, &shade) {
        (Some(rough), None) => is_full(rough, &[Channel::R]),
        (None, Some(shade)) => strength == 1.0 && is_full(shade, &[Channel::G, Channel::B]),
        _ => false,
    };
    if is_plain {
        return Ok(None);
    }
    if let (Some(rough), Some(shade)) = (&mut rough, &mut shade) {
        Pixels::make_equally_large(rough, shade).map_err(|error| error.to_string())?;
    }
    if let Some(shade) = &mut shade {
        shade.fade(Channel::R, strength);
    }
    let (rough, shade) = (rough.as_ref(), shade.as_ref());
    let sources = [plane(shade, Channel::R), plane(rough, Channel::G), plane(rough, Channel::B), 255.into()];
    Pixels::combine(sources).map(Some).map_err(|error| error.to_string())
}

/// Writes the files for all textures and materials.
pub(super) struct Textures<'t, 's> {
    pub(super) scene: &'s Scene<'s>,
    pub(super) options: &'t CreateMaterialOptions<'t>,
    budget: &'t mut Budget,
    pub(super) files: ResourceFiles<'t>,
    /// Names that can't be used, in lower case and without extension, for textures and for materials.
    taken: HashSet<(String, bool)>,
    /// The file names that were chosen, given the name that was asked for, whether it is a material, and the extension
    /// with a sum of the content.
    given: HashMap<(String, bool, String), String>,
    /// The last number that was tried for each name.
    numbers: HashMap<(String, bool), usize>,
    known: HashMap<Shape, Result<String, String>>,
    ahead: TextureJobs<Shape>,
    /// The textures of unedited images. This is only computed when it is first needed.
    unedited: OnceCell<HashSet<String>>,
    /// The images that are used by materials that aren't opaque. This is only computed when it is first needed.
    transparent: OnceCell<HashSet<ImageId>>,
}

impl<'t, 's> Textures<'t, 's> {
    pub(super) fn new(scene: &'s Scene<'s>, options: &'t CreateMaterialOptions<'t>, budget: &'t mut Budget) -> Self {
        let (files, taken) = (ResourceFiles::new(options.files), HashSet::new());
        let (given, numbers, known) = (HashMap::new(), HashMap::new(), HashMap::new());
        let ahead = TextureJobs::default();
        let (unedited, transparent) = (OnceCell::new(), OnceCell::new());
        Self { scene, options, budget, files, taken, given, numbers, known, ahead, unedited, transparent }
    }

    /// Returns the texture name for a shape, or an error that says why there is none.
    pub(super) fn get(&mut self, shape: Shape) -> Result<String, String> {
        if let Some(known) = self.known.get(&shape) {
            return known.clone();
        }
        if !shape.is_plain() && self.ahead.want(&shape) || self.ahead.is_listing() {
            return Ok(String::new());
        }
        let made = match shape {
            Shape::Plain(image, usage) => self.plain(image, usage),
            Shape::Normals(image, _) => self.encoded(shape, &format!("{}_scaled", self.base(image))),
            Shape::Packed { metal, occlusion, .. } => self.packed(shape, metal, occlusion),
        };
        self.known.insert(shape, made.clone());
        made
    }

    fn plain(&mut self, image: ImageId, usage: TextureUse) -> Result<String, String> {
        let layout = self.layout(image).filter(|layout| layout.made == Making::Plain || self.is_opaque(image));
        if let Some(layout) = layout.filter(|layout| self.is_as_there(image, layout)) {
            return Ok(layout.file);
        }
        let bytes = image_bytes(self.scene, image)?;
        let kind = Kind::of(&bytes).ok_or("its image is of an unknown kind")?;
        let (base, end) = (self.base(image), kind.name());
        if TEXTURES.contains(&end) && self.options.files.texture_output.keeps(&bytes) {
            self.files.spend(std::iter::once(image), bytes.len() as u64, self.budget)?;
            return Ok(self.add(&base, end, bytes.into_owned()));
        }
        drop(bytes);
        self.encoded(Shape::Plain(image, usage), &base)
    }

    fn packed(&mut self, shape: Shape, metal: Option<ImageId>, occlusion: Option<ImageId>) -> Result<String, String> {
        let Some(main) = metal.or(occlusion) else { return Err(NO_IMAGE.to_owned()) };
        if shape.is_plain() {
            return self.get(Shape::Plain(main, TextureUse::Data));
        }
        let base = format!("{}_rma", self.base(main));
        let (made, end) = self.made(shape)?;
        // If no pixel would change, the file is kept.
        if made.is_empty() { self.get(Shape::Plain(main, TextureUse::Data)) } else { Ok(self.add(&base, end, made)) }
    }

    /// Adds the result of a conversion.
    fn encoded(&mut self, shape: Shape, base: &str) -> Result<String, String> {
        let (bytes, end) = self.made(shape)?;
        Ok(self.add(base, end, bytes))
    }

    /// Returns the result of a conversion. This uses the cache if possible. If the texture is the image itself, the
    /// result is empty.
    fn made(&mut self, shape: Shape) -> MadeImage {
        let output = self.options.files.texture_output;
        self.ahead.make(shape, self.scene, output, &mut self.files, self.budget)
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
        let name = self.scene.images.get(id).map(image_name).unwrap_or_default();
        self.options.place(&name, &format!("texture_{}", id.index()))
    }

    /// Returns what an image stores about its source texture, if it can be written to a file.
    fn layout(&self, id: ImageId) -> Option<TextureLayout<Making>> {
        let layout = TextureLayout::of(self.scene.images.get(id)?, TEXTURE_FORMAT)?;
        is_material_resource(&layout.file).then_some(layout)
    }

    /// Returns whether every material with this image is opaque. If so, you don't know anything about the alpha of its
    /// texture.
    fn is_opaque(&self, image: ImageId) -> bool {
        let find = || {
            let others = self.scene.materials.iter().filter(|material| material.alpha != Alpha::Opaque);
            others.flat_map(Material::textures).map(|texture| texture.image).collect()
        };
        !self.transparent.get_or_init(find).contains(&image)
    }

    /// Returns whether the source texture of an image exists and the image was not edited.
    fn is_as_there(&self, id: ImageId, layout: &TextureLayout<Making>) -> bool {
        self.options.files.exists(&layout.file) && !layout.is_edited(self.scene, id)
    }

    /// Returns whether an image was edited, but other images that were created from the same texture were not.
    fn is_kept_by_others(&self, id: ImageId, layout: &TextureLayout<Making>) -> bool {
        let find = || TextureLayout::<Making>::unedited_files(self.scene, TEXTURE_FORMAT);
        layout.is_edited(self.scene, id) && self.unedited.get_or_init(find).contains(&layout.file)
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
        let bytes = image_bytes(self.scene, id)?;
        let kind = Kind::of(&bytes).ok_or("its image is of an unknown kind")?;
        let base = without_extension(&layout.file);
        let copy = format!("{base}_2");
        let base = if self.is_kept_by_others(id, &layout) { &copy } else { base };
        self.files.spend(std::iter::once(id), bytes.len() as u64, self.budget)?;
        Ok(self.add(base, kind.name(), bytes.into_owned()))
    }

    /// Returns whether there is no project to write to.
    pub(super) fn is_without_project(&self) -> bool {
        self.options.files.project.is_none()
    }

    /// Adds a texture. Materials use names without extension, so the names of two textures must not only differ in
    /// this.
    fn add(&mut self, base: &str, end: &str, bytes: Vec<u8>) -> String {
        let name = self.free(base, end, &TEXTURES, &sum(&bytes));
        self.files.add(&name, bytes)
    }

    /// Adds a material. If the name can't be used, this reports the new name.
    pub(super) fn add_material(
        &mut self,
        base: &str,
        encoding: Encoding,
        bytes: Vec<u8>,
        report: &mut Report<'_>,
    ) -> String {
        if self.ahead.is_listing() {
            return base.to_owned();
        }
        let end = if encoding == Encoding::Text { "pmat" } else { "pmat_b" };
        let wanted = format!("{base}.{end}");
        let name = self.free(base, end, &MATERIALS, &sum(&bytes));
        let name = self.files.add(&name, bytes);
        if name != wanted {
            report.tell(Rule::Renamed, &name);
        }
        name
    }

    /// Adds the file of a base material.
    pub(super) fn add_base(&mut self, name: &str, bytes: &[u8]) {
        if !self.ahead.is_listing() {
            self.files.add(name, bytes.to_vec());
        }
    }

    /// Adds the source file of a material.
    pub(super) fn add_file(&mut self, name: &str, bytes: Vec<u8>, report: &mut Report<'_>) -> String {
        if self.ahead.is_listing() {
            return name.to_owned();
        }
        let (base, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let free = self.free(base, end, &MATERIALS, &sum(&bytes));
        let made = self.files.add(&free, bytes);
        if made != name {
            report.tell(Rule::Renamed, &made);
        }
        made
    }

    /// Returns a name with which the engine will not find any other file: not a new file, and not an existing file that
    /// it would prefer.
    fn free(&mut self, base: &str, end: &str, endings: &[&str], sum: &str) -> String {
        let (wanted, ending) = (base.to_lowercase(), end.to_lowercase());
        let is_material = endings.first() == MATERIALS.first();
        let key = (wanted.clone(), is_material, format!("{ending} {sum}"));
        if let Some(name) = self.given.get(&key) {
            return name.clone();
        }
        let number = self.numbers.entry((wanted, is_material)).or_insert(0);
        loop {
            *number = number.saturating_add(1);
            let stem = if *number == 1 { base.to_owned() } else { format!("{base}_{number}") };
            let mut first = endings.iter().take_while(|other| **other != ending);
            let is_hidden = first.any(|other| self.options.files.exists(&format!("{stem}.{other}")));
            if !is_hidden && self.taken.insert((stem.to_lowercase(), is_material)) {
                let name = format!("{stem}.{end}");
                self.given.insert(key, name.clone());
                return name;
            }
        }
    }
}
