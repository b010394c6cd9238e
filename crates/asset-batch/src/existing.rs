//! This module contains [`Existing`].

/// What to do if an output of a [`ConvertFolder`](crate::ConvertFolder) run already exists. To write the result of a
/// single conversion, see [`Overwrite`](asset_convert::Overwrite).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Existing {
    /// Refuse the run before anything is written. The message names the files.
    #[default]
    Refuse,
    /// Overwrite the output.
    Replace,
    /// Keep the output, and don't convert its input.
    Skip,
    /// Overwrite the output if its input, or another file that it is made from, is newer. If the times are equal, the
    /// content is compared.
    ///
    /// These other files are animations, side files and material lists next to the input, models that you pass to
    /// [`into_original`](crate::ConvertFolder::into_original) and [`bind_pose_of`](crate::ConvertFolder::bind_pose_of),
    /// the package that contains an entry, and all files that these name: materials, textures, models in scenes,
    /// images. Note that changed options are not noticed.
    Newer,
}

impl Existing {
    /// Returns whether a file may be overwritten once its input has been converted.
    pub(crate) fn replaces(self) -> bool {
        matches!(self, Self::Replace | Self::Newer)
    }
}
