//! Handles files that people have written: scripts, shaders, and any text that names files.

use urho_scene::Engine;

use super::context::{Context, Made};
use super::render_paths;
use super::report::Action;

/// Longer texts are not searched for names.
const LARGEST: usize = 8 << 20;
/// How many lines are listed for each name in a file.
const LINES: usize = 20;

/// Script languages, for each extension.
const SCRIPTS: [(&str, &str); 4] = [("as", "AngelScript"), ("lua", "Lua"), ("asc", "AngelScript"), ("cs", "C#")];
const SHADERS: [&str; 8] = ["glsl", "hlsl", "vs3", "ps3", "vs4", "ps4", "vs2", "ps2"];

/// Copies a file that is not an asset, and lists what you must do by hand.
pub(super) fn migrate(context: &Context, file: &str, bytes: &[u8]) -> Made {
    let extension = extension(file);
    let changes_engine = context.from.hashes() != context.to.hashes();
    let mut migrated = Made::copied(kind(file, bytes));
    let render_path = |extension: &str| (extension == "xml").then(|| render_paths::migrate(context, bytes)).flatten();
    if changes_engine && super::techniques::is_of_engine(file) {
        let mut replaced = Made::new(kind(file, bytes), Action::Replaced);
        replaced.changed("a file of the old engine's CoreData: the engine has its own");
        return replaced;
    }
    if let Some((_, language)) = SCRIPTS.iter().find(|(known, _)| *known == extension).filter(|_| changes_engine) {
        migrated.format = "script";
        match (context.to == Engine::Rbfx, *language == "C#") {
            (true, false) => migrated.by_hand(Some(1), format!("{language}: rbfx has none; port it to C++ or C#")),
            (false, true) => {
                migrated.by_hand(Some(1), format!("{language}: only rbfx has it; port it to C++ or a script"));
            }
            _ => {}
        }
    } else if SHADERS.contains(&&*extension) && changes_engine {
        migrated.format = "shader";
        migrated.by_hand(Some(1), format!("shader of {}: port it to the shaders of {}", context.from, context.to));
    } else if let Some(path) = render_path(&extension).filter(|_| changes_engine) {
        migrated = path;
    }
    names(context, bytes, &mut migrated);
    migrated
}

fn extension(file: &str) -> String {
    file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Returns whether a file with this name is a script for Urho3D or U3D.
pub(super) fn is_script(file: &str) -> bool {
    let extension = extension(file);
    SCRIPTS.iter().any(|(known, language)| *known == extension && *language != "C#")
}

/// Returns the name to use in the report for a file that is not an asset.
pub(super) fn kind(file: &str, bytes: &[u8]) -> &'static str {
    match &*extension(file) {
        script if SCRIPTS.iter().any(|(known, _)| *known == script) => "script",
        shader if SHADERS.contains(&shader) => "shader",
        "xml" if render_paths::is_render_path(bytes) => "render-path",
        _ if bytes.contains(&0) => "unknown",
        _ => "text",
    }
}

/// Lists the lines of a text that name a file which is renamed.
fn names(context: &Context, bytes: &[u8], migrated: &mut Made) {
    if context.renamed.is_empty() || bytes.len() > LARGEST || bytes.contains(&0) || std::str::from_utf8(bytes).is_err()
    {
        return;
    }
    for (old, new) in &context.renamed {
        for line in lines_with(bytes, old) {
            migrated.by_hand(Some(line), format!("names {old}, which is {new} now"));
        }
    }
}

/// Returns the first lines that contain this text, counting from 1.
pub(super) fn lines_with(bytes: &[u8], text: &str) -> Vec<usize> {
    let lines = bytes.split(|byte| *byte == b'\n').enumerate();
    let has = |line: &[u8]| line.windows(text.len()).any(|part| part == text.as_bytes());
    lines.filter(|(_, line)| has(line)).map(|(index, _)| index + 1).take(LINES).collect()
}
