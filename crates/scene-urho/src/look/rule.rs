//! What happens to properties that the other side doesn't have.

scene_adapter::look_rules! {
    crate::kinds::MATERIAL_RULE;
    Warning MissingTexture: "a missing texture is left out";
    Warning UnreadableTexture: "an unreadable texture is left out";
    Warning MissingMaterial: "a missing material is shown white, with roughness 0.5";
    Warning MissingTechnique: "a missing technique is replaced by its name's meaning";
    Warning NoTechnique: "a material without a technique draws nothing in the engine; it isn't shown";
    Note FurtherTechniques: "techniques for other distances and qualities are kept, the first is shown";
    Note Highlights: "specular exponents become roughness, (2 / (exponent + 2)) ^ 1/4";
    Warning Range: "a factor is clamped to its range";
    Note Offsets: "offsets of roughness and metalness are added to the image";
    Note PackedNormals: "normals in alpha and green are unpacked";
    Warning Lightmap: "a light map is kept, not shown";
    Warning Reflection: "a reflected cube map is kept, not shown";
    Warning FurtherUnits: "a texture in a unit or slot that the technique doesn't use is kept, not shown";
    Warning OtherTextures: "a cube, volume or array texture is kept, not shown";
    Warning Blending: "a blend mode other than alpha is kept, shown as alpha";
    Warning FrontCulled: "the engine shows the back of it; the front is shown";
    Warning Coordinates: "sheared texture coordinates are kept, not shown";
    Warning ColouredOcclusion: "red of coloured occlusion is shown";
    Warning Border: "border addressing is shown as clamping: the edge colour, not the border colour";
    Warning VertexColours: "vertex colours, which the technique ignores, are shown";
    Warning UnlitEmission: "emission of an unlit material is kept, not shown";
    Warning Animations: "parameter animations are kept, not shown";
    Note States: "fill, depth bias, order and other states are kept, not shown";
    Note Parameters: "parameters of other shaders are kept, not shown";
    Warning SecondSet: "a texture with another set of texture coordinates uses the first set";
    Warning Transforms: "all textures use the first texture's transform";
    Warning OcclusionBesideEmission: "occlusion is left out: its unit is used by emission";
    Note Baked: "factors that the engine can't apply are multiplied into the image";
    Note Cutoff: "the engine's alpha cutoff is 0.5; alpha in the image is scaled to it";
    Warning MaskWithoutTexture: "a mask without a texture has no effect";
    Warning SpecularTextures: "specular textures are left out";
    Note Refraction: "the index of refraction becomes the reflection strength";
    Warning ColouredReflection: "coloured reflection becomes grey, with the strongest channel";
    Warning LinearVertexColours: "vertex colours are written unchanged, and the engine multiplies them without gamma";
    Note UnlitRest: "properties that an unlit material doesn't use are left out";
    Note Filters: "the engine lacks this filter; the nearest filter is used";
    Note OtherFile: "a texture gets another file";
    Note Rebuilt: "a material of the other engine is rebuilt; its states and the parameters of other shaders are kept";
    Note Renamed: "a duplicate or invalid file name is changed";
    Note Invisible: "a technique without a pass that draws colour isn't shown, as in the engine";
    Warning AbsentTexture: "a texture that the scene doesn't have is named as before, and not written";
}
