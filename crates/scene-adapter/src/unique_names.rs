//! Makes names unique, because engines find bones and morphs by name.

use std::collections::HashMap;

use binio::{Findings, Name, Path};

use crate::kinds;
use asset_scene::{escape_name, unescape_name};

/// Names that are already used. Adding names takes linear time, whatever they are.
#[derive(Debug, Default)]
pub struct Names {
    /// The next number for each name.
    taken: HashMap<Vec<u8>, usize>,
}

impl Names {
    /// Returns a name that was not used before. This is `wanted` (which must be [escaped](asset_scene::escape_name)),
    /// or `otherwise` if it is empty, and a number is added if the name is already used. If the name was changed, this
    /// is reported as a finding at `path`.
    pub fn take(&mut self, wanted: &str, otherwise: &str, path: Path, findings: &mut Findings) -> Name<'static> {
        let text = if wanted.is_empty() { otherwise } else { wanted };
        let mut name = unescape_name(text);
        if name.contains(&0) {
            // Files end names with NUL.
            name = text.as_bytes().to_vec();
            findings.warning(
                kinds::NAME_WITH_NUL,
                path.clone(),
                format!("a name with a NUL inside stays escaped: {text}"),
            );
        }
        let free = self.free(name.clone());
        if free != name {
            let (free, name) = (escape_name(&free), escape_name(&name));
            findings.warning(
                kinds::NAME_TAKEN,
                path,
                format!("called \"{free}\": \"{name}\" is taken, and the engine finds by name"),
            );
        }
        Name::from(free)
    }

    fn free(&mut self, name: Vec<u8>) -> Vec<u8> {
        let mut free = name.clone();
        while self.taken.contains_key(&free) {
            let number = self.taken.entry(name.clone()).or_insert(1);
            *number = number.saturating_add(1);
            free = [name.as_slice(), format!("_{number}").as_bytes()].concat();
        }
        self.taken.insert(free.clone(), 1);
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_twice() {
        let (mut names, mut findings) = (Names::default(), Findings::new());
        let mut take = |wanted| names.take(wanted, "Node", Path::new(), &mut findings).to_string();
        assert_eq!(
            ["Arm", "Arm", "Arm_2", "", "", "Arm"].map(&mut take),
            ["Arm", "Arm_2", "Arm_2_2", "Node", "Node_2", "Arm_3"]
        );
        assert_eq!(take("a%00b"), "a%00b");
        assert_eq!(take("100%25"), "100%");
        assert_eq!(findings.len(), 5);
    }
}
