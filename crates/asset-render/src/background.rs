//! Backgrounds of pictures.

use std::str::FromStr;

use asset_image::Pixels;

use crate::color::Srgb;
use crate::error::{Error, ErrorKind};

/// The background of a picture.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Light grey. If the scene is bright, dark grey will be used instead, because it would be hard to see the scene
    /// otherwise.
    #[default]
    Auto,
    /// No background.
    Transparent,
    /// A single colour in sRGB.
    Plain([u8; 3]),
    /// A gradient in sRGB, from the colour of the upper edge to the colour of the lower edge.
    Gradient([[u8; 3]; 2]),
}

impl Background {
    /// Light grey, which gets darker to the lower edge.
    pub const STUDIO: Self = Self::Gradient([[232, 234, 238], [196, 200, 208]]);
    /// A blue sky.
    pub const SKY: Self = Self::Gradient([[98, 152, 214], [214, 230, 242]]);
    /// Dark grey.
    pub const DARK: Self = Self::Gradient(DARK);

    /// Returns the colours to use for the upper and the lower edge. If the background is transparent, returns `None`.
    pub(crate) fn edges(self) -> Option<[[u8; 3]; 2]> {
        match self {
            Self::Transparent => None,
            Self::Auto => Some([LIGHT; 2]),
            Self::Plain(color) => Some([color; 2]),
            Self::Gradient(colors) => Some(colors),
        }
    }
}

impl FromStr for Background {
    type Err = Error;

    /// Parses a colour in the form `RRGGBB`, or a name: `auto`, `studio`, `sky`, `dark` or `transparent`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "auto" => return Ok(Self::Auto),
            "transparent" => return Ok(Self::Transparent),
            "studio" => return Ok(Self::STUDIO),
            "sky" => return Ok(Self::SKY),
            "dark" => return Ok(Self::DARK),
            _ => {}
        }
        let digits = text.strip_prefix('#').unwrap_or(text);
        let part = |at: usize| digits.get(at..at.saturating_add(2)).and_then(|part| u8::from_str_radix(part, 16).ok());
        match (digits.len(), part(0), part(2), part(4)) {
            (6, Some(red), Some(green), Some(blue)) => Ok(Self::Plain([red, green, blue])),
            _ => Err(Error::new(ErrorKind::Background(text.to_owned()), "background")),
        }
    }
}

/// Dark grey, which gets darker to the lower edge.
const DARK: [[u8; 3]; 2] = [[30, 33, 40], [16, 18, 23]];
/// Light grey.
const LIGHT: [u8; 3] = [226, 228, 232];
/// The contrast ratio that is needed to see graphics (WCAG 2, 1.4.11).
const READABLE: f32 = 3.0;

/// Returns `true` if the content of a picture is too bright to be seen on light grey, and dark grey would be better.
/// Edges are ignored, because they are mixed with the background. If there is nothing else, this uses the half of them
/// that differs most from the background.
pub(crate) fn is_too_bright(picture: &Pixels, srgb: &Srgb) -> bool {
    let pixels = picture.pixels();
    let is_shown = |at: usize| pixels.get(at).is_none_or(|pixel| pixel[..3] != LIGHT);
    let width = picture.width() as usize;
    let is_inside =
        |at: usize| [at.wrapping_sub(1), at + 1, at.wrapping_sub(width), at + width].into_iter().all(is_shown);
    let light_of = |at: usize| luminance([pixels[at][0], pixels[at][1], pixels[at][2]], srgb);
    let shown: Vec<usize> = (0..pixels.len()).filter(|at| is_shown(*at)).collect();
    let mut lights: Vec<f32> = shown.iter().filter(|at| is_inside(**at)).map(|at| light_of(*at)).collect();
    let [light, dark] = [LIGHT, DARK[0]].map(|color| luminance(color, srgb));
    if lights.len() < shown.len() / 4 {
        lights = shown.iter().map(|at| light_of(*at)).collect();
        lights.sort_by(|a, b| (b - light).abs().total_cmp(&(a - light).abs()));
        lights.truncate(lights.len().div_ceil(2));
    }
    let mean = lights.iter().sum::<f32>() / lights.len().max(1) as f32;
    let [light, dark] = [light, dark].map(|background| contrast(mean, background));
    !lights.is_empty() && light < READABLE && dark > light
}

/// Returns `true` if dark text is easier to read on this sRGB colour than light text.
pub(crate) fn is_light([red, green, blue]: [u8; 3]) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000
}

/// Returns the relative luminance of an sRGB colour.
fn luminance(color: [u8; 3], srgb: &Srgb) -> f32 {
    let [red, green, blue] = color.map(|value| srgb.decode(value));
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the contrast ratio, given two luminances.
fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
