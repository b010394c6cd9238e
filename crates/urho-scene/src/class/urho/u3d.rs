//! The classes in U3D that differ from Urho3D.

use urho_core::VariantKind::Bool;

use crate::class::table::{ClassTable, a, as_in_urho3d, class, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("Text3D", &[
        inherited_to("Is Enabled", "Row Spacing"),
        a("Auto Localizable", Bool, "false"),
        inherited_to("Word Wrap", "Effect Depth Bias"),
    ]),
    class("DebugRenderer", &[a("Line Antialias", Bool, "true")]),
];
