//! Finding kinds of this crate.

use binio::FindingKind;

/// A component of unknown class is lost.
pub const CLASS_LOST: &FindingKind =
    &FindingKind::new("urho-scene/class-lost", "A component of unknown class is lost.")
        .with_engine("The engine creates no component of a class that it doesn't register.")
        .with_advice("Add the class to the target engine, or describe it with --classes, and convert again.");
/// Attribute animations are lost.
pub const ANIMATIONS_LOST: &FindingKind =
    &FindingKind::new("urho-scene/animations-lost", "Attribute animations are lost.").with_engine("The attribute keeps the value that the file stores.").with_advice("Move the animation to an ObjectAnimation resource before the conversion, or convert to an encoding that stores it.");
/// An attribute is lost.
pub const ATTRIBUTE_LOST: &FindingKind = &FindingKind::new("urho-scene/attribute-lost", "An attribute is lost.")
    .with_engine("The attribute gets its default value.")
    .with_advice("Set the attribute by code or by another attribute of the target engine.");
/// Plug-in data is lost.
pub const AUXILIARY_LOST: &FindingKind = &FindingKind::new("urho-scene/auxiliary-lost", "Plug-in data is lost.")
    .with_engine("rbfx doesn't need these bytes to load the scene.")
    .with_advice("Keep the original file if another program reads these bytes.");
/// Nodes beside a prefab, which only its preview shows, are lost.
pub const PREVIEW_LOST: &FindingKind =
    &FindingKind::new("urho-scene/preview-lost", "Nodes beside a prefab, which only its preview shows, are lost.")
        .with_engine("The editor creates a new preview.")
        .with_advice("Nothing needs to be done: open and save the prefab in the editor to get a preview.");
/// The name of a variable is unknown.
pub const VARIABLE_UNNAMED: &FindingKind =
    &FindingKind::new("urho-scene/variable-unnamed", "The name of a variable is unknown; it is called by its hash.")
        .with_engine("The engine finds the variable by its name only.")
        .with_advice(
            "Add the name to \"Variable Names\" of the scene, or write the file from the engine that set the variable.",
        );
/// Animation states are moved to an animation controller.
pub const ANIMATIONS_MOVED: &FindingKind =
    &FindingKind::new("urho-scene/animations-moved", "Animation states are moved to an animation controller.")
        .with_engine("The animation controller plays the same animations.")
        .with_advice("Check the weights and layers of the controller, because the old states had none.");
/// A referenced resource is missing.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("urho-scene/resource-missing", "A referenced resource is missing.")
        .with_engine("The engine logs the missing file, draws without it and saves an empty name.")
        .with_advice(
            "Put the file into a resource folder, or correct the name. If it lies elsewhere, pass --resources.",
        );
/// A prefab includes itself.
pub const PREFAB_RECURSION: &FindingKind =
    &FindingKind::new("urho-scene/prefab-recursion", "A prefab includes itself.")
        .with_engine("The engine includes it without end.")
        .with_advice("Remove one of the prefab references of the circle.");
/// A value in text is invalid or unusual.
pub const TEXT_VALUE: &FindingKind =
    &FindingKind::new("urho-scene/text-value", "A value in text is invalid or unusual.")
        .with_engine("The engine reads as much of the value as it understands and uses 0 for the rest.")
        .with_advice("Correct the value at the reported place, or set it in the editor and save the file.");
/// Attributes are unknown to their class.
pub const ATTRIBUTE_UNKNOWN: &FindingKind = &FindingKind::new(
    "urho-scene/attribute-unknown",
    "Attributes are unknown to their class.",
)
.with_engine("The engine skips the attributes and doesn't save them again.")
.with_advice(
    "Remove them, or correct the spelling. If a class of your game has them, describe the class with --classes.",
);
/// Bytes that match no class are kept.
pub const UNEXPLAINED_BYTES: &FindingKind =
    &FindingKind::new("urho-scene/unexplained-bytes", "Bytes that no class explains are kept.")
        .with_engine("The engine ignores them.")
        .with_advice("Nothing needs to be done for the engine. Load and save the scene there to drop the bytes.");
/// An attribute references a missing ID.
pub const REFERENCE_MISSING: &FindingKind =
    &FindingKind::new("urho-scene/reference-missing", "An attribute references a missing ID.")
        .with_engine("The engine logs it and references nothing.")
        .with_advice("Select the node or component again in the editor, or remove the reference.");
/// The outermost node has no Octree.
pub const NO_OCTREE: &FindingKind = &FindingKind::new("urho-scene/no-octree", "The outermost node has no Octree.")
    .with_engine("The engine draws nothing.")
    .with_advice("Add an Octree component to the outermost node; prefabs need none.");
/// An ID is duplicated.
pub const ID_DUPLICATE: &FindingKind = &FindingKind::new("urho-scene/id-duplicate", "An ID is duplicated.")
    .with_engine("The engine assigns a new ID and references break.")
    .with_advice("Give one of the two a new ID and correct the references to it.");
/// A resource name leads out of the resource folders.
pub const RESOURCE_OUTSIDE: &FindingKind =
    &FindingKind::new("urho-scene/resource-outside", "A resource name leads out of the resource folders.")
        .with_engine("The engine removes such steps.")
        .with_advice("Move the file into a resource folder and name it relative to that folder.");
/// A resource name has backslashes.
pub const RESOURCE_BACKSLASH: &FindingKind =
    &FindingKind::new("urho-scene/resource-backslash", "A resource name has backslashes.")
        .with_engine("Packages use slashes.")
        .with_advice("Replace the backslashes with slashes.");
/// A reference is to another type of resource than the attribute.
pub const RESOURCE_TYPE: &FindingKind =
    &FindingKind::new("urho-scene/resource-type", "A reference is to another type of resource than the attribute.")
        .with_engine("The engine ignores the stored type and loads the file as the type of the attribute.")
        .with_advice(
            "Check that the attribute names the intended file; saving the scene in the engine corrects the type.",
        );
/// A component has no attributes.
pub const CLASS_WITHOUT_ATTRIBUTES: &FindingKind = &FindingKind::new(
    "urho-scene/class-without-attributes",
    "A component has no attributes.",
)
.with_engine("The component gets its default values.")
.with_advice(
    "Restore the scene from a version that was saved by an engine with this class, or set the attributes again.",
);
/// Component bytes don't match the attributes of the class.
pub const CLASS_BYTES: &FindingKind =
    &FindingKind::new("urho-scene/class-bytes", "Component bytes don't match the attributes of the class.")
        .with_engine("The engine reads the bytes as its own attributes, so that values may be wrong.")
        .with_advice("Save the scene with the engine version that the game uses.");
/// Unknown component class.
pub const CLASS_UNKNOWN: &FindingKind = &FindingKind::new("urho-scene/class-unknown", "Unknown component class.")
    .with_engine("The engine may lose its attributes.")
    .with_advice(
        "If it is a class of your game, describe it with --classes. Otherwise check the engine that the scene is for.",
    );
/// A component class differs from a known one in upper and lower case.
pub const CLASS_CASE: &FindingKind =
    &FindingKind::new("urho-scene/class-case", "A component class differs from a known one in upper and lower case.")
        .with_engine("Only Urho3D to 1.7 finds the class; other engines create no such component.")
        .with_advice("Write the class as the engine registers it.");
/// A binary scene of rbfx has a camera.
pub const CAMERA_MISREAD: &FindingKind =
    &FindingKind::new("urho-scene/camera-misread", "A binary scene of rbfx that is no archive has a camera.")
        .with_engine("rbfx leaves a read-only attribute out and expects it: it misreads the attributes after it.")
        .with_advice("Save the scene as XML, JSON or an archive.");
/// A prefab of rbfx is no archive.
pub const PREFAB_NOT_ARCHIVE: &FindingKind =
    &FindingKind::new("urho-scene/prefab-not-archive", "A prefab of rbfx is no archive.")
        .with_engine("A PrefabReference loads nothing; only `Node::Load`, `LoadXML` and `LoadJSON` read it.")
        .with_advice("Convert it with --prefab, which writes an archive for rbfx.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-scene/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the later.")
        .with_advice("Remove the first of the two.");
/// An enumeration value is out of range.
pub const ENUM_VALUE: &FindingKind =
    &FindingKind::new("urho-scene/enum-value", "An enumeration value is out of range.")
        .with_engine("The engine reads invalid memory when it saves text.")
        .with_advice("Set one of the values that the class has.");
/// An attribute is not a number.
pub const NOT_A_NUMBER: &FindingKind = &FindingKind::new("urho-scene/not-a-number", "An attribute is not a number.")
    .with_engine("Everything that is computed from the value becomes invalid.")
    .with_advice("Set the attribute to a number.");
/// A transform is not finite.
pub const TRANSFORM_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-scene/transform-not-finite", "A transform is not finite.")
        .with_engine("The node and its children disappear.")
        .with_advice("Set position, rotation and scale of the node to numbers.");
/// A rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("urho-scene/rotation-not-unit", "A rotation is not a unit quaternion.")
        .with_engine("The engine normalizes it.")
        .with_advice("Nothing needs to be done. Saving the scene in the engine stores the normalized rotation.");
/// The scale is 0.
pub const SCALE_ZERO: &FindingKind = &FindingKind::new("urho-scene/scale-zero", "The scale is 0.")
    .with_engine("Nothing of the node is visible.")
    .with_advice("Nothing needs to be done if the node is meant to be invisible. Otherwise set its scale to 1.");

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
    ATTRIBUTE_UNKNOWN,
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
    CLASS_CASE,
    CAMERA_MISREAD,
    PREFAB_NOT_ARCHIVE,
    ATTRIBUTE_DUPLICATE,
    ENUM_VALUE,
    NOT_A_NUMBER,
    TRANSFORM_NOT_FINITE,
    ROTATION_NOT_UNIT,
    SCALE_ZERO,
];
