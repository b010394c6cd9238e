//! Finding kinds of this crate.

/// Kinds that all users of scenes share.
pub use asset_scene::kinds::NO_POSITIONS;

binio::kinds! {
    PRIMITIVE_LEFT_OUT: "asset-render/primitive-left-out", "A primitive is invalid and is not drawn.",
        engine: "The picture lacks this primitive.",
        advice: "Repair or export the model again: engine-assets validate lists its errors.";
    TEXTURE_UNAVAILABLE: "asset-render/texture-unavailable", "A texture is missing or can't be decoded.",
        engine: "The picture shows the material without this texture.",
        advice: "Pass the folder or package that contains the texture with --resources, or correct the image.";
    EMPTY_PICTURE: "asset-render/empty-picture", "Nothing of the scene is visible in the picture.",
        engine: "The picture shows the background only.",
        advice: "Choose another view, or check that the scene contains visible triangles.";
    VIEW_TURNED: "asset-render/view-turned", "Nothing is visible in the default view, and the view is turned.",
        engine: "The picture shows the other side.",
        advice: "Nothing needs to be done. Triangles that face the wrong way can be flipped in the modelling program.";
    LYING: "asset-render/lying", "The head of a model is in front of its feet, and not above them.",
        engine: "The picture shows the model lying on its back or face.",
        advice: "If the up axis of the file is Z, pass --up z.";
    NO_TRIANGLES: "asset-render/no-triangles", "A scene has lines, points or bones and no triangles.",
        engine: "The picture shows lines, points or bones.",
        advice: "Nothing needs to be done, unless a surface is missing: then export the model with its faces.";
    LAYERS_OMITTED: "asset-render/layers-omitted", "Pixels have more transparent layers than are drawn.",
        engine: "The farthest transparent layers are missing in the picture.",
        advice: "Use fewer transparent surfaces behind each other, or accept the difference.";
}
