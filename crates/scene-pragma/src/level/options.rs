//! Options of new maps.

use pragma_asset::Form;
use scene_adapter::FileOptions;

binio::options! {
    /// Choices for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMapOptions<'o> {
        /// Encoding of the map and its files. Default: the encoding of the scene's source file, or binary.
        #[setter(into)]
        pub(crate) form: Option<Form> = None,
        /// The models, materials and textures of the map; their folder is named after the map. Changed models of the scene that were read from files of
        /// the project are written.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
