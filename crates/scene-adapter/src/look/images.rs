//! Creates images from textures. Each is only created once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use asset_image::{Channel, Mip, Pixels};
use binio::Budget;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{ImageCache, ImagePrefetch, MadeImage, is_resource_name, rest_of};
use asset_scene::{Image, ImageId, Material, Scene, Source, sum};

use crate::origin;

/// The version of [`TextureLayout`].
const LAYOUT: u32 = 1;

/// What [`Image::source`] stores about the texture from which the image was created.
#[derive(Debug, Serialize, Deserialize)]
pub struct TextureLayout<M> {
    /// Always 1.
    pub layout: u32,
    /// The resource name of the texture file.
    pub file: String,
    /// The parameters with which the image was created.
    pub made: M,
    /// The checksum of the image, from [`sum`]. Use it to see if the image was edited.
    pub sum: String,
}

impl<M: DeserializeOwned> TextureLayout<M> {
    /// Reads the source of an image. Returns `None` if it has another format, or if the file name can't be used for a
    /// texture.
    pub fn of(image: &Image<'_>, format: &str) -> Option<Self> {
        let layout: Self = origin::layout(image.source.as_deref(), format, LAYOUT).ok()??;
        is_resource_name(&layout.file).then_some(layout)
    }

    /// Returns whether the image was edited after it was created from its texture.
    pub fn is_edited(&self, scene: &Scene<'_>, image: ImageId) -> bool {
        image_bytes(scene, image).is_ok_and(|bytes| sum(&bytes) != self.sum)
    }

    /// Returns the texture files from which images in a scene were created, but only if at least one of these images
    /// was not edited. `format` is the format of the sources. Note that this reads every image.
    pub fn unedited_files(scene: &Scene<'_>, format: &str) -> HashSet<String> {
        let file = |(id, image): (ImageId, &Image<'_>)| {
            Self::of(image, format).filter(|layout| !layout.is_edited(scene, id)).map(|layout| layout.file)
        };
        scene.images.enumerate().filter_map(file).collect()
    }
}

/// Call this after you have given images new bytes that are not an edit, for example to make them smaller. This stores
/// the new checksums in the images and in the materials that use them, so that they don't look edited later.
///
/// # Errors
/// Any I/O error, for images that are not in memory.
pub fn renew_sums(scene: &mut Scene<'_>, images: &[ImageId]) -> Result<(), std::io::Error> {
    let mut sums: HashMap<String, String> = HashMap::new();
    for id in images {
        let Some(image) = scene.images.get_mut(*id) else { continue };
        let Some(source) = image.source.as_mut().filter(|source| source.layout.get("sum").is_some()) else { continue };
        let new = sum(&image.bytes.read()?);
        if let Some(layout) = Arc::make_mut(source).layout.as_object_mut() {
            layout.insert("sum".to_owned(), new.clone().into());
        }
        sums.insert(image.name.clone(), new);
    }
    for material in &mut scene.materials {
        let Some(source) = material.source.as_mut().filter(|source| source.layout.get("images").is_some()) else {
            continue;
        };
        let images = Arc::make_mut(source).layout.get_mut("images").and_then(Value::as_object_mut);
        for (name, image) in images.into_iter().flatten() {
            let layout = image.get_mut("layout").and_then(Value::as_object_mut);
            if let Some((layout, new)) = layout.zip(sums.get(name)) {
                layout.insert("sum".to_owned(), new.clone().into());
            }
        }
    }
    Ok(())
}

/// Returns the file name of the texture from which an image was created, if its source has this format.
pub fn made_of<'i>(image: &'i Image<'_>, format: &str) -> Option<&'i str> {
    let source = image.source.as_ref().filter(|source| source.format == format)?;
    source.layout.get("file").and_then(serde_json::Value::as_str)
}

/// Returns the sources of a material's images by name, to be stored with the material too. This is useful because some
/// programs, for example Blender, keep the extras of materials but remove those of images. Call [`adopt_sources`] to
/// restore them.
pub fn sources_of_images(scene: &Scene<'_>, material: &Material) -> Map<String, Value> {
    let images = material.textures().filter_map(|texture| scene.images.get(texture.image));
    let sources = images.filter_map(|image| {
        let source = image.source.as_ref()?;
        Some((image.name.clone(), json!({ "format": source.format, "layout": source.layout })))
    });
    sources.collect()
}

/// If images have lost their source, restores it from a material that uses them. It must be stored there in `images`,
/// as returned by [`sources_of_images`].
pub fn adopt_sources(scene: &mut Scene<'_>) {
    for material in &scene.materials {
        let said = material.source.as_ref().and_then(|source| source.layout.get("images")).and_then(Value::as_object);
        let Some(said) = said else { continue };
        for texture in material.textures() {
            let Some(image) = scene.images.get_mut(texture.image).filter(|image| image.source.is_none()) else {
                continue;
            };
            let known = said.get(&image.name);
            let format = known.and_then(|known| known.get("format")).and_then(Value::as_str);
            if let Some((format, layout)) = format.zip(known.and_then(|known| known.get("layout"))) {
                image.source = Some(Arc::new(Source::of_layout(format, layout)));
            }
        }
    }
}

/// Decodes an image, using what is left of the budget. The pixels are freed before the next image is decoded, so the
/// first time this returns its cost to the budget. From the second time on (see `seen`), the cost is not returned. As a
/// result, you can decode many large images one after the other, but you can't decode an image again and again for
/// free.
pub fn decoding<T>(
    seen: &mut HashSet<ImageId>,
    image: ImageId,
    budget: &mut Budget,
    decode: impl FnOnce(&mut Budget) -> T,
) -> T {
    if !seen.insert(image) {
        return decode(budget);
    }
    decode(&mut rest_of(budget))
}

/// The purpose to use if a texture is decoded to create an image.
const IMAGE: &str = "image";

/// The message from [`image_bytes`] for an image that has no file.
pub const NO_IMAGE: &str = "its image isn't there";

/// Returns the file of an image.
///
/// # Errors
/// Returns [`NO_IMAGE`] if the image doesn't exist or is empty, or else any I/O error.
pub fn image_bytes<'s>(scene: &'s Scene<'_>, image: ImageId) -> Result<Cow<'s, [u8]>, String> {
    let bytes = scene.images.get(image).map(|image| &image.bytes);
    let bytes = bytes.filter(|bytes| !bytes.is_empty()).ok_or(NO_IMAGE)?;
    bytes.read().map_err(|error| error.to_string())
}

/// Decodes the file of an image.
///
/// # Errors
/// Returns the errors of [`image_bytes`]. This also fails if the file can't be decoded with this budget.
pub fn image_pixels(scene: &Scene<'_>, image: ImageId, budget: &mut Budget) -> Result<Pixels, String> {
    asset_image::decode(&image_bytes(scene, image)?, Mip(0), budget).map_err(|error| error.to_string())
}

/// Returns a channel of the pixels. Without pixels, this is 255, so that only the factor is used.
pub fn plane(pixels: Option<&Pixels>, channel: Channel) -> asset_image::Source<'_> {
    pixels.map_or_else(|| 255.into(), |pixels| pixels.channel(channel).into())
}

/// The images that were created from textures, by name and parameters.
#[derive(Debug)]
pub struct Images<M> {
    known: HashMap<(String, M), Option<ImageId>>,
    names: HashMap<String, usize>,
    ahead: ImagePrefetch<(String, M)>,
    /// The textures that were decoded, with the purpose.
    decoded: HashSet<(String, &'static str)>,
    /// Images that can be shared with other scenes.
    pub cache: Option<Arc<ImageCache>>,
}

impl<M> Default for Images<M> {
    fn default() -> Self {
        let (known, names) = (HashMap::new(), HashMap::new());
        Self { known, names, ahead: ImagePrefetch::default(), decoded: HashSet::new(), cache: None }
    }
}

/// How an image is known, when it is created from a texture.
#[derive(Debug)]
pub struct ImageLabel<'l, M> {
    /// What is made of the texture.
    pub made: &'l M,
    /// The suffix to add to the file name of the texture.
    pub suffix: &'l str,
    /// The format of the image's source.
    pub format: &'l str,
}

impl<M> Clone for ImageLabel<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for ImageLabel<'_, M> {}

impl<M: Clone + Eq + Hash + Serialize> Images<M> {
    /// Returns the image for a texture. If there is none yet, this calls `make`, which must return the bytes and the
    /// file extension. The label decides its name. See
    /// [`decoding`](Self::decoding) for how the budget is used.
    ///
    /// # Errors
    /// Returns the error of `make` the first time. After this, the message only says that it was already reported.
    pub fn get(
        &mut self,
        scene: &mut Scene<'_>,
        texture: &str,
        ImageLabel { made, suffix, format }: ImageLabel<'_, M>,
        budget: &mut Budget,
        make: impl FnOnce(&mut Budget) -> MadeImage,
    ) -> Result<ImageId, String> {
        let key = (texture.to_owned(), made.clone());
        if let Some(known) = self.known.get(&key) {
            return known.ok_or_else(|| "as said of another material".to_owned());
        }
        if self.ahead.want(&key) {
            return Ok(scene.images.push(Image::default()));
        }
        let ready = match self.ahead.take(&key) {
            Some(ready) => self.decoding(texture, IMAGE, budget, |_| ready),
            None => self.decoding(texture, IMAGE, budget, make),
        };
        let (bytes, extension) = match ready {
            Ok(image) => image,
            Err(why) => {
                self.known.insert(key, None);
                return Err(why);
            }
        };
        let name = self.free(&format!("{}{suffix}", stem(texture)));
        let layout = TextureLayout { layout: LAYOUT, file: texture.to_owned(), made, sum: sum(&bytes) };
        let source = Source::of_layout(format, &layout);
        let file = Some(format!("{name}.{extension}"));
        let image = Image { name, file, bytes: bytes.into(), source: Some(Arc::new(source)) };
        let id = scene.images.push(image);
        self.known.insert(key, Some(id));
        Ok(id)
    }

    /// Starts a list of images. Until you call [`make_ahead`](Self::make_ahead), [`get`](Self::get) doesn't create any
    /// image, and its result must not be used.
    pub fn list(&mut self) {
        self.ahead.list();
    }

    /// Returns whether images are being listed.
    pub fn is_listing(&self) -> bool {
        self.ahead.is_listing()
    }

    /// Creates the images in the list, using all cores. If a texture was already decoded, it is skipped, and only one
    /// image is created for each texture. `make` is called with the name of the texture and the parameters.
    pub fn make_ahead(&mut self, budget: &Budget, make: impl Fn(&str, &M, &mut Budget) -> MadeImage + Send + Sync)
    where
        M: Send + Sync,
    {
        let (decoded, mut seen) = (&self.decoded, HashSet::new());
        let is_new =
            |(texture, _): &(String, M)| !decoded.contains(&(texture.clone(), IMAGE)) && seen.insert(texture.clone());
        self.ahead.make(is_new, budget, |(texture, made), budget| make(texture, made, budget));
    }

    /// Decodes a texture, using what is left of the budget. The pixels are freed before the next texture is decoded, so
    /// the cost is returned to the budget, unless this texture was already decoded for the same purpose.
    pub fn decoding<T>(
        &mut self,
        texture: &str,
        purpose: &'static str,
        budget: &mut Budget,
        decode: impl FnOnce(&mut Budget) -> T,
    ) -> T {
        let is_new = self.decoded.insert((texture.to_owned(), purpose));
        if is_new { decode(&mut rest_of(budget)) } else { decode(budget) }
    }

    /// Returns a name that no other image has. Case is ignored.
    fn free(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.names.contains_key(&name.to_lowercase()) {
            let count = self.names.entry(wanted.to_lowercase()).or_insert(1);
            *count = count.saturating_add(1);
            name = format!("{wanted}_{count}");
        }
        self.names.insert(name.to_lowercase(), 1);
        name
    }
}

/// Returns a file name without folder and extension, using only characters that are allowed everywhere. If nothing is
/// left, this is `image`.
pub fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let plain =
        |character: char| if character.is_alphanumeric() || " -_.()".contains(character) { character } else { '_' };
    let stem: String = stem.chars().map(plain).collect();
    let stem = stem.trim_matches([' ', '.']);
    if stem.is_empty() { "image".to_owned() } else { stem.to_owned() }
}
