//! Options to create scenes and prefabs.

use scene_adapter::FileOptions;
use urho_scene::{Engine, Form, Kind};

use crate::Target;

binio::options! {
    /// Options for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateLevelOptions<'o> {
        /// Whether to create a scene or a prefab. By default, this is the same as in the source, or a scene if there is
        /// none.
        #[setter(into)]
        pub(crate) kind: Option<Kind> = None,
        /// The form to write. The default is [`Form::Xml`].
        pub(crate) form: Form = Form::Xml,
        /// The engine for models, materials and new scenes. If the scene comes from a file, its engine is kept. The
        /// default is [`Target::Urho3D`].
        pub(crate) target: Target = Target::Urho3D,
        /// The engine for the file, even if the scene comes from a file. By default, [`target`](Self::target) decides.
        #[setter(into)]
        pub(crate) engine: Option<Engine> = None,
        /// What to do with models, animations, materials and textures. If a part of the scene was read from a file in
        /// the project and then edited, this writes to the file.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
