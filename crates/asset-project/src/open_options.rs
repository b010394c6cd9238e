//! How files are opened.

use std::path::PathBuf;

use asset_scene::reduce::CurveTolerance;
use binio::Limits;

binio::options! {
    /// Options for opening files.
    ///
    /// ```
    /// let options = asset_project::OpenOptions::default().check_gltf(false);
    /// # let text = b"$uint32 answer 42";
    /// let asset = asset_project::Asset::parse_with(text, Some("notes.udm".as_ref()), &options)?;
    /// # assert_eq!(asset.format(), asset_project::Format::UDM);
    /// # Ok::<(), asset_project::Error>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct OpenOptions {
        /// Limits for formats that unpack or follow references: glTF, UDM, packages, compiled scripts, archives. Default: the default
        /// [`Limits`].
        pub(crate) limits: Limits = Limits::default(),
        /// Whether glTF is checked against the whole specification, images included; otherwise only the parts that the reader uses are checked.
        /// Default: yes.
        pub(crate) check_gltf: bool = true,
        /// Whether a `.mdl` that no format fits is read as a model from before March 2011, which has no identifier. Default: no.
        pub(crate) bare_2011: bool = false,
        /// Whether images of glTF stay in their files, which then have to stay as they are, until they are asked for. For documents that
        /// [`open_with`](crate::open_with) opens. Default: no.
        pub(crate) images_later: bool = false,
        /// Folder that contains the `.gltf`, whose textures and buffers may then be anywhere in it: `../Textures/Stone.png`. Default: they have to be
        /// in the folder of the `.gltf`.
        #[setter(into)]
        pub(crate) root: Option<PathBuf> = None,
        /// How far sampled curves of FBX may be from the curves of the file. Default: a tenth of a millimetre and a hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
    }
}
