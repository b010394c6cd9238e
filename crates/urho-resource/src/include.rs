//! Finds cycles of `#include` lines.

use std::collections::HashSet;
use urho_core::Engine;

use crate::document::Document;
use crate::kind::Kind;

/// The search for a cycle stops after this many files. In the engines, a shader includes about ten.
const MOST_FILES: usize = 1 << 12;

impl Document<'_> {
    /// Checks whether shaders include each other in a cycle. The engines do not know include guards, so their stack
    /// would overflow. Returns the resource names in the cycle, beginning with this file, or `None` when there is no
    /// cycle.
    ///
    /// You have to pass the resource name of this file as `resource`. The function `load` will be called with a resource
    /// name, and must return the bytes.
    pub fn include_cycle(&self, resource: &str, mut load: impl FnMut(&str) -> Option<Vec<u8>>) -> Option<Vec<String>> {
        let included = |document: &Document<'_>, file: &str| -> Vec<String> {
            let names = document.references(Some(file)).into_iter();
            names.flat_map(|reference| reference.candidates(file, Engine::Urho3d)).collect()
        };
        if self.kind() != Kind::ShaderSource {
            return None;
        }
        let mut done: HashSet<String> = HashSet::new();
        // The files that are open, each with the includes that are still to follow.
        let mut open = vec![(resource.to_owned(), included(self, resource))];
        while let Some((name, rest)) = open.last_mut() {
            let Some(next) = rest.pop() else {
                done.insert(std::mem::take(name));
                open.pop();
                continue;
            };
            if let Some(from) = open.iter().position(|(name, _)| *name == next) {
                return Some(open.drain(from..).map(|(name, _)| name).collect());
            }
            if done.contains(&next) || done.len() + open.len() > MOST_FILES {
                continue;
            }
            let bytes = load(&next).unwrap_or_default();
            let includes = Document::parse_as(Kind::ShaderSource, &bytes).map(|document| included(&document, &next));
            open.push((next, includes.unwrap_or_default()));
        }
        None
    }
}
