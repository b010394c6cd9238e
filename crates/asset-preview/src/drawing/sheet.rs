//! Draws sprite sheets: the image, and a frame and a name for each sprite.

use asset_render::{Canvas, Quad};
use urho_resource::Document;
use urho_resource::views::{SpriteSheet, View as _};

use super::files::Files;
use super::{MISSING, fit};

/// The width of a letter, to check whether a name fits into its frame.
const LETTER: f32 = 8.0;
/// The colour of frames and names.
const FRAME: [f32; 4] = [0.1, 0.5, 1.0, 1.0];

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) -> Result<(), urho_resource::Error> {
    let sheet = SpriteSheet::of(document)?;
    let names = files.beside(&sheet.image);
    let image = files.image(&names);
    let size = match &image {
        Some(image) => [image.width() as f32, image.height() as f32],
        // Without the image its size follows from the sprites.
        None => sheet.sprites.iter().fold([1.0_f32; 2], |[width, height], one| {
            [width.max(one.x as f32 + one.width as f32), height.max(one.y as f32 + one.height as f32)]
        }),
    };
    let scale = fit(size, canvas.pixels().size());
    if let Some(image) = &image {
        let quad = Quad::upright([0.0, 0.0, size[0] * scale, size[1] * scale], [0.0, 0.0, size[0], size[1]]);
        canvas.draw(image, &Quad { is_smooth: scale < 1.0, ..quad });
    }
    for sprite in &sheet.sprites {
        let [x, y, width, height] = [sprite.x, sprite.y, sprite.width, sprite.height].map(|value| value as f32 * scale);
        canvas.frame([x, y, width, height], if image.is_some() { FRAME } else { MISSING });
        let letters = sprite.name.chars().count() as f32;
        if letters * LETTER + 4.0 < width && height > 12.0 {
            canvas.write(&sprite.name, (x.max(0.0) as u32 + 2, y.max(0.0) as u32 + 2), [26, 128, 255]);
        }
    }
    Ok(())
}
