//! Options that drivers get when they write documents or create files.

use std::sync::Arc;

use asset_image::{TextureOutput, TextureUse};
use binio::Limits;
use urho_core::Sidecar;
use urho_scene::Engine;

use crate::Original;

binio::options! {
    /// Options for writing a document in another version or encoding, without a scene; see
    /// [`Document::write`](crate::Document::write). A driver ignores the options that have no meaning for its format.
    #[derive(Clone, Debug)]
    pub struct WriteOptions {
        /// The engine in the Urho3D family to write for, if the output format leaves it open. By default, the document
        /// stays as it is.
        #[setter(into)]
        pub engine: Option<Engine> = None,
        /// Whether to lose content that the output format can't store. Default: no.
        pub lossy: bool = false,
        /// Repairs to do first on Urho3D models, in this order.
        #[setter(into)]
        pub repairs: Vec<urho_mdl::Repair> = Vec::new(),
        /// Keep only this level of detail, where 0 is the finest. By default, all are kept.
        #[setter(into)]
        pub lod: Option<usize> = None,
        /// The content of the side file, for output formats that store it inside the document. Default: none.
        #[setter(into)]
        pub side: Option<Sidecar> = None,
        /// The file format and size for textures. By default, both stay as they are.
        pub texture_output: TextureOutput = TextureOutput::default(),
        /// What the pixels of a texture mean. By default, the file decides.
        #[setter(into)]
        pub texture_use: Option<TextureUse> = None,
        /// How much data may be unpacked.
        pub limits: Limits = Limits::default(),
    }
}

binio::options! {
    /// Options for creating files from a scene, for [`MakeTarget`](crate::MakeTarget).
    #[derive(Clone, Copy, Debug)]
    pub struct TargetOptions<'o> {
        /// The engine in the Urho3D family to write for. By default, the output format decides.
        #[setter(into)]
        pub engine: Option<Engine> = None,
        /// How many bones an Urho3D geometry can use before it is split, from 1 to 256. Default: 64, which works
        /// everywhere.
        pub max_bones: u16 = 64,
        /// The document that the scene was exported from, to write edits into it. By default, new files are created.
        #[setter(into)]
        pub original: Option<&'o Original> = None,
        /// Animations that already exist in the output folder, with their names, to report whether they fit a new
        /// skeleton. Default: none.
        pub others: &'o [(String, Arc<urho_ani::Animation<'static>>)] = &[],
        /// Whether to write a prefab instead of a scene. Default: no.
        pub prefab: bool = false,
    }
}
