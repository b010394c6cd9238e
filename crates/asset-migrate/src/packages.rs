//! Unpacks packages, migrates each entry, and packs them again.

use asset_formats::Format;
use urho_pak::{Encoding, Package};
use urho_scene::Engine;

use super::context::{Context, Made};
use super::report::Action;

/// Opens a package in memory.
pub(super) fn open(bytes: &[u8]) -> Result<Package<binio::Bytes<'_>>, urho_pak::Error> {
    Package::open(binio::Bytes::from(bytes))
}

/// Migrates a package. `renamed` must return the new name for an entry, and `one` must migrate it.
pub(super) fn migrate(
    context: &Context,
    bytes: &[u8],
    renamed: &dyn Fn(&str) -> Option<String>,
    one: &dyn Fn(&str, &[u8]) -> Made,
) -> Made {
    let format = Format::URHO_PAK.name();
    match packed(context, bytes, renamed, one) {
        Ok(migrated) => migrated,
        Err(error) => Made::refused(format, error),
    }
}

fn packed(
    context: &Context,
    bytes: &[u8],
    renamed: &dyn Fn(&str) -> Option<String>,
    one: &dyn Fn(&str, &[u8]) -> Made,
) -> Result<Made, urho_pak::Error> {
    let format = Format::URHO_PAK.name();
    let package = open(bytes)?;
    let kind = match (context.to, package.encoding()) {
        (Engine::Rbfx, kind) => kind,
        (_, Encoding::Rpak) => Encoding::Upak,
        (_, Encoding::Rlz4) => Encoding::Ulz4,
        (_, kind) => kind,
    };
    let mut builder = package.edit();
    builder.set_encoding(kind);
    let mut migrated = Made::new(format, Action::Converted);
    let mut is_changed = kind != package.encoding();
    for entry in package.entries() {
        let name = entry.name().to_string();
        let content = entry.read_with(&package.extract_limits())?;
        let mut result = one(&name, &content);
        if let Some(content) = result.content.take() {
            is_changed = true;
            builder.replace(&*entry.name(), content)?;
        }
        if result.action == Action::Replaced {
            is_changed = true;
            builder.remove(&*entry.name());
        } else if let Some(new) = renamed(&name) {
            is_changed = true;
            builder.rename(&*entry.name(), new)?;
        }
        migrated.entries.push((name, result));
    }
    if !is_changed {
        migrated.action = Action::Copied;
        return Ok(migrated);
    }
    migrated.content = Some(builder.to_bytes()?);
    Ok(migrated)
}
