//! Finding kinds of this crate.

binio::kinds! {
    CLASS_LOST: "urho-scene/class-lost", "A component of unknown class is lost.",
        engine: "The engine creates no component of a class that it doesn't register.",
        advice: "Add the class to the target engine, or describe it with --classes, and convert again.";
    ANIMATIONS_LOST: "urho-scene/animations-lost", "Attribute animations are lost.",
        engine: "The attribute keeps the value that the file stores.",
        advice: "Move the animation to an ObjectAnimation resource before the conversion, or convert to an encoding \
            that stores it.";
    ATTRIBUTE_LOST: "urho-scene/attribute-lost", "An attribute is lost.",
        engine: "The attribute gets its default value.",
        advice: "Set the attribute by code or by another attribute of the target engine.";
    AUXILIARY_LOST: "urho-scene/auxiliary-lost", "Plug-in data is lost.",
        engine: "rbfx doesn't need these bytes to load the scene.",
        advice: "Keep the original file if another program reads these bytes.";
    PREVIEW_LOST: "urho-scene/preview-lost", "Nodes beside a prefab, which only its preview shows, are lost.",
        engine: "The editor creates a new preview.",
        advice: "Nothing needs to be done: open and save the prefab in the editor to get a preview.";
    VARIABLE_UNNAMED: "urho-scene/variable-unnamed", "The name of a variable is unknown; it is called by its hash.",
        engine: "The engine finds the variable by its name only.",
        advice: "Add the name to \"Variable Names\" of the scene, or write the file from the engine that set the \
            variable.";
    ANIMATIONS_MOVED: "urho-scene/animations-moved", "Animation states are moved to an animation controller.",
        engine: "The animation controller plays the same animations.",
        advice: "Check the weights and layers of the controller, because the old states had none.";
    RESOURCE_MISSING: "urho-scene/resource-missing", "A referenced resource is missing.",
        engine: "The engine logs the missing file, draws without it and saves an empty name.",
        advice: "Put the file into a resource folder, or correct the name. If it lies elsewhere, pass --resources.";
    PREFAB_RECURSION: "urho-scene/prefab-recursion", "A prefab includes itself.",
        engine: "The engine includes it without end.",
        advice: "Remove one of the prefab references of the circle.";
    TEXT_VALUE: "urho-scene/text-value", "A value in text is invalid or unusual.",
        engine: "The engine reads as much of the value as it understands and uses 0 for the rest.",
        advice: "Correct the value at the reported place, or set it in the editor and save the file.";
    ATTRIBUTE_UNKNOWN: "urho-scene/attribute-unknown", "Attributes are unknown to their class.",
        engine: "The engine skips the attributes and doesn't save them again.",
        advice: "Remove them, or correct the spelling. If a class of your game has them, describe the class with \
            --classes.";
    UNEXPLAINED_BYTES: "urho-scene/unexplained-bytes", "Bytes that no class explains are kept.",
        engine: "The engine ignores them.",
        advice: "Nothing needs to be done for the engine. Load and save the scene there to drop the bytes.";
    REFERENCE_MISSING: "urho-scene/reference-missing", "An attribute references a missing ID.",
        engine: "The engine logs it and references nothing.",
        advice: "Select the node or component again in the editor, or remove the reference.";
    NO_OCTREE: "urho-scene/no-octree", "The outermost node has no Octree.",
        engine: "The engine draws nothing.",
        advice: "Add an Octree component to the outermost node; prefabs need none.";
    ID_DUPLICATE: "urho-scene/id-duplicate", "An ID is duplicated.",
        engine: "The engine assigns a new ID and references break.",
        advice: "Give one of the two a new ID and correct the references to it.";
    RESOURCE_OUTSIDE: "urho-scene/resource-outside", "A resource name leads out of the resource folders.",
        engine: "The engine removes such steps.",
        advice: "Move the file into a resource folder and name it relative to that folder.";
    RESOURCE_BACKSLASH: "urho-scene/resource-backslash", "A resource name has backslashes.",
        engine: "Packages use slashes.",
        advice: "Replace the backslashes with slashes.";
    RESOURCE_TYPE: "urho-scene/resource-type", "A reference is to another type of resource than the attribute.",
        engine: "The engine ignores the stored type and loads the file as the type of the attribute.",
        advice: "Check that the attribute names the intended file; saving the scene in the engine corrects the type.";
    CLASS_WITHOUT_ATTRIBUTES: "urho-scene/class-without-attributes", "A component has no attributes.",
        engine: "The component gets its default values.",
        advice: "Restore the scene from a version that was saved by an engine with this class, or set the attributes \
            again.";
    CLASS_BYTES: "urho-scene/class-bytes", "Component bytes don't match the attributes of the class.",
        engine: "The engine reads the bytes as its own attributes, so that values may be wrong.",
        advice: "Save the scene with the engine version that the game uses.";
    CLASS_UNKNOWN: "urho-scene/class-unknown", "Unknown component class.",
        engine: "The engine may lose its attributes.",
        advice: "If it is a class of your game, describe it with --classes. Otherwise check the engine that the scene \
            is for.";
    CLASS_CASE: "urho-scene/class-case", "A component class differs from a known one in upper and lower case.",
        engine: "Only Urho3D to 1.7 finds the class; other engines create no such component.",
        advice: "Write the class as the engine registers it.";
    CAMERA_MISREAD: "urho-scene/camera-misread", "A binary scene of rbfx that is no archive has a camera.",
        engine: "rbfx leaves a read-only attribute out and expects it: it misreads the attributes after it.",
        advice: "Save the scene as XML, JSON or an archive.";
    PREFAB_NOT_ARCHIVE: "urho-scene/prefab-not-archive", "A prefab of rbfx is no archive.",
        engine: "A PrefabReference loads nothing; only `Node::Load`, `LoadXML` and `LoadJSON` read it.",
        advice: "Convert it with --prefab, which writes an archive for rbfx.";
    ATTRIBUTE_DUPLICATE: "urho-scene/attribute-duplicate", "An attribute is duplicated.",
        engine: "The engine uses the later.",
        advice: "Remove the first of the two.";
    ENUM_VALUE: "urho-scene/enum-value", "An enumeration value is out of range.",
        engine: "The engine reads invalid memory when it saves text.",
        advice: "Set one of the values that the class has.";
    NOT_A_NUMBER: "urho-scene/not-a-number", "An attribute is not a number.",
        engine: "Everything that is computed from the value becomes invalid.",
        advice: "Set the attribute to a number.";
    TRANSFORM_NOT_FINITE: "urho-scene/transform-not-finite", "A transform is not finite.",
        engine: "The node and its children disappear.",
        advice: "Set position, rotation and scale of the node to numbers.";
    ROTATION_NOT_UNIT: "urho-scene/rotation-not-unit", "A rotation is not a unit quaternion.",
        engine: "The engine normalizes it.",
        advice: "Nothing needs to be done. Saving the scene in the engine stores the normalized rotation.";
    SCALE_ZERO: "urho-scene/scale-zero", "The scale is 0.",
        engine: "Nothing of the node is visible.",
        advice: "Nothing needs to be done if the node is meant to be invisible. Otherwise set its scale to 1.";
}
