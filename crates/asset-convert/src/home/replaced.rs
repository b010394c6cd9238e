//! Looks at a file that is replaced by a scene which doesn't say what it was exported from, for example because its
//! program left out custom properties.

use asset_formats::kinds;
use asset_paths::ChangeKind;
use binio::{Findings, Path};

use super::edits::{changes, sentences};

/// Warns if parts of the replaced file are missing in the new one.
pub(super) fn tell(replaced: &[u8], (name, written): (&str, &[u8]), findings: &mut Findings) {
    let message = match changes(name, replaced, written) {
        None => "replaces a file that the scene doesn't name as its original, and the two can't be compared".to_owned(),
        Some(mut gone) => {
            gone.retain(|change| change.kind() == ChangeKind::Removed);
            if gone.is_empty() {
                return;
            }
            format!(
                "replaces a file that the scene doesn't name as its original, and these parts of it are gone: {} The \
                 option into keeps what a scene can't show",
                sentences(&gone)
            )
        }
    };
    findings.warning(kinds::REPLACED_WITHOUT_ORIGINAL, Path::from("file").name(name.as_bytes()), message);
}
