//! Finding kinds of the plugin. Note that a conversion can also add findings from other crates.

binio::kinds! {
    NOT_SHOWN: "bevy-engine-assets/not-shown",
        "The file is nothing that this plugin shows, so that the asset has no parts.",
        engine: "Nothing appears. Labels of the asset can't be loaded.",
        advice: "If the file belongs to another plugin, add that plugin first: it then keeps the extension.";
}
