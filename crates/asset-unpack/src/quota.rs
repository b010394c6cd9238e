//! Remembers the paths that were used already. Two paths are the same here if they may be the same on any file system.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization as _;

use crate::name::SafePath;
use crate::refusal::Refusal;

/// All paths that were used. They are stored as a tree, so that a long path only needs memory for its length.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    nodes: HashMap<(u32, String), Node>,
}

#[derive(Debug)]
struct Node {
    number: u32,
    name: String,
    is_folder: bool,
}

impl Ledger {
    /// Adds the path of a file to be written. Returns the number of files and folders to create for this path.
    ///
    /// # Errors
    /// Returns the reason if the path is refused. The path is not added then.
    pub(crate) fn take(&mut self, path: SafePath<'_>) -> Result<u64, Refusal> {
        let last = path.parts().count().saturating_sub(1);
        let mut folder = 0;
        let mut parts = path.parts().enumerate().peekable();
        while let Some((place, part)) = parts.peek().copied() {
            let Some(node) = self.nodes.get(&(folder, fold(part))) else { break };
            match (node.is_folder, place < last) {
                _ if node.name != part => return Err(Refusal::Collision(node.name.clone())),
                (true, true) => folder = node.number,
                (false, false) => return Err(Refusal::Duplicate),
                (false, true) => return Err(Refusal::FileAsFolder(node.name.clone())),
                (true, false) => return Err(Refusal::FolderAsFile),
            }
            parts.next();
        }
        let mut made = 0;
        for (place, part) in parts {
            let number = u32::try_from(self.nodes.len() + 1).map_err(|_| Refusal::TooMany)?;
            let node = Node { number, name: part.to_owned(), is_folder: place < last };
            self.nodes.insert((folder, fold(part)), node);
            folder = number;
            made += 1;
        }
        Ok(made)
    }
}

/// Converts a name to a form in which two names are equal if any file system may treat them as equal. To do this, the
/// name is decomposed and converted to lower case.
pub(crate) fn fold(part: &str) -> String {
    if part.is_ascii() {
        return part.to_ascii_lowercase();
    }
    // To upper case and back: letters such as ß and ſ, which have no upper or lower case of their own, meet that way.
    let decomposed = part.nfkd().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    decomposed.collect::<String>().nfkd().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(ledger: &mut Ledger, name: &str) -> Result<u64, Refusal> {
        ledger.take(SafePath::new(name.as_bytes()).expect("a safe path"))
    }

    #[test]
    fn what_some_system_takes_for_the_same_collides() {
        for (a, b) in [
            ("Readme.txt", "README.TXT"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("CAF\u{c9}", "cafe\u{301}"),
            ("stra\u{df}e", "STRASSE"),
            ("\u{3a3}\u{3b1}\u{3c2}", "\u{3c3}\u{3b1}\u{3c3}"),
            ("\u{212a}", "k"),
            ("\u{fb01}le", "file"),
        ] {
            let mut ledger = Ledger::default();
            assert_eq!(take(&mut ledger, a), Ok(1));
            assert_eq!(take(&mut ledger, b), Err(Refusal::Collision(a.to_owned())), "{a} {b}");
        }
    }

    #[test]
    fn files_and_folders_stay_apart() {
        let mut ledger = Ledger::default();
        assert_eq!(take(&mut ledger, "a/b/c"), Ok(3));
        assert_eq!(take(&mut ledger, "a/b/d"), Ok(1));
        assert_eq!(take(&mut ledger, "a/b/c"), Err(Refusal::Duplicate));
        assert_eq!(take(&mut ledger, "a/b"), Err(Refusal::FolderAsFile));
        assert_eq!(take(&mut ledger, "a/b/c/d"), Err(Refusal::FileAsFolder("c".into())));
        assert_eq!(take(&mut ledger, "A/x"), Err(Refusal::Collision("a".into())));
        assert_eq!(take(&mut ledger, "x/a/b"), Ok(3));
    }
}
