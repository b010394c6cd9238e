//! `#include` lines of shaders.

use binio::{Name, Path};

use super::Reference;
use crate::vocabulary::Rule;

/// Returns the includes of a shader as the engines read them: lines that begin with `#include` in the first column, also in comments. The name
/// is the rest after nine characters without quotes and blanks.
pub(super) fn includes(text: &[u8]) -> Vec<Reference> {
    let mut at = 0;
    let mut references = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        if let Some(rest) = line.strip_prefix(b"#include") {
            let name: Vec<u8> = rest.iter().skip(1).copied().filter(|byte| *byte != b'"').collect();
            let name = Name::from(name.trim_ascii().to_vec());
            let path = Path::from([("include", references.len())]);
            references.push(Reference::named(path, name, Some(at as u64), "Shader source", Rule::Beside));
        }
        at += line.len() + 1;
    }
    references
}
