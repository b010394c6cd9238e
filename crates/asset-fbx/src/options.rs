//! This module contains [`ReadOptions`].

use asset_scene::reduce::CurveTolerance;
use binio::Limits;

binio::options! {
    /// Options for [`parse`](crate::parse()).
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(not(feature = "ufbx"), allow(dead_code, reason = "options of a parser that isn't there"))]
    pub struct ReadOptions {
        /// The limits for the memory of the parsed file, and also for the memory of the scene:
        /// [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// The file name without the extension, to be used as the name of the scene. It will also be used as the name
        /// of a single animation, if the name in the file says nothing: `mixamo.com`, `Take 001`. Default: none.
        #[setter(into)]
        pub(crate) name: String = String::new(),
        /// How far a reduced curve may be from the curve in the file. Default: a tenth of a millimetre and a hundredth
        /// of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Whether to leave images in their files until you ask for them. This only has an effect if the
        /// [`Resolver`](crate::Resolver) is able to open them [later](crate::Resolver::later). Default: no.
        pub(crate) images_later: bool = false,
    }
}
