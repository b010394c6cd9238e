//! Fonts and sounds.

use super::ValueType::{Bool, Count, Float, Int, Text, Typed, VariantType};
use super::{ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static BITMAP: Vocabulary = Vocabulary {
    kind: Kind::BitmapFont,
    about: "A bitmap font as BMFont writes it, in XML. The text and binary encodings of BMFont load, but draw nothing. `.sdf` is \
            a signed distance field.",
    root: Some(&FONT),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static PARAMETERS: Vocabulary = Vocabulary {
    kind: Kind::FontParameters,
    about: "Offsets of the glyphs of the outline font `X.ttf`, in `X.xml` beside it.",
    root: Some(&OFFSETS),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static OUTLINE: Vocabulary = Vocabulary {
    kind: Kind::OutlineFont,
    about: "An outline font. Its table directory is read; FreeType reads the rest.",
    root: None,
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static SOUND: Vocabulary = Vocabulary {
    kind: Kind::SoundParameters,
    about: "Parameters of the sound `X.wav`, `X.ogg` or a raw sound, in `X.xml` beside it. The engine reads the elements in file \
            order.",
    root: Some(&PARAMETERS_OF_SOUND),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static WAVE: Vocabulary = Vocabulary {
    kind: Kind::Sound,
    about: "A sound: RIFF WAVE or Ogg Vorbis. The head is read. The extension decides which reader the engine uses; a file with \
            another extension than `.wav` and `.ogg` is raw samples.",
    root: None,
    json_root: None,
    engines: Engines::ALL,
    references: "",
};

static FONT: ElementInfo = element("font", &[]).open().children(&[
    &element("info", &[attribute("size", Int, "0"), attribute("face", Text, "").engines(Engines::NONE)]).open(),
    &element(
        "common",
        &[
            attribute("lineHeight", Int, "0").unit("px"),
            attribute("pages", Count, "0").need(Need::Required("the font has no pages")),
        ],
    )
    .open()
    .need(Need::Required("the font has no pages")),
    &element("pages", &[]).open().need(Need::Required("the font has no pages")).children(&[&element(
        "page",
        &[
            attribute("id", Count, "").engines(Engines::NONE),
            attribute("file", resource("Image", Rule::Beside), "").need(Need::Required("the font doesn't load")),
        ],
    )
    .many()
    .open()]),
    &element("chars", &[attribute("count", Count, "0").note("for the log only")])
        .open()
        .need(Need::Expected("the font has no glyphs"))
        .children(&[&CHAR]),
    &element("kernings", &[attribute("count", Count, "").engines(Engines::NONE)]).open().children(&[&element(
        "kerning",
        &[
            attribute("first", Count, "0"),
            attribute("second", Count, "0"),
            attribute("amount", Float, "0").unit("px").note("the engine drops the fraction"),
        ],
    )
    .many()
    .open()]),
]);
static CHAR: ElementInfo = element(
    "char",
    &[
        attribute("id", Count, "0").note("character number"),
        attribute("x", Int, "0").unit("px"),
        attribute("y", Int, "0").unit("px"),
        attribute("width", Int, "0").unit("px"),
        attribute("height", Int, "0").unit("px"),
        attribute("xoffset", Int, "0").unit("px"),
        attribute("yoffset", Int, "0").unit("px"),
        attribute("xadvance", Int, "0").unit("px"),
        attribute("page", Count, "0"),
    ],
)
.many()
.open();
static OFFSETS: ElementInfo = element("font", &[]).children(&[
    &element("absoluteoffset", &[attribute("x", Int, "0").unit("px"), attribute("y", Int, "0").unit("px")])
        .names(&["absolute"]),
    &element("scaledoffset", &[attribute("x", Float, "0"), attribute("y", Float, "0")])
        .names(&["scaled"])
        .note("times the point size"),
]);
static PARAMETERS_OF_SOUND: ElementInfo = element("sound", &[]).children(&[
    &element(
        "format",
        &[
            attribute("frequency", Int, "0").unit("Hz"),
            attribute("sixteenbit", Bool, "false"),
            attribute("stereo", Bool, "false"),
        ],
    )
    .many()
    .note("must precede `loop`; ignored for `.ogg`"),
    &element(
        "loop",
        &[
            attribute("enable", Bool, ""),
            attribute("start", Int, "").unit("bytes").note("counts only together with `end`"),
            attribute("end", Int, "").unit("bytes").note("counts only together with `start`"),
        ],
    )
    .many(),
    &element(
        "metadata",
        &[attribute("name", Text, ""), attribute("type", VariantType, "None"), attribute("value", Typed, "")],
    )
    .many(),
]);
