//! Publishes the crates, each after the crates that it depends on.

use std::collections::BTreeSet;

use crate::run::{Run, cargo};
use crate::workspace::{Package, packages};

/// Publishes every crate that the registry doesn't have in this version, so that a run that was cut off can be repeated: the registry
/// accepts only a few new crates at a time.
pub(super) fn publish() -> Run {
    let packages = packages()?;
    let order = in_order(packages.iter().filter(|package| package.is_published()).collect())?;
    let version = env!("CARGO_PKG_VERSION");
    for (done, name) in order.iter().enumerate() {
        if cargo(&format!("info {name}@{version} --registry crates-io")).output().is_ok() {
            eprintln!("{name} {version} is on the registry");
            continue;
        }
        // Workspace checks built each crate from its package before the tag.
        cargo(&format!("publish --locked --no-verify -p {name}")).go().map_err(|error| {
            format!("{error}\n{} of {} crates are published; run it again to publish the rest", done, order.len())
        })?;
    }
    Ok(())
}

/// Names of packages, each after its dependencies.
fn in_order(mut rest: Vec<&Package>) -> Result<Vec<&str>, String> {
    let mut order = Vec::new();
    while !rest.is_empty() {
        let waiting: BTreeSet<&str> = rest.iter().map(|package| package.name.as_str()).collect();
        let (ready, later): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|package| !package.needs().any(|need| waiting.contains(need)));
        if ready.is_empty() {
            return Err(format!("crates depend on each other: {}", waiting.into_iter().collect::<Vec<_>>().join(", ")));
        }
        order.extend(ready.iter().map(|package| package.name.as_str()));
        rest = later;
    }
    Ok(order)
}
