//! Removes byte order marks, because rbfx, and the JSON readers in all engines, reject files that begin with one,
//! without any message.

use urho_scene::Engine;

use super::context::{Context, Made};
use super::report::Action;

const UTF8: &[u8] = b"\xef\xbb\xbf";
const UTF16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Removes the byte order mark from a file if the engine would reject it.
pub(super) fn remove(context: &Context, bytes: &[u8], mut migrated: Made) -> Made {
    let content = migrated.content.as_deref().unwrap_or(bytes);
    if UTF16.iter().any(|mark| content.starts_with(mark)) && context.to == Engine::Rbfx && is_text_of_utf16(content) {
        migrated.by_hand(
            None,
            "encoded in UTF-16, which rbfx refuses without a message: save it as UTF-8 without a byte order mark",
        );
        return migrated;
    }
    let Some(text) = content.strip_prefix(UTF8) else { return migrated };
    let is_refused = match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'<') => context.to == Engine::Rbfx,
        Some(b'{' | b'[') => true,
        _ => false,
    };
    if is_refused && migrated.action != Action::Refused {
        migrated.content = Some(text.to_vec());
        migrated.changed("the byte order mark is removed: the engine refuses the file with it");
        if migrated.action == Action::Copied {
            migrated.action = Action::Converted;
        }
    }
    migrated
}

/// Checks whether XML or JSON begins directly after the mark.
fn is_text_of_utf16(content: &[u8]) -> bool {
    let pair = content.get(2..4).unwrap_or_default();
    matches!(pair, [b'<' | b'{', 0] | [0, b'<' | b'{'])
}
