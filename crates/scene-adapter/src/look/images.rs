//! Images made of textures, each once.

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
use asset_scene::{Image, ImageId, Material, Scene, Source};

use crate::origin;

/// Number of the shape of a [`TextureLayout`].
const LAYOUT: u32 = 1;

/// Information in [`Image::source`] about the texture of an image.
#[derive(Debug, Serialize, Deserialize)]
pub struct TextureLayout<M> {
    /// 1.
    pub layout: u32,
    /// Name of the texture's file as a resource.
    pub file: String,
    /// Parameters of the image's creation.
    pub made: M,
    /// Sum over the image, by [`sum`]: it detects a changed image.
    pub sum: String,
}

impl<M: DeserializeOwned> TextureLayout<M> {
    /// Returns the information of an image, if its source has this format and the file can be a texture.
    pub fn of(image: &Image<'_>, format: &str) -> Option<Self> {
        let layout: Self = origin::layout(image.source.as_deref(), format, LAYOUT).ok()??;
        is_resource_name(&layout.file).then_some(layout)
    }

    /// Returns whether the image of a scene is another than was created from its texture.
    pub fn is_edited(&self, scene: &Scene<'_>, image: ImageId) -> bool {
        image_bytes(scene, image).is_ok_and(|bytes| sum(&bytes) != self.sum)
    }

    /// Returns the texture files, of sources of this format, that at least one unedited image of a scene was created from. Reads every image once.
    pub fn unedited_files(scene: &Scene<'_>, format: &str) -> HashSet<String> {
        let file = |(id, image): (ImageId, &Image<'_>)| {
            Self::of(image, format).filter(|layout| !layout.is_edited(scene, id)).map(|layout| layout.file)
        };
        scene.images.enumerate().filter_map(file).collect()
    }
}

/// Call this after you give images new bytes that aren't an edit, for example when you shrink them. It stores the sums of the new bytes with the images and with
/// the materials that show them, so that nothing looks edited later.
///
/// # Errors
/// An I/O error, for images that are read later.
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

/// Name of the texture's file that an image was made of, if its source is of `format`.
pub fn made_of<'i>(image: &'i Image<'_>, format: &str) -> Option<&'i str> {
    let source = image.source.as_ref().filter(|source| source.format == format)?;
    source.layout.get("file").and_then(serde_json::Value::as_str)
}

/// Returns the texture information of a material's images, by their names. Some programs, such as Blender, keep extras of materials but drop extras
/// of images. If the information is stored with the material too, [`adopt_sources`] restores it.
pub fn sources_of_images(scene: &Scene<'_>, material: &Material) -> Map<String, Value> {
    let images = material.textures().filter_map(|texture| scene.images.get(texture.image));
    let sources = images.filter_map(|image| {
        let source = image.source.as_ref()?;
        Some((image.name.clone(), json!({ "format": source.format, "layout": source.layout })))
    });
    sources.collect()
}

/// Restores lost texture information of images from a material that shows them, from `images` in the layout of its source; see [`sources_of_images`].
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

/// Decodes an image within the rest of a budget. The pixels are freed before the next image is decoded, so the first decoding returns its cost to the
/// budget. From the second time on, which `seen` records, the cost is permanent. Many large images can thus be decoded one after the other, but no
/// image repeatedly for free.
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

/// Purpose of decoding a texture to create an image.
const IMAGE: &str = "image";

/// Message of [`image_bytes`] for an image without a file.
pub const NO_IMAGE: &str = "its image isn't there";

/// The file of an image.
///
/// # Errors
/// [`NO_IMAGE`]: the image doesn't exist or is empty. Or an I/O error.
pub fn image_bytes<'s>(scene: &'s Scene<'_>, image: ImageId) -> Result<Cow<'s, [u8]>, String> {
    let bytes = scene.images.get(image).map(|image| &image.bytes);
    let bytes = bytes.filter(|bytes| !bytes.is_empty()).ok_or(NO_IMAGE)?;
    bytes.read().map_err(|error| error.to_string())
}

/// Decodes the file of an image.
///
/// # Errors
/// As [`image_bytes`], or the file can't be decoded within the budget.
pub fn image_pixels(scene: &Scene<'_>, image: ImageId, budget: &mut Budget) -> Result<Pixels, String> {
    asset_image::decode(&image_bytes(scene, image)?, Mip(0), budget).map_err(|error| error.to_string())
}

/// Returns a channel of the pixels; 255 without pixels, where a factor alone counts.
pub fn plane(pixels: Option<&Pixels>, channel: Channel) -> asset_image::Source<'_> {
    pixels.map_or_else(|| 255.into(), |pixels| pixels.channel(channel).into())
}

/// Created images of textures, by name and parameters.
#[derive(Debug)]
pub struct Images<M> {
    known: HashMap<(String, M), Option<ImageId>>,
    names: HashMap<String, usize>,
    ahead: ImagePrefetch<(String, M)>,
    /// Decoded textures with their purposes.
    decoded: HashSet<(String, &'static str)>,
    /// Images that other scenes share.
    pub cache: Option<Arc<ImageCache>>,
}

impl<M> Default for Images<M> {
    fn default() -> Self {
        let (known, names) = (HashMap::new(), HashMap::new());
        Self { known, names, ahead: ImagePrefetch::default(), decoded: HashSet::new(), cache: None }
    }
}

impl<M: Clone + Eq + Hash + Serialize> Images<M> {
    /// Returns the image of a texture. If there is none yet, `make` creates its bytes and returns the file extension. The image is named after the
    /// texture's file, followed by `suffix`; its source has this format. Decoding spends `budget` as in [`decoding`](Self::decoding).
    ///
    /// # Errors
    /// The error of `make`; after the first time, a message that it was already reported.
    pub fn get(
        &mut self,
        scene: &mut Scene<'_>,
        texture: &str,
        (made, suffix, format): (&M, &str, &str),
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

    /// Begins to list images: until [`make_ahead`](Self::make_ahead), [`get`](Self::get) makes none and returns any.
    pub fn list(&mut self) {
        self.ahead.list();
    }

    /// Whether images are listed.
    pub fn is_listing(&self) -> bool {
        self.ahead.is_listing()
    }

    /// Creates the listed images on all cores, one image for each texture that wasn't decoded before. `make` receives the name of the texture and the
    /// parameters.
    pub fn make_ahead(&mut self, budget: &Budget, make: impl Fn(&str, &M, &mut Budget) -> MadeImage + Send + Sync)
    where
        M: Send + Sync,
    {
        let (decoded, mut seen) = (&self.decoded, HashSet::new());
        let is_new =
            |(texture, _): &(String, M)| !decoded.contains(&(texture.clone(), IMAGE)) && seen.insert(texture.clone());
        self.ahead.make(is_new, budget, |(texture, made), budget| make(texture, made, budget));
    }

    /// Decodes a texture within the rest of a budget. The pixels are freed before the next texture is decoded: their cost is only permanent if this
    /// texture was decoded for this purpose before.
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

    /// Returns a name that no other image has, ignoring case.
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

/// The name of a file without folder and extension, in characters that every host takes; `image` if nothing is left.
pub fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let plain =
        |character: char| if character.is_alphanumeric() || " -_.()".contains(character) { character } else { '_' };
    let stem: String = stem.chars().map(plain).collect();
    let stem = stem.trim_matches([' ', '.']);
    if stem.is_empty() { "image".to_owned() } else { stem.to_owned() }
}

/// Number of bytes and FNV-1a over them: enough to see a change, not meant against anyone.
pub fn sum(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}:{:016x}", bytes.len(), bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
