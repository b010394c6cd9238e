//! The classes of interface elements, and their attributes.

use urho_core::VariantKind as K;

/// A class, with the attributes that it adds and those whose default value it changes.
#[derive(Debug)]
pub(crate) struct UiClass {
    /// The name of the class.
    pub(crate) name: &'static str,
    /// The base class, or an empty name if there is none.
    pub(crate) base: &'static str,
    /// The attributes that the class itself has.
    pub(crate) attributes: &'static [UiAttribute],
}

/// An attribute of an interface element.
#[derive(Debug)]
pub(crate) struct UiAttribute {
    /// The name of the attribute.
    pub(crate) name: &'static str,
    /// The type of the value.
    pub(crate) kind: K,
    /// The default value as text.
    pub(crate) default: &'static str,
    /// The words of an enumeration. Only rbfx has `decal`.
    pub(crate) words: &'static [&'static str],
    /// The type of the resource that it refers to, or an empty name if it is not a reference.
    pub(crate) reference: &'static str,
    /// Whether a base class has the attribute too, but with another default value.
    pub(crate) is_changed_default: bool,
}

const fn class(name: &'static str, base: &'static str, attributes: &'static [UiAttribute]) -> UiClass {
    UiClass { name, base, attributes }
}

const fn own(name: &'static str, kind: K, default: &'static str) -> UiAttribute {
    UiAttribute { name, kind, default, words: &[], reference: "", is_changed_default: false }
}

const fn changed(name: &'static str, kind: K, default: &'static str) -> UiAttribute {
    UiAttribute { is_changed_default: true, ..own(name, kind, default) }
}

impl UiAttribute {
    const fn words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    const fn reference(self, reference: &'static str) -> Self {
        Self { reference, ..self }
    }
}

/// Returns the class with this name.
pub(crate) fn class_of(name: &[u8]) -> Option<&'static UiClass> {
    CLASSES.iter().find(|class| class.name.as_bytes() == name)
}

impl UiClass {
    /// Returns the attribute with this name, which can belong to the class or to a base class.
    pub(crate) fn attribute(&self, name: &[u8]) -> Option<&'static UiAttribute> {
        let mut class = class_of(self.name.as_bytes());
        // The table has no cycle: each class follows its base.
        while let Some(own) = class {
            if let Some(found) = own.attributes.iter().find(|attribute| attribute.name.as_bytes() == name) {
                return Some(found);
            }
            class = class_of(own.base.as_bytes());
        }
        None
    }
}

const BLEND_MODES: &[&str] = &[
    "replace",
    "add",
    "multiply",
    "alpha",
    "addalpha",
    "premulalpha",
    "invdestalpha",
    "subtract",
    "subtractalpha",
    "decal",
];
const FOCUS_MODES: &[&str] = &["NotFocusable", "ResetFocus", "Focusable", "FocusableDefocusable"];
const HIGHLIGHT_MODES: &[&str] = &["Never", "Focus", "Always"];
const ORIENTATIONS: &[&str] = &["Horizontal", "Vertical"];
const HORIZ_ALIGNMENTS: &[&str] = &["Left", "Center", "Right", "Custom"];
const VERT_ALIGNMENTS: &[&str] = &["Top", "Center", "Bottom", "Custom"];
const TEXT_EFFECTS: &[&str] = &["None", "Shadow", "Stroke"];
const DRAG_AND_DROP_MODES: &[&str] = &["Disabled", "Source", "Target", "SourceAndTarget"];
const LAYOUT_MODES: &[&str] = &["Free", "Horizontal", "Vertical"];

/// The classes in the engines. `UIElement3D` is an element without its own attributes.
pub(crate) static CLASSES: &[UiClass] = &[
    class(
        "BorderImage",
        "UIElement",
        &[
            own("Texture", K::ResourceRef, "Texture2D;").reference("Texture2D"),
            own("Image Rect", K::IntRect, "0 0 0 0"),
            own("Border", K::IntRect, "0 0 0 0"),
            own("Image Border", K::IntRect, "0 0 0 0"),
            own("Hover Image Offset", K::IntVector2, "0 0"),
            own("Disabled Image Offset", K::IntVector2, "0 0"),
            own("Tiled", K::Bool, "false"),
            own("Blend Mode", K::Int, "0").words(BLEND_MODES),
            own("Material", K::ResourceRef, "Material;").reference("Material"),
        ],
    ),
    class(
        "Button",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Focus Mode", K::Int, "2").words(FOCUS_MODES),
            own("Pressed Image Offset", K::IntVector2, "0 0"),
            own("Pressed Child Offset", K::IntVector2, "0 0"),
            own("Repeat Delay", K::Float, "1"),
            own("Repeat Rate", K::Float, "0"),
        ],
    ),
    class(
        "CheckBox",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            own("Is Checked", K::Bool, "false"),
            own("Checked Image Offset", K::IntVector2, "0 0"),
        ],
    ),
    class(
        "Cursor",
        "BorderImage",
        &[
            changed("Priority", K::Int, "2147483647"),
            own("Use System Shapes", K::Bool, "false"),
            own("Shapes", K::VariantVector, "").reference("Image"),
        ],
    ),
    class(
        "DropDownList",
        "Menu",
        &[
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            own("Selection", K::Int, "0"),
            own("Resize Popup", K::Bool, "false"),
        ],
    ),
    class(
        "LineEdit",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            own("Max Length", K::Int, "0"),
            own("Is Cursor Movable", K::Bool, "true"),
            own("Is Text Selectable", K::Bool, "true"),
            own("Is Text Copyable", K::Bool, "true"),
            own("Cursor Blink Rate", K::Float, "1"),
            own("Echo Character", K::Int, "0"),
        ],
    ),
    class(
        "ListView",
        "ScrollView",
        &[
            own("Highlight Mode", K::Int, "1").words(HIGHLIGHT_MODES),
            own("Multiselect", K::Bool, "false"),
            own("Hierarchy Mode", K::Bool, "false"),
            own("Base Indent", K::Int, "0"),
            own("Clear Sel. On Defocus", K::Bool, "false"),
            own("Select On Click End", K::Bool, "false"),
        ],
    ),
    class(
        "Menu",
        "Button",
        &[changed("Focus Mode", K::Int, "0").words(FOCUS_MODES), own("Popup Offset", K::IntVector2, "0 0")],
    ),
    class(
        "ProgressBar",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            own("Orientation", K::Int, "0").words(ORIENTATIONS),
            own("Range", K::Float, "1"),
            own("Value", K::Float, "0"),
            own("Show Percent Text", K::Bool, "true"),
        ],
    ),
    class(
        "ScrollBar",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            own("Orientation", K::Int, "0").words(ORIENTATIONS),
            own("Range", K::Float, "1"),
            own("Value", K::Float, "0"),
            own("Scroll Step", K::Float, "0.1"),
            own("Step Factor", K::Float, "1"),
            own("Left Image Rect", K::IntRect, "0 0 0 0"),
            own("Right Image Rect", K::IntRect, "0 0 0 0"),
            own("Up Image Rect", K::IntRect, "0 0 0 0"),
            own("Down Image Rect", K::IntRect, "0 0 0 0"),
        ],
    ),
    class(
        "ScrollView",
        "UIElement",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            own("View Position", K::IntVector2, "0 0"),
            own("Scroll Step", K::Float, "0.1"),
            own("Page Step", K::Float, "1"),
            own("Auto Show/Hide Scrollbars", K::Bool, "true"),
            own("Scroll Deceleration", K::Float, "30"),
            own("Scroll Snap Epsilon", K::Float, "0.000001"),
            own("Auto Disable Children", K::Bool, "false"),
            own("Auto Disable Threshold", K::Float, "25"),
        ],
    ),
    class(
        "Slider",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            own("Orientation", K::Int, "0").words(ORIENTATIONS),
            own("Range", K::Float, "1"),
            own("Value", K::Float, "0"),
            own("Repeat Rate", K::Float, "0"),
        ],
    ),
    class(
        "Sprite",
        "",
        &[
            own("Name", K::String, ""),
            own("Position", K::Vector2, "0 0"),
            own("Size", K::IntVector2, "0 0"),
            own("Hotspot", K::IntVector2, "0 0"),
            own("Scale", K::Vector2, "1 1"),
            own("Rotation", K::Float, "0"),
            own("Texture", K::ResourceRef, "Texture2D;").reference("Texture2D"),
            own("Image Rect", K::IntRect, "0 0 0 0"),
            own("Blend Mode", K::Int, "0").words(BLEND_MODES),
            own("Horiz Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            own("Vert Alignment", K::Int, "0").words(VERT_ALIGNMENTS),
            own("Priority", K::Int, "0"),
            own("Opacity", K::Float, "1"),
            own("Color", K::Color, "1 1 1 1"),
            own("Top Left Color", K::Color, "1 1 1 1"),
            own("Top Right Color", K::Color, "1 1 1 1"),
            own("Bottom Left Color", K::Color, "1 1 1 1"),
            own("Bottom Right Color", K::Color, "1 1 1 1"),
            own("Is Visible", K::Bool, "true"),
            own("Use Derived Opacity", K::Bool, "true"),
            own("Variables", K::VariantMap, ""),
        ],
    ),
    class(
        "Text",
        "UISelectable",
        &[
            changed("Use Derived Opacity", K::Bool, "false"),
            own("Font", K::ResourceRef, "Font;").reference("Font"),
            own("Font Size", K::Float, "12"),
            own("Text", K::String, ""),
            own("Text Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            own("Row Spacing", K::Float, "1"),
            own("Word Wrap", K::Bool, "false"),
            own("Auto Localizable", K::Bool, "false"),
            own("Text Effect", K::Int, "0").words(TEXT_EFFECTS),
            own("Shadow Offset", K::IntVector2, "1 1"),
            own("Stroke Thickness", K::Int, "1"),
            own("Round Stroke", K::Bool, "false"),
            own("Effect Color", K::Color, "0 0 0 1"),
        ],
    ),
    class("ToolTip", "UIElement", &[own("Delay", K::Float, "0")]),
    class(
        "UIElement",
        "",
        &[
            own("Name", K::String, ""),
            own("Position", K::IntVector2, "0 0"),
            own("Size", K::IntVector2, "0 0"),
            own("Min Size", K::IntVector2, "0 0"),
            own("Max Size", K::IntVector2, "2147483647 2147483647"),
            own("Horiz Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            own("Vert Alignment", K::Int, "0").words(VERT_ALIGNMENTS),
            own("Min Anchor", K::Vector2, "0 0"),
            own("Max Anchor", K::Vector2, "0 0"),
            own("Min Offset", K::IntVector2, "0 0"),
            own("Max Offset", K::IntVector2, "0 0"),
            own("Pivot", K::Vector2, "3.40282e+38 3.40282e+38"),
            own("Enable Anchor", K::Bool, "false"),
            own("Clip Border", K::IntRect, "0 0 0 0"),
            own("Priority", K::Int, "0"),
            own("Opacity", K::Float, "1"),
            own("Color", K::Color, "1 1 1 1"),
            own("Top Left Color", K::Color, "1 1 1 1"),
            own("Top Right Color", K::Color, "1 1 1 1"),
            own("Bottom Left Color", K::Color, "1 1 1 1"),
            own("Bottom Right Color", K::Color, "1 1 1 1"),
            own("Is Enabled", K::Bool, "false"),
            own("Is Editable", K::Bool, "true"),
            own("Is Selected", K::Bool, "false"),
            own("Is Visible", K::Bool, "true"),
            own("Bring To Front", K::Bool, "false"),
            own("Bring To Back", K::Bool, "true"),
            own("Clip Children", K::Bool, "false"),
            own("Use Derived Opacity", K::Bool, "true"),
            own("Focus Mode", K::Int, "0").words(FOCUS_MODES),
            own("Drag And Drop Mode", K::Int, "0").words(DRAG_AND_DROP_MODES),
            own("Layout Mode", K::Int, "0").words(LAYOUT_MODES),
            own("Layout Spacing", K::Int, "0"),
            own("Layout Border", K::IntRect, "0 0 0 0"),
            own("Layout Flex Scale", K::Vector2, "1 1"),
            own("Indent", K::Int, "0"),
            own("Indent Spacing", K::Int, "16"),
            own("Variables", K::VariantMap, ""),
            own("Tags", K::StringVector, ""),
        ],
    ),
    class(
        "UISelectable",
        "UIElement",
        &[own("Selection Color", K::Color, "0 0 0 0"), own("Hover Color", K::Color, "0 0 0 0")],
    ),
    class(
        "View3D",
        "Window",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            own("Auto Update", K::Bool, "true"),
        ],
    ),
    class(
        "Window",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Bring To Front", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            own("Resize Border", K::IntRect, "4 4 4 4"),
            own("Is Movable", K::Bool, "false"),
            own("Is Resizable", K::Bool, "false"),
            own("Fixed Width Resizing", K::Bool, "false"),
            own("Fixed Height Resizing", K::Bool, "false"),
            own("Is Modal", K::Bool, "false"),
            own("Modal Shade Color", K::Color, "0 0 0 0"),
            own("Modal Frame Color", K::Color, "0 0 0 0"),
            own("Modal Frame Size", K::IntVector2, "0 0"),
        ],
    ),
    class("UIElement3D", "UIElement", &[]),
];

/// Returns an attribute with this name from any class.
pub(crate) fn any_attribute(name: &[u8]) -> Option<&'static UiAttribute> {
    CLASSES.iter().flat_map(|class| class.attributes).find(|attribute| attribute.name.as_bytes() == name)
}
