//! This module contains [`ReadOptions`].

use asset_scene::reduce::CurveTolerance;
use binio::Limits;

binio::options! {
    /// Options for [`parse`](crate::parse()).
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(not(feature = "ufbx"), allow(dead_code, reason = "options of a parser that isn't there"))]
    pub struct ReadOptions {
        /// How much memory the parsed file can take, and how much the scene can take: [`Limits::max_expanded_bytes`].
        /// Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
        /// The file name, without the extension. It will be the name of the scene. If there is only one animation, and
        /// it has a name that says nothing, for example `mixamo.com` or `Take 001`, it will get this name too. Default:
        /// none.
        #[setter(into)]
        pub(crate) name: String = String::new(),
        /// How far the reduced curves may differ from the curves in the file. Default: a tenth of a millimetre and a
        /// hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Whether to leave images in their files until you ask for them. This only has an effect if the
        /// [`Resolver`](crate::Resolver) is able to open them [later](crate::Resolver::later). Default: no.
        pub(crate) images_later: bool = false,
    }
}
