//! Options to create maps.

use pragma_asset::Form;
use scene_adapter::FileOptions;

binio::options! {
    /// Options for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMapOptions<'o> {
        /// How to encode the map and its files. By default, this is the same as in the scene's source file, or binary.
        #[setter(into)]
        pub(crate) form: Option<Form> = None,
        /// What to do with models, materials and textures. Their folder is named after the map. If parts of the scene
        /// were read from files in the project and edited, the files are written.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
