//! Packages as packages of another kind.

use engine_assets::binio::{Findings, ReadAt};
use engine_assets::urho_pak::{Kind, Package};

use super::pack::LEVEL;
use crate::convert::Converted;

/// The package as one of another kind. What is packed alike is copied block by block.
pub(crate) fn converted<S: ReadAt>(package: &Package<S>, kind: Kind) -> Converted {
    let mut losses = Findings::new();
    if package.start() > 0 {
        losses.warning("file", format!("the {} bytes before the package", package.start()));
    }
    let (size, most) = (package.data_size(), package.extract_limits().max_expanded_bytes);
    if size > most {
        let error = format!("the entries claim {size} bytes, and more than {most} would be a bomb");
        return Converted { losses, bytes: Err(error.into()) };
    }
    let mut builder = package.edit().level(LEVEL);
    builder.set_kind(kind);
    Converted { losses, bytes: builder.to_bytes().map_err(Into::into) }
}
