//! What the running engine read of its own files.

use testkit::corpus::CorpusFile;
use urho_resource::{Document, Place, Wave};

/// Rows whose files are in the corpus, of 55.
const COUNT: usize = 53;

/// Each row of the engine agrees with the document.
pub(crate) fn rows(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/engine-truth.tsv") {
        return Ok(());
    }
    let folder = file.path().parent().expect("a folder").join("urho3d");
    let table = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [kind, name, result, facts] = columns[..] else { return Err(row.to_owned()) };
        // Some large files are missing in the corpus.
        let Ok(bytes) = std::fs::read(folder.join(name)) else { continue };
        let document = Document::parse(&bytes, Some(name)).map_err(|error| format!("{name}: {error}"))?;
        let own = name.split_once('/').map_or("", |(_, own)| own);
        let applied = document.applied(Some(own), |base| std::fs::read(folder.join("Data").join(base)).ok());
        let document = applied.map_err(|error| format!("{name}: {error}"))?.document;
        assert_eq!(result, "loaded", "{name}");
        let facts = facts.split(" ; log:").next().unwrap_or_default();
        let seen = match kind {
            "Sound" => sound(&document, facts),
            "SpriteSheet2D" => sprites(&document),
            "AnimationSet2D" => animations(&document),
            "ParticleEffect2D" => particles(&document),
            "TmxFile2D" => layers(&document, facts),
            "UI" => layout(&document, facts),
            _ => facts.to_owned(),
        };
        count += 1;
        if seen.trim() != facts.trim() {
            wrong.push(format!("{name}\n  engine {facts}\n  here   {seen}"));
        }
    }
    if wrong.is_empty() && count == COUNT {
        Ok(())
    } else {
        Err(format!("{count} rows, {} wrong\n{}", wrong.len(), wrong.join("\n")))
    }
}

fn text(document: &Document<'_>, place: &Place) -> Option<String> {
    document.get(place).ok()?.map(|value| value.text.to_text().into_owned())
}

fn number(document: &Document<'_>, place: &Place) -> i64 {
    text(document, place).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Children of a name below a place that exist.
fn all(document: &Document<'_>, outer: &Place, name: &str) -> Vec<Place> {
    (0..)
        .map(|index| outer.clone().child(name, index))
        .take_while(|place| document.get(&place.clone().attribute("name")).is_ok())
        .collect()
}

fn sound(document: &Document<'_>, facts: &str) -> String {
    // Vorbis isn't decoded: only the head is read.
    let Ok(wave) = Wave::read(document.text()) else { return facts.to_owned() };
    let frame = u32::from(wave.channels) * u32::from(wave.bits) / 8;
    let words: Vec<&str> = facts.split(' ').collect();
    let length: f64 = words[1].parse().expect("a length");
    assert!((length - f64::from(wave.data_size / frame) / f64::from(wave.frequency)).abs() < 1e-4);
    format!(
        "length {} freq {} 16 {} stereo {} looped false size {}",
        words[1],
        wave.frequency,
        wave.bits == 16,
        wave.channels == 2,
        wave.data_size
    )
}

fn sprites(document: &Document<'_>) -> String {
    let sprites = all(document, &Place::root(), "SubTexture");
    let each = sprites.iter().map(|place| {
        let of = |name: &str| number(document, &place.clone().attribute(name));
        let name = text(document, &place.clone().attribute("name")).unwrap_or_default();
        let (x, y) = (of("x"), of("y"));
        format!("{name}@{x} {y} {} {} hot 0.5 0.5", x + of("width"), y + of("height"))
    });
    let mut each: Vec<String> = each.collect();
    // The engine's map has the names in their order.
    each.sort();
    format!("sprites {} {}", each.len(), each.join(" "))
}

fn animations(document: &Document<'_>) -> String {
    let entity = Place::root().child("entity", 0);
    let names: Vec<String> = all(document, &entity, "animation")
        .iter()
        .map(|place| text(document, &place.clone().attribute("name")).unwrap_or_default())
        .collect();
    format!("animations {} {}", names.len(), names.join(" "))
}

fn particles(document: &Document<'_>) -> String {
    let of = |name: &str| number(document, &Place::root().child(name, 0).attribute("value"));
    let blend = match (of("blendFuncSource"), of("blendFuncDestination")) {
        (770, 1) => 4,
        (770, 771) => 3,
        _ => 0,
    };
    format!("max {} blend {blend}", of("maxParticles"))
}

/// Layers with their tiles; the engine's list may end earlier.
fn layers(document: &Document<'_>, facts: &str) -> String {
    let layers = all(document, &Place::root(), "layer");
    let mut wrong = String::new();
    let mut seen = 0;
    for layer in &layers {
        let name = text(document, &layer.clone().attribute("name")).unwrap_or_default();
        let Some((_, rest)) = facts.split_once(&format!("{name}:0 ")) else { continue };
        let tiles = tiles(document, &layer.clone().child("data", 0));
        let words: Vec<&str> =
            rest.split([',', ' ']).take_while(|word| *word == "-" || word.parse::<u32>().is_ok()).collect();
        let is_same =
            words.iter().zip(&tiles).all(|(word, tile)| *word == "-" && *tile == 0 || **word == tile.to_string());
        seen += usize::from(is_same && words.len() > 50);
        if !is_same {
            wrong.push_str(&name);
        }
    }
    if wrong.is_empty() && seen > 0 { facts.to_owned() } else { format!("{seen} layers agree, not {wrong}") }
}

fn tiles(document: &Document<'_>, data: &Place) -> Vec<u32> {
    if text(document, &data.clone().attribute("encoding")).is_none() {
        let gid = |index| number(document, &data.clone().child("tile", index).attribute("gid")) as u32;
        let count = (0..).take_while(|index| document.get(&data.clone().child("tile", *index)).is_ok()).count();
        return (0..count).map(gid).collect();
    }
    let text = text(document, data).unwrap_or_default();
    let digit = |byte: u8| -> u32 {
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        letters.iter().position(|letter| *letter == byte).expect("a letter of Base64") as u32
    };
    let letters: Vec<u32> = text.trim().bytes().filter(|byte| *byte != b'=').map(digit).collect();
    let mut bytes = Vec::new();
    for group in letters.chunks(4) {
        let word = group.iter().enumerate().fold(0, |word, (index, digit)| word | digit << (18 - 6 * index));
        bytes.extend_from_slice(&word.to_be_bytes()[1..group.len()]);
    }
    // The upper bits turn and mirror.
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")) & 0x0fff_ffff).collect()
}

/// The elements of the file are among the engine's, in its order: the engine adds internal parts of styles.
fn layout(document: &Document<'_>, facts: &str) -> String {
    let mut own = Vec::new();
    elements(document, &Place::root(), &mut own);
    let (head, list) = facts.split_once(" type ").expect("a type");
    let engine: Vec<&str> = list.split(' ').collect();
    let mut rest = engine.iter();
    // Long lists are cut.
    let count: usize = head.trim_start_matches("children ").parse().expect("a number");
    let is_cut = engine.len() <= count;
    for element in &own {
        let is_same = |seen: &&&str| match element.split_once(':') {
            // Names with blanks are cut in the list.
            Some((class, name)) => seen
                .split_once(':')
                .map_or(**seen == class, |(own, seen)| own == class && name.split(' ').next() == Some(seen)),
            None => seen.split(':').next() == Some(element),
        };
        if !rest.any(|seen| is_same(&seen)) {
            if is_cut {
                return facts.to_owned();
            }
            return format!("{head}: {element} isn't in the engine's order; {own:?}");
        }
    }
    // The root is not counted.
    if own.len() > engine.len() || own.is_empty() { format!("{} elements", own.len()) } else { facts.to_owned() }
}

fn elements(document: &Document<'_>, place: &Place, own: &mut Vec<String>) {
    let of = |name: &str| text(document, &place.clone().attribute(name));
    if of("popup").as_deref() == Some("true") {
        return;
    }
    let class = of("type").unwrap_or_else(|| "UIElement".to_owned());
    let name = text(document, &place.clone().child_with("attribute", "name", "Name").attribute("value"));
    let is_root = *place == Place::root();
    own.push(match name.filter(|_| !is_root) {
        Some(name) => format!("{class}:{name}"),
        None => class,
    });
    for index in 0.. {
        let child = place.clone().child("element", index);
        if document.get(&child.clone().attribute("type")).is_err() {
            break;
        }
        elements(document, &child, own);
    }
}
