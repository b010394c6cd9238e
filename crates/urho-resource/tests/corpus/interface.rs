//! Rectangles of the elements of real layouts beside those of the running engine.

use std::path::Path;

use testkit::corpus::CorpusFile;
use urho_resource::interface::{Interface, OutlineMetrics, Surroundings};
use urho_resource::{Document, Kind};

/// The measures of the engine's font, Anonymous Pro, whose file isn't in the corpus. Without languages texts with an id show the id.
struct Engine(OutlineMetrics);

/// Builds a font with the tables that measures are read of, and one width for all characters.
fn font() -> Vec<u8> {
    let words = |words: &[(usize, i32)], length: usize| {
        let mut table = vec![0_u8; length];
        for (at, word) in words {
            table[*at..at + 2].copy_from_slice(&(*word as u16).to_be_bytes());
        }
        table
    };
    let cmap = words(&[(2, 1), (10, 12), (12, 4), (14, 32), (18, 4), (26, 0xffff), (30, 0xffff), (32, 1)], 44);
    let tables = [
        (b"head", words(&[(16, 27), (18, 2048)], 54)),
        (b"hhea", words(&[(4, 1675), (6, -373), (34, 1)], 36)),
        (b"hmtx", words(&[(0, 1118)], 4)),
        (b"OS/2", words(&[(68, 1675), (70, -373), (74, 1675), (76, 373)], 78)),
        (b"cmap", cmap),
    ];
    let mut file = vec![0, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0];
    let mut data = Vec::new();
    for (tag, table) in &tables {
        file.extend_from_slice(*tag);
        file.extend_from_slice(&[0; 4]);
        let start = 12 + 16 * tables.len() + data.len();
        file.extend_from_slice(&(start as u32).to_be_bytes());
        file.extend_from_slice(&(table.len() as u32).to_be_bytes());
        data.extend_from_slice(table);
    }
    file.extend_from_slice(&data);
    file
}

impl Surroundings for Engine {
    fn row_height(&mut self, _: &str, size: f32) -> Option<f32> {
        Some(self.0.row_height(size))
    }

    fn advance(&mut self, _: &str, size: f32, character: char) -> f32 {
        self.0.advance(size, character)
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every element has the engine's class, name, rectangle and visibility, in its order.
pub(crate) fn rectangles(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let data = file.path().ancestors().nth(3).expect("a folder").join("urho-data/urho3d/Data");
    let layout = read(&data.join("UI").join(format!("{name}.xml")));
    let style = read(&data.join("UI/DefaultStyle.xml"));
    let layout = Document::parse_as(Kind::UiLayout, &layout).map_err(|error| error.to_string())?;
    let style = Document::parse_as(Kind::UiStyle, &style).map_err(|error| error.to_string())?;
    let applied =
        layout.applied(None, |name| std::fs::read(data.join(name)).ok()).map_err(|error| error.to_string())?;
    let mut engine = Engine(OutlineMetrics::parse(&font()).expect("a font"));
    let interface =
        Interface::of(&applied.document, Some(&style), [640, 480], &mut engine).map_err(|error| error.to_string())?;
    let table = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let shown: Vec<String> = interface
        .elements()
        .map(|one| {
            let [x, y, width, height] = one.rectangle;
            format!("{}\t{}\t{x} {y} {width} {height}\t{}", one.class.name(), one.name, u8::from(one.is_visible))
        })
        .collect();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let mut wrong: Vec<String> = rows
        .iter()
        .zip(&shown)
        .filter(|(row, own)| *row != own)
        .map(|(row, own)| format!("{row}  here {own}"))
        .collect();
    if rows.len() != shown.len() {
        wrong.push(format!("{} elements, not {}", shown.len(), rows.len()));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n")))
    }
}
