//! Finding kinds of this crate.

use binio::FindingKind;

/// Content can't be stored in the target version.
pub const CONVERSION_LOSS: &FindingKind =
    &FindingKind::new("urho-ani/conversion-loss", "Content can't be stored in the target version.")
        .with_engine("The engine plays the animation without this content.")
        .with_advice("Convert to an encoding that stores it, or pass --lossy to accept the loss.");
/// The length is not a positive number.
pub const LENGTH_INVALID: &FindingKind =
    &FindingKind::new("urho-ani/length-invalid", "The length is not a positive number.")
        .with_engine("Playback never advances.")
        .with_advice("Set the length to the time of the last key, or export the animation again.");
/// The length is 0, but there are keys.
pub const LENGTH_ZERO: &FindingKind = &FindingKind::new("urho-ani/length-zero", "The length is 0, but there are keys.")
    .with_engine("The engine never plays them.")
    .with_advice("Set the length to the time of the last key, or export the animation again.");
/// Bytes after the end.
pub const TRAILING_BYTES: &FindingKind = &FindingKind::new("urho-ani/trailing-bytes", "Bytes after the end.")
    .with_engine("The engine ignores them.")
    .with_advice("Get the file again if it was damaged in transit. Otherwise nothing needs to be done.");
/// The model has no bone for a track.
pub const BONE_MISSING: &FindingKind = &FindingKind::new("urho-ani/bone-missing", "The model has no bone for a track.")
    .with_engine("The engine skips the track.")
    .with_advice("Check that the animation belongs to the model. Rename the track like the bone, or remove it.");
/// A track has unknown channel bits.
pub const CHANNELS_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-ani/channels-unknown", "A track has unknown channel bits.")
        .with_engine("They occupy no bytes.")
        .with_advice("Nothing needs to be done.");
/// A track has no keys or no values.
pub const TRACK_EMPTY: &FindingKind = &FindingKind::new("urho-ani/track-empty", "A track has no keys or no values.")
    .with_engine("The track does nothing.")
    .with_advice("Nothing needs to be done. Remove the track to save its bytes.");
/// A key value is NaN or infinite.
pub const VALUE_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-ani/value-not-finite", "A key value is NaN or infinite.")
        .with_engine("The bone and its children disappear.")
        .with_advice("Correct the key in the animation program and export the animation again.");
/// A weight is not between 0 and 1.
pub const WEIGHTS_RANGE: &FindingKind = &FindingKind::new("urho-ani/weights-range", "A weight is not between 0 and 1.")
    .with_engine("Values overshoot when blended.")
    .with_advice("Use weights from 0 to 1.");
/// A rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("urho-ani/rotation-not-unit", "A rotation is not a unit quaternion.")
        .with_engine("The engine doesn't normalize it, so the bone is scaled too.")
        .with_advice("Normalize the rotations in the animation program and export the animation again.");
/// A key time is not finite.
pub const TIME_NOT_FINITE: &FindingKind = &FindingKind::new("urho-ani/time-not-finite", "A key time is not finite.")
    .with_engine("The engine's key search fails.")
    .with_advice("Correct the time of the key and export the animation again.");
/// Key times are not ascending.
pub const TIMES_NOT_ASCENDING: &FindingKind =
    &FindingKind::new("urho-ani/times-not-ascending", "Key times are not ascending.")
        .with_engine("The engine skips keys.")
        .with_advice("Sort the keys by time.");
/// Two keys have the same time.
pub const TIMES_EQUAL: &FindingKind = &FindingKind::new("urho-ani/times-equal", "Two keys have the same time.")
    .with_engine("The value jumps.")
    .with_advice("Nothing needs to be done if the value is meant to jump. Otherwise remove one of the two keys.");
/// A key is before 0 or after the end.
pub const KEY_OUTSIDE: &FindingKind = &FindingKind::new("urho-ani/key-outside", "A key is before 0 or after the end.")
    .with_engine("Playback never reaches it.")
    .with_advice("Set the length of the animation to the time of the last key, or remove the key.");
/// The first key is after time 0.
pub const FIRST_KEY_LATE: &FindingKind = &FindingKind::new("urho-ani/first-key-late", "The first key is after time 0.")
    .with_engine("Urho3D and U3D extrapolate backwards, rbfx holds the first key.")
    .with_advice("Add a key at time 0.");
/// Two tracks have the same name.
pub const NAME_DUPLICATE: &FindingKind = &FindingKind::new("urho-ani/name-duplicate", "Two tracks have the same name.")
    .with_engine("The engine keeps the later or joins them.")
    .with_advice("Rename or remove one of the two tracks.");
/// Two names differ in case only.
pub const NAMES_DIFFER_IN_CASE: &FindingKind =
    &FindingKind::new("urho-ani/names-differ-in-case", "Two names differ in case only.")
        .with_engine("Urho3D up to 1.7 treats them as one.")
        .with_advice("Rename one of the two bones and tracks.");
/// The interpolation or the value type of a variant track is unknown or unsupported.
pub const TRACK_TYPE: &FindingKind = &FindingKind::new(
    "urho-ani/track-type",
    "The interpolation or the value type of a variant track is unknown or unsupported.",
)
.with_engine("The engine skips the track or interpolates it linearly.")
.with_advice("Use a value type and an interpolation that rbfx knows.");
/// The spline tension is not a number.
pub const TENSION_NOT_A_NUMBER: &FindingKind =
    &FindingKind::new("urho-ani/tension-not-a-number", "The spline tension is not a number.")
        .with_engine("Values between the keys become invalid.")
        .with_advice("Set the spline tension to a number, such as 0.5.");
/// The value type of a variant track is ambiguous.
pub const TRACK_VALUES: &FindingKind =
    &FindingKind::new("urho-ani/track-values", "The value type of a variant track is ambiguous.")
        .with_engine("rbfx changed the meaning of these type numbers in February 2026.")
        .with_advice(
            "Save the animation with the engine version that the game uses, or pass the version with --engine.",
        );
/// Tracks with the same name can't be joined.
pub const TRACK_INVALID: &FindingKind =
    &FindingKind::new("urho-ani/track-invalid", "Tracks with the same name can't be joined.")
        .with_engine("The engine joins tracks with the same name and skips those that don't fit.")
        .with_advice("Give each track a name of its own, or the same value type.");
/// A track has no name.
pub const TRACK_WITHOUT_NAME: &FindingKind = &FindingKind::new("urho-ani/track-without-name", "A track has no name.")
    .with_engine("The engine skips it.")
    .with_advice("Set the name of the track, or remove it.");
/// XML content is not read and not kept.
pub const NOT_KEPT: &FindingKind = &FindingKind::new("urho-ani/not-kept", "XML content is not read and not kept.")
    .with_engine("The engine doesn't read it.")
    .with_advice("Keep the original file if another program reads this content.");
/// A value is missing.
pub const VALUE_MISSING: &FindingKind = &FindingKind::new("urho-ani/value-missing", "A value is missing.")
    .with_engine("The engine uses its default value.")
    .with_advice("Add the value.");
/// A value is invalid.
pub const VALUE_INVALID: &FindingKind = &FindingKind::new("urho-ani/value-invalid", "A value is invalid.")
    .with_engine("The engine reads as many numbers as it understands and uses 0 for the rest.")
    .with_advice("Correct the value at the reported place.");
/// Unknown interpolation.
pub const INTERPOLATION_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-ani/interpolation-unknown", "Unknown interpolation.")
        .with_engine("The engine uses linear.")
        .with_advice("Use None, Linear or Spline.");
/// A track is skipped because its type can't be read.
pub const TRACK_LEFT_OUT: &FindingKind =
    &FindingKind::new("urho-ani/track-left-out", "A track is skipped because its type can't be read.")
        .with_engine("The engine doesn't play the track.")
        .with_advice("Use a value type that rbfx can animate.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    CONVERSION_LOSS,
    LENGTH_INVALID,
    LENGTH_ZERO,
    TRAILING_BYTES,
    BONE_MISSING,
    CHANNELS_UNKNOWN,
    TRACK_EMPTY,
    VALUE_NOT_FINITE,
    WEIGHTS_RANGE,
    ROTATION_NOT_UNIT,
    TIME_NOT_FINITE,
    TIMES_NOT_ASCENDING,
    TIMES_EQUAL,
    KEY_OUTSIDE,
    FIRST_KEY_LATE,
    NAME_DUPLICATE,
    NAMES_DIFFER_IN_CASE,
    TRACK_TYPE,
    TENSION_NOT_A_NUMBER,
    TRACK_VALUES,
    TRACK_INVALID,
    TRACK_WITHOUT_NAME,
    NOT_KEPT,
    VALUE_MISSING,
    VALUE_INVALID,
    INTERPOLATION_UNKNOWN,
    TRACK_LEFT_OUT,
];
