//! Classes that rbfx draws.

use urho_core::VariantKind::{Bool, Color, Float, Int, ResourceRef, VariantVector, Vector4};

use crate::class::table::{ClassTable, a, as_in_urho3d, class, derived, e, inherited, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("StaticModel", &[
        inherited_to("Is Enabled", "LOD Bias"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited("Occlusion LOD Level"),
        a("Bake Lightmap", Bool, "false"),
        a("Scale in Lightmap", Float, "1"),
        a("Lightmap Index", Int, "0"),
        a("Lightmap Scale & Offset", Vector4, "1 1 0 0"),
    ]),
    derived("StaticModelGroup", "StaticModel", &[
        inherited_to("Is Enabled", "Lightmap Scale & Offset"),
        a("Instance Nodes", VariantVector, "").node_ids(),
    ]),
    as_in_urho3d("AnimatedModel", &[
        inherited_to("Is Enabled", "Animation LOD Bias"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited("Bone Animation Enabled"),
        inherited("Morphs"),
    ]),
    class("AnimationController", &[
        a("Is Enabled", Bool, "true"),
        a("Reset Skeleton", Bool, "false"),
        a("Animations", VariantVector, ""),
    ]),
    derived("Skybox", "StaticModel", &[
        inherited_to("Is Enabled", "Global Illumination"),
        e("Reflection Mode", "0", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited_to("Occlusion LOD Level", "Lightmap Scale & Offset"),
    ]),
    as_in_urho3d("Terrain", &[
        inherited_to("Is Enabled", "LOD Bias"),
        inherited_to("View Mask", "Occlusion LOD level"),
        a("Bake Lightmap", Bool, "false"),
        a("Scale in Lightmap", Float, "1"),
        a("Lightmap Index", Int, "0"),
        a("Lightmap Scale & Offset", Vector4, "1 1 0 0"),
    ]),
    as_in_urho3d("BillboardSet", &[
        inherited_to("Is Enabled", "Cast Shadows"),
        e("Face Camera Mode", "1", "None|Rotate XYZ|Rotate Y|LookAt XYZ|LookAt Y|LookAt Mixed|Direction|Axis Angle"),
        inherited_to("Min Angle", "Animation LOD Bias"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited("Billboards"),
    ]),
    as_in_urho3d("ParticleEmitter", &[
        inherited_to("Is Enabled", "Autoremove Mode"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited_to("Particles", "Serialize Particles"),
    ]),
    as_in_urho3d("DecalSet", &[
        inherited_to("Is Enabled", "Draw Distance"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited("Decals"),
    ]),
    as_in_urho3d("CustomGeometry", &[
        inherited_to("Is Enabled", "LOD Bias"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
    ]),
    as_in_urho3d("RibbonTrail", &[
        inherited("Is Enabled"),
        inherited_to("View Mask", "Zone Mask"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
        inherited_to("Material", "Sort By Distance"),
    ]),
    as_in_urho3d("Text3D", &[
        inherited_to("Is Enabled", "Fixed Screen Size"),
        a("Snap to Pixels", Bool, "false"),
        e("Face Camera Mode", "0", "None|Rotate XYZ|Rotate Y|LookAt XYZ|LookAt Y|LookAt Mixed|Direction|Axis Angle"),
        inherited("Min Angle"),
        a("Depth Test", Bool, "true"),
        inherited_to("Draw Distance", "Effect Depth Bias"),
        a("View Mask", Int, "-1"),
        a("Light Mask", Int, "-1"),
        a("Shadow Mask", Int, "-1"),
        a("Zone Mask", Int, "-1"),
        e("Global Illumination", "0", "None|Use LightMap|Blend Light Probes"),
        e("Reflection Mode", "3", "Zone|Nearest Probe|Blend Probes|Blend Probes and Zone"),
    ]),
    class("OutlineGroup", &[
        a("Color", Color, "1 1 1 1"),
        a("Render Order", Int, "128"),
        a("Is Debug", Bool, "false"),
        a("Drawables", VariantVector, ""),
    ]),
    class("TextRenderer3D", &[
        a("Default Font", ResourceRef, "Font;Fonts/Anonymous Pro.ttf"),
        a("Default Font Size", Float, "12"),
    ]),
];
