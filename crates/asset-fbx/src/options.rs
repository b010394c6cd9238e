//! Options for reading.

use asset_scene::reduce::CurveTolerance;
use binio::Limits;

binio::options! {
    /// Options for [`parse`](crate::parse()).
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(not(feature = "ufbx"), allow(dead_code, reason = "options of a parser that isn't there"))]
    pub struct ReadOptions {
        /// Memory that the parsed file and the scene may take, each: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// Name of the file without extension. The scene gets this name, and a single animation whose own name says nothing: `mixamo.com`, `Take 001`.
        /// Default: none.
        #[setter(into)]
        pub(crate) name: String = String::new(),
        /// How far reduced curves may be from the curves of the file. Default: a tenth of a millimetre and a hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Whether images stay in their files until they are requested, if the [`Resolver`](crate::Resolver) can open them
        /// [later](crate::Resolver::later). Default: no.
        pub(crate) images_later: bool = false,
    }
}
