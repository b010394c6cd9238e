//! Options of new scenes and prefabs.

use scene_adapter::FileOptions;
use urho_scene::{Engine, Form, Kind};

use crate::Target;

binio::options! {
    /// Choices for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateLevelOptions<'o> {
        /// Whether a scene or a prefab is created. Default: as the source of the scene, or a scene.
        #[setter(into)]
        pub(crate) kind: Option<Kind> = None,
        /// The form of the file. Default: [`Form::Xml`].
        pub(crate) form: Form = Form::Xml,
        /// The engine of models, materials and a new scene; a scene from a file keeps its engine. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::Urho3D,
        /// The engine of the file, also of a scene from a file. Default: as [`target`](Self::target) says.
        #[setter(into)]
        pub(crate) engine: Option<Engine> = None,
        /// The models, animations, materials and textures of the scene. Changed parts of the scene that were read from files of the project are written.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
