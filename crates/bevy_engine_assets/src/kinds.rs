//! Finding kinds of the plugin. Conversions add findings of the kinds of their crates.

use binio::FindingKind;

/// The file is nothing that this plugin shows, so that the asset has no parts.
pub const NOT_SHOWN: &FindingKind = &FindingKind::new(
    "bevy-engine-assets/not-shown",
    "The file is nothing that this plugin shows, so that the asset has no parts.",
)
.with_engine("Nothing appears. Labels of the asset can't be loaded.")
.with_advice("If the file belongs to another plugin, add that plugin first: it then keeps the extension.");
