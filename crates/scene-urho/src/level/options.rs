//! Options to create scenes and prefabs.

use scene_adapter::FileOptions;
use urho_scene::{Encoding, Engine, Kind};

binio::options! {
    /// Options for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateLevelOptions<'o> {
        /// Whether to create a scene or a prefab. By default, this is the same as in the source, or a scene if there is
        /// none.
        #[setter(into)]
        pub(crate) kind: Option<Kind> = None,
        /// The encoding to write. The default is [`Encoding::Xml`].
        pub(crate) encoding: Encoding = Encoding::Xml,
        /// The engine for the file, and for its models and materials. By default, this is the engine of the file that the
        /// scene comes from. New scenes are for rbfx if the encoding is an archive, and for Urho3D otherwise.
        #[setter(into)]
        pub(crate) engine: Option<Engine> = None,
        /// What to do with models, animations, materials and textures. If a part of the scene was read from a file in
        /// the project and then edited, this writes to the file.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
