//! Finding kinds of this crate.

use binio::FindingKind;

/// The root element has an unexpected name.
pub const ROOT_NAME: &FindingKind =
    &FindingKind::new("urho-resource/root-name", "The root element has an unexpected name.")
        .with_engine("The engine ignores the name, but other tools and this library don't recognize the file.")
        .with_advice("Rename the root element as the message says.");
/// An element after the root is not read.
pub const EXTRA_ELEMENT: &FindingKind =
    &FindingKind::new("urho-resource/extra-element", "An element after the root is not read.")
        .with_engine("The engine reads the first root element only.")
        .with_advice("Move the element into the root, or remove it.");
/// An element or object is unknown.
pub const ELEMENT_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-resource/element-unknown", "An element or object is unknown.")
        .with_engine("The engine skips it with all it contains.")
        .with_advice("Correct the spelling, or remove the element.");
/// An element is duplicated.
pub const ELEMENT_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-resource/element-duplicate", "An element is duplicated.")
        .with_engine("The engine reads the first.")
        .with_advice("Remove the second element.");
/// An attribute or member is unknown.
pub const ATTRIBUTE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-resource/attribute-unknown", "An attribute or member is unknown.")
        .with_engine("The engine skips it.")
        .with_advice("Correct the spelling, or remove the attribute.");
/// An attribute or member is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-resource/attribute-duplicate", "An attribute or member is duplicated.")
        .with_engine("The engine uses the first of two attributes in XML, and the last of two members in JSON.")
        .with_advice("Remove one of the two.");
/// A name differs from a known name in upper and lower case only.
pub const NAME_CASE: &FindingKind =
    &FindingKind::new("urho-resource/name-case", "A name differs from a known name in upper and lower case only.")
        .with_engine("The engine skips it, because names are case-sensitive.")
        .with_advice("Write the name as the message says.");
/// Text between elements has no meaning.
pub const STRAY_TEXT: &FindingKind =
    &FindingKind::new("urho-resource/stray-text", "Text between elements has no meaning.")
        .with_engine("The engine skips the text.")
        .with_advice("Remove the text; it is often a leftover of an edit by hand.");
/// A value isn't of its type.
pub const VALUE_INVALID: &FindingKind = &FindingKind::new("urho-resource/value-invalid", "A value isn't of its type.")
    .with_engine("The engine reads as much of it as it understands, or uses its default value.")
    .with_advice("Write a whole value of the type that the message names.");
/// A word is none of the known words.
pub const VALUE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-resource/value-unknown", "A word is none of the known words.")
        .with_engine("The engine uses its default value.")
        .with_advice("Write one of the words that the message names.");
/// A required element or attribute is missing.
pub const ITEM_MISSING: &FindingKind =
    &FindingKind::new("urho-resource/item-missing", "A required element or attribute is missing.")
        .with_engine("The message names the effect.")
        .with_advice("Add the element or the attribute.");
/// An element or attribute is deprecated.
pub const ITEM_DEPRECATED: &FindingKind =
    &FindingKind::new("urho-resource/item-deprecated", "An element or attribute is deprecated.")
        .with_engine("The engine still reads it, and writes others in its place.")
        .with_advice("Use the element that the message names.");
/// JSON begins with a byte order mark.
pub const BYTE_ORDER_MARK: &FindingKind =
    &FindingKind::new("urho-resource/byte-order-mark", "JSON begins with a byte order mark.")
        .with_engine("No engine reads such a file.")
        .with_advice("Save the file as UTF-8 without a byte order mark.");
/// A step of a patch file has no effect.
pub const PATCH_STEP: &FindingKind =
    &FindingKind::new("urho-resource/patch-step", "A step of a patch file has no effect.")
        .with_engine("The engine logs an error or does nothing, and goes on with the next step.")
        .with_advice("Correct the step as the message says.");
/// A step of a patch file has an invalid XPath expression.
pub const PATCH_SELECTOR: &FindingKind =
    &FindingKind::new("urho-resource/patch-selector", "A step of a patch file has an invalid XPath expression.")
        .with_engine("The engine throws an exception that nobody catches, and ends.")
        .with_advice("Correct the expression.");
/// A step of a patch file uses XPath that this library doesn't evaluate.
pub const PATCH_UNCHECKED: &FindingKind = &FindingKind::new(
    "urho-resource/patch-unchecked",
    "A step of a patch file uses XPath that this library doesn't evaluate.",
)
.with_engine("The engine evaluates the step; references and values that it adds aren't checked here.")
.with_advice("Check the step in the engine.");
/// A patch file inherits itself.
pub const PATCH_CYCLE: &FindingKind = &FindingKind::new("urho-resource/patch-cycle", "A patch file inherits itself.")
    .with_engine("The engine's stack overflows.")
    .with_advice("Name another file in `inherit`.");
/// A resource name contains `../`.
pub const NAME_GOES_UP: &FindingKind =
    &FindingKind::new("urho-resource/name-goes-up", "A resource name contains `../`.")
        .with_engine("rbfx goes up one folder; Urho3D and U3D delete the `../` and look in the same folder.")
        .with_advice("Write the name without `../`, or move the file.");
/// A range has a minimum or a maximum only.
pub const RANGE_HALF: &FindingKind =
    &FindingKind::new("urho-resource/range-half", "A range has a minimum or a maximum only.")
        .with_engine("The engine ignores it.")
        .with_advice("Write `min` and `max`, or `value` for both.");
/// The minimum of a range exceeds its maximum.
pub const RANGE_ORDER: &FindingKind =
    &FindingKind::new("urho-resource/range-order", "The minimum of a range exceeds its maximum.")
        .with_engine("The engine takes random values between the two all the same.")
        .with_advice("Swap the two values.");
/// The number of particles is negative or very large.
pub const PARTICLE_COUNT: &FindingKind =
    &FindingKind::new("urho-resource/particle-count", "The number of particles is negative or very large.")
        .with_engine(
            "The engine reads a negative number as more than four billion, and can't allocate a very large one.",
        )
        .with_advice("Use a number from 1 to some thousands.");
/// The times of frames don't ascend.
pub const FRAME_ORDER: &FindingKind =
    &FindingKind::new("urho-resource/frame-order", "The times of frames don't ascend.")
        .with_engine("The engine steps through the frames in file order and shows a wrong one.")
        .with_advice("Sort the frames by their times.");
/// A texture rectangle lies outside 0 to 1, or its minimum exceeds its maximum.
pub const TEXTURE_RANGE: &FindingKind = &FindingKind::new(
    "urho-resource/texture-range",
    "A texture rectangle lies outside 0 to 1, or its minimum exceeds its maximum.",
)
.with_engine("The engine samples the texture by its address mode, or mirrored.")
.with_advice("Use coordinates from 0 to 1.");
/// A pair of blend functions is none of the engine's.
pub const BLEND_PAIR: &FindingKind =
    &FindingKind::new("urho-resource/blend-pair", "A pair of blend functions is none of the engine's.")
        .with_engine("The engine uses alpha blending.")
        .with_advice("Use one of the seven pairs that the format reference lists.");
/// A particle graph has an unknown class, property or pin, or a connection that doesn't work.
pub const GRAPH_NODE: &FindingKind = &FindingKind::new(
    "urho-resource/graph-node",
    "A particle graph has an unknown class, property or pin, or a connection that doesn't work.",
)
.with_engine("The layer stays incomplete, and the load reports success.")
.with_advice("Correct the name or the connection.");
/// A sprite sheet has two sprites of a name.
pub const SPRITE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-resource/sprite-duplicate", "A sprite sheet has two sprites of a name.")
        .with_engine("The engine uses the first.")
        .with_advice("Rename one of the two.");
/// A property list lacks a key that the engine reads.
pub const SHEET_KEY: &FindingKind =
    &FindingKind::new("urho-resource/sheet-key", "A property list lacks a key that the engine reads.")
        .with_engine("Urho3D and U3D dereference a null pointer and crash; rbfx refuses every sheet of this kind.")
        .with_advice("Export the sheet in format 2, or as XML.");
/// A sprite is rotated in its sheet.
pub const SHEET_ROTATED: &FindingKind =
    &FindingKind::new("urho-resource/sheet-rotated", "A sprite is rotated in its sheet.")
        .with_engine("The engine skips the sprite with a warning.")
        .with_advice("Export the sheet without rotation.");
/// A property list sheet doesn't load in rbfx.
pub const SHEET_ENGINE: &FindingKind =
    &FindingKind::new("urho-resource/sheet-engine", "A property list sheet doesn't load in rbfx.")
        .with_engine("rbfx refuses sheets with metadata and crashes at sheets without.")
        .with_advice("Use an XML sheet for rbfx.");
/// A Spriter timeline is neither a bone nor a sprite.
pub const TIMELINE_TYPE: &FindingKind =
    &FindingKind::new("urho-resource/timeline-type", "A Spriter timeline is neither a bone nor a sprite.")
        .with_engine("The engine refuses the whole file.")
        .with_advice("Remove boxes, points, sounds and variables from the project before the export.");
/// A Spriter index is out of bounds.
pub const SPRITER_INDEX: &FindingKind =
    &FindingKind::new("urho-resource/spriter-index", "A Spriter index is out of bounds.")
        .with_engine("The engine doesn't check it and reads foreign memory.")
        .with_advice("Export the project again.");
/// A Spriter animation has no key in its main line.
pub const MAINLINE_EMPTY: &FindingKind =
    &FindingKind::new("urho-resource/mainline-empty", "A Spriter animation has no key in its main line.")
        .with_engine("The engine reads the first key of an empty list.")
        .with_advice("Add a key at time 0.");
/// The data of a layer are compressed.
pub const LAYER_COMPRESSED: &FindingKind =
    &FindingKind::new("urho-resource/layer-compressed", "The data of a layer are compressed.")
        .with_engine("The engine refuses the map.")
        .with_advice("Set the layer format to CSV or Base64 (uncompressed) in Tiled.");
/// A layer has fewer tiles than its size, or data that can't be decoded.
pub const LAYER_DATA: &FindingKind = &FindingKind::new(
    "urho-resource/layer-data",
    "A layer has fewer tiles than its size, or data that can't be decoded.",
)
.with_engine("The engine reads past the end of the data.")
.with_advice("Save the map again; write Base64 without line breaks, and no infinite maps.");
/// A tile set has tiles without size.
pub const TILE_SIZE: &FindingKind = &FindingKind::new("urho-resource/tile-size", "A tile set has tiles without size.")
    .with_engine("The engine never ends and allocates memory.")
    .with_advice("Set the tile size in Tiled.");
/// A map or layer has a size that the engine can't allocate.
pub const MAP_SIZE: &FindingKind =
    &FindingKind::new("urho-resource/map-size", "A map or layer has a size that the engine can't allocate.")
        .with_engine("The engine allocates width times height tiles.")
        .with_advice("Use a smaller map.");
/// The engine ignores a part of the map with all it contains.
pub const MAP_IGNORED: &FindingKind =
    &FindingKind::new("urho-resource/map-ignored", "The engine ignores a part of the map with all it contains.")
        .with_engine("The layers inside a group are not drawn.")
        .with_advice("Move the layers out of the group.");
/// A tile animation doesn't play as in Tiled.
pub const TILE_ANIMATION: &FindingKind =
    &FindingKind::new("urho-resource/tile-animation", "A tile animation doesn't play as in Tiled.")
        .with_engine("U3D adds 1 instead of the first number of the set to the tile numbers, and reads a frame of an empty animation; the other engines ignore animations.")
        .with_advice("Use animations in the first tile set only.");
/// A map has an unknown version.
pub const MAP_VERSION: &FindingKind = &FindingKind::new("urho-resource/map-version", "A map has an unknown version.")
    .with_engine("The engine refuses maps whose version doesn't start with `1.`.")
    .with_advice("Save the map with Tiled 1.");
/// An interface element has an unknown class.
pub const CLASS_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-resource/class-unknown", "An interface element has an unknown class.")
        .with_engine("The engine skips the element with all it contains, unless the game registers the class.")
        .with_advice("Correct the spelling of the type.");
/// An interface attribute doesn't exist in its class.
pub const CLASS_ATTRIBUTE: &FindingKind =
    &FindingKind::new("urho-resource/class-attribute", "An interface attribute doesn't exist in its class.")
        .with_engine("The engine logs a warning and ignores it.")
        .with_advice("Correct the spelling; names are case-sensitive.");
/// Styles name each other.
pub const STYLE_CYCLE: &FindingKind = &FindingKind::new("urho-resource/style-cycle", "Styles name each other.")
    .with_engine("The engine's stack overflows when an element uses one of them.")
    .with_advice("Break the cycle: one of the styles must have no base style.");
/// A style file has two styles of a name.
pub const STYLE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-resource/style-duplicate", "A style file has two styles of a name.")
        .with_engine("The engine uses the first.")
        .with_advice("Remove one of the two.");
/// An internal element has no counterpart in its class.
pub const INTERNAL_UNMATCHED: &FindingKind =
    &FindingKind::new("urho-resource/internal-unmatched", "An internal element has no counterpart in its class.")
        .with_engine("The engine logs a warning and drops the element with all it contains.")
        .with_advice("Correct the type, or remove `internal`.");
/// Baked light is cut or malformed.
pub const LIGHT_DATA: &FindingKind = &FindingKind::new("urho-resource/light-data", "Baked light is cut or malformed.")
    .with_engine("The engine logs an error, and the scene has no baked light.")
    .with_advice("Bake the light of the scene again.");
/// Baked light has corners that don't exist.
pub const LIGHT_INDEX: &FindingKind =
    &FindingKind::new("urho-resource/light-index", "Tetrahedra of baked light have corners that don't exist.")
        .with_engine("The engine reads foreign memory when an object samples the light.")
        .with_advice("Bake the light of the scene again.");
/// A popup is in an element without popups, or isn't a Window.
pub const POPUP_INVALID: &FindingKind =
    &FindingKind::new("urho-resource/popup-invalid", "A popup is in an element without popups, or isn't a Window.")
        .with_engine("The engine ignores the attribute or logs an error.")
        .with_advice("Use a Window in a Menu or DropDownList.");
/// A cursor shape is incomplete.
pub const CURSOR_SHAPE: &FindingKind = &FindingKind::new("urho-resource/cursor-shape", "A cursor shape is incomplete.")
    .with_engine("The engine skips it silently.")
    .with_advice("Write name, image, rectangle and hot spot.");
/// Engines read a part of the file differently.
pub const ENGINE_DIFFERS: &FindingKind =
    &FindingKind::new("urho-resource/engine-differs", "Engines read a part of the file differently.")
        .with_engine("The message names the difference.")
        .with_advice("Avoid the part if several engines read the file.");
/// A command names a render target that the path doesn't define.
pub const TARGET_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-resource/target-unknown", "A command names a render target that the path doesn't define.")
        .with_engine("The engine uses the viewport, or no texture.")
        .with_advice("Define the target before the commands, or correct the name.");
/// A face of a cube target exceeds 5.
pub const TARGET_FACE: &FindingKind =
    &FindingKind::new("urho-resource/target-face", "A face of a cube target exceeds 5.")
        .with_engine("Urho3D and U3D read outside an array.")
        .with_advice("Use a face from 0 to 5.");
/// A render path command or output has no effect.
pub const COMMAND_IGNORED: &FindingKind =
    &FindingKind::new("urho-resource/command-ignored", "A render path command or output has no effect.")
        .with_engine("The engine drops it silently.")
        .with_advice("Correct the value that the message names.");
/// A bitmap font has fewer pages than it declares.
pub const FONT_PAGES: &FindingKind =
    &FindingKind::new("urho-resource/font-pages", "A bitmap font has fewer pages than it declares.")
        .with_engine("The engine refuses the font, and reserves memory for the declared number.")
        .with_advice("Correct `pages` of `common`.");
/// A glyph is on a page that doesn't exist.
pub const GLYPH_PAGE: &FindingKind =
    &FindingKind::new("urho-resource/glyph-page", "A glyph is on a page that doesn't exist.")
        .with_engine("The engine doesn't draw the glyph.")
        .with_advice("Correct the page number.");
/// A bitmap font isn't XML.
pub const FONT_ENCODING: &FindingKind = &FindingKind::new("urho-resource/font-encoding", "A bitmap font isn't XML.")
    .with_engine("The font loads, but fails at first use and draws nothing.")
    .with_advice("Export the font as XML.");
/// A kerning pair has a character above 65535.
pub const KERNING_RANGE: &FindingKind =
    &FindingKind::new("urho-resource/kerning-range", "A kerning pair has a character above 65535.")
        .with_engine("The engine's keys of such pairs collide.")
        .with_advice("Remove the pair.");
/// The loop of a sound ends at its start or before.
pub const LOOP_RANGE: &FindingKind =
    &FindingKind::new("urho-resource/loop-range", "The loop of a sound ends at its start or before.")
        .with_engine("The audio thread never ends.")
        .with_advice("Set `end` after `start`.");
/// The loop of a sound has a start or an end only.
pub const LOOP_HALF: &FindingKind =
    &FindingKind::new("urho-resource/loop-half", "The loop of a sound has a start or an end only.")
        .with_engine("The engine ignores it.")
        .with_advice("Write both `start` and `end`, in bytes.");
/// The format of a sound follows its loop.
pub const SOUND_ORDER: &FindingKind =
    &FindingKind::new("urho-resource/sound-order", "The format of a sound follows its loop.")
        .with_engine("The engine cuts the loop to the sample size that it knows at that point.")
        .with_advice("Move `format` before `loop`.");
/// A WAV file has a sample format that the engine doesn't know.
pub const SOUND_FORMAT: &FindingKind = &FindingKind::new(
    "urho-resource/sound-format",
    "A WAV file has a sample format that the engine doesn't know.",
)
.with_engine(
    "The engine reads 24 and 32 bits as noise and more than two channels as one, and refuses other formats than PCM.",
)
.with_advice("Convert the sound to PCM of 16 bits with one or two channels.");
/// A WAV file has a chunk of odd size, which is padded.
pub const SOUND_CHUNK: &FindingKind =
    &FindingKind::new("urho-resource/sound-chunk", "A WAV file has a chunk of odd size, which is padded.")
        .with_engine("The engine doesn't skip the padding and finds no data.")
        .with_advice("Remove the chunk, or save the file without metadata.");
/// A sound ends early or has no data.
pub const SOUND_DATA: &FindingKind =
    &FindingKind::new("urho-resource/sound-data", "A sound ends early or has no data.")
        .with_engine("The engine allocates the declared length and plays whatever the memory contains.")
        .with_advice("Save the file again.");
/// The table directory of an outline font is damaged.
pub const FONT_TABLE: &FindingKind =
    &FindingKind::new("urho-resource/font-table", "The table directory of an outline font is damaged.")
        .with_engine("FreeType refuses the font.")
        .with_advice("Get the font again.");
/// A text has no translation into a language of the file.
pub const TEXT_MISSING: &FindingKind =
    &FindingKind::new("urho-resource/text-missing", "A text has no translation into a language of the file.")
        .with_engine("The engine logs a warning and shows the id.")
        .with_advice("Add the translation.");
/// A localized text is empty or no text.
pub const TEXT_INVALID: &FindingKind =
    &FindingKind::new("urho-resource/text-invalid", "A localized text is empty or no text.")
        .with_engine("The engine logs a warning and skips it.")
        .with_advice("Write a text.");
/// An animation has no speed.
pub const ANIMATION_SPEED: &FindingKind =
    &FindingKind::new("urho-resource/animation-speed", "An animation has no speed.")
        .with_engine("The engine plays it at speed 0: it doesn't move.")
        .with_advice("Add the attribute `speed`.");
/// A value of the import parameters has the wrong type.
pub const SETTINGS_TYPE: &FindingKind =
    &FindingKind::new("urho-resource/settings-type", "A value of the import parameters has the wrong type.")
        .with_engine("rbfx logs an error, and all parameters fall back to their default values.")
        .with_advice("Write a value of the type that the message names.");
/// A shader includes itself.
pub const SHADER_INCLUDE: &FindingKind = &FindingKind::new("urho-resource/shader-include", "A shader includes itself.")
    .with_engine("The engine's stack overflows.")
    .with_advice("Break the cycle; the engine knows no include guards.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    ROOT_NAME,
    EXTRA_ELEMENT,
    ELEMENT_UNKNOWN,
    ELEMENT_DUPLICATE,
    ATTRIBUTE_UNKNOWN,
    ATTRIBUTE_DUPLICATE,
    NAME_CASE,
    STRAY_TEXT,
    VALUE_INVALID,
    VALUE_UNKNOWN,
    ITEM_MISSING,
    ITEM_DEPRECATED,
    BYTE_ORDER_MARK,
    PATCH_STEP,
    PATCH_SELECTOR,
    PATCH_UNCHECKED,
    PATCH_CYCLE,
    NAME_GOES_UP,
    RANGE_HALF,
    RANGE_ORDER,
    PARTICLE_COUNT,
    FRAME_ORDER,
    TEXTURE_RANGE,
    BLEND_PAIR,
    GRAPH_NODE,
    SPRITE_DUPLICATE,
    SHEET_KEY,
    SHEET_ROTATED,
    SHEET_ENGINE,
    TIMELINE_TYPE,
    SPRITER_INDEX,
    MAINLINE_EMPTY,
    LAYER_COMPRESSED,
    LAYER_DATA,
    TILE_SIZE,
    MAP_SIZE,
    MAP_IGNORED,
    TILE_ANIMATION,
    MAP_VERSION,
    CLASS_UNKNOWN,
    CLASS_ATTRIBUTE,
    STYLE_CYCLE,
    STYLE_DUPLICATE,
    INTERNAL_UNMATCHED,
    POPUP_INVALID,
    CURSOR_SHAPE,
    LIGHT_DATA,
    LIGHT_INDEX,
    ENGINE_DIFFERS,
    TARGET_UNKNOWN,
    TARGET_FACE,
    COMMAND_IGNORED,
    FONT_PAGES,
    GLYPH_PAGE,
    FONT_ENCODING,
    KERNING_RANGE,
    LOOP_RANGE,
    LOOP_HALF,
    SOUND_ORDER,
    SOUND_FORMAT,
    SOUND_CHUNK,
    SOUND_DATA,
    FONT_TABLE,
    TEXT_MISSING,
    TEXT_INVALID,
    ANIMATION_SPEED,
    SETTINGS_TYPE,
    SHADER_INCLUDE,
];
