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

const fn attribute(name: &'static str, kind: K, default: &'static str) -> UiAttribute {
    UiAttribute { name, kind, default, words: &[], reference: "", is_changed_default: false }
}

const fn changed(name: &'static str, kind: K, default: &'static str) -> UiAttribute {
    UiAttribute { is_changed_default: true, ..attribute(name, kind, default) }
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
        while let Some(ancestor) = class {
            if let Some(attribute) = ancestor.attributes.iter().find(|attribute| attribute.name.as_bytes() == name) {
                return Some(attribute);
            }
            class = class_of(ancestor.base.as_bytes());
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
            attribute("Texture", K::ResourceRef, "Texture2D;").reference("Texture2D"),
            attribute("Image Rect", K::IntRect, "0 0 0 0"),
            attribute("Border", K::IntRect, "0 0 0 0"),
            attribute("Image Border", K::IntRect, "0 0 0 0"),
            attribute("Hover Image Offset", K::IntVector2, "0 0"),
            attribute("Disabled Image Offset", K::IntVector2, "0 0"),
            attribute("Tiled", K::Bool, "false"),
            attribute("Blend Mode", K::Int, "0").words(BLEND_MODES),
            attribute("Material", K::ResourceRef, "Material;").reference("Material"),
        ],
    ),
    class(
        "Button",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Focus Mode", K::Int, "2").words(FOCUS_MODES),
            attribute("Pressed Image Offset", K::IntVector2, "0 0"),
            attribute("Pressed Child Offset", K::IntVector2, "0 0"),
            attribute("Repeat Delay", K::Float, "1"),
            attribute("Repeat Rate", K::Float, "0"),
        ],
    ),
    class(
        "CheckBox",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            attribute("Is Checked", K::Bool, "false"),
            attribute("Checked Image Offset", K::IntVector2, "0 0"),
        ],
    ),
    class(
        "Cursor",
        "BorderImage",
        &[
            changed("Priority", K::Int, "2147483647"),
            attribute("Use System Shapes", K::Bool, "false"),
            attribute("Shapes", K::VariantVector, "").reference("Image"),
        ],
    ),
    class(
        "DropDownList",
        "Menu",
        &[
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            attribute("Selection", K::Int, "0"),
            attribute("Resize Popup", K::Bool, "false"),
        ],
    ),
    class(
        "LineEdit",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            attribute("Max Length", K::Int, "0"),
            attribute("Is Cursor Movable", K::Bool, "true"),
            attribute("Is Text Selectable", K::Bool, "true"),
            attribute("Is Text Copyable", K::Bool, "true"),
            attribute("Cursor Blink Rate", K::Float, "1"),
            attribute("Echo Character", K::Int, "0"),
        ],
    ),
    class(
        "ListView",
        "ScrollView",
        &[
            attribute("Highlight Mode", K::Int, "1").words(HIGHLIGHT_MODES),
            attribute("Multiselect", K::Bool, "false"),
            attribute("Hierarchy Mode", K::Bool, "false"),
            attribute("Base Indent", K::Int, "0"),
            attribute("Clear Sel. On Defocus", K::Bool, "false"),
            attribute("Select On Click End", K::Bool, "false"),
        ],
    ),
    class(
        "Menu",
        "Button",
        &[changed("Focus Mode", K::Int, "0").words(FOCUS_MODES), attribute("Popup Offset", K::IntVector2, "0 0")],
    ),
    class(
        "ProgressBar",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            attribute("Orientation", K::Int, "0").words(ORIENTATIONS),
            attribute("Range", K::Float, "1"),
            attribute("Value", K::Float, "0"),
            attribute("Show Percent Text", K::Bool, "true"),
        ],
    ),
    class(
        "ScrollBar",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            attribute("Orientation", K::Int, "0").words(ORIENTATIONS),
            attribute("Range", K::Float, "1"),
            attribute("Value", K::Float, "0"),
            attribute("Scroll Step", K::Float, "0.1"),
            attribute("Step Factor", K::Float, "1"),
            attribute("Left Image Rect", K::IntRect, "0 0 0 0"),
            attribute("Right Image Rect", K::IntRect, "0 0 0 0"),
            attribute("Up Image Rect", K::IntRect, "0 0 0 0"),
            attribute("Down Image Rect", K::IntRect, "0 0 0 0"),
        ],
    ),
    class(
        "ScrollView",
        "UIElement",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            changed("Focus Mode", K::Int, "3").words(FOCUS_MODES),
            attribute("View Position", K::IntVector2, "0 0"),
            attribute("Scroll Step", K::Float, "0.1"),
            attribute("Page Step", K::Float, "1"),
            attribute("Auto Show/Hide Scrollbars", K::Bool, "true"),
            attribute("Scroll Deceleration", K::Float, "30"),
            attribute("Scroll Snap Epsilon", K::Float, "0.000001"),
            attribute("Auto Disable Children", K::Bool, "false"),
            attribute("Auto Disable Threshold", K::Float, "25"),
        ],
    ),
    class(
        "Slider",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            attribute("Orientation", K::Int, "0").words(ORIENTATIONS),
            attribute("Range", K::Float, "1"),
            attribute("Value", K::Float, "0"),
            attribute("Repeat Rate", K::Float, "0"),
        ],
    ),
    class(
        "Sprite",
        "",
        &[
            attribute("Name", K::String, ""),
            attribute("Position", K::Vector2, "0 0"),
            attribute("Size", K::IntVector2, "0 0"),
            attribute("Hotspot", K::IntVector2, "0 0"),
            attribute("Scale", K::Vector2, "1 1"),
            attribute("Rotation", K::Float, "0"),
            attribute("Texture", K::ResourceRef, "Texture2D;").reference("Texture2D"),
            attribute("Image Rect", K::IntRect, "0 0 0 0"),
            attribute("Blend Mode", K::Int, "0").words(BLEND_MODES),
            attribute("Horiz Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            attribute("Vert Alignment", K::Int, "0").words(VERT_ALIGNMENTS),
            attribute("Priority", K::Int, "0"),
            attribute("Opacity", K::Float, "1"),
            attribute("Color", K::Color, "1 1 1 1"),
            attribute("Top Left Color", K::Color, "1 1 1 1"),
            attribute("Top Right Color", K::Color, "1 1 1 1"),
            attribute("Bottom Left Color", K::Color, "1 1 1 1"),
            attribute("Bottom Right Color", K::Color, "1 1 1 1"),
            attribute("Is Visible", K::Bool, "true"),
            attribute("Use Derived Opacity", K::Bool, "true"),
            attribute("Variables", K::VariantMap, ""),
        ],
    ),
    class(
        "Text",
        "UISelectable",
        &[
            changed("Use Derived Opacity", K::Bool, "false"),
            attribute("Font", K::ResourceRef, "Font;").reference("Font"),
            attribute("Font Size", K::Float, "12"),
            attribute("Text", K::String, ""),
            attribute("Text Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            attribute("Row Spacing", K::Float, "1"),
            attribute("Word Wrap", K::Bool, "false"),
            attribute("Auto Localizable", K::Bool, "false"),
            attribute("Text Effect", K::Int, "0").words(TEXT_EFFECTS),
            attribute("Shadow Offset", K::IntVector2, "1 1"),
            attribute("Stroke Thickness", K::Int, "1"),
            attribute("Round Stroke", K::Bool, "false"),
            attribute("Effect Color", K::Color, "0 0 0 1"),
        ],
    ),
    class("ToolTip", "UIElement", &[attribute("Delay", K::Float, "0")]),
    class(
        "UIElement",
        "",
        &[
            attribute("Name", K::String, ""),
            attribute("Position", K::IntVector2, "0 0"),
            attribute("Size", K::IntVector2, "0 0"),
            attribute("Min Size", K::IntVector2, "0 0"),
            attribute("Max Size", K::IntVector2, "2147483647 2147483647"),
            attribute("Horiz Alignment", K::Int, "0").words(HORIZ_ALIGNMENTS),
            attribute("Vert Alignment", K::Int, "0").words(VERT_ALIGNMENTS),
            attribute("Min Anchor", K::Vector2, "0 0"),
            attribute("Max Anchor", K::Vector2, "0 0"),
            attribute("Min Offset", K::IntVector2, "0 0"),
            attribute("Max Offset", K::IntVector2, "0 0"),
            attribute("Pivot", K::Vector2, "3.40282e+38 3.40282e+38"),
            attribute("Enable Anchor", K::Bool, "false"),
            attribute("Clip Border", K::IntRect, "0 0 0 0"),
            attribute("Priority", K::Int, "0"),
            attribute("Opacity", K::Float, "1"),
            attribute("Color", K::Color, "1 1 1 1"),
            attribute("Top Left Color", K::Color, "1 1 1 1"),
            attribute("Top Right Color", K::Color, "1 1 1 1"),
            attribute("Bottom Left Color", K::Color, "1 1 1 1"),
            attribute("Bottom Right Color", K::Color, "1 1 1 1"),
            attribute("Is Enabled", K::Bool, "false"),
            attribute("Is Editable", K::Bool, "true"),
            attribute("Is Selected", K::Bool, "false"),
            attribute("Is Visible", K::Bool, "true"),
            attribute("Bring To Front", K::Bool, "false"),
            attribute("Bring To Back", K::Bool, "true"),
            attribute("Clip Children", K::Bool, "false"),
            attribute("Use Derived Opacity", K::Bool, "true"),
            attribute("Focus Mode", K::Int, "0").words(FOCUS_MODES),
            attribute("Drag And Drop Mode", K::Int, "0").words(DRAG_AND_DROP_MODES),
            attribute("Layout Mode", K::Int, "0").words(LAYOUT_MODES),
            attribute("Layout Spacing", K::Int, "0"),
            attribute("Layout Border", K::IntRect, "0 0 0 0"),
            attribute("Layout Flex Scale", K::Vector2, "1 1"),
            attribute("Indent", K::Int, "0"),
            attribute("Indent Spacing", K::Int, "16"),
            attribute("Variables", K::VariantMap, ""),
            attribute("Tags", K::StringVector, ""),
        ],
    ),
    class(
        "UISelectable",
        "UIElement",
        &[attribute("Selection Color", K::Color, "0 0 0 0"), attribute("Hover Color", K::Color, "0 0 0 0")],
    ),
    class(
        "View3D",
        "Window",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            attribute("Auto Update", K::Bool, "true"),
        ],
    ),
    class(
        "Window",
        "BorderImage",
        &[
            changed("Is Enabled", K::Bool, "true"),
            changed("Bring To Front", K::Bool, "true"),
            changed("Clip Children", K::Bool, "true"),
            attribute("Resize Border", K::IntRect, "4 4 4 4"),
            attribute("Is Movable", K::Bool, "false"),
            attribute("Is Resizable", K::Bool, "false"),
            attribute("Fixed Width Resizing", K::Bool, "false"),
            attribute("Fixed Height Resizing", K::Bool, "false"),
            attribute("Is Modal", K::Bool, "false"),
            attribute("Modal Shade Color", K::Color, "0 0 0 0"),
            attribute("Modal Frame Color", K::Color, "0 0 0 0"),
            attribute("Modal Frame Size", K::IntVector2, "0 0"),
        ],
    ),
    class("UIElement3D", "UIElement", &[]),
];

/// Returns an attribute with this name from any class.
pub(crate) fn any_attribute(name: &[u8]) -> Option<&'static UiAttribute> {
    CLASSES.iter().flat_map(|class| class.attributes).find(|attribute| attribute.name.as_bytes() == name)
}
