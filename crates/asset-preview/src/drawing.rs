//! Draws data files as flat pictures: interfaces, sprite sheets, fonts, tile maps, poses of rigs, and particles as seen
//! from the front.

mod effect;
mod effect_2d;
mod files;
mod font;
mod interface;
mod map;
mod particle;
mod rig;
mod sheet;

use asset_convert::{Input, ToScene};
use asset_formats::{Asset, Error, Typed};
use asset_render::kinds::EMPTY_PICTURE;
use asset_render::{Background, Canvas, Picture};
use binio::{Findings, Severity};
use urho_resource::{Document, Kind};

use self::files::Files;

/// A data file to draw flat.
#[derive(Debug)]
pub(super) struct Drawing {
    document: Document<'static>,
    manner: Manner,
    resources: Option<std::sync::Arc<asset_project::Resources>>,
    resource: String,
    /// The animation, and the time in seconds.
    pub(super) moment: (Option<String>, f32),
}

/// The colour for anything that can't be drawn.
const MISSING: [f32; 4] = [1.0, 0.0, 1.0, 1.0];
/// A picture shows this many lines about what is missing.
const MOST_LINES: usize = 6;

/// Returns the scale at which content of this size fits into the picture. If it must be enlarged, this is a whole
/// number, so that the pixels stay square.
fn fit(content: [f32; 2], (width, height): (u32, u32)) -> f32 {
    let scale = |axis: f32, size: u32| size as f32 / axis.max(1.0);
    let scale = scale(content[0], width).min(scale(content[1], height));
    // Whole factors keep pixels square.
    if scale >= 1.0 { scale.floor() } else { scale }
}

/// Returns whether a file is a data file that can be drawn flat. See [`Preview::is_drawing`](crate::Preview::is_drawing).
/// Use this to find out without preparing a picture.
pub fn is_drawn(asset: &Asset<'_>) -> bool {
    matches!(asset.typed(), Typed::UrhoResource(document) if Manner::of(document.kind()).is_some())
}

/// How to draw a kind of data file.
#[derive(Clone, Copy, Debug)]
enum Manner {
    Interface,
    Sheet,
    Font,
    Map,
    Rig,
    Effect,
    Effect2d,
}

impl Manner {
    /// Returns how to draw a kind, or `None` if it can't be drawn flat.
    fn of(kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::UiLayout => Self::Interface,
            Kind::SpriteSheet => Self::Sheet,
            Kind::BitmapFont => Self::Font,
            Kind::TileMap => Self::Map,
            Kind::Spriter => Self::Rig,
            Kind::ParticleEffect => Self::Effect,
            Kind::ParticleEffect2d => Self::Effect2d,
            _ => return None,
        })
    }
}

impl Drawing {
    /// Returns the drawing for a file, or `None` if the file can't be drawn flat.
    pub(super) fn of(main: &Input<'_, '_>, options: &ToScene) -> Option<Self> {
        let Typed::UrhoResource(document) = main.asset.typed() else { return None };
        let resource = main.resource.map_or_else(|| main.name.to_owned(), str::to_owned);
        let resources = options.project().cloned();
        let manner = Manner::of(document.kind())?;
        Some(Self { document: document.clone().into_owned(), manner, resources, resource, moment: (None, 0.0) })
    }

    /// Draws the picture.
    pub(super) fn picture(&self, size: (u32, u32), background: Background) -> Result<Picture, Error> {
        let mut files = Files::new(self.resources.as_deref(), &self.resource);
        let document = self.applied(&mut files)?;
        // Most effects add light, which can't be seen on a light background.
        let is_effect = matches!(self.manner, Manner::Effect | Manner::Effect2d);
        let is_dark = is_effect && background == Background::Auto;
        let background = if is_dark { Background::DARK } else { background };
        let mut canvas = Canvas::new(size.0, size.1, background).map_err(Error::Render)?;
        let seconds = self.moment.1;
        let drawn = match self.manner {
            Manner::Interface => interface::draw(&document, &mut files, &mut canvas),
            Manner::Sheet => sheet::draw(&document, &mut files, &mut canvas),
            Manner::Font => font::draw(&document, &mut files, &mut canvas),
            Manner::Map => map::draw(&document, &mut files, &mut canvas),
            Manner::Rig => rig::draw(&document, &mut files, &mut canvas, &self.moment),
            Manner::Effect => effect::draw(&document, &mut files, &mut canvas, seconds),
            Manner::Effect2d => effect_2d::draw(&document, &mut files, &mut canvas, seconds),
        };
        drawn.map_err(|error| Error::malformed(asset_formats::Format::URHO_RESOURCE, error))?;
        canvas.findings_mut().extend(std::mem::take(&mut files.findings));
        let is_empty = !canvas.is_drawn_on();
        tell(&mut canvas);
        // An empty picture says so by itself, so this isn't written into it.
        if is_empty {
            let message = "the picture is empty: nothing of the file can be seen at this time and with these resources";
            canvas.findings_mut().warning(EMPTY_PICTURE, "picture", message);
        }
        Ok(canvas.finish())
    }

    /// Returns the document. If this is a patch file, it is applied to its base.
    fn applied(&self, files: &mut Files<'_>) -> Result<Document<'static>, Error> {
        if self.document.inherited().is_none() {
            return Ok(self.document.clone());
        }
        let applied = self.document.applied(Some(&self.resource), |name| files.read(&[name.to_owned()]));
        let applied = applied.map_err(|error| Error::malformed(asset_formats::Format::URHO_RESOURCE, error))?;
        Ok(applied.document)
    }

    /// Returns the kind of the file in plain words.
    pub(super) fn title(&self) -> &'static str {
        self.document.kind().title()
    }

    /// Returns whether the picture depends on the time.
    pub(super) fn moves(&self) -> bool {
        matches!(self.manner, Manner::Rig | Manner::Effect | Manner::Effect2d)
    }

    /// Returns the time in seconds that is shown if none is set.
    pub(super) fn usual_time(&self) -> f32 {
        let mut files = Files::new(self.resources.as_deref(), &self.resource);
        let Ok(document) = self.applied(&mut files) else { return 0.0 };
        let moment = match self.manner {
            Manner::Effect => effect::moment(&document, &mut files),
            Manner::Effect2d => effect_2d::moment(&document),
            _ => Ok(0.0),
        };
        // A broken document is reported when it is drawn.
        moment.unwrap_or(0.0)
    }

    /// Returns the names of the animations.
    pub(super) fn animations(&self) -> Vec<String> {
        rig::animations(&self.document)
    }
}

/// Writes into the picture what is missing, because you could otherwise take a picture with gaps for a correct result.
fn tell(canvas: &mut Canvas) {
    let findings: Findings = canvas.findings_mut().clone();
    let missing: Vec<String> = findings
        .iter()
        .filter(|finding| finding.severity >= Severity::Warning)
        .map(|finding| format!("{}: {}", finding.path, finding.message))
        .collect();
    canvas.notes(missing.get(..missing.len().min(MOST_LINES)).unwrap_or_default());
}
