//! Options.

use asset_scene::reduce::CurveTolerance;
use asset_scene::{AnimationId, Array, Data, Error, ErrorKind, Scene, UpAxis};
use binio::{Budget, Limits, Path};
use scene_adapter::surface::Optimization;

binio::options! {
    /// Choices for [`create()`](crate::create()) and [`create_animations`](crate::create_animations). Take the same ones for both, so that bones and tracks
    /// fit.
    ///
    /// ```
    /// use scene_urho::{CreateModelOptions, Target, UpAxis};
    /// // A model in centimetres with Z up, for rbfx.
    /// let options = CreateModelOptions::default().scale(0.01).up(UpAxis::Z).target(Target::Rbfx);
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct CreateModelOptions {
        /// Bones that one draw call may take, from 1 to 256; geometries that need more are split. Default: 64, which work everywhere.
        pub(crate) max_bones: u16 = 64,
        /// Units of the model per unit of the scene, above 0: positions, translations and morphs are multiplied, no bone is scaled. Default: 1.
        pub(crate) scale: f32 = 1.0,
        /// The axis of the scene that points up. Default: Y.
        pub(crate) up: UpAxis = UpAxis::Y,
        /// Whether tangents are generated (MikkTSpace) where triangles have normals and texture coordinates, but no tangents. Default: true.
        pub(crate) tangents: bool = true,
        /// Whether [`Node::lods`](asset_scene::Node::lods) become levels of detail; otherwise only the finest level is used. Default: true.
        pub(crate) lods: bool = true,
        /// Whether every node becomes a bone, even if nothing moves, so that things can be attached to it by name. Default: false.
        pub(crate) keep_hierarchy: bool = false,
        #[setter(none)]
        pub(crate) animations: Option<Vec<AnimationId>> = None,
        /// The engines that the files are for. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::Urho3D,
        /// How far the keys of a resampled spline may be from it. Errors of bones add up along a limb. Default: a tenth of a millimetre and a hundredth
        /// of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Vertices, morph deltas included, above which building is an error: a small scene can show a large mesh often. Default: 2²⁴.
        pub(crate) max_vertices: usize = 1 << 24,
        /// Keys of all animations together above which building is an error. Default: 2²².
        pub(crate) max_keys: usize = 1 << 22,
        /// Optimizations of meshes. Default: all.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// Memory that unpacked vertices, indices and keys may take: [`Limits::max_expanded_bytes`]. Above it building is an error, before
        /// anything is unpacked. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

impl CreateModelOptions {
    /// The animations to take; `None` for all. Nodes that only others move become no bones for them. Default: `None`.
    #[must_use]
    pub fn animations(mut self, animations: impl IntoIterator<Item = AnimationId>) -> Self {
        self.animations = Some(animations.into_iter().collect());
        self
    }

    /// Checks the scene and whether it can be built with these options.
    pub(crate) fn check(&self, scene: &Scene<'_>) -> Result<(), Error> {
        let unsupported = |message: String, path: Path| Err(Error::new(ErrorKind::Unsupported(message), path));
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return unsupported(format!("expected a scale above 0, found {}", self.scale), Path::from("options"));
        }
        scene.check()?;
        // Sparse arrays may say that they have any number of rows.
        let endless = |array: &Array<'_>| matches!(array.data, Data::Sparse { .. }) && array.count > self.max_vertices;
        match scene.arrays.iter().position(endless) {
            Some(array) => unsupported(format!("more than {} rows", self.max_vertices), Path::from([("array", array)])),
            None => Ok(()),
        }
    }

    /// Returns the budget for unpacking.
    pub(crate) fn budget(&self) -> Budget {
        self.limits.budget()
    }

    /// Whether an animation is taken.
    pub(crate) fn takes(&self, animation: AnimationId) -> bool {
        self.animations.as_ref().is_none_or(|animations| animations.contains(&animation))
    }
}

/// Which engines files are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// All: models are `UMD2`, animations `UANI`. Default weights of morphs are baked into the vertices, because the file has no place
    /// for them.
    #[default]
    Urho3D,
    /// Only rbfx: models are `UMD3`, which hold default weights of morphs, animations `UAN2`.
    Rbfx,
}
