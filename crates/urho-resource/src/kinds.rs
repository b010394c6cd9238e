//! Finding kinds of this crate.

binio::kinds! {
    ROOT_NAME: "urho-resource/root-name", "The root element has an unexpected name.",
        engine: "The engine ignores the name, but other tools and this library don't recognize the file.",
        advice: "Rename the root element as the message says.";
    EXTRA_ELEMENT: "urho-resource/extra-element", "An element after the root is not read.",
        engine: "The engine reads the first root element only.",
        advice: "Move the element into the root, or remove it.";
    ELEMENT_UNKNOWN: "urho-resource/element-unknown", "An element or object is unknown.",
        engine: "The engine skips it with all it contains.",
        advice: "Correct the spelling, or remove the element.";
    ELEMENT_DUPLICATE: "urho-resource/element-duplicate", "An element is duplicated.",
        engine: "The engine reads the first.",
        advice: "Remove the second element.";
    ATTRIBUTE_UNKNOWN: "urho-resource/attribute-unknown", "An attribute or member is unknown.",
        engine: "The engine skips it.",
        advice: "Correct the spelling, or remove the attribute.";
    ATTRIBUTE_DUPLICATE: "urho-resource/attribute-duplicate", "An attribute or member is duplicated.",
        engine: "The engine uses the first of two attributes in XML, and the last of two members in JSON.",
        advice: "Remove one of the two.";
    NAME_CASE: "urho-resource/name-case", "A name differs from a known name in upper and lower case only.",
        engine: "The engine skips it, because names are case-sensitive.",
        advice: "Write the name as the message says.";
    STRAY_TEXT: "urho-resource/stray-text", "Text between elements has no meaning.",
        engine: "The engine skips the text.",
        advice: "Remove the text; it is often a leftover of an edit by hand.";
    VALUE_INVALID: "urho-resource/value-invalid", "A value isn't of its type.",
        engine: "The engine reads as much of it as it understands, or uses its default value.",
        advice: "Write a whole value of the type that the message names.";
    VALUE_UNKNOWN: "urho-resource/value-unknown", "A word is none of the known words.",
        engine: "The engine uses its default value.",
        advice: "Write one of the words that the message names.";
    ITEM_MISSING: "urho-resource/item-missing", "A required element or attribute is missing.",
        engine: "The message names the effect.",
        advice: "Add the element or the attribute.";
    ITEM_DEPRECATED: "urho-resource/item-deprecated", "An element or attribute is deprecated.",
        engine: "The engine still reads it, and writes others in its place.",
        advice: "Use the element that the message names.";
    BYTE_ORDER_MARK: "urho-resource/byte-order-mark", "JSON begins with a byte order mark.",
        engine: "No engine reads such a file.",
        advice: "Save the file as UTF-8 without a byte order mark.";
    PATCH_STEP: "urho-resource/patch-step", "A step of a patch file has no effect.",
        engine: "The engine logs an error or does nothing, and goes on with the next step.",
        advice: "Correct the step as the message says.";
    PATCH_SELECTOR: "urho-resource/patch-selector", "A step of a patch file has an invalid XPath expression.",
        engine: "The engine throws an exception that nobody catches, and ends.",
        advice: "Correct the expression.";
    PATCH_UNCHECKED: "urho-resource/patch-unchecked",
        "A step of a patch file uses XPath that this library doesn't evaluate.",
        engine: "The engine evaluates the step; references and values that it adds aren't checked here.",
        advice: "Check the step in the engine.";
    PATCH_CYCLE: "urho-resource/patch-cycle", "A patch file inherits itself.",
        engine: "The engine's stack overflows.",
        advice: "Name another file in `inherit`.";
    NAME_GOES_UP: "urho-resource/name-goes-up", "A resource name contains `../`.",
        engine: "rbfx goes up one folder; Urho3D and U3D delete the `../` and look in the same folder.",
        advice: "Write the name without `../`, or move the file.";
    RANGE_HALF: "urho-resource/range-half", "A range has a minimum or a maximum only.",
        engine: "The engine ignores it.",
        advice: "Write `min` and `max`, or `value` for both.";
    RANGE_ORDER: "urho-resource/range-order", "The minimum of a range exceeds its maximum.",
        engine: "The engine takes random values between the two all the same.",
        advice: "Swap the two values.";
    PARTICLE_COUNT: "urho-resource/particle-count", "The number of particles is negative or very large.",
        engine: "The engine reads a negative number as more than four billion, and can't allocate a very large one.",
        advice: "Use a number from 1 to some thousands.";
    FRAME_ORDER: "urho-resource/frame-order", "The times of frames don't ascend.",
        engine: "The engine steps through the frames in file order and shows a wrong one.",
        advice: "Sort the frames by their times.";
    TEXTURE_RANGE: "urho-resource/texture-range",
        "A texture rectangle lies outside 0 to 1, or its minimum exceeds its maximum.",
        engine: "The engine samples the texture by its address mode, or mirrored.",
        advice: "Use coordinates from 0 to 1.";
    BLEND_PAIR: "urho-resource/blend-pair", "A pair of blend functions is none of the engine's.",
        engine: "The engine uses alpha blending.",
        advice: "Use one of the seven pairs that the format reference lists.";
    GRAPH_NODE: "urho-resource/graph-node",
        "A particle graph has an unknown class, property or pin, or a connection that doesn't work.",
        engine: "The layer stays incomplete, and the load reports success.",
        advice: "Correct the name or the connection.";
    SPRITE_DUPLICATE: "urho-resource/sprite-duplicate", "A sprite sheet has two sprites of a name.",
        engine: "The engine uses the first.",
        advice: "Rename one of the two.";
    SHEET_KEY: "urho-resource/sheet-key", "A property list lacks a key that the engine reads.",
        engine: "Urho3D and U3D dereference a null pointer and crash; rbfx refuses every sheet of this kind.",
        advice: "Export the sheet in format 2, or as XML.";
    SHEET_ROTATED: "urho-resource/sheet-rotated", "A sprite is rotated in its sheet.",
        engine: "The engine skips the sprite with a warning.",
        advice: "Export the sheet without rotation.";
    SHEET_ENGINE: "urho-resource/sheet-engine", "A property list sheet doesn't load in rbfx.",
        engine: "rbfx refuses sheets with metadata and crashes at sheets without.",
        advice: "Use an XML sheet for rbfx.";
    TIMELINE_TYPE: "urho-resource/timeline-type", "A Spriter timeline is neither a bone nor a sprite.",
        engine: "The engine refuses the whole file.",
        advice: "Remove boxes, points, sounds and variables from the project before the export.";
    SPRITER_INDEX: "urho-resource/spriter-index", "A Spriter index is out of bounds.",
        engine: "The engine doesn't check it and reads foreign memory.",
        advice: "Export the project again.";
    MAINLINE_EMPTY: "urho-resource/mainline-empty", "A Spriter animation has no key in its main line.",
        engine: "The engine reads the first key of an empty list.",
        advice: "Add a key at time 0.";
    LAYER_COMPRESSED: "urho-resource/layer-compressed", "The data of a layer are compressed.",
        engine: "The engine refuses the map.",
        advice: "Set the layer format to CSV or Base64 (uncompressed) in Tiled.";
    LAYER_DATA: "urho-resource/layer-data", "A layer has fewer tiles than its size, or data that can't be decoded.",
        engine: "The engine reads past the end of the data.",
        advice: "Save the map again; write Base64 without line breaks, and no infinite maps.";
    TILE_SIZE: "urho-resource/tile-size", "A tile set has tiles without size.",
        engine: "The engine never ends and allocates memory.",
        advice: "Set the tile size in Tiled.";
    MAP_SIZE: "urho-resource/map-size", "A map or layer has a size that the engine can't allocate.",
        engine: "The engine allocates width times height tiles.",
        advice: "Use a smaller map.";
    MAP_IGNORED: "urho-resource/map-ignored", "The engine ignores a part of the map with all it contains.",
        engine: "The layers inside a group are not drawn.",
        advice: "Move the layers out of the group.";
    TILE_ANIMATION: "urho-resource/tile-animation", "A tile animation doesn't play as in Tiled.",
        engine: "U3D adds 1 instead of the first number of the set to the tile numbers, and reads a frame of an empty \
            animation; the other engines ignore animations.",
        advice: "Use animations in the first tile set only.";
    MAP_VERSION: "urho-resource/map-version", "A map has an unknown version.",
        engine: "The engine refuses maps whose version doesn't start with `1.`.",
        advice: "Save the map with Tiled 1.";
    CLASS_UNKNOWN: "urho-resource/class-unknown", "An interface element has an unknown class.",
        engine: "The engine skips the element with all it contains, unless the game registers the class.",
        advice: "Correct the spelling of the type.";
    CLASS_ATTRIBUTE: "urho-resource/class-attribute", "An interface attribute doesn't exist in its class.",
        engine: "The engine logs a warning and ignores it.",
        advice: "Correct the spelling; names are case-sensitive.";
    STYLE_CYCLE: "urho-resource/style-cycle", "Styles name each other.",
        engine: "The engine's stack overflows when an element uses one of them.",
        advice: "Break the cycle: one of the styles must have no base style.";
    STYLE_DUPLICATE: "urho-resource/style-duplicate", "A style file has two styles of a name.",
        engine: "The engine uses the first.",
        advice: "Remove one of the two.";
    INTERNAL_UNMATCHED: "urho-resource/internal-unmatched", "An internal element has no counterpart in its class.",
        engine: "The engine logs a warning and drops the element with all it contains.",
        advice: "Correct the type, or remove `internal`.";
    LIGHT_DATA: "urho-resource/light-data", "Baked light is cut or malformed.",
        engine: "The engine logs an error, and the scene has no baked light.",
        advice: "Bake the light of the scene again.";
    LIGHT_INDEX: "urho-resource/light-index", "Tetrahedra of baked light have corners that don't exist.",
        engine: "The engine reads foreign memory when an object samples the light.",
        advice: "Bake the light of the scene again.";
    POPUP_INVALID: "urho-resource/popup-invalid", "A popup is in an element without popups, or isn't a Window.",
        engine: "The engine ignores the attribute or logs an error.",
        advice: "Use a Window in a Menu or DropDownList.";
    CURSOR_SHAPE: "urho-resource/cursor-shape", "A cursor shape is incomplete.",
        engine: "The engine skips it silently.",
        advice: "Write name, image, rectangle and hot spot.";
    ENGINE_DIFFERS: "urho-resource/engine-differs", "Engines read a part of the file differently.",
        engine: "The message names the difference.",
        advice: "Avoid the part if several engines read the file.";
    TARGET_UNKNOWN: "urho-resource/target-unknown", "A command names a render target that the path doesn't define.",
        engine: "The engine uses the viewport, or no texture.",
        advice: "Define the target before the commands, or correct the name.";
    TARGET_FACE: "urho-resource/target-face", "A face of a cube target exceeds 5.",
        engine: "Urho3D and U3D read outside an array.",
        advice: "Use a face from 0 to 5.";
    COMMAND_IGNORED: "urho-resource/command-ignored", "A render path command or output has no effect.",
        engine: "The engine drops it silently.",
        advice: "Correct the value that the message names.";
    FONT_PAGES: "urho-resource/font-pages", "A bitmap font has fewer pages than it declares.",
        engine: "The engine refuses the font, and reserves memory for the declared number.",
        advice: "Correct `pages` of `common`.";
    GLYPH_PAGE: "urho-resource/glyph-page", "A glyph is on a page that doesn't exist.",
        engine: "The engine doesn't draw the glyph.",
        advice: "Correct the page number.";
    FONT_ENCODING: "urho-resource/font-encoding", "A bitmap font isn't XML.",
        engine: "The font loads, but fails at first use and draws nothing.",
        advice: "Export the font as XML.";
    KERNING_RANGE: "urho-resource/kerning-range", "A kerning pair has a character above 65535.",
        engine: "The engine's keys of such pairs collide.",
        advice: "Remove the pair.";
    LOOP_RANGE: "urho-resource/loop-range", "The loop of a sound ends at its start or before.",
        engine: "The audio thread never ends.",
        advice: "Set `end` after `start`.";
    LOOP_HALF: "urho-resource/loop-half", "The loop of a sound has a start or an end only.",
        engine: "The engine ignores it.",
        advice: "Write both `start` and `end`, in bytes.";
    SOUND_ORDER: "urho-resource/sound-order", "The format of a sound follows its loop.",
        engine: "The engine cuts the loop to the sample size that it knows at that point.",
        advice: "Move `format` before `loop`.";
    SOUND_FORMAT: "urho-resource/sound-format", "A WAV file has a sample format that the engine doesn't know.",
        engine: "The engine reads 24 and 32 bits as noise and more than two channels as one, and refuses other \
            formats than PCM.",
        advice: "Convert the sound to PCM of 16 bits with one or two channels.";
    SOUND_CHUNK: "urho-resource/sound-chunk", "A WAV file has a chunk of odd size, which is padded.",
        engine: "The engine doesn't skip the padding and finds no data.",
        advice: "Remove the chunk, or save the file without metadata.";
    SOUND_DATA: "urho-resource/sound-data", "A sound ends early or has no data.",
        engine: "The engine allocates the declared length and plays whatever the memory contains.",
        advice: "Save the file again.";
    FONT_TABLE: "urho-resource/font-table", "The table directory of an outline font is damaged.",
        engine: "FreeType refuses the font.",
        advice: "Get the font again.";
    TEXT_MISSING: "urho-resource/text-missing", "A text has no translation into a language of the file.",
        engine: "The engine logs a warning and shows the id.",
        advice: "Add the translation.";
    TEXT_INVALID: "urho-resource/text-invalid", "A localized text is empty or no text.",
        engine: "The engine logs a warning and skips it.",
        advice: "Write a text.";
    ANIMATION_SPEED: "urho-resource/animation-speed", "An animation has no speed.",
        engine: "The engine plays it at speed 0: it doesn't move.",
        advice: "Add the attribute `speed`.";
    SETTINGS_TYPE: "urho-resource/settings-type", "A value of the import parameters has the wrong type.",
        engine: "rbfx logs an error, and all parameters fall back to their default values.",
        advice: "Write a value of the type that the message names.";
    SHADER_INCLUDE: "urho-resource/shader-include", "A shader includes itself.",
        engine: "The engine's stack overflows.",
        advice: "Break the cycle; the engine knows no include guards.";
}
