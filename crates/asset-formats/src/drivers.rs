//! This is the list of formats. There is one module for each format, or for all formats of a crate. To add a format,
//! write its module and add it to [`LIST`].

mod fbx;
mod gltf;
mod image;
mod pragma;
pub(crate) mod scene;
mod udm;
mod urho_ani;
mod urho_asc;
mod urho_material;
mod urho_mdl;
mod urho_pak;
mod urho_resource;
mod urho_scene;
mod urho_shader;
mod zed;

pub use fbx::FbxDocument;
pub use gltf::GltfDocument;
pub use urho_pak::repackage;

use binio::Error as Located;
use urho_core::Engine;

use crate::document::Document;
use crate::driver::Driver;
use crate::{Change, Error, Format};

/// The changes that a model with levels of detail can take without a scene.
const MODEL_CHANGES: &[Change] = &[
    Change::KeepLevel,
    Change::Scale,
    Change::Move,
    Change::Simplify,
    Change::Optimize,
    Change::Tangents,
    Change::Normals,
];

/// Urho3D, and U3D, which reads the same files.
const URHO3D: &[Engine] = &[Engine::Urho3d, Engine::U3d];
/// rbfx alone.
const RBFX: &[Engine] = &[Engine::Rbfx];

/// All formats. When output formats are listed for people, they will be in this order.
static LIST: &[&[Driver]] = &[
    gltf::DRIVERS,
    fbx::DRIVERS,
    urho_mdl::DRIVERS,
    urho_ani::DRIVERS,
    pragma::DRIVERS,
    zed::DRIVERS,
    urho_scene::DRIVERS,
    udm::DRIVERS,
    urho_asc::DRIVERS,
    urho_shader::DRIVERS,
    urho_material::DRIVERS,
    urho_resource::DRIVERS,
    urho_pak::DRIVERS,
    image::DRIVERS,
];

/// Returns all drivers.
pub fn all() -> impl Iterator<Item = &'static Driver> + Clone {
    LIST.iter().copied().flatten()
}

/// Returns the driver for this format, or `None` if only a project has it.
pub(crate) fn of(format: Format) -> Option<&'static Driver> {
    all().find(|driver| driver.format.name() == format.name())
}

/// Wraps the document of a format crate, or its error.
fn opened<'a, D: Document + 'a, K>(
    format: Format,
    document: Result<D, Located<K>>,
) -> Result<Box<dyn Document + 'a>, Error>
where
    K: std::error::Error + Send + Sync + 'static,
{
    match document {
        Ok(document) => Ok(Box::new(document)),
        Err(error) => Err(Error::malformed(format, error)),
    }
}

/// Returns an error if this level of detail doesn't exist.
pub fn check_lod(level: usize, levels: usize) -> Result<(), Error> {
    if level < levels {
        return Ok(());
    }
    Err(Error::Refused(format!("expected a level of detail below {levels}, found {level}")))
}
