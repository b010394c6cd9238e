//! Migrates data files: checks which of them the other engine can read, and says what to do about the others.

use urho_resource::{Document, Encoding, Kind, detect, kinds};
use urho_scene::Engine;

use super::context::{Context, Made, line_of};
use super::texts;

/// Migrates a data file. Returns `None` if the file is of no known kind, or if it is a render path, because these have
/// their own rules.
pub(super) fn migrate(context: &Context, name: &str, bytes: &[u8]) -> Option<Made> {
    let kind = detect(bytes, Some(name)).filter(|kind| *kind != Kind::RenderPath)?;
    let mut migrated = Made { format: kind.name(), ..texts::migrate(context, name, bytes) };
    let Ok(document) = Document::parse_as(kind, bytes) else { return Some(migrated) };
    if context.from == context.to {
        return Some(migrated);
    }
    if !kind.vocabulary().engines.contains(context.to) {
        let title = kind.title();
        if let Some(content) = as_sheet(name, bytes, context.to) {
            migrated.content = Some(content);
            migrated.action = super::report::Action::Converted;
            migrated.changed("the property list becomes `<TextureAtlas>`: rbfx refuses every property list");
            return Some(migrated);
        }
        migrated.by_hand(None, format!("{}: {}", title, unread(kind, context.to)));
    } else {
        encoding(context, &document, &mut migrated);
        names(&document, bytes, &mut migrated);
        differences(&document, bytes, &mut migrated);
    }
    Some(migrated)
}

/// Returns a property list as the sprite sheet that this engine can read. If the engine reads property lists, or for
/// any other file, this is `None`.
pub(super) fn as_sheet(name: &str, bytes: &[u8], to: Engine) -> Option<Vec<u8>> {
    let kind = detect(bytes, Some(name)).filter(|kind| *kind == Kind::PropertyListSheet)?;
    let is_read = kind.vocabulary().engines.contains(to);
    Document::parse_as(kind, bytes).ok().filter(|_| !is_read)?.converted().ok()
}

/// Returns what to do about a file that the engine can't read.
fn unread(kind: Kind, to: Engine) -> String {
    let rest = match kind {
        Kind::ShaderList => "compile shaders when they are first used, or warm them up in C++",
        Kind::PropertyListSheet => "it lacks a key that the engines need; write the sprites as `<TextureAtlas>`",
        Kind::ParticleGraph => "make an effect of `<particleeffect>` that looks like it",
        Kind::RbfxRenderPath => "make a `<renderpath>` with the same effects",
        Kind::RmlDocument | Kind::RmlStyle => "make the interface anew of UI elements",
        Kind::InputMap => "read the keys in the game's code",
        Kind::Serializable => "make the object in the game's code, or store it in a prefab",
        Kind::AssetPipeline | Kind::ModelImporter | Kind::TransformerTasks => {
            "copy the files that the pipeline made, from the folder `Cache`"
        }
        Kind::ProjectSettings => "pass the engine parameters on the command line",
        Kind::BakedLight => "light the scene with lights, or with lightmaps of another program",
        _ => "replace it by hand",
    };
    format!("{to} doesn't read such files: {rest}")
}

/// Converts JSON animations to XML, because only U3D can read JSON.
fn encoding(context: &Context, document: &Document<'_>, migrated: &mut Made) {
    let is_animation = matches!(document.kind(), Kind::ValueAnimation | Kind::ObjectAnimation);
    if context.to == Engine::U3d || !is_animation || document.encoding() != Encoding::Json {
        return;
    }
    match document.converted() {
        Ok(content) => {
            migrated.content = Some(content);
            migrated.action = super::report::Action::Converted;
            migrated.changed(
                "JSON becomes XML, the only encoding that the engine reads; the name stays, so that code finds it",
            );
        }
        Err(error) => migrated.by_hand(None, error.to_string()),
    }
}

/// Reports names with `../`, because they lead to other files in the other engine.
fn names(document: &Document<'_>, bytes: &[u8], migrated: &mut Made) {
    for reference in document.references(None).iter().filter(|reference| reference.goes_up()) {
        let line = reference.offset.map(|offset| line_of(bytes, offset));
        let message = format!("\"{}\": `../` goes up in rbfx and does nothing in Urho3D and U3D", reference.name);
        migrated.by_hand(line, message);
    }
}

/// Reports values that mean something else in the other engine.
fn differences(document: &Document<'_>, bytes: &[u8], migrated: &mut Made) {
    for finding in document.validate().iter().filter(|finding| finding.kind == kinds::ENGINE_DIFFERS) {
        migrated.by_hand(
            finding.offset.map(|offset| line_of(bytes, offset)),
            format!("{}: {}", finding.path, finding.message),
        );
    }
}
