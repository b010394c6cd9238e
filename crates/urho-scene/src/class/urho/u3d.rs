//! What U3D has that Urho3D hasn't.

use urho_core::VariantKind::{Bool, Buffer, Color, Float, Int, IntVector2, ResourceRef, String};

use crate::class::table::{ClassTable, a, class, e};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    class("Text3D", &[
        a("Is Enabled", Bool, "true"),
        a("Font", ResourceRef, "Font;"),
        a("Material", ResourceRef, "Material;"),
        a("Font Size", Float, "12"),
        a("Text", String, ""),
        e("Text Alignment", "0", "Left|Center|Right|Custom"),
        a("Row Spacing", Float, "1"),
        a("Auto Localizable", Bool, "false"),
        a("Word Wrap", Bool, "false"),
        a("Can Be Occluded", Bool, "true"),
        a("Fixed Screen Size", Bool, "false"),
        e("Face Camera Mode", "0", "None|Rotate XYZ|Rotate Y|LookAt XYZ|LookAt Y|LookAt Mixed|Direction"),
        a("Min Angle", Float, "0"),
        a("Draw Distance", Float, "0"),
        a("Width", Int, "0"),
        e("Horiz Alignment", "0", "Left|Center|Right|Custom"),
        e("Vert Alignment", "0", "Top|Center|Bottom|Custom"),
        a("Opacity", Float, "1"),
        a("Color", Color, "1 1 1 1"),
        a("Top Left Color", Color, "1 1 1 1"),
        a("Top Right Color", Color, "1 1 1 1"),
        a("Bottom Left Color", Color, "1 1 1 1"),
        a("Bottom Right Color", Color, "1 1 1 1"),
        e("Text Effect", "0", "None|Shadow|Stroke"),
        a("Shadow Offset", IntVector2, "1 1"),
        a("Stroke Thickness", Int, "1"),
        a("Round Stroke", Bool, "false"),
        a("Effect Color", Color, "0 0 0 1"),
        a("Effect Depth Bias", Float, "0.1"),
    ]),
    class("LuaScriptInstance", &[
        a("Is Enabled", Bool, "true"),
        a("Script File", ResourceRef, "LuaFile;"),
        a("Script Object Type", String, ""),
        a("Script Data", Buffer, ""),
    ]),
];
