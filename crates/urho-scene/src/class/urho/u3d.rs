//! Classes and attributes that only U3D has.

use urho_core::VariantKind::{Bool, Buffer, ResourceRef, String};

use crate::class::table::{ClassTable, a, as_in_urho3d, class, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("Text3D", &[
        inherited_to("Is Enabled", "Row Spacing"),
        a("Auto Localizable", Bool, "false"),
        inherited_to("Word Wrap", "Effect Depth Bias"),
    ]),
    class("LuaScriptInstance", &[
        a("Is Enabled", Bool, "true"),
        a("Script File", ResourceRef, "LuaFile;"),
        a("Script Object Type", String, ""),
        a("Script Data", Buffer, ""),
    ]),
];
