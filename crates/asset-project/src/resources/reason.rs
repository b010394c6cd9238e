//! This module contains [`RootReason`].

use std::fmt;

/// Why a folder or package is searched for resources. Show this to the user when a resource is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RootReason {
    /// Your program has added it.
    Given,
    /// The user has named it.
    Named,
    /// It is listed in `engine-assets.toml`.
    Configured,
    /// It contains the file, and is beside `Data` or `CoreData`.
    Own,
    /// It is `Data`, `CoreData` or `Cache`.
    Usual,
    /// It is beside `CoreData`, and contains resources.
    Beside,
    /// It is in `Autoload`.
    Autoload,
    /// It is a package beside `Data` or `CoreData`.
    Package,
    /// It is an addon for Pragma.
    Addon,
    /// It is the nearest folder with subfolders such as `Models`.
    Nearest,
    /// It contains a resource that is in no other folder.
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
