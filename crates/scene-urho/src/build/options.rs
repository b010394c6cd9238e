//! What can be chosen.

use binio::Path;

use crate::{Data, Error, ErrorKind, Scene};

/// What can be chosen when models and animations are built. The same options for both, so that bones and tracks fit.
///
/// ```
/// use asset_scene::urho::build::{BuildOptions, Target, Up};
/// // A model in centimetres with Z up, for rbfx.
/// let options = BuildOptions { scale: 0.01, up: Up::Z, target: Target::Rbfx, ..BuildOptions::default() };
/// assert_eq!(options.max_bones, 64);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BuildOptions {
    /// Bones that one draw call may take; geometries that need more are split. From 1 to 256; 64 work everywhere. 64 if not chosen.
    pub max_bones: usize,
    /// Units of the model per unit of the scene: positions, translations and morphs are multiplied, no bone is scaled. 1 if not chosen.
    pub scale: f32,
    /// Which axis of the scene points up: Y if not chosen, as in glTF.
    pub up: Up,
    /// Whether tangents are generated (MikkTSpace) where triangles have normals and texture coordinates, but no tangents: yes if
    /// not chosen, as in rbfx. AssetImporter does it on request.
    pub tangents: bool,
    /// Whether [`Node::lods`](crate::Node::lods) become levels of detail; else only the finest is taken. Yes if not chosen.
    pub lods: bool,
    /// Whether every node becomes a bone, even if nothing moves: so that things can be attached to it by name. No if not chosen.
    pub keep_hierarchy: bool,
    /// Numbers of the animations to take; all if not chosen. Nodes that only others move become no bones for them.
    pub animations: Option<Vec<usize>>,
    /// Which engines the files are for. Urho3D if not chosen.
    pub target: Target,
    /// How far keys of a resampled spline may lead from it: radians, shares of the model's size, shares of the scale. Errors of bones
    /// add up along a limb. 0.00001 if not chosen.
    pub spline_tolerance: f32,
    /// Vertices, morph deltas included, above which building fails: a small scene can show a large mesh often. 2²⁴ if not chosen.
    pub max_vertices: usize,
    /// Keys of all animations together above which building fails. 2²² if not chosen.
    pub max_keys: usize,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            max_bones: 64,
            scale: 1.0,
            up: Up::Y,
            tangents: true,
            lods: true,
            keep_hierarchy: false,
            animations: None,
            target: Target::Urho3D,
            spline_tolerance: 1e-5,
            max_vertices: 1 << 24,
            max_keys: 1 << 22,
        }
    }
}

impl BuildOptions {
    /// Whether a scene holds together, and can be built with these options.
    pub(super) fn check(&self, scene: &Scene<'_>) -> Result<(), Error> {
        let unsupported = |message: String, path: Path| Err(Error::new(ErrorKind::Unsupported(message), path));
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return unsupported(format!("a scale of {}", self.scale), Path::new());
        }
        scene.check()?;
        // Sparse arrays may say that they have any number of rows.
        let endless =
            |array: &crate::Array<'_>| matches!(array.data, Data::Sparse { .. }) && array.count > self.max_vertices;
        match scene.arrays.iter().position(endless) {
            Some(array) => unsupported(format!("more than {} rows", self.max_vertices), Path::from([("array", array)])),
            None => Ok(()),
        }
    }

    /// Whether the `index`-th animation is taken.
    pub(super) fn takes(&self, index: usize) -> bool {
        self.animations.as_ref().is_none_or(|animations| animations.contains(&index))
    }
}

/// Which axis of a scene points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Up {
    /// Y, as glTF says it.
    #[default]
    Y,
    /// Z: the scene is turned by a quarter about X, so that its -Y points forward, as Blender's does.
    Z,
}

/// Which engines files are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// All: models are `UMD2`, animations `UANI`. Default weights of morphs are baked into the vertices, because the file has no place
    /// for them.
    #[default]
    Urho3D,
    /// Only rbfx: models are `UMD3`, which hold default weights of morphs, animations `UAN2`.
    Rbfx,
}
