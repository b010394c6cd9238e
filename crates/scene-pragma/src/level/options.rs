//! Options to create maps.

use pragma_asset::{Encoding, Map};
use scene_adapter::FileOptions;

binio::options! {
    /// Options for [`create()`](super::create()).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMapOptions<'o> {
        /// How to encode the map and its files. By default, this is the same as in the scene's source file, or binary.
        #[setter(into)]
        pub(crate) encoding: Option<Encoding> = None,
        /// The map that the scene was edited from. By default, this is the map that the scene carries.
        #[setter(into)]
        pub(crate) original: Option<&'o Map<'static>> = None,
        /// What to do with models, materials and textures. Their folder is named after the map. If a part of the scene
        /// was read from a file in the project and then edited, this writes to the file.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
    }
}
