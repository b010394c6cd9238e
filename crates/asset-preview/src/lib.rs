//! Draws pictures of a game's files: models, scenes, materials and textures with the software renderer of
//! `asset-render`, and interfaces, fonts, tile maps, rigs and particles as flat pictures.
//!
//! Create a [`Preview`] of a file once, and then render as many pictures as you like:
//!
//! ```no_run
//! use asset_convert::{Input, ToScene};
//! use asset_preview::{Preview, Renderer, View};
//!
//! let model = asset_formats::open("Jack.mdl")?;
//! let show = Preview::of(&[Input::new("Jack", &model)], &ToScene::default())?;
//! let picture = show.picture(&Renderer::new(512, 512).view(View::Front), None)?;
//! std::fs::write("jack.png", picture.to_png()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To find the materials and textures of a model, pass the project in [`ToScene::resources`](asset_convert::ToScene::resources).
//! To draw a scene that isn't in a file, use [`Preview::of_scene`].
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `decoders` | yes | textures in jpg and webp, and compressed blocks in dds, ktx and vtf |
//! | `parallel` | yes | pictures on all cores |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod compare;
mod drawing;
mod preview;

pub use asset_render::{
    Background, Camera, Colors, Comparison, Cone, Lens, Light, LightSet, LightSpace, Overlays, Picture, Projection,
    Renderer, Sheet, Subject, Textures, View, half_blocks, kitty, sixel,
};
pub use drawing::is_drawn;
pub use preview::{AnimationTime, Preview};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
