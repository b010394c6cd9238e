//! How files are opened.

use binio::Limits;

/// Options for opening files.
///
/// ```
/// let options = asset_project::OpenOptions::default().check_gltf(false);
/// # let text = b"$uint32 answer 42";
/// let asset = asset_project::Asset::parse_with(text, Some("notes.udm".as_ref()), &options)?;
/// # assert_eq!(asset.format(), asset_project::Format::Udm);
/// # Ok::<(), asset_project::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Limits for formats that unpack or follow references: glTF, UDM, packages, compiled scripts, archives of ZED. Default: those of [`Limits`].
    pub limits: Limits,
    /// Whether glTF is checked against the whole specification, images included; else only what reading needs. Default: yes.
    pub check_gltf: bool,
    /// Whether a `.mdl` that no format fits is read as a model from before March 2011, which has no identifier. Default: no.
    pub bare_2011: bool,
    /// Whether images of glTF stay in their files, which then have to stay as they are, until they are asked for. For documents that
    /// [`open_with`](crate::open_with) opens. Default: no.
    pub images_later: bool,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { limits: Limits::default(), check_gltf: true, bare_2011: false, images_later: false }
    }
}

impl OpenOptions {
    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets [`check_gltf`](Self::check_gltf).
    #[must_use]
    pub fn check_gltf(mut self, check_gltf: bool) -> Self {
        self.check_gltf = check_gltf;
        self
    }

    /// Sets [`images_later`](Self::images_later).
    #[must_use]
    pub fn images_later(mut self, images_later: bool) -> Self {
        self.images_later = images_later;
        self
    }

    /// Sets [`bare_2011`](Self::bare_2011).
    #[must_use]
    pub fn bare_2011(mut self, bare_2011: bool) -> Self {
        self.bare_2011 = bare_2011;
        self
    }
}
