//! Options.

use std::collections::HashMap;

use asset_scene::glam::DAffine3;
use asset_scene::reduce::CurveTolerance;
use asset_scene::{AnimationId, Array, Data, Error, ErrorKind, Scene, UpAxis};
use binio::{Budget, Limits, Path};
use scene_adapter::surface::{Optimization, Tangents};

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
        /// Meshes for which tangents are generated (MikkTSpace), where triangles have normals and texture coordinates, but no tangents. Default: meshes
        /// with a normal map.
        #[setter(into)]
        pub(crate) tangents: Tangents = Tangents::default(),
        /// Whether meshes with texture coordinates get tangents even if none can be computed: a model whose vertices have them keeps its layout.
        #[setter(none)]
        pub(crate) fills_tangents: bool = false,
        /// Angle in degrees up to which triangles of meshes without normals are shaded smooth. Default: none; they are shaded flat.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
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
        /// What is known of the original that the scene was shown from.
        #[setter(none)]
        pub(crate) home: Option<Home> = None,
        /// Whether the component that shows the model stores the default weights of its morphs, so that they aren't baked.
        #[setter(none)]
        pub(crate) has_component: bool = false,
    }
}

/// What a model that is built for its original takes from that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Home {
    /// Offsets of bones by name, in the scene's space: the vertices of skins are put into the space of these. `None` for numbers that are none, and of
    /// several bones of a name.
    pub(crate) offsets: HashMap<String, Option<DAffine3>>,
    /// Whether default weights of morphs are baked into the vertices, though nothing else is changed of them.
    pub(crate) bakes_weights: bool,
}

impl CreateModelOptions {
    /// With the names of bones and tracks as an original has them, equal and empty ones too.
    pub(crate) fn for_original(mut self) -> Self {
        self.home.get_or_insert_with(|| Home { bakes_weights: true, ..Home::default() });
        self
    }

    /// Whether default weights of morphs are baked into the vertices.
    pub(crate) fn bakes_weights(&self) -> bool {
        let has_place = self.target == Target::Rbfx || self.has_component;
        !has_place && self.home.as_ref().is_none_or(|home| home.bakes_weights)
    }

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
