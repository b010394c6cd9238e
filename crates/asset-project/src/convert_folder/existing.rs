//! Existing outputs.

/// Treatment of existing outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Existing {
    /// The run is refused before anything is written, in one message.
    #[default]
    Refuse,
    /// The output is replaced.
    Replace,
    /// The output is kept, and its input isn't converted.
    Skip,
    /// The output is replaced if its input, or another file that it is made of, is newer. With equal times, the content decides.
    ///
    /// Such files are animations, side files and material lists next to the input, models that
    /// [`into_original`](super::ConvertFolder::into_original) and [`bind_pose_of`](super::ConvertFolder::bind_pose_of) name, the package of an
    /// entry, and all files that these name: materials, textures, models of scenes, images. Changed options aren't noticed.
    Newer,
}

impl Existing {
    /// Whether files are replaced once a conversion is made.
    pub(super) fn replaces(self) -> bool {
        matches!(self, Self::Replace | Self::Newer)
    }
}
