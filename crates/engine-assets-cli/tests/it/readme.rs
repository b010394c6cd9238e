//! Every command of the pages runs, and prints the output on the page. `ENGINE_ASSETS_BLESS=1` updates the pages.

use crate::common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{SCENE, folder, text, with_node};

/// A block of commands ends with a line of this: more is printed.
const MORE: &str = "…";

/// Commands of other programs, which other tests run: the module's and the page's own, and cargo itself.
const ELSEWHERE: &[&str] = &[
    "pip install ",
    "python ",
    "cargo install ",
    "cargo test ",
    "cargo fuzz ",
    "cargo run --example ",
    "cargo binstall ",
    "sha256sum ",
    "gh ",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages at the root and in the crates, and the guides.
fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root(), root().join("site"), root().join("site/guide")];
    folders.extend(entries(&root().join("crates")));
    let pages = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| entries(folder));
    let mut pages: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("docs/jobs.md"));
    pages.sort();
    pages
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

/// The files that the pages are about: the samples, some by other names.
fn files() -> tempfile::TempDir {
    let samples = fuzzkit::samples::all();
    let sample = |name: &str| samples.iter().find(|sample| sample.name == name).expect("a sample").bytes.as_slice();
    let (model, flag, crate_model) = (sample("Character.mdl"), sample("Flag.glb"), sample("Crate.pmdl_b"));
    let broken = {
        let mut model = urho_mdl::Model::parse(model).expect("a model");
        model.geometries[0].lods[1].vertex_buffer = 7;
        model.to_bytes().expect("a model")
    };
    let scene = String::from_utf8_lossy(sample("Scenes/Camp.xml")).replace("Character.mdl", "Models/Character.mdl");
    let mut all: Vec<(&str, &[u8])> = vec![
        ("cut.mdl", &model[..3000]),
        ("broken.mdl", &broken),
        ("fox.glb", flag),
        ("chair.glb", flag),
        ("sources/Flag.glb", flag),
        ("Jack.mdl", model),
        ("Models/Jack.mdl", model),
        ("soldier.pmdl_b", crate_model),
        ("assets/maps/room.pmap_b", sample("pragma/maps/yard.pmap_b")),
        ("assets/models/samples/crate.pmdl_b", crate_model),
        ("assets/materials/samples/crate.pmat", sample("pragma/materials/samples/crate.pmat")),
        ("Data/Models/Character.mdl", model),
        ("Data/Models/Character.txt", sample("Character.txt")),
        ("Data/Models/Box.mdl", sample("Models/Box.mdl")),
        ("Data/Techniques/PBR/PBRNoTexture.xml", sample("Techniques/NoTexture.xml")),
        ("Data/Scenes/Level.xml", scene.as_bytes()),
        ("Fire.xml", b"<particleeffect><emissionrate value=\"9\"/></particleeffect>"),
        ("game.pak", sample("Character.pak")),
        ("page/index.html", b"<!doctype html>"),
    ];
    let yards = yards();
    all.extend(yards.iter().map(|(name, text)| (*name, text.as_bytes())));
    let moved = {
        let mut model = urho_mdl::Model::parse(model).expect("a model");
        let mut positions: Vec<_> = model.vertex_buffers[0].positions().expect("positions").iter().collect();
        positions[211].y += 0.125;
        model.vertex_buffers[0].set_column(urho_mdl::Semantic::POSITION, 0, &positions).expect("a column");
        model.to_bytes().expect("a model")
    };
    all.push(("Character-moved.mdl", &moved));
    let in_data: Vec<(String, &[u8])> = samples
        .iter()
        .filter(|one| ["Materials/", "Techniques/", "Textures/"].iter().any(|folder| one.name.starts_with(folder)))
        .map(|one| (format!("Data/{}", one.name), one.bytes.as_slice()))
        .collect();
    all.extend(in_data.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
    all.extend(samples.iter().map(|sample| (sample.name, sample.bytes.as_slice())));
    let folder = folder(&all);
    // Stand-ins for Blender's output.
    for (from, to) in [
        ("Models/Jack.mdl", "edited.glb"),
        ("Models/Jack.mdl", "new.glb"),
        ("soldier.pmdl_b", "soldier.glb"),
        ("Objects/Lamp.xml", "lamp.glb"),
    ] {
        let output = command().args(["--quiet", "convert", from, "-o", to]).current_dir(folder.path()).output();
        assert!(output.expect("it runs").status.success(), "{from}");
    }
    folder
}

/// A scene and edits of it, for the page about git.
fn yards() -> [(&'static str, String); 5] {
    let (base, node) = (SCENE, |scene: &str, name: &str| with_node(scene, 4, name));
    let ours = node(base, "Tree").replace("0 1 0", "0 2 0");
    [
        ("Yard.xml", base.to_owned()),
        (
            "Yard-new.xml",
            node(base, "Tree").replace("0 1 0", "0 2 0").replace("\"Range\" value=\"5\"", "\"Range\" value=\"8\""),
        ),
        ("Yard-ours.xml", ours),
        ("Yard-theirs.xml", node(base, "Bench").replace("\"Range\" value=\"5\"", "\"Range\" value=\"8\"")),
        ("Yard-higher.xml", base.replace("0 1 0", "0 3 0")),
    ]
}

fn command() -> Command {
    Command::new(text(&assert_cmd::cargo::cargo_bin("engine-assets")))
}

#[test]
#[cfg_attr(windows, ignore = "the pages show paths of Unix")]
fn commands_of_pages_print_what_the_pages_say() {
    let bless = std::env::var_os("ENGINE_ASSETS_BLESS").is_some();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in pages() {
        let before = std::fs::read_to_string(&page).expect("a page").replace("\r\n", "\n");
        if !before.contains("```console\n") {
            continue;
        }
        let folder = files();
        let mut after = String::new();
        for (number, part) in before.split("```console\n").enumerate() {
            if number == 0 {
                after += part;
                continue;
            }
            let (block, rest) = part.split_once("```").expect("the end of a block");
            let messages = Block::parse(block);
            count += messages.len();
            let ran: String = messages.iter().map(|one| one.run(folder.path())).collect();
            after += &format!("```console\n{ran}```{rest}");
        }
        if before != after && bless {
            std::fs::write(&page, &after).expect("a page");
        } else if before != after {
            let other = before.lines().zip(after.lines()).find(|(a, b)| a != b);
            let (said, printed) = other.unwrap_or(("the end", "more, or less"));
            wrong.push(format!("{}: expected {said:?}, found {printed:?}", page.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\nENGINE_ASSETS_BLESS=1 updates the pages", wrong.join("\n"));
    assert!(count > 40, "{count} commands");
}

/// A command of a page, and its output on the page.
struct Block<'p> {
    line: &'p str,
    printed: Vec<&'p str>,
}

impl<'p> Block<'p> {
    fn parse(block: &'p str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for line in block.lines() {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(_), _) => all.push(Self { line, printed: Vec::new() }),
                (None, Some(last)) => last.printed.push(line),
                (None, None) => panic!("expected a command, found {line:?}"),
            }
        }
        all
    }

    /// Returns the command with its output: all of it, or as much as the page shows. A command without output on the page must succeed.
    fn run(&self, folder: &Path) -> String {
        let typed = self.line.trim_start_matches("$ ");
        let typed = typed.split_once("  #").map_or(typed, |(command, _)| command).trim();
        let head = format!("{}\n", self.line);
        let arguments = match typed.split_once(' ') {
            Some(("engine-assets", rest)) => rest,
            _ if typed == "engine-assets" => "",
            _ if typed.starts_with("cargo run -- ") => typed.trim_start_matches("cargo run -- "),
            _ if typed.starts_with("cargo xtask ") => return self.xtask(typed, head),
            _ => {
                assert!(ELSEWHERE.iter().any(|known| typed.starts_with(known)), "nothing tests {typed:?}");
                return head + &self.printed.iter().map(|line| format!("{line}\n")).collect::<String>();
            }
        };
        let words = words(arguments, folder);
        if words.first().is_some_and(|word| word == "view") {
            serves(&words, folder);
            return head;
        }
        let (worked, printed) = printed(&words, folder);
        let is_error = self.printed.iter().any(|line| line.starts_with("error: ") || line.starts_with("bad "));
        match self.printed.last() {
            None => {
                // If a command fails, the page must show its error.
                return if worked { head } else { head + &printed };
            }
            Some(_) => assert_eq!(worked, !is_error, "{typed}: {printed}"),
        }
        let lines: Vec<&str> = printed.lines().collect();
        let shown = match self.printed.last() {
            Some(&MORE) => [lines.get(..self.printed.len() - 1).unwrap_or(&lines), &[MORE]].concat(),
            _ => lines,
        };
        head + &shown.iter().map(|line| format!("{line}\n")).collect::<String>()
    }

    /// A task that there is.
    fn xtask(&self, typed: &str, head: String) -> String {
        let usage = std::fs::read_to_string(root().join("xtask/src/main.rs")).expect("the tasks");
        let task = typed.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert!(usage.contains(&format!("{task} ")), "expected the task {task} among those of xtask");
        assert!(self.printed.is_empty(), "what {task} prints isn't tested");
        head
    }
}

/// Returns the words of a command: quoted text is one word, `*` expands to file names.
fn words(line: &str, folder: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        for word in part.split_whitespace() {
            match word.split_once('*') {
                Some((before, after)) => {
                    let names = entries(folder).into_iter().map(|path| path.file_name().expect("a name").to_owned());
                    let mut found: Vec<String> = names
                        .map(|name| name.to_string_lossy().into_owned())
                        .filter(|name| name.starts_with(before) && name.ends_with(after))
                        .collect();
                    found.sort();
                    words.extend(found);
                }
                None => words.push(word.to_owned()),
            }
        }
    }
    words
}

/// Returns whether a command succeeds, and its terminal output.
fn printed(words: &[String], folder: &Path) -> (bool, String) {
    let screen = tempfile::NamedTempFile::new().expect("a file");
    // Both streams append to one file.
    let both = || Stdio::from(std::fs::OpenOptions::new().append(true).open(screen.path()).expect("a file"));
    let status = command().args(words).current_dir(folder).stdin(Stdio::null()).stdout(both()).stderr(both()).status();
    let printed = std::fs::read_to_string(screen.path()).expect("UTF-8");
    // Paths of Windows.
    let code = status.expect("it runs").code();
    // Files that differ are no failure of `diff`.
    let is_fine = code == Some(0) || code == Some(1) && words.first().is_some_and(|word| word == "diff");
    (is_fine, printed.replace('\\', "/"))
}

/// A server says where it is, and goes on until it is ended.
fn serves(words: &[String], folder: &Path) {
    use std::io::BufRead as _;
    let mut command = command();
    command.args(words.iter().take_while(|word| *word != "--page"));
    command.args(["--no-open", "--page", "page"]).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    assert!(line.starts_with("http://127.0.0.1:"), "{words:?}: {line}");
}
