//! Data files of Urho3D: particle effects, layouts, sheets, maps and others.

mod generate;

use testkit::laws::{self, Format};
use urho_resource::binio::{Error, Findings};
use urho_resource::{Document, Engine, ErrorKind, Kind};

use crate::Target;

pub use generate::{Made, documents, json_text, made, structured, valid};

/// The fuzz target. The first byte is the number of a kind, followed by a file of this kind.
pub const TARGET: Target = Target { name: "urho_resource", body, seeds };

/// Applies the laws to documents of all kinds. For this, the first byte is the number of the kind.
pub enum Resources {}

/// Returns the kind, given its number in the first byte, and the rest of the file.
fn split(bytes: &[u8]) -> Option<(Kind, &[u8])> {
    let (number, text) = bytes.split_first()?;
    Some((*Kind::ALL.get(usize::from(*number))?, text))
}

fn number_of(document: &Document<'_>) -> u8 {
    Kind::ALL.iter().position(|kind| *kind == document.kind()).expect("a kind") as u8
}

impl Format for Resources {
    type Document<'a> = Document<'a>;
    type Kind = ErrorKind;

    // As that of the trees, which take less than 96 bytes for a byte of the file, and a copy without the document type.
    const HEAP_FACTOR: usize = 97;

    fn parse(bytes: &[u8]) -> Result<Document<'_>, Error<ErrorKind>> {
        let unknown = || Error::new(ErrorKind::UnknownKind, urho_resource::binio::Path::new()).at(0);
        let (kind, text) = split(bytes).ok_or_else(unknown)?;
        Document::parse_as(kind, text)
    }

    fn into_owned(document: Document<'_>) -> Document<'static> {
        document.into_owned()
    }

    // The text is the document.
    fn rebuild(document: Document<'static>) -> Document<'static> {
        Document::parse_as(document.kind(), document.text()).expect("it was read").into_owned()
    }

    fn to_bytes(document: &Document<'_>) -> Result<Vec<u8>, Error<ErrorKind>> {
        document.to_bytes().map(|bytes| [&[number_of(document)], &*bytes].concat())
    }

    fn encoded_len(document: &Document<'_>) -> Result<u64, Error<ErrorKind>> {
        document.encoded_len().map(|length| length + 1)
    }

    fn write_to(document: &Document<'_>, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        out.write_all(&[number_of(document)])?;
        document.write_to(out)
    }

    fn validate(document: &Document<'_>) -> Findings {
        let _ = (document.references(Some("A/b.xml")), document.values(), document.applied(None, |_| None));
        document.validate()
    }

    fn blocks<'d>(document: &'d Document<'_>) -> Vec<&'d [u8]> {
        vec![document.text()]
    }
}

/// Returns a text with the number of its kind in front, as the laws expect it.
pub fn with_number(kind: Kind, text: &str) -> Vec<u8> {
    let number = Kind::ALL.iter().position(|own| *own == kind).expect("a kind") as u8;
    [&[number], text.as_bytes()].concat()
}

/// Checks all laws. Then this function tests places, edits, conversion and file names.
fn body(bytes: &[u8]) {
    laws::all::<Resources>(bytes);
    let _ = urho_resource::detect(bytes, None);
    let Some((kind, text)) = split(bytes) else { return };
    let Ok(document) = Document::parse_as(kind, text) else { return };
    let _ = document.summary();
    for reference in document.references(Some("Folder/File.xml")) {
        Engine::ALL.iter().for_each(|engine| drop(reference.candidates("Folder/File.xml", *engine)));
    }
    computed(&document);
    let _ = document.include_cycle("a.glsl", |_| Some(text.to_vec()));
    if let Ok(converted) = document.converted() {
        let again = Document::parse_as(kind, &converted).expect("the written file is readable");
        assert!(again.encoding() != document.encoding(), "the other encoding");
    }
    for (place, value) in document.values().into_iter().take(16) {
        let read = place.to_string().parse();
        assert_eq!(read.as_ref().ok(), Some(&place), "a place is read back");
        assert_eq!(document.get(&place).expect("it was listed").as_ref(), Some(&value), "{place}");
        let mut changed = document.clone();
        if changed.set(&place, "1").is_ok() {
            assert_eq!(changed.get(&place).expect("it was set").expect("it was set").text, "1", "{place}");
        }
    }
}

/// An environment without fonts.
struct Nothing;

impl urho_resource::interface::Surroundings for Nothing {}

/// Computes everything that a program could compute from a document: views that do not change it, the elements of an
/// interface, and particles.
fn computed(document: &Document<'_>) {
    use urho_resource::views::{ParticleEffect, Spriter, TileMap, View};
    let mut same = document.clone();
    if let Ok(effect) = ParticleEffect::of(document) {
        urho_resource::particles::Emitter::new(&effect).run(0.1);
        let _ = effect.apply(&mut same);
    }
    if let Ok(map) = TileMap::of(document) {
        let _ = map.apply(&mut same);
    }
    if let Ok(rig) = Spriter::of(document) {
        let _ = rig.apply(&mut same);
    }
    if let Ok(interface) = urho_resource::interface::Interface::of(document, None, [640, 480], &mut Nothing) {
        assert!(interface.elements().count() > 0);
    }
}

/// Returns a document of every kind that has a table, and an example of each other kind.
fn seeds() -> Vec<Vec<u8>> {
    use proptest::test_runner::{RngAlgorithm, TestRng};
    let rng = || TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let tables = structured().into_iter().map(|(kind, encoding)| with_number(kind, &made(kind, encoding, rng()).text));
    let texts = [
        (Kind::RmlDocument, "<rml><head><link href=\"a.rcss\"/></head><body onclick=\"sound: a.wav\"/></rml>"),
        (Kind::RmlStyle, "p { decorator: image( a.png ); } @spritesheet s { src: b.png; }"),
        (Kind::ShaderSource, "#include \"a.glsl\"\nvoid main() {}\n"),
        (Kind::OutlineFont, "OTTO\0\u{1}\0\0\0\0\0\0head"),
        (Kind::BitmapFont, "info face=\"a\""),
    ];
    // As a file, without a number: other tests open the seeds.
    let file = std::iter::once(b"<particleeffect />".to_vec());
    tables.chain(texts.iter().map(|(kind, text)| with_number(*kind, text))).chain(file).collect()
}
