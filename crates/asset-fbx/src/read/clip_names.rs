//! Handles the names of clips, and of files on another computer.

/// Returns the name of a file in the folder of the model, or `None` if it is not safe to open. This means that it must
/// be relative, without `..`, a drive letter or control characters.
pub(super) fn safe(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    let is_safe =
        |part: &&str| !part.is_empty() && *part != ".." && !part.contains(':') && !part.chars().any(char::is_control);
    (!parts.is_empty() && parts.iter().all(is_safe)).then(|| parts.join("/"))
}

/// Returns the last part of a path on any system, if this can be used as a file name.
pub(super) fn file_name(path: &str) -> Option<String> {
    safe(path.rsplit(['/', '\\']).next()?)
}

/// Returns a file name without the extension.
pub(super) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Clip names that a program uses when the user has not set any.
const EMPTY: [&str; 5] = ["mixamo.com", "take 001", "take001", "unreal take", "take_001"];

/// Layer names that a program may add at the end.
const LAYERS: [&str; 4] = ["layer0", "baselayer", "base layer", "baseanimation"];

/// Returns the name of a clip, after removing the object before it and the layer after it: `Armature|Walk|BaseLayer`
/// becomes `Walk`. `is_object` must return whether there is a node with this name.
pub(super) fn clip(name: &str, is_object: impl Fn(&str) -> bool) -> String {
    let mut parts: Vec<&str> = name.split('|').collect();
    let is_layer = |part: &&str| LAYERS.contains(&part.to_ascii_lowercase().as_str());
    if parts.len() > 1 && parts.last().is_some_and(is_layer) {
        parts.pop();
    }
    if parts.len() > 1 && parts.first().is_some_and(|first| is_object(first)) {
        parts.remove(0);
    }
    parts.join("|")
}

/// Returns true if the name of a clip says nothing.
pub(super) fn says_nothing(name: &str) -> bool {
    name.trim().is_empty() || EMPTY.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        assert_eq!(safe(".\\tex\\a.png").as_deref(), Some("tex/a.png"));
        for bad in ["", ".", "../a.png", "a/../b", "C:\\a.png", "/a.png", "//host/a", "a//b", "a\nb", "a/"] {
            assert_eq!(safe(bad), None, "{bad:?}");
        }
        assert_eq!(file_name("C:\\Users\\x\\a b.png").as_deref(), Some("a b.png"));
        assert_eq!(file_name("/home/x/a.png").as_deref(), Some("a.png"));
        assert_eq!((file_name("C:\\x\\"), file_name("x/..")), (None, None));
    }

    #[test]
    fn clips_are_called_as_people_called_them() {
        let cleaned = |name: &str| clip(name, |part| part == "Armature");
        assert_eq!(cleaned("Armature|mixamo.com|Layer0"), "mixamo.com");
        assert_eq!(cleaned("Armature|Walk|BaseLayer"), "Walk");
        assert_eq!(cleaned("Armature|Walk"), "Walk");
        assert_eq!(cleaned("Other|Walk"), "Other|Walk");
        assert_eq!(cleaned("Walk"), "Walk");
        assert_eq!(cleaned("Armature"), "Armature");
        assert!(says_nothing("Take 001") && says_nothing("mixamo.com") && says_nothing(" ") && !says_nothing("Walk"));
    }
}
