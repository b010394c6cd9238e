//! The options of `convert` that change animations.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::Error;
use engine_assets::asset_scene::motion::{BoneMap, Span};
use engine_assets::binio::Escaped;
use engine_assets::convert::{Motion, Onto};
use pyo3::prelude::*;

use crate::asset::sources::opened;
use crate::owned_scene::stem;

/// The options of `engine_assets.convert` for animations. See there for their documentation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MotionWords {
    /// The name, start and end of each clip. Times are in seconds.
    clip: Vec<(String, f32, f32)>,
    merge: Option<String>,
    speed: Option<f32>,
    reverse: bool,
    mirror: bool,
    onto: Option<Py<PyAny>>,
    bone_map: Option<BoneWords>,
    rename_bones: Option<BoneWords>,
    in_place: bool,
    root_motion: Option<String>,
    r#loop: Option<u32>,
    fps: Option<f32>,
}

/// Pairs of bones, or a file with pairs.
#[derive(FromPyObject)]
enum BoneWords {
    Pairs(Vec<(String, String)>),
    File(PathBuf),
}

impl BoneWords {
    fn map(&self) -> Result<BoneMap, Error> {
        let file = match self {
            Self::Pairs(pairs) => return Ok(BoneMap::new(pairs.iter().cloned())),
            Self::File(file) => file,
        };
        let named = |error: &dyn std::fmt::Display| refused(format!("{}: {error}", shown(file)));
        let text = std::fs::read_to_string(file)?;
        BoneMap::parse(&text).map_err(|error| named(&error))
    }
}

fn shown(path: &Path) -> String {
    Escaped(path.display()).to_string()
}

fn refused(message: impl std::fmt::Display) -> Error {
    Error::Refused(message.to_string())
}

impl MotionWords {
    /// Returns the changes to make. This reads the files that the options name.
    pub(crate) fn motion(&self, py: Python<'_>) -> PyResult<Motion> {
        self.simple()
            .and_then(|mut motion| {
                if let Some(source) = &self.onto {
                    let model = opened(source.bind(py)).map_err(Failure::Python)?;
                    let onto = py.detach(|| Onto::new(&stem(&model), model.asset()));
                    motion.onto = Some(Arc::new(onto.map_err(|error| Failure::Python(model.raise(py, &error)))?));
                }
                Ok(motion)
            })
            .map_err(|failure| failure.raise(py))
    }

    fn simple(&self) -> Result<Motion, Failure> {
        for (name, value) in [("speed", self.speed), ("fps", self.fps)] {
            if let Some(value) = value.filter(|value| !(value.is_finite() && *value > 0.0)) {
                return Err(refused(format!("expected {name} above 0, found {value}")).into());
            }
        }
        if self.in_place && self.root_motion.is_some() {
            return Err(refused("expected in_place or root_motion, found both").into());
        }
        if self.bone_map.is_some() && self.onto.is_none() {
            return Err(refused("bone_map needs onto, the model that it maps bones to").into());
        }
        if self.r#loop == Some(0) {
            return Err(refused("expected a loop of one frame or more, found 0").into());
        }
        let mut motion = Motion::default();
        motion.clips = self.clip.iter().map(span).collect::<Result<_, _>>()?;
        motion.merge.clone_from(&self.merge);
        motion.speed = self.speed;
        motion.reverse = self.reverse;
        motion.mirror = self.mirror;
        motion.bone_map = self.bone_map.as_ref().map(BoneWords::map).transpose()?;
        motion.rename_bones = self.rename_bones.as_ref().map(BoneWords::map).transpose()?;
        motion.in_place = self.in_place;
        motion.root_motion.clone_from(&self.root_motion);
        motion.close_loop = self.r#loop;
        motion.fps = self.fps;
        Ok(motion)
    }
}

/// An error of the library or of Python.
enum Failure {
    Own(Error),
    Python(PyErr),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Own(error)
    }
}

impl Failure {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Own(error) => crate::error::raise(py, &error, None),
            Self::Python(error) => error,
        }
    }
}

fn span((name, from, to): &(String, f32, f32)) -> Result<Span, Error> {
    let is_fine = from.is_finite() && to.is_finite() && *from >= 0.0 && from < to && !name.is_empty();
    let wrong =
        || refused(format!("clip {}: expected two times in seconds, the end after the beginning", Escaped(name)));
    if is_fine { Ok(Span::new(name.as_str(), *from, *to)) } else { Err(wrong()) }
}
