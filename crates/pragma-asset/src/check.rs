//! Reports problems in an asset, and what the engine will do about them.

mod map;
mod model;
mod navmesh;
mod panima;

use alloc::format;

use binio::{Findings, Path};

use crate::kinds;
use crate::node::Node;

/// Checks that an asset inside another has a type that is allowed here, and that its version is at least 1.
pub(crate) fn sub_asset(node: Node<'_>, types: &[&'static str], path: Path, findings: &mut Findings) {
    let found = node.name("assetType");
    if !types.iter().any(|known| found == *known) {
        let expected = types.first().copied().unwrap_or_default();
        findings.error(
            kinds::WRONG_TYPE,
            path,
            format!("expected an asset of type {expected}, found \"{found}\": the engine refuses it"),
        );
    } else if node.int::<u32>("assetVersion") == Some(0) {
        findings.error(kinds::VERSION_ZERO, path, "version 0: the engine refuses it");
    }
}
