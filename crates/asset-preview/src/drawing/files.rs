//! Reads the images and fonts for a drawing, each only once.

use std::collections::HashMap;
use std::rc::Rc;

use ab_glyph::{Font as _, FontVec, PxScale};
use asset_formats::kinds;
use asset_image::{Mip, Pixels};
use asset_project::Resources;
use binio::{Findings, Limits, Path};
use urho_resource::interface::{OutlineMetrics, Surroundings};
use urho_resource::views::{BitmapFont, View as _};
use urho_resource::{Document, Kind};

/// A font for a text.
pub(super) enum Font {
    /// An outline font, with the measures rounded like in the engine.
    Outline(Box<FontVec>, OutlineMetrics),
    /// A bitmap font, with its images.
    Bitmap(Box<BitmapFont>, Vec<Option<Rc<Pixels>>>),
}

/// The files of the game that a drawing needs.
pub(super) struct Files<'r> {
    resources: Option<&'r Resources>,
    resource: &'r str,
    images: HashMap<String, Option<Rc<Pixels>>>,
    fonts: HashMap<String, Option<Rc<Font>>>,
    pub(super) findings: Findings,
}

impl<'r> Files<'r> {
    pub(super) fn new(resources: Option<&'r Resources>, resource: &'r str) -> Self {
        Self { resources, resource, images: HashMap::new(), fonts: HashMap::new(), findings: Findings::new() }
    }

    /// Returns the resource name of the file to draw.
    pub(super) fn resource(&self) -> &str {
        self.resource
    }

    /// Returns the possible names of a file beside the file to draw. The engines try the same names.
    pub(super) fn beside(&self, name: &str) -> Vec<String> {
        let folder = self.resource.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let plain = name.replace('\\', "/").replace("../", "").replace("./", "");
        let mut names = vec![format!("{folder}{plain}")];
        // rbfx goes up.
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in name.split('/') {
            match part {
                ".." => drop(parts.pop()),
                "." | "" => {}
                part => parts.push(part),
            }
        }
        names.push(parts.join("/"));
        names.push(plain);
        names.dedup();
        names
    }

    /// Reads the first of these files that exists.
    pub(super) fn read(&self, names: &[String]) -> Option<Vec<u8>> {
        let resources = self.resources?;
        let file = resources.find_first(names.iter().map(String::as_str)).ok()??;
        resources.read_found(&file, &mut Limits::default().budget()).ok()
    }

    /// Returns an image. If it is missing, this is reported in a finding.
    pub(super) fn image(&mut self, names: &[String]) -> Option<Rc<Pixels>> {
        let name = names.first()?.clone();
        if let Some(known) = self.images.get(&name) {
            return known.clone();
        }
        let bytes = self.read(names);
        let pixels = bytes.as_deref().map(|bytes| asset_image::decode(bytes, Mip(0), &mut Limits::default().budget()));
        let (pixels, problem) = match pixels {
            Some(Ok(pixels)) => (Some(Rc::new(pixels)), None),
            Some(Err(error)) => (None, Some(error.to_string())),
            None => (None, Some("the file isn't there".to_owned())),
        };
        if let Some(problem) = problem {
            self.findings.warning(kinds::DRAWING_INCOMPLETE, Path::from("image").name(name.as_bytes()), problem);
        }
        self.images.insert(name, pixels.clone());
        pixels
    }

    /// Returns a font. If it is missing, this is reported in a finding.
    pub(super) fn font(&mut self, name: &str) -> Option<Rc<Font>> {
        if let Some(known) = self.fonts.get(name) {
            return known.clone();
        }
        let font = self.read(&[name.to_owned()]).and_then(|bytes| self.parsed(name, bytes)).map(Rc::new);
        if font.is_none() {
            let message = "the font isn't there, or can't be read: its texts aren't drawn";
            self.findings.warning(kinds::DRAWING_INCOMPLETE, Path::from("font").name(name.as_bytes()), message);
        }
        self.fonts.insert(name.to_owned(), font.clone());
        font
    }

    fn parsed(&mut self, name: &str, bytes: Vec<u8>) -> Option<Font> {
        if let Ok(document) = Document::parse_as(Kind::BitmapFont, &bytes) {
            let font = BitmapFont::of(&document).ok()?;
            let folder = name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
            let is_distance = BitmapFont::is_distance_field(name);
            let page = |page: &urho_resource::views::Page| {
                let image = self.image(&[format!("{folder}{}", page.file)]);
                if is_distance { image.map(|image| Rc::new(covered(&image))) } else { image }
            };
            let pages = font.pages.page.iter().map(page).collect();
            return Some(Font::Bitmap(Box::new(font), pages));
        }
        let metrics = OutlineMetrics::parse(&bytes)?;
        Some(Font::Outline(Box::new(FontVec::try_from_vec(bytes).ok()?), metrics))
    }
}

impl Font {
    /// Returns the scale that ab_glyph needs to draw an em of this size, in pixels.
    pub(super) fn scale(font: &FontVec, em: f32) -> PxScale {
        PxScale::from(em * font.height_unscaled() / font.units_per_em().unwrap_or(1000.0))
    }
}

impl Surroundings for Files<'_> {
    fn row_height(&mut self, font: &str, size: f32) -> Option<f32> {
        Some(match &*self.font(font)? {
            Font::Outline(_, metrics) => metrics.row_height(size),
            Font::Bitmap(font, _) => font.common.line_height as f32,
        })
    }

    fn advance(&mut self, font: &str, size: f32, character: char) -> f32 {
        match self.font(font).as_deref() {
            Some(Font::Outline(_, metrics)) => metrics.advance(size, character),
            Some(Font::Bitmap(font, _)) => font.glyph(character.into()).map_or(0.0, |glyph| glyph.x_advance as f32),
            None => 0.0,
        }
    }

    fn kerning(&mut self, font: &str, _: f32, left: char, right: char) -> f32 {
        match self.font(font).as_deref() {
            Some(Font::Bitmap(font, _)) => font.kerning(left.into(), right.into()) as f32,
            _ => 0.0,
        }
    }
}

/// Converts a signed distance field to coverage. The edge of a letter is at one half.
pub(super) fn covered(image: &Pixels) -> Pixels {
    let mut image = image.clone();
    for [.., alpha] in image.pixels_mut() {
        let distance = f32::from(*alpha) / 255.0 - 0.5;
        *alpha = ((distance * 8.0 + 0.5).clamp(0.0, 1.0) * 255.0) as u8;
    }
    image
}
