//! Options to set the engine of Urho3D, U3D and rbfx files, and to add a game's own components.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine_assets::convert::Engine;
use engine_assets::{Asset, Error};

use crate::output;

/// The engines Urho3D, U3D and rbfx.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// rbfx
    Rbfx,
    /// Urho3D
    Urho3d,
    /// U3D
    U3d,
}

impl EngineName {
    pub(crate) fn engine(self) -> Engine {
        match self {
            Self::Rbfx => Engine::Rbfx,
            Self::Urho3d => Engine::Urho3d,
            Self::U3d => Engine::U3d,
        }
    }
}

#[derive(Args)]
pub(crate) struct EngineOptions {
    /// Files of Urho3D, U3D and rbfx: engine to use for inputs and outputs. Default: detected for each file
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineName>,
    /// Scenes of Urho3D, U3D and rbfx: table with the game's own components. Each line has the class, attribute, type
    /// and default value, separated by tabs
    #[arg(long, value_name = "FILE")]
    classes: Option<PathBuf>,
}

impl EngineOptions {
    pub(crate) fn engine(&self) -> Option<Engine> {
        self.engine.map(EngineName::engine)
    }

    /// Returns the table with the game's own components, or an empty string if there is none.
    pub(crate) fn table(&self) -> io::Result<String> {
        class_table(self.classes.as_ref())
    }

    /// Returns the asset, to be read as a file of this engine.
    pub(crate) fn read<'a>(&self, asset: Asset<'a>) -> Result<Asset<'a>, Error> {
        let read = asset.read_for_engine(self.engine(), &self.table()?)?;
        Ok(read.map_or(asset, |read: Asset<'static>| read))
    }
}

/// Reads a table of components. If `path` is `None`, this returns an empty string.
pub(crate) fn class_table(path: Option<&PathBuf>) -> io::Result<String> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|error| output::named(path, &error));
    path.map_or(Ok(String::new()), read)
}
