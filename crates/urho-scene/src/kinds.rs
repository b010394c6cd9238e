//! Finding kinds of this crate.

use binio::FindingKind;

/// A component of unknown class is lost.
pub const CLASS_LOST: &FindingKind =
    &FindingKind::new("urho-scene/class-lost", "A component of unknown class is lost.");
/// Attribute animations are lost.
pub const ANIMATIONS_LOST: &FindingKind =
    &FindingKind::new("urho-scene/animations-lost", "Attribute animations are lost.");
/// An attribute is lost.
pub const ATTRIBUTE_LOST: &FindingKind = &FindingKind::new("urho-scene/attribute-lost", "An attribute is lost.");
/// Plug-in data is lost.
pub const AUXILIARY_LOST: &FindingKind = &FindingKind::new("urho-scene/auxiliary-lost", "Plug-in data is lost.");
/// Nodes beside a prefab, which only its preview shows, are lost.
pub const PREVIEW_LOST: &FindingKind =
    &FindingKind::new("urho-scene/preview-lost", "Nodes beside a prefab, which only its preview shows, are lost.");
/// The name of a variable is unknown.
pub const VARIABLE_UNNAMED: &FindingKind =
    &FindingKind::new("urho-scene/variable-unnamed", "The name of a variable is unknown; it is called by its hash.")
        .with_engine("The engine finds the variable by its name only.");
/// Animation states are moved to an animation controller.
pub const ANIMATIONS_MOVED: &FindingKind =
    &FindingKind::new("urho-scene/animations-moved", "Animation states are moved to an animation controller.");
/// A referenced resource is missing.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("urho-scene/resource-missing", "A referenced resource is missing.");
/// A prefab includes itself.
pub const PREFAB_RECURSION: &FindingKind =
    &FindingKind::new("urho-scene/prefab-recursion", "A prefab includes itself.")
        .with_engine("The engine includes it without end.");
/// A value in text is invalid or unusual.
pub const TEXT_VALUE: &FindingKind =
    &FindingKind::new("urho-scene/text-value", "A value in text is invalid or unusual.");
/// Bytes that match no class are kept.
pub const UNEXPLAINED_BYTES: &FindingKind =
    &FindingKind::new("urho-scene/unexplained-bytes", "Bytes that no class explains are kept.")
        .with_engine("The engine ignores them.");
/// An attribute references a missing ID.
pub const REFERENCE_MISSING: &FindingKind =
    &FindingKind::new("urho-scene/reference-missing", "An attribute references a missing ID.")
        .with_engine("The engine logs it and references nothing.");
/// The outermost node has no Octree.
pub const NO_OCTREE: &FindingKind = &FindingKind::new("urho-scene/no-octree", "The outermost node has no Octree.")
    .with_engine("The engine draws nothing.");
/// An ID is duplicated.
pub const ID_DUPLICATE: &FindingKind = &FindingKind::new("urho-scene/id-duplicate", "An ID is duplicated.")
    .with_engine("The engine assigns a new ID and references break.");
/// A resource name leads out of the resource folders.
pub const RESOURCE_OUTSIDE: &FindingKind =
    &FindingKind::new("urho-scene/resource-outside", "A resource name leads out of the resource folders.")
        .with_engine("The engine removes such steps.");
/// A resource name has backslashes.
pub const RESOURCE_BACKSLASH: &FindingKind =
    &FindingKind::new("urho-scene/resource-backslash", "A resource name has backslashes.")
        .with_engine("Packages use slashes.");
/// A reference is to another type of resource than the attribute.
pub const RESOURCE_TYPE: &FindingKind =
    &FindingKind::new("urho-scene/resource-type", "A reference is to another type of resource than the attribute.")
        .with_engine("The engine loads nothing.");
/// A component has no attributes.
pub const CLASS_WITHOUT_ATTRIBUTES: &FindingKind =
    &FindingKind::new("urho-scene/class-without-attributes", "A component has no attributes.");
/// Component bytes don't match the attributes of the class.
pub const CLASS_BYTES: &FindingKind =
    &FindingKind::new("urho-scene/class-bytes", "Component bytes don't match the attributes of the class.")
        .with_engine("The engine reads them anyway.");
/// Unknown component class.
pub const CLASS_UNKNOWN: &FindingKind = &FindingKind::new("urho-scene/class-unknown", "Unknown component class.")
    .with_engine("The engine may lose its attributes.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-scene/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the later.");
/// An enumeration value is out of range.
pub const ENUM_VALUE: &FindingKind =
    &FindingKind::new("urho-scene/enum-value", "An enumeration value is out of range.")
        .with_engine("The engine reads invalid memory when it saves text.");
/// An attribute is not a number.
pub const NOT_A_NUMBER: &FindingKind = &FindingKind::new("urho-scene/not-a-number", "An attribute is not a number.");
/// A transform is not finite.
pub const TRANSFORM_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-scene/transform-not-finite", "A transform is not finite.")
        .with_engine("The node and its children disappear.");
/// A rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("urho-scene/rotation-not-unit", "A rotation is not a unit quaternion.")
        .with_engine("The engine normalizes it.");
/// The scale is 0.
pub const SCALE_ZERO: &FindingKind =
    &FindingKind::new("urho-scene/scale-zero", "The scale is 0.").with_engine("Nothing of the node is visible.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    CLASS_LOST,
    ANIMATIONS_LOST,
    ATTRIBUTE_LOST,
    AUXILIARY_LOST,
    PREVIEW_LOST,
    VARIABLE_UNNAMED,
    ANIMATIONS_MOVED,
    RESOURCE_MISSING,
    PREFAB_RECURSION,
    TEXT_VALUE,
    UNEXPLAINED_BYTES,
    REFERENCE_MISSING,
    NO_OCTREE,
    ID_DUPLICATE,
    RESOURCE_OUTSIDE,
    RESOURCE_BACKSLASH,
    RESOURCE_TYPE,
    CLASS_WITHOUT_ATTRIBUTES,
    CLASS_BYTES,
    CLASS_UNKNOWN,
    ATTRIBUTE_DUPLICATE,
    ENUM_VALUE,
    NOT_A_NUMBER,
    TRANSFORM_NOT_FINITE,
    ROTATION_NOT_UNIT,
    SCALE_ZERO,
];
