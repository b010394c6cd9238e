//! Models and animations between engines, and to and from glTF: everything goes through a scene.

mod export;
mod files;
mod import;

use std::path::Path;

use clap::{Args, ValueEnum};
use engine_assets::asset_scene::{Scene, urho, zed};
use engine_assets::binio::{Findings, Name};
use engine_assets::zed_asset::Dialect;
use engine_assets::{Asset, Format, Gltf};

use crate::globs::{self, Globs};

pub(super) use export::run as export;
pub(super) use import::file as import;

/// What matters only where a model or an animation becomes one of another kind.
#[derive(Args)]
pub(super) struct SceneOptions {
    /// Models: which animations come along, by their names. Without it, out of folders those that are called after their model
    #[arg(long, value_name = "GLOB", value_parser = globs::checked)]
    animations: Vec<String>,
    /// Models: the one level of detail to take; 0 is the finest
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Models: how many times as large the result is to be
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// Models out of glTF: the axis that points up in there
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
    /// To glTF: with everything that leads back to the same file, byte for byte
    #[arg(long)]
    exact: bool,
    /// To glTF: what it has no place for is an error
    #[arg(long)]
    strict: bool,
    /// Models for Urho3D: bones that a geometry may have before it is split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Axis {
    Y,
    Z,
}

fn factor(text: &str) -> Result<f32, &'static str> {
    let factor = text.parse().ok().filter(|factor: &f32| factor.is_finite() && *factor > 0.0);
    factor.ok_or("a number above 0")
}

impl SceneOptions {
    /// Whether the result is to be as the file is.
    fn is_plain(&self) -> bool {
        self.lod.is_none() && self.scale == 1.0 && self.up == Axis::Y
    }

    /// Whether an animation comes along.
    fn takes(&self, animation: &str) -> bool {
        let chosen = Globs::new(&self.animations).is_ok_and(|globs| globs.matches(&Name::from(animation)));
        self.animations.is_empty() || chosen
    }
}

/// What models and animations can become by way of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// glTF in one file.
    Glb,
    /// glTF as JSON, and a file with the numbers.
    Gltf,
    /// A model for Urho3D and its kin, and a file for each animation.
    Model(urho::build::Target),
    /// Only the animations.
    Animations(urho::build::Target),
    /// A ZED model.
    Zed(Dialect),
}

impl Goal {
    /// What a file of this name is to be.
    pub(super) fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "glb" => Some(Self::Glb),
            "gltf" => Some(Self::Gltf),
            "mdl" => Some(Self::Model(urho::build::Target::Urho3D)),
            "ani" => Some(Self::Animations(urho::build::Target::Urho3D)),
            "zed" => Some(Self::Zed(Dialect::ENGINE)),
            _ => None,
        }
    }

    /// The end of the name of a file that nobody named.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Model(_) => "mdl",
            Self::Animations(_) => "ani",
            Self::Zed(_) => "zed",
        }
    }

    /// Whether it is glTF.
    pub(super) fn is_gltf(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf)
    }

    /// Whether a file of a format has to go through a scene to become this.
    pub(super) fn is_far_from(self, format: Format) -> bool {
        matches!(
            (self, format),
            (_, Format::Gltf) | (Self::Model(_), Format::ZedModel) | (Self::Zed(_), Format::UrhoMdl)
        )
    }
}

/// A model as a scene; `None` if it is no model.
fn scene_of<'m>(asset: &'m Asset<'_>, name: &str) -> Option<(Scene<'m>, Findings)> {
    match asset {
        Asset::UrhoMdl(model) => Some(urho::scene(model, name)),
        Asset::ZedModel(model) => Some(zed::scene(model, name)),
        Asset::Gltf(Gltf { scene, findings, .. }) => Some((scene.clone(), findings.clone())),
        _ => None,
    }
}
