//! Integration tests of `engine-assets`, in one binary: linking takes longer than most of them run.

#[cfg(all(feature = "default", feature = "serde"))]
mod convert;
#[cfg(all(feature = "serde", feature = "udm"))]
mod documents;
mod losses;
#[cfg(all(feature = "scene-pragma", feature = "scene-urho"))]
mod original;
mod resources;
#[cfg(all(
    feature = "extract",
    feature = "gltf",
    feature = "serde",
    feature = "sidecar",
    feature = "urho-mdl",
    feature = "urho-pak"
))]
mod shared;
mod survey;
mod tasks;
