//! Expected findings of each file.

use std::collections::BTreeMap;
use std::path::Path;

use testkit::corpus::CorpusFile;
use urho_resource::{Document, Engine, Kind, detect};

/// Kinds of findings of the files made by hand, without the prefix.
const EXPECTED: &[(&str, &[&str])] = &[
    ("Data/Particle/all.xml", &[]),
    ("Data/Particle/old.xml", &["item-deprecated", "item-deprecated", "range-half", "name-case", "frame-order"]),
    ("Data/Urho2D/sheet.plist", &["sheet-engine", "sheet-rotated"]),
    ("Data/Urho2D/sheetj.json", &[]),
    ("Data/Urho2D/Maps/base64.tmx", &[]),
    ("Data/Urho2D/Maps/csv.tmx", &[]),
    ("Data/Urho2D/Maps/xml.tmx", &[]),
    ("Data/Urho2D/Maps/group.tmx", &["map-ignored"]),
    ("Data/Urho2D/Maps/updir.tmx", &["name-goes-up"]),
    ("Data/Urho2D/rig.scml", &[]),
    ("Data/UI/style.xml", &["style-duplicate"]),
    (
        "Data/UI/layout.xml",
        &["value-unknown", "class-attribute", "internal-unmatched", "class-unknown", "engine-differs"],
    ),
    ("Data/UI/patch.xml", &["element-unknown", "patch-step", "element-unknown"]),
    ("Data/UI/cursor.xml", &["cursor-shape"]),
    ("Data/RenderPaths/all.xml", &["value-unknown", "command-ignored", "value-unknown"]),
    ("Data/Fonts/f.fnt", &["glyph-page"]),
    ("Data/Fonts/text.fnt", &["font-encoding"]),
    ("Data/Sounds/s.wav", &[]),
    ("Data/Sounds/u8-stereo.wav", &[]),
    ("Data/Animations/value.xml", &[]),
    ("Data/Animations/object.xml", &["animation-speed"]),
    ("Data/Animations/object.json", &[]),
    ("Data/Strings/multi.json", &["text-invalid", "text-invalid"]),
    ("Data/Strings/en.json", &["text-invalid"]),
    ("hostile/zlib.tmx", &["layer-compressed"]),
    ("hostile/csv-short.tmx", &["layer-data"]),
    ("hostile/base64-lines.tmx", &["layer-data"]),
    ("hostile/zero-tile.tmx", &["tile-size"]),
    ("hostile/box-timeline.scml", &["timeline-type"]),
    ("hostile/index.scml", &["spriter-index"]),
    ("hostile/no-mainline.scml", &["item-missing"]),
    ("hostile/negative.pex", &["particle-count", "name-case", "blend-pair"]),
    ("hostile/no-metadata.plist", &["sheet-engine", "sheet-key", "sheet-key", "sheet-key", "sheet-key", "sheet-key"]),
    ("hostile/style-cycle.xml", &["style-cycle"]),
    ("hostile/inherit-self.xml", &[]),
    ("hostile/pcm24.wav", &["sound-format"]),
    ("hostile/six-channels.wav", &["sound-format"]),
    ("hostile/float.wav", &["sound-format"]),
    ("hostile/extensible.wav", &["sound-format"]),
    ("hostile/odd-list.wav", &["sound-chunk"]),
    ("hostile/long-data.wav", &["sound-data"]),
    ("hostile/loop-empty.xml", &["loop-range"]),
    ("hostile/bom.renderpath", &["byte-order-mark"]),
];

/// Rows of files without a kind: raw samples have no mark, and baked light has none either.
const OTHER: [&str; 2] = ["Data/Sounds/raw.snd", "hostile/index.bin"];

/// Each row has its findings, and each finding has an offset.
pub(crate) fn rows(file: &CorpusFile) -> Result<(), String> {
    let table = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let folder = file.path().parent().expect("a folder");
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in table.lines().skip(1) {
        let name = row.split('\t').next().unwrap_or_default();
        let bytes = std::fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        count += 1;
        if OTHER.contains(&name) {
            if detect(&bytes, Some(name)).is_some() {
                wrong.push(format!("{name} has a kind"));
            }
            continue;
        }
        let (_, expected) =
            EXPECTED.iter().find(|(own, _)| *own == name).ok_or_else(|| format!("{name} isn't listed"))?;
        let document = Document::parse(&bytes, Some(name)).map_err(|error| format!("{name}: {error}"))?;
        let findings = document.validate();
        let found: Vec<&str> =
            findings.iter().map(|one| one.kind.as_str().trim_start_matches("urho-resource/")).collect();
        if found != *expected || findings.iter().any(|one| one.offset.is_none()) {
            wrong.push(format!("{name}: {found:?} instead of {expected:?}"));
        }
    }
    special(folder, &mut wrong);
    if wrong.is_empty() && count == EXPECTED.len() + OTHER.len() {
        Ok(())
    } else {
        Err(format!("{count} rows; {wrong:#?}"))
    }
}

/// Rows that say more than a finding.
fn special(folder: &Path, wrong: &mut Vec<String>) {
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file of the corpus");
    let text = |document: &Document<'_>, place: &str| -> String {
        let value = document.get(&place.parse().expect("a place")).expect("an element");
        value.map(|value| value.text.to_text().into_owned()).unwrap_or_default()
    };
    let mut check = |what: &str, is_right: bool| {
        if !is_right {
            wrong.push(what.to_owned());
        }
    };
    let patch = read("Data/UI/patch.xml");
    let patch = Document::parse(&patch, None).expect("a patch");
    let applied =
        patch.applied(Some("UI/patch.xml"), |name| (name == "UI/layout.xml").then(|| read("Data/UI/layout.xml")));
    let applied = applied.expect("the base exists");
    let types: Vec<String> = (0..8)
        .map_while(|index| {
            let place = format!("element[{index}]@type").parse().expect("a place");
            applied.document.get(&place).ok().map(|value| value.expect("a type").text.to_text().into_owned())
        })
        .collect();
    check("patch adds a Button and removes the Slider", types == ["Text", "DropDownList", "NoSuchClass", "Button"]);
    check("patch renames", text(&applied.document, "attribute[name=Name]@value") == "P");
    // The layout has a style already: pugixml appends a second attribute, and the engine reads the first.
    check("patch adds a style", text(&applied.document, "@style") == "Panel" && applied.findings.len() == 3);
    let cycle = read("hostile/inherit-self.xml");
    let cycle = Document::parse(&cycle, None).expect("a patch");
    let error = cycle.applied(Some("hostile/inherit-self.xml"), |_| Some(cycle.text().to_vec()));
    check("a patch of itself is an error", error.is_err());
    let map = read("Data/Urho2D/Maps/updir.tmx");
    let map = Document::parse(&map, None).expect("a map");
    let references = map.references(None);
    let up = references.iter().find(|one| one.goes_up()).expect("a name that goes up");
    check("rbfx goes up", up.candidates("Urho2D/Maps/updir.tmx", Engine::Rbfx) == ["Urho2D/sheet.png"]);
    check("Urho3D doesn't", up.candidates("Urho2D/Maps/updir.tmx", Engine::Urho3d) == ["Urho2D/Maps/sheet.png"]);
    let sound = read("Data/Sounds/s.xml");
    let sound = Document::parse(&sound, None).expect("parameters");
    check("frequency", text(&sound, "format@frequency") == "22050" && text(&sound, "loop@end") == "12");
    let light = read("hostile/index.bin");
    let light = Document::parse(&light, Some("Scenes/A.xml.d/GI.bin")).expect("baked light by its name");
    let found: Vec<&str> = light.validate().iter().map(|one| one.kind.as_str()).collect();
    check("corners that don't exist", found.contains(&"urho-resource/light-index"));
    let raw = read("Data/Sounds/raw.xml");
    check("raw sound", Document::parse(&raw, None).is_ok_and(|raw| raw.kind() == Kind::SoundParameters));
    let path = read("Data/RenderPaths/all.xml");
    let path = Document::parse(&path, None).expect("a path");
    let names: Vec<String> = path.references(None).iter().map(|one| one.name.to_string()).collect();
    check(
        "a texture that is no target is a file",
        names.contains(&"nowhere".to_owned()) && !names.contains(&"a".to_owned()),
    );
}

/// Findings of the engines' own files, with the reason.
const OWN: &[(&str, &str, usize, &str)] = &[
    ("SnowExplosionGraph.xml", "item-missing", 1, "rbfx's own file is stale and doesn't load"),
    ("SnowExplosionGraph.xml", "element-unknown", 1, "as above"),
    ("DefaultStyle.xml", "style-duplicate", 1, "ConsoleTraceText is there twice"),
    ("EditorStrings.json", "text-missing", 7, "untranslated texts; the engine warns"),
];

/// The engines' own files have no other findings than the listed ones.
pub(crate) fn engines_own(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Some(kind) = detect(&bytes, Some(file.name())).filter(|_| !file.name().contains("/crafted/")) else {
        return Ok(());
    };
    let document = Document::parse_as(kind, &bytes).map_err(|error| error.to_string())?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &document.validate() {
        *counts.entry(finding.kind.as_str().trim_start_matches("urho-resource/")).or_default() += 1;
    }
    counts.retain(|kind, count| {
        let known = OWN.iter().find(|(name, own, ..)| file.name().ends_with(name) && own == kind);
        known.is_none_or(|(_, _, most, _)| *count > *most)
    });
    if counts.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{counts:?}: {}",
            document.validate().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        ))
    }
}
