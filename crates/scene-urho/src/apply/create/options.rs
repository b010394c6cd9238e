//! Options to create models and animations.

use crate::Engine;
use std::collections::HashMap;

use asset_scene::glam::DAffine3;
use asset_scene::reduce::CurveTolerance;
use asset_scene::{AnimationId, Array, Data, Error, ErrorKind, Scene, UpAxis};
use binio::{Budget, Limits, Path};
use scene_adapter::surface::{Optimization, Tangents};

binio::options! {
    /// Options for [`create()`](crate::create()) and [`create_animations`](crate::create_animations). You must use the
    /// same options for both, because otherwise tracks will not fit the bones.
    ///
    /// ```
    /// use scene_urho::{CreateModelOptions, Engine, UpAxis};
    /// // A model in centimetres with Z up, for rbfx.
    /// let options = CreateModelOptions::default().scale(0.01).up(UpAxis::Z).engine(Engine::Rbfx);
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct CreateModelOptions {
        /// The number of bones that a draw call may use, from 1 to 256. A geometry that needs more will be split. The
        /// default is 64, which works everywhere.
        pub(crate) max_bones: u16 = 64,
        /// Units of the model per unit of the scene, which must be above 0. This scales positions, translations and
        /// morphs, but no bone will have a scale. The default is 1.
        pub(crate) scale: f32 = 1.0,
        /// The axis that points up in the scene. The default is Y.
        pub(crate) up: UpAxis = UpAxis::Y,
        /// Which meshes should get tangents (MikkTSpace) if they have none. They must have normals and texture
        /// coordinates. By default, this is done for meshes with a normal map.
        #[setter(into)]
        pub(crate) tangents: Tangents = Tangents::default(),
        /// Whether meshes with texture coordinates should have tangents even if they can't be computed. Use this to
        /// keep the vertex layout of a model.
        #[setter(none)]
        pub(crate) fills_tangents: bool = false,
        /// How to shade a mesh that has no normals: smooth up to this angle, in degrees, or flat if you don't set it.
        /// The default is flat.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// Whether to convert [`Node::lods`](asset_scene::Node::lods) to levels of detail. If not set, only the finest
        /// level is used. The default is true.
        pub(crate) lods: bool = true,
        /// Whether to create a bone for every node, even if nothing moves it, so that you can attach things to it by
        /// name. The default is false.
        pub(crate) keep_hierarchy: bool = false,
        #[setter(none)]
        pub(crate) animations: Option<Vec<AnimationId>> = None,
        /// The engine that must be able to read the files. The default is [`Engine::Urho3d`], whose files all engines
        /// read: models are `UMD2` and animations `UANI`, and default morph weights are baked into the vertices, because
        /// the file can't store them. For [`Engine::Rbfx`], models are `UMD3`, which can store default morph weights, and
        /// animations `UAN2`.
        pub(crate) engine: Engine = Engine::Urho3d,
        /// How far the keys may be from a spline that is resampled. Note that the errors of bones add up along a limb.
        /// The default is a tenth of a millimetre and a hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// The most vertices to create, including morph offsets. If there are more, this is an error. You need a limit
        /// because even a small scene can show a large mesh many times. The default is 2²⁴.
        pub(crate) max_vertices: usize = 1 << 24,
        /// The most keys to create in all animations. If there are more, this is an error. The default is 2²².
        pub(crate) max_keys: usize = 1 << 22,
        /// How to optimize meshes. By default, everything is optimized.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// How much memory may be used for unpacked vertices, indices and keys: [`Limits::max_expanded_bytes`]. If this
        /// is not enough, the function fails before anything is unpacked. The default is 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// What is known about the original, if the scene was created from a model.
        #[setter(none)]
        pub(crate) home: Option<Home> = None,
        /// Whether the component that shows the model will store the default morph weights, so that they don't have to
        /// be baked.
        #[setter(none)]
        pub(crate) has_component: bool = false,
    }
}

/// What to keep from the original when a model is updated.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Home {
    /// The bone offsets by name, in the scene's space. Skinned vertices will be moved to the space of these. This is
    /// `None` if the numbers are not finite, or if several bones have this name.
    pub(crate) offsets: HashMap<String, Option<DAffine3>>,
    /// Whether to bake default morph weights into the vertices, even if nothing else changes in them.
    pub(crate) bakes_weights: bool,
}

impl CreateModelOptions {
    /// Keeps the names of bones and tracks as they are in the original, even if they are equal or empty.
    pub(crate) fn for_original(mut self) -> Self {
        self.home.get_or_insert_with(|| Home { bakes_weights: true, ..Home::default() });
        self
    }

    /// Returns whether default morph weights must be baked into the vertices.
    pub(crate) fn bakes_weights(&self) -> bool {
        let has_place = self.engine == Engine::Rbfx || self.has_component;
        !has_place && self.home.as_ref().is_none_or(|home| home.bakes_weights)
    }

    /// The animations to convert, or `None` for all. If a node is only moved by another animation, it will not get a
    /// bone. The default is `None`.
    #[must_use]
    pub fn animations(mut self, animations: impl IntoIterator<Item = AnimationId>) -> Self {
        self.animations = Some(animations.into_iter().collect());
        self
    }

    /// Checks the scene, and whether it can be converted with these options.
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

    /// Returns the budget to use for unpacking.
    pub(crate) fn budget(&self) -> Budget {
        self.limits.budget()
    }

    /// Returns whether an animation should be converted.
    pub(crate) fn takes(&self, animation: AnimationId) -> bool {
        self.animations.as_ref().is_none_or(|animations| animations.contains(&animation))
    }
}
