//! Reads cube maps.

use asset_scene::Image;
use scene_adapter::ResourceReader;
use scene_adapter::look::without_extension;
use urho_material::{Texture, TextureKind};

/// Returns the images of a cube map, or `None` if the texture is flat. If a face is missing, `missing` is called, and
/// its image will be empty.
pub(crate) fn faces(
    name: &str,
    resources: &mut ResourceReader<'_>,
    mut missing: impl FnMut(&str, String),
) -> Result<Option<Vec<Image<'static>>>, String> {
    let bytes = resources.read_texture(name)?;
    if !name.to_lowercase().ends_with(".xml") {
        let is_cube = asset_image::Info::of(&bytes).is_ok_and(|info| info.is_cube());
        return Ok(is_cube.then(|| vec![image(name, bytes)]));
    }
    let texture = Texture::parse(&bytes).map_err(|error| error.to_string())?;
    if texture.kind() == TextureKind::Flat {
        return Ok(None);
    }
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let names = texture.images().into_iter().map(|face| {
        let face = super::clean(&face);
        if face.contains('/') || folder.is_empty() { face } else { format!("{folder}/{face}") }
    });
    let names: Vec<String> = names.collect();
    if !matches!(names.len(), 1 | 6) {
        return Err(format!("expected 6 faces in {name}, found {}", names.len()));
    }
    let mut images = Vec::with_capacity(names.len());
    for face in names {
        let bytes = resources.read_texture(&face).unwrap_or_else(|why| {
            missing(&face, why);
            Vec::new()
        });
        images.push(image(&face, bytes));
    }
    let is_whole = |image: &Image<'_>| {
        let bytes = image.bytes.read();
        bytes.is_ok_and(|bytes| bytes.is_empty() || asset_image::Info::of(&bytes).is_ok_and(|info| info.is_cube()))
    };
    match images.as_slice() {
        [only] if !is_whole(only) => Err(format!("all faces of {name} are in one flat image")),
        _ => Ok(Some(images)),
    }
}

fn image(name: &str, bytes: Vec<u8>) -> Image<'static> {
    let file = name.rsplit('/').next().unwrap_or(name);
    Image {
        name: without_extension(file).to_owned(),
        file: Some(name.to_owned()),
        bytes: bytes.into(),
        ..Image::default()
    }
}
