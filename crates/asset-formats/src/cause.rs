//! This module finds the causes of errors, for all formats.

use std::error::Error as StdError;

use binio::{Cause, Fault};

use crate::driver::{CauseOf, cause_of};
use crate::{Error, drivers};

impl Error {
    /// Returns why the content of a file is wrong, or `None` if this error is about something else.
    ///
    /// ```
    /// use asset_formats::{Asset, Cause};
    /// let error = Asset::parse(b"UMD2\x01\0\0", None).unwrap_err();
    /// assert_eq!(error.cause(), Some(Cause::Damaged));
    /// ```
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Self::Malformed { error, .. } | Self::Convert(error) => Some(of_kind(&**error.kind())),
            #[cfg(feature = "render")]
            Self::Render(error) => Some(error.cause()),
            _ => None,
        }
    }
}

/// Returns what a person can do about a file that can't be read, or `None` if there is nothing to say. Pass whether the
/// file is text, because text can be fixed by hand. See also [`Error::cause`].
pub fn remedy(cause: Cause, is_text: bool) -> Option<&'static str> {
    Some(match cause {
        Cause::Damaged if is_text => "fix the text there",
        Cause::Damaged => {
            "get the file again if it was cut off or changed in transit; unreadable files can't be repaired"
        }
        Cause::Unsupported => "export the file again without it; a later version of engine-assets may read it as it is",
        Cause::Limit => "split the file: the limit keeps a small file from taking all memory",
        Cause::OtherFile => "put the files that it names next to it",
        _ => return None,
    })
}

/// Asks the drivers for the cause, given the kind of an error in any format.
fn of_kind(kind: &(dyn StdError + Send + Sync + 'static)) -> Cause {
    // What several formats share.
    let shared: [CauseOf; 3] =
        [cause_of::<Fault>, cause_of::<asset_scene::ErrorKind>, cause_of::<urho_core::VariantFault>];
    let mut all = shared.iter().chain(drivers::all().flat_map(|driver| driver.causes));
    all.find_map(|of| of(kind)).unwrap_or(Cause::Damaged)
}
