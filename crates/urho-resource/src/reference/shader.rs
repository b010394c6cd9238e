//! The `#include` lines in shaders.

use binio::{Name, Path};

use super::Reference;
use crate::vocabulary::Rule;

/// Returns the files that a shader includes, read as the engines do: a line must begin with `#include` in the first
/// column, and it counts even inside a comment. The name is what follows the first nine characters, without quotes and
/// blanks.
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
