//! Why a folder or package is searched.

use std::fmt;

/// Why a folder or package is searched for resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RootReason {
    /// The caller gave it.
    Given,
    /// A person named it.
    Named,
    /// `engine-assets.toml` lists it.
    Configured,
    /// It contains the file, and lies beside `Data` or `CoreData`.
    Own,
    /// It is `Data`, `CoreData` or `Cache`.
    Usual,
    /// It lies beside `CoreData`, and contains resources.
    Beside,
    /// It lies in `Autoload`.
    Autoload,
    /// It is a package beside `Data` or `CoreData`.
    Package,
    /// It is an addon of Pragma.
    Addon,
    /// It is the nearest folder with subfolders such as `Models`.
    Nearest,
    /// A resource exists there that no other folder has.
    Reference,
}

impl fmt::Display for RootReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Given => "given by the caller",
            Self::Named => "the named folder",
            Self::Configured => "listed in engine-assets.toml",
            Self::Own => "contains the files",
            Self::Usual => "a usual folder of the engine",
            Self::Beside => "beside CoreData, with resources",
            Self::Autoload => "in Autoload",
            Self::Package => "a package beside Data or CoreData",
            Self::Addon => "an addon",
            Self::Nearest => "nearest folder with subfolders such as Models or Materials",
            Self::Reference => "a referenced file exists there only",
        })
    }
}
