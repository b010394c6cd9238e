//! This module contains [`OpenOptions`].

use std::path::PathBuf;

use asset_scene::reduce::CurveTolerance;
use binio::Limits;

binio::options! {
    /// Options for opening files.
    ///
    /// ```
    /// let options = asset_formats::OpenOptions::default().check_gltf(false);
    /// # let text = b"$uint32 answer 42";
    /// let asset = asset_formats::Asset::parse_with(text, Some("notes.udm".as_ref()), &options)?;
    /// # assert_eq!(asset.format(), asset_formats::Format::UDM);
    /// # Ok::<(), asset_formats::Error>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct OpenOptions {
        /// Limits for formats that unpack data or follow references: glTF, UDM, packages, compiled scripts, archives.
        /// Default: the default [`Limits`].
        pub(crate) limits: Limits = Limits::default(),
        /// Whether to check glTF files against the whole specification, including their images. If not, only the parts
        /// that will be used are checked. Default: yes.
        pub(crate) check_gltf: bool = true,
        /// Whether to read a `.mdl` in no known format as a model from before March 2011, which has no identifier.
        /// Default: no.
        pub(crate) bare_2011: bool = false,
        /// Whether to leave the images of a glTF in their files until you ask for them. You must not change the files
        /// until then. This only works with [`open_with`](crate::open_with). Default: no.
        pub(crate) images_later: bool = false,
        /// A folder that contains the `.gltf`. Its textures and buffers can then be anywhere in this folder, for
        /// example `../Textures/Stone.png`. By default, they must be in the same folder as the `.gltf`.
        #[setter(into)]
        pub(crate) root: Option<PathBuf> = None,
        /// How far the sampled curves of an FBX may differ from the curves in the file. Default: a tenth of a
        /// millimetre and a hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
    }
}
