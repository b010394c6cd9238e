//! Draws pictures of both versions of a file.

use base64_simd::STANDARD;
use engine_assets::Error;
use engine_assets::asset_image::Pixels;
use engine_assets::binio::{Findings, Severity};
use engine_assets::convert::ToScene;
use engine_assets::render::{Background, Comparison, Picture, Renderer};

use super::compared::{Compared, Content, Pair};
use crate::inputs::Input;
use crate::render::open::{Opener, Refused};
use crate::resources::Lookup;

/// The width and height of a picture, in pixels.
const SIZE: (u32, u32) = (420, 315);
/// The size of a file in bytes above which it is not drawn, because this would take too long.
const LARGEST: u64 = 64 << 20;

/// A picture as png.
pub(super) struct Shot {
    pub(super) title: &'static str,
    pub(super) size: (u32, u32),
    /// The png in base64.
    pub(super) png: String,
}

/// The pictures of a file.
#[derive(Default)]
pub(super) struct Shots {
    pub(super) shots: Vec<Shot>,
    /// The meaning of the colours, with the number of parts in each colour.
    pub(super) legend: Vec<Mark>,
}

/// A colour and the parts that have it.
pub(super) struct Mark {
    pub(super) color: [u8; 3],
    pub(super) count: usize,
    pub(super) what: &'static str,
}

/// Draws pictures of files.
pub(super) struct Photographer(Opener);

impl Photographer {
    pub(super) fn new(lookup: Lookup) -> Self {
        Self(Opener { lookup, options: ToScene::default(), animation: None })
    }

    /// Draws both versions of a file. If the format has nothing to show, this returns no pictures.
    ///
    /// # Errors
    /// The reason, if a file has something to show but can't be drawn.
    pub(super) fn shots(&self, compared: &Compared) -> Result<Shots, String> {
        let Pair { old, new, .. } = &compared.pair;
        if matches!(compared.content, Content::Same | Content::Bytes | Content::Failed(_)) {
            return Ok(Shots::default());
        }
        let too_large = |path: &std::path::PathBuf| path.metadata().is_ok_and(|metadata| metadata.len() > LARGEST);
        if [old, new].into_iter().flatten().any(too_large) {
            return Err(format!("the file is larger than {} MB", LARGEST >> 20));
        }
        let [old, new] = [old, new].map(|path| path.as_deref().map(Input::found));
        let shots = match (&old, &new) {
            (Some(old), Some(new)) => self.both(old, new),
            (Some(old), None) => self.alone(old, "before"),
            (None, Some(new)) => self.alone(new, "after"),
            (None, None) => Ok(Shots::default()),
        };
        shots.or_else(|Refused(error)| match error {
            Error::NoScene(_) | Error::Unknown { .. } | Error::LookAlike(_) => Ok(Shots::default()),
            error => Err(error.to_string()),
        })
    }

    fn both(&self, old: &Input, new: &Input) -> Result<Shots, Refused> {
        let (compared, is_texture) = self.0.with_show(old, &[], |before| {
            self.0.with_show(new, &[], |after| {
                refuse_broken(before.findings())?;
                refuse_broken(after.findings())?;
                Ok((before.compare(after, &renderer())?, before.is_texture()))
            })
        })?;
        let restyled = if is_texture { "pixels differ" } else { "triangles look different" };
        let legend = [
            Mark { color: Comparison::ADDED, count: compared.added, what: "triangles are new here" },
            Mark { color: Comparison::REMOVED, count: compared.removed, what: "triangles are no longer here" },
            Mark { color: Comparison::RESTYLED, count: compared.restyled, what: restyled },
        ];
        let all = [("before", &compared.before), ("after", &compared.after), ("changes", &compared.changes)];
        let shots = all.into_iter().map(|(title, pixels)| shot(title, pixels)).collect::<Result<_, _>>()?;
        Ok(Shots { shots, legend: legend.into_iter().filter(|mark| mark.count > 0).collect() })
    }

    fn alone(&self, input: &Input, title: &'static str) -> Result<Shots, Refused> {
        let picture: Picture = self.0.with_show(input, &[], |show| {
            refuse_broken(show.findings())?;
            Ok(show.picture(&renderer(), None)?)
        })?;
        Ok(Shots { shots: vec![shot(title, &picture.pixels)?], legend: Vec::new() })
    }
}

fn renderer() -> Renderer<'static> {
    // The page has a background that suits its theme.
    Renderer::new(SIZE.0, SIZE.1).background(Background::Transparent)
}

fn refuse_broken(findings: &Findings) -> Result<(), Error> {
    let is_broken = findings.worst() == Some(Severity::Error);
    if is_broken { Err(Error::Broken(findings.clone())) } else { Ok(()) }
}

fn shot(title: &'static str, pixels: &Pixels) -> Result<Shot, Error> {
    let png = pixels.to_png().map_err(|error| Error::Refused(error.to_string()))?;
    Ok(Shot { title, size: pixels.size(), png: STANDARD.encode_to_string(png) })
}
