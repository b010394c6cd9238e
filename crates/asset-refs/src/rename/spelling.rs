//! Decides how to write a reference after the file that contains it, or the file that it names, was moved.

use crate::graph::normal;

/// The name of a file before and after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'n> {
    pub(super) old: &'n str,
    pub(super) new: &'n str,
}

/// Returns the new text for a reference in `source` to `target`, or `None` if the new place can't be named like this. The
/// new text is of the same kind as before: it is either a resource name, or relative to the folder of the file, or
/// without the folder or extension that the engine will add.
pub(super) fn spelled(text: &str, source: Moved<'_>, target: Moved<'_>) -> Option<String> {
    let lower = normal(text);
    let lead = lead(text);
    let old = target.old.to_lowercase();
    if old.len() != target.old.len() || lower.contains('&') || lead.contains('&') {
        return None;
    }
    let name = with_root(&lower, lead, text, &old, target)
        .or_else(|| relative(&lower, source, &old, target.new))
        .or_else(|| inner(text.get(lead.len()..)?, &lower, source, target))
        .or_else(|| module(&lower, &old, target.new))?;
    let name = match (text.contains("\\\\"), text.contains('\\')) {
        (true, _) => name.replace('/', "\\\\"),
        (_, true) => name.replace('/', "\\"),
        _ => name,
    };
    let is_plain = !name.contains(['"', '\'', '&', '<', '>', ';', '|', '@', ',']);
    // A text that means the same place keeps its case.
    if normal(&name) == lower && name.len() == lower.len() && target.old == target.new {
        return Some(text.to_owned());
    }
    is_plain.then(|| format!("{lead}{name}"))
}

/// Returns the part at the beginning that is not part of the name: `./` or `/`.
fn lead(text: &str) -> &str {
    let mut rest = text;
    while let Some(next) = ["./", ".\\", "/", "\\"].iter().find_map(|start| rest.strip_prefix(start)) {
        rest = next;
    }
    text.get(..text.len() - rest.len()).unwrap_or_default()
}

/// For a name such as `Data/Textures/a.png`, keeps the folder in front of the resource name.
fn with_root(lower: &str, lead: &str, text: &str, old: &str, target: Moved<'_>) -> Option<String> {
    let root = lower.strip_suffix(old)?.strip_suffix('/')?;
    if root.is_empty() || root.contains('/') {
        return None;
    }
    let start = lead.len() + root.len();
    let name = text.get(start..).and_then(|rest| rest.get(1..)).unwrap_or_default();
    Some(format!("{}/{}", text.get(lead.len()..start)?, kept_case(name, target.old, target.new)))
}

/// Returns the new name. Where the beginning and the end have not changed, it is in the same case as the reference: if
/// a name was only found because case is ignored, this will still be true, and you can undo the rename.
fn kept_case(text: &str, old: &str, new: &str) -> String {
    let kept = || {
        if text.len() != old.len() || text == old {
            return None;
        }
        let least = old.len().min(new.len());
        let start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let end = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count().min(least - start);
        // The end begins with a folder or the extension, not within a word.
        let tail = new.get(new.len() - end..)?;
        let end = tail.find(['/', '.']).map_or(0, |at| end - at);
        let middle = new.get(start..new.len() - end)?;
        Some(format!("{}{middle}{}", text.get(..start)?, text.get(text.len() - end..)?))
    };
    // Backslashes are for the caller.
    kept().filter(|kept| !kept.contains('\\')).unwrap_or_else(|| new.to_owned())
}

/// For a name such as `../a.png`, uses as many steps up as are needed from the new folder.
fn relative(lower: &str, source: Moved<'_>, old: &str, new: &str) -> Option<String> {
    if !lower.starts_with("../") {
        return None;
    }
    let mut folder: Vec<&str> = parts(source.old);
    let mut rest = lower;
    while let Some(inner) = rest.strip_prefix("../") {
        folder.pop()?;
        rest = inner;
    }
    let joined = folder.iter().map(|part| part.to_lowercase()).chain([rest.to_owned()]).collect::<Vec<_>>().join("/");
    if joined != old {
        return None;
    }
    let (from, to) = (parts(source.new), parts(new));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let file = new.rsplit('/').next()?;
    let ups = std::iter::repeat_n("..", from.len() - common);
    Some(ups.chain(to.get(common..)?.iter().copied()).chain([file]).collect::<Vec<_>>().join("/"))
}

/// Returns the folders in a name.
fn parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    parts
}

/// Handles a reference that is only a part of the name. The folder before it is either the folder of this file, or a
/// folder that the engine will add; after it, an extension can be missing.
fn inner(text: &str, lower: &str, source: Moved<'_>, target: Moved<'_>) -> Option<String> {
    let (old, new) = (target.old.to_lowercase(), target.new);
    let (before, after) = boundary(lower, &old)?;
    let own_folder = |name: &str| name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let is_beside = !before.is_empty() && before == own_folder(source.old).to_lowercase();
    let new_before = if is_beside { own_folder(source.new) } else { before.to_owned() };
    let start = new.get(..new_before.len()).filter(|start| start.eq_ignore_ascii_case(&new_before))?.len();
    let end = new.len().checked_sub(after.len())?;
    new.get(end..).filter(|end| end.eq_ignore_ascii_case(after))?;
    let old_part = target.old.get(before.len()..old.len() - after.len())?;
    new.get(start..end).filter(|name| !name.is_empty()).map(|name| kept_case(text, old_part, name))
}

/// Returns what comes before and after a part of a name. The part must begin after a `/` and end before a `.`, or at
/// the end; the last match is used.
fn boundary<'o>(lower: &str, old: &'o str) -> Option<(&'o str, &'o str)> {
    old.rmatch_indices(lower).find_map(|(start, _)| {
        let (before, after) = (old.get(..start)?, old.get(start + lower.len()..)?);
        let is_whole = (before.is_empty() || before.ends_with('/')) && (after.is_empty() || after.starts_with('.'));
        (is_whole && !after.contains('/')).then_some((before, after))
    })
}

/// Handles a Lua module, for example `Scripts.Tools.b`.
fn module(lower: &str, old: &str, new: &str) -> Option<String> {
    let stem = |name: &str| name.strip_suffix(".lua").map(|stem| stem.replace('/', "."));
    (stem(old)? == lower).then(|| stem(new))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, source: (&str, &str), target: (&str, &str)) -> Option<String> {
        let moved = |(old, new)| Moved { old, new };
        spelled(text, moved(source), moved(target))
    }

    #[test]
    fn names_stay_whole_relative_or_short() {
        let level = ("Scenes/Level.xml", "Scenes/Level.xml");
        let stone = ("Textures/Stone.png", "Textures/Walls/Granite.png");
        for (text, expected) in [
            ("Textures/Stone.png", "Textures/Walls/Granite.png"),
            ("textures/STONE.png", "textures/Walls/Granite.png"),
            ("Data/Textures/Stone.png", "Data/Textures/Walls/Granite.png"),
            ("Textures\\Stone.png", "Textures\\Walls\\Granite.png"),
            ("Textures\\\\Stone.png", "Textures\\\\Walls\\\\Granite.png"),
            ("./Textures/Stone.png", "./Textures/Walls/Granite.png"),
            ("../Textures/Stone.png", "../Textures/Walls/Granite.png"),
            ("Textures/Stone", "Textures/Walls/Granite"),
        ] {
            assert_eq!(of(text, level, stone).as_deref(), Some(expected), "{text}");
        }
        let longer = ("Textures/Stone.png", "Textures/Stone_new.png");
        assert_eq!(of("textures/STONE.png", level, longer).as_deref(), Some("textures/STONE_new.png"));
        let shorter = (longer.1, longer.0);
        assert_eq!(of("textures/STONE_new.png", level, shorter).as_deref(), Some("textures/STONE.png"));
        let script = ("Scripts/Tools/b.lua", "Scripts/c.lua");
        assert_eq!(of("Scripts.Tools.b", level, script).as_deref(), Some("Scripts.c"));
        let shader = |new| of("Lit", ("Techniques/a.xml", "Techniques/a.xml"), ("Shaders/GLSL/Lit.glsl", new));
        assert_eq!(shader("Shaders/GLSL/Dark.glsl").as_deref(), Some("Dark"));
        assert_eq!(shader("Other/Dark.glsl"), None);
        let sheet = ("Urho2D/Sheet.xml", "Sprites/Sheet.xml");
        assert_eq!(of("a.png", sheet, ("Urho2D/a.png", "Sprites/b.png")).as_deref(), Some("b.png"));
        assert_eq!(of("a.png", sheet, ("Urho2D/a.png", "Urho2D/a.png")), None);
        let pragma = ("models/props/box.pmdl", "models/props/crate.pmdl");
        assert_eq!(of("props/box", ("maps/a.pmap", "maps/a.pmap"), pragma).as_deref(), Some("props/crate"));
    }
}
