//! Rectangles of the elements of real layouts beside those of the running engine.

use std::path::Path;

use testkit::corpus::CorpusFile;
use urho_resource::interface::{Interface, OutlineMetrics, Surroundings};
use urho_resource::{Document, Kind};

/// The engine's font, without languages: texts with an id are empty then.
struct Engine {
    fonts: std::collections::HashMap<String, Option<OutlineMetrics>>,
    data: std::path::PathBuf,
}

impl Engine {
    fn font(&mut self, name: &str) -> Option<&OutlineMetrics> {
        let path = self.data.join(name);
        let read = || std::fs::read(path).ok().and_then(|bytes| OutlineMetrics::parse(&bytes));
        self.fonts.entry(name.to_owned()).or_insert_with(read).as_ref()
    }
}

impl Surroundings for Engine {
    fn row_height(&mut self, font: &str, size: f32) -> Option<f32> {
        self.font(font).map(|font| font.row_height(size))
    }

    fn advance(&mut self, font: &str, size: f32, character: char) -> f32 {
        self.font(font).map_or(0.0, |font| font.advance(size, character))
    }

    fn localized(&mut self, _: &str) -> String {
        String::new()
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
    let applied = layout.applied(None, |name| std::fs::read(data.join(name)).ok()).map_err(|error| error.to_string())?;
    let mut engine = Engine { fonts: std::collections::HashMap::default(), data };
    let interface = Interface::of(&applied.document, Some(&style), [640, 480], &mut engine).map_err(|error| error.to_string())?;
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
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"))) }
}
