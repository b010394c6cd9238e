//! Finding kinds of this crate.

binio::kinds! {
    CONVERSION_LOSS: "urho-ani/conversion-loss", "Content can't be stored in the target version.",
        engine: "The engine plays the animation without this content.",
        advice: "Convert to an encoding that stores it, or pass --lossy to accept the loss.";
    LENGTH_INVALID: "urho-ani/length-invalid", "The length is not a positive number.",
        engine: "Playback never advances.",
        advice: "Set the length to the time of the last key, or export the animation again.";
    LENGTH_ZERO: "urho-ani/length-zero", "The length is 0, but there are keys.",
        engine: "The engine never plays them.",
        advice: "Set the length to the time of the last key, or export the animation again.";
    TRAILING_BYTES: "urho-ani/trailing-bytes", "Bytes after the end.",
        engine: "The engine ignores them.",
        advice: "Get the file again if it was damaged in transit. Otherwise nothing needs to be done.";
    BONE_MISSING: "urho-ani/bone-missing", "The model has no bone for a track.",
        engine: "The engine skips the track.",
        advice: "Check that the animation belongs to the model. Rename the track like the bone, or remove it.";
    CHANNELS_UNKNOWN: "urho-ani/channels-unknown", "A track has unknown channel bits.",
        engine: "They occupy no bytes.",
        advice: "Nothing needs to be done.";
    TRACK_EMPTY: "urho-ani/track-empty", "A track has no keys or no values.",
        engine: "The track does nothing.",
        advice: "Nothing needs to be done. Remove the track to save its bytes.";
    VALUE_NOT_FINITE: "urho-ani/value-not-finite", "A key value is NaN or infinite.",
        engine: "The bone and its children disappear.",
        advice: "Correct the key in the animation program and export the animation again.";
    WEIGHTS_RANGE: "urho-ani/weights-range", "A weight is not between 0 and 1.",
        engine: "Values overshoot when blended.",
        advice: "Use weights from 0 to 1.";
    ROTATION_NOT_UNIT: "urho-ani/rotation-not-unit", "A rotation is not a unit quaternion.",
        engine: "The engine doesn't normalize it, so the bone is scaled too.",
        advice: "Normalize the rotations in the animation program and export the animation again.";
    TIME_NOT_FINITE: "urho-ani/time-not-finite", "A key time is not finite.",
        engine: "The engine's key search fails.",
        advice: "Correct the time of the key and export the animation again.";
    TIMES_NOT_ASCENDING: "urho-ani/times-not-ascending", "Key times are not ascending.",
        engine: "The engine skips keys.",
        advice: "Sort the keys by time.";
    TIMES_EQUAL: "urho-ani/times-equal", "Two keys have the same time.",
        engine: "The value jumps.",
        advice: "Nothing needs to be done if the value is meant to jump. Otherwise remove one of the two keys.";
    KEY_OUTSIDE: "urho-ani/key-outside", "A key is before 0 or after the end.",
        engine: "Playback never reaches it.",
        advice: "Set the length of the animation to the time of the last key, or remove the key.";
    FIRST_KEY_LATE: "urho-ani/first-key-late", "The first key is after time 0.",
        engine: "Urho3D and U3D extrapolate backwards, rbfx holds the first key.",
        advice: "Add a key at time 0.";
    NAME_DUPLICATE: "urho-ani/name-duplicate", "Two tracks have the same name.",
        engine: "The engine keeps the later or joins them.",
        advice: "Rename or remove one of the two tracks.";
    NAMES_DIFFER_IN_CASE: "urho-ani/names-differ-in-case", "Two names differ in case only.",
        engine: "Urho3D up to 1.7 treats them as one.",
        advice: "Rename one of the two bones and tracks.";
    TRACK_TYPE: "urho-ani/track-type",
        "The interpolation or the value type of a variant track is unknown or unsupported.",
        engine: "The engine skips the track or interpolates it linearly.",
        advice: "Use a value type and an interpolation that rbfx knows.";
    TENSION_NOT_A_NUMBER: "urho-ani/tension-not-a-number", "The spline tension is not a number.",
        engine: "Values between the keys become invalid.",
        advice: "Set the spline tension to a number, such as 0.5.";
    TRACK_VALUES: "urho-ani/track-values", "The value type of a variant track is ambiguous.",
        engine: "rbfx changed the meaning of these type numbers in February 2026.",
        advice: "Save the animation with the engine version that the game uses, or pass the version with --engine.";
    TRACK_INVALID: "urho-ani/track-invalid", "Tracks with the same name can't be joined.",
        engine: "The engine joins tracks with the same name and skips those that don't fit.",
        advice: "Give each track a name of its own, or the same value type.";
    TRACK_WITHOUT_NAME: "urho-ani/track-without-name", "A track has no name.",
        engine: "The engine skips it.",
        advice: "Set the name of the track, or remove it.";
    NOT_KEPT: "urho-ani/not-kept", "XML content is not read and not kept.",
        engine: "The engine doesn't read it.",
        advice: "Keep the original file if another program reads this content.";
    VALUE_MISSING: "urho-ani/value-missing", "A value is missing.",
        engine: "The engine uses its default value.",
        advice: "Add the value.";
    VALUE_INVALID: "urho-ani/value-invalid", "A value is invalid.",
        engine: "The engine reads as many numbers as it understands and uses 0 for the rest.",
        advice: "Correct the value at the reported place.";
    INTERPOLATION_UNKNOWN: "urho-ani/interpolation-unknown", "Unknown interpolation.",
        engine: "The engine uses linear.",
        advice: "Use None, Linear or Spline.";
    TRACK_LEFT_OUT: "urho-ani/track-left-out", "A track is skipped because its type can't be read.",
        engine: "The engine doesn't play the track.",
        advice: "Use a value type that rbfx can animate.";
}
