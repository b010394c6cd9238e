//! What happens to properties that the other side doesn't have.

scene_adapter::look_rules! {
    crate::kinds::MATERIAL_RULE;
    Warning MissingTexture: "a missing texture is left out";
    Warning UnreadableTexture: "an unreadable texture is left out";
    Warning MissingMaterial: "a missing material is shown white, with roughness 0.5";
    Warning Unseen: "a material that the engine doesn't draw is shown";
    Warning OtherShader: "an unknown shader is shown as metallic-roughness";
    Warning Water: "water is shown as a transparent blue surface";
    Warning BlendedLayers: "only the first of several layers is shown";
    Warning Range: "a factor is clamped to its range";
    Note GreenDown: "green of a normal map isn't inverted: it points down in the engine, up in glTF";
    Warning Emission: "emission is shown without the base colour, by which the engine multiplies it";
    Note Specular: "a specular factor becomes roughness";
    Warning AddressMode: "mirroring once becomes repeated mirroring";
    Note Others: "other textures and properties are kept, not shown";
    Note BaseMaterial: "the base material's values are shown; its name is kept";
    Warning DoubleSided: "the engine draws one side of triangles: double-sided is left out";
    Warning SecondSet: "a texture with another set of texture coordinates uses the first set";
    Warning Transforms: "texture transforms are left out";
    Warning Samplers: "all textures use the address mode of the first";
    Note Filters: "nearest filtering becomes linear filtering";
    Warning Reflection: "strength, colour and specular textures are left out";
    Note Packed: "occlusion, roughness and metalness are combined in one image";
    Note Baked: "factors that the engine can't apply are multiplied into the image";
    Warning TintedEmission: "emission is written unchanged, although the engine multiplies it by the base colour";
    Note UnlitRest: "properties that an unlit material doesn't use are left out";
    Note OtherFile: "a texture gets another file";
    Note Renamed: "a duplicate or invalid name is changed";
    Note SkinNames: "variants become numbered skins; their names are left out";
    Warning AbsentTexture: "a texture that the scene doesn't have is named as before, and not written";
}
